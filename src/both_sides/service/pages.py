"""Cut lists into pages with cursors that fit one query only.

A cursor names the place where a page ended and carries a digest of its query, so that a cursor
taken from another list is refused instead of giving a wrong page. *This module does not* count
totals: a list may be longer than anybody wants to wait for.
"""

import base64
import binascii
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, TypeVar

from both_sides.errors import InvalidInputError

T = TypeVar("T")

LARGEST_PAGE = 100
LARGEST_ORDINAL = 2**63 - 1  # what a store can hold


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Hold one page of a list.

    Args:
        items: At most `limit` of them.
        next_cursor: Where the next page begins, or None on the last one.
    """

    items: tuple[T, ...]
    next_cursor: str | None


def take_page(
    rows: Callable[[int], Iterator[tuple[int, T]]],
    *,
    query: object,
    cursor: str | None,
    limit: int,
) -> Page[T]:
    """Take one page.

    Args:
        rows: Gives the list's (ordinal, item) pairs after an ordinal, in order.
        query: What the list was asked for; its `repr` must tell queries apart.
        cursor: Where the last page ended, or None for the first page.
        limit: How many items at most, 1 to 100.

    Raises:
        InvalidInputError: The cursor is of another query or was made up, or the limit is out of
            range.
    """
    if not 1 <= limit <= LARGEST_PAGE:
        raise InvalidInputError(
            f"a page of {limit} items is not possible",
            hint=f"ask for 1 to {LARGEST_PAGE} and follow the cursor",
            field="limit",
            value=limit,
        )
    digest = sha256(repr(query).encode()).hexdigest()[:12]
    after = -1 if cursor is None else _read_cursor(cursor, digest)
    items: list[T] = []
    last = after
    for ordinal, item in rows(after):
        if len(items) == limit:
            return Page(tuple(items), _write_cursor(last, digest))
        items.append(item)
        last = ordinal
    return Page(tuple(items), None)


def _write_cursor(after: int, digest: str) -> str:
    return base64.urlsafe_b64encode(f"{after}.{digest}".encode()).decode().rstrip("=")


def _read_cursor(cursor: str, digest: str) -> int:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        text = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
        after, _, found = text.partition(".")
        if found == digest and 0 <= int(after) <= LARGEST_ORDINAL:
            return int(after)
    except (ValueError, binascii.Error):
        pass
    raise InvalidInputError(
        "the cursor does not belong to this list",
        hint="leave it out to begin at the start, or send the same filters as for the last page",
        field="cursor",
        value=cursor[:80],
    )
