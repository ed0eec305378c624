"""Test 21 of spec/ledger.md, 8: our log as others read it; tests/unit/chain has the public vectors.

The reader is written from the C2SP text and imports nothing of the package. That it reads a public
log, too, shows that it is not made for ours.
"""

import shutil
from pathlib import Path

import pytest

from both_sides.service.trust.exporting import export_directory
from both_sides.service.trust.proving import Prover
from tests.shared import shared
from tests.trust.independent_reader import NotALogError, read_log, read_proof
from tests.trust.workplace import LOCAL, ORIGIN, Workplace

PUBLIC_KEY = "example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx"


def exported(place: Workplace, directory: Path) -> str:
    """Sign and export a ledger; give its verifier key."""
    place.sign()
    export_directory(place.store, Prover(place.store, place.trust), directory)
    return str(place.trust.pinned()[0])


def test_the_independent_reader_reads_a_public_log(tmp_path: Path) -> None:
    """At every size for which it has a checkpoint and all tiles."""
    log = shared("data/tlog/tessera-log/log")
    for size in range(1, 16):
        directory = tmp_path / str(size)
        shutil.copytree(log / "tile", directory / "tile")
        shutil.copyfile(log / f"checkpoint.{size}", directory / "checkpoint")
        head, entries = read_log(directory, PUBLIC_KEY)
        assert head.size == size == len(entries)


def test_the_independent_reader_reads_our_log(place: Workplace, tmp_path: Path) -> None:
    """As it grows: from part of a tile over a full one to a second level."""
    directory = tmp_path / "export"
    for number in (3, 252, 1, 300):
        place.add(number, statement=f"Claim of {number}.")
        key = exported(place, directory)
        head, entries = read_log(directory, key)
        assert head.origin == ORIGIN
        assert head.size == place.store.tree.size()
        for n in (1, place.store.head(LOCAL).n):
            proof = Prover(place.store, place.trust).prove(LOCAL, n)
            entry = entries[proof.position - 1]
            lines = ["both-sides/leaf/v1", "local", str(n), proof.row.link.seal_hex]
            assert entry.decode() == "".join(f"{line}\n" for line in lines)
            assert read_proof(str(proof.proof).encode(), key, entry) == head
            with pytest.raises(NotALogError):
                read_proof(str(proof.proof).encode(), key, entries[proof.position - 2])


def test_the_independent_reader_refuses_a_log_with_a_changed_byte(
    sqlite_place: Workplace, tmp_path: Path
) -> None:
    """Wherever in the files of the log it is."""
    directory = tmp_path / "export"
    sqlite_place.add(300)
    key = exported(sqlite_place, directory)
    files = [directory / "checkpoint", *sorted((directory / "tile").rglob("*"))]
    changed = 0
    for path in filter(Path.is_file, files):
        data = path.read_bytes()
        for place in {0, len(data) // 2, len(data) - 1}:
            path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
            with pytest.raises((NotALogError, ValueError)):
                read_log(directory, key)
            changed += 1
        path.write_bytes(data)
    assert changed >= 15
    read_log(directory, key)
