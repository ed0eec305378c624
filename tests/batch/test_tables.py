"""Tables become disputes: every row is a claim or is reported, in any form and any order."""

import csv
import datetime as dt
import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from both_sides.batch.buckets import into_buckets
from both_sides.batch.columns import DISPUTES
from both_sides.batch.mapping import parse_mapping
from both_sides.batch.score import score_batch
from both_sides.batch.table_columns import FLAT
from both_sides.batch.table_problems import TableReport
from both_sides.batch.table_rows import CsvOptions, TableForm, columns_of
from both_sides.batch.tables import TableInput, disputes_of_tables
from both_sides.domain.disputes import DisputeKind
from both_sides.errors import InvalidInputError
from both_sides.exchange.engine_lines import figures_in
from tests.shared import shared

Row = dict[str, Any]
PLAIN = {"entity": "entity", "property": "property", "value": "value"}


def read(
    path: Path, members: dict[str, Any], form: TableForm = TableForm.CSV
) -> tuple[list[Row], TableReport]:
    """Read a table."""
    report = TableReport()
    columns = columns_of(path, form, CsvOptions())
    mapping = parse_mapping(members, columns, name=path.name)
    batches = disputes_of_tables([TableInput(path, form)], mapping, path.parent / "scratch", report)
    return [row for batch in batches for row in batch.to_pylist()], report


