"""Give a writer its view of one locked scope over one connection, whatever the database.

What is written waits until `flush`, and goes in at once: a statement for each table, however many
jobs share the transaction. The statements are text that both databases understand; what makes one
out of objects costs more than to run it. How a scope is locked and how a transaction begins differ;
those stand with each store. *This module does not* open, commit or close.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final, Protocol

from sqlalchemy import Connection

from both_sides.chain.seal import Head, genesis_seal
from both_sides.domain.ids import ScopeId
from both_sides.store.driver_reading import fetch_page
from both_sides.store.pending import PendingWrites
from both_sides.store.port import Batch, EventRow, StoredReceipt, ViewKey, ViewRow
from both_sides.store.sql_reading import VIEW_COLUMNS, read_head, read_view
from both_sides.store.sql_values import as_bytes, as_text, as_view_row, for_driver

KEYS_A_QUERY: Final = 500

_RECEIPT: Final = "SELECT request_digest, body FROM receipts WHERE scope = ? AND key = ?"
_SEAL: Final = "SELECT seal FROM events WHERE scope = ? AND n = ?"
_SOME_VIEWS: Final = f"SELECT {VIEW_COLUMNS} FROM views WHERE scope = ? AND kind = ? AND key IN "  # noqa: S608 - a constant
_DROP_VIEW: Final = "DELETE FROM views WHERE scope = ? AND kind = ? AND key = ?"
_UPSERT_VIEW: Final = """INSERT INTO views (scope, kind, key, ordinal, n, body, digest, text)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, kind, key) DO UPDATE
    SET n = excluded.n, body = excluded.body, digest = excluded.digest, text = excluded.text"""
_INSERT_SCOPE: Final = "INSERT INTO scopes (scope, genesis, n, seal, at) VALUES (?, ?, 0, ?, '')"
_INSERT_EVENT: Final = """INSERT INTO events (scope, n, previous, seal, type, at, body)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
_INSERT_RECEIPT: Final = """INSERT INTO receipts (scope, key, request_digest, body)
    VALUES (?, ?, ?, ?)"""
_MOVE_HEAD: Final = "UPDATE scopes SET n = ?, seal = ?, at = ? WHERE scope = ?"

EventValues = tuple[str, int, str, str, str, str, bytes]
InsertEvents = Callable[[Connection, Sequence[EventValues]], None]


class TextIndex(Protocol):
    """Keep a database's own index of the texts of views beside the rows."""

    def forget(self, keys: Sequence[ViewKey]) -> None:
        """Take rows out of the index, before they are replaced or removed."""
        ...

    def learn(self, keys: Sequence[ViewKey]) -> None:
        """Take rows into the index, after they were written."""
        ...


def insert_events(connection: Connection, rows: Sequence[EventValues]) -> None:
    """Insert links as every database can."""
    connection.exec_driver_sql(for_driver(connection, _INSERT_EVENT), list(rows))


