"""Put a dispute together for its page, and the form that rules on it.

*This module does not* rank; it shows what `Desk.adjudicate` answered, in the members of REST.
"""

import re
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import quote

from both_sides.domain.disputes import Subject
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.domain.state import DisputeSummary
from both_sides.domain.time_series import Narrowing
from both_sides.interfaces.web.views.margins import both_sides, margin_gauge
from both_sides.interfaces.web.views.rivals import rival_rows
from both_sides.interfaces.web.views.series_chart import series_chart
from both_sides.interfaces.wire.shapes import hearing_members
from both_sides.service.desk import Desk
from both_sides.service.desk_reading import Hearing

MOST_WALKED = 2_000
MOST_MOMENTS = 200


@dataclass(frozen=True, slots=True)
class Asked:
    """Hold how a dispute is looked at.

    Args:
        subject: The question.
        narrowing: To which point in time it is narrowed.
        as_of: The instant that it is ranked for; None for now.
    """

    subject: Subject
    narrowing: Narrowing
    as_of: str | None

    @property
    def is_plain(self) -> bool:
        """Tell whether it is looked at as it stands, now."""
        return self.narrowing.is_none and self.as_of is None


def dispute_view(desk: Desk, hearing: Hearing, asked: Asked) -> dict[str, Any]:
    """Put a dispute together for its page."""
    members = hearing_members(hearing)
    return {**dispute_parts(desk, members), "asked": asked, "moments": _moments(desk, asked)}


def dispute_parts(desk: Desk | None, members: dict[str, Any]) -> dict[str, Any]:
    """Put together what a dispute's page, a ruling's and the first page show of a ranking.

    Args:
        desk: The scope, for verdicts and evidence; None to show none.
        members: As `hearing_members` writes it, or the same members of a ruling.
    """
    state = None if desk is None else desk.ledger.state(desk.scope)
    rivals = rival_rows(members["claims"], state)
    return {
        "dispute": members,
        "rivals": rivals,
        "gauge": margin_gauge(members["adjudication"]),
        "sides": both_sides(rivals),
        "chart": series_chart(rivals),
        "quoted": quoted_parts(members["secondSource"]),
        "has_barred": any(not row["eligible"] for row in rivals),
        "has_refuted": any(
            row["verdict"] == "refuted" and row["verdictStale"] is None for row in rivals
        ),
    }


def quoted_parts(source: dict[str, Any] | None) -> list[tuple[str, bool]]:
    """Cut the text of the second source at the figures that were read from it.

    Returns:
        The text in parts, each with whether a figure was read there.
    """
    if source is None:
        return []
    quotes = {figure["quote"] for figure in source["figures"] if figure["quote"]}
    if not quotes:
        return [(source["text"], False)]
    longest_first = sorted(quotes, key=lambda quote: (-len(quote), quote))
    pattern = re.compile("(" + "|".join(map(re.escape, longest_first)) + ")")
    parts = pattern.split(source["text"])
    return [(part, place % 2 == 1) for place, part in enumerate(parts) if part]


def _moments(desk: Desk, asked: Asked) -> list[str]:
    """List the points in time that the claims of the whole dispute name, the newest first."""
    group = desk.entity(asked.subject.entity_id).group(asked.subject.property_id)
    statements = () if group is None else group.statements
    found = {s.point_in_time for s in statements if s.point_in_time is not None}
    return sorted(found, reverse=True)[:MOST_MOMENTS]


def beside_dispute(desk: Desk, subject: Subject) -> dict[str, str | None]:
    """Give the addresses of the disputes before and after one, where they are near in the list."""
    before: str | None = None
    rows = desk.ledger.all(desk.scope, DisputeSummary)
    for _, summary in islice(rows, MOST_WALKED):
        if summary.subject == subject:
            follower = next(rows, None)
            return {
                "previous": before,
                "next": None if follower is None else dispute_address(follower[1].subject),
            }
        before = dispute_address(summary.subject)
    return {"previous": None, "next": None}


def dispute_address(subject: Subject) -> str:
    """Write the address of a dispute's page."""
    return address_of(subject.entity_id, subject.property_id)


def address_of(entity_id: EntityId | str, property_id: PropertyId | str) -> str:
    """Write the address of a dispute's page by its ids."""
    return f"/disputes/{quote(entity_id, safe='$:@')}/{quote(property_id, safe='$:@')}"
