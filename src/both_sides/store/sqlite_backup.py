"""Copy a SQLite ledger while it is written to, and put a copy in place.

A copy is one state of the ledger, whole or not there at all. It has neither anchor nor keys: these
lie elsewhere on purpose, and a copy that is put in place is held against them. *This module does
not* copy PostgreSQL databases; their own tools do.
"""

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Final

from both_sides.errors import RefusedError, StoreUnavailableError, TamperedError
from both_sides.store.durable_file import sync_directory, unwritable
from both_sides.store.sqlite_schema import require_file

PAGES_A_STEP: Final = 256
_SOUND: Final = "ok"


def back_up(path: Path, target: Path) -> int:
    """Copy a ledger; writers go on meanwhile.

    Args:
        path: The ledger.
        target: Where the copy goes; nothing may be there.

    Returns:
        How many bytes the copy has.

    Raises:
        RefusedError: There is a file already.
        TamperedError: The copy is damaged, as its original must be.
        StoreUnavailableError: It cannot be read or written.

    *Source:* spec/interfaces.md, `backup`.
    """
    require_file(path, create=False)
    _require_free(target)
    partial = target.parent / f".{target.name}.{os.getpid()}.partial"
    try:
        _copy(path, partial)
        descriptor = os.open(partial, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        target.hardlink_to(partial)  # which fails where somebody else was faster
        sync_directory(target.parent)
        return target.stat().st_size
    except FileExistsError:
        raise _taken(target) from None
    except OSError as error:
        raise unwritable(target, error) from None
    except sqlite3.Error as error:
        raise StoreUnavailableError(
            f"{path} cannot be copied to {target}: {error}",
            hint="free some space, or wait for a long writer to end, then try again",
            ledger=str(path),
        ) from None
    finally:
        for leftover in (partial, Path(f"{partial}-journal"), Path(f"{partial}-wal")):
            with contextlib.suppress(OSError):
                leftover.unlink(missing_ok=True)


def restore(backup: Path, path: Path) -> int:
    """Put a copy in the place of a ledger that is not there; none is ever overwritten.

    Args:
        backup: The copy.
        path: Where the ledger goes; nothing may be there.

    Raises:
        RefusedError: There is a ledger already.
        LedgerError: As `back_up`.
    """
    return back_up(backup, path)


def _copy(path: Path, partial: Path) -> None:
    source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=30)
    target = sqlite3.connect(partial)
    try:
        source.backup(target, pages=PAGES_A_STEP, sleep=0.01)
        (found,) = target.execute("PRAGMA integrity_check(1)").fetchone()
    finally:
        target.close()
        source.close()
    if found != _SOUND:
        raise TamperedError(
            f"{path} is damaged: {found}",
            hint="stop writing, and restore the last sound copy with `both-sides restore`",
            ledger=str(path),
        )


def _require_free(target: Path) -> None:
    if target.exists():
        raise _taken(target)


def _taken(target: Path) -> RefusedError:
    return RefusedError(
        f"{target} is there already",
        hint="name another file, or move that one away; nothing is overwritten",
        file=str(target),
    )
