"""Claims under audit: the tree, the list that filters find, and one claim with both its sides."""

from typing import Any, Final
from urllib.parse import urlencode

from fastapi import Response

from both_sides.domain.ids import parse_claim_id
from both_sides.domain.verdicts import UNVERIFIED, Conclusion
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.forms import Draft
from both_sides.interfaces.web.rendering import renderer_of
from both_sides.interfaces.web.sending import new_key
from both_sides.interfaces.web.views.claim_page import beside_claim, claim_view
from both_sides.interfaces.web.visits import Looking, Visit
from both_sides.interfaces.wire.audit_shapes import claim_row, tree_row
from both_sides.service.claim_reading import ClaimDetail, ClaimFilter

PAGE: Final = 50
MOST_TREE_ROWS: Final = 400
VERDICTS: Final = (UNVERIFIED, *(conclusion.value for conclusion in Conclusion))

router = OfficeRouter(include_in_schema=False)


@router.get("/claims")
def list_claims(visit: Looking) -> Response:
    """Show the tree of claims, or those that filters and words find."""
    return claims_page(visit, Draft())


@router.get("/claims/{claim:path}")
def get_claim(visit: Looking, claim: str) -> Response:
    """Show one claim: evidence for and against, verdicts, what is to be done."""
    return claim_page(visit, visit.audit.claim(parse_claim_id(claim)), Draft(), "")


def claims_page(visit: Visit, draft: Draft) -> Response:
    """Show the claims, with the form for new ones as it was typed."""
    query = visit.request.query_params
    wanted = {
        name: query.get(name, "").strip()[:200]
        for name in ("q", "verdict", "tag", "document", "status")
    }
    if wanted["verdict"] not in VERDICTS:
        wanted["verdict"] = ""
    shown: dict[str, Any] = {"wanted": wanted, "verdicts": VERDICTS, "next_address": None}
    if any(wanted.values()):
        shown |= {"rows": _found(visit, wanted, shown), "is_tree": False, "left_out": 0}
    else:
        tree = visit.audit.tree()
        rows = [tree_row(row) for row in tree[:MOST_TREE_ROWS]]
        shown |= {"rows": rows, "is_tree": True, "left_out": len(tree) - len(rows)}
    if visit.wants_part:
        return renderer_of(visit.request).page(visit, "parts/claim_list.html", **shown)
    return renderer_of(visit.request).page(
        visit,
        "claims.html",
        200 if draft.refusal is None else draft.refusal.status,
        **shown,
        draft=draft,
        key=new_key(visit),
    )


def _found(visit: Visit, wanted: dict[str, str], shown: dict[str, Any]) -> list[dict[str, Any]]:
    query = visit.request.query_params
    chosen = ClaimFilter(
        verdict=wanted["verdict"] or None,
        tag=wanted["tag"] or None,
        document=wanted["document"] or None,
        is_active={"active": True, "retired": False}.get(wanted["status"]),
    )
    cursor = query.get("cursor") or None
    if wanted["q"]:
        page = visit.audit.search(wanted["q"], chosen, cursor=cursor, limit=PAGE)
    else:
        page = visit.audit.claims(chosen, cursor=cursor, limit=PAGE)
    if page.next_cursor is not None:
        kept = [(name, value) for name, value in wanted.items() if value]
        shown["next_address"] = f"/claims?{urlencode([*kept, ('cursor', page.next_cursor)])}"
    return [{**claim_row(claim), "depth": 0, "repeated": False} for claim in page.items]


def claim_page(visit: Visit, detail: ClaimDetail, draft: Draft, sent: str) -> Response:
    """Show one claim, with a form as it was typed where something has to change.

    Args:
        visit: Who looks.
        detail: The claim.
        draft: What was typed.
        sent: Which form was sent.
    """
    stance = visit.request.query_params.get("stance", "")
    return renderer_of(visit.request).page(
        visit,
        "claim.html",
        200 if draft.refusal is None else draft.refusal.status,
        **claim_view(visit.audit, detail),
        beside=beside_claim(visit.audit, detail.claim),
        draft=draft,
        empty_draft=Draft(),
        sent=sent,
        stance=stance,
        policy=visit.audit.policy(),
        key=new_key(visit),
    )
