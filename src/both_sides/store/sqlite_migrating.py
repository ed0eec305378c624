"""Bring an older SQLite ledger up to the tables of this program, in one transaction."""

from pathlib import Path

from sqlalchemy import URL, create_engine
from sqlalchemy.exc import DBAPIError

from both_sides.errors import UnsupportedSchemaError
from both_sides.store.sqlite_errors import explain
from both_sides.store.sqlite_schema import require_file, schema_of
from both_sides.store.tables import SCHEMA_VERSION


def migrate_file(path: Path) -> tuple[str | None, str]:
    """Run the steps that the file has not had yet; either all of them are kept or none.

    Returns:
        The version before and the version now.

    Raises:
        NotFoundError: There is no such file.
        UnsupportedSchemaError: It is no ledger, or one of a newer program.
        StoreUnavailableError: It cannot be written.
    """
    require_file(path, create=False)
    engine = create_engine(URL.create("sqlite", database=str(path)), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA synchronous = FULL")
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
            try:
                before = schema_of(connection, path)
                _require_older(before, str(path))
                if before != SCHEMA_VERSION:
                    from both_sides.store.migrations import upgrade

                    upgrade(connection)
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                connection.exec_driver_sql("ROLLBACK")
                raise
    except DBAPIError as error:
        raise explain(error, path) from error
    finally:
        engine.dispose()
    return before, SCHEMA_VERSION


def _require_older(version: str | None, name: str) -> None:
    if version is not None and version > SCHEMA_VERSION:
        raise UnsupportedSchemaError(
            f"{name} has schema {version}, this program knows {SCHEMA_VERSION}",
            hint="upgrade both-sides; a ledger is never taken back to an older schema",
            ledger=name,
            found=version,
            expected=SCHEMA_VERSION,
        )
