"""Open the store that an address names, in this process or in another that was told the address.

    ./both-sides.db      sqlite:///both-sides.db      postgresql+psycopg://ada@db.example/ledger

*This module does not* read the environment.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from both_sides.errors import ExtraMissingError, InvalidInputError
from both_sides.store.port import LedgerStore

if TYPE_CHECKING:
    from sqlalchemy import URL

MEMORY: Final = ":memory:"
_POSTGRESQL: Final = ("postgresql", "postgresql+psycopg", "postgres")


def open_store(address: str, *, create: bool) -> LedgerStore:
    """Open a store.

    Args:
        address: A path, ``:memory:``, or the URL of a database.
        create: Make the ledger where there is none.

    Raises:
        NotFoundError: There is none and `create` is false.
        InvalidInputError: The address is of a kind that is not supported.
        ExtraMissingError: The driver for it is not installed.
        StoreUnavailableError: It cannot be opened.
    """
    if address == MEMORY:
        from both_sides.store.memory import MemoryStore

        return MemoryStore()
    path = sqlite_path(address)
    if path is not None:
        from both_sides.store.sqlite import SqliteStore

        return SqliteStore(path, create=create)
    url = postgres_url(address)
    from both_sides.store.postgres import PostgresStore

    return PostgresStore(url, create=create)


def migrate(address: str) -> tuple[str | None, str]:
    """Bring the tables of a ledger up to those of this program.

    Returns:
        The version before, None where there was no ledger, and the version now.

    Raises:
        NotFoundError: There is no such file.
        UnsupportedSchemaError: It is no ledger, or one of a newer program.
        StoreUnavailableError: It cannot be opened.
    """
    path = sqlite_path(address)
    if path is not None:
        from both_sides.store.sqlite_migrating import migrate_file

        return migrate_file(path)
    from both_sides.store.postgres_migrating import migrate_database

    return migrate_database(postgres_url(address))


def sqlite_path(address: str) -> Path | None:
    """Give the path of a SQLite file, or None where the address is that of another database."""
    scheme, found, rest = address.partition("://")
    if not found:
        return Path(address)
    return Path(rest.removeprefix("/")) if scheme == "sqlite" else None


def postgres_url(address: str) -> "URL":
    """Read the URL of a PostgreSQL database.

    Raises:
        InvalidInputError: It is of a kind that is not supported.
        ExtraMissingError: The driver is not installed.
    """
    from importlib.util import find_spec

    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    scheme = address.partition("://")[0]
    try:
        url = make_url(address) if scheme in _POSTGRESQL else None
    except ArgumentError:
        url = None
    if url is None:
        raise InvalidInputError(
            f"a ledger at {scheme}:// is not supported",
            hint="give a path, for example --ledger ./both-sides.db, or"
            " postgresql+psycopg://USER@HOST/DATABASE",
            field="ledger",
            scheme=scheme,
        )
    if find_spec("psycopg") is None:
        raise ExtraMissingError(
            "the driver for PostgreSQL is not installed",
            hint="pip install 'both-sides[postgres]'",
            extra="postgres",
        )
    return url.set(drivername="postgresql+psycopg")
