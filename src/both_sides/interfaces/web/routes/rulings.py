"""Rulings: the list, one with its history and replay, and its dossier to hand over."""

from typing import Any, Final, Literal

import orjson
from fastapi import Response

from both_sides.domain.access import Role
from both_sides.domain.ids import parse_ruling_id
from both_sides.domain.rulings import Ruling, Standing
from both_sides.interfaces.http.answers import JSON
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.forms import Draft
from both_sides.interfaces.web.rendering import renderer_of
from both_sides.interfaces.web.sending import new_key
from both_sides.interfaces.web.views.ruling_page import beside_ruling, replay_view, ruling_view
from both_sides.interfaces.web.visits import Looking, Visit
from both_sides.interfaces.wire.access import share_members
from both_sides.interfaces.wire.dossier_text import dossier_markdown
from both_sides.interfaces.wire.dossiers import dossier_members
from both_sides.interfaces.wire.shapes import brief_ruling_members
from both_sides.service.dossiers import collect_dossier

PAGE: Final = 30
MARKDOWN: Final = "text/markdown; charset=utf-8"

router = OfficeRouter(include_in_schema=False)


@router.get("/rulings")
def list_rulings(visit: Looking) -> Response:
    """List the rulings, those that stand or all."""
    query = visit.request.query_params
    wanted = query.get("standing", "")
    standing = Standing(wanted) if wanted in {one.value for one in Standing} else None
    page = visit.desk.rulings(standing=standing, cursor=query.get("cursor") or None, limit=PAGE)
    shown: dict[str, Any] = {
        "rulings": [brief_ruling_members(ruling) for ruling in page.items],
        "next_cursor": page.next_cursor,
        "standing": None if standing is None else standing.value,
        "standings": [one.value for one in Standing],
    }
    return renderer_of(visit.request).page(visit, "rulings.html", **shown)


@router.get("/rulings/{ruling}")
def get_ruling(visit: Looking, ruling: str) -> Response:
    """Show one ruling; a tombstone stays shown."""
    return ruling_page(visit, visit.desk.ruling(parse_ruling_id(ruling)), Draft(), "")


@router.get("/rulings/{ruling}/dossier.{form}")
def get_dossier(visit: Looking, ruling: str, form: Literal["md", "json"]) -> Response:
    """Hand over a ruling with everything an opponent needs to check it."""
    ruling_id = parse_ruling_id(ruling)
    with visit.office.heavy.place():
        dossier = collect_dossier(visit.desk, ruling_id)
    headers = {"Content-Disposition": f'attachment; filename="{ruling_id}.{form}"'}
    if form == "md":
        return Response(dossier_markdown(dossier), headers=headers, media_type=MARKDOWN)
    body = orjson.dumps(dossier_members(dossier), option=orjson.OPT_INDENT_2)
    return Response(body, headers=headers, media_type=JSON)


def ruling_page(
    visit: Visit, ruling: Ruling, draft: Draft, sent: str, share_key: str | None = None
) -> Response:
    """Show a ruling, with a form as it was typed where something has to change.

    Args:
        visit: Who looks.
        ruling: The ruling as it is now.
        draft: What was typed.
        sent: Which form was sent.
        share_key: The key of a link that was just made; nobody sees it again.
    """
    query = visit.request.query_params
    desk = visit.desk
    with visit.office.heavy.place():
        replay = replay_view(desk, ruling, is_asked=bool(query.get("replay")))
    return renderer_of(visit.request).page(
        visit,
        "ruling.html",
        200 if draft.refusal is None else draft.refusal.status,
        **ruling_view(desk, ruling),
        replay=replay,
        beside=beside_ruling(desk, ruling.ruling_id),
        draft=draft,
        empty_draft=Draft(),
        sent=sent,
        share_key=share_key,
        shares=shares_of(visit, ruling),
        is_new=bool(query.get("new")),
        key=new_key(visit),
    )


def shares_of(visit: Visit, ruling: Ruling) -> list[dict[str, object]]:
    """List the links that share a ruling, for whoever may make them."""
    if not visit.caller.may(Role.AUDITOR):
        return []
    now = visit.office.ledger.now()
    shares = visit.office.access.shares(visit.scope, ruling.ruling_id)
    return [share_members(share, now) for share in shares]
