"""`both-sides rank` as people use it: dumps, tables, nested Parquet, traps, interruptions."""

import gzip
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from both_sides.batch.columns import CONTRIBUTIONS
from both_sides.batch.parquet_files import about
from both_sides.domain.disputes import Subject
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.domain.time_series import Narrowing
from both_sides.interfaces.cli.app import run
from both_sides.service.wiring import open_desk, read_settings
from tests.replayed import require_replay
from tests.shared import ROOT, json_lines, shared
from tests.unit.batch.dumps import PACKERS, dump, entity, lines
from tests.unit.batch.making import answers, of_an_adjudication, of_the_oracle, parsed, synthetic

AS_OF = "2026-10-03"
Answer = tuple[int, Any, str]


@pytest.fixture
def rank(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Answer]:
    """Run the command in a folder of its own; give its exit code, its JSON, and its remarks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOTH_SIDES_LEDGER", str(tmp_path / "ledger.db"))
    monkeypatch.setenv("BOTH_SIDES_ACTOR", "ada")

    def call(*arguments: str) -> Answer:
        code = run(["rank", *arguments, "--json"])
        out, err = capsys.readouterr()
        return code, json.loads(out) if out else json.loads(err), err

    return call


def rows_of(path: str) -> list[dict[str, Any]]:
    """Read a ranking."""
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


def write(name: str, data: bytes) -> str:
    """Write a file into the folder of the test."""
    Path(name).write_bytes(data)
    return name


# --- equal to the desk ---


def test_the_ranking_is_what_the_desk_shows(rank: Callable[..., Answer]) -> None:
    """Every dispute of the real file: the same claims, points, positions, margin and band."""
    source = str(shared("data/wikidata/dev.ndjson.gz"))
    code, members, _ = rank(source, "--out", "r.parquet", "--as-of", AS_OF, "--explain")
    assert code == 0
    table = pq.read_table("r.parquet").combine_chunks().to_batches()[0]
    ranked = {
        (row["entity_id"], row["property_id"]): answer
        for row, answer in zip(table.to_pylist(), answers(table), strict=True)
    }
    assert run(["import", "wikidata", source]) == 0
    desk = open_desk(read_settings())
    shown = {}
    cursor: str | None = None
    while True:
        page = desk.disputes(cursor=cursor, limit=100)
        for listed in page.items:
            subject = listed.summary.subject
            hearing = desk.adjudicate(subject, as_of=AS_OF)
            shown[subject.entity_id, subject.property_id] = of_an_adjudication(hearing.adjudication)
        cursor = page.next_cursor
        if cursor is None:
            break
    desk.ledger.store.close()
    assert ranked == shown
    assert members["disputes"] == len(shown)


def test_the_newest_moment_is_ranked_as_the_desk_ranks_it(rank: Callable[..., Answer]) -> None:
    """With --newest on both sides."""
    source = str(shared("data/wikidata/dev.ndjson.gz"))
    rank(
        source,
        "--out",
        "r.parquet",
        "--as-of",
        AS_OF,
        "--newest",
        "--property",
        "P1082",
        "--explain",
    )
    table = pq.read_table("r.parquet").combine_chunks().to_batches()[0]
    assert run(["import", "wikidata", source, "--property", "P1082"]) == 0
    desk = open_desk(read_settings())
    for row, answer in zip(table.to_pylist(), answers(table), strict=True):
        subject = Subject(EntityId(row["entity_id"]), PropertyId("P1082"))
        hearing = desk.adjudicate(subject, as_of=AS_OF, narrowing=Narrowing(newest=True))
        assert of_an_adjudication(hearing.adjudication) == answer
    desk.ledger.store.close()


def test_lines_of_disputes_are_ranked_as_the_naive_method_ranks_them(
    rank: Callable[..., Answer],
) -> None:
    """In the shape of `adjudicate --input`."""
    documents = list(synthetic(200))
    text = "\n".join(json.dumps(parsed(document)) for document in documents)
    write("a.jsonl", text.encode())
    code, members, _ = rank("a.jsonl", "--out", "r.parquet", "--as-of", AS_OF, "--explain")
    assert (code, members["account"]["disputes"]) == (0, 200)
    table = pq.read_table("r.parquet").combine_chunks().to_batches()[0]
    assert answers(table) == [of_the_oracle(document) for document in documents]


# --- options ---


def test_bands_can_be_chosen(rank: Callable[..., Answer]) -> None:
    """Only those rows are kept; all are counted."""
    write("d.json", dump(80))
    _, whole, _ = rank("d.json", "--out", "a.parquet", "--as-of", AS_OF)
    code, some, _ = rank(
        "d.json", "--out", "b.parquet", "--as-of", AS_OF, "--only", "contested,unresolved"
    )
    assert code == 0
    expected = [row for row in rows_of("a.parquet") if row["band"] != "settled"]
    assert rows_of("b.parquet") == expected
    assert some["bands"] == whole["bands"]
    assert some["rows"] == len(expected) < whole["rows"]
    code, error, _ = rank("d.json", "--out", "b.parquet", "--only", "open")
    assert (code, error["code"]) == (2, "invalid_input")


def test_contributions_are_added_on_request(rank: Callable[..., Answer]) -> None:
    """Five for each claim; together they are the score."""
    write("d.json", dump(5))
    rank("d.json", "--out", "a.parquet", "--as-of", AS_OF)
    assert "recency" not in rows_of("a.parquet")[0]["claims"][0]
    rank("d.json", "--out", "a.parquet", "--as-of", AS_OF, "--explain")
    for row in rows_of("a.parquet"):
        for claim in row["claims"]:
            assert round(sum(claim[name] for name in CONTRIBUTIONS), 2) == claim["score"]
            assert claim["value"].isdigit()


def test_questions_with_one_value_are_ranked_on_request(rank: Callable[..., Answer]) -> None:
    """Of a dump they are left out, and counted."""
    write("d.json", dump(10))
    _, members, _ = rank("d.json", "--out", "a.parquet", "--as-of", AS_OF)
    assert (members["disputes"], members["account"]["agreed"]) == (10, 10)
    _, members, _ = rank("d.json", "--out", "a.parquet", "--as-of", AS_OF, "--questions", "all")
    assert (members["disputes"], members["account"]["agreed"]) == (20, 0)


def test_tables_are_ranked_with_a_mapping(rank: Callable[..., Answer]) -> None:
    """And the work list opens on the desk."""
    write(
        "m.toml",
        b'entity = {column = "object", before = "|"}\n'
        b'property = {column = "object", after = "|"}\n'
        b'value = "value"\nsource = "source"\none_claim_per = "value"\n',
    )
    source = str(shared("data/fusion/flights/claims.csv.gz"))
    code, members, _ = rank(
        source,
        "--mapping",
        "m.toml",
        "--out",
        "r.parquet",
        "--as-of",
        "2012-01-01",
        "--to-desk",
        "--worst",
        "4",
    )
    assert (code, members["account"]["lost"], members["disputes"]) == (0, 0, 400)
    assert members["imported"]["entities"] >= 1
    for command in members["imported"]["commands"]:
        assert run(command.split()[1:]) == 0
    desk = open_desk(read_settings())
    require_replay(desk.ledger.store)
    desk.ledger.store.close()


def test_a_mapping_that_is_wrong_is_refused_before_anything_is_read(
    rank: Callable[..., Answer],
) -> None:
    """With all of its problems."""
    write("m.toml", b'entity = "objekt"\nvalue = "value"\ncolour = "x"\n')
    write("a.csv", b"object,value\n1,2\n")
    code, error, _ = rank("a.csv", "--mapping", "m.toml", "--out", "r.parquet")
    assert (code, error["code"]) == (2, "invalid_input")
    assert len(error["facts"]["problems"]) == 3
    assert not Path("r.parquet").exists()


def test_nested_parquet_of_others_is_ranked_sorted_or_not(rank: Callable[..., Answer]) -> None:
    """Their columns are passed through, and ties go by the bytes of the ids."""
    claims = [{"claim_id": name, "rank": "normal"} for name in ("b", "B", "a")]
    pq.write_table(pa.table({"mine": [7], "claims": [claims]}), "in.parquet")
    code, _, _ = rank("in.parquet", "--out", "r.parquet", "--as-of", AS_OF)
    assert code == 0
    (row,) = rows_of("r.parquet")
    assert (row["mine"], row["leader"], row["runner_up"]) == (7, "B", "a")


def test_the_page_is_written_beside_the_ranking(rank: Callable[..., Answer]) -> None:
    """With what it was made from."""
    write("d.json", dump(8))
    rank("d.json", "--out", "r.parquet", "--as-of", AS_OF, "--page", "p.html")
    page = Path("p.html").read_text(encoding="utf-8")
    assert "8 disputes" in page
    assert "d.json, sha256:" in page


def test_people_get_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By property and band, with a histogram, the worst, and what this is not."""
    monkeypatch.chdir(tmp_path)
    write("d.json", dump(30))
    assert run(["rank", "d.json", "--out", "r.parquet", "--as-of", AS_OF, "--worst", "2"]) == 0
    out = capsys.readouterr().out
    assert "30 disputes, 90 claims ranked as of 2026-10-03, engine 1.0.0" in out
    assert "population (P1082)" in out
    assert "margins in points" in out
    assert "the worst disputes" in out
    assert "What this is not" in out


