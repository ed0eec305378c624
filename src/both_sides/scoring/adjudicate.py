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
from typing import Final

from both_sides.domain.adjudications import Adjudication, Factor, FactorScore, RankedClaim, Status
from both_sides.domain.disputes import Band, Dispute, QuotedFigure, Rival
from both_sides.errors import InvalidInputError
from both_sides.scoring import explain, kernel, method
from both_sides.scoring.instants import read_instant
from both_sides.scoring.method import Match
from both_sides.scoring.version import ENGINE_VERSION

_WEIGHTS: Final = tuple(factor.weight for factor in Factor)


@dataclass(frozen=True, slots=True)
class _Appraisal:
    """Hold one rival with its factor values, before it has a place in the order."""

    rival: Rival
    values: tuple[float, float, float, float, float]
    contributions: tuple[int, ...]
    match: Match
    age_ms: int | None


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
    as_of_ms = read_as_of(as_of)
    figures = tuple(float(figure.value) for figure in dispute.figures)
    rivals = sorted(dispute.rivals, key=lambda rival: rival.claim_id)
    appraisals = [_appraise(rival, figures, as_of_ms) for rival in rivals]
    scores = [sum(appraisal.contributions) for appraisal in appraisals]
    barred, order = _order(rivals, scores)
    margin_centipoints = kernel.margin(scores, order, 0, len(order))
    ranked = tuple(
        _ranked_claim(appraisals[index], scores[index], barred[index], position, dispute, as_of)
        for position, index in enumerate(order, start=1)
    )
    return _conclude(ranked, margin_centipoints, as_of)


def _appraise(rival: Rival, figures: Sequence[float], as_of_ms: int) -> _Appraisal:
    claimed = None if rival.numeric is None else float(rival.numeric)
    match = method.corroboration(claimed, figures)
    retrieved_ms = read_instant(rival.retrieved) if rival.retrieved else None
    age_ms = None if retrieved_ms is None else as_of_ms - retrieved_ms
    values = (
        method.editorial_rank(rival.rank),
        method.evidence_depth(float(rival.reference_count)),
        match.value_of_factor,
        method.ABSENT_RETRIEVAL_VALUE if age_ms is None else kernel.recency(age_ms),
        method.specificity(rival.precision),
    )
    contributions = tuple(map(kernel.contribution, values, _WEIGHTS))
    return _Appraisal(rival, values, contributions, match, age_ms)


def _order(rivals: Sequence[Rival], scores: Sequence[int]) -> tuple[list[int], list[int]]:
    count = len(rivals)
    barred, order, scratch = [0] * count, [0] * count, [0] * count
    kernel.bar_deprecated([int(rival.is_deprecated) for rival in rivals], barred, 0, count)
    references = [float(rival.reference_count) for rival in rivals]
    kernel.order_claims(scores, references, barred, order, scratch, 0, count)
    return barred, order


def _ranked_claim(  # noqa: PLR0913 - one row of the ranking, put together in one place
    appraisal: _Appraisal,
    score: int,
    barred: int,
    position: int,
    dispute: Dispute,
    as_of: str,
) -> RankedClaim:
    sentences = _sentences(appraisal, dispute.figures, as_of)
    return RankedClaim(
        position=position,
        claim_id=appraisal.rival.claim_id,
        score=score / 100,
        eligible=not barred,
        barred_because=explain.explain_barred() if barred else None,
        factors=tuple(
            FactorScore(factor, kernel.hundredths(value) / 100, points / 100, sentence)
            for factor, value, points, sentence in zip(
                Factor, appraisal.values, appraisal.contributions, sentences, strict=True
            )
        ),
    )


def _sentences(
    appraisal: _Appraisal, figures: Sequence[QuotedFigure], as_of: str
) -> tuple[str, ...]:
    rival = appraisal.rival
    return (
        explain.explain_editorial_rank(rival),
        explain.explain_evidence_depth(rival),
        explain.explain_corroboration(rival, figures, appraisal.match),
        explain.explain_recency(rival, appraisal.age_ms, as_of),
        explain.explain_specificity(rival),
    )


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
