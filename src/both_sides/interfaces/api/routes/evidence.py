"""Evidence for and against a claim, and the verdicts on it."""

from fastapi import Response

from both_sides.domain.commands import AddEvidence, RecordVerdict, WithdrawEvidence
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, parse_claim_id, parse_evidence_id
from both_sides.domain.lookup import require_evidence
from both_sides.domain.verdicts import Conclusion
from both_sides.errors import NotFoundError
from both_sides.interfaces.api.documented import (
    WITH_BODY,
    ClaimPath,
    CursorAsked,
    EvidencePath,
    Key,
    Limit,
    OptionalKey,
    Reasoned,
    Version,
    answers,
)
from both_sides.interfaces.api.recording import PREFIX, address, changed, created, recording
from both_sides.interfaces.api.routes.claims import seen
from both_sides.interfaces.api.routes.rulings import reason_of
from both_sides.interfaces.api.shapes.claims import EvidenceShape
from both_sides.interfaces.api.shapes.rulings import Reason
from both_sides.interfaces.api.shapes.verdicts import (
    EvidenceAsked,
    EvidencePage,
    HistoryShape,
    RecordedEvidenceShape,
    RecordedVerdictShape,
    VerdictAsked,
)
from both_sides.interfaces.http.answers import json_answer, next_link, versioned
from both_sides.interfaces.http.routes import OfficeRouter, from_chain
from both_sides.interfaces.http.seats import Reading, Seat, Working
from both_sides.interfaces.wire.audit_shapes import (
    evidence_members,
    history_members,
    recorded_verdict_members,
)
from both_sides.interfaces.wire.shapes import receipt_members
from both_sides.service.audit import RecordedEvidence
from both_sides.service.pages import take_page

router = OfficeRouter(prefix=f"{PREFIX}/claims/{{claim}}", tags=["Evidence and verdicts"])


@router.get(
    "/evidence",
    operation_id="listEvidence",
    summary="List the evidence of a claim",
    responses=answers(200, "One page of evidence.", EvidencePage, 400, 404, headers=("Link",)),
)
@from_chain
def list_evidence(
    seat: Reading,
    claim: ClaimPath,
    *,
    limit: Limit = 50,
    cursor: CursorAsked = None,
) -> Response:
    """List the evidence of a claim, in the order in which it came; withdrawn items too."""
    found = seat.audit.claim(parse_claim_id(claim)).claim
    page = take_page(
        lambda after: ((n, item) for n, item in enumerate(found.evidence) if n > after),
        query=("evidence", found.claim_id),
        cursor=cursor,
        limit=limit,
    )
    members = {
        "claimId": found.claim_id,
        "evidence": list(map(evidence_members, page.items)),
        "nextCursor": page.next_cursor,
    }
    return json_answer(members, headers=next_link(seat.request, page.next_cursor))


@router.post(
    "/evidence",
    status_code=201,
    operation_id="addEvidence",
    summary="Record an item for or against a claim",
    responses=answers(
        201,
        "The item, with the receipt of its event.",
        RecordedEvidenceShape,
        *WITH_BODY,
        404,
        409,
        headers=("Location", "ETag", "Idempotency-Replayed"),
    ),
)
def add_evidence(seat: Working, claim: ClaimPath, asked: EvidenceAsked, key: Key) -> Response:
    """Record an item for or against a claim. It is never edited; a better one supersedes it."""
    claim_id = parse_claim_id(claim)
    supersedes = asked.supersedes
    command = AddEvidence(
        claim_id,
        Stance(asked.stance),
        EvidenceKind(asked.kind),
        asked.locator,
        asked.summary,
        quote=asked.quote,
        digest=asked.digest,
        commit=asked.commit,
        supersedes=None if supersedes is None else parse_evidence_id(supersedes),
        collector=asked.collector,
    )
    with recording(seat, key):
        recorded = seat.audit.add_evidence(command, actor=seat.caller.name, idempotency_key=key)
    item_id = recorded.item.evidence_id
    return created(
        seat,
        _recorded_members(recorded),
        recorded.receipt,
        address("claims", claim_id, "evidence", item_id),
        _version(seat, claim_id),
    )


@router.get(
    "/evidence/{evidence}",
    operation_id="getEvidence",
    summary="Show one item of evidence",
    responses=answers(200, "The item.", EvidenceShape, 404, headers=("ETag",)),
)
@from_chain
def get_evidence(seat: Reading, claim: ClaimPath, evidence: EvidencePath) -> Response:
    """Show one item. Its version is that of its claim."""
    claim_id = parse_claim_id(claim)
    state = seat.office.ledger.state(seat.scope)
    owner, item = require_evidence(state, parse_evidence_id(evidence))
    _require_owner(owner.claim_id, claim_id, evidence)
    return versioned(seat.request, evidence_members(item), _version(seat, claim_id))


