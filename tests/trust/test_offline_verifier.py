"""The offline verifier, without the package: an export, and twelve manipulations of it.

*Source:* spec/ledger.md, 6.
"""

import ast
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from both_sides.chain.seal import genesis_seal, seal
from both_sides.domain.ids import ScopeId
from both_sides.service.trust.exporting import export_directory
from both_sides.service.trust.proving import Prover
from both_sides.store.trust_directory import TrustDirectory
from tests.shared import ROOT
from tests.trust.workplace import LOCAL, Workplace

PROGRAM = ROOT / "tools" / "verify_ledger.py"
WITHOUT_PACKAGE = (
    "import runpy, sys; sys.modules['both_sides'] = None; sys.argv = sys.argv[1:];"
    "runpy.run_path(sys.argv[0], run_name='__main__')"
)
OTHER = ScopeId("team/other")
Lines = list[dict[str, Any]]


def check(*arguments: str | Path) -> tuple[int, dict[str, Any]]:
    """Run the verifier where the package cannot be imported."""
    command = [sys.executable, "-I", "-c", WITHOUT_PACKAGE, PROGRAM, *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout)


@dataclass(frozen=True)
class Export:
    """Hold an export that can be manipulated."""

    directory: Path
    key: str

    def lines(self) -> Lines:
        """Read the events."""
        text = (self.directory / "events.ndjson").read_text()
        return [json.loads(line) for line in text.splitlines()]

    def write(self, lines: Lines) -> None:
        """Write the events."""
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (self.directory / "events.ndjson").write_text(text)

    def change(self, name: str, change: Callable[[bytes], bytes]) -> None:
        """Change a file."""
        path = self.directory / name
        path.write_bytes(change(path.read_bytes()))

    def list_anew(self) -> None:
        """Make the manifest fit the files, as a careful forger does."""
        path = self.directory / "manifest.json"
        manifest = json.loads(path.read_text())
        for name, facts in manifest["files"].items():
            data = (self.directory / name).read_bytes()
            facts |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        path.write_text(json.dumps(manifest))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Export:
    """Export a ledger once."""
    return make_export(tmp_path_factory.mktemp("original"), "Claim", bytes(range(32)))


def make_export(directory: Path, statement: str, seed: bytes) -> Export:
    """Make a ledger and export it."""
    place = Workplace(str(directory / "ledger.db"), TrustDirectory(directory / "trust"))
    place.make_key(seed=seed)
    for number in range(3):
        place.add(70, statement=f"{statement} {number}.")
        place.add(30, scope=OTHER, statement=f"{statement} {number} of others.")
    place.sign()
    export_directory(place.store, Prover(place.store, place.trust), directory / "export")
    place.close()
    return Export(directory / "export", str(place.trust.pinned()[0]))


@pytest.fixture
def export(original: Export, tmp_path: Path) -> Export:
    """Copy it, for one manipulation."""
    shutil.copytree(original.directory, tmp_path / "export")
    return Export(tmp_path / "export", original.key)


def edited(line: dict[str, Any]) -> str:
    """Say something else in a body, in canonical form."""
    return str(line["body"]).replace("Claim", "Clown", 1)


def resealed(lines: Lines) -> Lines:
    """Number, link and seal all events anew."""
    ends: dict[str, tuple[int, str]] = {}
    for position, line in enumerate(lines, start=1):
        n, previous = ends.get(line["scope"], (0, genesis_seal(line["scope"])))
        line |= {"position": position, "n": n + 1, "previous": previous}
        line["seal"] = seal(previous, line["body"].encode())
        ends[line["scope"]] = line["n"], line["seal"]
    return lines


def edit_a_body(export: Export, _other: Export) -> None:
    """Change one body."""
    lines = export.lines()
    lines[99]["body"] = edited(lines[99])
    export.write(lines)


def edit_a_body_and_its_seal(export: Export, _other: Export) -> None:
    """Change one body and seal that event anew."""
    lines = export.lines()
    lines[99]["body"] = edited(lines[99])
    lines[99]["seal"] = seal(lines[99]["previous"], lines[99]["body"].encode())
    export.write(lines)


def seal_everything_anew(export: Export, _other: Export) -> None:
    """Change one body, and seal everything after it anew."""
    lines = export.lines()
    lines[99]["body"] = edited(lines[99])
    export.write(resealed(lines))


def tell_another_history(export: Export, other: Export) -> None:
    """Put events, entries and tiles of another history below the checkpoint that was signed."""
    for name in ("events.ndjson", "tile"):
        path = export.directory / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        source = other.directory / name
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, path)


def sign_another_history(export: Export, other: Export) -> None:
    """Replace everything by another history that another key signed."""
    shutil.rmtree(export.directory)
    shutil.copytree(other.directory, export.directory)


def delete_an_event(export: Export, _other: Export) -> None:
    """Take out one event in the middle, and close the gap."""
    lines = export.lines()
    del lines[99]
    export.write(resealed(lines))


