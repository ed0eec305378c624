"""A dump becomes disputes on disk: nothing is lost, nothing is half there, and a run goes on."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from both_sides.batch.ingest import IngestOptions, ingest
from both_sides.batch.ingest_state import STATE_FILE, IngestState, read_state
from both_sides.batch.parquet_files import about
from both_sides.batch.second_sources import SecondSources, write_texts
from both_sides.errors import InvalidInputError, MalformedDocumentError
from tests.batch.dumps import PACKERS, dump, entity, lines

SMALL = IngestOptions(chunk_bytes=2000)


def rows_of(directory: Path) -> list[dict[str, Any]]:
    """Read all parts in order."""
    rows: list[dict[str, Any]] = []
    for path in sorted(directory.glob("part-*.parquet")):
        rows += pq.read_table(path).to_pylist()
    return rows


def files_of(directory: Path) -> dict[str, bytes]:
    """Read all files as they are, but the state, which names times."""
    return {path.name: path.read_bytes() for path in directory.glob("*.parquet*")}


def write(path: Path, data: bytes) -> Path:
    """Write a file."""
    path.write_bytes(data)
    return path


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a part end after a few claims, so that little data has several."""
    monkeypatch.setattr("both_sides.batch.ingest.PART_CLAIMS", 20)


@pytest.mark.slow
@pytest.mark.parametrize("form", PACKERS)
def test_dumps_of_every_form_are_the_same_disputes(tmp_path: Path, form: str) -> None:
    """Plain, gzip, bzip2, zstd."""
    path = write(tmp_path / f"dump.{form}", PACKERS[form](dump(30)))
    state = ingest([path], tmp_path / "disputes", SMALL)
    assert [row["entity_id"] for row in rows_of(tmp_path / "disputes")] == [
        f"Q{number}" for number in range(1, 31)
    ]
    assert (state.tally.entities, state.tally.statements) == (30, 120)
    assert (state.tally.claims, state.tally.agreed, state.tally.lost) == (90, 30, 0)
    assert state.is_complete
    assert not state.is_incomplete


@pytest.mark.slow
def test_pieces_are_read_as_one(tmp_path: Path) -> None:
    """A dump that was split is the same disputes as the whole."""
    pieces = [
        write(tmp_path / f"piece-{number}", b"\n".join(part) + b"\n")
        for number, part in enumerate((lines(30)[:11], lines(30)[11:]))
    ]
    ingest(pieces, tmp_path / "pieces", SMALL)
    ingest([write(tmp_path / "whole", dump(30))], tmp_path / "disputes", SMALL)
    assert rows_of(tmp_path / "pieces") == rows_of(tmp_path / "disputes")


def test_a_part_says_what_it_holds(tmp_path: Path) -> None:
    """Sorted claims, the source, the options, rows and digest."""
    path = write(tmp_path / "dump.json", dump(3))
    ingest([path], tmp_path / "disputes", IngestOptions(properties=("P1082",)))
    said = about(pq.ParquetFile(tmp_path / "disputes" / "part-00000.parquet"))
    assert said["made"] == "disputes"
    assert said["source"] == "dump.json"
    assert said["properties"] == ["P1082"]
    assert said["claims"].startswith("sorted")
    assert said["rows"] == 3


def test_a_dump_without_disputes_is_an_empty_table(tmp_path: Path) -> None:
    """An empty file, and one in which nobody disagrees."""
    for number, data in enumerate((b"", b"[\n]\n", dump(3, claims=1))):
        directory = tmp_path / str(number)
        state = ingest([write(tmp_path / "dump", data)], directory, SMALL)
        assert rows_of(directory) == []
        assert state.problem_counts == {}
        assert [part.file for part in state.parts] == ["part-00000.parquet"]


class StopError(Exception):
    """Stand for whatever ends a process."""


def stop_after(calls: int) -> Any:  # noqa: ANN401 - a progress function
    """Make a progress function that stops the run."""
    left = calls

    def progress(_done: int, _state: IngestState) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise StopError

    return progress


@pytest.mark.slow
@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("form", ["json", "json.gz"])
def test_an_interrupted_run_goes_on_to_the_same_files(tmp_path: Path, form: str) -> None:
    """Stopped again and again, the parts are those of a run that nothing stopped."""
    path = write(tmp_path / f"dump.{form}", PACKERS[form](dump(60)))
    whole = ingest([path], tmp_path / "whole", SMALL)
    stops = 0
    while True:
        try:
            state = ingest([path], tmp_path / "parts", SMALL, progress=stop_after(13))
        except StopError:
            stops += 1
            assert not list((tmp_path / "parts").glob("*.unfinished"))
            continue
        break
    assert stops > 1
    assert files_of(tmp_path / "parts") == files_of(tmp_path / "whole")
    assert len(whole.parts) > 5
    assert (state.tally, state.inputs, state.parts) == (whole.tally, whole.inputs, whole.parts)


