"""Test 13 of spec/ledger.md, 8: a fault, and a kill, at every file system call of one step."""

import shutil
from pathlib import Path

import pytest

from both_sides.service.verifying.findings import Outcome
from both_sides.store.trust_directory import TrustDirectory
from tests.trust.amounts import IS_SOAK
from tests.trust.traced import ACKNOWLEDGED, CALLS, KEY, SIGNED, Traced, append_and_sign
from tests.trust.workplace import LOCAL, Workplace

FAULTS = ("error=EIO", "error=ENOSPC", "signal=KILL")
EVERY = 1 if IS_SOAK else 9  # in a soak at every call, else at every ninth, in turn


class Original:
    """Keep a small ledger that was signed, and copy it for every fault."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._kept = directory / "kept"
        self._kept.mkdir()
        place = Workplace(str(self._kept / "ledger.db"), TrustDirectory(self._kept / "trust"))
        place.make_key()
        place.add(3)
        place.sign()
        place.close()

    def step(self, *options: str) -> tuple[Path, Traced]:
        """Do the step on a copy; give the copy, and what happened."""
        copy = self._directory / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self._kept, copy)
        ledger, trust = str(copy / "ledger.db"), copy / "trust"
        return copy, append_and_sign(ledger, trust, options, self._directory / "trace")


def require_sound(copy: Path, traced: Traced) -> None:
    """Verify what a fault left behind, send the request again, and go on."""
    place = Workplace(str(copy / "ledger.db"), TrustDirectory(copy / "trust"))
    # Before anything is mended: nothing reads as tampered, cut off or forked.
    assert place.outcome() in {Outcome.VERIFIED, Outcome.INCOMPLETE}
    before = place.store.head(LOCAL).n
    assert before == 4 if ACKNOWLEDGED in traced.told else before in {3, 4}
    receipt = place.add(1, key=KEY)
    assert receipt.replayed is (before == 4)
    assert place.store.head(LOCAL).n == 4
    place.sign()
    assert place.outcome() is Outcome.VERIFIED
    place.add(1)
    place.sign()
    assert place.outcome() is Outcome.VERIFIED
    place.close()


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_at_any_call_of_an_append_and_a_checkpoint_leaves_a_sound_ledger(
    tmp_path: Path, fault: str
) -> None:
    """What was acknowledged is there, nothing is there twice, and the next run goes on."""
    original = Original(tmp_path)
    _, whole = original.step("-e", f"trace={CALLS}")
    assert (whole.told, whole.code) == (ACKNOWLEDGED + SIGNED, 0)
    calls = whole.calls()
    assert {"openat", "pwrite64", "fdatasync", "fsync", "rename"} <= {name for name, _ in calls}
    hit = 0
    for name, number in calls[FAULTS.index(fault) :: EVERY]:
        copy, traced = original.step("-e", f"inject={name}:{fault}:when={number}")
        hit += traced.code != 0
        require_sound(copy, traced)
    assert hit, "no fault did anything"
