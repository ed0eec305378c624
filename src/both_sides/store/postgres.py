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
    create_engine,
    event,
    inspect,
    text,
)
from sqlalchemy.exc import DBAPIError

from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError, NotFoundError, UnsupportedSchemaError
from both_sides.store.port import WriteSession
from both_sides.store.postgres_errors import address_for_people, explain
from both_sides.store.postgres_tree import PostgresTree
from both_sides.store.sql_session import EventValues, SqlSession, insert_events
from both_sides.store.sql_store import SqlStore
from both_sides.store.tables import SCHEMA_VERSION

T = TypeVar("T")

DRIVER: Final = "postgresql+psycopg"
LOCK_TIMEOUT_MS: Final = 30_000
FEW_EVENTS: Final = 20  # up to so many, a plain insert is faster than to begin a COPY
SCHEMA_LOCK: Final = 0x42534C47_0002  # "BSLG", 2

_LOCK_SCOPE: Final = text("SELECT n FROM scopes WHERE scope = :scope FOR UPDATE")
_LOCK_NAME: Final = text(
    "SELECT pg_advisory_xact_lock(hashtextextended('both-sides/scope/' || :scope, 0))"
)
_COPY: Final = """COPY events (scope, n, previous, seal, type, at, body)
    FROM STDIN (FORMAT BINARY)"""  # without a position, which is given later
_COPY_TYPES: Final = ("text", "int8", "text", "text", "text", "text", "bytea")


class PostgresStore(SqlStore):
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
        engine = create_engine(
            url,
            isolation_level="READ COMMITTED",
            pool_pre_ping=True,
            connect_args={"application_name": "both-sides", "connect_timeout": 10},
        )
        super().__init__(engine, url.render_as_string(hide_password=False))
        self._lock_timeout_ms = lock_timeout_ms
        event.listen(engine, "connect", self._prepare_connection)
        self.tree = PostgresTree(self._connect, self._transaction)
        try:
            self._open_schema(create=create)
        except LedgerError:
            engine.dispose()
            raise

    def _write(self, scope: ScopeId, work: Callable[[WriteSession], T]) -> tuple[T, int]:
        with self._transaction() as connection:
            self._lock(connection, scope)
            session = SqlSession(connection, scope, insert_rows=_insert_rows)
            answer = work(session)
            session.flush()
        return answer, session.appended

    def _explained(self, error: DBAPIError) -> LedgerError:
        return explain(error, self.url)

    def _driver_error(self) -> type[Exception]:
        import psycopg

        return psycopg.Error

    def _lock(self, connection: Connection, scope: ScopeId) -> None:
        """Take the row of a scope. A new scope has none: then its name is locked instead."""
        name = {"scope": scope}
        if connection.execute(_LOCK_SCOPE, name).one_or_none() is None:
            connection.execute(_LOCK_NAME, name)
            connection.execute(_LOCK_SCOPE, name)  # somebody else may have made it meanwhile

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


def _insert_rows(connection: Connection, rows: Sequence[EventValues]) -> None:
    """Insert links, many of them with COPY, which is several times faster."""
    if len(rows) <= FEW_EVENTS:
        insert_events(connection, rows)
        return
    raw: Any = connection.connection.dbapi_connection
    with raw.cursor() as cursor, cursor.copy(_COPY) as copy:
        copy.set_types(_COPY_TYPES)
        for row in rows:
            copy.write_row(row)
