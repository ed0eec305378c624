"""One kernel source: the plain functions are right, and compiled they give the same bytes."""

from array import array
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.domain.adjudications import Factor
from both_sides.scoring import kernel
from tests import oracle

WHY_SKIPPED = "numba is not here: it comes with the extra [batch] and compiles the same source"
FUNCTIONS = ("contribution", "hundredths", "recency", "bar_deprecated", "order_claims", "margin")
DAY_MS = 86_400_000

columns = st.lists(
    st.tuples(
        st.integers(0, 10_000),  # score
        st.integers(0, 4),  # references
        st.integers(0, 1),  # deprecated
    ),
    max_size=40,
)
few_scores = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 1)), max_size=40
)
values = st.floats(0, 1) | st.sampled_from([0.15, 1 / 3, 2 / 3, 0.55, 0.1, 0.35, 0.6, 0.75, 0.9])
ages = st.integers(-(10**13), 10**13) | st.integers(-30, 6000).map(lambda days: days * DAY_MS)
weights = st.sampled_from([factor.weight for factor in Factor])


def ranked(rows: list[tuple[int, int, int]], start: int = 0) -> tuple[list[int], list[int], int]:
    """Run the kernel on lists, the dispute beginning at `start`; give barred, order, margin."""
    stop = start + len(rows)
    scores = [0] * start + [score for score, _, _ in rows]
    references = [0.0] * start + [float(count) for _, count, _ in rows]
    deprecated = [0] * start + [flag for _, _, flag in rows]
    barred, order, scratch = [0] * stop, [0] * stop, [0] * stop
    kernel.bar_deprecated(deprecated, barred, start, stop)
    kernel.order_claims(scores, references, barred, order, scratch, start, stop)
    return barred[start:], order[start:], kernel.margin(scores, order, start, stop)


@pytest.mark.slow
@pytest.mark.requirement("M13", "M26", "M28")
@given(columns | few_scores, st.integers(0, 3))
def test_the_order_is_that_of_the_rule(rows: list[tuple[int, int, int]], start: int) -> None:
    """Eligible first, then score, then references, then the index, wherever the dispute begins."""
    any_active = any(not flag for _, _, flag in rows)
    expected_barred = [int(any_active and flag == 1) for _, _, flag in rows]
    barred, order, margin = ranked(rows, start)
    assert barred == expected_barred
    places = sorted(
        range(len(rows)), key=lambda i: (barred[i], -rows[i][0], -rows[i][1], i)
    )  # the rule, as a sort key
    assert order == [start + place for place in places]
    scores = [rows[place][0] for place in places]
    assert margin == (scores[0] - scores[1] if len(rows) > 1 else sum(scores))


@pytest.mark.slow
@pytest.mark.requirement("M4")
@given(values, weights)
def test_a_contribution_is_that_of_the_naive_method(value: float, weight: float) -> None:
    """Hundredths of a point are the two decimals that rounding half up leaves."""
    assert kernel.contribution(value, weight) / 100 == oracle.round2(value * weight * 100)
    assert kernel.hundredths(value) / 100 == oracle.round2(value)


@pytest.mark.slow
@pytest.mark.requirement("M10")
@given(ages)
def test_recency_is_that_of_the_naive_method(age_ms: int) -> None:
    """From 1 for today and for the future, down to 0.05."""
    years = max(0, age_ms) / (365.25 * DAY_MS)
    assert kernel.recency(age_ms) == min(1, max(0.05, 1 - years / 12))


@pytest.fixture(scope="module")
def compiled() -> dict[str, Callable[..., Any]]:
    """Compile the functions as they are, and call each once."""
    numba = pytest.importorskip("numba", reason=WHY_SKIPPED)
    numpy = pytest.importorskip("numpy", reason=WHY_SKIPPED)
    functions = {name: numba.njit(getattr(kernel, name)) for name in FUNCTIONS}
    integers, doubles = numpy.zeros(1, numpy.int64), numpy.zeros(1)
    functions["contribution"](0.5, 0.5)
    functions["hundredths"](0.5)
    functions["recency"](1)
    functions["bar_deprecated"](integers, integers, 0, 1)
    functions["order_claims"](integers, doubles, integers, integers, integers.copy(), 0, 1)
    functions["margin"](integers, integers, 0, 1)
    return functions


@pytest.mark.slow
@given(rows=columns | few_scores, start=st.integers(0, 3))
@settings(max_examples=200)
def test_the_compiled_order_has_the_same_bytes(
    compiled: dict[str, Callable[..., Any]], rows: list[tuple[int, int, int]], start: int
) -> None:
    """Arrays in place of lists, and not a bit differs."""
    import numpy as np

    stop = start + len(rows)
    before = [(0, 0, 0)] * start
    scores, references, deprecated = (
        np.array([row[member] for row in before + rows], kind)
        for member, kind in ((0, np.int64), (1, np.float64), (2, np.int64))
    )
    barred, order, scratch = (np.zeros(stop, np.int64) for _ in range(3))
    compiled["bar_deprecated"](deprecated, barred, start, stop)
    compiled["order_claims"](scores, references, barred, order, scratch, start, stop)
    expected_barred, expected_order, expected_margin = ranked(rows, start)
    assert barred[start:].tobytes() == array("q", expected_barred).tobytes()
    assert order[start:].tobytes() == array("q", expected_order).tobytes()
    assert compiled["margin"](scores, order, start, stop) == expected_margin


@pytest.mark.slow
@given(value=values, weight=weights, age_ms=ages)
@settings(max_examples=500)
def test_the_compiled_arithmetic_has_the_same_bytes(
    compiled: dict[str, Callable[..., Any]], value: float, weight: float, age_ms: int
) -> None:
    """No fused multiplication, no reciprocal: each double is the same to its last bit."""
    assert compiled["contribution"](value, weight) == kernel.contribution(value, weight)
    assert compiled["hundredths"](value) == kernel.hundredths(value)
    assert compiled["recency"](age_ms).hex() == kernel.recency(age_ms).hex()
