"""Claims are sorted by the bytes of their ids, and narrowed as the desk narrows them."""

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.batch.columns import DISPUTES
from both_sides.batch.moments import newness_of
from both_sides.batch.order import narrow_to_newest, sort_claims
from both_sides.batch.rows import RowBuilder, claim_of_statement
from both_sides.domain.time_series import Narrowing, narrow
from both_sides.errors import InvalidInputError
from tests.samples import statement

ids = st.text("aAbBzZ$-0é\U0001f600\ue000", max_size=4)
years = st.integers(-20, 2030).filter(bool).map(str)
dates = (
    st.sampled_from(["2015", "2015-10", "2015-10-01", "-0044-03-15", "9999999999999999"]) | years
)
moments = st.none() | dates


def nested(rows: list[list[str]]) -> pa.RecordBatch:
    """Make a batch of claims that have only ids."""
    claims = [
        [
            {"claim_id": name, "rank": 1, "reference_count": float(place), "specificity": 0}
            for place, name in enumerate(row)
        ]
        for row in rows
    ]
    row = {"entity_id": "Q1", "property_id": "P1", "kind": "mixed"}
    return pa.RecordBatch.from_pylist([{**row, "claims": names} for names in claims], DISPUTES)


def named(batch: pa.RecordBatch) -> list[list[tuple[str, float]]]:
    """Give ids and first places of all claims."""
    return [
        [(claim["claim_id"], claim["reference_count"]) for claim in claims]
        for claims in batch.column("claims").to_pylist()
    ]


@pytest.mark.slow
@given(st.lists(st.lists(ids, max_size=6), max_size=6))
def test_claims_are_sorted_by_bytes_and_equals_stay(rows: list[list[str]]) -> None:
    """Capital letters come before small ones, and the emoji after U+E000."""
    expected = [
        sorted(
            ((name, float(place)) for place, name in enumerate(row)), key=lambda c: c[0].encode()
        )
        for row in rows
    ]
    assert named(sort_claims(nested(rows))) == expected


def test_a_sorted_batch_is_given_back_as_it_is() -> None:
    """Nothing is copied where nothing is to be done."""
    batch = nested([["A", "a"], ["B"]])
    assert sort_claims(batch) is batch


def test_a_slice_is_sorted_by_itself() -> None:
    """Rows outside of the slice are not looked at."""
    batch = nested([["b", "a"], ["d", "c"], ["f", "e"]]).slice(1, 1)
    assert named(sort_claims(batch)) == [[("c", 1.0), ("d", 0.0)]]


statements = st.lists(
    st.tuples(st.sampled_from(["normal", "deprecated"]), moments, moments, moments), max_size=8
)


@pytest.mark.slow
@given(st.lists(statements, max_size=4))
def test_the_newest_moment_is_that_of_the_desk(rows: list[list[tuple[Any, ...]]]) -> None:
    """Whatever is dated by a point in time, by a period, or not at all."""
    builder, expected = RowBuilder(), []
    for row in rows:
        found = [
            statement(f"c{place}", rank=rank, point_in_time=at, start=start, end=end)
            for place, (rank, at, start, end) in enumerate(row)
        ]
        builder.add("Q1", "P1", "mixed", [], map(claim_of_statement, found))
        expected.append([kept.claim_id for kept in narrow(found, Narrowing(newest=True))])
    narrowed = narrow_to_newest(builder.finish())
    assert [[name for name, _ in claims] for claims in named(narrowed)] == expected


def test_the_order_of_moments_fits_into_an_integer() -> None:
    """Also for the longest years there are, and for what still holds."""
    oldest = newness_of("-9999999999999999-01-01", None, None)
    newest = newness_of(None, "9999999999999999-12-31", None)
    assert oldest is not None
    assert newest is not None
    assert -(2**63) < oldest < newest < 2**63


def test_claims_without_moments_cannot_be_narrowed() -> None:
    """The table says nothing, so neither does the ranking."""
    batch = pa.record_batch({"claims": pa.array([[{"claim_id": "a"}]])})
    with pytest.raises(InvalidInputError) as caught:
        narrow_to_newest(batch)
    assert "--newest" in caught.value.hint
