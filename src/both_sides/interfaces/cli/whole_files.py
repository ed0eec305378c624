"""Write files as a whole or not at all, so that whoever reads one sees the old or the new."""

import contextlib
import errno
import os
from collections.abc import Iterable
from pathlib import Path

from both_sides.errors import StoreUnavailableError
from both_sides.store.output_place import is_special, replaceable


def write_whole(path: Path, text: str | Iterable[bytes]) -> None:
    """Write a file as a whole or not at all; a device or a pipe, such as /dev/stdout, as it comes.

    Args:
        path: The file; what stands there is replaced, behind a link too.
        text: Its text, or its bytes in pieces.

    Raises:
        InvalidInputError: It is a database, which nothing written here may replace.
        StoreUnavailableError: It cannot be written.
    """
    if is_special(path):
        _write_through(path, text)
        return
    path = replaceable(path)
    partial = path.parent / f".{os.getpid()}.partial"  # short, so that any name that fits will do
    try:
        with partial.open("wb") as stream:
            stream.writelines(_pieces(text))
        partial.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise _unwritable(path, error) from None


def _write_through(path: Path, text: str | Iterable[bytes]) -> None:
    """Write into what is no file; nobody can take back what a device or a pipe was given."""
    try:
        with path.open("wb") as stream:
            stream.writelines(_pieces(text))
    except BrokenPipeError:
        raise  # whoever reads has seen enough, which is no failure
    except OSError as error:
        raise _unwritable(path, error) from None


def _pieces(text: str | Iterable[bytes]) -> Iterable[bytes]:
    return [text.encode()] if isinstance(text, str) else text


def _unwritable(path: Path, error: OSError) -> StoreUnavailableError:
    is_full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
    return StoreUnavailableError(
        f"{path} cannot be written: {error.strerror}",
        hint="free some space and run it again; nothing half-written was kept"
        if is_full
        else "name a file in a directory that exists and can be written, with --out",
        file=str(path),
    )


def make_directory(path: Path) -> None:
    """Make a directory, and those around it, unless it is there.

    Raises:
        StoreUnavailableError: It cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailableError(
            f"the directory {path} cannot be made: {error.strerror}",
            hint="name a directory that exists and can be written, or one that can be made",
            directory=str(path),
        ) from None
