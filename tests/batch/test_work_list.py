"""The worst disputes come to the desk, which ranks them to the very points of the batch run."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.batch.columns import DISPUTES, SORTED
from both_sides.batch.inputs import InputKind, find_inputs
from both_sides.batch.moments import moment_of_newness, newness_of
from both_sides.batch.parquet_files import ParquetOutput
from both_sides.batch.prepare import inputs_of, prepare
from both_sides.batch.prepared import Prepared, PrepareOptions
from both_sides.batch.row_entities import entity_of_rows, iso_of, subject_id
from both_sides.batch.score import score_batch
from both_sides.batch.summary import OpenQuestion
from both_sides.batch.work_list import to_desk
from both_sides.domain.disputes import Subject
from both_sides.domain.ids import EntityId, PropertyId, ScopeId
from both_sides.scoring.instants import read_instant
from both_sides.service.desk import Desk
from both_sides.service.ledger import Ledger
from both_sides.store.memory import MemoryStore
from tests.batch.dumps import PACKERS, dump
from tests.batch.making import AS_OF, answers, batch_of, of_an_adjudication, synthetic
from tests.replayed import require_replay
from tests.samples import AT


@pytest.fixture
def desk() -> Desk:
    """Give the desk of an empty ledger."""
    return Desk(Ledger(MemoryStore(), lambda: AT), ScopeId("local"))


def question(entity_id: str, property_id: str) -> OpenQuestion:
    """Name a dispute."""
    return OpenQuestion(0.0, -2, entity_id, property_id, "mixed", "unresolved", "x")


def ranked_by_the_desk(desk: Desk, row: dict[str, Any]) -> dict[str, Any]:
    """Rank a dispute on the desk, with the ids of the batch run."""
    subject = Subject(
        EntityId(subject_id(row["entity_id"])), PropertyId(subject_id(row["property_id"]))
    )
    answer = of_an_adjudication(desk.adjudicate(subject, as_of=AS_OF).adjudication)
    prefix = f"{row['entity_id']}-{row['property_id']}-"
    for name in ("leader", "runnerUp"):
        answer[name] = answer[name] and answer[name].removeprefix(prefix)
    ranked = answer["ranked"]
    answer["ranked"] = [(name.removeprefix(prefix), *rest) for name, *rest in ranked]
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("form", PACKERS)
def test_entities_of_a_dump_come_with_everything(tmp_path: Path, desk: Desk, form: str) -> None:
    """Only those that are asked for, with their references; and the same points."""
    path = tmp_path / f"dump.{form}"
    path.write_bytes(PACKERS[form](dump(30)))
    inputs = find_inputs([path], is_mapped=False)
    prepared = prepare(inputs, tmp_path / "disputes", PrepareOptions())
    report = to_desk(
        desk,
        [question("Q7", "P1082"), question("Q21", "P1082")],
        inputs,
        prepared,
        texts=None,
        actor="ada",
    )
    assert (report.entities, report.recorded) == (2, 2)
    assert desk.entity(EntityId("Q7")).label == "City 7"
    table = pq.read_table(prepared.files[0]).combine_chunks().to_batches()[0]
    for place in (6, 20):
        row = table.slice(place, 1)
        expected = answers(score_batch(row, as_of=AS_OF, explain=True))[0]
        assert ranked_by_the_desk(desk, row.to_pylist()[0]) == expected
    require_replay(desk.ledger.store)


def test_a_dump_brings_its_second_source_along(tmp_path: Path, desk: Desk) -> None:
    """So that the desk finds the same figures."""
    path = tmp_path / "dump.json"
    path.write_bytes(dump(2))
    texts = tmp_path / "texts.csv"
    texts.write_text('entity,text\nQ1,"It has 4 321 inhabitants."\n', encoding="utf-8")
    inputs = find_inputs([path], is_mapped=False)
    prepared = prepare(inputs, tmp_path / "disputes", PrepareOptions(texts=texts))
    to_desk(desk, [question("Q1", "P1082")], inputs, prepared, texts=texts, actor="ada")
    row = pq.read_table(prepared.files[0]).combine_chunks().to_batches()[0].slice(0, 1)
    assert row.column("figures").to_pylist() == [[4321.0]]
    expected = answers(score_batch(row, as_of=AS_OF, explain=True))[0]
    assert ranked_by_the_desk(desk, row.to_pylist()[0]) == expected


@pytest.mark.slow
def test_disputes_of_tables_come_as_they_were_ranked(tmp_path: Path, desk: Desk) -> None:
    """Whatever their numbers, dates and ids are."""
    documents = [
        {
            **document,
            "entityId": f"flight {number}",
            "propertyId": "gate",
            "figures": [],
            "claims": [
                {
                    **claim,
                    "claimId": f"{place} {claim['claimId']}",
                    "referenceCount": max(0, int(claim["referenceCount"] or 0)),
                }
                for place, claim in enumerate(document["claims"])
            ],
        }
        for number, document in enumerate(synthetic(60, seed=9))
        if document["claims"]
    ]
    batch = batch_of(documents)
    path = tmp_path / "a.parquet"
    with ParquetOutput(path, DISPUTES, SORTED) as output:
        output.write(batch)
    inputs = find_inputs([path], is_mapped=False)
    assert inputs.kind is InputKind.DISPUTES
    prepared = Prepared(inputs.files, inputs_of(inputs.files))
    rows = batch.to_pylist()
    questions = [question(row["entity_id"], row["property_id"]) for row in rows]
    report = to_desk(desk, questions, inputs, prepared, texts=None, actor="ada")
    assert report.entities == len(documents)
    expected = answers(score_batch(batch, as_of=AS_OF, explain=True))
    assert [ranked_by_the_desk(desk, row) for row in rows] == expected
    require_replay(desk.ledger.store)


def test_figures_are_written_down_only_where_they_read_as_the_same() -> None:
    """A text that would be read otherwise is left out."""
    row = {**batch_of(synthetic(1, seed=3)).to_pylist()[0], "claims": []}
    found = entity_of_rows([{**row, "figures": [2751862.0, 12.0]}], publisher="a.csv", digest="d")
    assert found.second_source is not None
    assert found.second_source.text == "2751862; 12"
    year = entity_of_rows([{**row, "figures": [2016.0]}], publisher="a.csv", digest="d")
    assert year.second_source is not None
    assert year.second_source.text == "2016.0"  # not the year
    odd = entity_of_rows([{**row, "figures": [1e300, -0.001]}], publisher="a.csv", digest="d")
    assert odd.second_source is None


@given(st.integers(-(10**15), 10**15))
def test_an_instant_is_written_as_a_date_that_reads_as_the_same(instant_ms: int) -> None:
    """From before our era until long after it."""
    assert read_instant(iso_of(instant_ms)) == instant_ms


@pytest.mark.slow
@given(
    st.integers(-9999, 9999).filter(bool),
    st.integers(0, 12),
    st.integers(0, 31),
    st.booleans(),
)
def test_a_moment_is_written_as_a_date_of_the_same_newness(
    year: int,
    month: int,
    day: int,
    is_start: bool,  # noqa: FBT001 - drawn by Hypothesis
) -> None:
    """As far as it is known."""
    text = f"{'-' if year < 0 else ''}{abs(year):04d}" + (f"-{month:02d}" if month else "")
    text += f"-{day:02d}" if month and day else ""
    newness = newness_of(None, text, None) if is_start else newness_of(text, None, None)
    assert newness is not None
    assert moment_of_newness(newness) == (text, is_start)


def test_ids_of_the_desk_have_no_blanks_and_an_end() -> None:
    """Nothing else about them changes."""
    assert subject_id("flight 7\tgate") == "flight_7_gate"
    assert len(subject_id("x" * 999)) == 256