@pytest.mark.slow
@pytest.mark.usefixtures("small_parts")
def test_problems_are_counted_once_over_interruptions(tmp_path: Path) -> None:
    """A broken line in a finished part is not reported again, and one after it is not missed."""
    broken = lines(40)
    broken[3], broken[35] = b'{"id": broken', broken[35][:-50]
    path = write(tmp_path / "dump.json", b"[\n" + b",\n".join(broken) + b"\n")
    whole = ingest([path], tmp_path / "whole", SMALL)
    with pytest.raises(StopError):
        ingest([path], tmp_path / "parts", SMALL, progress=stop_after(20))
    state = ingest([path], tmp_path / "parts", SMALL)
    assert state.problems == whole.problems
    assert [
        (problem.code.value, problem.place and problem.place.line) for problem in state.problems
    ] == [
        ("not_json", 5),
        ("not_json", 37),
        ("truncated", 41),
    ]
    assert state.is_incomplete


def test_a_finished_folder_is_not_read_again(tmp_path: Path) -> None:
    """Its parts stay as they are."""
    path = write(tmp_path / "dump.json", dump(5))
    ingest([path], tmp_path / "disputes", SMALL)
    before = (tmp_path / "disputes" / "part-00000.parquet").stat().st_mtime_ns
    ingest([path], tmp_path / "disputes", SMALL, progress=stop_after(0))
    assert (tmp_path / "disputes" / "part-00000.parquet").stat().st_mtime_ns == before


@pytest.mark.parametrize("change", ["options", "file"])
def test_a_folder_of_other_disputes_is_refused(tmp_path: Path, change: str) -> None:
    """The error names what differs, and nothing is touched."""
    path = write(tmp_path / "dump.json", dump(5))
    ingest([path], tmp_path / "disputes", SMALL)
    options = (
        IngestOptions(properties=("P1082",), chunk_bytes=2000) if change == "options" else SMALL
    )
    if change == "file":
        path.write_bytes(dump(6))
    with pytest.raises(InvalidInputError) as caught:
        ingest([path], tmp_path / "disputes", options)
    differences = caught.value.facts["differences"]
    assert isinstance(differences, list)
    assert len(differences) == 1


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 2}', '{"format": 1}'])
def test_a_state_that_cannot_be_read_is_named(tmp_path: Path, text: str) -> None:
    """With what to do."""
    write(tmp_path / STATE_FILE, text.encode())
    with pytest.raises(MalformedDocumentError):
        read_state(tmp_path)


@pytest.mark.slow
def test_a_document_over_many_lines_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it is longer than a chunk may be."""
    monkeypatch.setattr("both_sides.batch.line_chunks.OPEN_CHUNK_BYTES", 500)
    printed = json.dumps([entity(number) for number in range(1, 20)], indent=1).encode()
    state = ingest(
        [write(tmp_path / "a.json", printed)], tmp_path / "disputes", IngestOptions(chunk_bytes=500)
    )
    assert len(rows_of(tmp_path / "disputes")) == 19
    assert state.problem_counts == {}


def test_figures_are_those_of_the_entity_s_text(tmp_path: Path) -> None:
    """Quantities for a population; an entity without a text has none."""
    texts = tmp_path / "texts.db"
    assert write_texts(texts, [("Q1", "In 2016 it had 4 321 inhabitants."), ("Q9", "7")]) == 2
    path = write(tmp_path / "dump.json", dump(2))
    ingest([path], tmp_path / "disputes", IngestOptions(texts=texts))
    assert [row["figures"] for row in rows_of(tmp_path / "disputes")] == [[4321.0], []]
    found = SecondSources(str(texts))
    assert found.figures("Q1", claim_is_date=True) == (2016.0,)
    assert found.figures("Q1", claim_is_date=False) == (4321.0,)
    found.close()


@pytest.mark.slow
def test_two_processes_write_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte."""
    monkeypatch.setattr("both_sides.batch.ingest._SMALL_BYTES", 0)
    monkeypatch.setattr("both_sides.batch.ingest.PART_CLAIMS", 200)
    path = write(tmp_path / "dump.json.gz", PACKERS["json.gz"](dump(300)))
    for cores in (1, 2):
        ingest([path], tmp_path / str(cores), SMALL, cores=cores)
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2")
    assert len(files_of(tmp_path / "1")) > 3
