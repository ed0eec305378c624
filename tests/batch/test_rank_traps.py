"""`both-sides rank` with what is broken, interrupted, full or not installed: nothing is lost."""

import gzip
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from both_sides.batch.parquet_files import about
from tests.batch.dumps import PACKERS, dump, entity, lines
from tests.batch.ranked import AS_OF, Rank, finish, rows_of, start, write
from tests.shared import ROOT, json_lines, shared

# --- traps ---


TRAPS: dict[str, tuple[bytes, int, set[str]]] = {
    "cut off": (PACKERS["json.gz"](dump(300))[:-2000], 2, {"truncated"}),
    "not gzip at all": (b"\x1f\x8bhello", 2, {"damaged_compression"}),
    "no compression of ours": (b"\xfd7zXZ\x00" + bytes(99), 2, {"unknown_compression"}),
    "empty": (b"", 2, {"truncated"}),
    "nested deeper than anybody writes": (
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"\n" + lines(1)[0],
        2,
        {"too_deep"},
    ),
    "an empty list": (b"[\n]\n", 0, set()),
    "no dispute": (dump(5, claims=1), 0, set()),
    "no JSON": (b"hello\nworld\n", 2, {"not_json"}),
    "a broken line": (b"\n".join([lines(2)[0][:-40], lines(2)[1]]), 2, {"not_json"}),
    "not closed": (dump(3)[:-2], 2, {"truncated"}),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_a_broken_dump_is_ranked_as_far_as_it_goes(rank: Rank, trap: str) -> None:
    """With a report of what is missing, and an exit code that says so."""
    data, expected, problems = TRAPS[trap]
    write("latest-all.json.gz", data)
    code, members, _ = rank("latest-all.json.gz", "--out", "r.parquet", "--as-of", AS_OF)
    assert code == expected
    assert set(members["account"]["problemCounts"]) == problems
    assert members["rows"] == len(rows_of("r.parquet")) == members["account"]["disputes"]
    if trap == "cut off":
        assert members["rows"] > 100


def test_a_property_that_nobody_has_gives_an_empty_ranking(rank: Rank) -> None:
    """Of the right shape."""
    write("d.json", dump(3))
    code, members, _ = rank("d.json", "--property", "P999", "--out", "r.parquet", "--as-of", AS_OF)
    assert (code, members["disputes"], members["account"]["entities"]) == (0, 0, 3)
    assert pq.read_table("r.parquet").schema.names[-1] == "claims"


@pytest.mark.slow
@pytest.mark.parametrize("is_whole", [True, False])
def test_a_line_of_200_megabytes_costs_at_most_itself(rank: Rank, *, is_whole: bool) -> None:
    """Whole it is read; broken it is reported; the lines around it are ranked either way."""
    huge = {**entity(2), "aliases": "x" * (200 << 20)}
    middle = json.dumps(huge, separators=(",", ":")).encode()
    data = b"\n".join([lines(1)[0], middle if is_whole else middle[:-1], lines(3)[2]]) + b"\n"
    write("d.json.gz", gzip.compress(data, 1))
    code, members, _ = rank("d.json.gz", "--out", "r.parquet", "--as-of", AS_OF)
    assert code == (0 if is_whole else 2)
    expected = ["Q1", "Q2", "Q3"] if is_whole else ["Q1", "Q3"]
    assert [row["entity_id"] for row in rows_of("r.parquet")] == expected
    assert members["account"]["problemCounts"] == ({} if is_whole else {"not_json": 1})


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["d.json"], "out"),
        (["d.json", "--out", "no/r.parquet"], "out"),
        (["d.json", "--out", "r.csv"], "out"),
        (["d.json", "--out", "r.parquet", "--as-of", "May"], "as_of"),
        (["d.json", "--out", "r.parquet", "--cores", "0"], "cores"),
        (["d.json", "--out", "d.json"], "out"),
        (["d.json", "--out", "./d.json"], "out"),
    ],
)
def test_a_plan_that_cannot_be_carried_out_is_refused_at_once(
    rank: Rank, arguments: list[str], field: str
) -> None:
    """Nothing is read or written."""
    write("d.json", dump(3))
    code, error, _ = rank(*arguments)
    assert (code, error["facts"]["field"]) == (2, field)
    assert [path.name for path in Path().iterdir()] == ["d.json"]


def test_a_file_that_is_not_there_is_named(rank: Rank) -> None:
    """And nothing is left behind."""
    code, error, _ = rank("none.json", "--out", "r.parquet")
    assert (code, error["code"]) == (2, "not_found")
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("name", ["d.json", "d.csv", "d.jsonl", "m.toml"])
def test_what_cannot_be_read_is_named_with_its_reason(rank: Rank, name: str) -> None:
    """A socket is the one thing that even the administrator cannot open."""
    write("d.csv", b"entity,property,value\nQ1,P1,5\n")
    Path(name).unlink(missing_ok=True)
    with closing(socket.socket(socket.AF_UNIX)) as bound:
        bound.bind(name)
    mapping = ("--mapping", name) if name == "m.toml" else ()
    paths = ("d.csv",) if mapping else (name,)
    code, error, _ = rank(*paths, *mapping, "--out", "r.parquet")
    assert (code, error["code"]) == (2, "invalid_input")
    assert f"{name} cannot be read: No such device or address" in error["message"]
    assert not Path("r.parquet.work").exists()


