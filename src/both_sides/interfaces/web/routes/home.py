"""The first page: a real contradiction, what this is, what it is not; and the page of the keys."""

from functools import cache
from typing import Any, Final

from fastapi import Response

from both_sides.corpus import load
from both_sides.domain.disputes import Band, DisputeKind, Subject
from both_sides.domain.ids import EntityId, PropertyId, ScopeId
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.rendering import renderer_of
from both_sides.interfaces.web.views.dispute_page import dispute_address, dispute_parts
from both_sides.interfaces.web.visits import Looking
from both_sides.interfaces.wire.shapes import hearing_members
from both_sides.service.desk import Desk
from both_sides.service.desk_reading import DisputeFilter
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.store.memory import MemoryStore

EXAMPLE: Final = Subject(EntityId("Q35765"), PropertyId("P1082"))
EXAMPLE_AS_OF: Final = "2026-10-03"
LOOKED_THROUGH: Final = 12

router = OfficeRouter(include_in_schema=False)


@router.get("/")
def get_home(visit: Looking) -> Response:
    """Show a real contradiction: one of the ledger, or of the bundled corpus where it has none."""
    shown = _open_contradiction(visit.desk)
    return renderer_of(visit.request).page(
        visit, "home.html", **(shown or _bundled()), is_own=shown is not None
    )


@router.get("/help")
def get_help(visit: Looking) -> Response:
    """Show the keys, and the words that pages use."""
    return renderer_of(visit.request).page(visit, "help.html")


def _open_contradiction(desk: Desk) -> dict[str, Any] | None:
    """Find a contradiction that is not settled; of the first few, the one with the most to say."""
    wanted = DisputeFilter(kind=DisputeKind.CONTRADICTION)
    subjects = [row.summary.subject for row in desk.disputes(wanted, limit=LOOKED_THROUGH).items]
    if EXAMPLE in subjects:
        subjects = [EXAMPLE]
    fallback = None
    for subject in subjects:
        hearing = desk.adjudicate(subject)
        if fallback is None or hearing.adjudication.band is Band.CONTESTED:
            fallback = hearing
        if hearing.adjudication.band is Band.CONTESTED:
            break
    if fallback is None:
        return None
    members = hearing_members(fallback)
    return {**dispute_parts(desk, members), "address": dispute_address(fallback.case.subject)}


@cache
def _bundled() -> dict[str, Any]:
    """Rank a dispute of the bundled corpus, in a ledger of its own that nobody keeps."""
    desk = Desk(Ledger(MemoryStore(), lambda: f"{EXAMPLE_AS_OF}T00:00:00.000Z"), ScopeId("example"))
    chosen = (entity for entity in load() if entity.entity_id == EXAMPLE.entity_id)
    import_entities(desk, chosen, actor="example")
    members = hearing_members(desk.adjudicate(EXAMPLE, as_of=EXAMPLE_AS_OF))
    return {**dispute_parts(desk, members), "address": None}
