"""Claims: registered, shown, changed, retired, taken apart."""

from typing import Annotated, Any

from fastapi import Query, Response

from both_sides.domain.claims import NO_SOURCE, ClaimSource
from both_sides.domain.commands import NewClaim, RetireClaim, UpdateClaim
from both_sides.domain.ids import ClaimId, parse_claim_id
from both_sides.interfaces.api.documented import (
    WITH_BODY,
    ClaimPath,
    Key,
    OptionalKey,
    Reasoned,
    Version,
    answers,
)
from both_sides.interfaces.api.recording import PREFIX, address, changed, created, recording
from both_sides.interfaces.api.routes.rulings import reason_of
from both_sides.interfaces.api.shapes.claims import (
    ClaimAsked,
    ClaimChange,
    ClaimParts,
    ClaimShape,
    RecordedClaimShape,
    RecordedClaimsShape,
    SourceShape,
)
from both_sides.interfaces.api.shapes.common import ClaimIdText
from both_sides.interfaces.api.shapes.rulings import Reason
from both_sides.interfaces.http.answers import read_if_match, versioned
from both_sides.interfaces.http.routes import OfficeRouter, from_chain
from both_sides.interfaces.http.seats import Reading, Seat, Working
from both_sides.interfaces.wire.audit_shapes import claim_members, claim_row
from both_sides.interfaces.wire.shapes import receipt_members
from both_sides.service.audit import RecordedClaims
from both_sides.service.requests import Seen

router = OfficeRouter(prefix=f"{PREFIX}/claims", tags=["Claims"])


@router.post(
    "",
    status_code=201,
    operation_id="createClaim",
    summary="Register a claim",
    responses=answers(
        201,
        "The claim, with the receipt of its event.",
        RecordedClaimShape,
        *WITH_BODY,
        404,
        409,
        headers=("Location", "ETag", "Idempotency-Replayed"),
    ),
)
def create_claim(seat: Working, asked: ClaimAsked, key: Key) -> Response:
    """Register a claim for audit, below its parents if it has any."""
    with recording(seat, key):
        recorded = seat.audit.add_claims(
            [
                NewClaim(
                    asked.statement,
                    parents=tuple(map(parse_claim_id, asked.parents)),
                    source=NO_SOURCE if asked.source is None else _source(asked.source),
                    tags=tuple(asked.tags),
                )
            ],
            actor=seat.caller.name,
            idempotency_key=key,
        )
    claim_id = recorded.claims[0].claim_id
    members, seal_hex = _now(seat, recorded, claim_id)
    return created(seat, members, recorded.receipt, address("claims", claim_id), seal_hex)


@router.get(
    "/{claim}",
    operation_id="getClaim",
    summary="Show one claim",
    responses=answers(200, "The claim.", ClaimShape, 404, headers=("ETag",)),
)
@from_chain
def get_claim(seat: Reading, claim: ClaimPath) -> Response:
    """Show one claim with its evidence for and against, its verdicts and its neighbours."""
    audit = seat.audit
    detail = audit.claim(parse_claim_id(claim))
    return versioned(seat.request, claim_members(detail), audit.version(detail))


@router.patch(
    "/{claim}",
    operation_id="updateClaim",
    summary="Change what a claim says of itself",
    responses=answers(
        200,
        "The claim as it is now.",
        RecordedClaimShape,
        *WITH_BODY,
        404,
        409,
        412,
        428,
        headers=("ETag", "Idempotency-Replayed"),
    ),
)
def update_claim(
    seat: Working,
    claim: ClaimPath,
    asked: ClaimChange,
    version: Version,
    key: OptionalKey = None,
) -> Response:
    """Change what a claim says of itself; another statement makes its verdict stale."""
    claim_id = parse_claim_id(claim)
    command = UpdateClaim(
        claim_id,
        statement=asked.statement,
        parents=None if asked.parents is None else tuple(map(parse_claim_id, asked.parents)),
        source=None if asked.source is None else _source(asked.source),
        tags=None if asked.tags is None else tuple(asked.tags),
    )
    with recording(seat, key):
        recorded = seat.audit.update_claim(
            command,
            actor=seat.caller.name,
            idempotency_key=key,
            seen=seen(seat, claim_id, version),
        )
    members, seal_hex = _now(seat, recorded, claim_id)
    return changed(seat, members, recorded.receipt, seal_hex)


