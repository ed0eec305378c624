"""`both-sides rank` as people use it: dumps, tables, nested Parquet, every option, records."""

import gzip
import json
from pathlib import Path

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
from tests.batch.dumps import dump
from tests.batch.making import answers, of_an_adjudication, of_the_oracle, parsed, synthetic
from tests.batch.ranked import AS_OF, Rank, rows_of, write
from tests.replayed import require_replay
from tests.shared import shared

# --- equal to the desk ---


def test_the_ranking_is_what_the_desk_shows(rank: Rank) -> None:
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


def test_the_newest_moment_is_ranked_as_the_desk_ranks_it(rank: Rank) -> None:
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
    rank: Rank,
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


def test_bands_can_be_chosen(rank: Rank) -> None:
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


def test_contributions_are_added_on_request(rank: Rank) -> None:
    """Five for each claim; together they are the score."""
    write("d.json", dump(5))
    rank("d.json", "--out", "a.parquet", "--as-of", AS_OF)
    assert "recency" not in rows_of("a.parquet")[0]["claims"][0]
    rank("d.json", "--out", "a.parquet", "--as-of", AS_OF, "--explain")
    for row in rows_of("a.parquet"):
        for claim in row["claims"]:
            assert round(sum(claim[name] for name in CONTRIBUTIONS), 2) == claim["score"]
            assert claim["value"].isdigit()


def test_questions_with_one_value_are_ranked_on_request(rank: Rank) -> None:
    """Of a dump they are left out, and counted."""
    write("d.json", dump(10))
    _, members, _ = rank("d.json", "--out", "a.parquet", "--as-of", AS_OF)
    assert (members["disputes"], members["account"]["agreed"]) == (10, 10)
    _, members, _ = rank("d.json", "--out", "a.parquet", "--as-of", AS_OF, "--questions", "all")
    assert (members["disputes"], members["account"]["agreed"]) == (20, 0)


def test_tables_are_ranked_with_a_mapping(rank: Rank) -> None:
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
    rank: Rank,
) -> None:
    """With all of its problems."""
    write("m.toml", b'entity = "objekt"\nvalue = "value"\ncolour = "x"\n')
    write("a.csv", b"object,value\n1,2\n")
    code, error, _ = rank("a.csv", "--mapping", "m.toml", "--out", "r.parquet")
    assert (code, error["code"]) == (2, "invalid_input")
    assert len(error["facts"]["problems"]) == 3
    assert not Path("r.parquet").exists()


def test_nested_parquet_of_others_is_ranked_sorted_or_not(rank: Rank) -> None:
    """Their columns are passed through, and ties go by the bytes of the ids."""
    claims = [{"claim_id": name, "rank": "normal"} for name in ("b", "B", "a")]
    pq.write_table(pa.table({"mine": [7], "claims": [claims]}), "in.parquet")
    code, _, _ = rank("in.parquet", "--out", "r.parquet", "--as-of", AS_OF)
    assert code == 0
    (row,) = rows_of("r.parquet")
    assert (row["mine"], row["leader"], row["runner_up"]) == (7, "B", "a")


def test_the_page_is_written_beside_the_ranking(rank: Rank) -> None:
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


def test_a_sealed_run_can_be_checked_later(rank: Rank) -> None:
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


def test_a_ranking_says_what_it_was_made_from(rank: Rank) -> None:
    """Engine, instant, options, inputs with digests, rows and digest."""
    write("d.json", dump(3))
    rank("d.json", "--out", "r.parquet", "--as-of", AS_OF, "--property", "P1082")
    said = about(pq.ParquetFile("r.parquet"))
    assert (said["made"], said["engine"], said["asOf"]) == ("ranking", "1.0.0", AS_OF)
    assert said["inputs"][0]["name"] == "d.json"
    assert said["inputs"][0]["digest"].startswith("sha256:")
    assert said["read"]["properties"] == "P1082"
    assert (said["rows"], said["digest"][:7]) == (3, "sha256:")


# --- pieces ---


def test_pieces_are_ranked_as_the_whole(rank: Rank) -> None:
    """Split, then ranked as a folder: the same rows."""
    write("d.json.gz", gzip.compress(dump(60)))
    _, members, _ = rank("d.json.gz", "--split", "pieces")
    assert members["lines"] == 60
    _, whole, _ = rank("d.json.gz", "--out", "a.parquet", "--as-of", AS_OF)
    _, pieces, _ = rank("pieces", "--out", "b.parquet", "--as-of", AS_OF)
    assert pieces["digest"] == whole["digest"]
    code, error, _ = rank("a.parquet", "--split", "more")
    assert (code, error["code"]) == (2, "invalid_input")


def test_what_was_read_can_be_kept_and_ranked_again(rank: Rank) -> None:
    """With --disputes; without --out it is only read."""
    write("d.json", dump(12))
    code, members, _ = rank("d.json", "--disputes", "kept")
    assert (code, members["account"]["disputes"]) == (0, 12)
    _, ranked, _ = rank("kept", "--out", "a.parquet", "--as-of", AS_OF)
    _, whole, _ = rank("d.json", "--disputes", "kept", "--out", "b.parquet", "--as-of", AS_OF)
    assert ranked["digest"] == whole["digest"]
    assert Path("kept/part-00000.parquet").exists()
