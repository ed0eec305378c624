"""The table of outcomes says what the readable reference says, for every outcome there is."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.domain.adjudications import Factor
from both_sides.domain.disputes import EditorialRank
from both_sides.scoring import column_kernel, kernel, method
from both_sides.scoring.method import Match
from both_sides.scoring.outcomes import (
    MATCH_CODES,
    PRECISIONS,
    RANK_CODES,
    WEIGHTS,
    points_of_outcomes,
    specificity_code,
)

POINTS = points_of_outcomes()
numbers = st.floats(allow_nan=False) | st.sampled_from([0.0, 10.0, 1000.0, 2.75e6])


def test_all_324_outcomes_add_up_to_what_the_reference_gives() -> None:
    """Three ranks, four depths, three answers of the second source, nine precisions."""
    answers = (Match.NONE, Match.NO_FIGURE, Match.FOUND)
    outcomes = list(product(EditorialRank, range(4), answers, enumerate(PRECISIONS)))
    assert len(outcomes) == 324
    for rank, references, match, (code, precision) in outcomes:
        expected = (
            kernel.contribution(method.editorial_rank(rank), Factor.EDITORIAL_RANK.weight)
            + kernel.contribution(method.evidence_depth(references), Factor.EVIDENCE_DEPTH.weight)
            + kernel.contribution(match.value_of_factor, Factor.CORROBORATION.weight)
            + kernel.contribution(method.specificity(precision), Factor.SPECIFICITY.weight)
        )
        assert (
            POINTS[column_kernel.RANK + RANK_CODES[rank]]
            + column_kernel.depth_points(float(references), POINTS, WEIGHTS[1])
            + POINTS[column_kernel.MATCH + MATCH_CODES[match]]
            + POINTS[column_kernel.SPECIFICITY + code]
            == expected
        )


@pytest.mark.slow
@given(st.floats() | st.integers(-3, 5).map(float))
def test_any_number_of_references_is_valued_as_by_the_reference(references: float) -> None:
    """Fractions between, infinities beyond; what is no number counts as none."""
    value = method.evidence_depth(references if references == references else 0)  # noqa: PLR0124
    expected = kernel.contribution(value, Factor.EVIDENCE_DEPTH.weight)
    assert column_kernel.depth_points(references, POINTS, WEIGHTS[1]) == expected


@pytest.mark.slow
@given(st.none() | numbers, st.lists(numbers, max_size=4))
def test_figures_are_compared_as_by_the_reference(
    claimed: float | None, figures: list[float]
) -> None:
    """Also at the ends of what doubles hold."""
    number = float("nan") if claimed is None else claimed
    code = column_kernel.corroboration_code(number, [7.0, *figures], 1, 1 + len(figures))
    assert code == MATCH_CODES[method.corroboration(claimed, figures)]


@pytest.mark.slow
@given(
    st.none()
    | st.sampled_from(["quantity", "coordinate", "coordinate ±0.1", "", "year precision"])
    | st.integers(0, 200).map("year precision {}".format)
    | st.text(max_size=9)
)
def test_a_code_is_worth_what_its_precision_is_worth(precision: str | None) -> None:
    """Whatever text stands there."""
    points = POINTS[column_kernel.SPECIFICITY + specificity_code(precision)]
    assert points == kernel.contribution(method.specificity(precision), WEIGHTS[4])