@router.delete(
    "/{claim}",
    operation_id="retireClaim",
    summary="Audit a claim no longer",
    responses=answers(
        200,
        "The claim as it is now.",
        RecordedClaimShape,
        *WITH_BODY,
        404,
        409,
        412,
        428,
        headers=("ETag", "Idempotency-Replayed"),
    ),
)
def retire_claim(  # noqa: PLR0913 - each is a parameter of the route
    seat: Working,
    claim: ClaimPath,
    version: Version,
    asked: Reason | None = None,
    reason: Reasoned = None,
    superseded_by: Annotated[
        ClaimIdText | None,
        Query(alias="supersededBy", description="The claim that takes its place."),
    ] = None,
    key: OptionalKey = None,
) -> Response:
    """Audit a claim no longer; its history stays, and it can be brought back."""
    claim_id = parse_claim_id(claim)
    successor = None if superseded_by is None else parse_claim_id(superseded_by)
    with recording(seat, key):
        recorded = seat.audit.retire_claim(
            RetireClaim(claim_id, reason_of(asked, reason), successor),
            actor=seat.caller.name,
            idempotency_key=key,
            seen=seen(seat, claim_id, version),
        )
    members, seal_hex = _now(seat, recorded, claim_id)
    return changed(seat, members, recorded.receipt, seal_hex)


@router.post(
    "/{claim}/reactivation",
    operation_id="reactivateClaim",
    summary="Audit a retired claim again",
    responses=answers(
        200,
        "The claim as it is now.",
        RecordedClaimShape,
        *WITH_BODY,
        404,
        409,
        headers=("ETag", "Idempotency-Replayed"),
    ),
)
def reactivate_claim(seat: Working, claim: ClaimPath, asked: Reason, key: Key) -> Response:
    """Audit a retired claim again."""
    claim_id = parse_claim_id(claim)
    with recording(seat, key):
        recorded = seat.audit.reactivate_claim(
            claim_id, asked.reason, actor=seat.caller.name, idempotency_key=key
        )
    members, seal_hex = _now(seat, recorded, claim_id)
    return changed(seat, members, recorded.receipt, seal_hex)


@router.post(
    "/{claim}/children",
    status_code=201,
    operation_id="decomposeClaim",
    summary="Cover a claim by smaller ones",
    responses=answers(
        201,
        "The claims that were registered.",
        RecordedClaimsShape,
        *WITH_BODY,
        404,
        409,
        headers=("Location", "Idempotency-Replayed"),
    ),
)
def decompose_claim(seat: Working, claim: ClaimPath, asked: ClaimParts, key: Key) -> Response:
    """Register claims that cover a claim together; it becomes their parent."""
    claim_id = seat.audit.claim(parse_claim_id(claim)).claim.claim_id  # it must be there
    with recording(seat, key):
        recorded = seat.audit.decompose(
            claim_id, asked.statements, actor=seat.caller.name, idempotency_key=key
        )
    members = {
        "claims": [claim_row(child) for child in recorded.claims],
        "receipt": receipt_members(recorded.receipt),
    }
    return created(seat, members, recorded.receipt, address("claims", claim_id))


def seen(seat: Seat, claim_id: ClaimId, if_match: str) -> Seen:
    """Name the version of a claim that a change is meant for.

    Raises:
        NotFoundError: There is no such claim.
        RequestError: The header names no version.
    """
    audit = seat.audit
    return Seen(audit.version_keys(audit.claim(claim_id)), read_if_match(if_match))


def _now(
    seat: Seat, recorded: RecordedClaims, claim_id: ClaimId
) -> tuple[dict[str, Any], str | None]:
    """Show a claim as it is now, with the receipt of what was recorded, and its version."""
    audit = seat.audit
    detail = audit.claim(claim_id)
    members = {**claim_members(detail), "receipt": receipt_members(recorded.receipt)}
    return members, audit.version(detail)


def _source(asked: SourceShape) -> ClaimSource:
    return ClaimSource(asked.document, asked.locator, asked.key)
