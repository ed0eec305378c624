"""Tabulate what every outcome of a factor is worth, out of the readable reference.

Four of the five factors have few outcomes: 3 ranks, 4 depths (0, 1, 2, 3 or more references), 3
answers of the second source, 9 kinds of precision: 324 combinations. As whole hundredths of a point
simply add up, one table of their 20 members serves; the fifth factor, recency, is computed.
*This module does not* state any number of its own: all come from `method` through `kernel`.

    >>> points_of_outcomes()[column_kernel.RANK + RANK_CODES[EditorialRank.NORMAL]]
    1540
"""

from typing import Final

from both_sides.domain.adjudications import Factor
from both_sides.domain.disputes import EditorialRank
from both_sides.scoring import column_kernel, kernel, method
from both_sides.scoring.method import Match

RANK_CODES: Final = {
    EditorialRank.DEPRECATED: 0,
    EditorialRank.NORMAL: 1,
    EditorialRank.PREFERRED: 2,
}
MATCH_CODES: Final = {
    Match.NONE: 0,
    Match.NO_FIGURE: 1,
    Match.NO_NUMBER: 1,
    Match.NOT_COMPARABLE: 1,
    Match.FOUND: 2,
}

# One precision, as the engine reads it, for each code; codes say how precise, not which type.
PRECISIONS: Final = (
    None,
    "quantity",
    "coordinate",
    "year precision 11",
    "year precision 10",
    "year precision 9",
    "year precision 8",
    "year precision 7",
    "year precision 6",
)
WEIGHTS: Final = tuple(factor.weight for factor in Factor)

_UNKNOWN: Final = 0
_CODES: Final = {precision: code for code, precision in enumerate(PRECISIONS)}


def specificity_code(precision: str | None) -> int:
    """Give the code of a precision, 0 for one that says nothing.

    Args:
        precision: `quantity`, `coordinate …`, `year precision N`, or None.

    *Source:* spec/engine.md, Factors (specificity).
    """
    if not precision:
        return _UNKNOWN
    if precision == "quantity":
        return _CODES["quantity"]
    if precision.startswith("coordinate"):
        return _CODES["coordinate"]
    code = method.date_precision_code(precision)
    return _UNKNOWN if code is None else _CODES.get(f"year precision {code}", _UNKNOWN)


def points_of_outcomes() -> tuple[int, ...]:
    """Give what each outcome adds, in hundredths of a point, where `column_kernel` looks for it."""

    def worth(factor: Factor, value: float) -> int:
        return kernel.contribution(value, factor.weight)

    by_rank = {code: method.editorial_rank(rank) for rank, code in RANK_CODES.items()}
    by_match = {code: match.value_of_factor for match, code in MATCH_CODES.items()}
    return (
        *(worth(Factor.EDITORIAL_RANK, by_rank[code]) for code in sorted(by_rank)),
        *(
            worth(Factor.EVIDENCE_DEPTH, method.evidence_depth(count))
            for count in range(column_kernel.FULL_DEPTH + 1)
        ),
        *(worth(Factor.CORROBORATION, by_match[code]) for code in sorted(by_match)),
        worth(Factor.RECENCY, method.ABSENT_RETRIEVAL_VALUE),
        *(worth(Factor.SPECIFICITY, method.specificity(precision)) for precision in PRECISIONS),
    )
