"""List disputes for the desk: filtered, searched by name, a page at a time.

*This module does not* rank what it lists; a list is read by many and ranked by few.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from both_sides.domain.disputes import DisputeKind
from both_sides.domain.ids import parse_entity_id, parse_property_id
from both_sides.domain.rulings import Ruling
from both_sides.errors import InvalidInputError
from both_sides.interfaces.wire.shapes import brief_ruling_members
from both_sides.service.desk import Desk
from both_sides.service.desk_reading import DisputeFilter, ListedDispute
from both_sides.service.pages import LARGEST_PAGE, Page
from both_sides.store.port import has_words

PAGE: Final = 30
MINE: Final = 5
MOST_PAGES_READ: Final = 100
MOST_FOUND: Final = 100  # whoever sees a hundred types another word


@dataclass(frozen=True, slots=True)
class Wanted:
    """Say which disputes are looked for, in the words of the form.

    Args:
        text: Words of the entity's or the property's name, or an id.
        kind: A kind of dispute, or empty.
        ruled: ``yes``, ``no`` or empty.
        filter: The same for the service.
    """

    text: str
    kind: str
    ruled: str
    filter: DisputeFilter

    @property
    def is_everything(self) -> bool:
        """Tell whether nothing is left out."""
        return not (self.text or self.kind or self.ruled or self.filter != DisputeFilter())


def chosen_filter(query: Mapping[str, str]) -> tuple[Wanted, str | None]:
    """Read which disputes are looked for.

    Returns:
        What is wanted, and what could not be read, in words; such a part is left out.
    """
    text = query.get("q", "").strip()[:200]
    kind, ruled, problem = query.get("kind", ""), query.get("ruled", ""), None
    if kind not in {kind.value for kind in DisputeKind}:
        kind = ""
    if ruled not in {"yes", "no"}:
        ruled = ""
    entity_id = property_id = None
    try:
        entity_id = parse_entity_id(query["entity"]) if query.get("entity") else None
        property_id = parse_property_id(query["property"]) if query.get("property") else None
    except InvalidInputError as error:
        problem = f"{error.message}: {error.hint}"
    wanted = DisputeFilter(
        entity_id=entity_id,
        property_id=property_id,
        kind=DisputeKind(kind) if kind else None,
        ruled={"yes": True, "no": False}.get(ruled),
    )
    return Wanted(text, kind, ruled, wanted), problem


def list_disputes(desk: Desk, wanted: Wanted, cursor: str | None) -> Page[ListedDispute]:
    """List a page of disputes.

    Raises:
        InvalidInputError: The cursor is of another list.
    """
    if not wanted.text:
        return desk.disputes(wanted.filter, cursor=cursor, limit=PAGE)
    words = wanted.text.split()
    found = (row for row in _walk(desk, wanted.filter) if has_words(_text_of(row), words))
    return Page(tuple(islice(found, MOST_FOUND)), None)


def _walk(desk: Desk, wanted: DisputeFilter) -> Iterator[ListedDispute]:
    cursor = None
    for _ in range(MOST_PAGES_READ):
        page = desk.disputes(wanted, cursor=cursor, limit=LARGEST_PAGE)
        yield from page.items
        cursor = page.next_cursor
        if cursor is None:
            return


def _text_of(row: ListedDispute) -> str:
    summary = row.summary
    subject = summary.subject
    return (
        f"{summary.entity_label} {row.property_name} {subject.entity_id} {subject.property_id}"
        f" {row.standing or ''}"
    )


def rulings_by(desk: Desk, actor: str) -> list[dict[str, Any]]:
    """Give the last rulings that somebody made, the newest first."""
    mine = [
        ruling
        for _, ruling in desk.ledger.all(desk.scope, Ruling)
        if ruling.revisions[0].actor == actor
    ]
    return [brief_ruling_members(ruling) for ruling in reversed(mine[-MINE:])]
