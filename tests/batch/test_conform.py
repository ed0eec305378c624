"""Tables of other people are read in the types they have, or every problem is named at once."""

import datetime as dt
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from both_sides.batch.conform import read_claims
from both_sides.batch.score import score_batch
from both_sides.errors import InvalidInputError
from both_sides.scoring.column_kernel import NO_INSTANT
from tests.batch.making import AS_OF, answers, batch_of

DAY_MS = 86_400_000


def table(claims: list[dict[str, Any]], **columns: Any) -> pa.RecordBatch:  # noqa: ANN401
    """Make a batch of one dispute, in the types that Arrow infers."""
    return pa.record_batch({"claims": pa.array([claims]), **columns})


def test_texts_dates_and_integers_are_read_as_the_engine_reads_them() -> None:
    """A table with ranks, precisions and dates as text is ranked as typed columns are."""
    written = [
        {
            "claim_id": "a",
            "rank": "preferred",
            "precision": "quantity",
            "retrieved": "2026-01-01",
            "reference_count": 2,
            "numeric": 12,
        },
        {
            "claim_id": "b",
            "rank": "odd",
            "precision": "year precision 9",
            "retrieved": "May",
            "reference_count": 0,
            "numeric": 13,
        },
    ]
    typed = [
        {
            "claimId": claim["claim_id"],
            "referenceCount": claim["reference_count"],
            **{name: claim[name] for name in ("rank", "precision", "retrieved", "numeric")},
        }
        for claim in written
    ]
    figures = pa.array([[12]])
    document = {"entityId": "Q1", "propertyId": "P1", "claims": typed, "figures": [12]}
    assert answers(score_batch(table(written, figures=figures), as_of=AS_OF)) == answers(
        score_batch(batch_of([document]), as_of=AS_OF)
    )


def test_missing_members_count_as_none() -> None:
    """Only the id must be there."""
    claims = read_claims(table([{"claim_id": "a"}]))
    assert claims.ranks.tolist() == [1]
    assert claims.references.tolist() == [0.0]
    assert np.isnan(claims.numerics).all()
    assert claims.retrieved_ms.tolist() == [NO_INSTANT]
    assert claims.specificities.tolist() == [0]
    assert claims.newness is None


@pytest.mark.parametrize(
    "date",
    [
        pa.scalar(dt.date(1970, 1, 3)),
        pa.scalar(dt.date(1970, 1, 3)).cast(pa.date64()),
        pa.scalar(dt.datetime(1970, 1, 3, tzinfo=dt.UTC), pa.timestamp("us")),
        pa.scalar(dt.datetime(1970, 1, 3, tzinfo=dt.UTC), pa.timestamp("ns", "UTC")),
        pa.scalar("1970-01-03"),
        pa.scalar("1970-01-03", pa.large_string()),
    ],
    ids=lambda date: str(date.type),
)
def test_dates_of_every_type_are_instants(date: pa.Scalar) -> None:
    """A date is its midnight in UTC, and so is a date-time without a zone."""
    entries = pa.StructArray.from_arrays(
        [pa.array(["a"]), pa.array([date.as_py()], date.type)], names=["claim_id", "retrieved"]
    )
    batch = pa.record_batch({"claims": pa.ListArray.from_arrays([0, 1], entries)})
    assert read_claims(batch).retrieved_ms.tolist() == [2 * DAY_MS]


@pytest.mark.parametrize(
    "kind", [pa.int8(), pa.uint64(), pa.float32(), pa.decimal128(9, 2)], ids=str
)
def test_numbers_of_every_type_are_doubles(kind: pa.DataType) -> None:
    """Counts and claimed numbers may be integers, floats or decimals."""
    number = Decimal(3) if pa.types.is_decimal(kind) else 3
    entries = pa.StructArray.from_arrays(
        [pa.array(["a"]), pa.array([number], kind)], names=["claim_id", "reference_count"]
    )
    batch = pa.record_batch({"claims": pa.ListArray.from_arrays([0, 1], entries)})
    assert read_claims(batch).references.tolist() == [3.0]


