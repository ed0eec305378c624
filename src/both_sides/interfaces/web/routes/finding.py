"""The search box: an entity, a claim, a ruling, evidence, a link, a seal, or words."""

import re
from typing import Any, Final
from urllib.parse import quote

from fastapi import Response

from both_sides.domain.entities import Entity
from both_sides.domain.ids import parse_claim_id, parse_entity_id, parse_evidence_id
from both_sides.domain.lookup import find_claim, require_evidence
from both_sides.domain.rulings import Ruling
from both_sides.errors import NotFoundError
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.rendering import go_to, renderer_of
from both_sides.interfaces.web.views.dispute_list import chosen_filter, list_disputes
from both_sides.interfaces.web.views.links import SHORTEST_SEAL, claim_address, find_by_seal
from both_sides.interfaces.web.visits import Looking, Visit
from both_sides.interfaces.wire.audit_shapes import claim_row

LONGEST: Final = 300
SHOWN: Final = 20

_RULING: Final = re.compile(r"rul-[0-9]{4,12}", re.IGNORECASE)
_NUMBERED_CLAIM: Final = re.compile(r"clm-[0-9]{4,12}", re.IGNORECASE)
_EVIDENCE: Final = re.compile(r"evd-[0-9]{4,12}|.+#.+", re.IGNORECASE)
_JOB: Final = re.compile(r"job-[0-9]{4,12}", re.IGNORECASE)
_ENTITY: Final = re.compile(r"[qplm][0-9]{1,18}", re.IGNORECASE)
_QUESTION: Final = re.compile(r"([qlm][0-9]{1,18})[\s/]+(p[0-9]{1,18})", re.IGNORECASE)
_PLACE: Final = re.compile(r"#?([0-9]{1,15})")
_SEAL: Final = re.compile(rf"[0-9a-f]{{{SHORTEST_SEAL},96}}", re.IGNORECASE)

router = OfficeRouter(include_in_schema=False)


@router.get("/find")
def find(visit: Looking) -> Response:
    """Go to what was named; or list what has the words in it."""
    text = " ".join(visit.request.query_params.get("q", "")[:LONGEST].split())
    address = address_of_id(visit, text) if text else None
    if address is not None:
        return go_to(address)
    disputes: tuple[Any, ...] = ()
    claims: list[dict[str, Any]] = []
    if text:
        wanted, _ = chosen_filter({"q": text})
        disputes = list_disputes(visit.desk, wanted, None).items[:SHOWN]
        claims = [claim_row(claim) for claim in visit.audit.search(text, limit=SHOWN).items]
    return renderer_of(visit.request).page(
        visit, "find.html", text=text, disputes=disputes, claims=claims
    )


def address_of_id(visit: Visit, text: str) -> str | None:  # noqa: PLR0911 - one answer a kind of id
    """Give the page of what an id names, or None where it is none of this scope."""
    state = visit.office.ledger.state(visit.scope)
    if _RULING.fullmatch(text):
        found = state.get(Ruling, text.upper())
        return None if found is None else f"/rulings/{found.ruling_id}"
    if _JOB.fullmatch(text):
        return f"/jobs/{text.upper()}"
    question = _QUESTION.fullmatch(text)
    if question is not None:
        return f"/disputes/{question[1].upper()}/{question[2].upper()}"
    if _ENTITY.fullmatch(text):
        return _address_of_entity(visit, text)
    if _NUMBERED_CLAIM.fullmatch(text) or "$" in text or "-" in text:
        claim = find_claim(state, parse_claim_id(text))
        if claim is not None:
            return claim_address(claim.claim_id)
    if _EVIDENCE.fullmatch(text):
        return _address_of_evidence(visit, text)
    if _SEAL.fullmatch(text):
        n = find_by_seal(visit.office.ledger, visit.scope, text.lower())
        return None if n is None else f"/ledger/{n}"
    place = _PLACE.fullmatch(text)
    if place is not None and 0 < int(place[1]) <= visit.office.ledger.store.head(visit.scope).n:
        return f"/ledger/{int(place[1])}"
    return None


def _address_of_entity(visit: Visit, text: str) -> str | None:
    entity_id = parse_entity_id(text)
    if entity_id.startswith("P"):
        return f"/desk?property={quote(entity_id, safe='')}"
    if visit.office.ledger.get(visit.scope, Entity, entity_id) is None:
        return None
    return f"/desk?entity={quote(entity_id, safe='')}"


def _address_of_evidence(visit: Visit, text: str) -> str | None:
    state = visit.office.ledger.state(visit.scope)
    try:
        claim, item = require_evidence(state, parse_evidence_id(text))
    except NotFoundError:
        return None
    return f"{claim_address(claim.claim_id)}#{quote(item.evidence_id, safe='')}"
