"""Run the kernel over whole columns of disputes, in the same two ways: plain, or compiled.

`both_sides.batch` ranks datasets with these functions. They hold no arithmetic that one dispute
does not use too: points come from the table of `outcomes`, everything else from `kernel`. The same
rules hold as there: numbers, indexing and loops only, claims sorted by claim id.

*This module does not* know Arrow, and does not say what a column is called.
"""

import math
from collections.abc import MutableSequence, Sequence
from typing import Final

from both_sides.scoring.kernel import contribution, margin, order_claims, recency

# Where the points of each outcome stand in the table of `both_sides.scoring.outcomes`.
RANK: Final = 0  # deprecated, normal, preferred
DEPTH: Final = 3  # none, one, two, three or more references
MATCH: Final = 7  # no match, nothing to say, a match
ABSENT: Final = 10  # no retrieval date
SPECIFICITY: Final = 11  # by the codes of `outcomes`
FULL_DEPTH: Final = 3
NO_INSTANT: Final = -(2**63)  # of a claim that was retrieved nobody knows when
FARTHEST_MS: Final = 2**61  # beyond, every age counts the same, and no difference leaves int64


def corroboration_code(claimed: float, figures: Sequence[float], start: int, stop: int) -> int:
    """Compare a claimed number with the figures of one dispute.

    Args:
        claimed: The claim's number; NaN where it has none.
        figures: Figures of all disputes.
        start: Index of the dispute's first figure.
        stop: Index after its last.

    Returns:
        0 for comparable figures without a match, 1 where nothing can be said, 2 for a match.

    *Source:* spec/engine.md, Factors (corroboration); `method.corroboration` is the reference.
    """
    if start == stop or math.isnan(claimed):
        return 1
    smallest = max(10.0, 0.01 * abs(claimed))
    tolerance = max(1.0, 0.005 * abs(claimed))
    code = 1
    for index in range(start, stop):
        figure = float(figures[index])
        if abs(figure) >= smallest:
            if abs(figure - claimed) <= tolerance:
                return 2
            code = 0
    return code


def depth_points(references: float, points: Sequence[int], weight: float) -> int:
    """Give what the references add, in hundredths of a point; from three on all is given.

    Args:
        references: How many there are; whole in practice, but the engine takes any number.
        points: What 0, 1, 2 and 3 references add, at `DEPTH` and after.
        weight: The factor's weight, for numbers between.
    """
    if not references > 0.0:
        return points[DEPTH]
    if references >= FULL_DEPTH:
        return points[DEPTH + FULL_DEPTH]
    whole = int(references)
    if references == whole:
        return points[DEPTH + whole]
    return contribution(references / FULL_DEPTH, weight)


def rank_disputes(  # noqa: PLR0913 - columns, not options
    claim_starts: Sequence[int],
    figure_starts: Sequence[int],
    figures: Sequence[float],
    ranks: Sequence[int],
    references: Sequence[float],
    numerics: Sequence[float],
    retrieved_ms: Sequence[int],
    specificities: Sequence[int],
    as_of_ms: int,
    points: Sequence[int],
    weights: Sequence[float],
    parts: Sequence[MutableSequence[int]],
    scores: MutableSequence[int],
    barred: MutableSequence[int],
    order: MutableSequence[int],
    positions: MutableSequence[int],
    margins: MutableSequence[int],
) -> None:
    """Rank the claims of many disputes.

    Every argument but the numbers is a column. A dispute `d` has the claims from
    `claim_starts[d]` up to `claim_starts[d + 1]`, sorted by claim id, and likewise its figures.

    Args:
        claim_starts: One more than there are disputes.
        figure_starts: One more than there are disputes.
        figures: The figures of all disputes.
        ranks: 0 deprecated, 1 normal, 2 preferred; one a claim.
        references: How many independent references; one a claim.
        numerics: The claimed number, NaN for none; one a claim.
        retrieved_ms: Milliseconds since 1970, `NO_INSTANT` for none; one a claim.
        specificities: Codes of `both_sides.scoring.outcomes`; one a claim.
        as_of_ms: The instant to rank for.
        points: What each outcome adds, from `both_sides.scoring.outcomes`.
        weights: The weights of the five factors, 0 to 1.
        parts: Is filled with the five contributions of each claim; empty where nobody asks.
        scores: Is filled with each claim's score, in hundredths of a point.
        barred: Is filled with 1 for claims that may not govern, else 0.
        order: Is filled with the indices of each dispute's claims, the leader first.
        positions: Serves as scratch, then is filled with each claim's position, 1 for the leader.
        margins: Is filled with each dispute's margin, in hundredths of a point.

    *Source:* spec/engine.md, Factors and Ranking.
    """
    is_explained = len(parts) > 0
    for dispute in range(len(claim_starts) - 1):
        start, stop = int(claim_starts[dispute]), int(claim_starts[dispute + 1])
        first, last = int(figure_starts[dispute]), int(figure_starts[dispute + 1])
        any_active = 0
        for claim in range(start, stop):
            # Integers are widened before anything is computed: narrow ones would wrap.
            rank, specificity = int(ranks[claim]), int(specificities[claim])
            if rank != 0:
                any_active = 1
            retrieved = int(retrieved_ms[claim])
            recency_points = points[ABSENT]
            if retrieved != NO_INSTANT:
                age_ms = as_of_ms - min(max(retrieved, -FARTHEST_MS), FARTHEST_MS)
                recency_points = contribution(recency(age_ms), weights[3])
            code = corroboration_code(float(numerics[claim]), figures, first, last)
            rank_points = points[RANK + rank]
            reference_points = depth_points(float(references[claim]), points, weights[1])
            match_points = points[MATCH + code]
            precision_points = points[SPECIFICITY + specificity]
            scores[claim] = (
                rank_points + reference_points + match_points + recency_points + precision_points
            )
            if is_explained:
                parts[0][claim] = rank_points
                parts[1][claim] = reference_points
                parts[2][claim] = match_points
                parts[3][claim] = recency_points
                parts[4][claim] = precision_points
        for claim in range(start, stop):
            barred[claim] = 1 if any_active == 1 and ranks[claim] == 0 else 0
        order_claims(scores, references, barred, order, positions, start, stop)
        margins[dispute] = margin(scores, order, start, stop)
        for place in range(start, stop):
            positions[order[place]] = place - start + 1


def newest_mask(
    claim_starts: Sequence[int],
    ranks: Sequence[int],
    newness: Sequence[int],
    kept: MutableSequence[int],
) -> None:
    """Mark the claims that a narrowing to the newest point in time keeps.

    Args:
        claim_starts: One more than there are disputes.
        ranks: 0 for deprecated; one a claim.
        newness: Orders the moments, `NO_INSTANT` for undated; one a claim.
        kept: Is filled with 1 or 0, one a claim.

    *Source:* spec/engine.md, "A time series is not a contradiction"; `domain.time_series.narrow`
    is the reference.
    """
    for dispute in range(len(claim_starts) - 1):
        start, stop = int(claim_starts[dispute]), int(claim_starts[dispute + 1])
        newest = newest_active = NO_INSTANT
        for claim in range(start, stop):
            moment = int(newness[claim])
            newest = max(newest, moment)
            if ranks[claim] != 0:
                newest_active = max(newest_active, moment)
        if newest_active != NO_INSTANT:
            newest = newest_active
        for claim in range(start, stop):
            kept[claim] = 1 if newest == NO_INSTANT or newness[claim] == newest else 0
