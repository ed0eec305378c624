"""Put a claim together for its page: both sides of the evidence, the verdicts, what is to be done.

*This module does not* judge; what is missing and what is stale are the domain's answers.
"""

from collections.abc import Mapping
from typing import Any

from both_sides.domain.claims import Claim
from both_sides.domain.decomposition import (
    Readiness,
    analysis_among,
    analysis_locator,
)
from both_sides.domain.evidence import Evidence, EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, entity_of, parse_number
from both_sides.domain.next_steps import NextStep, next_steps
from both_sides.domain.state import Counters
from both_sides.domain.verdicts import Conclusion
from both_sides.interfaces.web.views.dispute_page import address_of
from both_sides.interfaces.web.views.links import claim_address
from both_sides.interfaces.wire.audit_shapes import claim_members
from both_sides.service.audit import Audit
from both_sides.service.claim_reading import ClaimDetail

STANCES = tuple(stance.value for stance in Stance)
KINDS = tuple(kind.value for kind in EvidenceKind)
CONCLUSIONS = tuple((conclusion.value, conclusion.means) for conclusion in Conclusion)


def claim_view(audit: Audit, detail: ClaimDetail) -> dict[str, Any]:
    """Put a claim together for its page."""
    claim = detail.claim
    cited = {
        item: verdict.seq for verdict in reversed(claim.verdicts) for item in verdict.citations
    }
    return {
        "claim": claim_members(detail),
        "detail": detail,
        "supports": _side(claim, Stance.SUPPORTS),
        "refutes": _side(claim, Stance.REFUTES),
        "context": _side(claim, Stance.CONTEXT),
        "withdrawn": [item for item in claim.evidence if not item.is_live],
        "cited": cited,
        "step": step_of(audit, claim),
        "analysis": _analysis(detail),
        "version": audit.version(detail) or "",
        "kinds": KINDS,
        "stances": STANCES,
        "conclusions": CONCLUSIONS,
        "dispute": dispute_of(audit, claim),
    }


def step_of(audit: Audit, claim: Claim) -> NextStep | None:
    """Say what is left to do about one claim, or answer None where it is settled.

    A claim that was imported and that nobody has audited is not in the list of next steps yet.
    """
    claims: Mapping[ClaimId, Claim] = audit.all_claims()
    if claim.claim_id not in claims:
        return None
    steps = (step for step in next_steps(claims) if step.claim.claim_id == claim.claim_id)
    return next(steps, None)


def dispute_of(audit: Audit, claim: Claim) -> dict[str, str] | None:
    """Give the address of the dispute that an imported claim belongs to."""
    if not claim.is_imported:
        return None
    from both_sides.domain.entities import Entity

    entity_id = entity_of(claim.claim_id)
    entity = None if entity_id is None else audit.ledger.get(audit.scope, Entity, entity_id)
    if entity is None:
        return None
    for group in entity.groups:
        if any(statement.claim_id == claim.claim_id for statement in group.statements):
            label = group.label or group.property_id
            return {
                "address": address_of(entity.entity_id, group.property_id),
                "words": f"{entity.label}, {label}",
            }
    return None


def beside_claim(audit: Audit, claim: Claim) -> dict[str, str | None]:
    """Give the addresses of the claims registered before and after one."""
    number = parse_number("CLM", claim.claim_id)
    if number is None:
        return {"previous": None, "next": None}
    counters = audit.ledger.get(audit.scope, Counters, "")
    last = 0 if counters is None else counters.claims
    return {
        "previous": claim_address(f"CLM-{number - 1:04d}") if number > 1 else None,
        "next": claim_address(f"CLM-{number + 1:04d}") if number < last else None,
    }


def _side(claim: Claim, stance: Stance) -> list[Evidence]:
    return [item for item in claim.live_evidence if item.stance is stance]


def _analysis(detail: ClaimDetail) -> dict[str, Any] | None:
    """Say which analysis of its children a parent needs, so that the form can offer it."""
    parent = detail.as_parent
    if parent is None or parent.path is Readiness.WAITING:
        return None
    if parent.readiness is Readiness.SETTLED:
        return None
    is_refuted = parent.path is Readiness.READY_REFUTED
    names = ", ".join(child.claim_id for child in parent.refuted_children)
    found = analysis_among(parent.claim.live_evidence, parent)
    return {
        "stance": Stance.REFUTES.value if is_refuted else Stance.SUPPORTS.value,
        "conclusion": (Conclusion.REFUTED if is_refuted else Conclusion.SUPPORTED).value,
        "locator": analysis_locator(detail.claim.claim_id),
        "summary": f"Refuted: {names}. " if is_refuted else "",
        "item": None if found is None else found.evidence_id,
    }