def write_csv(path: Path, rows: list[Row]) -> Path:
    """Write rows as CSV."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def codes(report: TableReport) -> dict[str, int]:
    """Give how often each problem occurs."""
    return {problem.code.value: problem.count for problem in report.problems}


ROWS: list[Row] = [
    {
        "entity": "b",
        "property": "p",
        "value": "1",
        "rank": "Preferred",
        "n": "2",
        "when": "2020-01-02",
    },
    {"entity": "a", "property": "p", "value": "x", "rank": "", "n": "", "when": ""},
    {"entity": "b", "property": "p", "value": "2", "rank": "deprecated", "n": "7", "when": "2021"},
    {"entity": "b", "property": "q", "value": "y", "rank": "normal", "n": "0", "when": "2021-05"},
]
MEMBERS = {
    **PLAIN,
    "rank": "rank",
    "reference_count": "n",
    "retrieved": "when",
    "numeric": {"column": "value", "values": {"x": "", "y": ""}},
}


@pytest.mark.parametrize("form", [TableForm.CSV, TableForm.JSON_LINES, TableForm.PARQUET])
def test_the_same_rows_are_the_same_disputes_in_every_form(tmp_path: Path, form: TableForm) -> None:
    """Wherever the rows of one question stand, they come together."""
    path = tmp_path / "table"
    if form is TableForm.CSV:
        write_csv(path, ROWS)
    elif form is TableForm.JSON_LINES:
        path.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    else:
        pq.write_table(pa.Table.from_pylist(ROWS), path)
    rows, report = read(path, MEMBERS, form)
    assert [(row["entity_id"], row["property_id"], row["kind"]) for row in rows] == [
        ("a", "p", "undisputed"),
        ("b", "p", "contradiction"),
        ("b", "q", "undisputed"),
    ]
    first, second = rows[1]["claims"]
    assert (first["claim_id"], first["rank"], first["reference_count"]) == ("b-p-1", 2, 2.0)
    assert (second["claim_id"], second["rank"], second["numeric"]) == ("b-p-2", 0, 2.0)
    assert first["retrieved_ms"] == 1_577_923_200_000
    assert (report.rows, report.claims, report.lost, report.disputes) == (4, 4, 0, 3)
    assert report.problems == []


def test_rows_that_claim_nothing_are_left_out_and_counted(tmp_path: Path) -> None:
    """Each with the number of its row; the header is row 1."""
    rows = [
        {"entity": "a", "property": "p", "value": "1"},
        {"entity": "", "property": "p", "value": "1"},
        {"entity": "a", "property": " ", "value": "1"},
        {"entity": "a", "property": "p", "value": ""},
    ]
    found, report = read(write_csv(tmp_path / "a.csv", rows), PLAIN)
    assert len(found) == 1
    assert codes(report) == {"entity_missing": 1, "property_missing": 1, "value_missing": 1}
    assert [problem.places[0][0] for problem in report.problems] == [3, 4, 5]
    assert (report.rows, report.lost, report.is_incomplete) == (4, 3, True)


def test_what_cannot_be_read_of_a_claim_is_reported_and_counts_as_none(tmp_path: Path) -> None:
    """The claim is kept."""
    rows = [
        {
            "entity": "a",
            "property": "p",
            "value": str(place),
            "rank": rank,
            "n": n,
            "when": when,
            "at": at,
        }
        for place, (rank, n, when, at) in enumerate(
            [
                ("best", "two", "May", "never"),
                ("normal", "1_000", "30.2.2020", "2015-13"),
                ("", "1e3", "", "2015"),
            ]
        )
    ]
    members = {
        **PLAIN,
        "rank": "rank",
        "reference_count": "n",
        "retrieved": "when",
        "point_in_time": "at",
    }
    found, report = read(write_csv(tmp_path / "a.csv", rows), members)
    assert codes(report) == {
        "rank_unknown": 1,
        "number_unreadable": 2,
        "date_unreadable": 2,
        "moment_unreadable": 2,
    }
    assert not report.is_incomplete
    assert [claim["reference_count"] for claim in found[0]["claims"]] == [0.0, 0.0, 1000.0]


def test_broken_rows_cost_only_themselves(tmp_path: Path) -> None:
    """Too many fields, too few, a byte that is not UTF-8, a line that is not JSON."""
    path = tmp_path / "a.csv"
    path.write_bytes(b'entity,property,value\na,p,1\na,p\na,p,2,3\nb,p,\xff\nc,p,"x\ny"\n')
    rows, report = read(path, PLAIN)
    assert [row["entity_id"] for row in rows] == ["a", "b", "c"]
    assert codes(report) == {"row_malformed": 2, "not_utf8": 1}
    lines = tmp_path / "a.jsonl"
    lines.write_text('{"entity":"a","property":"p","value":1}\nhello\n[1]\n\n', encoding="utf-8")
    rows, report = read(lines, PLAIN, TableForm.JSON_LINES)
    assert [row["claims"][0]["value"] for row in rows] == ["1"]
    assert codes(report) == {"row_malformed": 2}
    assert (report.rows, report.lost) == (3, 2)


def test_an_open_quote_and_a_cut_off_file_are_reported(tmp_path: Path) -> None:
    """Nothing is lost without a word."""
    path = tmp_path / "a.csv"
    path.write_bytes(b'entity,property,value\na,p,1\nb,p,"open\n')
    _, report = read(path, PLAIN)
    assert "quote_unclosed" in codes(report)
    packed = tmp_path / "a.csv.gz"
    text = "entity,property,value\n" + "".join(f"e{n},p,{n}\n" for n in range(9000))
    packed.write_bytes(gzip.compress(text.encode())[:-4000])
    rows, report = read(packed, PLAIN)
    assert "file_cut_off" in codes(report)
    assert rows


def test_a_table_that_is_none_is_refused(tmp_path: Path) -> None:
    """Before anything else is done."""
    path = tmp_path / "a.csv"
    path.write_bytes(b"")
    with pytest.raises(InvalidInputError, match="cannot be read as CSV"):
        columns_of(path, TableForm.CSV, CsvOptions())
    path.write_bytes("entity,property,value\na,p,1\n".encode("utf-16"))
    with pytest.raises(InvalidInputError, match="cannot be read as CSV") as raised:
        columns_of(path, TableForm.CSV, CsvOptions())
    assert "encoding" in raised.value.hint
    assert columns_of(path, TableForm.CSV, CsvOptions("utf-16")) == ["entity", "property", "value"]


def test_a_row_that_says_a_member_twice_is_left_out(tmp_path: Path) -> None:
    """Which one was meant cannot be guessed; in a text or deeper the name may stand again."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        b'{"entity": "a", "property": "p", "value": "1", "value": "2"}\n'
        b'{"entity": "b", "property": "p", "value": {"value": "1"}}\n'
        b'{"entity": "c", "property": "p", "value": "the \\"value\\""}\n'
    )
    rows, report = read(path, PLAIN, TableForm.JSON_LINES)
    assert [row["entity_id"] for row in rows] == ["b", "c"]
    assert (report.rows, report.lost) == (3, 1)
    assert "row_malformed" in codes(report)


DEEP = b"[" * 900 + b"]" * 900


@pytest.mark.parametrize(
    "row",
    [
        b'{"entity": "a", "property": "p", "value": "1", "v\\u0061lue": "2"}',
        b'{"entity": "a", "property": "p", "value": "1", "value": '
        + b"[" * 900
        + b"]" * 900
        + b"}",
    ],
    ids=["an escape hides it", "too deep to be looked at"],
)
def test_a_member_that_hides_its_second_is_left_out_too(tmp_path: Path, row: bytes) -> None:
    """An escape in a name names the same member; nesting ends no run."""
    path = tmp_path / "a.jsonl"
    fine = b'{"entity": "b", "property": "p", "value": "caf\\u00e9", "note": "a: \\u0022value"}'
    path.write_bytes(row + b"\n" + fine + b"\n")
    rows, report = read(path, PLAIN, TableForm.JSON_LINES)
    assert [row["entity_id"] for row in rows] == ["b"]
    assert (report.rows, report.lost) == (2, 1)
    assert "row_malformed" in codes(report)