# --- records ---


def test_a_sealed_run_can_be_checked_later(rank: Callable[..., Answer]) -> None:
    """By its rows, however they are written; a changed row is found."""
    write("d.json", dump(20))
    _, members, _ = rank("d.json", "--out", "r.parquet", "--as-of", AS_OF, "--seal")
    assert members["sealed"]["runId"] == "RUN-0001"
    _, again, _ = rank("d.json", "--out", "again.parquet", "--as-of", AS_OF)
    assert again["digest"] == members["digest"]
    code, checked, _ = rank("r.parquet", "again.parquet", "--check")
    assert code == 0
    assert [found["runId"] for found in checked["rankings"]] == ["RUN-0001", "RUN-0001"]
    table = pq.read_table("r.parquet")
    pq.write_table(table, "other.parquet", compression="none", row_group_size=3)
    assert rank("other.parquet", "--check")[0] == 0
    said = json.dumps(about(pq.ParquetFile("r.parquet")))
    lying = table.slice(1).replace_schema_metadata({"both_sides": said})
    pq.write_table(lying, "less.parquet")
    code, error, _ = rank("less.parquet", "--check")
    assert (code, error["code"]) == (4, "tampered")
    pq.write_table(table.slice(1), "less.parquet")
    code, error, _ = rank("less.parquet", "--check")
    assert (code, error["code"]) == (2, "not_found")
    code, error, _ = rank("d.json", "--check")
    assert (code, error["code"]) == (2, "malformed_document")
    desk = open_desk(read_settings())
    require_replay(desk.ledger.store)
    desk.ledger.store.close()