@pytest.mark.parametrize("name", ["pipe", "ledger.db"])
def test_a_ranking_replaces_no_pipe_and_no_ledger(rank: Rank, name: str) -> None:
    """It says so before anything is read."""
    write("d.json", dump(3))
    if name == "pipe":
        os.mkfifo(name)
    else:
        write(name, b"SQLite format 3\0")
    code, error, _ = rank("d.json", "--out", name)
    assert (code, error["code"]) == (2, "invalid_input")
    assert sorted(path.name for path in Path().iterdir()) == ["d.json", name]


def test_a_table_that_is_refused_leaves_no_folder(rank: Rank) -> None:
    """An empty one helps nobody."""
    write("d.csv", b"one,two,three\n1,2,3\n")
    code, _, _ = rank("d.csv", "--out", "r.parquet")
    assert code == 2
    assert [path.name for path in Path().iterdir()] == ["d.csv"]


# --- interruptions ---


SMALL_PARTS = """
import sys
from both_sides.batch import ingest
from both_sides.interfaces.cli.app import run
ingest.PART_CLAIMS = 5_000
if __name__ == "__main__":
    sys.exit(run(["rank", *sys.argv[1:]]))
"""


@pytest.mark.slow
def test_ctrl_c_leaves_a_state_from_which_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finished parts stay; the ranking in the end is that of a run that nothing stopped."""
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "big.json"
    whole = list(json_lines(shared("data/wikidata/dev.ndjson.gz")))
    with source.open("w", encoding="utf-8") as stream:
        for copy in range(10, 13):
            for found in whole:
                renamed = {**found, "id": f"{found['id']}{copy}"}
                stream.write(json.dumps(renamed, separators=(",", ":")) + "\n")
    options = ("--as-of", AS_OF, "--cores", "2")
    (tmp_path / "small_parts.py").write_text(SMALL_PARTS)
    command = (sys.executable, "small_parts.py", "big.json")

    def begin(out: str, **more: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        return subprocess.Popen(
            [*command, "--out", out, *options], stderr=subprocess.PIPE, env=environment, **more
        )

    process = begin("r.parquet", start_new_session=True)
    state = tmp_path / "r.parquet.work" / "ingest.json"
    limit = time.monotonic() + 300
    while not state.exists() and process.poll() is None and time.monotonic() < limit:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    assert b"interrupted" in err
    assert not (tmp_path / "r.parquet").exists()
    parts = {path: path.stat().st_mtime_ns for path in state.parent.glob("part-*.parquet")}
    assert parts
    assert not list(state.parent.glob("*.unfinished"))
    assert finish(begin("r.parquet")) == 0
    assert finish(begin("whole.parquet")) == 0
    assert (tmp_path / "r.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert not state.parent.exists()


@pytest.mark.slow
def test_a_full_disk_leaves_no_half_ranking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says what to do, and the same command goes on when there is room."""
    monkeypatch.chdir(tmp_path)
    write("d.json", dump(30_000))

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    process = start("d.json", "--out", "r.parquet", "--as-of", AS_OF, preexec_fn=limit)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 5
    assert b"free some space" in err
    assert not list(tmp_path.glob("**/*.unfinished"))
    assert not (tmp_path / "r.parquet").exists()
    assert finish(start("d.json", "--out", "r.parquet", "--as-of", AS_OF)) == 0
    assert len(rows_of("r.parquet")) == 30_000


# --- what is not installed ---


@pytest.mark.parametrize(
    ("hidden", "arguments", "sentence"),
    [
        ("pyarrow", [], "pip install 'both-sides[batch]'"),
        ("msgspec", [], "pip install 'both-sides[batch]'"),
    ],
)
def test_what_is_missing_is_named_with_what_installs_it(
    rank: Rank,
    monkeypatch: pytest.MonkeyPatch,
    hidden: str,
    arguments: list[str],
    sentence: str,
) -> None:
    """The core of the program has neither Arrow nor numba."""
    write("d.json", dump(1))
    monkeypatch.setitem(sys.modules, hidden, None)
    code, error, _ = rank("d.json", "--out", "r.parquet", *arguments)
    assert (code, error["code"]) == (5, "extra_missing")
    assert sentence in error["hint"]


@pytest.mark.slow
def test_without_numba_the_same_ranking_takes_longer_and_says_so(
    tmp_path: Path, rank: Rank
) -> None:
    """With a sentence that says what to install."""
    write("d.json", dump(50))
    _, members, _ = rank("d.json", "--out", "r.parquet", "--as-of", AS_OF)
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from both_sides.interfaces.cli.app import run\n"
        f"sys.exit(run(['rank', 'd.json', '--out', 'p.parquet', '--as-of', '{AS_OF}']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=tmp_path, check=True, text=True
    )
    assert "pip install 'both-sides[batch]'" in ran.stderr
    assert about(pq.ParquetFile("p.parquet"))["digest"] == members["digest"]
