"""Read what a driver gives as the type that was written.

A database may hold another type in a column, SQLite any type in any: what somebody put there is
read as far as it can be, and found by its seal or its digest. The other way, values stand where a
driver wants them. *This module does not* judge.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection

from both_sides.store.port import ViewRow
from both_sides.store.tree_port import PlacedEvent


def as_bytes(value: Any) -> bytes:  # noqa: ANN401 - whatever a driver gives
    """Read a value as bytes."""
    if isinstance(value, bytes):
        return value
    return bytes(value) if isinstance(value, memoryview) else as_text(value).encode()


def as_text(value: Any) -> str:  # noqa: ANN401 - whatever a driver gives
    """Read a value as text."""
    if isinstance(value, str):
        return value
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else repr(value)


def as_integer(value: Any) -> int:  # noqa: ANN401 - whatever a driver gives
    """Read a value as an integer; what is none becomes -1, which no row has."""
    return value if isinstance(value, int) else -1


def as_placed_event(row: Sequence[Any]) -> PlacedEvent:
    """Read a row of an event by position."""
    position, scope, n, previous, seal, kind, at, body = row
    return (
        as_integer(position),
        as_text(scope),
        as_integer(n),
        as_text(previous),
        as_text(seal),
        as_text(kind),
        as_text(at),
        as_bytes(body),
    )


def as_view_row(row: Sequence[Any]) -> ViewRow:
    """Read a row of the table of views: kind, key, ordinal, n, body, digest, text."""
    kind, key, ordinal, n, body, digest, text, *_ = row
    return ViewRow(
        kind=as_text(kind),
        key=as_text(key),
        ordinal=as_integer(ordinal),
        n=as_integer(n),
        body=as_bytes(body),
        digest=as_text(digest),
        text=None if text is None else as_text(text),
    )


def for_driver(connection: Connection, statement: str) -> str:
    """Write the places of values in a statement, ``?`` as we write them, as the driver does."""
    return statement if connection.dialect.name == "sqlite" else _with_percent_signs(statement)


@lru_cache(1_000)
def _with_percent_signs(statement: str) -> str:
    return statement.replace("?", "%s")
