"""Say what PostgreSQL's own errors mean for the caller, and what to do about each."""

from typing import Any, Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from both_sides.errors import (
    LedgerClosedError,
    LedgerError,
    StoreUnavailableError,
    TamperedError,
    UnsupportedSchemaError,
)

# the beginning of the SQLSTATE, a part of the message, the error, what it means, what to do
_MEANINGS: Final[tuple[tuple[str, str, type[LedgerError], str, str], ...]] = (
    (
        "23",
        "ledger is closed",
        LedgerClosedError,
        "the ledger is closed for appends",
        "`both-sides doctor` says why; `both-sides recover` opens it again",
    ),
    (
        "23",
        "append-only",
        TamperedError,
        "somebody tried to change what was sealed or signed",
        "stop, and find out which program did; nothing was changed",
    ),
    (
        "23",
        "does not follow",
        TamperedError,
        "the stored head is not the end of its chain",
        "stop, and run `both-sides replay`, which names the place; nothing was written",
    ),
    (
        "23",
        "",
        TamperedError,
        "what is to be written contradicts what is there",
        "stop, and run `both-sides verify`, which names the place; nothing was written",
    ),
    (
        "42501",
        "",
        StoreUnavailableError,
        "the role may not do this",
        "use the role that deploy/postgresql/roles.sql makes for it",
    ),
    (
        "25006",
        "",
        StoreUnavailableError,
        "the database is read-only",
        "connect to the primary, not to a standby",
    ),
    (
        "42P01",
        "",
        UnsupportedSchemaError,
        "the database has not the tables of a ledger",
        "run `both-sides migrate`",
    ),
    (
        "55P03",
        "",
        StoreUnavailableError,
        "another writer holds the scope's lock",
        "wait for it to finish, then try again",
    ),
    ("53100", "", StoreUnavailableError, "the disk is full", "free some space, then try again"),
    (
        "53",
        "",
        StoreUnavailableError,
        "the server is out of resources",
        "try again; raise max_connections or memory where it happens often",
    ),
    (
        "57",
        "",
        StoreUnavailableError,
        "the server ended the connection",
        "try again with the same idempotency key",
    ),
    (
        "",
        "",
        StoreUnavailableError,
        "the server cannot be reached, or ended the connection",
        "see that it runs and that address, user and password are right, then try again with the"
        " same idempotency key",
    ),
)


def explain(error: DBAPIError, url: URL) -> LedgerError:
    """Turn an error of the driver into one of ours; the password stays out of it.

    Args:
        error: What the driver raised.
        url: Which database.
    """
    original: Any = error.orig
    state = getattr(original, "sqlstate", None) or ""
    text = str(original).strip().partition("\n")[0]
    name = address_for_people(url)
    for beginning, part, kind, what, hint in _MEANINGS:
        if state.startswith(beginning) and part in text and (beginning or not state):
            return kind(f"{name}: {what}: {text}", hint=hint, ledger=name, sqlstate=state)
    return StoreUnavailableError(
        f"{name}: PostgreSQL says: {text}",
        hint="run `both-sides doctor` to see what is wrong with the database",
        ledger=name,
        sqlstate=state,
    )


def address_for_people(url: URL) -> str:
    """Write an address without its password."""
    return url.render_as_string(hide_password=True)
