"""State the five factors of the Method page as plain functions, one claim at a time.

This is the readable reference. Each function answers with the unrounded value from 0 to 1; what a
value is worth in points is the kernel's business. *This module does not* round, sort or explain.

    >>> evidence_depth(2)
    0.6666666666666666
"""

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final

from both_sides.domain.disputes import EditorialRank

ABSENT_RETRIEVAL_VALUE: Final = 0.4
FULL_DEPTH_REFERENCES: Final = 3

_EDITORIAL_RANK: Final = {
    EditorialRank.PREFERRED: 1.0,
    EditorialRank.NORMAL: 0.55,
    EditorialRank.DEPRECATED: 0.1,
}
_DATE_PRECISION: Final = {11: 1.0, 10: 0.9, 9: 0.75, 8: 0.6, 7: 0.35, 6: 0.15}
_DATE_PRECISION_CODE: Final = re.compile(r"year precision ([0-9]+)")
UNKNOWN_SPECIFICITY: Final = 0.5


class Match(Enum):
    """Say how a claimed number compares with the figures of the second source."""

    NO_FIGURE = "no figure is quoted"
    NO_NUMBER = "the claim has no number"
    NOT_COMPARABLE = "no figure is of comparable size"
    NONE = "comparable figures, no match"
    FOUND = "a figure matches"

    @property
    def value_of_factor(self) -> float:
        """Give the value of the corroboration factor: 1, 0, or 0.5 where nothing can be said."""
        if self is Match.FOUND:
            return 1.0
        return 0.0 if self is Match.NONE else 0.5


def editorial_rank(rank: EditorialRank) -> float:
    """Value what the upstream editors prefer.

    *Source:* Method page, "The five factors"; spec/engine.md, Factors.
    """
    return _EDITORIAL_RANK[rank]


def evidence_depth(reference_count: float) -> float:
    """Value how many independent references are attached; three or more are worth all.

    *Source:* spec/engine.md, Factors.
    """
    if reference_count <= 0:
        return 0.15
    return min(1.0, reference_count / FULL_DEPTH_REFERENCES)


def comparable_from(claimed: float) -> float:
    """Give the size from which a figure can be compared with the claimed number."""
    return max(10.0, 0.01 * abs(claimed))


def match_tolerance(claimed: float) -> float:
    """Give the distance up to which a figure matches the claimed number."""
    return max(1.0, 0.005 * abs(claimed))


def corroboration(claimed: float | None, figures: Sequence[float]) -> Match:
    """Compare a claimed number with the figures that the second source quotes.

    Args:
        claimed: The claim's number, or None where it has none.
        figures: The figures, in any order.

    *Source:* spec/engine.md, Factors.
    """
    if not figures:
        return Match.NO_FIGURE
    if claimed is None:
        return Match.NO_NUMBER
    smallest, tolerance = comparable_from(claimed), match_tolerance(claimed)
    answer = Match.NOT_COMPARABLE
    for figure in figures:
        if abs(figure) >= smallest:
            if abs(figure - claimed) <= tolerance:
                return Match.FOUND
            answer = Match.NONE
    return answer


def specificity(precision: str | None) -> float:
    """Value whether the statement is a precise measurement or a vague band.

    *Source:* spec/engine.md, Factors.
    """
    if not precision:
        return UNKNOWN_SPECIFICITY
    if precision == "quantity" or precision.startswith("coordinate"):
        return 1.0
    code = date_precision_code(precision)
    return UNKNOWN_SPECIFICITY if code is None else _DATE_PRECISION.get(code, UNKNOWN_SPECIFICITY)


def date_precision_code(precision: str) -> int | None:
    """Read the Wikidata code (11 is a day, 9 a year …) out of a date's precision."""
    match = _DATE_PRECISION_CODE.search(precision)
    return None if match is None else int(match[1][:9])
