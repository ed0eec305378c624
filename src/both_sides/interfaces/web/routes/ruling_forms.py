"""The forms of a ruling: revise it, retire it, share it, and end a shared link.

A form names the version of the ruling that it was filled in for. Where somebody else was first, the
answer shows both, and what was typed is sent again in one step. *This module does not* show a
ruling; see `both_sides.interfaces.web.routes.rulings`.
"""

from collections.abc import Callable
from typing import Final

from fastapi import Response

from both_sides.domain.ids import RulingId, parse_ruling_id
from both_sides.errors import LedgerError, StaleHeadError
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.forms import Draft, Refusal, refuse
from both_sides.interfaces.web.rendering import go_to, renderer_of
from both_sides.interfaces.web.routes.rulings import ruling_page
from both_sides.interfaces.web.sending import once
from both_sides.interfaces.web.views.ruling_page import ruling_view
from both_sides.interfaces.web.visits import Filing, Visit
from both_sides.interfaces.web.words import HINTS
from both_sides.service.wiring import new_secret

FIELDS: Final = {
    "rationale_missing": "text",
    "nothing_changed": "text",
    "rationale": "text",
    "reason": "text",
    "expires": "expires",
}
FORM_HINTS: Final = {
    **HINTS,
    "nothing_changed": "Change the words; the old rationale stays in the history.",
}

router = OfficeRouter(include_in_schema=False)


@router.post("/rulings/{ruling}/revise")
def revise(visit: Filing, ruling: str) -> Response:
    """Give a ruling a new rationale."""
    ruling_id = parse_ruling_id(ruling)

    def work(key: str | None) -> None:
        visit.desk.revise(
            ruling_id,
            visit.form.text("text"),
            actor=visit.caller.name,
            idempotency_key=key,
            seen=visit.form.text("version"),
        )

    return _change(visit, ruling_id, "revise", work)


@router.post("/rulings/{ruling}/retire")
def retire(visit: Filing, ruling: str) -> Response:
    """Withdraw a ruling for good."""
    ruling_id = parse_ruling_id(ruling)

    def work(key: str | None) -> None:
        visit.desk.retire(
            ruling_id,
            visit.form.text("text"),
            actor=visit.caller.name,
            idempotency_key=key,
            seen=visit.form.text("version"),
        )

    return _change(visit, ruling_id, "retire", work)


@router.post("/rulings/{ruling}/shares")
def share(visit: Filing, ruling: str) -> Response:
    """Make a link that shows this ruling to whoever has it; its key is shown this once."""
    found = visit.desk.ruling(parse_ruling_id(ruling))
    try:
        made = visit.office.access.share(
            visit.scope,
            found.ruling_id,
            actor=visit.caller.name,
            expires=visit.form.optional("expires"),
        )
    except LedgerError as error:
        draft = Draft(visit.form, refuse(error, FIELDS, HINTS))
        return ruling_page(visit, found, draft, "share")
    return ruling_page(visit, found, Draft(), "share", share_key=made.secret)


@router.post("/rulings/{ruling}/shares/{share}/revoke")
def revoke(visit: Filing, ruling: str, share: str) -> Response:
    """Let a link show nothing any more."""
    found = visit.desk.ruling(parse_ruling_id(ruling))
    try:
        visit.office.access.revoke_share(
            visit.scope,
            found.ruling_id,
            share,
            visit.form.text("text"),
            actor=visit.caller.name,
        )
    except LedgerError as error:
        refusal = refuse(error, {**FIELDS, "rationale_missing": f"revoke-{share}"}, HINTS)
        return ruling_page(visit, found, Draft(visit.form, refusal), "revoke")
    return go_to(f"/rulings/{found.ruling_id}#shares")


def _change(
    visit: Visit, ruling_id: RulingId, which: str, work: Callable[[str | None], None]
) -> Response:
    try:
        with once(visit) as key:
            work(key)
    except StaleHeadError as error:
        return _conflict_page(visit, ruling_id, which, refuse(error, {}, {}))
    except LedgerError as error:
        found = visit.desk.ruling(ruling_id)
        draft = Draft(visit.form, refuse(error, FIELDS, FORM_HINTS))
        return ruling_page(visit, found, draft, which)
    return go_to(f"/rulings/{ruling_id}")


def _conflict_page(visit: Visit, ruling_id: RulingId, which: str, refusal: Refusal) -> Response:
    """Show what somebody else recorded beside what was typed, and how to go on."""
    ruling = visit.desk.ruling(ruling_id)
    return renderer_of(visit.request).page(
        visit,
        "conflict.html",
        refusal.status,
        **ruling_view(visit.desk, ruling),
        which=which,
        typed=visit.form.text("text"),
        refusal=refusal,
        key=new_secret("form-"),
    )
