"""Do the engine's arithmetic, in whole hundredths of a point.

One source for all: plain Python runs these functions on lists, numba compiles the same text for
arrays, and both give the same integers. That is why this module uses numbers, indexing and loops
only: no objects, no text, no exceptions. Claims come sorted by claim id, so that their index is
the last tie-breaker and no string is ever compared here.

Each contribution is `round2(value × weight × 100)` in binary doubles, so a score is an exact
number of hundredths and no rounding question is left for sums and margins.

*This module does not* read dates or texts and does not know what a claim is.

    >>> contribution(0.55, 0.28)
    1540
"""

import math
from collections.abc import MutableSequence, Sequence
from typing import Final

YEAR_MS: Final = 365.25 * 86_400_000
DECAY_YEARS: Final = 12.0
OLDEST_VALUE: Final = 0.05


def contribution(value: float, weight: float) -> int:
    """Give what a factor adds to the score.

    Args:
        value: The unrounded value of the factor, 0 to 1.
        weight: The factor's weight, 0 to 1.

    Returns:
        Hundredths of a point, rounded half up on the double `value × weight × 100 × 100`.

    *Source:* spec/engine.md, Factors (`contribution`, `round2`).
    """
    return math.floor(value * weight * 100.0 * 100.0 + 0.5)


def hundredths(value: float) -> int:
    """Round a factor's value for display: half up on the double `value × 100`."""
    return math.floor(value * 100.0 + 0.5)


def recency(age_ms: int) -> float:
    """Value how recently a reference was retrieved.

    Args:
        age_ms: Milliseconds from the retrieval to the instant of the ranking; negative for a
            date in the future, which counts as age 0.

    Returns:
        1 for today, decaying over 12 years of 365.25 days to 0.05.

    *Source:* spec/engine.md, Factors (recency).
    """
    if age_ms <= 0:
        return 1.0
    value = 1.0 - age_ms / YEAR_MS / DECAY_YEARS
    if value < OLDEST_VALUE:
        return OLDEST_VALUE
    return value


def bar_deprecated(
    deprecated: Sequence[int], barred: MutableSequence[int], start: int, stop: int
) -> None:
    """Mark the claims that may not govern: the deprecated ones, while any claim is active.

    Args:
        deprecated: 1 where the editors rejected the claim, else 0; one entry a claim.
        barred: Is filled with 1 or 0 from `start` to `stop`.
        start: Index of the dispute's first claim.
        stop: Index after its last.

    *Source:* Method page, "A deprecated claim cannot govern".
    """
    any_active = 0
    for index in range(start, stop):
        if deprecated[index] == 0:
            any_active = 1
    for index in range(start, stop):
        barred[index] = deprecated[index] * any_active


def order_claims(  # noqa: PLR0912, PLR0913 - one loop, as numba likes it; columns, not options
    scores: Sequence[int],
    references: Sequence[float],
    barred: Sequence[int],
    order: MutableSequence[int],
    scratch: MutableSequence[int],
    start: int,
    stop: int,
) -> None:
    """Put the claims of one dispute in their order.

    Eligible claims come first; then the higher score; then more references; then the smaller
    index, which is the smaller claim id. A merge sort, from the bottom up, that keeps equals in
    place.

    Args:
        scores: Hundredths of a point, one a claim.
        references: Reference counts, one a claim.
        barred: 1 where the claim may not govern, one a claim.
        order: Is filled from `start` to `stop` with indices, the leader first.
        scratch: Is overwritten from `start` to `stop`.
        start: Index of the dispute's first claim.
        stop: Index after its last.

    *Source:* spec/engine.md, Ranking 2; Method page, "Ties break on claim id".
    """
    for index in range(start, stop):
        order[index] = index
    width = 1
    while width < stop - start:
        left = start
        while left < stop:
            middle = min(left + width, stop)
            right = min(left + 2 * width, stop)
            low, high = left, middle
            for place in range(left, right):
                if low >= middle:
                    take_low = False
                elif high >= right:
                    take_low = True
                else:
                    first, second = order[low], order[high]
                    if barred[first] != barred[second]:
                        take_low = barred[first] < barred[second]
                    elif scores[first] != scores[second]:
                        take_low = scores[first] > scores[second]
                    else:
                        take_low = references[first] >= references[second]
                if take_low:
                    scratch[place] = order[low]
                    low += 1
                else:
                    scratch[place] = order[high]
                    high += 1
            left = right
        for index in range(start, stop):
            order[index] = scratch[index]
        width *= 2


def margin(scores: Sequence[int], order: Sequence[int], start: int, stop: int) -> int:
    """Give the gap between leader and runner-up in hundredths of a point.

    A single claim leads by its whole score; an empty dispute by nothing. With a barred runner-up
    that outscores the leader the gap is negative.

    *Source:* spec/engine.md, Ranking 3 and 4.
    """
    if stop == start:
        return 0
    if stop - start == 1:
        return scores[order[start]]
    return scores[order[start]] - scores[order[start + 1]]