def test_counts_and_numbers_that_cannot_be_are_reported(tmp_path: Path) -> None:
    """Nothing has fewer than no references, and no number is infinite."""
    path = tmp_path / "a.csv"
    path.write_bytes(
        b"entity,property,value,reference_count,numeric\n"
        b"a,p,1,-3,1\na,p,2,1e400,2\na,p,3,2,inf\na,p,4,2,4\n"
    )
    more = {"reference_count": "reference_count", "numeric": "numeric"}
    rows, report = read(path, {**PLAIN, **more})
    counts = [claim["reference_count"] for claim in rows[0]["claims"]]
    assert counts == [0.0, 0.0, 2.0, 2.0]
    assert [claim["numeric"] for claim in rows[0]["claims"]] == [1.0, 2.0, None, 4.0]
    assert report.problems[0].code == "number_unreadable"
    assert sum(problem.count for problem in report.problems) == 3


def test_sources_that_agree_are_references_of_one_claim(tmp_path: Path) -> None:
    """Each source counts once; the newest retrieval and the best precision are kept."""
    rows = [
        {"object": "f|gate", "source": source, "value": value, "seen": seen}
        for source, value, seen in [
            ("aa", "D1", "02/01/2012"),
            ("orbitz", "D1", "05/01/2012"),
            ("aa", "D1", "03/01/2012"),
            ("ua", "C2", "04/01/2012"),
            ("", "C2", ""),
        ]
    ]
    members = {
        "entity": {"column": "object", "before": "|"},
        "property": {"column": "object", "after": "|"},
        "value": "value",
        "source": "source",
        "retrieved": {"column": "seen", "format": "%d/%m/%Y"},
        "one_claim_per": "value",
    }
    (row,), report = read(write_csv(tmp_path / "a.csv", rows), members)
    assert (row["entity_id"], row["property_id"]) == ("f", "gate")
    assert [(c["claim_id"], c["reference_count"]) for c in row["claims"]] == [
        ("C2", 1.0),
        ("D1", 2.0),
    ]
    day = dt.datetime(2012, 1, 5, tzinfo=dt.UTC)
    assert row["claims"][1]["retrieved_ms"] == day.timestamp() * 1000
    assert (report.claims, report.rows) == (2, 5)


def test_references_are_counted_out_of_lists(tmp_path: Path) -> None:
    """A text with a separator, or a list; each address once."""
    rows = [{"entity": "a", "property": "p", "value": "1", "urls": "x; y;x ;"}]
    (row,), _ = read(
        write_csv(tmp_path / "a.csv", rows),
        {**PLAIN, "references": {"column": "urls", "separator": ";"}},
    )
    assert row["claims"][0]["reference_count"] == 2.0
    path = tmp_path / "a.parquet"
    pq.write_table(pa.Table.from_pylist([{**rows[0], "urls": ["x", "y", "z", "x"]}]), path)
    (row,), _ = read(path, {**PLAIN, "references": "urls"}, TableForm.PARQUET)
    assert row["claims"][0]["reference_count"] == 3.0


def test_parquet_keeps_its_types(tmp_path: Path) -> None:
    """Dates, numbers, dictionaries."""
    table = pa.table(
        {
            "entity": pa.array(["a"]).dictionary_encode(),
            "property": ["p"],
            "value": [83.4],
            "when": pa.array([dt.date(2020, 1, 2)]),
            "n": pa.array([2], pa.int16()),
        }
    )
    path = tmp_path / "a.parquet"
    pq.write_table(table, path)
    members = {**PLAIN, "numeric": "value", "retrieved": "when", "reference_count": "n"}
    (row,), report = read(path, members, TableForm.PARQUET)
    assert row["claims"][0]["numeric"] == 83.4
    assert row["claims"][0]["value"] == "83.4"
    assert row["claims"][0]["retrieved_ms"] == 1_577_923_200_000
    assert report.problems == []


