"""Put links of the chain together for a page: what happened, to what, under which seal.

*This module does not* check the chain; see `both_sides.service.replaying`.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

import orjson

from both_sides.chain.seal import seal
from both_sides.domain.ids import ScopeId
from both_sides.interfaces.web.views.dispute_page import address_of
from both_sides.interfaces.web.words import EVENT_WORDS
from both_sides.service.history import ShownLink
from both_sides.service.ledger import Ledger

SHORTEST_SEAL: Final = 12
LONGEST_WALK: Final = 200_000


@dataclass(frozen=True, slots=True)
class LinkRow:
    """Hold one line of the ledger.

    Args:
        n: Its place in the chain.
        type: The event's type, as sealed.
        words: The same for people.
        at: When, UTC.
        actor: Who.
        about: What it is about, or empty.
        address: The page of that, or None.
        seal: Its seal.
        previous: The seal before it.
        is_sealed: Whether its seal is that of its body and of the seal before it.
    """

    n: int
    type: str
    words: str
    at: str
    actor: str
    about: str
    address: str | None
    seal: str
    previous: str
    is_sealed: bool


def link_row(shown: ShownLink) -> LinkRow:
    """Put one link together."""
    row, link = shown.row, shown.row.link
    document = document_of(link.body)
    members = document if isinstance(document, dict) else {}
    about, address = about_of(members)
    return LinkRow(
        n=link.n,
        type=row.type,
        words=EVENT_WORDS.get(row.type, row.type),
        at=row.at,
        actor=str(members.get("actor", "")),
        about=about,
        address=address,
        seal=link.seal_hex,
        previous=link.previous_hex,
        is_sealed=shown.is_sealed,
    )


def links_before(ledger: Ledger, scope: ScopeId, before: int, limit: int) -> list[LinkRow]:
    """Give the links of a scope before a place, the newest first."""
    after = max(before - 1 - limit, 0)
    rows = list(ledger.store.read(scope, after=after, upto=before - 1)) if before > 1 else []
    return [link_row(shown(row)) for row in reversed(rows)]


def shown(row: Any) -> ShownLink:  # noqa: ANN401 - an event row
    """Recompute the seal of a stored link."""
    return ShownLink(row, seal(row.link.previous_hex, row.link.body) == row.link.seal_hex)


def find_by_seal(ledger: Ledger, scope: ScopeId, start: str) -> int | None:
    """Find the link whose seal begins so, or answer None; the newest links are looked at first."""
    head = ledger.store.head(scope)
    first = max(head.n - LONGEST_WALK, 0)
    found = (
        row.link.n
        for row in itertools.islice(ledger.store.read(scope, after=first), LONGEST_WALK)
        if row.link.seal_hex.startswith(start)
    )
    return next(found, None)


def document_of(body: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Read the body of a link; one that is no JSON any more is shown as it is."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return body.decode("utf-8", "backslashreplace")


def about_of(members: Mapping[str, Any]) -> tuple[str, str | None]:
    """Name what an event is about, and the page of that."""
    payload = members.get("payload", members)
    if not isinstance(payload, Mapping):
        return "", None
    ruling, claim, entity = (payload.get(name) for name in ("rulingId", "claimId", "entity"))
    if isinstance(ruling, str):
        return ruling, f"/rulings/{quote(ruling, safe='')}"
    if isinstance(claim, str):
        return claim, claim_address(claim)
    if isinstance(entity, Mapping):
        return _about_entity(entity)
    evidence = payload.get("evidenceId")
    return (evidence, None) if isinstance(evidence, str) else ("", None)


def claim_address(claim_id: str) -> str:
    """Write the address of a claim's page."""
    return f"/claims/{quote(claim_id, safe='$:@')}"


def _about_entity(entity: Mapping[str, Any]) -> tuple[str, str | None]:
    entity_id, label = entity.get("entityId"), entity.get("label")
    if not isinstance(entity_id, str):
        return "", None
    words = f"{label} ({entity_id})" if isinstance(label, str) and label != entity_id else entity_id
    groups = [group for group in entity.get("groups") or () if isinstance(group, Mapping)]
    if len(groups) == 1 and isinstance(groups[0].get("propertyId"), str):
        return words, address_of(entity_id, groups[0]["propertyId"])
    return words, f"/desk?entity={quote(entity_id, safe='')}"
