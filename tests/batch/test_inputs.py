"""Files are told by what is in them, and folders by what they are for."""

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from both_sides.batch.ingest import IngestOptions, ingest
from both_sides.batch.inputs import InputKind, find_inputs
from both_sides.batch.split import split
from both_sides.batch.table_rows import TableForm
from both_sides.errors import InvalidInputError, NotFoundError
from tests.batch.dumps import PACKERS, dump
from tests.batch.making import batch_of, parsed, synthetic


def kind_of(path: Path, *, is_mapped: bool = False) -> InputKind:
    """Tell what one file is."""
    return find_inputs([path], is_mapped=is_mapped).kind


def write(path: Path, data: bytes) -> Path:
    """Write a file."""
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("form", PACKERS)
def test_dumps_are_told_packed_or_not(tmp_path: Path, form: str) -> None:
    """Whatever they are called."""
    assert kind_of(write(tmp_path / "a", PACKERS[form](dump(2)))) is InputKind.DUMP


@pytest.mark.parametrize(
    "data",
    [b"", b"[\n]\n", b"hello", b'{"id": ', b"\x1f\x8bno gzip", b'{"a": 1}', b"[1, 2]", b"a, b c"],
)
def test_what_is_nothing_else_is_taken_for_a_dump(tmp_path: Path, data: bytes) -> None:
    """Its reader says what is wrong, line by line."""
    assert kind_of(write(tmp_path / "dump.json.gz", data)) is InputKind.DUMP


def test_disputes_are_told_one_a_line(tmp_path: Path) -> None:
    """As `adjudicate --input` takes them."""
    lines = [json.dumps(parsed(document)) for document in synthetic(3)]
    assert kind_of(write(tmp_path / "a.jsonl", "\n".join(lines).encode())) is InputKind.LINES


def test_tables_are_told_in_every_form(tmp_path: Path) -> None:
    """By their name, their columns, or because a mapping says so."""
    table = pa.table({"entity": ["a"], "property": ["p"], "value": ["1"]})
    pq.write_table(table, tmp_path / "a.parquet")
    write(tmp_path / "a.csv", b"object,value\n1,2\n")
    write(tmp_path / "a.tsv.gz", gzip.compress(b"object\tvalue\n1\t2\n"))
    write(tmp_path / "a.jsonl", b'{"entity": "a", "property": "p", "value": "1"}\n')
    write(tmp_path / "b.jsonl", b'{"object": "a"}\n')
    write(tmp_path / "table", b"object,value\n1,2\n")
    forms = {
        "a.parquet": TableForm.PARQUET,
        "a.csv": TableForm.CSV,
        "a.tsv.gz": TableForm.CSV,
        "a.jsonl": TableForm.JSON_LINES,
        "table": TableForm.CSV,
    }
    for name, form in forms.items():
        inputs = find_inputs([tmp_path / name], is_mapped=False)
        assert (inputs.kind, inputs.forms) == (InputKind.TABLE, (form,)), name
    assert kind_of(tmp_path / "b.jsonl") is InputKind.DUMP
    assert kind_of(tmp_path / "b.jsonl", is_mapped=True) is InputKind.TABLE


def test_nested_parquet_is_told_by_its_claims(tmp_path: Path) -> None:
    """Ours, and that of others."""
    pq.write_table(pa.Table.from_batches([batch_of(synthetic(2))]), tmp_path / "a.parquet")
    pq.write_table(pa.table({"claims": [[{"claim_id": "a"}]]}), tmp_path / "b.parquet")
    assert kind_of(tmp_path / "a.parquet") is InputKind.DISPUTES
    assert kind_of(tmp_path / "b.parquet") is InputKind.DISPUTES


def test_folders_give_the_files_that_are_meant(tmp_path: Path) -> None:
    """Parts in their order; of a folder of pieces the pieces; nothing hidden or unfinished."""
    source = write(tmp_path / "dump.json", dump(30))
    ingest([source], tmp_path / "disputes", IngestOptions())
    split([source], tmp_path / "pieces", piece_bytes=4000)
    (tmp_path / "pieces" / "x.ndjson.zst.unfinished").write_bytes(b"half")
    (tmp_path / "pieces" / "_SUCCESS").write_bytes(b"")
    disputes = find_inputs([tmp_path / "disputes"], is_mapped=False)
    assert (disputes.kind, [file.name for file in disputes.files]) == (
        InputKind.DISPUTES,
        ["part-00000.parquet"],
    )
    pieces = find_inputs([tmp_path / "pieces"], is_mapped=False)
    assert pieces.kind is InputKind.DUMP
    assert all(file.name.endswith(".ndjson.zst") for file in pieces.files)


def test_a_folder_that_is_not_finished_is_refused(tmp_path: Path) -> None:
    """With what to do."""
    ingest([write(tmp_path / "dump.json", dump(3))], tmp_path / "disputes", IngestOptions())
    state = tmp_path / "disputes" / "ingest.json"
    state.write_text(state.read_text().replace('"is_complete": true', '"is_complete": false'))
    with pytest.raises(InvalidInputError, match="not read yet"):
        kind_of(tmp_path / "disputes")


def test_an_empty_folder_and_missing_files_are_named(tmp_path: Path) -> None:
    """All of them at once."""
    with pytest.raises(NotFoundError, match="nothing to rank"):
        kind_of(tmp_path)
    with pytest.raises(NotFoundError) as caught:
        find_inputs([tmp_path / "a", tmp_path / "b"], is_mapped=False)
    assert caught.value.facts["files"] == [str(tmp_path / "a"), str(tmp_path / "b")]


def test_files_of_several_kinds_are_refused(tmp_path: Path) -> None:
    """Each is named with what it is."""
    paths = [write(tmp_path / "a.json", dump(1)), write(tmp_path / "b.csv", b"a,b\n")]
    with pytest.raises(InvalidInputError) as caught:
        find_inputs(paths, is_mapped=False)
    assert caught.value.facts["kinds"] == ["a.json: dump", "b.csv: table"]
