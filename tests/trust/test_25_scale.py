"""Test 25 of spec/ledger.md, 8: many events, two processes, a kill in between, appends meanwhile.

Ten million events in `make soak`, on SQLite; some ten thousands in every run, on both databases.
"""

import subprocess
import sys
import threading

import pytest

from both_sides.service.verifying.findings import Level, Outcome
from both_sides.service.verifying.stretches import SEGMENT
from both_sides.service.verifying.verification import Mode
from tests.shared import ROOT
from tests.trust.amounts import amount
from tests.trust.filling import fill
from tests.trust.workplace import Workplace

KILLED = """
import sys
from pathlib import Path
from both_sides.service.verifying import verification
from both_sides.service.verifying.findings import Level
from both_sides.store.opening import open_store
from both_sides.store.trust_directory import TrustDirectory

verification.SAVE_EVERY_SECONDS = 0.0
store = open_store(sys.argv[1], create=False)
options = verification.VerifyOptions(level=Level.TREE, processes=int(sys.argv[3]))
verification.verify(
    store, TrustDirectory(Path(sys.argv[2])), options,
    progress=lambda done, _total: print(done, flush=True),
)
"""


def kill_between(place: Workplace, processes: int) -> int:
    """Verify in another process and kill it in the middle; tell how far it had come."""
    command = [sys.executable, "-c", KILLED, place.address, str(place.trust.path), str(processes)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as running:
        assert running.stdout is not None
        running.stdout.readline()
        done = int(running.stdout.readline())  # what came before this line is saved
        running.kill()
    return done


@pytest.mark.slow
def test_a_large_ledger_is_verified_in_parts(place: Workplace) -> None:
    """With one process and two, after a kill from where it was, and while others append."""
    events = amount(4 * SEGMENT, 10_000_000 if place.is_sqlite else 1_000_000)
    fill(place.store, events, scopes=3)
    size = place.sign().checkpoint.size
    assert size == events + 1
    # 1. With one process and with two, the same is found.
    for processes in (1, 2):
        found = place.verify(level=Level.TREE, processes=processes)
        assert (found.outcome, found.events, found.findings) == (Outcome.VERIFIED, size, ())
    # 2. Killed and resumed: what was verified is not read again.
    done = kill_between(place, 1)
    assert SEGMENT <= done <= size
    found = place.verify(level=Level.TREE, mode=Mode.RESUME)
    assert (found.outcome, found.findings) == (Outcome.VERIFIED, ())
    assert found.events <= size - SEGMENT
    # 3. While others append: nothing reads as damage, and what is new is said to be unanchored.
    is_over = threading.Event()

    def append() -> None:
        while not is_over.is_set():
            fill(place.store, 100)
            is_over.wait(0.05)

    appending = threading.Thread(target=append)
    appending.start()
    try:
        found = place.verify(level=Level.TREE, processes=2)
        assert found.outcome in {Outcome.VERIFIED, Outcome.INCOMPLETE}
    finally:
        is_over.set()
        appending.join()
    place.sign()
    found = place.verify(level=Level.TREE, mode=Mode.INCREMENTAL)
    assert found.outcome is Outcome.VERIFIED
    assert found.events < size
    # 4. And one event that was changed is found among all of them.
    place.damage("UPDATE events SET seal = previous WHERE scope = 'bulk/1' AND n = 77")
    assert place.outcome(level=Level.LINKS, processes=2) is Outcome.TAMPERED
