"""Keep a ledger in PostgreSQL: many writers, on many machines, one database.

A writer locks the row of its scope with the first statement of its transaction; different scopes
run in parallel. READ COMMITTED is enough then, and nothing has to be tried again. Triggers refuse
to update or delete an event and to insert one that does not follow from the event before it.

*This module does not* give events their place in the global order; see
`both_sides.store.postgres_tree`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    column,
    create_engine,
    event,
    insert,
    inspect,
    table,
    text,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError

from both_sides.chain.seal import Head
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError, NotFoundError, UnsupportedSchemaError
from both_sides.store import sql_reading
from both_sides.store.port import EventRow, Unwatched, ViewRow, WriteSession, WriteWatcher
from both_sides.store.postgres_errors import address_for_people, explain
from both_sides.store.postgres_tree import PostgresTree
from both_sides.store.sql_session import SqlSession, event_values
from both_sides.store.tables import SCHEMA_VERSION, views

T = TypeVar("T")

DRIVER: Final = "postgresql+psycopg"
LOCK_TIMEOUT_MS: Final = 30_000
FEW_EVENTS: Final = 20  # up to so many, a plain insert is faster than to begin a COPY
SCHEMA_LOCK: Final = 0x42534C47_0002  # "BSLG", 2

_LOCK_SCOPE: Final = text("SELECT n FROM scopes WHERE scope = :scope FOR UPDATE")
_LOCK_NAME: Final = text(
    "SELECT pg_advisory_xact_lock(hashtextextended('both-sides/scope/' || :scope, 0))"
)
# Without a position, which is given later.
_COLUMNS: Final = ("scope", "n", "previous", "seal", "type", "at", "body")
_INSERT: Final = insert(table("events", *map(column, _COLUMNS)))
_COPY: Final = f"COPY events ({', '.join(_COLUMNS)}) FROM STDIN (FORMAT BINARY)"
_COPY_TYPES: Final = ("text", "int8", "text", "text", "text", "text", "bytea")

_insert_view = postgresql.insert(views)
_UPSERT_VIEW: Final = _insert_view.on_conflict_do_update(
    index_elements=["scope", "kind", "key"],
    set_={
        "n": _insert_view.excluded.n,
        "body": _insert_view.excluded.body,
        "digest": _insert_view.excluded.digest,
        "text": _insert_view.excluded.text,
    },
)


class PostgresStore:
    """Keep links and views in a PostgreSQL database.

    Args:
        url: Where it is, as ``postgresql+psycopg://USER:PASSWORD@HOST/DATABASE``.
        create: Make the tables where there are none.
        lock_timeout_ms: How long to wait for another writer before giving up.

    Raises:
        NotFoundError: There are no tables and `create` is false.
        UnsupportedSchemaError: They are of another version.
        StoreUnavailableError: The server cannot be reached.

    *Source:* spec/ledger.md, 3.
    """

    def __init__(
        self, url: URL, *, create: bool = True, lock_timeout_ms: int = LOCK_TIMEOUT_MS
    ) -> None:
        self.url = url
        self.address = url.render_as_string(hide_password=False)
        self._watcher: WriteWatcher = Unwatched()
        self._engine = create_engine(
            url,
            isolation_level="READ COMMITTED",
            pool_pre_ping=True,
            connect_args={"application_name": "both-sides", "connect_timeout": 10},
        )
        self._lock_timeout_ms = lock_timeout_ms
        event.listen(self._engine, "connect", self._prepare_connection)
        self.tree = PostgresTree(self._connect, self._transaction)
        try:
            self._open_schema(create=create)
        except LedgerError:
            self._engine.dispose()
            raise

    def write(self, scope: ScopeId, work: Callable[[WriteSession], T]) -> T:
        """Lock the scope, run `work`, and commit what it wrote."""
        self._watcher.before_write()
        with self._transaction() as connection:
            self._lock(connection, scope)
            session = SqlSession(connection, scope, _UPSERT_VIEW, insert_rows=_insert_rows)
            answer = work(session)
        self._watcher.after_write(session.appended)
        return answer

    def watch(self, watcher: WriteWatcher) -> None:
        """Tell this of every write from now on, and of the end."""
        self._watcher = watcher

    def head(self, scope: ScopeId) -> Head:
        """Read the end of a chain."""
        with self._connect() as connection:
            return sql_reading.read_head(connection, scope)

    def read(
        self, scope: ScopeId, *, after: int = 0, upto: int | None = None
    ) -> Iterator[EventRow]:
        """Read links in order, page by page."""
        return sql_reading.read_events(self._connect, scope, after=after, upto=upto)

    def view(self, scope: ScopeId, kind: str, key: str) -> ViewRow | None:
        """Read one view row."""
        with self._connect() as connection:
            return sql_reading.read_view(connection, scope, kind, key)

    def views(
        self, scope: ScopeId, kind: str | None = None, *, after: int | None = None
    ) -> Iterator[ViewRow]:
        """Read view rows by ordinal, page by page."""
        return sql_reading.read_views(self._connect, scope, kind, after=after)

    def search(
        self, scope: ScopeId, kind: str, words: Sequence[str], *, after: int = -1
    ) -> Iterator[ViewRow]:
        """Find view rows by their text; every row of the kind is looked at."""
        return sql_reading.search_views(
            self._connect, scope, kind, words, after=after, narrowed=None
        )

    def scopes(self) -> tuple[ScopeId, ...]:
        """List the scopes that have a link."""
        with self._connect() as connection:
            return sql_reading.read_scopes(connection)

    def heads(self) -> Iterator[tuple[ScopeId, Head]]:
        """Read the ends of all chains, page by page."""
        return sql_reading.read_heads(self._connect)

    def close(self) -> None:
        """Close all connections."""
        self._watcher.before_close()
        self._engine.dispose()

    def _lock(self, connection: Connection, scope: ScopeId) -> None:
        """Take the row of a scope. A new scope has none: then its name is locked instead."""
        name = {"scope": scope}
        if connection.execute(_LOCK_SCOPE, name).one_or_none() is None:
            connection.execute(_LOCK_NAME, name)
            connection.execute(_LOCK_SCOPE, name)  # somebody else may have made it meanwhile

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        """Lend a connection, and say what PostgreSQL's own errors mean for the caller."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise explain(error, self.url) from error
        except _driver_error() as error:  # from COPY, which does not go through SQLAlchemy
            raise explain(DBAPIError(None, None, error), self.url) from error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._connect() as connection, connection.begin():
            yield connection

    def _prepare_connection(self, connection: Any, _record: object) -> None:  # noqa: ANN401 - psycopg's
        connection.execute("SET synchronous_commit = on")
        connection.execute(f"SET lock_timeout = {self._lock_timeout_ms}")
        connection.commit()

    def _open_schema(self, *, create: bool) -> None:
        name = address_for_people(self.url)
        with self._transaction() as connection:
            version = self._version(connection)
            if version is None and create:
                from both_sides.store.migrations import upgrade

                connection.execute(text(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})"))
                upgrade(connection)  # nothing, where somebody else was first
                return
        if version is None:
            raise NotFoundError(
                f"there is no ledger at {name}",
                hint=f"make one with `both-sides migrate --ledger {name}`",
                ledger=name,
            )
        if version != SCHEMA_VERSION:
            raise UnsupportedSchemaError(
                f"{name} has schema {version}, this program reads {SCHEMA_VERSION}",
                hint="upgrade both-sides"
                if version > SCHEMA_VERSION
                else "run `both-sides migrate`",
                ledger=name,
                found=version,
                expected=SCHEMA_VERSION,
            )

    def _version(self, connection: Connection) -> str | None:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version"))
        version: str | None = found.scalar_one_or_none()
        return version


def _insert_rows(connection: Connection, scope: ScopeId, rows: Sequence[EventRow]) -> None:
    """Insert links, many of them with COPY, which is several times faster."""
    if len(rows) <= FEW_EVENTS:
        connection.execute(_INSERT, [event_values(scope, row) for row in rows])
        return
    raw: Any = connection.connection.dbapi_connection
    with raw.cursor() as cursor, cursor.copy(_COPY) as copy:
        copy.set_types(_COPY_TYPES)
        for row in rows:
            link = row.link
            seals = link.previous_hex, link.seal_hex
            copy.write_row((scope, link.n, *seals, row.type, row.at, link.body))


def _driver_error() -> type[Exception]:
    import psycopg

    return psycopg.Error
