"""Find claims and evidence by id, or refuse with what the caller should have named."""

from both_sides.domain.claims import Claim
from both_sides.domain.entities import Entity
from both_sides.domain.evidence import Evidence
from both_sides.domain.ids import ClaimId, EvidenceId, entity_of
from both_sides.domain.imported_claims import claim_of_statement
from both_sides.domain.state import EvidenceOwner, State
from both_sides.errors import ClaimRetiredError, NotFoundError


def find_claim(state: State, claim_id: ClaimId) -> Claim | None:
    """Find a claim under audit, or an imported one that nobody has audited yet."""
    claim = state.get(Claim, claim_id)
    if claim is not None:
        return claim
    entity_id = entity_of(claim_id)
    entity = None if entity_id is None else state.get(Entity, entity_id)
    return None if entity is None else claim_of_statement(entity, claim_id)


def require_claim(state: State, claim_id: ClaimId) -> Claim:
    """Find a claim.

    Raises:
        NotFoundError: The scope holds no such claim.
    """
    claim = find_claim(state, claim_id)
    if claim is None:
        raise NotFoundError(
            f"there is no claim {claim_id}",
            hint="`claims-mcp list` lists the claims of this scope",
            claim=claim_id,
        )
    return claim


def require_evidence(state: State, evidence_id: EvidenceId) -> tuple[Claim, Evidence]:
    """Find an evidence item and the claim that it belongs to.

    Raises:
        NotFoundError: The scope holds no such item.
    """
    owner = state.get(EvidenceOwner, evidence_id)
    claim_id = ClaimId(evidence_id.rpartition("#")[0]) if owner is None else owner.claim_id
    claim = find_claim(state, claim_id) if claim_id else None
    item = None if claim is None else claim.item(evidence_id)
    if claim is None or item is None:
        raise NotFoundError(
            f"there is no evidence {evidence_id}",
            hint="`claims-mcp evidence list CLM-…` lists the evidence of a claim",
            evidence=evidence_id,
        )
    return claim, item


def require_active(claim: Claim) -> None:
    """Require that a claim is audited.

    *Source:* spec/claims.md, R5.
    """
    if claim.retirement is not None:
        successor = claim.retirement.superseded_by
        raise ClaimRetiredError(
            f"{claim.claim_id} was retired: {claim.retirement.reason[:200]}",
            hint=f"work on {successor}, which took its place"
            if successor
            else f"bring it back first: claims-mcp reactivate {claim.claim_id} --reason …",
            claim=claim.claim_id,
            superseded_by=successor,
        )
