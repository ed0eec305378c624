"""A Parquet file is there whole or not at all, and says what it was made from."""

import resource
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from both_sides.batch.columns import DISPUTES
from both_sides.batch.digests import TableDigest
from both_sides.batch.parquet_files import ParquetOutput, about, open_parquet, write_whole
from both_sides.errors import MalformedDocumentError, StoreUnavailableError
from tests.batch.making import batch_of, synthetic
from tests.shared import ROOT


def test_a_file_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """Rows, types, and what the metadata say, with the digest of the rows."""
    batch = batch_of(synthetic(50))
    path = tmp_path / "a.parquet"
    with ParquetOutput(path, DISPUTES, {"made": "disputes"}) as output:
        for start in range(0, 50, 7):
            output.write(batch.slice(start, 7))
    file = open_parquet(path)
    assert file.read().combine_chunks().to_batches()[0].equals(batch)
    digest = TableDigest()
    digest.add(batch)
    assert about(file) == {"made": "disputes", "rows": 50, "digest": digest.text()}
    assert [found.name for found in tmp_path.iterdir()] == ["a.parquet"]


def test_an_interruption_leaves_nothing_that_looks_whole(tmp_path: Path) -> None:
    """Neither the file nor a rest of it; a file that was there before stays."""
    path = tmp_path / "a.parquet"
    path.write_bytes(b"before")

    def interrupted() -> None:
        with ParquetOutput(path, DISPUTES, {}) as output:
            output.write(batch_of(synthetic(5)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_bytes() == b"before"
    assert [found.name for found in tmp_path.iterdir()] == ["a.parquet"]


FULL = """
import sys
from pathlib import Path
from both_sides.batch.columns import DISPUTES
from both_sides.batch.parquet_files import ParquetOutput
from both_sides.errors import StoreUnavailableError
from tests.batch.making import batch_of, synthetic
batch = batch_of(synthetic(3000))
try:
    with ParquetOutput(Path(sys.argv[1]), DISPUTES, {}) as output:
        for _ in range(40):
            output.write(batch, size=1 << 17)
except StoreUnavailableError as error:
    print(error.message, error.hint)
"""


@pytest.mark.slow
def test_a_full_disk_leaves_nothing_and_says_what_to_do(tmp_path: Path) -> None:
    """The limit on the size of a file stands for a disk that is full."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    ran = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "a.parquet")],
        cwd=ROOT,
        env={"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "cannot be written" in ran.stdout
    assert "free some space" in ran.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Before anything is computed."""
    with (
        pytest.raises(StoreUnavailableError, match="cannot be written"),
        ParquetOutput(tmp_path / "no" / "a.parquet", DISPUTES, {}),
    ):
        pass


def test_half_a_file_is_refused(tmp_path: Path) -> None:
    """It says so instead of giving fewer rows."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": range(1000)}), path)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(MalformedDocumentError):
        open_parquet(path)


def test_files_of_others_say_nothing_of_us(tmp_path: Path) -> None:
    """And that is no error."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    assert about(open_parquet(path)) == {}


def test_a_small_file_is_written_whole(tmp_path: Path) -> None:
    """Over what was there before."""
    path = tmp_path / "state.json"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert len(list(tmp_path.iterdir())) == 1
