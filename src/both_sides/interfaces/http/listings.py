"""Put pages of lists together once, and give the same bytes until the chain grows.

*This module does not* know what is listed.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import orjson

from both_sides.interfaces.http.seats import Seat

MakePage = Callable[[], tuple[Sequence[Any], str | None]]


def listed(seat: Seat, question: Hashable, name: str, make: MakePage) -> tuple[bytes, str | None]:
    """Give one page of a list as JSON, with the cursor of the next one.

    Args:
        seat: Whose scope.
        question: Tells pages apart within the scope.
        name: The member that holds the rows.
        make: Puts the page together.
    """

    def encoded() -> tuple[bytes, str | None]:
        rows, next_cursor = make()
        return orjson.dumps({name: rows, "nextCursor": next_cursor}), next_cursor

    office = seat.office
    head = office.ledger.store.head(seat.scope).seal_hex
    return office.remembered.get(
        ("page", seat.scope, question), head, encoded, lambda page: len(page[0])
    )
