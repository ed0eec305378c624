"""The five factors, one at a time, as the Method page and its specification state them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.domain.adjudications import Factor
from both_sides.domain.disputes import (
    Band,
    Dispute,
    EditorialRank,
    QuotedFigure,
    Rival,
    Subject,
)
from both_sides.domain.ids import ClaimId, EntityId, PropertyId
from both_sides.scoring import kernel, method
from both_sides.scoring.adjudicate import adjudicate
from both_sides.scoring.explain import format_figure, recommend
from both_sides.scoring.method import Match

SUBJECT = Subject(EntityId("Q1"), PropertyId("P1"))
YEAR_MS = int(365.25 * 86_400_000)


@pytest.mark.requirement("M5")
def test_the_weights_are_those_of_the_page_and_sum_to_exactly_1() -> None:
    """As whole points they leave no rounding question."""
    assert {factor.value: factor.weight for factor in Factor} == {
        "editorialRank": 0.28,
        "evidenceDepth": 0.22,
        "corroboration": 0.20,
        "recency": 0.16,
        "specificity": 0.14,
    }
    assert sum(factor.weight_points for factor in Factor) == 100
    assert sum(Decimal(str(factor.weight)) for factor in Factor) == 1


rivals = st.builds(
    Rival,
    claim_id=st.just(ClaimId("a")),
    value=st.just("3"),
    numeric=st.none() | st.decimals(-(10**12), 10**12, places=3),
    rank=st.sampled_from(EditorialRank),
    reference_count=st.integers(0, 50),
    retrieved=st.none() | st.dates().map(str) | st.text(max_size=4),
    precision=st.sampled_from([None, "quantity", "coordinate x", "year precision 9", "odd"]),
)
figures = st.lists(st.decimals(-(10**12), 10**12, places=2).map(QuotedFigure), max_size=3)


@pytest.mark.slow
@pytest.mark.requirement("M4")
@given(rivals, figures)
def test_every_value_is_from_0_to_1_and_worth_its_weight(
    rival: Rival, quoted: list[QuotedFigure]
) -> None:
    """A full value is worth the weight in points, and a score is the sum of the five."""
    answer = adjudicate(Dispute(SUBJECT, "", "", (rival,), tuple(quoted)), "2026-10-03")
    (claim,) = answer.ranked
    for score in claim.factors:
        assert 0 <= score.value <= 1
        assert 0 <= score.contribution <= score.factor.weight_points
        assert abs(score.contribution - score.value * score.factor.weight_points) <= 0.005 * 28
    hundredths = sum(round(score.contribution * 100) for score in claim.factors)
    assert claim.score == hundredths / 100


@pytest.mark.requirement("M7")
def test_editorial_rank_values_what_the_editors_prefer() -> None:
    """Preferred, normal, deprecated; anything else counts as normal."""
    values = {rank.value: method.editorial_rank(rank) for rank in EditorialRank}
    assert values == {"preferred": 1, "normal": 0.55, "deprecated": 0.1}
    assert EditorialRank.read("best") is EditorialRank.NORMAL
    assert EditorialRank.read(None) is EditorialRank.NORMAL


@pytest.mark.requirement("M8")
def test_evidence_depth_counts_references_up_to_three() -> None:
    """None is worth a little; three are enough."""
    assert [method.evidence_depth(count) for count in (0, 1, 2, 3, 45)] == [
        0.15,
        1 / 3,
        2 / 3,
        1,
        1,
    ]


@pytest.mark.requirement("M9")
@pytest.mark.parametrize(
    ("claimed", "quoted", "match"),
    [
        (1000, [], Match.NO_FIGURE),
        (None, [1000], Match.NO_NUMBER),
        (1000, [9.99], Match.NOT_COMPARABLE),  # below 10
        (2_000_000, [19_999], Match.NOT_COMPARABLE),  # below 1 % of the claimed number
        (2_000_000, [20_000], Match.NONE),
        (1000, [1005], Match.FOUND),  # within 0.5 %
        (1000, [1005.01], Match.NONE),
        (20, [21], Match.FOUND),  # within 1
        (20, [21.5], Match.NONE),
        (1000, [12, 999], Match.FOUND),  # one that matches is enough
        (-1000, [-1000], Match.FOUND),
    ],
)
def test_corroboration_compares_with_figures_of_comparable_size(
    claimed: float | None, quoted: list[float], match: Match
) -> None:
    """A match is worth all, comparable figures without one nothing, anything else a half."""
    assert method.corroboration(claimed, quoted) is match
    worth = {Match.FOUND: 1, Match.NONE: 0}.get(match, 0.5)
    assert match.value_of_factor == worth


@pytest.mark.requirement("M10")
def test_recency_decays_over_12_years() -> None:
    """From 1 for today and for a date in the future, evenly, down to a floor."""
    assert kernel.recency(0) == kernel.recency(-YEAR_MS) == 1
    assert kernel.recency(6 * YEAR_MS) == 0.5
    assert kernel.recency(12 * YEAR_MS) == kernel.recency(40 * YEAR_MS) == 0.05
    assert method.ABSENT_RETRIEVAL_VALUE == 0.4


@pytest.mark.requirement("M11")
@pytest.mark.parametrize(
    ("precision", "value"),
    [
        (None, 0.5),
        ("", 0.5),
        ("quantity", 1),
        ("coordinate ±0.0001", 1),
        ("year precision 11", 1),
        ("year precision 10", 0.9),
        ("year precision 9", 0.75),
        ("year precision 8", 0.6),
        ("year precision 7", 0.35),
        ("year precision 6", 0.15),
        ("year precision 5", 0.5),
        ("about so", 0.5),
    ],
)
def test_specificity_values_precision(precision: str | None, value: float) -> None:
    """A measurement is worth all, a date what its precision allows."""
    assert method.specificity(precision) == value


@pytest.mark.requirement("M16", "M19", "M22", "M23")
@pytest.mark.parametrize("band", Band)
def test_the_recommendation_names_the_required_action(band: Band) -> None:
    """In the words of the page, for every band."""
    assert band.required_action in recommend(band, "a", [])
    assert band.meaning in recommend(band, "a", [])


def test_a_text_too_long_to_remember_is_scored_all_the_same() -> None:
    """Short precisions are remembered; a long one is not, and counts like any other."""
    for precision in ("odd" * 9, "odd" * 99, "coordinate" * 99):
        rival = Rival(ClaimId("a"), "3", precision=precision)
        score = adjudicate(Dispute(SUBJECT, "", "", (rival,)), "2026-10-03").ranked[0].factors[4]
        assert score.value == method.specificity(precision)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Decimal(2751862), "2,751,862"),
        (Decimal("-0.50"), "-0.5"),
        (Decimal("2765621.31"), "2,765,621.31"),
        (Decimal("0E+40"), "0"),
        (Decimal("1E+40"), "1e+40"),
        (Decimal(10**40), "1e+40"),
        (Decimal("1E-9"), "1e-9"),
        (0.1 + 0.2, "0.3"),
        (0.0, "0"),
        (13959.31, "13,959.31"),
        (1e22, "10,000,000,000,000,000,000,000"),
        (2.5e-7, "2.5e-7"),
    ],
)
def test_a_number_is_printed_for_people(number: Decimal | float, text: str) -> None:
    """Grouped, without needless zeros, and equal numbers equally."""
    assert format_figure(number) == text
