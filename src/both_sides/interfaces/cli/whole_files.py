"""Write files as a whole or not at all, so that whoever reads one sees the old or the new."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from both_sides.errors import StoreUnavailableError


def write_whole(path: Path, text: str | Iterable[bytes]) -> None:
    """Write a file as a whole or not at all.

    Args:
        path: The file; what stands there is replaced.
        text: Its text, or its bytes in pieces.

    Raises:
        StoreUnavailableError: It cannot be written.
    """
    partial = path.parent / f".{os.getpid()}.partial"  # short, so that any name that fits will do
    try:
        with partial.open("wb") as stream:
            stream.writelines([text.encode()] if isinstance(text, str) else text)
        partial.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise StoreUnavailableError(
            f"{path} cannot be written: {error.strerror}",
            hint="name a file in a directory that exists and can be written, with --out",
            file=str(path),
        ) from None


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
