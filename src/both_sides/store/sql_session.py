"""Give a writer its view of one locked scope over one connection, whatever the database.

How a scope is locked, how a transaction begins and how rows go in fastest differ; those stand with
each store. *This module does not* open, commit or close.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.sql.dml import Insert

from both_sides.chain.seal import Head, genesis_seal
from both_sides.domain.ids import ScopeId
from both_sides.store.port import Batch, EventRow, StoredReceipt, ViewKey, ViewRow
from both_sides.store.sql_reading import read_head, read_view
from both_sides.store.sql_values import as_bytes, as_text, as_view_row
from both_sides.store.tables import events, receipts, scopes, views

KEYS_A_QUERY: Final = 500

InsertEvents = Callable[[Connection, ScopeId, Sequence[EventRow]], None]

_RECEIPT: Final = select(receipts.c.request_digest, receipts.c.body).where(
    receipts.c.scope == bindparam("scope"), receipts.c.key == bindparam("key")
)
_SEAL: Final = select(events.c.seal).where(
    events.c.scope == bindparam("scope"), events.c.n == bindparam("n")
)
_SOME_VIEWS: Final = select(views).where(
    views.c.scope == bindparam("scope"),
    views.c.kind == bindparam("kind"),
    views.c.key.in_(bindparam("keys", expanding=True)),
)
_DROP_VIEW: Final = delete(views).where(
    views.c.scope == bindparam("of_scope"),
    views.c.kind == bindparam("of_kind"),
    views.c.key == bindparam("of_key"),
)
_INSERT_SCOPE: Final = insert(scopes)
_INSERT_EVENTS: Final = insert(events)
_INSERT_RECEIPTS: Final = insert(receipts)
_MOVE_HEAD: Final = (
    update(scopes)
    .where(scopes.c.scope == bindparam("of_scope"))
    .values(n=bindparam("to_n"), seal=bindparam("to_seal"), at=bindparam("to_at"))
)


class TextIndex(Protocol):
    """Keep a database's own index of the texts of views beside the rows."""

    def forget(self, keys: Sequence[ViewKey]) -> None:
        """Take rows out of the index, before they are replaced or removed."""
        ...

    def learn(self, keys: Sequence[ViewKey]) -> None:
        """Take rows into the index, after they were written."""
        ...


def insert_events(connection: Connection, scope: ScopeId, rows: Sequence[EventRow]) -> None:
    """Insert links as every database can."""
    connection.execute(_INSERT_EVENTS, [event_values(scope, row) for row in rows])


def event_values(scope: ScopeId, row: EventRow) -> dict[str, Any]:
    """Name the columns of a link."""
    link = row.link
    return {
        "scope": scope,
        "n": link.n,
        "previous": link.previous_hex,
        "seal": link.seal_hex,
        "type": row.type,
        "at": row.at,
        "body": link.body,
    }


class SqlSession:
    """Read and write one locked scope.

    Args:
        connection: In a transaction that holds the scope's lock.
        scope: Which scope.
        upsert_view: The database's own insert-or-replace for `views`.
        index: The database's index of texts, or None where it needs no keeping.
        insert_rows: Inserts links as fast as the database can.
    """

    def __init__(
        self,
        connection: Connection,
        scope: ScopeId,
        upsert_view: Insert,
        *,
        index: TextIndex | None = None,
        insert_rows: InsertEvents = insert_events,
    ) -> None:
        self._connection = connection
        self._scope = scope
        self._upsert_view = upsert_view
        self._index = index
        self._insert_rows = insert_rows
        self._head = read_head(connection, scope)
        self._is_new = self._head.n == 0
        self.appended = 0
        """How many links this session has written."""

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
                some = names[start : start + KEYS_A_QUERY]
                wanted = {"scope": self._scope, "kind": kind, "keys": some}
                rows.extend(map(as_view_row, self._connection.execute(_SOME_VIEWS, wanted)))
        return rows

    def receipt(self, key: str) -> StoredReceipt | None:
        """Read the answer that was given under an idempotency key."""
        wanted = {"scope": self._scope, "key": key}
        row = self._connection.execute(_RECEIPT, wanted).one_or_none()
        if row is None:
            return None
        return StoredReceipt(key, as_text(row.request_digest), as_bytes(row.body))

    def seal_at(self, n: int) -> str | None:
        """Read the seal of a link of the scope, also of one that is not committed yet."""
        bounds = {"scope": self._scope, "n": n}
        found = self._connection.execute(_SEAL, bounds).scalar_one_or_none()
        return None if found is None else as_text(found)

    def write(self, batch: Batch) -> None:
        """Write a batch: head, links, views and receipts."""
        if batch.events:
            self._write_events(batch)
        retold = self._retold(batch) if self._index is not None else []
        if self._index is not None:
            self._index.forget(list(dict.fromkeys([*batch.dropped, *retold])))
        if batch.dropped:
            gone = [
                {"of_scope": self._scope, "of_kind": key.kind, "of_key": key.key}
                for key in batch.dropped
            ]
            self._connection.execute(_DROP_VIEW, gone)
        if batch.views:
            self._connection.execute(self._upsert_view, [self._values(row) for row in batch.views])
        if self._index is not None:
            self._index.learn(retold)
        if batch.receipts:
            kept = [
                {
                    "scope": self._scope,
                    "key": receipt.key,
                    "request_digest": receipt.request_digest,
                    "body": receipt.body,
                }
                for receipt in batch.receipts
            ]
            self._connection.execute(_INSERT_RECEIPTS, kept)

    def _values(self, row: ViewRow) -> dict[str, Any]:
        return {
            "scope": self._scope,
            "kind": row.kind,
            "key": row.key,
            "ordinal": row.ordinal,
            "n": row.n,
            "body": row.body,
            "digest": row.digest,
            "text": row.text,
        }

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
            values = {"scope": self._scope, "genesis": genesis, "n": 0, "seal": genesis, "at": ""}
            self._connection.execute(_INSERT_SCOPE, values)
            self._is_new = False
        self._insert_rows(self._connection, self._scope, batch.events)
        self.appended += len(batch.events)
        self._connection.execute(
            _MOVE_HEAD,
            {
                "of_scope": self._scope,
                "to_n": last.link.n,
                "to_seal": last.link.seal_hex,
                "to_at": last.at,
            },
        )
        self._head = Head(last.link.n, last.link.seal_hex, last.at)