def test_codes_that_are_none_count_as_unknown() -> None:
    """No number from a foreign table can lead the kernel out of its table of points."""
    entries = pa.StructArray.from_arrays(
        [
            pa.array(["a", "b", "c"]),
            pa.array([-1, 3, 2], pa.int8()),
            pa.array([-128, 127, 8], pa.int8()),
        ],
        names=["claim_id", "rank", "specificity"],
    )
    claims = read_claims(pa.record_batch({"claims": pa.ListArray.from_arrays([0, 3], entries)}))
    assert claims.ranks.tolist() == [1, 1, 2]
    assert claims.specificities.tolist() == [0, 0, 8]


def test_numbers_that_are_none_count_as_none() -> None:
    """NaN is no count and no claimed number; infinities are numbers."""
    claims = read_claims(
        table(
            [
                {"claim_id": "a", "reference_count": float("nan"), "numeric": float("inf")},
                {"claim_id": "b", "reference_count": float("inf"), "numeric": float("nan")},
            ]
        )
    )
    assert claims.references.tolist() == [0.0, float("inf")]
    assert np.isnan(claims.numerics).tolist() == [False, True]


@pytest.mark.parametrize("extreme", [-(2**63) + 1, 2**63 - 1])
def test_instants_at_the_ends_of_time_do_not_wrap(extreme: int) -> None:
    """The oldest counts as old and the farthest future as new, compiled or not."""
    batch = table([{"claim_id": "a", "retrieved_ms": extreme}])
    answer = score_batch(batch, as_of="-271821-04-20" if extreme > 0 else AS_OF, explain=True)
    assert answer.column("claims")[0].as_py()[0]["recency"] == (16.0 if extreme > 0 else 0.8)


@pytest.mark.parametrize("kind", ["large_list", "fixed_size_list", "dictionary"])
def test_lists_and_texts_of_other_layouts_are_read(kind: str) -> None:
    """As Polars, pandas and fixed tensors write them."""
    entries = pa.array(
        [{"claim_id": "a", "rank": "preferred"}, {"claim_id": "b", "rank": "normal"}]
    )
    if kind == "large_list":
        lists = pa.LargeListArray.from_arrays(pa.array([0, 2], pa.int64()), entries)
    elif kind == "fixed_size_list":
        lists = pa.FixedSizeListArray.from_arrays(entries, 2)
    else:
        ids = entries.field("claim_id").dictionary_encode()
        ranks = entries.field("rank").dictionary_encode()
        coded = pa.StructArray.from_arrays([ids, ranks], names=["claim_id", "rank"])
        lists = pa.ListArray.from_arrays([0, 2], coded)
    assert score_batch(pa.record_batch({"claims": lists}), as_of=AS_OF)["leader"][0].as_py() == "a"


def test_every_problem_of_a_table_is_named_at_once() -> None:
    """So that one look mends all."""
    batch = pa.record_batch(
        {
            "claims": pa.array([[{"rank": 1.5, "reference_count": "two", "retrieved": True}]]),
            "figures": pa.array(["12"]),
        }
    )
    with pytest.raises(InvalidInputError) as caught:
        read_claims(batch)
    problems = caught.value.facts["problems"]
    assert isinstance(problems, list)
    assert [problem.partition(":")[0] for problem in problems] == [
        "claims.claim_id",
        "claims.rank",
        "claims.reference_count",
        "claims.retrieved",
        "figures",
    ]


@pytest.mark.parametrize(
    "column",
    [
        pa.array([1]),
        pa.array([[1]]),
        pa.array([[None]]),
        pa.array([[{"claim_id": None}]], pa.list_(pa.struct([("claim_id", pa.string())]))),
    ],
    ids=["a number", "numbers", "nulls", "no id"],
)
def test_a_column_that_holds_no_claims_is_refused(column: pa.Array) -> None:
    """A claim is a struct with an id."""
    with pytest.raises(InvalidInputError):
        read_claims(pa.record_batch({"claims": column}))


def test_a_table_without_claims_is_refused() -> None:
    """The error names the column, and where the shape is described."""
    with pytest.raises(InvalidInputError, match="no such column") as caught:
        read_claims(pa.record_batch({"rows": [1]}))
    assert "docs/batch.md" in caught.value.hint
