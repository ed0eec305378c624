"""Write a whole ledger as files that any static server can serve and anybody can verify.

    checkpoint                   the last signed checkpoint, with cosignatures
    tile/0/000 …                 the tree, as in C2SP tlog-tiles
    tile/entries/000 …           the entries of the log
    events.ndjson                every event in its global order, with its body
    manifest.json                what there is, with sizes and digests

Everything is made from the events, and the root must come out as signed before the checkpoint is
written. An export that is there already is brought up to date. *This module does not* serve files.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Final

import orjson

from both_sides.chain.checkpoint import Checkpoint, leaf_entry
from both_sides.chain.merkle import CompactRange, hash_leaf
from both_sides.chain.tiles import (
    TILE_HEIGHT,
    TILE_WIDTH,
    Tile,
    TileNodes,
    read_bundle,
    split_hashes,
    tile_path,
    tile_root,
    tiles_of,
    write_bundle,
)
from both_sides.errors import MalformedDocumentError, RefusedError, TamperedError
from both_sides.service.trust.proving import Prover
from both_sides.store.durable_file import make_directory, read_file, unwritable, write_durably
from both_sides.store.port import LedgerStore
from both_sides.store.sql_values import as_placed_event
from both_sides.store.tree_port import PlacedEvent

FORMAT: Final = "both-sides/export/v1"
MANIFEST: Final = "manifest.json"
EVENTS: Final = "events.ndjson"
CHECKPOINT: Final = "checkpoint"
CHUNK: Final = 1 << 20

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ExportReport:
    """Hold what an export wrote.

    Args:
        directory: Where.
        checkpoint: What it goes up to.
        before: How many events an export that was there had.
        files: How many files it has now.
    """

    directory: Path
    checkpoint: Checkpoint
    before: int
    files: int


def export_directory(
    store: LedgerStore,
    prover: Prover,
    directory: Path,
    *,
    progress: Progress = lambda _done, _total: None,
) -> ExportReport:
    """Export a ledger up to its last checkpoint.

    Args:
        store: The ledger.
        prover: Has found the checkpoint.
        directory: An empty directory, one that is not there, or an earlier export of this ledger.
        progress: Told how many events were written, of how many.

    Raises:
        RefusedError: The directory has other files, or the export of another ledger.
        TamperedError: The events are not those that were signed; no checkpoint was written.
        StoreUnavailableError: A file cannot be written.

    *Source:* spec/ledger.md, 6; C2SP tlog-tiles.
    """
    make_directory(directory)
    before = _prepare(directory, prover.checkpoint)
    try:
        writer = _Writer(directory, before)
        for page in store.tree.pages(after=before, upto=prover.checkpoint.size):
            for row in page:
                writer.take(as_placed_event(row))
            progress(writer.size, prover.checkpoint.size)
        writer.finish()
        if (writer.size, writer.root()) != (prover.checkpoint.size, prover.checkpoint.root):
            raise TamperedError(
                "the events are not those that were signed; the export has no checkpoint",
                hint="stop, and run `both-sides verify`, which names what was changed",
                size=writer.size,
                expected=prover.checkpoint.root.hex(),
                found=writer.root().hex(),
            )
        write_durably(directory / CHECKPOINT, str(prover.note).encode())
        files = _write_manifest(directory, prover.checkpoint)
    except OSError as error:
        raise unwritable(directory, error) from None
    return ExportReport(directory, prover.checkpoint, before, files)


def _prepare(directory: Path, checkpoint: Checkpoint) -> int:
    """Tell how many events are exported there already, and take away what a crash left behind."""
    data = read_file(directory / MANIFEST)
    if data is None:
        if any(directory.iterdir()):
            raise RefusedError(
                f"{directory} has other files in it",
                hint="name an empty directory, or an earlier export of this ledger",
                directory=str(directory),
            )
        return 0
    manifest = _read_manifest(directory, data)
    size: int = manifest["size"]
    if manifest["origin"] != checkpoint.origin or size > checkpoint.size:
        raise RefusedError(
            f"{directory} has {size} events of {manifest['origin']}",
            hint="name another directory; an export only ever grows",
            directory=str(directory),
            origin=manifest["origin"],
            size=size,
        )
    with (directory / EVENTS).open("r+b") as lines:
        lines.truncate(manifest["files"][EVENTS]["bytes"])
    return size


def _read_manifest(directory: Path, data: bytes) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = orjson.loads(data)
        if manifest["format"] == FORMAT and isinstance(manifest["files"][EVENTS]["bytes"], int):
            return manifest
    except (orjson.JSONDecodeError, KeyError, TypeError):
        pass
    raise MalformedDocumentError(
        f"{directory / MANIFEST} is no manifest of an export",
        hint="name another directory",
        file=str(directory / MANIFEST),
    )


def _write_manifest(directory: Path, checkpoint: Checkpoint) -> int:
    """List what belongs to the export, with sizes and digests."""
    names = [CHECKPOINT, EVENTS]
    for tile in tiles_of(checkpoint.size):
        names.append(tile_path(tile))
        if tile.level == 0:
            names.append(tile_path(tile, entries=True))
    files = {name: _digest(directory / name) for name in sorted(names)}
    manifest = {
        "format": FORMAT,
        "origin": checkpoint.origin,
        "size": checkpoint.size,
        "root": checkpoint.root.hex(),
        "files": files,
    }
    option = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    write_durably(directory / MANIFEST, orjson.dumps(manifest, option=option))
    return len(files) + 1


def _digest(path: Path) -> dict[str, Any]:
    digest, size = sha256(), 0
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return {"bytes": size, "sha256": digest.hexdigest()}


def event_line(row: PlacedEvent) -> bytes:
    """Write one event as a line."""
    position, scope, n, previous, seal_hex, _, _, body = row
    members = {
        "position": position,
        "scope": scope,
        "n": n,
        "previous": previous,
        "seal": seal_hex,
        "body": body.decode("utf-8", "backslashreplace"),
    }
    return orjson.dumps(members, option=orjson.OPT_APPEND_NEWLINE)


class _Writer:
    """Write events, entries and tiles as they come, on top of what is there.

    Full tiles are written when they are full, partial ones at the end only.
    """

    def __init__(self, directory: Path, size: int) -> None:
        self._directory = directory
        self._tree = CompactRange()
        self._rows: list[list[bytes]] = []  # the begun tile of each level
        if size:
            self._tree = TileNodes(size, self._read).compact_range()
            self._rows = [self._begun(level, size) for level in _levels(size)]
        self._entries = self._begun_entries(size)
        self._lines: BinaryIO = (directory / EVENTS).open("ab")

    @property
    def size(self) -> int:
        return self._tree.size

    def root(self) -> bytes:
        return self._tree.root()

    def take(self, row: PlacedEvent) -> None:
        """Write one event."""
        entry = leaf_entry(row[1], row[2], row[4])
        leaf = hash_leaf(entry)
        self._lines.write(event_line(row))
        self._entries.append(entry)
        self._tree.append(leaf)
        self._push(0, leaf)

    def finish(self) -> None:
        """Write the tiles that are begun, and close the file of events."""
        for level, row in enumerate(self._rows):
            if row:
                number = (self.size >> TILE_HEIGHT * level) // TILE_WIDTH
                self._write(Tile(level, number, len(row)), row)
        self._lines.flush()
        os.fsync(self._lines.fileno())
        self._lines.close()

    def _push(self, level: int, hashed: bytes) -> None:
        if level == len(self._rows):
            self._rows.append([])
        row = self._rows[level]
        row.append(hashed)
        if len(row) == TILE_WIDTH:
            number = (self.size >> TILE_HEIGHT * level) // TILE_WIDTH - 1
            self._write(Tile(level, number), row)
            self._rows[level] = []
            self._push(level + 1, tile_root(row))

    def _write(self, tile: Tile, row: Sequence[bytes]) -> None:
        self._write_file(tile_path(tile), b"".join(row))
        if tile.level == 0:
            self._write_file(tile_path(tile, entries=True), write_bundle(self._entries))
            self._entries = []

    def _write_file(self, name: str, data: bytes) -> None:
        path = self._directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def _read(self, tile: Tile) -> bytes:
        return (self._directory / tile_path(tile)).read_bytes()

    def _begun(self, level: int, size: int) -> list[bytes]:
        number, width = divmod(size >> TILE_HEIGHT * level, TILE_WIDTH)
        return split_hashes(self._read(Tile(level, number, width))) if width else []

    def _begun_entries(self, size: int) -> list[bytes]:
        number, width = divmod(size, TILE_WIDTH)
        if not width:
            return []
        path = self._directory / tile_path(Tile(0, number, width), entries=True)
        return read_bundle(path.read_bytes())


def _levels(size: int) -> range:
    return range((size.bit_length() - 1) // TILE_HEIGHT + 1)
