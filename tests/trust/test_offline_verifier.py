"""The offline verifier, without the package: an export, and twelve manipulations of it.

*Source:* spec/ledger.md, 6.
"""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from both_sides.service.trust.proving import Prover
from both_sides.store.trust_directory import TrustDirectory
from tests.shared import ROOT
from tests.trust.manipulations import MANIPULATIONS, ONE, SIZE, Export, edited, make_export
from tests.trust.workplace import Workplace

PROGRAM = ROOT / "tools" / "verify_ledger.py"
WITHOUT_PACKAGE = (
    "import runpy, sys; sys.modules['both_sides'] = None; sys.argv = sys.argv[1:];"
    "runpy.run_path(sys.argv[0], run_name='__main__')"
)


def check(*arguments: str | Path) -> tuple[int, dict[str, Any]]:
    """Run the verifier where the package cannot be imported."""
    command = [sys.executable, "-I", "-c", WITHOUT_PACKAGE, PROGRAM, *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Export:
    """Export a ledger once."""
    return make_export(tmp_path_factory.mktemp("original"), "Claim", bytes(range(32)))


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Export:
    """Export another history of as many events, which another key signed."""
    return make_export(tmp_path_factory.mktemp("other"), "Clown", b"o" * 32)


@pytest.fixture
def export(original: Export, tmp_path: Path) -> Export:
    """Copy it, for one manipulation."""
    return original.copy(tmp_path / "export")


def test_an_export_is_verified_without_the_package(export: Export) -> None:
    """With the pinned key everything is; without one, nothing shows who signed."""
    code, found = check("export", export.directory, "--key", export.key)
    assert (code, found["outcome"], found["findings"]) == (0, "verified", [])
    assert any(f"{SIZE} events of 3 scopes" in what for what in found["covered"])
    code, found = check("export", export.directory)
    assert (code, found["outcome"]) == (4, "incomplete")


@pytest.mark.parametrize("manipulate", MANIPULATIONS, ids=lambda manipulate: manipulate.__name__)
@pytest.mark.parametrize("is_careful", [False, True], ids=["as-listed", "listed-anew"])
def test_each_of_twelve_manipulations_is_found(
    export: Export,
    other: Export,
    manipulate: Callable[[Export, Export], None],
    is_careful: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Also where the forger makes the manifest fit."""
    assert len(MANIPULATIONS) == 12
    manipulate(export, other)
    if is_careful:
        export.list_anew()
    expected, what = MANIPULATIONS[manipulate]
    code, found = check("export", export.directory, "--key", export.key)
    assert code in {1, 2, 3}
    assert code == expected or not is_careful
    assert any(re.search(what, finding["what"]) for finding in found["findings"]), found["findings"]


def test_what_is_wrong_with_the_whole_is_told_beside_all_that_is_wrong_in_places(
    export: Export,
) -> None:
    """And first; what is wrong in places is told of the first places, and counted of the others."""
    export.write({**line, "seal": "0" * 96} for line in islice(export.lines(), SIZE - 10))
    code, found = check("export", export.directory, "--key", export.key)
    assert (code, found["outcome"]) == (1, "tampered")
    whole = f"the checkpoint has {SIZE} events, the export {SIZE - 10}"
    assert found["findings"][0] == {"outcome": "truncated", "what": whole}
    assert len(found["findings"]) + found["moreFindings"] > SIZE


def test_a_proof_and_its_event_are_verified_without_the_package(
    original: Export, tmp_path: Path
) -> None:
    """And no other event with the same proof."""
    directory = original.directory.parent
    place = Workplace(str(directory / "ledger.db"), TrustDirectory(directory / "trust"))
    proof = Prover(place.store, place.trust).prove(ONE, 7)
    place.close()
    link = proof.row.link
    (tmp_path / "p").write_text(str(proof.proof))
    event = {"scope": ONE, "n": 7, "previous": link.previous_hex, "body": link.body.decode()}
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
