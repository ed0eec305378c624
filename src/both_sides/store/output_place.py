"""Say where a file that takes the place of another may go, before anything is written.

Files are written beside their place and then renamed over it, so a name that stands for something
else than a file would be lost: a device would become a file, a link would be cut from what it
points to, and a ledger would be gone for a report. *This module does not* write.
"""

import stat
from pathlib import Path
from typing import Final

from both_sides.errors import InvalidInputError, StoreUnavailableError

DATABASE_HEADER: Final = b"SQLite format 3\0"


def is_special(path: Path) -> bool:
    """Tell whether a name stands for a device, a pipe or a socket, behind links too."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def replaceable(path: Path) -> Path:
    """Give the file that may be replaced where somebody named an output.

    Args:
        path: As it was named; it need not be there.

    Returns:
        The file behind a link, so that the link stays; any other path as it is.

    Raises:
        InvalidInputError: It is a device, a pipe or a socket, or it is a database.
        StoreUnavailableError: It is a link that leads to itself, or it cannot be looked at.
    """
    try:
        place = path.resolve() if path.is_symlink() else path
    except (OSError, RuntimeError):  # RuntimeError: pathlib's word for links in a circle
        raise StoreUnavailableError(
            f"{path} cannot be written: it is a link that leads to itself",
            hint="name a file, or mend the link",
            file=str(path),
        ) from None
    if is_special(place):
        raise InvalidInputError(
            f"{path} is a device or a pipe, and what is written here replaces a file as a whole",
            hint="name a file that is not there yet, or one that may be replaced",
            file=str(path),
        )
    if _is_database(place):
        raise InvalidInputError(
            f"{path} is a database, such as a ledger, and would be replaced",
            hint="name another file; a database that is not needed is removed by hand",
            file=str(path),
        )
    return place


def _is_database(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with path.open("rb") as stream:
            return stream.read(len(DATABASE_HEADER)) == DATABASE_HEADER
    except OSError:
        return False  # what cannot be read is no ledger of whoever asks
