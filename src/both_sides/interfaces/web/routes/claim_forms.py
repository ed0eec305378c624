"""The forms of claims: register, decompose, change, retire; evidence; verdicts.

Where something has to change, the page comes back with what was typed and says what, beside the
field. *This module does not* show a claim; see `both_sides.interfaces.web.routes.claims`.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeVar

from fastapi import Response

from both_sides.domain.claims import ClaimSource
from both_sides.domain.commands import (
    AddEvidence,
    NewClaim,
    RecordVerdict,
    RetireClaim,
    UpdateClaim,
    WithdrawEvidence,
)
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, parse_claim_id, parse_evidence_id
from both_sides.domain.verdicts import Conclusion
from both_sides.errors import InvalidInputError, LedgerError
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.forms import Draft, Form, refuse
from both_sides.interfaces.web.rendering import go_to
from both_sides.interfaces.web.routes.claims import claim_page, claims_page
from both_sides.interfaces.web.sending import once
from both_sides.interfaces.web.views.links import claim_address
from both_sides.interfaces.web.visits import Filing, Visit
from both_sides.interfaces.web.words import HINTS
from both_sides.service.requests import Seen

E = TypeVar("E", bound=StrEnum)

# Where an error belongs, form by form; the names are those of the fields on the page.
FIELDS: Final = {
    "statement": "statement",
    "parent": "parents",
    "parents": "parents",
    "cycle": "parents",
    "locator": "locator",
    "summary": "summary",
    "quote": "quote",
    "digest": "digest",
    "kind": "kind",
    "stance": "stance",
    "rationale": "rationale",
    "rationale_missing": "rationale",
    "fix_missing": "rationale",
    "fix_vague": "rationale",
    "fix_cross_reference": "rationale",
    "auditor": "auditor",
    "actor_missing": "auditor",
    "judge_is_author": "auditor",
    "citation_missing": "cite",
    "against_children": "verdict",
    "analysis_missing": "cite",
    "children_not_named": "cite",
    "verdict": "verdict",
    "reason": "reason",
    "tag": "tags",
    "document": "document",
    "superseded_by": "superseded_by",
}
WITH_REASON: Final = {**FIELDS, "rationale_missing": "reason"}

router = OfficeRouter(include_in_schema=False)


@router.post("/claims")
def add_claim(visit: Filing) -> Response:
    """Register a claim."""
    form = visit.form
    try:
        with once(visit) as key:
            claim = NewClaim(
                form.text("statement"),
                parents=_claim_ids(form, "parents"),
                source=ClaimSource(form.optional("document"), form.optional("locator")),
                tags=_words(form, "tags"),
            )
            recorded = visit.audit.add_claims([claim], actor=visit.caller.name, idempotency_key=key)
    except LedgerError as error:
        return claims_page(visit, Draft(form, refuse(error, FIELDS, HINTS)))
    return go_to(claim_address(recorded.claims[0].claim_id))


@router.post("/claims/{claim:path}/evidence")
def add_evidence(visit: Filing, claim: str) -> Response:
    """Record an item for or against a claim."""
    form = visit.form

    def work(claim_id: ClaimId, key: str | None) -> str:
        command = AddEvidence(
            claim_id,
            stance=_one_of(Stance, form, "stance"),
            kind=_one_of(EvidenceKind, form, "kind"),
            locator=form.text("locator"),
            summary=form.text("summary"),
            quote=form.optional("quote"),
            digest=form.optional("digest"),
        )
        added = visit.audit.add_evidence(command, actor=visit.caller.name, idempotency_key=key)
        return f"#{added.item.evidence_id}"

    return _record(visit, claim, "evidence", work, FIELDS)


@router.post("/claims/{claim:path}/withdraw")
def withdraw_evidence(visit: Filing, claim: str) -> Response:
    """Let an item no longer count."""
    form = visit.form

    def work(claim_id: ClaimId, key: str | None) -> str:
        command = WithdrawEvidence(parse_evidence_id(form.text("evidence")), form.text("reason"))
        visit.audit.withdraw_evidence(
            command,
            actor=visit.caller.name,
            idempotency_key=key,
            seen=_seen(visit, claim_id),
        )
        return "#withdrawn"

    return _record(visit, claim, "withdraw", work, WITH_REASON)


@router.post("/claims/{claim:path}/verdicts")
def record_verdict(visit: Filing, claim: str) -> Response:
    """Append a verdict to the history of a claim."""
    form = visit.form

    def work(claim_id: ClaimId, key: str | None) -> str:
        command = RecordVerdict(
            claim_id,
            _one_of(Conclusion, form, "verdict"),
            form.text("rationale"),
            form.text("auditor"),
            tuple(map(parse_evidence_id, form.texts("cite"))),
            is_strict=bool(form.text("strict")),
        )
        visit.audit.record_verdict(command, actor=visit.caller.name, idempotency_key=key)
        return "#verdicts"

    return _record(visit, claim, "verdict", work, FIELDS)


@router.post("/claims/{claim:path}/decompose")
def decompose(visit: Filing, claim: str) -> Response:
    """Register claims that cover a claim together, one a line."""

    def work(claim_id: ClaimId, key: str | None) -> str:
        visit.audit.decompose(
            claim_id,
            visit.form.lines("statements"),
            actor=visit.caller.name,
            idempotency_key=key,
        )
        return "#children"

    return _record(visit, claim, "decompose", work, {**FIELDS, "statement": "statements"})


@router.post("/claims/{claim:path}/update")
def update_claim(visit: Filing, claim: str) -> Response:
    """Change what a claim says of itself."""
    form = visit.form

    def work(claim_id: ClaimId, key: str | None) -> str:
        before = visit.audit.claim(claim_id).claim
        command = UpdateClaim(
            claim_id,
            statement=None if before.is_imported else form.text("statement"),
            parents=_claim_ids(form, "parents"),
            source=ClaimSource(
                form.optional("document"), form.optional("locator"), before.source.key
            ),
            tags=_words(form, "tags"),
        )
        visit.audit.update_claim(
            command,
            actor=visit.caller.name,
            idempotency_key=key,
            seen=_seen(visit, claim_id),
        )
        return ""

    return _record(visit, claim, "update", work, FIELDS)


@router.post("/claims/{claim:path}/retire")
def retire_claim(visit: Filing, claim: str) -> Response:
    """Audit a claim no longer."""
    form = visit.form

    def work(claim_id: ClaimId, key: str | None) -> str:
        successor = form.optional("superseded_by")
        command = RetireClaim(
            claim_id,
            form.text("reason"),
            None if successor is None else parse_claim_id(successor),
        )
        visit.audit.retire_claim(
            command,
            actor=visit.caller.name,
            idempotency_key=key,
            seen=_seen(visit, claim_id),
        )
        return ""

    return _record(visit, claim, "retire", work, WITH_REASON)


@router.post("/claims/{claim:path}/reactivate")
def reactivate_claim(visit: Filing, claim: str) -> Response:
    """Audit a retired claim again."""

    def work(claim_id: ClaimId, key: str | None) -> str:
        visit.audit.reactivate_claim(
            claim_id, visit.form.text("reason"), actor=visit.caller.name, idempotency_key=key
        )
        return ""

    return _record(visit, claim, "reactivate", work, WITH_REASON)


def _record(
    visit: Visit,
    claim: str,
    sent: str,
    work: Callable[[ClaimId, str | None], str],
    fields: dict[str, str],
) -> Response:
    """Do the work of a form, and go on to where its outcome stands on the page."""
    claim_id = parse_claim_id(claim)
    try:
        with once(visit) as key:
            place = work(claim_id, key)
    except LedgerError as error:
        detail = visit.audit.claim(claim_id)
        return claim_page(visit, detail, Draft(visit.form, refuse(error, fields, HINTS)), sent)
    return go_to(f"{claim_address(claim_id)}{place}")


def _seen(visit: Visit, claim_id: ClaimId) -> Seen | None:
    """Say which version of a claim the form was filled in for.

    Nobody has changed a claim that has no version yet, so there is nothing to compare.
    """
    version = visit.form.text("version")
    if not version:
        return None
    return Seen(visit.audit.version_keys(visit.audit.claim(claim_id)), version)


def _claim_ids(form: Form, name: str) -> tuple[ClaimId, ...]:
    return tuple(map(parse_claim_id, form.text(name).replace(",", " ").split()))


def _words(form: Form, name: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in form.text(name).split(",") if word.strip())


def _one_of(kind: type[E], form: Form, name: str) -> E:
    """Read a choice.

    Raises:
        InvalidInputError: Nothing that can be chosen was.
    """
    words = [str(member) for member in kind]
    if form.text(name) not in words:
        raise InvalidInputError(
            f"no {name} was chosen", hint=f"choose one of {', '.join(words)}", field=name
        )
    return kind(form.text(name))
