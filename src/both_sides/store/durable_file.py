"""Write a small file so that after a crash there is the old one or the new one, never a mixture.

    temporary file → fsync → rename → fsync of the directory

*This module does not* lock; who writes the same file from several processes must.
"""

import contextlib
import os
from pathlib import Path
from typing import Final

from both_sides.errors import NotFoundError, StoreUnavailableError

PUBLIC: Final = 0o644
PRIVATE: Final = 0o600


def write_durably(path: Path, data: bytes, *, mode: int = PUBLIC, replace: bool = True) -> None:
    """Write a file as a whole, and return when it survives a crash.

    Args:
        path: Where.
        data: What.
        mode: Who may read and write it.
        replace: Take the place of a file that is there.

    Raises:
        FileExistsError: There is one and `replace` is false.
        StoreUnavailableError: It cannot be written; what was there is unchanged.

    *Source:* spec/ledger.md, 4.3.
    """
    partial = path.parent / f".{path.name}.{os.getpid()}.partial"
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        try:
            os.fchmod(descriptor, mode)  # whatever the umask says
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if replace:
            partial.replace(path)
        else:
            path.hardlink_to(partial)  # which fails where there is one, unlike a rename
            partial.unlink()
        sync_directory(path.parent)
    except FileExistsError:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise unwritable(path, error) from None


def sync_directory(directory: Path) -> None:
    """Make the names in a directory survive a crash."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_file(path: Path) -> bytes | None:
    """Read a file, or answer None where there is none.

    Raises:
        StoreUnavailableError: It is there and cannot be read.
    """
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreUnavailableError(
            f"{path} cannot be read: {error.strerror}",
            hint="make it readable for who runs both-sides",
            file=str(path),
        ) from None


def make_directory(path: Path, *, mode: int = 0o755) -> None:
    """Make a directory and those around it, unless it is there.

    Raises:
        StoreUnavailableError: It cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True, mode=mode)
    except OSError as error:
        raise unwritable(path, error) from None


def require_directory(path: Path) -> None:
    """Accept a directory that is there.

    Raises:
        NotFoundError: There is none.
    """
    if not path.is_dir():
        raise NotFoundError(
            f"there is no directory {path}", hint="check the path", directory=str(path)
        )


def unwritable(path: Path, error: OSError) -> StoreUnavailableError:
    """Say that a file cannot be written, and why."""
    return StoreUnavailableError(
        f"{path} cannot be written: {error.strerror}",
        hint="make its directory writable, or free some space, then try again",
        file=str(path),
    )


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
