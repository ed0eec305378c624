"""Make an export of a ledger, and manipulate it in twelve ways, as somebody does who can write it.

A million events in `make soak`, some hundreds in every run. A manipulated export shares with the
original, by hard links, all files that it leaves alone; what it changes is written beside and put
in place. *This module does not* verify.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from both_sides.chain.seal import genesis_seal, seal
from both_sides.chain.tiles import TILE_WIDTH, Tile, tile_path
from both_sides.domain.ids import ScopeId
from both_sides.service.trust.exporting import export_directory
from both_sides.service.trust.proving import Prover
from both_sides.store.trust_directory import TrustDirectory
from tests.trust.amounts import amount
from tests.trust.filling import fill
from tests.trust.workplace import Workplace

EVENTS = amount(300, 1_000_000)
SIZE = EVENTS + 1  # the first says which key signs
AT_ONCE = EVENTS // 4  # so the two scopes take turns, and have as many events each
PLACE = SIZE // 3  # where most manipulations are
ONE, OTHER = ScopeId("bulk/0"), ScopeId("bulk/1")
Line = dict[str, Any]


@dataclass(frozen=True)
class Export:
    """Hold an export that can be manipulated."""

    directory: Path
    key: str

    def copy(self, directory: Path) -> "Export":
        """Make another export of the same files, which no manipulation writes into."""
        shutil.copytree(self.directory, directory, copy_function=os.link)
        return Export(directory, self.key)

    def lines(self) -> Iterator[Line]:
        """Read the events."""
        with (self.directory / "events.ndjson").open("rb") as file:
            yield from map(orjson.loads, file)

    def write(self, lines: Iterable[Line]) -> None:
        """Write the events, while the old ones are still read."""
        new = self.directory / "events.new"
        with new.open("wb") as file:
            file.writelines(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)
        new.replace(self.directory / "events.ndjson")

    def put(self, name: str, data: bytes) -> None:
        """Put a file in the place of another."""
        path = self.directory / name
        path.unlink()
        path.write_bytes(data)

    def list_anew(self) -> None:
        """Make the manifest fit the files, as a careful forger does."""
        manifest = json.loads((self.directory / "manifest.json").read_bytes())
        for name, facts in manifest["files"].items():
            path = self.directory / name
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            facts |= {"bytes": path.stat().st_size, "sha256": digest}
        self.put("manifest.json", json.dumps(manifest).encode())


def make_export(directory: Path, statement: str, seed: bytes) -> Export:
    """Make a ledger and export it."""
    place = Workplace(str(directory / "ledger.db"), TrustDirectory(directory / "trust"))
    place.make_key(seed=seed)
    fill(place.store, EVENTS, scopes=2, at_once=AT_ONCE, statement=statement)
    place.sign()
    export_directory(place.store, Prover(place.store, place.trust), directory / "export")
    place.close()
    return Export(directory / "export", str(place.trust.pinned()[0]))


def edited(line: Line) -> str:
    """Say something else in a body, in canonical form."""
    return str(line["body"]).replace("Claim", "Clown", 1)


def with_one_edited(export: Export) -> Iterator[Line]:
    """Give the events, one of them with another body."""
    for line in export.lines():
        if line["position"] == PLACE:
            line["body"] = edited(line)
        yield line


def resealed(lines: Iterable[Line]) -> Iterator[Line]:
    """Number, link and seal all events anew."""
    ends: dict[str, tuple[int, str]] = {}
    for position, line in enumerate(lines, start=1):
        n, previous = ends.get(line["scope"], (0, genesis_seal(line["scope"])))
        line |= {"position": position, "n": n + 1, "previous": previous}
        line["seal"] = seal(previous, line["body"].encode())
        ends[line["scope"]] = line["n"], line["seal"]
        yield line


def edit_a_body(export: Export, _other: Export) -> None:
    """Change one body."""
    export.write(with_one_edited(export))


def edit_a_body_and_its_seal(export: Export, _other: Export) -> None:
    """Change one body and seal that event anew."""

    def lines() -> Iterator[Line]:
        for line in with_one_edited(export):
            if line["position"] == PLACE:
                line["seal"] = seal(line["previous"], line["body"].encode())
            yield line

    export.write(lines())


def seal_everything_anew(export: Export, _other: Export) -> None:
    """Change one body, and seal everything after it anew."""
    export.write(resealed(with_one_edited(export)))


def tell_another_history(export: Export, other: Export) -> None:
    """Put events, entries and tiles of another history below the checkpoint that was signed."""
    (export.directory / "events.ndjson").unlink()
    os.link(other.directory / "events.ndjson", export.directory / "events.ndjson")
    shutil.rmtree(export.directory / "tile")
    tiles = other.directory / "tile"
    shutil.copytree(tiles, export.directory / "tile", copy_function=os.link)


def sign_another_history(export: Export, other: Export) -> None:
    """Replace everything by another history that another key signed."""
    shutil.rmtree(export.directory)
    other.copy(export.directory)


def delete_an_event(export: Export, _other: Export) -> None:
    """Take out one event in the middle, and close the gap."""
    export.write(resealed(line for line in export.lines() if line["position"] != PLACE))


def repeat_an_event(export: Export, _other: Export) -> None:
    """Let one event stand twice."""

    def lines() -> Iterator[Line]:
        for line in export.lines():
            yield line
            if line["position"] == PLACE:
                yield line

    export.write(lines())


def swap_two_events(export: Export, _other: Export) -> None:
    """Exchange two neighbours."""

    def lines() -> Iterator[Line]:
        rest = export.lines()
        yield from islice(rest, PLACE - 1)
        first = next(rest)
        yield next(rest)
        yield first
        yield from rest

    export.write(lines())


def cut_off_the_end(export: Export, _other: Export) -> None:
    """Leave out the last ten events."""
    export.write(islice(export.lines(), SIZE - 10))


def delete_a_scope(export: Export, _other: Export) -> None:
    """Leave out everything of one scope, and close the gaps."""
    export.write(resealed(line for line in export.lines() if line["scope"] != OTHER))


def change_a_tile(export: Export, _other: Export) -> None:
    """Change one hash of the tree."""
    data = (export.directory / TILE).read_bytes()
    export.put(TILE, data[:64] + bytes([data[64] ^ 1]) + data[65:])


def claim_a_smaller_checkpoint(export: Export, _other: Export) -> None:
    """Write another size over the one that was signed."""
    data = (export.directory / "checkpoint").read_bytes()
    assert f"\n{SIZE}\n".encode() in data
    export.put("checkpoint", data.replace(f"\n{SIZE}\n".encode(), f"\n{EVENTS}\n".encode(), 1))


TILE = tile_path(Tile(0, PLACE // TILE_WIDTH))
MANIPULATIONS: dict[Callable[[Export, Export], None], tuple[int, str]] = {
    edit_a_body: (1, r"the seal of link \d+ of [a-z/01]+ is not that of its body"),
    edit_a_body_and_its_seal: (1, "does not follow from the link before it"),
    seal_everything_anew: (1, "is not that of the events"),
    tell_another_history: (3, "the root of the events is not the one in the checkpoint"),
    sign_another_history: (1, "no key that was given signed the checkpoint"),
    delete_an_event: (1, "is not that of the events"),
    repeat_an_event: (1, "comes after link"),
    swap_two_events: (1, f"position {PLACE} is not there, {PLACE + 1} is"),
    cut_off_the_end: (1, f"the checkpoint has {SIZE} events, the export {SIZE - 10}"),
    delete_a_scope: (1, f"the checkpoint has {SIZE} events, the export {SIZE - EVENTS // 2}"),
    change_a_tile: (1, f"the tile {TILE} is not that of the events"),
    claim_a_smaller_checkpoint: (1, "the signature of example.org/ledger does not match"),
}
