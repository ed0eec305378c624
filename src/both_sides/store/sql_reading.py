"""Read the shared tables over one connection, whatever the database.

What is read for every request is text that both databases understand, and other queries are built
once, at import: building one costs more than running it. *This module does not*
open connections or hold one between two pages.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, bindparam, or_, select

from both_sides.chain.seal import Head, Link, genesis_seal
from both_sides.domain.ids import ScopeId
from both_sides.store.driver_reading import fetch_page
from both_sides.store.port import EventRow, ViewRow, has_words
from both_sides.store.sql_values import as_bytes, as_integer, as_text, as_view_row
from both_sides.store.tables import scopes, views

EVENTS_A_PAGE: Final = 500
VIEWS_A_PAGE: Final = 500
HEADS_A_PAGE: Final = 1_000
LAST: Final = 2**63 - 1

Connect = Callable[[], Any]  # a context manager that gives a Connection

VIEW_COLUMNS: Final = "kind, key, ordinal, n, body, digest, text"

_HEAD: Final = "SELECT n, seal, at FROM scopes WHERE scope = ?"
_ONE_VIEW: Final = f"SELECT {VIEW_COLUMNS} FROM views WHERE scope = ? AND kind = ? AND key = ?"  # noqa: S608 - a constant
_EVENTS: Final = f"""SELECT n, previous, seal, type, at, body FROM events
    WHERE scope = ? AND n > ? AND n <= ? ORDER BY n LIMIT {EVENTS_A_PAGE}"""  # noqa: S608 - a constant
_HEADS: Final = (
    select(scopes.c.scope, scopes.c.n, scopes.c.seal, scopes.c.at)
    .where(scopes.c.scope > bindparam("after"))
    .order_by(scopes.c.scope)
    .limit(HEADS_A_PAGE)
)
_VIEWS: Final = select(
    views.c.kind,
    views.c.key,
    views.c.ordinal,
    views.c.n,
    views.c.body,
    views.c.digest,
    views.c.text,
    views.c.id,
)


def read_head(connection: Connection, scope: ScopeId) -> Head:
    """Read the end of a chain."""
    found = fetch_page(connection, _HEAD, (scope,))
    if not found:
        return Head(0, genesis_seal(scope))
    n, seal, at = found[0]
    return Head(as_integer(n), as_text(seal), as_text(at))


def read_heads(connect: Connect) -> Iterator[tuple[ScopeId, Head]]:
    """Read the ends of all chains page by page, by the name of their scopes."""
    after = ""
    while True:
        with connect() as connection:
            page = connection.execute(_HEADS, {"after": after}).all()
        for row in page:
            head = Head(as_integer(row.n), as_text(row.seal), as_text(row.at))
            yield ScopeId(as_text(row.scope)), head
        if len(page) < HEADS_A_PAGE:
            return
        after = as_text(page[-1].scope)


def read_scopes(connection: Connection) -> tuple[ScopeId, ...]:
    """List the scopes by name."""
    names = connection.execute(select(scopes.c.scope)).scalars()
    return tuple(sorted(map(ScopeId, map(as_text, names))))


def read_view(connection: Connection, scope: ScopeId, kind: str, key: str) -> ViewRow | None:
    """Read one view row."""
    found = fetch_page(connection, _ONE_VIEW, (scope, kind, key))
    return as_view_row(found[0]) if found else None


def read_events(
    connect: Connect, scope: ScopeId, *, after: int, upto: int | None
) -> Iterator[EventRow]:
    """Read links page by page, each on a connection of its own, so that no lock is held between."""
    last = LAST if upto is None else upto
    while True:
        with connect() as connection:
            page = fetch_page(connection, _EVENTS, (scope, after, last))
        for n, previous, seal, kind, at, body in page:
            link = Link(scope, as_integer(n), as_text(previous), as_text(seal), as_bytes(body))
            yield EventRow(link, as_text(kind), as_text(at))
        if len(page) < EVENTS_A_PAGE:
            return
        after = page[-1][0]


def read_views(
    connect: Connect, scope: ScopeId, kind: str | None, *, after: int | None
) -> Iterator[ViewRow]:
    """Read view rows page by page, by ordinal.

    An ordinal is unique in a scope. Where somebody made two rows equal, both are read all the same,
    so that neither hides from a replay.
    """
    query = _VIEWS.where(views.c.scope == scope)
    if kind is not None:
        query = query.where(views.c.kind == kind)
    if after is not None:
        query = query.where(views.c.ordinal > after)
    query = query.order_by(views.c.ordinal, views.c.id).limit(VIEWS_A_PAGE)
    next_page = query
    while True:
        with connect() as connection:
            page = connection.execute(next_page).all()
        yield from map(as_view_row, page)
        if len(page) < VIEWS_A_PAGE:
            return
        last = page[-1]
        next_page = query.where(
            views.c.ordinal >= last.ordinal,
            or_(views.c.ordinal > last.ordinal, views.c.id > last.id),
        )


def search_views(  # noqa: PLR0913 - a query
    connect: Connect,
    scope: ScopeId,
    kind: str,
    words: Sequence[str],
    *,
    after: int,
    narrowed: ColumnElement[bool] | None,
) -> Iterator[ViewRow]:
    """Find view rows by their text, page by page.

    Args:
        connect: Lends a connection.
        scope: Which scope.
        kind: Which kind of rows.
        words: What every text found has in it.
        after: The ordinal after which to look.
        narrowed: The database's own index for some of the words, or None; what it lets through is
            looked at again, so that every store finds the same.
    """
    while True:
        query = _VIEWS.where(views.c.scope == scope, views.c.kind == kind, views.c.ordinal > after)
        if narrowed is not None:
            query = query.where(narrowed)
        with connect() as connection:
            page = connection.execute(query.order_by(views.c.ordinal).limit(VIEWS_A_PAGE)).all()
        yield from (row for row in map(as_view_row, page) if has_words(row.text, words))
        if len(page) < VIEWS_A_PAGE:
            return
        after = page[-1].ordinal
