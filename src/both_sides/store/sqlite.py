"""Keep a ledger in one SQLite file: the embedded default.

A writer takes the lock with BEGIN IMMEDIATE before it reads the head; a deferred
read-then-insert would lose appends. Every commit is flushed to the disk. Triggers refuse to
update or delete an event and to insert one that does not follow from the event before it.

*This module does not* protect against somebody who writes to the file with other means; that is
what replays and checkpoints are for.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, select
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import Insert

from both_sides.chain.seal import Head
from both_sides.domain.ids import ScopeId
from both_sides.errors import (
    LedgerError,
    NotFoundError,
    StoreUnavailableError,
    TamperedError,
    UnsupportedSchemaError,
)
from both_sides.store import sql
from both_sides.store.port import EventRow, ViewRow, WriteSession
from both_sides.store.sqlite_head_watch import HeadWatch
from both_sides.store.sqlite_text_index import (
    TextIndex,
    create_index,
    has_index,
    narrow_by_index,
)
from both_sides.store.tables import SCHEMA_VERSION, metadata, schema_version, views

T = TypeVar("T")

APPLICATION_ID: Final = 0x42534C47  # "BSLG", in the file's header
FILE_HEADER: Final = b"SQLite format 3\0"
BUSY_TIMEOUT_MS: Final = 30_000

_TRIGGERS: Final = (
    """CREATE TRIGGER events_are_never_updated BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END""",
    """CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END""",
    # INSERT OR REPLACE would delete a row without the trigger above: a taken place is refused too.
    """CREATE TRIGGER events_follow_from_the_one_before BEFORE INSERT ON events
    WHEN NEW.previous IS NOT (
        CASE WHEN NEW.n = 1
        THEN (SELECT genesis FROM scopes WHERE scope = NEW.scope)
        ELSE (SELECT seal FROM events WHERE scope = NEW.scope AND n = NEW.n - 1) END)
    OR EXISTS (SELECT 1 FROM events WHERE scope = NEW.scope AND n >= NEW.n)
    OR EXISTS (SELECT 1 FROM events WHERE position = NEW.position)
    BEGIN SELECT RAISE(ABORT, 'the event does not follow from the last one'); END""",
)


def is_wal_safe(version: tuple[int, int, int]) -> bool:
    """Tell whether a SQLite library has the repair of the WAL-reset corruption bug.

    *Source:* spec/ledger.md, 3.
    """
    branch_repairs = {(3, 44): (3, 44, 6), (3, 50): (3, 50, 7)}
    repaired = branch_repairs.get(version[:2], (3, 51, 3))
    return version >= repaired


def journal_mode() -> str:
    """Name the journal mode for the SQLite library of this process."""
    return "WAL" if is_wal_safe(sqlite3.sqlite_version_info) else "TRUNCATE"


class SqliteStore:
    """Keep links and views in a SQLite file.

    Args:
        path: The file.
        create: Make the file where there is none.
        busy_timeout_ms: How long to wait for another writer before giving up.

    Raises:
        NotFoundError: There is no such file and `create` is false.
        UnsupportedSchemaError: It is not a ledger, or one of another version.
        StoreUnavailableError: It cannot be opened.

    *Source:* spec/ledger.md, 3.
    """

    def __init__(
        self, path: Path, *, create: bool = True, busy_timeout_ms: int = BUSY_TIMEOUT_MS
    ) -> None:
        self.path = path
        self._write_lock = threading.Lock()
        if not _holds_a_database(path):
            if not create:
                raise NotFoundError(
                    f"there is no ledger at {path}",
                    hint="make one with `both-sides demo` or `both-sides import wikidata PATH`, or"
                    " name another with --ledger",
                    ledger=str(path),
                )
            _require_directory(path)
        self._engine = _engine(path, busy_timeout_ms)
        self._watch = HeadWatch(path)
        self._has_index = False
        try:
            self._open_schema()
            with self._connect() as connection:
                self._has_index = has_index(connection)
        except LedgerError:
            self._engine.dispose()
            raise

    def write(self, scope: ScopeId, work: Callable[[WriteSession], T]) -> T:
        """Take the file's write lock, run `work`, and commit what it wrote."""
        with self._write_lock, self._connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                answer = work(self._session(connection, scope))
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                if connection.connection.dbapi_connection.in_transaction:  # type: ignore[union-attr] # it is sqlite3's
                    connection.exec_driver_sql("ROLLBACK")
                raise
            return answer

    def _session(self, connection: Connection, scope: ScopeId) -> sql.SqlSession:
        index = TextIndex(connection, scope) if self._has_index else None
        return sql.SqlSession(connection, scope, _upsert_view, index)

    def head(self, scope: ScopeId) -> Head:
        """Read the end of a chain."""
        with self._connect() as connection:
            return sql.read_head(connection, scope)

    def peek_head(self, scope: ScopeId) -> Head | None:
        """Read the end of a chain where that takes no waiting, or answer None."""
        return self._watch.head(scope)

    def read(
        self, scope: ScopeId, *, after: int = 0, upto: int | None = None
    ) -> Iterator[EventRow]:
        """Read links in order, page by page."""
        return sql.read_events(self._connect, scope, after=after, upto=upto)

    def view(self, scope: ScopeId, kind: str, key: str) -> ViewRow | None:
        """Read one view row."""
        with self._connect() as connection:
            return sql.read_view(connection, scope, kind, key)

    def views(
        self, scope: ScopeId, kind: str | None = None, *, after: int | None = None
    ) -> Iterator[ViewRow]:
        """Read view rows by ordinal, page by page."""
        return sql.read_views(self._connect, scope, kind, after=after)

    def search(
        self, scope: ScopeId, kind: str, words: Sequence[str], *, after: int = -1
    ) -> Iterator[ViewRow]:
        """Find view rows by their text, through the index where there is one."""
        narrowed = narrow_by_index(words) if self._has_index else None
        return sql.search_views(self._connect, scope, kind, words, after=after, narrowed=narrowed)

    def scopes(self) -> tuple[ScopeId, ...]:
        """List the scopes that have a link."""
        with self._connect() as connection:
            return sql.read_scopes(connection)

    def close(self) -> None:
        """Close all connections."""
        self._watch.close()
        self._engine.dispose()

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        """Lend a connection, and say what SQLite's own errors mean for the caller."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise _explain(error, self.path) from error

    def _open_schema(self) -> None:
        with self._connect() as connection:
            application_id = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
            tables = connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar_one()
            if tables == 0:
                self._create_schema(connection)
                return
            if application_id != APPLICATION_ID:
                raise UnsupportedSchemaError(
                    f"{self.path} is an SQLite database of another program",
                    hint="name another file with --ledger",
                    ledger=str(self.path),
                )
            version = connection.execute(select(schema_version.c.version_num)).scalar_one_or_none()
        if version != SCHEMA_VERSION:
            is_newer = version is not None and version > SCHEMA_VERSION
            raise UnsupportedSchemaError(
                f"{self.path} has schema {version}, this program reads {SCHEMA_VERSION}",
                hint="upgrade both-sides" if is_newer else "run `both-sides migrate`",
                ledger=str(self.path),
                found=version,
                expected=SCHEMA_VERSION,
            )

    def _create_schema(self, connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            if connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar_one() == 0:
                connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
                metadata.create_all(connection, checkfirst=False)
                for trigger in _TRIGGERS:
                    connection.exec_driver_sql(trigger)
                create_index(connection)
                connection.execute(insert(schema_version).values(version_num=SCHEMA_VERSION))
            connection.exec_driver_sql("COMMIT")
        except BaseException:
            connection.exec_driver_sql("ROLLBACK")
            raise


def _engine(path: Path, busy_timeout_ms: int) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",  # transactions are begun by hand, with the lock they need
        # `timeout` is SQLite's busy_timeout, set before the first statement
        connect_args={"timeout": busy_timeout_ms / 1000, "check_same_thread": False},
    )
    event.listen(engine, "connect", _prepare_connection)
    return engine


def _prepare_connection(connection: sqlite3.Connection, _record: object) -> None:
    # A text that is no UTF-8 any more is to be found by its seal, not to stop the reader.
    connection.text_factory = _read_text
    cursor = connection.cursor()
    for pragma in (
        "foreign_keys = ON",
        "trusted_schema = OFF",
        "synchronous = FULL",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    try:
        cursor.execute(f"PRAGMA journal_mode = {journal_mode()}")
    except sqlite3.OperationalError as error:
        if "readonly" not in str(error):  # a file on a read-only disk can still be replayed
            raise
    cursor.close()


def _read_text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def _upsert_view() -> Insert:
    statement = sqlite_dialect.insert(views)
    return statement.on_conflict_do_update(
        index_elements=["scope", "kind", "key"],
        set_={
            "n": statement.excluded.n,
            "body": statement.excluded.body,
            "digest": statement.excluded.digest,
            "text": statement.excluded.text,
        },
    )


def _holds_a_database(path: Path) -> bool:
    """Tell a database from a file that is not there or empty; SQLite would overwrite a short one.

    Raises:
        UnsupportedSchemaError: It is a file of another kind.
        StoreUnavailableError: It cannot be read.
    """
    try:
        with path.open("rb") as file:
            start = file.read(len(FILE_HEADER))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:  # a directory, a name that is too long, a file that is not ours
        raise StoreUnavailableError(
            f"{str(path)[:200]} cannot be read: {error.strerror}",
            hint="name a file that you may read and write, not a directory, with --ledger",
            ledger=str(path)[:200],
        ) from None
    if start not in {b"", FILE_HEADER}:
        raise UnsupportedSchemaError(
            f"{path}: the file is not an SQLite database",
            hint="name another file with --ledger, or restore a backup",
            ledger=str(path),
        )
    return bool(start)


def _require_directory(path: Path) -> None:
    if not path.absolute().parent.is_dir():
        raise StoreUnavailableError(
            f"there is no directory {path.parent} to make a ledger in",
            hint=f"make it with `mkdir -p {path.parent}`, or name another file with --ledger",
            ledger=str(path),
        )


_MEANINGS: Final[tuple[tuple[str, type[LedgerError], str, str], ...]] = (
    (
        "locked",
        StoreUnavailableError,
        "another program holds the ledger's write lock",
        "wait for it to finish, then try again; `lsof` names the program",
    ),
    (
        "readonly",
        StoreUnavailableError,
        "the ledger cannot be written",
        "make the file and its directory writable, or copy the ledger to a disk that is",
    ),
    (
        "full",
        StoreUnavailableError,
        "the disk is full",
        "free some space, then try again; nothing half-written was kept",
    ),
    (
        "not a database",
        UnsupportedSchemaError,
        "the file is not an SQLite database",
        "name another file with --ledger, or restore a backup",
    ),
    (
        "malformed",
        TamperedError,
        "the file is damaged",
        "stop writing, keep a copy, and restore the last backup",
    ),
    (
        "I/O error",
        StoreUnavailableError,
        "the disk cannot be read or written",
        "look at the disk and its free space, then try again; nothing half-written was kept",
    ),
    (
        "unable to open",
        StoreUnavailableError,
        "the file cannot be opened",
        "name a file, not a directory, that you may read and write together with its directory",
    ),
    (
        "does not follow",
        TamperedError,
        "the stored head is not the end of its chain",
        "stop, and run `both-sides replay`, which names the place; nothing was written",
    ),
    (
        "append-only",
        TamperedError,
        "somebody tried to change a sealed event",
        "stop, and find out which program did; the event is unchanged",
    ),
)


def _explain(error: DBAPIError, path: Path) -> LedgerError:
    text = str(error.orig)
    for part, kind, what, hint in _MEANINGS:
        if part in text:
            return kind(f"{path}: {what}", hint=hint, ledger=str(path), sqlite=text)
    return StoreUnavailableError(
        f"{path}: SQLite says: {text}",
        hint="run `both-sides doctor` to see what is wrong with the file",
        ledger=str(path),
        sqlite=text,
    )
