"""Make the tables of a new SQLite ledger, and tell whether an old file has them.

A new ledger is made at once; an older one is brought up step by step by
`both_sides.store.migrations`, and ends with the same tables. *This module does not* migrate.
"""

import errno
import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert, select

from both_sides.errors import NotFoundError, StoreUnavailableError, UnsupportedSchemaError
from both_sides.store.output_place import DATABASE_HEADER, is_special
from both_sides.store.sqlite_text_index import create_index
from both_sides.store.tables import SCHEMA_VERSION, metadata, schema_version

APPLICATION_ID: Final = 0x42534C47  # "BSLG", in the file's header

CHAIN_TRIGGERS: Final = (
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
TREE_TRIGGERS: Final = (
    """CREATE TRIGGER events_wait_while_the_ledger_is_closed BEFORE INSERT ON events
    WHEN (SELECT is_closed FROM closures ORDER BY id DESC LIMIT 1)
    BEGIN SELECT RAISE(ABORT, 'the ledger is closed'); END""",
    """CREATE TRIGGER checkpoints_are_never_updated BEFORE UPDATE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END""",
    """CREATE TRIGGER checkpoints_are_never_deleted BEFORE DELETE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END""",
    # INSERT OR REPLACE would delete a row without the trigger above.
    """CREATE TRIGGER checkpoints_are_never_replaced BEFORE INSERT ON checkpoints
    WHEN EXISTS (SELECT 1 FROM checkpoints WHERE origin = NEW.origin AND size = NEW.size)
    BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END""",
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


def require_file(path: Path, *, create: bool) -> None:
    """Accept a file that holds a database, or one that may be made.

    Raises:
        NotFoundError: There is none and `create` is false.
        UnsupportedSchemaError: It is a file of another kind.
        StoreUnavailableError: It cannot be read, or there is no directory to make it in.
    """
    if _holds_a_database(path):
        return
    if not create:
        raise NotFoundError(
            f"there is no ledger at {path}",
            hint="make one with `both-sides demo`, `both-sides import wikidata PATH` or"
            " `claims-mcp add STATEMENT`, or name another with --ledger",
            ledger=str(path),
        )
    if not path.absolute().parent.is_dir():
        raise StoreUnavailableError(
            f"there is no directory {path.parent} to make a ledger in",
            hint=f"make it with `mkdir -p {path.parent}`, or name another file with --ledger",
            ledger=str(path),
        )


def open_schema(connection: Connection, path: Path) -> None:
    """Make the tables in an empty file, or check that they are those of this program.

    Raises:
        UnsupportedSchemaError: It is the database of another program, or of another version.
    """
    if not _tables(connection):
        _create(connection)
        return
    version = schema_of(connection, path)
    if version != SCHEMA_VERSION:
        is_newer = version is not None and version > SCHEMA_VERSION
        raise UnsupportedSchemaError(
            f"{path} has schema {version}, this program reads {SCHEMA_VERSION}",
            hint="upgrade both-sides" if is_newer else "run `both-sides migrate`",
            ledger=str(path),
            found=version,
            expected=SCHEMA_VERSION,
        )


def schema_of(connection: Connection, path: Path) -> str | None:
    """Read the version of the tables.

    Raises:
        UnsupportedSchemaError: It is the database of another program.
    """
    if connection.exec_driver_sql("PRAGMA application_id").scalar_one() != APPLICATION_ID:
        raise UnsupportedSchemaError(
            f"{path} is an SQLite database of another program",
            hint="name another file with --ledger",
            ledger=str(path),
        )
    return connection.execute(select(schema_version.c.version_num)).scalar_one_or_none()


def _create(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        if not _tables(connection):  # nobody else was first
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            metadata.create_all(connection, checkfirst=False)
            for trigger in (*CHAIN_TRIGGERS, *TREE_TRIGGERS):
                connection.exec_driver_sql(trigger)
            create_index(connection)
            connection.execute(insert(schema_version).values(version_num=SCHEMA_VERSION))
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise


def _tables(connection: Connection) -> int:
    count: int = connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar_one()
    return count


def _holds_a_database(path: Path) -> bool:
    """Tell a database from a file that is not there or empty; SQLite would overwrite a short one.

    Raises:
        UnsupportedSchemaError: It is a file of another kind.
        StoreUnavailableError: It cannot be read.
    """
    try:
        start = _first_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:  # a directory, a name that is too long, a file that is not ours
        raise StoreUnavailableError(
            f"{str(path)[:200]} cannot be read: {error.strerror}",
            hint="name a file that you may read and write with --ledger, not a directory or a"
            " device",
            ledger=str(path)[:200],
        ) from None
    if start not in {b"", DATABASE_HEADER}:
        raise UnsupportedSchemaError(
            f"{path}: the file is not an SQLite database",
            hint="name another file with --ledger, or restore a backup",
            ledger=str(path),
        )
    return bool(start)


def _first_bytes(path: Path) -> bytes:
    if is_special(path):  # to open a pipe is to wait for it
        raise OSError(errno.EINVAL, "it is no file")
    with path.open("rb") as file:
        return file.read(len(DATABASE_HEADER))