def repeat_an_event(export: Export, _other: Export) -> None:
    """Let one event stand twice."""
    lines = export.lines()
    lines.insert(100, dict(lines[99]))
    export.write(lines)


def swap_two_events(export: Export, _other: Export) -> None:
    """Exchange two neighbours."""
    lines = export.lines()
    lines[99], lines[100] = lines[100], lines[99]
    export.write(lines)


def cut_off_the_end(export: Export, _other: Export) -> None:
    """Leave out the last ten events."""
    export.write(export.lines()[:-10])


def delete_a_scope(export: Export, _other: Export) -> None:
    """Leave out everything of one scope, and close the gaps."""
    export.write(resealed([line for line in export.lines() if line["scope"] != OTHER]))


def change_a_tile(export: Export, _other: Export) -> None:
    """Change one hash of the tree."""
    export.change("tile/0/000", lambda data: data[:64] + bytes([data[64] ^ 1]) + data[65:])


def claim_a_larger_checkpoint(export: Export, _other: Export) -> None:
    """Write another size over the one that was signed."""
    size = f"\n{len(export.lines())}\n".encode()
    assert size == b"\n301\n"
    export.change("checkpoint", lambda data: data.replace(size, b"\n300\n", 1))


MANIPULATIONS: dict[Callable[[Export, Export], None], tuple[int, str]] = {
    edit_a_body: (1, r"the seal of link \d+ of [a-z/]+ is not that of its body"),
    edit_a_body_and_its_seal: (1, "does not follow from the link before it"),
    seal_everything_anew: (1, "is not that of the events"),
    tell_another_history: (3, "the root of the events is not the one in the checkpoint"),
    sign_another_history: (1, "no key that was given signed the checkpoint"),
    delete_an_event: (1, "is not that of the events"),
    repeat_an_event: (1, "comes after link"),
    swap_two_events: (1, "position 100 is not there, 101 is"),
    cut_off_the_end: (1, "the checkpoint has 301 events, the export 291"),
    delete_a_scope: (1, "the checkpoint has 301 events, the export 211"),
    change_a_tile: (1, "the tile tile/0/000 is not that of the events"),
    claim_a_larger_checkpoint: (1, "the signature of example.org/ledger does not match"),
}


def test_an_export_is_verified_without_the_package(export: Export) -> None:
    """With the pinned key everything is; without one, nothing shows who signed."""
    code, found = check("export", export.directory, "--key", export.key)
    assert (code, found["outcome"], found["findings"]) == (0, "verified", [])
    assert any("301 events of 3 scopes" in what for what in found["covered"])
    code, found = check("export", export.directory)
    assert (code, found["outcome"]) == (4, "incomplete")


@pytest.mark.parametrize("manipulate", MANIPULATIONS, ids=lambda manipulate: manipulate.__name__)
@pytest.mark.parametrize("is_careful", [False, True], ids=["as-listed", "listed-anew"])
def test_each_of_twelve_manipulations_is_found(
    export: Export,
    tmp_path: Path,
    manipulate: Callable[[Export, Export], None],
    is_careful: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Also where the forger makes the manifest fit."""
    assert len(MANIPULATIONS) == 12
    (tmp_path / "other").mkdir()
    other = make_export(tmp_path / "other", "Clown", b"o" * 32)
    manipulate(export, other)
    if is_careful:
        export.list_anew()
    expected, what = MANIPULATIONS[manipulate]
    code, found = check("export", export.directory, "--key", export.key)
    assert code in {1, 2, 3}
    assert code == expected or not is_careful
    assert any(re.search(what, finding["what"]) for finding in found["findings"]), found["findings"]


def test_a_proof_and_its_event_are_verified_without_the_package(
    original: Export, tmp_path: Path
) -> None:
    """And no other event with the same proof."""
    directory = original.directory.parent
    place = Workplace(str(directory / "ledger.db"), TrustDirectory(directory / "trust"))
    proof = Prover(place.store, place.trust).prove(LOCAL, 7)
    place.close()
    link = proof.row.link
    (tmp_path / "p").write_text(str(proof.proof))
    event = {"scope": LOCAL, "n": 7, "previous": link.previous_hex, "body": link.body.decode()}
    (tmp_path / "p.json").write_text(json.dumps(event))
    code, found = check("proof", tmp_path / "p", "--key", original.key)
    assert (code, found["findings"]) == (0, [])
    event["body"] = edited(event)
    (tmp_path / "p.json").write_text(json.dumps(event))
    code, found = check("proof", tmp_path / "p", "--key", original.key)
    assert code == 1


def test_the_verifier_is_one_file_that_imports_nothing_of_the_package() -> None:
    """The standard library, and cryptography for signatures."""
    tree = ast.parse(PROGRAM.read_text())
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    others = {name.partition(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert others == {"cryptography"}
