"""Plain Python gives the same bytes as the machine code, and is used where numba is missing."""

import os
import subprocess
import sys

import pyarrow as pa
import pytest

from both_sides.batch.digests import TableDigest
from both_sides.batch.score import score_batch
from tests.batch.making import AS_OF, batch_of, synthetic
from tests.shared import ROOT

PROGRAM = """
import sys
if sys.argv[1] == "hidden":
    sys.modules["numba"] = None
from both_sides.batch.digests import TableDigest
from both_sides.batch.order import narrow_to_newest
from both_sides.batch.score import score_batch, warm
from tests.batch.making import AS_OF, batch_of, synthetic
assert not warm()
digest = TableDigest()
for explain in (False, True):
    digest = TableDigest()
    batch = narrow_to_newest(batch_of(synthetic(150)))
    digest.add(score_batch(batch, as_of=AS_OF, explain=explain))
    print(digest.text())
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", ["disabled", "hidden"])
def test_plain_python_gives_the_same_bytes(how: str) -> None:
    """With NUMBA_DISABLE_JIT=1, and without numba at all."""
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    if how == "disabled":
        environment["NUMBA_DISABLE_JIT"] = "1"
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, how],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == [
        _digest(score_batch(batch_of(synthetic(150)), as_of=AS_OF, explain=explain))
        for explain in (False, True)
    ]


def _digest(batch: pa.RecordBatch) -> str:
    digest = TableDigest()
    digest.add(batch)
    return digest.text()
