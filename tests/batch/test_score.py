"""One engine: a batch is ranked bit for bit as the naive method and the desk rank each dispute."""

from typing import Any

import pyarrow as pa
import pytest

from both_sides.batch.columns import CLAIMS, DISPUTES
from both_sides.batch.score import score_batch, warm
from both_sides.errors import InvalidInputError
from tests.batch.making import (
    AS_OF,
    answers,
    batch_of,
    of_the_desk,
    of_the_oracle,
    synthetic,
)
from tests.shared import json_lines, shared


@pytest.fixture(scope="module")
def documents() -> list[dict[str, Any]]:
    """Give disputes of every kind."""
    return list(synthetic(400))


@pytest.fixture(scope="module")
def ranking(documents: list[dict[str, Any]]) -> pa.RecordBatch:
    """Give their ranking with all contributions."""
    return score_batch(batch_of(documents), as_of=AS_OF, explain=True)


@pytest.mark.slow
def test_every_number_is_that_of_the_naive_method(
    documents: list[dict[str, Any]], ranking: pa.RecordBatch
) -> None:
    """Scores, contributions, order, margin and band, compared as doubles."""
    assert answers(ranking) == [of_the_oracle(document) for document in documents]


@pytest.mark.slow
def test_every_number_is_that_of_the_desk(
    documents: list[dict[str, Any]], ranking: pa.RecordBatch
) -> None:
    """What `adjudicate` answers for one dispute stands in the row of that dispute."""
    assert answers(ranking) == [of_the_desk(document) for document in documents]


@pytest.mark.slow
def test_the_shared_vectors_are_ranked_as_the_desk_ranks_them() -> None:
    """All of them, each for its own instant; those for one instant go in one batch."""
    by_instant: dict[str, list[dict[str, Any]]] = {}
    for vector in json_lines(shared("vectors/engine.jsonl.gz")):
        by_instant.setdefault(vector["input"]["asOf"], []).append(vector["input"])
    for as_of, documents in by_instant.items():
        ranked = score_batch(batch_of(documents), as_of=as_of, explain=True)
        assert answers(ranked) == [of_the_desk(document) for document in documents]


@pytest.mark.slow
@pytest.mark.parametrize("length", [1, 7, 64])
def test_slices_are_ranked_as_the_whole(
    documents: list[dict[str, Any]], ranking: pa.RecordBatch, length: int
) -> None:
    """A slice of a batch shares its buffers, and the answer is the slice of the answer."""
    whole = batch_of(documents)
    starts = range(0, len(documents), length)
    parts = [score_batch(whole.slice(start, length), as_of=AS_OF, explain=True) for start in starts]
    assert pa.Table.from_batches(parts).combine_chunks().to_batches()[0].equals(ranking)


def test_an_empty_batch_has_an_empty_answer() -> None:
    """With the same columns as any other."""
    answer = score_batch(batch_of([]), as_of=AS_OF)
    assert answer.num_rows == 0
    assert answer.schema.names[-1] == "claims"


def test_other_columns_are_passed_through(documents: list[dict[str, Any]]) -> None:
    """Whatever they are, also in a slice."""
    batch = batch_of(documents).append_column("mine", pa.array(range(len(documents))))
    answer = score_batch(batch.slice(5, 3), as_of=AS_OF)
    assert answer.column("mine").to_pylist() == [5, 6, 7]
    assert answer.column("entity_id").to_pylist() == ["Q5", "Q6", "Q7"]


@pytest.mark.slow
def test_a_column_of_the_answer_is_not_overwritten(documents: list[dict[str, Any]]) -> None:
    """A table that has a `score` already is refused, and the error names the column."""
    batch = batch_of(documents).append_column("score", pa.array(range(len(documents))))
    with pytest.raises(InvalidInputError) as caught:
        score_batch(batch, as_of=AS_OF)
    assert caught.value.facts["columns"] == ["score"]


def test_values_come_with_the_explanation_only(ranking: pa.RecordBatch) -> None:
    """They are long, and a ranking is read beside its table."""
    names = [field.name for field in ranking.schema.field("claims").type.value_type]
    assert names[4] == "value"
    assert len(names) == 10


def test_a_null_list_is_a_dispute_without_claims() -> None:
    """Null and empty are the same: nothing to rank."""
    batch = pa.RecordBatch.from_arrays(
        [pa.array([None, []], CLAIMS)], schema=pa.schema([pa.field("claims", CLAIMS)])
    )
    assert (
        answers(score_batch(batch, as_of=AS_OF))
        == [of_the_oracle({"claims": [], "figures": [], "asOf": AS_OF})] * 2
    )


def test_an_instant_that_is_none_is_refused() -> None:
    """As the desk refuses it."""
    with pytest.raises(InvalidInputError):
        score_batch(pa.RecordBatch.from_pylist([], schema=DISPUTES), as_of="May")


def test_the_kernel_is_compiled_here() -> None:
    """The test extra brings numba; without it this suite would test plain Python only."""
    assert warm()
