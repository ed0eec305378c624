"""Say what SQLite's own errors mean for the caller, and what to do about each."""

from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

from both_sides.errors import (
    LedgerClosedError,
    LedgerError,
    StoreUnavailableError,
    TamperedError,
    UnsupportedSchemaError,
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
        "somebody tried to change what was sealed or signed",
        "stop, and find out which program did; nothing was changed",
    ),
    (
        "ledger is closed",
        LedgerClosedError,
        "the ledger is closed for appends",
        "`both-sides doctor` says why; `both-sides recover` opens it again",
    ),
)


def explain(error: DBAPIError, path: Path) -> LedgerError:
    """Turn an error of the driver into one of ours.

    Args:
        error: What the driver raised.
        path: Which file.
    """
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