@router.delete(
    "/evidence/{evidence}",
    operation_id="withdrawEvidence",
    summary="Let an item no longer count",
    responses=answers(
        200,
        "The item as it is now.",
        RecordedEvidenceShape,
        *WITH_BODY,
        404,
        409,
        412,
        428,
        headers=("ETag", "Idempotency-Replayed"),
    ),
)
def withdraw_evidence(  # noqa: PLR0913 - each is a parameter of the route
    seat: Working,
    claim: ClaimPath,
    evidence: EvidencePath,
    version: Version,
    asked: Reason | None = None,
    reason: Reasoned = None,
    key: OptionalKey = None,
) -> Response:
    """Let an item no longer count; verdicts that cite it go stale. It stays visible."""
    claim_id, evidence_id = parse_claim_id(claim), parse_evidence_id(evidence)
    owner, _ = require_evidence(seat.office.ledger.state(seat.scope), evidence_id)
    _require_owner(owner.claim_id, claim_id, evidence)
    with recording(seat, key):
        recorded = seat.audit.withdraw_evidence(
            WithdrawEvidence(evidence_id, reason_of(asked, reason)),
            actor=seat.caller.name,
            idempotency_key=key,
            seen=seen(seat, claim_id, version),
        )
    seal_hex = _version(seat, claim_id)
    return changed(seat, _recorded_members(recorded), recorded.receipt, seal_hex)


@router.get(
    "/verdicts",
    operation_id="listVerdicts",
    summary="Show the verdicts of a claim",
    responses=answers(200, "One page of verdicts.", HistoryShape, 400, 404, headers=("Link",)),
)
@from_chain
def list_verdicts(
    seat: Reading,
    claim: ClaimPath,
    *,
    limit: Limit = 50,
    cursor: CursorAsked = None,
) -> Response:
    """Show the verdicts of a claim, the first one first; nothing of it is ever overwritten."""
    found = seat.audit.claim(parse_claim_id(claim)).claim
    history = history_members(found)
    page = take_page(
        lambda after: ((n, row) for n, row in enumerate(history["verdicts"]) if n > after),
        query=("verdicts", found.claim_id),
        cursor=cursor,
        limit=limit,
    )
    members = {**history, "verdicts": page.items, "nextCursor": page.next_cursor}
    return json_answer(members, headers=next_link(seat.request, page.next_cursor))


@router.post(
    "/verdicts",
    status_code=201,
    operation_id="recordVerdict",
    summary="Record a verdict",
    responses=answers(
        201,
        "The verdict, with its seal.",
        RecordedVerdictShape,
        *WITH_BODY,
        404,
        409,
        headers=("Location", "ETag", "Idempotency-Replayed"),
    ),
)
def record_verdict(seat: Working, claim: ClaimPath, asked: VerdictAsked, key: Key) -> Response:
    """Append a verdict to the history of a claim.

    `supported` and `refuted` cite evidence of that stance. `not_enough_info` is an honest outcome:
    use it instead of guessing, and never infer support from the absence of failure.
    """
    claim_id = parse_claim_id(claim)
    command = RecordVerdict(
        claim_id,
        Conclusion(asked.verdict),
        asked.rationale,
        seat.caller.name if asked.auditor is None else asked.auditor,
        tuple(map(parse_evidence_id, asked.citations)),
        is_strict=asked.strict,
    )
    with recording(seat, key):
        recorded = seat.audit.record_verdict(command, actor=seat.caller.name, idempotency_key=key)
    return created(
        seat,
        recorded_verdict_members(recorded),
        recorded.receipt,
        address("claims", claim_id, "verdicts"),
        _version(seat, claim_id),
    )


def _version(seat: Seat, claim_id: ClaimId) -> str | None:
    audit = seat.audit
    return audit.version(audit.claim(claim_id))


def _require_owner(owner: ClaimId, claim_id: ClaimId, evidence: str) -> None:
    if owner != claim_id:
        raise NotFoundError(
            f"{claim_id[:80]} has no evidence {evidence[:80]}",
            hint="list the evidence of the claim",
            claim=claim_id[:80],
            evidence=evidence[:80],
        )


def _recorded_members(recorded: RecordedEvidence) -> dict[str, object]:
    return {**evidence_members(recorded.item), "receipt": receipt_members(recorded.receipt)}