def test_figures_come_from_the_text_of_the_question(tmp_path: Path) -> None:
    """Read once for an entity; years for dates, quantities for the rest; or as a list."""
    text = "Founded in 1889, it has 2.8 million inhabitants."
    rows = [
        {
            "entity": "a",
            "property": "p",
            "value": "1889",
            "precision": "year precision 9",
            "text": text,
        },
        {"entity": "a", "property": "q", "value": "3", "precision": "quantity", "text": ""},
        {"entity": "a", "property": "q", "value": "4", "precision": "quantity", "text": text},
    ]
    found, _ = read(
        write_csv(tmp_path / "a.csv", rows), {**PLAIN, "precision": "precision", "text": "text"}
    )
    assert [row["figures"] for row in found] == [[1889.0], [2.8e6]]
    assert [float(figure.value) for figure in figures_in(text, ())] == [2.8e6]
    found, _ = read(
        write_csv(tmp_path / "b.csv", [{**rows[1], "text": "12;13;x"}]),
        {**PLAIN, "figures": {"column": "text", "separator": ";"}},
    )
    assert found[0]["figures"] == [12.0, 13.0]


def test_moments_tell_a_series_from_a_contradiction(tmp_path: Path) -> None:
    """As for Wikidata's statements."""
    rows = [
        {"entity": entity, "property": "p", "value": value, "at": at, "start": start, "end": end}
        for entity, value, at, start, end in [
            ("series", "1", "2015", "", ""),
            ("series", "2", "2016-05", "", ""),
            ("clash", "1", "", "2015", "2016"),
            ("clash", "2", "", "2015", "2016"),
            ("mixed", "1", "2015T00:00:00Z", "", ""),
            ("mixed", "2", "", "", ""),
        ]
    ]
    members = {**PLAIN, "point_in_time": "at", "start": "start", "end": "end"}
    found, _ = read(write_csv(tmp_path / "a.csv", rows), members)
    assert {row["entity_id"]: row["kind"] for row in found} == {
        "series": DisputeKind.TIME_SERIES.value,
        "clash": DisputeKind.CONTRADICTION.value,
        "mixed": DisputeKind.MIXED.value,
    }


def test_ids_that_stand_twice_are_reported(tmp_path: Path) -> None:
    """Both claims are kept."""
    rows = [{"entity": "a", "property": "p", "value": v, "id": "x"} for v in "12"]
    (row,), report = read(write_csv(tmp_path / "a.csv", rows), {**PLAIN, "claim_id": "id"})
    assert len(row["claims"]) == 2
    assert codes(report) == {"claim_id_repeated": 1}


@pytest.mark.parametrize("count", [1, 7])
def test_buckets_hold_whole_questions_in_their_order(tmp_path: Path, count: int) -> None:
    """On disk or in memory, and nothing of them is left."""
    rows = [
        dict.fromkeys(FLAT.names) | {"entity": f"e{n % 11}", "property": f"p{n % 3}", "row": n}
        for n in range(500)
    ]
    batches = [
        pa.RecordBatch.from_pylist(rows[start : start + 90], FLAT) for start in range(0, 500, 90)
    ]
    seen: dict[tuple[str, str], list[int]] = {}
    for bucket in into_buckets(iter(batches), FLAT, tmp_path / "scratch", count=count):
        questions = {(row["entity"], row["property"]) for row in bucket.to_pylist()}
        assert not questions & seen.keys()
        for row in bucket.to_pylist():
            seen.setdefault((row["entity"], row["property"]), []).append(row["row"])
    assert sum(map(len, seen.values())) == 500
    assert all(numbers == sorted(numbers) for numbers in seen.values())
    assert not (tmp_path / "scratch").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flights", "weather", "book", "crowd_rte"])
def test_real_tables_of_sources_are_ranked(name: str) -> None:
    """No row is lost, and sources that agree outweigh those that do not."""
    path = shared(f"data/fusion/{name}/claims.csv.gz")
    is_split = name in {"flights", "weather"}
    about: dict[str, Any] = {
        "entity": {"column": "object", "before": "|"} if is_split else "object",
        "property": {"column": "object", "after": "|"} if is_split else {"constant": "value"},
    }
    rows, report = read(
        path, {**about, "value": "value", "source": "source", "one_claim_per": "value"}
    )
    assert report.lost == 0
    assert report.problems == []
    ranking = score_batch(pa.RecordBatch.from_pylist(rows, DISPUTES), as_of="2012-01-01")
    with path.with_name("truth.csv").open(encoding="utf-8", newline="") as stream:
        truth = {row["object"]: row["value"] for row in csv.DictReader(stream)}
    leaders = {
        f"{row['entity_id']}|{row['property_id']}" if is_split else row["entity_id"]: row["leader"]
        for row in ranking.select(["entity_id", "property_id", "leader"]).to_pylist()
    }
    assert truth.keys() <= leaders.keys()
    if name != "book":  # whose truth is written in another way than its claims
        right = sum(leaders[name] == value for name, value in truth.items())
        assert right / len(truth) > 0.5