def test_a_ranking_says_what_it_was_made_from(rank: Callable[..., Answer]) -> None:
    """Engine, instant, options, inputs with digests, rows and digest."""
    write("d.json", dump(3))
    rank("d.json", "--out", "r.parquet", "--as-of", AS_OF, "--property", "P1082")
    said = about(pq.ParquetFile("r.parquet"))
    assert (said["made"], said["engine"], said["asOf"]) == ("ranking", "1.0.0", AS_OF)
    assert said["inputs"][0]["name"] == "d.json"
    assert said["inputs"][0]["digest"].startswith("sha256:")
    assert said["read"]["properties"] == "P1082"
    assert (said["rows"], said["digest"][:7]) == (3, "sha256:")


# --- traps ---


TRAPS: dict[str, tuple[bytes, int, set[str]]] = {
    "cut off": (PACKERS["json.gz"](dump(300))[:-2000], 2, {"truncated"}),
    "not gzip at all": (b"\x1f\x8bhello", 2, {"damaged_compression"}),
    "no compression of ours": (b"\xfd7zXZ\x00" + bytes(99), 2, {"unknown_compression"}),
    "empty": (b"", 0, set()),
    "an empty list": (b"[\n]\n", 0, set()),
    "no dispute": (dump(5, claims=1), 0, set()),
    "no JSON": (b"hello\nworld\n", 2, {"not_json"}),
    "a broken line": (b"\n".join([lines(2)[0][:-40], lines(2)[1]]), 2, {"not_json"}),
    "not closed": (dump(3)[:-2], 2, {"truncated"}),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_a_broken_dump_is_ranked_as_far_as_it_goes(rank: Callable[..., Answer], trap: str) -> None:
    """With a report of what is missing, and an exit code that says so."""
    data, expected, problems = TRAPS[trap]
    write("latest-all.json.gz", data)
    code, members, _ = rank("latest-all.json.gz", "--out", "r.parquet", "--as-of", AS_OF)
    assert code == expected
    assert set(members["account"]["problemCounts"]) == problems
    assert members["rows"] == len(rows_of("r.parquet")) == members["account"]["disputes"]
    if trap == "cut off":
        assert members["rows"] > 100


def test_a_property_that_nobody_has_gives_an_empty_ranking(rank: Callable[..., Answer]) -> None:
    """Of the right shape."""
    write("d.json", dump(3))
    code, members, _ = rank("d.json", "--property", "P999", "--out", "r.parquet", "--as-of", AS_OF)
    assert (code, members["disputes"], members["account"]["entities"]) == (0, 0, 3)
    assert pq.read_table("r.parquet").schema.names[-1] == "claims"


@pytest.mark.slow
@pytest.mark.parametrize("is_whole", [True, False])
def test_a_line_of_200_megabytes_costs_at_most_itself(
    rank: Callable[..., Answer], *, is_whole: bool
) -> None:
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
        (["d.json", "--out", "r.parquet", "--as-of", "May"], "as_of"),
        (["d.json", "--out", "r.parquet", "--cores", "0"], "cores"),
    ],
)
def test_a_plan_that_cannot_be_carried_out_is_refused_at_once(
    rank: Callable[..., Answer], arguments: list[str], field: str
) -> None:
    """Nothing is read or written."""
    write("d.json", dump(3))
    code, error, _ = rank(*arguments)
    assert (code, error["facts"]["field"]) == (2, field)
    assert [path.name for path in Path().iterdir()] == ["d.json"]


