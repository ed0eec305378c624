"""Test 15 of spec/ledger.md, 8: the disk is full during a commit, a checkpoint, the anchor."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import environment
from tests.shared import ROOT
from tests.small_disks import small


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["commit", "checkpoint", "anchor"])
def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path, mode: str) -> None:
    """The failure is typed, the ledger reads as sound, and goes on when there is room."""
    command = [*small(tmp_path, "1400k"), sys.executable, "-m", "tests.trust.full_disk", mode]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**environment(), "PYTHONPATH": str(ROOT), "TMPDIR": os.environ.get("TMPDIR", "/tmp")},
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["failures"], "the disk was never full"
    assert set(answer["failures"]) == {"store_unavailable"}
    assert answer["sound_while_full"]
    assert not answer["replayed"]
    assert answer["kept"] == answer["acknowledged"]
    assert answer["signed"] == answer["kept"] + 1  # the key is an event too
    assert answer["outcome"] == "verified"
