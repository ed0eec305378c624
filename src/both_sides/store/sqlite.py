"""Keep a ledger in one SQLite file: the embedded default.

A writer takes the lock with BEGIN IMMEDIATE before it reads the head; a deferred
read-then-insert would lose appends. Writers of one process share transactions, and what they write
goes in together. Every commit is flushed to the disk. Triggers refuse to update or delete an event
and to insert one that does not follow from the event before it.

*This module does not* protect against somebody who writes to the file with other means; that is
what replays and checkpoints are for.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, ColumnElement, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from both_sides.chain.seal import Head
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError, StoreUnavailableError
from both_sides.store.group_commit import GroupCommit, Job
from both_sides.store.port import WriteSession
from both_sides.store.sql_session import SqlSession
from both_sides.store.sql_store import SqlStore
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

__all__ = ["APPLICATION_ID", "SqliteStore", "is_wal_safe", "journal_mode"]

T = TypeVar("T")

BUSY_TIMEOUT_MS: Final = 30_000


class SqliteStore(SqlStore):
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
        require_file(path, create=create)
        engine = _engine(path, busy_timeout_ms, is_scratch=is_scratch)
        super().__init__(engine, str(path.absolute()))
        self._watch = HeadWatch(path)
        self._group = GroupCommit(self._commit)
        self.tree = SqliteTree(self._connect, self._transaction)
        try:
            with self._connect() as connection:
                open_schema(connection, path)
                self._has_index = not is_scratch and has_index(connection)
        except LedgerError:
            self._engine.dispose()
            raise

    def peek_head(self, scope: ScopeId) -> Head | None:
        """Read the end of a chain where that takes no waiting, or answer None."""
        return self._watch.head(scope)

    def close(self) -> None:
        """Close all connections."""
        self._watcher.before_close()
        self._watch.close()
        self._engine.dispose()

    def _write(self, scope: ScopeId, work: Callable[[WriteSession], T]) -> tuple[T, int]:
        return self._group.run(partial(_run, scope=scope, work=work))

    def _explained(self, error: DBAPIError) -> LedgerError:
        return explain(error, self.path)

    def _driver_error(self) -> type[Exception]:
        return sqlite3.Error

    def _narrowed(self, words: Sequence[str]) -> ColumnElement[bool] | None:
        return narrow_by_index(words) if self._has_index else None

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
        """Run jobs in one transaction, or each in one of its own where that cannot be kept."""
        try:
            self._commit_together(jobs)
        except Exception as error:  # noqa: BLE001 - each waiting thread raises it
            if len(jobs) == 1:
                jobs[0].fail(error)
                return
            for job in jobs:
                self._commit([job])
        except BaseException:  # the thread that leads was interrupted
            for job in jobs:
                job.fail(_interrupted(self.path))
            raise

    def _commit_together(self, jobs: Sequence[Job[Any]]) -> None:
        with self._transaction() as connection:
            sessions = _Sessions(connection, has_index=self._has_index)
            for job in jobs:
                job.forget()
                self._run_job(job, sessions)
            sessions.flush()

    def _run_job(self, job: Job[Any], sessions: "_Sessions") -> None:
        """Run one job; one that fails takes back what it wanted written, and no more."""
        marks = sessions.marks()
        try:
            job.run(sessions)
        except Exception as error:
            if not _in_transaction(sessions.connection):
                raise
            sessions.take_back(marks)
            job.fail(self._told(error))


class _Sessions:
    """Hold the session of each scope that the jobs of one transaction write to."""

    def __init__(self, connection: Connection, *, has_index: bool) -> None:
        self.connection = connection
        self._has_index = has_index
        self._by_scope: dict[ScopeId, SqlSession] = {}

    def of(self, scope: ScopeId) -> SqlSession:
        """Give the session of a scope."""
        session = self._by_scope.get(scope)
        if session is None:
            index = TextIndex(self.connection, scope) if self._has_index else None
            session = SqlSession(self.connection, scope, index=index)
            self._by_scope[scope] = session
        return session

    def marks(self) -> dict[ScopeId, int]:
        """Remember what is to be written so far."""
        return {scope: session.mark() for scope, session in self._by_scope.items()}

    def take_back(self, marks: dict[ScopeId, int]) -> None:
        """Have nothing written that came after."""
        for scope, session in self._by_scope.items():
            session.take_back(marks.get(scope, 0))

    def flush(self) -> None:
        """Write everything."""
        for session in self._by_scope.values():
            session.flush()


def _run(
    sessions: _Sessions, *, scope: ScopeId, work: Callable[[WriteSession], T]
) -> tuple[T, int]:
    """Run the work of one job; give its answer, and how many links it appends."""
    session = sessions.of(scope)
    before = session.appended
    return work(session), session.appended - before


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
