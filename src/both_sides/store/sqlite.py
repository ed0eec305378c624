"""Keep a ledger in one SQLite file: the embedded default.

A writer takes the lock with BEGIN IMMEDIATE before it reads the head; a deferred
read-then-insert would lose appends. Writers of one process share transactions. Every commit is
flushed to the disk. Triggers refuse to update or delete an event and to insert one that does not
follow from the event before it.

*This module does not* protect against somebody who writes to the file with other means; that is
what replays and checkpoints are for.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.exc import DBAPIError

from both_sides.chain.seal import Head
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError, StoreUnavailableError
from both_sides.store import sql_reading
from both_sides.store.group_commit import GroupCommit, Job
from both_sides.store.port import EventRow, Unwatched, ViewRow, WriteSession, WriteWatcher
from both_sides.store.sql_session import SqlSession
from both_sides.store.sqlite_errors import explain
from both_sides.store.sqlite_head_watch import HeadWatch
from both_sides.store.sqlite_schema import (
    APPLICATION_ID,
    is_wal_safe,
    journal_mode,
    open_schema,
    require_file,
)
from both_sides.store.sqlite_text_index import TextIndex, has_index, narrow_by_index
from both_sides.store.sqlite_tree import SqliteTree
from both_sides.store.tables import views

__all__ = ["APPLICATION_ID", "SqliteStore", "is_wal_safe", "journal_mode"]

T = TypeVar("T")

BUSY_TIMEOUT_MS: Final = 30_000

_insert_view = sqlite_dialect.insert(views)
_UPSERT_VIEW: Final = _insert_view.on_conflict_do_update(
    index_elements=["scope", "kind", "key"],
    set_={
        "n": _insert_view.excluded.n,
        "body": _insert_view.excluded.body,
        "digest": _insert_view.excluded.digest,
        "text": _insert_view.excluded.text,
    },
)


class SqliteStore:
    """Keep links and views in a SQLite file.

    Args:
        path: The file.
        create: Make the file where there is none.
        busy_timeout_ms: How long to wait for another writer before giving up.
        is_scratch: The file is thrown away afterwards: nothing is flushed, no text is indexed.

    Raises:
        NotFoundError: There is no such file and `create` is false.
        UnsupportedSchemaError: It is not a ledger, or one of another version.
        StoreUnavailableError: It cannot be opened.

    *Source:* spec/ledger.md, 3.
    """

    def __init__(
        self,
        path: Path,
        *,
        create: bool = True,
        busy_timeout_ms: int = BUSY_TIMEOUT_MS,
        is_scratch: bool = False,
    ) -> None:
        self.path = path
        self.address = str(path.absolute())
        self._watcher: WriteWatcher = Unwatched()
        require_file(path, create=create)
        self._watch = HeadWatch(path)
        self._engine = _engine(path, busy_timeout_ms, is_scratch=is_scratch)
        self._group = GroupCommit(self._commit)
        self.tree = SqliteTree(self._connect, self._transaction)
        try:
            with self._connect() as connection:
                open_schema(connection, path)
                self._has_index = not is_scratch and has_index(connection)
        except LedgerError:
            self._engine.dispose()
            raise

    def write(self, scope: ScopeId, work: Callable[[WriteSession], T]) -> T:
        """Run `work` under the file's write lock, and return when what it wrote is committed."""
        self._watcher.before_write()
        appended = 0

        def run(connection: Connection) -> T:
            nonlocal appended
            session = self._session(connection, scope)
            answer = work(session)
            appended = session.appended
            return answer

        answer = self._group.run(run)
        self._watcher.after_write(appended)
        return answer

    def watch(self, watcher: WriteWatcher) -> None:
        """Tell this of every write from now on, and of the end."""
        self._watcher = watcher

    def head(self, scope: ScopeId) -> Head:
        """Read the end of a chain."""
        with self._connect() as connection:
            return sql_reading.read_head(connection, scope)

    def peek_head(self, scope: ScopeId) -> Head | None:
        """Read the end of a chain where that takes no waiting, or answer None."""
        return self._watch.head(scope)

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
        """Find view rows by their text, through the index where there is one."""
        narrowed = narrow_by_index(words) if self._has_index else None
        return sql_reading.search_views(
            self._connect, scope, kind, words, after=after, narrowed=narrowed
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
        self._watch.close()
        self._engine.dispose()

    def _session(self, connection: Connection, scope: ScopeId) -> SqlSession:
        index = TextIndex(connection, scope) if self._has_index else None
        return SqlSession(connection, scope, _UPSERT_VIEW, index=index)

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        """Lend a connection, and say what SQLite's own errors mean for the caller."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise explain(error, self.path) from error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Lend a connection that holds the file's write lock, and commit."""
        with self._connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                if _in_transaction(connection):  # SQLite may have rolled back by itself
                    connection.exec_driver_sql("ROLLBACK")
                raise

    def _commit(self, jobs: Sequence[Job[Any]]) -> None:
        """Run jobs in one transaction; one that fails takes back what it wrote, and no more."""
        try:
            with self._transaction() as connection:
                if len(jobs) == 1:
                    jobs[0].run(connection)
                else:
                    for job in jobs:
                        self._run_alone(connection, job)
        except Exception as error:  # noqa: BLE001 - each waiting thread raises it
            for job in jobs:
                if not job.has_failed:
                    job.fail(error)
        except BaseException:  # the thread that leads was interrupted
            for job in jobs:
                job.fail(_interrupted(self.path))
            raise

    def _run_alone(self, connection: Connection, job: Job[Any]) -> None:
        connection.exec_driver_sql("SAVEPOINT job")
        try:
            job.run(connection)
        except Exception as error:
            if not _in_transaction(connection):  # then all that was written before is lost as well
                raise
            connection.exec_driver_sql("ROLLBACK TO job")
            job.fail(explain(error, self.path) if isinstance(error, DBAPIError) else error)
        connection.exec_driver_sql("RELEASE job")


def _in_transaction(connection: Connection) -> bool:
    raw: Any = connection.connection.dbapi_connection
    return bool(raw.in_transaction)


def _interrupted(path: Path) -> StoreUnavailableError:
    return StoreUnavailableError(
        f"{path}: the thread that was writing was interrupted; nothing was kept",
        hint="try again with the same idempotency key",
        ledger=str(path),
    )


def _engine(path: Path, busy_timeout_ms: int, *, is_scratch: bool) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",  # transactions are begun by hand, with the lock they need
        # `timeout` is SQLite's busy_timeout, set before the first statement
        connect_args={"timeout": busy_timeout_ms / 1000, "check_same_thread": False},
    )
    event.listen(engine, "connect", _prepare_scratch if is_scratch else _prepare_connection)
    return engine


def _prepare_connection(connection: sqlite3.Connection, _record: object) -> None:
    # A text that is no UTF-8 any more is to be found by its seal, not to stop the reader.
    connection.text_factory = _read_text
    for pragma in ("foreign_keys = ON", "trusted_schema = OFF", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}")
    try:
        connection.execute(f"PRAGMA journal_mode = {journal_mode()}")
    except sqlite3.OperationalError as error:
        if "readonly" not in str(error):  # a file on a read-only disk can still be replayed
            raise


def _prepare_scratch(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in ("trusted_schema = OFF", "synchronous = OFF", "journal_mode = MEMORY"):
        connection.execute(f"PRAGMA {pragma}")


def _read_text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")
