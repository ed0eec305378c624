"""Rank one dispute: every claim with its five factors, leader, margin, band, what to do.

The same function backs the page, the REST endpoint, the agent tool, the command line and, through
the kernel, the batch run. *This module does not* read the clock (the instant of the ranking is an
argument) and does not record anything.

    >>> from both_sides.domain.disputes import Dispute, Rival, Subject
    >>> rivals = (Rival("a", "3", rank="preferred"), Rival("b", "4"))
    >>> adjudicate(Dispute(Subject("Q1", "P1"), "", "", rivals), "2026-10-03").leader
    'a'
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from operator import attrgetter
from typing import Final

from both_sides.domain.adjudications import Adjudication, Factor, FactorScore, RankedClaim, Status
from both_sides.domain.disputes import Band, Dispute, EditorialRank, QuotedFigure, Rival
from both_sides.errors import InvalidInputError
from both_sides.scoring import explain, kernel, method
from both_sides.scoring.instants import read_instant
from both_sides.scoring.version import ENGINE_VERSION

_WEIGHT: Final = {factor: factor.weight for factor in Factor}
_MOST_REMEMBERED: Final = 256
_LONGEST_REMEMBERED: Final = 40

Scored = tuple[int, FactorScore]  # what a factor adds in hundredths of a point, and how it is shown


@dataclass(frozen=True, slots=True)
class WeighedRival:
    """Hold a claim with the factors that follow from it, whatever the instant.

    Args:
        rival: The claim.
        retrieved_ms: When it was retrieved, milliseconds since 1970-01-01 UTC, or None.
        before_recency: Editorial rank, evidence depth and corroboration, in the order of the sum.
        specificity: The factor after recency.
    """

    rival: Rival
    retrieved_ms: int | None
    before_recency: tuple[Scored, Scored, Scored]
    specificity: Scored


@dataclass(frozen=True, slots=True)
class WeighedDispute:
    """Hold the claims of a dispute in the order of their ids, weighed."""

    rivals: tuple[WeighedRival, ...]


def read_as_of(text: str) -> int:
    """Read the instant that a ranking is made for.

    Returns:
        Milliseconds since 1970-01-01 UTC.

    Raises:
        InvalidInputError: The text is not an ISO date or date-time.
    """
    instant = read_instant(text)
    if instant is None:
        raise InvalidInputError(
            f"{text[:80]!r} is not an instant to rank for",
            hint="give an ISO date or date-time, for example 2026-10-03 or 2026-10-03T12:00:00Z",
            field="as_of",
            value=text[:80],
        )
    return instant


def adjudicate(dispute: Dispute, as_of: str) -> Adjudication:
    """Run engine 1.0.0 on one dispute.

    Args:
        dispute: The question, its rival claims and the figures of the second source.
        as_of: The instant to rank for, an ISO date or date-time.

    Returns:
        Every claim in order, with its five factors and the sentence behind each.

    Raises:
        InvalidInputError: `as_of` is not an ISO date or date-time.

    *Source:* spec/engine.md, Factors and Ranking; Method page.
    """
    return rank(weigh(dispute), as_of)


def weigh(dispute: Dispute) -> WeighedDispute:
    """Do the part of a ranking that no instant changes: all factors but recency.

    Who ranks one dispute for many instants keeps it.

    *Source:* spec/engine.md, Factors.
    """
    doubles = [float(figure.value) for figure in dispute.figures]
    return WeighedDispute(
        tuple(
            [
                WeighedRival(
                    rival,
                    read_instant(rival.retrieved) if rival.retrieved else None,
                    (
                        _editorial_rank(rival.rank),
                        _evidence_depth(rival.reference_count),
                        _corroboration(rival.numeric, dispute.figures, doubles),
                    ),
                    _specificity(rival.precision),
                )
                for rival in sorted(dispute.rivals, key=attrgetter("claim_id"))
            ]
        )
    )


def rank(weighed: WeighedDispute, as_of: str) -> Adjudication:
    """Rank a dispute that was weighed, for an instant.

    Args:
        weighed: What `weigh` gave.
        as_of: The instant to rank for, an ISO date or date-time.

    Returns:
        The same as `adjudicate` gives.

    Raises:
        InvalidInputError: `as_of` is not an ISO date or date-time.
    """
    return rank_weighed(weighed, weigh_recency(weighed, as_of), as_of)


def weigh_recency(weighed: WeighedDispute, as_of: str) -> tuple[Scored, ...]:
    """Weigh what an instant changes: the recency of each claim, in the order of the weighed ones.

    It is all that a ranking takes from the instant; where it is equal for two, so are the rankings.

    Raises:
        InvalidInputError: `as_of` is not an ISO date or date-time.

    *Source:* spec/engine.md, Factors (recency).
    """
    as_of_ms = read_as_of(as_of)
    return tuple([_recency(claim, as_of_ms, as_of) for claim in weighed.rivals])


def rank_weighed(weighed: WeighedDispute, recencies: Sequence[Scored], as_of: str) -> Adjudication:
    """Rank a dispute all of whose factors were weighed.

    Args:
        weighed: What `weigh` gave.
        recencies: What `weigh_recency` gave for the instant.
        as_of: The instant, which is only named in the answer.

    *Source:* spec/engine.md, Ranking.
    """
    rivals = [claim.rival for claim in weighed.rivals]
    scores: list[int] = []
    factors: list[tuple[FactorScore, ...]] = []
    for claim, recency in zip(weighed.rivals, recencies, strict=True):
        scored = (*claim.before_recency, recency, claim.specificity)
        scores.append(sum([centipoints for centipoints, _ in scored]))
        factors.append(tuple([factor_score for _, factor_score in scored]))
    barred, order = _order(rivals, scores)
    ranked = tuple(
        RankedClaim(
            position=position,
            claim_id=rivals[index].claim_id,
            score=scores[index] / 100,
            eligible=not barred[index],
            barred_because=explain.explain_barred() if barred[index] else None,
            factors=factors[index],
        )
        for position, index in enumerate(order, start=1)
    )
    return _conclude(ranked, kernel.margin(scores, order, 0, len(order)), as_of)


# --- the five factors: the value from the method, the points from the kernel, the sentence ---
# Ranks, counts and precisions are few and come again and again, so what was scored and explained
# once is handed out again; only short texts are remembered, so that no input can fill the memory.


@lru_cache(maxsize=_MOST_REMEMBERED)
def _editorial_rank(rank: EditorialRank) -> Scored:
    value = method.editorial_rank(rank)
    return _score(Factor.EDITORIAL_RANK, value, explain.explain_editorial_rank(rank))


@lru_cache(maxsize=_MOST_REMEMBERED)
def _evidence_depth(reference_count: Decimal | int) -> Scored:
    value = method.evidence_depth(float(reference_count))
    return _score(Factor.EVIDENCE_DEPTH, value, explain.explain_evidence_depth(reference_count))


def _corroboration(
    claimed: Decimal | None, figures: Sequence[QuotedFigure], doubles: Sequence[float]
) -> Scored:
    match = method.corroboration(None if claimed is None else float(claimed), doubles)
    sentence = explain.explain_corroboration(claimed, figures, doubles, match)
    return _score(Factor.CORROBORATION, match.value_of_factor, sentence)


def _recency(claim: WeighedRival, as_of_ms: int, as_of: str) -> Scored:
    if claim.retrieved_ms is None:
        age_ms, value = None, method.ABSENT_RETRIEVAL_VALUE
    else:
        age_ms = as_of_ms - claim.retrieved_ms
        value = kernel.recency(age_ms)
    sentence = explain.explain_recency(claim.rival.retrieved, age_ms, as_of)
    return _score(Factor.RECENCY, value, sentence)


def _specificity(precision: str | None) -> Scored:
    if precision is not None and len(precision) > _LONGEST_REMEMBERED:
        return _specificity_of_any(precision)
    return _specificity_of_short(precision)


def _specificity_of_any(precision: str | None) -> Scored:
    value = method.specificity(precision)
    return _score(Factor.SPECIFICITY, value, explain.explain_specificity(precision))


_specificity_of_short: Final = lru_cache(maxsize=_MOST_REMEMBERED)(_specificity_of_any)


def _score(factor: Factor, value: float, sentence: str) -> Scored:
    centipoints = kernel.contribution(value, _WEIGHT[factor])
    return centipoints, FactorScore(
        factor, kernel.hundredths(value) / 100, centipoints / 100, sentence
    )


# --- the order and what follows from it ---


def _order(rivals: Sequence[Rival], scores: Sequence[int]) -> tuple[list[int], list[int]]:
    count = len(rivals)
    barred, order, scratch = [0] * count, [0] * count, [0] * count
    kernel.bar_deprecated([int(rival.is_deprecated) for rival in rivals], barred, 0, count)
    references = [float(rival.reference_count) for rival in rivals]
    kernel.order_claims(scores, references, barred, order, scratch, 0, count)
    return barred, order


def _conclude(ranked: tuple[RankedClaim, ...], margin_centipoints: int, as_of: str) -> Adjudication:
    """Add leader, runner-up, band and recommendation to a ranking."""
    leader = ranked[0] if ranked else None
    runner_up = ranked[1] if len(ranked) > 1 else None
    if leader is None:
        status, band = Status.EMPTY, Band.UNRESOLVED
    elif runner_up is None:
        status, band = Status.DEGENERATE, Band.SETTLED
    else:
        status, band = Status.OK, Band.of(margin_centipoints)
    leader_id = None if leader is None else leader.claim_id
    score = 0.0 if leader is None else leader.score
    barred_above = [r.claim_id for r in ranked if not r.eligible and r.score > score]
    return Adjudication(
        engine_version=ENGINE_VERSION,
        as_of=as_of,
        status=status,
        ranked=ranked,
        leader=leader_id,
        runner_up=None if runner_up is None else runner_up.claim_id,
        score=score,
        margin=margin_centipoints / 100,
        band=band,
        recommendation=explain.recommend(band, leader_id, barred_above),
    )
