"""Read and write the shared tables over one connection, whatever the database.

How a scope is locked, how a transaction begins and how a database says no differ; those stand with
each store. *This module does not* open, commit or close.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.sql.dml import Insert

from both_sides.chain.seal import Head, Link, genesis_seal
from both_sides.domain.ids import ScopeId
from both_sides.store.port import Batch, EventRow, StoredReceipt, ViewKey, ViewRow, has_words
from both_sides.store.tables import events, receipts, scopes, views

EVENTS_A_PAGE: Final = 500
VIEWS_A_PAGE: Final = 500
KEYS_A_QUERY: Final = 500

Upsert = Callable[[], Insert]
Connect = Callable[[], Any]  # a context manager that gives a Connection


class TextIndex(Protocol):
    """Keep a database's own index of the texts of views beside the rows."""

    def forget(self, keys: Sequence[ViewKey]) -> None:
        """Take rows out of the index, before they are replaced or removed."""
        ...

    def learn(self, keys: Sequence[ViewKey]) -> None:
        """Take rows into the index, after they were written."""
        ...


class SqlSession:
    """Give a writer its view of one locked scope.

    Args:
        connection: In a transaction that holds the scope's lock.
        scope: Which scope.
        upsert_view: Builds the database's own insert-or-replace for `views`.
        index: The database's index of texts, or None where it needs no keeping.
    """

    def __init__(
        self,
        connection: Connection,
        scope: ScopeId,
        upsert_view: Upsert,
        index: TextIndex | None = None,
    ) -> None:
        self._connection = connection
        self._scope = scope
        self._upsert_view = upsert_view
        self._index = index
        self._head = read_head(connection, scope)
        self._is_new = self._head.n == 0

    @property
    def head(self) -> Head:
        """The end of the chain."""
        return self._head

    def view(self, kind: str, key: str) -> ViewRow | None:
        """Read one view row."""
        return read_view(self._connection, self._scope, kind, key)

    def views(self, keys: Sequence[ViewKey]) -> list[ViewRow]:
        """Read many view rows at once."""
        by_kind: dict[str, list[str]] = {}
        for key in keys:
            by_kind.setdefault(key.kind, []).append(key.key)
        rows: list[ViewRow] = []
        for kind, names in by_kind.items():
            for start in range(0, len(names), KEYS_A_QUERY):
                query = select(views).where(
                    views.c.scope == self._scope,
                    views.c.kind == kind,
                    views.c.key.in_(names[start : start + KEYS_A_QUERY]),
                )
                rows.extend(map(_view_row, self._connection.execute(query)))
        return rows

    def receipt(self, key: str) -> StoredReceipt | None:
        """Read the answer that was given under an idempotency key."""
        row = self._connection.execute(
            select(receipts.c.request_digest, receipts.c.body).where(
                receipts.c.scope == self._scope, receipts.c.key == key
            )
        ).one_or_none()
        if row is None:
            return None
        return StoredReceipt(key, _text(row.request_digest), _bytes(row.body))

    def write(self, batch: Batch) -> None:
        """Write a batch: head, links, views and receipts."""
        if batch.events:
            self._write_events(batch)
        retold = self._retold(batch) if self._index is not None else []
        if self._index is not None:
            self._index.forget(list(dict.fromkeys([*batch.dropped, *retold])))
        for gone in batch.dropped:
            self._connection.execute(
                delete(views).where(
                    views.c.scope == self._scope,
                    views.c.kind == gone.kind,
                    views.c.key == gone.key,
                )
            )
        if batch.views:
            self._connection.execute(
                self._upsert_view(),
                [
                    {
                        "scope": self._scope,
                        "kind": row.kind,
                        "key": row.key,
                        "ordinal": row.ordinal,
                        "n": row.n,
                        "body": row.body,
                        "digest": row.digest,
                        "text": row.text,
                    }
                    for row in batch.views
                ],
            )
        if self._index is not None:
            self._index.learn(retold)
        if batch.receipts:
            self._connection.execute(
                insert(receipts),
                [
                    {
                        "scope": self._scope,
                        "key": receipt.key,
                        "request_digest": receipt.request_digest,
                        "body": receipt.body,
                    }
                    for receipt in batch.receipts
                ],
            )

    def _retold(self, batch: Batch) -> list[ViewKey]:
        """List the view rows whose text is new or another one; most writes change none."""
        texts = {ViewKey(r.kind, r.key): r.text for r in batch.views if r.text is not None}
        kept = {ViewKey(row.kind, row.key): row.text for row in self.views(list(texts))}
        dropped = set(batch.dropped)
        return [key for key, text in texts.items() if key in dropped or kept.get(key) != text]

    def _write_events(self, batch: Batch) -> None:
        last = batch.events[-1]
        if self._is_new:
            genesis = genesis_seal(self._scope)
            self._connection.execute(
                insert(scopes).values(scope=self._scope, genesis=genesis, n=0, seal=genesis, at="")
            )
            self._is_new = False
        self._connection.execute(
            insert(events),
            [
                {
                    "scope": self._scope,
                    "n": row.link.n,
                    "previous": row.link.previous_hex,
                    "seal": row.link.seal_hex,
                    "type": row.type,
                    "at": row.at,
                    "body": row.link.body,
                }
                for row in batch.events
            ],
        )
        self._connection.execute(
            update(scopes)
            .where(scopes.c.scope == self._scope)
            .values(n=last.link.n, seal=last.link.seal_hex, at=last.at)
        )
        self._head = Head(last.link.n, last.link.seal_hex, last.at)


