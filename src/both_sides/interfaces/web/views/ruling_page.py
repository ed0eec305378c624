"""Put a ruling together for its page: what governs, why, its history, its links, its replay.

*This module does not* decide whether a ruling may be revised or retired; the domain does.
"""

from collections.abc import Iterable
from typing import Any, Final

from both_sides.domain.ids import RulingId, ScopeId, parse_number
from both_sides.domain.rulings import Ruling
from both_sides.domain.state import Counters
from both_sides.errors import NotFoundError
from both_sides.interfaces.web.views.dispute_page import dispute_address, dispute_parts
from both_sides.interfaces.web.views.links import LinkRow, link_row
from both_sides.interfaces.wire.replays import scope_replay_members
from both_sides.interfaces.wire.shapes import ruling_members
from both_sides.service.desk import Desk
from both_sides.service.history import find_link
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope

# A chain up to this long is replayed whenever a ruling is shown; a longer one when it is asked for.
REPLAYED_AT_ONCE: Final = 400


def ruling_view(desk: Desk, ruling: Ruling, *, is_shared: bool = False) -> dict[str, Any]:
    """Put a ruling together for its page.

    Args:
        desk: The scope.
        ruling: The ruling.
        is_shared: Show nothing of the scope but the ruling and its links.
    """
    members = ruling_members(ruling)
    as_stood = {**members["case"], **members}
    parts = dispute_parts(None if is_shared else desk, as_stood)
    chosen = next(row for row in parts["rivals"] if row["claimId"] == members["chosen"])
    return {
        **parts,
        "ruling": members,
        "chosen": chosen,
        "trail": trail_of(desk.ledger, desk.scope, ruling.trail),
        "address": dispute_address(ruling.subject),
        "version": desk.version(ruling.ruling_id) or "",
    }


def replay_view(desk: Desk, ruling: Ruling, *, is_asked: bool) -> dict[str, Any] | None:
    """Replay the chain, where it is short or where somebody asks for it; else answer None."""
    store = desk.ledger.store
    if not is_asked and store.head(desk.scope).n > REPLAYED_AT_ONCE:
        return None
    return scope_replay_members(replay_scope(store, desk.scope), ruling.trail)


def trail_of(ledger: Ledger, scope: ScopeId, places: Iterable[int]) -> list[LinkRow]:
    """Give the links about a ruling, each with its seal recomputed."""
    rows = []
    for n in places:
        try:
            rows.append(link_row(find_link(ledger, scope, n)))
        except NotFoundError:  # it was cut off; the replay says so
            continue
    return rows


def beside_ruling(desk: Desk, ruling_id: RulingId) -> dict[str, str | None]:
    """Give the addresses of the rulings made before and after one."""
    number = parse_number("RUL", ruling_id) or 0
    counters = desk.ledger.get(desk.scope, Counters, "")
    last = 0 if counters is None else counters.rulings
    return {
        "previous": f"/rulings/RUL-{number - 1:04d}" if number > 1 else None,
        "next": f"/rulings/RUL-{number + 1:04d}" if number < last else None,
    }
