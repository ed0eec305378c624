"""Order the open claims by what should be done next; none is ever lost.

1. refuted leaves · 2. parents ready to be judged, the deepest first · 3. undecided leaves ·
4. unverified leaves with evidence · 5. without · 6. stale verdicts · 7. parents that wait, and
parents whose refutation stands. Within one of these, the order of registration.

*This module does not* invent a step: where a rationale gave none, `step` is None and `advice`
says what would move the claim on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from both_sides.domain.claims import Claim
from both_sides.domain.decomposition import Parent, Readiness, as_parent, missing_step, staleness
from both_sides.domain.ids import ClaimId
from both_sides.domain.verdicts import Conclusion

NO_STEP: Final = "No next step was given."


class Reason(StrEnum):
    """Say why a claim is open, in the order in which open claims are listed.

    *Source:* spec/claims.md, Surfaces (`next_steps`).
    """

    REFUTED = "refuted"
    READY_SUPPORTED = "ready_supported"
    READY_REFUTED = "ready_refuted"
    UNDECIDED = "not_enough_info"
    UNVERIFIED_WITH_EVIDENCE = "unverified_with_evidence"
    UNVERIFIED = "unverified"
    STALE = "stale"
    WAITING = "waiting"
    REFUTED_PARENT = "refuted_parent"


_ORDER = {
    Reason.REFUTED: 1,
    Reason.READY_SUPPORTED: 2,
    Reason.READY_REFUTED: 2,
    Reason.UNDECIDED: 3,
    Reason.UNVERIFIED_WITH_EVIDENCE: 4,
    Reason.UNVERIFIED: 5,
    Reason.STALE: 6,
    Reason.WAITING: 7,
    Reason.REFUTED_PARENT: 7,
}


@dataclass(frozen=True, slots=True)
class NextStep:
    """Hold one open claim with what to do.

    Args:
        claim: The claim.
        reason: Why it is open.
        step: The text after the last `Fix:` of its verdict, or None.
        advice: What would move it on, always.
        parent: What its children say, or None for a leaf.
    """

    claim: Claim
    reason: Reason
    step: str | None
    advice: str
    parent: Parent | None


def next_steps(claims: Mapping[ClaimId, Claim]) -> tuple[NextStep, ...]:
    """List every open claim, the most urgent first.

    Args:
        claims: All claims under audit by id, in the order of their registration.

    Returns:
        One entry for each active claim that is not settled as supported.

    *Source:* spec/claims.md, Surfaces (`next_steps`), F14, F16.
    """
    depths = depths_of(claims)
    steps = [step for claim in claims.values() if (step := _open(claim, claims)) is not None]
    # A stable sort: the order of registration decides the rest.
    return tuple(sorted(steps, key=lambda step: place_of(step, depths)))


def place_of(step: NextStep, depths: Mapping[ClaimId, int]) -> tuple[int, int]:
    """Give a step's place in the order: its reason, and for parents the deepest first."""
    is_parent = step.parent is not None
    return _ORDER[step.reason], -depths[step.claim.claim_id] if is_parent else 0


def depths_of(claims: Mapping[ClaimId, Claim]) -> dict[ClaimId, int]:
    """Give how deep each claim lies below the topmost of its ancestors; 0 for a root."""
    depths: dict[ClaimId, int] = {}
    for claim_id in claims:
        pending = [claim_id]
        while pending:
            current = pending[-1]
            parents = [p for p in claims[current].parents if p in claims]
            unknown = [p for p in parents if p not in depths]
            if unknown:
                pending.extend(unknown)
                continue
            depths[current] = 1 + max((depths[p] for p in parents), default=-1)
            pending.pop()
    return depths


def is_open(claim: Claim, claims: Mapping[ClaimId, Claim]) -> bool:
    """Tell whether something is left to do about a claim."""
    return _open(claim, claims) is not None


def _open(claim: Claim, claims: Mapping[ClaimId, Claim]) -> NextStep | None:
    if not claim.is_active:
        return None
    parent = as_parent(claim, claims.get)
    reason = _reason_of_leaf(claim) if parent is None else _reason_of_parent(parent)
    if reason is None:
        return None
    return NextStep(claim, reason, claim.next_step, _advice(claim, reason, parent), parent)


def _reason_of_leaf(claim: Claim) -> Reason | None:
    if staleness(claim) is not None:
        return Reason.STALE
    match claim.conclusion:
        case None if claim.live_evidence:
            return Reason.UNVERIFIED_WITH_EVIDENCE
        case None:
            return Reason.UNVERIFIED
        case Conclusion.REFUTED:
            return Reason.REFUTED
        case Conclusion.NOT_ENOUGH_INFO:
            return Reason.UNDECIDED
        case Conclusion.SUPPORTED:
            return None


def _reason_of_parent(parent: Parent) -> Reason | None:
    match parent.readiness:
        case Readiness.STALE:
            return Reason.STALE
        case Readiness.READY_SUPPORTED:
            return Reason.READY_SUPPORTED
        case Readiness.READY_REFUTED:
            return Reason.READY_REFUTED
        case Readiness.WAITING:
            return Reason.WAITING
        case Readiness.SETTLED:
            is_refuted = parent.claim.conclusion is Conclusion.REFUTED
            return Reason.REFUTED_PARENT if is_refuted else None


def _advice(  # noqa: PLR0911 - one answer a reason
    claim: Claim, reason: Reason, parent: Parent | None
) -> str:
    if claim.next_step is not None and reason is not Reason.STALE and parent is None:
        return claim.next_step
    if parent is not None:
        missing = missing_step(parent)
        if missing is not None:
            return missing
        refuted = ", ".join(child.claim_id for child in parent.refuted_children)
        return claim.next_step or f"Mend {refuted}; the parent follows from it."
    claim_id = claim.claim_id
    why = staleness(claim)
    if why is not None:
        return f"Judge it again: {why}. claims-mcp verdict {claim_id} …"
    match reason:
        case Reason.UNVERIFIED:
            return (
                "Gather evidence for and against: claims-mcp evidence add"
                f" {claim_id} --stance … --kind … --locator … --summary …"
            )
        case Reason.UNVERIFIED_WITH_EVIDENCE:
            return (
                f"Judge the evidence: claims-mcp verdict {claim_id}"
                " supported|refuted|not_enough_info --rationale … --auditor … --cite …"
            )
        case _:
            return (
                f"{NO_STEP} Record the verdict again with a rationale that ends"
                f" with Fix: <one concrete next step>: claims-mcp verdict {claim_id} …"
            )