def test_a_file_that_is_not_there_is_named(rank: Callable[..., Answer]) -> None:
    """And nothing is left behind."""
    code, error, _ = rank("none.json", "--out", "r.parquet")
    assert (code, error["code"]) == (2, "not_found")
    assert list(Path().iterdir()) == []


# --- interruptions ---


def start(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401
    """Start the command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "both_sides", "rank", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        **options,
    )


SMALL_PARTS = """
import sys
from both_sides.batch import ingest
from both_sides.interfaces.cli.app import run
ingest.PART_CLAIMS = 20_000
if __name__ == "__main__":
    sys.exit(run(["rank", *sys.argv[1:]]))
"""


def finish(process: subprocess.Popen[bytes]) -> int:
    """Wait for the command, and give its exit code."""
    _, err = process.communicate(timeout=300)
    sys.stderr.write(err.decode())
    return process.returncode


@pytest.mark.slow
def test_ctrl_c_leaves_a_state_from_which_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finished parts stay; the ranking in the end is that of a run that nothing stopped."""
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "big.json"
    whole = list(json_lines(shared("data/wikidata/dev.ndjson.gz")))
    with source.open("w", encoding="utf-8") as stream:
        for copy in range(10, 18):
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
    rank: Callable[..., Answer],
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
    tmp_path: Path, rank: Callable[..., Answer]
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


# --- pieces ---


def test_pieces_are_ranked_as_the_whole(rank: Callable[..., Answer]) -> None:
    """Split, then ranked as a folder: the same rows."""
    write("d.json.gz", gzip.compress(dump(60)))
    _, members, _ = rank("d.json.gz", "--split", "pieces")
    assert members["lines"] == 60
    _, whole, _ = rank("d.json.gz", "--out", "a.parquet", "--as-of", AS_OF)
    _, pieces, _ = rank("pieces", "--out", "b.parquet", "--as-of", AS_OF)
    assert pieces["digest"] == whole["digest"]
    code, error, _ = rank("a.parquet", "--split", "more")
    assert (code, error["code"]) == (2, "invalid_input")


def test_what_was_read_can_be_kept_and_ranked_again(rank: Callable[..., Answer]) -> None:
    """With --disputes; without --out it is only read."""
    write("d.json", dump(12))
    code, members, _ = rank("d.json", "--disputes", "kept")
    assert (code, members["account"]["disputes"]) == (0, 12)
    _, ranked, _ = rank("kept", "--out", "a.parquet", "--as-of", AS_OF)
    _, whole, _ = rank("d.json", "--disputes", "kept", "--out", "b.parquet", "--as-of", AS_OF)
    assert ranked["digest"] == whole["digest"]
    assert Path("kept/part-00000.parquet").exists()
