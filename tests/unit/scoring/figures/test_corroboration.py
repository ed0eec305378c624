"""A quantity is corroborated by quantities only, a year by years only."""

# ruff: noqa: RUF001 - these very signs are read

from decimal import Decimal

from both_sides.scoring.figures import (
    Figure,
    FigureKind,
    corroborating,
    quantities,
    read_figures,
)

TEXT = (
    "On 22 August 2017 at 17:45, the 2nd club of 10115 members in 1901-1903 lost 7-0 on page 12"
    " at 40°23′N, with 2.8 million fans, 5–7 of them for $5."
)


def test_quantities_leave_out_what_dates_orders_and_places() -> None:
    """A year, a day, an hour, an ordinal, a page, a score, a coordinate never count."""
    assert [figure.surface for figure in quantities(read_figures(TEXT))] == [
        "10115",
        "2.8 million",
        "5\u20137",
        "$5",
    ]


def test_a_claim_that_is_a_date_is_corroborated_by_years() -> None:
    """And any other claim by quantities."""
    figures = read_figures(TEXT)
    years = corroborating(figures, claim_is_date=True)
    assert [(figure.value, figure.second) for figure in years] == [
        (Decimal(2017), None),
        (Decimal(1901), Decimal(1903)),
    ]
    assert corroborating(figures, claim_is_date=False) == quantities(figures)


def test_every_kind_is_on_one_side_or_on_none() -> None:
    """No kind corroborates both a date and a quantity."""
    for kind in FigureKind:
        figure = Figure(Decimal(1), kind, 0, 1, "1")
        sides = quantities([figure]), corroborating([figure], claim_is_date=True)
        assert () in sides
