"""Bring a PostgreSQL database up to the tables of this program, in one transaction."""

from sqlalchemy import URL, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from both_sides.errors import UnsupportedSchemaError
from both_sides.store.migrations import upgrade
from both_sides.store.postgres import SCHEMA_LOCK
from both_sides.store.postgres_errors import address_for_people, explain
from both_sides.store.tables import SCHEMA_VERSION


def migrate_database(url: URL) -> tuple[str | None, str]:
    """Run the steps that the database has not had yet; either all of them are kept or none.

    The role that does this owns the tables; those that write and read need fewer rights.

    Returns:
        The version before, None where there were no tables, and the version now.

    Raises:
        UnsupportedSchemaError: It is the ledger of a newer program.
        StoreUnavailableError: The server cannot be reached, or the role may not do it.
    """
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})"))
            before = None
            if inspect(connection).has_table("alembic_version"):
                found = connection.execute(text("SELECT version_num FROM alembic_version"))
                before = found.scalar_one_or_none()
            if before is not None and before > SCHEMA_VERSION:
                raise UnsupportedSchemaError(
                    f"{address_for_people(url)} has schema {before}, this program knows"
                    f" {SCHEMA_VERSION}",
                    hint="upgrade both-sides; a ledger is never taken back to an older schema",
                    found=before,
                    expected=SCHEMA_VERSION,
                )
            upgrade(connection)
    except DBAPIError as error:
        raise explain(error, url) from error
    finally:
        engine.dispose()
    return before, SCHEMA_VERSION
