"""Rank on a real Spark cluster of several processes: the same rows, whole or not at all."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from both_sides.batch import spark_session
from both_sides.batch.parquet_files import about
from both_sides.batch.spark import MANIFEST
from both_sides.batch.spark_session import require_spark
from both_sides.errors import ExtraMissingError
from tests.batch.dumps import dump, lines
from tests.batch.equality import MASTER
from tests.batch.ranked import AS_OF, Rank
from tests.shared import ROOT, shared


def require_java() -> None:
    """Skip where Spark cannot run; `.ci/run` installs what it needs and lets nothing skip."""
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        pytest.skip("Spark runs on Java, which is missing: apt-get install openjdk-17-jre-headless")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Start a cluster of two executors; `open_session` uses the session that is active."""
    require_java()
    from pyspark.sql import SparkSession

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        builder = SparkSession.builder.master(MASTER).appName("tests")
        for name, value in spark_session._ON_THIS_MACHINE.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        yield MASTER
        session.stop()


def rows_of(path: str) -> list[dict[str, Any]]:
    """Read a ranking, in the order of its disputes."""
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return sorted(rows, key=lambda row: (int(row["entity_id"][1:]), row["property_id"]))


@pytest.mark.slow
def test_a_cluster_of_which_an_executor_is_killed_gives_the_same_bytes(tmp_path: Path) -> None:
    """As this machine alone does, of synthetic disputes and of the real file."""
    require_java()
    command = [sys.executable, "-m", "tests.batch.equality", "--only", "compiled", "--spark"]
    ran = subprocess.run(
        [*command, "30000", str(shared("data/wikidata/dev.ndjson.gz"))],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("Spark, one executor killed") == 2
    assert ran.stderr.count("Lost executor") >= 2
    assert ran.stdout.endswith("all equal\n")


@pytest.mark.slow
def test_pieces_of_a_dump_are_read_and_ranked_on_the_cluster(rank: Rank, cluster: str) -> None:
    """With the same account, the same summary, and a record that can be sealed and checked."""
    broken = lines(200)[7][:-30]
    whole = dump(200).replace(lines(200)[7], broken)
    Path("d.json").write_bytes(whole)
    assert rank("d.json", "--split", "pieces")[0] == 0
    options = ("--as-of", AS_OF, "--explain", "--only", "contested,unresolved", "--worst", "5")
    code, here, _ = rank("d.json", "--out", "here.parquet", *options)
    assert code == 2
    code, there, _ = rank("pieces", "--out", "there", *options, "--spark", cluster, "--seal")
    assert code == 2
    assert rows_of("there") == rows_of("here.parquet")
    for name in ("bands", "properties", "margins", "worst", "disputes", "claims", "rows"):
        assert there[name] == here[name], name
    assert there["account"]["problemCounts"] == here["account"]["problemCounts"] == {"not_json": 1}
    assert there["account"]["lost"] == here["account"]["lost"]
    manifest = json.loads(Path("there", MANIFEST).read_text(encoding="utf-8"))
    assert (manifest["engine"], manifest["digest"]) == ("1.0.0", there["digest"])
    for part in Path("there").glob("*.parquet"):
        assert about(pq.ParquetFile(part))["engine"] == "1.0.0"
    code, checked, _ = rank("there", "--check")
    assert (code, checked["rankings"][0]["runId"]) == (0, "RUN-0001")


@pytest.mark.slow
def test_tables_are_read_here_and_ranked_there(rank: Rank, cluster: str) -> None:
    """Nested Parquet too; with --newest as well as without."""
    Path("d.json").write_bytes(dump(50))
    assert rank("d.json", "--disputes", "kept")[0] == 0
    for options in ([], ["--newest"]):
        rank("kept", "--out", "here.parquet", "--as-of", AS_OF, *options)
        shutil.rmtree("there", ignore_errors=True)
        code, _, _ = rank("kept", "--out", "there", "--as-of", AS_OF, "--spark", cluster, *options)
        assert code == 0
        assert rows_of("there") == rows_of("here.parquet")


@pytest.mark.slow
def test_a_job_that_fails_leaves_nothing_that_looks_whole(rank: Rank, cluster: str) -> None:
    """And says why in a sentence; a ranking that is there already is not touched."""
    Path("d.json").write_bytes(dump(50))
    rank("d.json", "--disputes", "kept")
    part = Path("kept/part-00000.parquet")
    content = part.read_bytes()
    part.write_bytes(content[:4] + b"\xff" * 300 + content[304:])  # its pages, not its footer
    code, error, _ = rank("kept", "--out", "there", "--as-of", AS_OF, "--spark", cluster)
    assert (code, error["code"]) == (5, "store_unavailable")
    assert "Spark could not do it" in error["message"]
    assert not Path("there", "_SUCCESS").exists()
    assert not Path("there", MANIFEST).exists()
    assert not list(Path("there").glob("*.parquet"))
    part.write_bytes(content)
    shutil.rmtree("there", ignore_errors=True)
    assert rank("kept", "--out", "there", "--as-of", AS_OF, "--spark", cluster)[0] == 0
    before = rows_of("there")
    code, error, _ = rank("kept", "--out", "there", "--as-of", AS_OF, "--spark", cluster)
    assert (code, error["code"]) == (2, "invalid_input")
    assert "already" in error["message"]
    assert rows_of("there") == before


# --- what is missing ---


OTHER_VERSION = """
import sys
import pyspark
from both_sides.interfaces.cli.app import run
pyspark.__version__ = "4.0.1"
sys.exit(run(["rank", "d.json", "--disputes", "kept", "--out", "r", "--spark", "local[1]"]))
"""


@pytest.mark.slow
def test_a_cluster_of_another_minor_version_is_refused_with_what_to_install(
    tmp_path: Path,
) -> None:
    """The Java side says its version; here the Python side says another one."""
    require_java()
    (tmp_path / "d.json").write_bytes(dump(2))
    ran = subprocess.run(
        [sys.executable, "-c", OTHER_VERSION],
        cwd=tmp_path,
        env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 5, ran.stderr
    assert "PySpark here is 4.0.1" in ran.stderr
    assert "pip install 'pyspark==4." in ran.stderr
    assert not (tmp_path / "r").exists()


def test_missing_java_is_named(rank: Rank, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With what installs it, and nothing is left behind."""
    Path("d.json").write_bytes(dump(2))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    code, error, _ = rank("d.json", "--out", "r", "--spark", "local[1]")
    assert (code, error["code"], error["facts"]["missing"]) == (5, "extra_missing", ["java"])
    assert "apt-get install" in error["hint"]
    assert not Path("r").exists()


@pytest.mark.parametrize(
    ("versions", "sentence", "hint"),
    [
        ({}, "PySpark, which is not installed", "both-sides[spark]"),
        ({"pyspark": "3.5.4", "pandas": "2.3"}, "PySpark 3.5.4 is installed", "pyspark>=4,<5"),
        ({"pyspark": "4.3.0"}, "asks for pandas", "both-sides[spark]"),
    ],
)
def test_a_missing_or_other_package_is_named(
    monkeypatch: pytest.MonkeyPatch, versions: dict[str, str], sentence: str, hint: str
) -> None:
    """With the command that installs it."""
    monkeypatch.setattr(spark_session, "installed_version", versions.get)
    with pytest.raises(ExtraMissingError) as caught:
        require_spark()
    assert sentence in str(caught.value)
    assert hint in (caught.value.hint or "")
