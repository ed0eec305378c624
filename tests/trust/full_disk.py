"""Append to a ledger until its disk is full, make room, and see that all is well.

    python -m tests.trust.full_disk MODE

In the current directory, which is a small disk of its own. The mode says what meets the full disk:
`commit` (appends), `checkpoint` (the tiles and the note) or `anchor` (its temporary file). Says
what was acknowledged and verified, in one line of JSON.
"""

import json
import os
import sys
from pathlib import Path

from both_sides.errors import StoreUnavailableError
from both_sides.service.verifying.findings import Outcome
from both_sides.store.trust_directory import TrustDirectory
from tests.trust.workplace import LOCAL, Workplace

BALLAST, ROOM = Path("ballast"), 200_000


def fill() -> None:
    """Write until nothing more fits."""
    with Path("filler").open("wb", buffering=0) as file:
        for size in (65_536, 4_096, 512, 1):
            try:
                while True:
                    file.write(bytes(size))
                    os.fsync(file.fileno())
            except OSError:
                continue


def make_room() -> None:
    """Delete what only took up space."""
    for path in (BALLAST, Path("filler")):
        path.unlink(missing_ok=True)


def main() -> None:
    """Run."""
    mode = sys.argv[1]
    BALLAST.write_bytes(bytes(ROOM))
    place = Workplace(str(Path("ledger.db").absolute()), TrustDirectory(Path("trust").absolute()))
    place.make_key()
    place.add(300)
    place.sign()
    acknowledged, failures = 300, []
    if mode == "commit":
        try:
            while True:
                place.add(1, key=f"k{acknowledged}")
                acknowledged += 1
        except StoreUnavailableError as error:
            failures.append(error.code)
    else:
        place.add(1, key=f"k{acknowledged}")
        acknowledged += 1
        fill()
        if mode == "checkpoint":  # room for the anchor, which comes first, and no more
            with Path("filler").open("r+b") as file:
                file.truncate(Path("filler").stat().st_size - 4_096)
        for _ in range(2):
            try:
                place.sign()
            except StoreUnavailableError as error:
                failures.append(error.code)
    while_full = place.verify().outcome
    make_room()
    place.reopen()
    receipt = place.add(1, key=f"k{acknowledged}")
    acknowledged += 1
    kept = place.store.head(LOCAL).n
    signed = place.sign()
    answer = {
        "failures": failures,
        "sound_while_full": while_full in {Outcome.VERIFIED, Outcome.INCOMPLETE},
        "replayed": receipt.replayed,
        "acknowledged": acknowledged,
        "kept": kept,
        "signed": signed.checkpoint.size,
        "outcome": place.outcome().value,
    }
    place.close()
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
