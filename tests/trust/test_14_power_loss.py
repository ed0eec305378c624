"""Test 14 of spec/ledger.md, 8: the power fails at any moment of an append and a checkpoint."""

import random
import shutil
from pathlib import Path

import pytest

from tests.trust.aftermath import Original, require_sound_copy
from tests.trust.amounts import IS_SOAK, amount
from tests.trust.power_loss import PIPE, TRACE, Call, Disk, calls_of
from tests.trust.traced import ACKNOWLEDGED, SIGNED


def fail_after(calls: list[Call], disk: Disk) -> bytes:
    """Play calls; give what was acknowledged before the power failed."""
    told = b""
    for call in calls:
        if call.path.startswith(PIPE):
            told += call.data
        else:
            disk.play(call)
    return told


def put_back(files: dict[str, bytes], directory: Path) -> None:
    """Make a directory hold what was on the disk, and nothing else."""
    shutil.rmtree(directory)
    for name, data in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o600)  # as a key must be


@pytest.mark.slow
def test_a_power_loss_at_any_moment_leaves_a_sound_ledger(tmp_path: Path) -> None:
    """Whatever of the unflushed writes came through: what was acknowledged is there."""
    original = Original(tmp_path)
    directory, traced = original.step(*TRACE)
    assert traced.told == ACKNOWLEDGED + SIGNED
    calls = list(calls_of(traced.trace, directory))
    assert {"create", "write", "truncate", "flush", "rename"} <= {call.name for call in calls}
    rng = random.Random(14)
    moments = list(range(len(calls) + 1))
    for moment in moments if IS_SOAK else rng.sample(moments, 12):
        for share in (0.0, 1.0, *[0.5] * amount(1, 6)):
            disk = Disk(original.kept)
            told = fail_after(calls[:moment], disk)
            put_back(disk.lose_power(rng, share), directory)
            require_sound_copy(directory, told)
