"""Test 13 of spec/ledger.md, 8: a fault, and a kill, at every file system call of one step."""

from pathlib import Path

import pytest

from tests.trust.aftermath import Original, require_sound
from tests.trust.amounts import IS_SOAK
from tests.trust.traced import ACKNOWLEDGED, CALLS, SIGNED

FAULTS = ("error=EIO", "error=ENOSPC", "signal=KILL")
EVERY = 1 if IS_SOAK else 9  # in a soak at every call, else at every ninth, in turn


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
        require_sound(copy, traced.told)
    assert hit, "no fault did anything"
