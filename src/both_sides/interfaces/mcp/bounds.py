"""Keep results within what an agent can take in: shorten texts, and cut pages that get long.

A result is at most 8,000 tokens, estimated as a quarter of its bytes as JSON. Ids, seals and
cursors are never cut. What was shortened is named, and a cut text says how much is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

import orjson

from both_sides.service.pages import Page

T = TypeVar("T")
Detail = Literal["concise", "full"]

MOST_TOKENS: Final = 8_000
BYTES_A_TOKEN: Final = 4
ROOM: Final = 28_000
"""Bytes of a result; what is left up to 8,000 tokens is for a text that is all escapes."""

LONGEST_TEXT: Final[dict[Detail, int]] = {"concise": 240, "full": 2_000}
MOST_ITEMS: Final[dict[Detail, int]] = {"concise": 10, "full": 20}

_WHOLE: Final = frozenset(
    {
        "id",
        "claimId",
        "entityId",
        "propertyId",
        "chosen",
        "leader",
        "runnerUp",
        "ruling",
        "supersedes",
        "supersededBy",
        "seal",
        "headSeal",
        "inputsDigest",
        "nextCursor",
        "parents",
        "children",
        "citations",
        "losing",
    }
)


def size(value: object) -> int:
    """Measure a value as bytes of JSON."""
    return len(orjson.dumps(value))


@dataclass
class Shortener:
    """Shorten the long texts and lists of what is shown, and remember which they were.

    Args:
        detail: How much to show.
        longest: How many bytes a text may have as JSON; None for what the detail gives.
    """

    detail: Detail
    longest: int | None = None
    truncated: list[str] = field(default_factory=list, init=False)

    def __call__(self, members: Mapping[str, Any]) -> dict[str, Any]:
        """Shorten the members of one row, at any depth."""
        return {name: self._value(name, value) for name, value in members.items()}

    def text(self, name: str, text: str) -> str:
        """Shorten one text, which says at its end how much is left out."""
        limit = LONGEST_TEXT[self.detail] if self.longest is None else self.longest
        if name in _WHOLE or size(text) <= limit:
            return text
        self._note(name)
        cut = text[:limit]
        while size(cut) > limit:
            cut = cut[: len(cut) * limit // size(cut)]
        return f"{cut} … [truncated, {len(text) - len(cut):,} more characters]"

    def _value(self, name: str, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        if isinstance(value, str):
            return self.text(name, value)
        if isinstance(value, Mapping):
            return {inner: self._value(inner, member) for inner, member in value.items()}
        if isinstance(value, list):
            most = MOST_ITEMS[self.detail]
            if len(value) > most:
                self._note(name)
            return [self._value(name, member) for member in value[:most]]
        return value

    def _note(self, name: str) -> None:
        if name not in self.truncated:
            self.truncated.append(name)


@dataclass(frozen=True, slots=True)
class FittedPage(Generic[T]):
    """Hold the rows of a page that fit, and where the next page begins."""

    rows: list[dict[str, Any]]
    next_cursor: str | None


def fit_page(
    take: Callable[[int], Page[T]],
    shape: Callable[[T], dict[str, Any]],
    *,
    limit: int,
    room: int = ROOM,
) -> FittedPage[T]:
    """Take a page, and a shorter one where its rows are too much for one result.

    Args:
        take: Takes a page of at most so many items.
        shape: Shapes one item as a row of JSON.
        limit: How many rows at most.
        room: How many bytes the rows may have.
    """
    page = take(limit)
    rows = [shape(item) for item in page.items]
    fitting = _fitting(rows, room)
    if fitting < len(rows):
        page = take(max(1, fitting))
        rows = [shape(item) for item in page.items]
    return FittedPage(rows, page.next_cursor)


def _fitting(rows: Sequence[dict[str, Any]], room: int) -> int:
    used = 0
    for count, row in enumerate(rows):
        used += size(row) + 1
        if used > room:
            return count
    return len(rows)