class SqlSession:
    """Read and write one locked scope.

    Args:
        connection: In a transaction that holds the scope's lock.
        scope: Which scope.
        index: The database's index of texts, or None where it needs no keeping.
        insert_rows: Inserts links as fast as the database can.
    """

    def __init__(
        self,
        connection: Connection,
        scope: ScopeId,
        *,
        index: TextIndex | None = None,
        insert_rows: InsertEvents = insert_events,
    ) -> None:
        self._connection = connection
        self._scope = scope
        self._index = index
        self._insert_rows = insert_rows
        self._stored_head = read_head(connection, scope)
        self._pending = PendingWrites()

    @property
    def head(self) -> Head:
        """The end of the chain, with what is to be written."""
        if not self._pending.events:
            return self._stored_head
        last = self._pending.events[-1]
        return Head(last.link.n, last.link.seal_hex, last.at)

    @property
    def appended(self) -> int:
        """How many links are to be written."""
        return len(self._pending.events)

    def view(self, kind: str, key: str) -> ViewRow | None:
        """Read one view row."""
        if self._pending.knows_view(kind, key):
            return self._pending.view(kind, key)
        return read_view(self._connection, self._scope, kind, key)

    def views(self, keys: Sequence[ViewKey]) -> list[ViewRow]:
        """Read many view rows at once."""
        pending, rows = self._pending, []
        wanted = []
        for key in keys:
            if not pending.knows_view(key.kind, key.key):
                wanted.append(key)
            elif (row := pending.view(key.kind, key.key)) is not None:
                rows.append(row)
        return [*rows, *self._stored_views(wanted)]

    def receipt(self, key: str) -> StoredReceipt | None:
        """Read the answer that was given under an idempotency key."""
        pending = self._pending.receipt(key)
        if pending is not None:
            return pending
        found = fetch_page(self._connection, _RECEIPT, (self._scope, key))
        return StoredReceipt(key, as_text(found[0][0]), as_bytes(found[0][1])) if found else None

    def seal_at(self, n: int) -> str | None:
        """Read the seal of a link of the scope, also of one that is to be written."""
        place = n - self._stored_head.n - 1
        if 0 <= place < len(self._pending.events):
            return self._pending.events[place].link.seal_hex
        found = fetch_page(self._connection, _SEAL, (self._scope, n))
        return as_text(found[0][0]) if found else None

    def write(self, batch: Batch) -> None:
        """Have a batch written by `flush`."""
        self._pending.add(batch)

    def mark(self) -> int:
        """Remember what is to be written so far, for `take_back`."""
        return len(self._pending)

    def take_back(self, mark: int) -> None:
        """Have nothing written that came after a mark."""
        self._pending.take_back(mark)

    def flush(self) -> None:
        """Write everything: links and head, views, receipts."""
        if self._pending.events:
            self._write_events(self._pending.events)
        self._write_views()
        if self._pending.receipts:
            kept = [(self._scope, r.key, r.request_digest, r.body) for r in self._pending.receipts]
            self._run(_INSERT_RECEIPT, kept)

    def _run(self, statement: str, values: Any) -> Any:  # noqa: ANN401 - as the driver takes them
        return self._connection.exec_driver_sql(for_driver(self._connection, statement), values)

    def _stored_views(self, keys: Sequence[ViewKey]) -> list[ViewRow]:
        by_kind: dict[str, list[str]] = {}
        for key in keys:
            by_kind.setdefault(key.kind, []).append(key.key)
        rows: list[ViewRow] = []
        for kind, names in by_kind.items():
            remaining = iter(names)
            while some := tuple(islice(remaining, KEYS_A_QUERY)):
                statement = f"{_SOME_VIEWS}({', '.join('?' * len(some))})"
                found = fetch_page(self._connection, statement, (self._scope, kind, *some))
                rows.extend(map(as_view_row, found))
        return rows

    def _write_events(self, rows: Sequence[EventRow]) -> None:
        scope, last = self._scope, rows[-1]
        if self._stored_head.n == 0:
            genesis = genesis_seal(scope)
            self._run(_INSERT_SCOPE, (scope, genesis, genesis))
        values = [
            (scope, link.n, link.previous_hex, link.seal_hex, row.type, row.at, link.body)
            for row in rows
            for link in (row.link,)
        ]
        self._insert_rows(self._connection, values)
        self._run(_MOVE_HEAD, (last.link.n, last.link.seal_hex, last.at, scope))

    def _write_views(self) -> None:
        dropped, rows = list(self._pending.dropped), self._pending.views
        if self._index is not None:
            known, fresh = self._retold(rows)
            self._index.forget(list(dict.fromkeys([*dropped, *known])))
        if dropped:
            self._run(_DROP_VIEW, [(self._scope, key.kind, key.key) for key in dropped])
        if rows:
            self._run(_UPSERT_VIEW, [self._values(row) for row in rows])
        if self._index is not None:
            self._index.learn([*known, *fresh])

    def _values(self, row: ViewRow) -> tuple[Any, ...]:
        return (
            self._scope, row.kind, row.key, row.ordinal, row.n, row.body, row.digest, row.text,
        )  # fmt: skip

    def _retold(self, rows: Sequence[ViewRow]) -> tuple[list[ViewKey], list[ViewKey]]:
        """List the rows that had another text, and those that are new; most writes change none."""
        texts = {ViewKey(row.kind, row.key): row.text for row in rows if row.text is not None}
        stored = self._stored_views(list(texts))
        kept = {ViewKey(row.kind, row.key): row.text for row in stored}
        for key in self._pending.dropped:
            kept.pop(key, None)
        known = [key for key, text in texts.items() if key in kept and kept[key] != text]
        return known, [key for key in texts if key not in kept]
