"""Choose the figures that may corroborate a claim.

What it deliberately does not do: compare. Whether a figure is of comparable size and whether it
matches is the engine's rule; this module only keeps a year, a day or a page number away from a
population, and a population away from a founding year.

    corroborating(read_figures("Founded in 1889, it has 1889 members"), claim_is_date=True)
"""

from collections.abc import Iterable
from typing import Final

from both_sides.scoring.figures.model import Figure, FigureKind

QUANTITY_KINDS: Final = frozenset(
    {
        FigureKind.CARDINAL,
        FigureKind.MEASURE,
        FigureKind.CURRENCY,
        FigureKind.PERCENT,
        FigureKind.FRACTION,
        FigureKind.APPROX,
        FigureKind.LOWER_BOUND,
        FigureKind.UPPER_BOUND,
        FigureKind.RANGE,
        FigureKind.PLUS_MINUS,
    },
)
YEAR_KINDS: Final = frozenset({FigureKind.YEAR, FigureKind.YEAR_RANGE})


def quantities(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Keep the figures that may corroborate a measured quantity.

    Args:
        figures: Figures read in a text.

    Returns:
        Those that count or measure something, in the given order; never a year, month, day,
        hour, ordinal, score, page number, postcode or coordinate.

    *Source:* spec/engine.md, Figures in a text.
    """
    return tuple(figure for figure in figures if figure.kind in QUANTITY_KINDS)


def corroborating(figures: Iterable[Figure], *, claim_is_date: bool) -> tuple[Figure, ...]:
    """Keep the figures that may corroborate a claim of the given sort.

    Args:
        figures: Figures read in a text.
        claim_is_date: Whether the claim's number is a year (a founding year, a year of birth)
            rather than a quantity (a population, a height).

    Returns:
        The years for a date, the quantities for anything else, in the given order.

    *Source:* spec/engine.md, Figures in a text; Factors, corroboration.
    """
    if claim_is_date:
        return tuple(figure for figure in figures if figure.kind in YEAR_KINDS)
    return quantities(figures)
