"""One dispute: every claim ranked, every factor explained, and the form that rules on it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fastapi import Response

from both_sides.domain.disputes import Subject
from both_sides.domain.ids import (
    parse_claim_id,
    parse_entity_id,
    parse_property_id,
    parse_ruling_id,
)
from both_sides.domain.rulings import Acknowledgement
from both_sides.domain.time_series import ALL_CLAIMS
from both_sides.errors import InvalidInputError, LedgerError, StaleHeadError
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.forms import Draft, refuse
from both_sides.interfaces.web.rendering import go_to, renderer_of
from both_sides.interfaces.web.sending import new_key, once
from both_sides.interfaces.web.views.dispute_page import (
    Asked,
    beside_dispute,
    dispute_address,
    dispute_view,
)
from both_sides.interfaces.web.visits import Filing, Looking, Visit
from both_sides.interfaces.web.words import HINTS
from both_sides.service.desk import RuleRequest
from both_sides.service.desk_reading import read_narrowing

FIELDS: Final = {
    "rationale_missing": "rationale",
    "rationale": "rationale",
    "foreign_claim": "choose",
    "claim": "choose",
    "deprecated_cannot_govern": "acknowledge_barred",
    "claim_refuted": "acknowledge_refuted",
    "ruling_stands": "supersedes",
    "as_of": "as_of",
    "at": "at",
}
MOMENT_FIELDS: Final = frozenset({"as_of", "at"})

router = OfficeRouter(include_in_schema=False)


@router.get("/disputes/{entity}/{property}")
def get_dispute(visit: Looking, entity: str, property: str) -> Response:  # noqa: A002 - as people call it
    """Show a dispute, ranked as it is asked for."""
    subject = Subject(parse_entity_id(entity), parse_property_id(property))
    query = visit.request.query_params
    try:
        return _dispute_page(visit, _asked(subject, query), Draft(), typed=query)
    except InvalidInputError as error:
        if error.facts.get("field") not in MOMENT_FIELDS:
            raise
        draft = Draft(refusal=refuse(error, FIELDS, HINTS))
        return _dispute_page(visit, Asked(subject, ALL_CLAIMS, None), draft, typed=query)


@router.post("/disputes/{entity}/{property}")
def rule(visit: Filing, entity: str, property: str) -> Response:  # noqa: A002 - as people call it
    """Record a ruling; where something has to change, show what was typed with what to change."""
    subject = Subject(parse_entity_id(entity), parse_property_id(property))
    form = visit.form
    sent = {name: form.text(name) for name in ("as_of", "at", "newest")}
    asked = _asked(subject, sent)
    try:
        if not form.text("choose"):
            raise InvalidInputError(
                "no claim was chosen", hint="choose the claim that is to govern", field="claim"
            )
        _require_same_case(visit, asked, form.text("inputs"))
        supersedes = form.optional("supersedes")
        with once(visit) as key:
            recorded = visit.desk.rule(
                RuleRequest(
                    subject=subject,
                    chosen=parse_claim_id(form.text("choose")),
                    rationale=form.text("rationale"),
                    actor=visit.caller.name,
                    as_of=asked.as_of,
                    narrowing=asked.narrowing,
                    acknowledged=tuple(
                        Acknowledgement(word)
                        for word in ("barred", "refuted")
                        if form.text(f"acknowledge_{word}")
                    ),
                    supersedes=None if supersedes is None else parse_ruling_id(supersedes),
                    idempotency_key=key,
                )
            )
    except StaleHeadError as error:
        draft = Draft(form, refuse(error, {}, {}))
        return _dispute_page(visit, asked, draft, typed=sent)
    except LedgerError as error:
        return _dispute_page(visit, asked, Draft(form, refuse(error, FIELDS, HINTS)), typed=sent)
    return go_to(f"/rulings/{recorded.ruling.ruling_id}?new=1")


def _dispute_page(
    visit: Visit, asked: Asked, draft: Draft, *, typed: Mapping[str, str]
) -> Response:
    desk = visit.desk
    hearing = desk.adjudicate(asked.subject, as_of=asked.as_of, narrowing=asked.narrowing)
    return renderer_of(visit.request).page(
        visit,
        "dispute.html",
        200 if draft.refusal is None else draft.refusal.status,
        **dispute_view(desk, hearing, asked),
        beside=beside_dispute(desk, asked.subject),
        address=dispute_address(asked.subject),
        draft=draft,
        typed={name: typed.get(name, "") for name in ("as_of", "at", "newest")},
        key=new_key(visit),
    )


def _asked(subject: Subject, sent: Mapping[str, str]) -> Asked:
    """Read how a dispute is looked at.

    Raises:
        InvalidInputError: Both narrowings were asked for.
    """
    at = sent.get("at", "").strip() or None
    newest = bool(sent.get("newest"))
    if newest and at is not None:
        raise InvalidInputError(
            "a dispute is narrowed to one point in time or to the newest, not both",
            hint="empty the point in time, or untick the newest",
            field="at",
        )
    narrowing = replace(read_narrowing(at=at, newest=newest))
    return Asked(subject, narrowing, sent.get("as_of", "").strip() or None)


def _require_same_case(visit: Visit, asked: Asked, seen: str) -> None:
    """Require that the claims are still those that the person has read.

    Raises:
        StaleHeadError: They were imported anew meanwhile.
    """
    case = visit.desk.adjudicate(asked.subject, as_of=asked.as_of, narrowing=asked.narrowing).case
    if case.inputs_digest != seen:
        raise StaleHeadError(
            "the claims of this dispute changed since you opened the page",
            hint="Below they stand as they are now, and what you typed is still there. Read them,"
            " then send it again.",
            expected=seen[:96],
        )