# Built once: building a query costs more than running this one.
_ONE_VIEW: Final = select(views).where(
    views.c.scope == bindparam("scope"),
    views.c.kind == bindparam("kind"),
    views.c.key == bindparam("key"),
)
_ONE_HEAD: Final = select(scopes.c.n, scopes.c.seal, scopes.c.at).where(
    scopes.c.scope == bindparam("scope")
)


def read_head(connection: Connection, scope: ScopeId) -> Head:
    """Read the end of a chain."""
    row = connection.execute(_ONE_HEAD, {"scope": scope}).one_or_none()
    if row is None:
        return Head(0, genesis_seal(scope))
    return Head(_integer(row.n), _text(row.seal), _text(row.at))


def read_scopes(connection: Connection) -> tuple[ScopeId, ...]:
    """List the scopes by name."""
    names = connection.execute(select(scopes.c.scope).order_by(scopes.c.scope)).scalars()
    return tuple(map(ScopeId, names))


def read_view(connection: Connection, scope: ScopeId, kind: str, key: str) -> ViewRow | None:
    """Read one view row."""
    row = connection.execute(_ONE_VIEW, {"scope": scope, "kind": kind, "key": key}).one_or_none()
    return None if row is None else _view_row(row)


def _view_row(row: Row[Any]) -> ViewRow:
    return ViewRow(
        kind=_text(row.kind),
        key=_text(row.key),
        ordinal=_integer(row.ordinal),
        n=_integer(row.n),
        body=_bytes(row.body),
        digest=_text(row.digest),
        text=None if row.text is None else _text(row.text),
    )


def read_events(
    connect: Connect, scope: ScopeId, *, after: int, upto: int | None
) -> Iterator[EventRow]:
    """Read links page by page, each on a connection of its own, so that no lock is held between."""
    while True:
        query = (
            select(events)
            .where(events.c.scope == scope, events.c.n > after)
            .order_by(events.c.n)
            .limit(EVENTS_A_PAGE)
        )
        if upto is not None:
            query = query.where(events.c.n <= upto)
        with connect() as connection:
            page = connection.execute(query).all()
        for row in page:
            seals = _text(row.previous), _text(row.seal)
            link = Link(scope, _integer(row.n), *seals, _bytes(row.body))
            yield EventRow(link, _text(row.type), _text(row.at))
        if len(page) < EVENTS_A_PAGE:
            return
        after = page[-1].n


def read_views(
    connect: Connect, scope: ScopeId, kind: str | None, *, after: int | None
) -> Iterator[ViewRow]:
    """Read view rows page by page, by ordinal.

    An ordinal is unique in a scope. Where somebody made two rows equal, both are read all the same,
    so that neither hides from a replay.
    """
    query = select(views).where(views.c.scope == scope)
    if kind is not None:
        query = query.where(views.c.kind == kind)
    if after is not None:
        query = query.where(views.c.ordinal > after)
    query = query.order_by(views.c.ordinal, views.c.id).limit(VIEWS_A_PAGE)
    next_page = query
    while True:
        with connect() as connection:
            page = connection.execute(next_page).all()
        yield from map(_view_row, page)
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
        query = select(views).where(
            views.c.scope == scope, views.c.kind == kind, views.c.ordinal > after
        )
        if narrowed is not None:
            query = query.where(narrowed)
        with connect() as connection:
            page = connection.execute(query.order_by(views.c.ordinal).limit(VIEWS_A_PAGE)).all()
        yield from (row for row in map(_view_row, page) if has_words(row.text, words))
        if len(page) < VIEWS_A_PAGE:
            return
        after = page[-1].ordinal


# A database may hold another type in a column than the one that was written, SQLite any type in
# any: what somebody put there is read as far as it can be, and found by its seal or its digest.


def _bytes(value: Any) -> bytes:  # noqa: ANN401 - whatever a driver gives
    if isinstance(value, bytes):
        return value
    return bytes(value) if isinstance(value, memoryview) else _text(value).encode()


def _text(value: Any) -> str:  # noqa: ANN401 - whatever a driver gives
    if isinstance(value, str):
        return value
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else repr(value)


def _integer(value: Any) -> int:  # noqa: ANN401 - whatever a driver gives
    return value if isinstance(value, int) else -1
