"""Put into words what ended a command and is no error of the tree: the machine's, and our own.

    error: the machine refused to read or write: No space left on device [store_unavailable]
     hint: free some space, then run it again

*This module does not* decide what a command does about it; see `app`.
"""

import contextlib
import errno
import os
import sys
import traceback
from typing import Final

from both_sides.errors import LedgerError, StoreUnavailableError
from both_sides.request_errors import InternalError

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_MOST_FRAMES: Final = 20


def named(error: Exception, program: str) -> LedgerError:
    """Give the error of the tree that says best what happened.

    Args:
        error: What was raised, and was no error of the tree.
        program: What was run.

    Returns:
        `store_unavailable` for what the machine refused, as a full disk; `internal_error` for
        whatever nobody foresaw, with the trace for whoever is to mend it.
    """
    if isinstance(error, OSError):
        place = "" if error.filename is None else f": {error.filename}"
        return StoreUnavailableError(
            f"the machine refused to read or write: {error.strerror or error}{place}",
            hint="free some space, then run it again"
            if error.errno in _FULL
            else "see that what is named can be read and written, then run it again",
        )
    return InternalError(
        f"{program} met what nobody foresaw ({type(error).__name__}: {error}); what was committed"
        " is kept",
        hint="run it again; if it stays so, report it with the command and with the trace, which"
        " --json gives under facts",
        trace=[f"{at.filename}:{at.lineno} {at.name}" for at in _last_frames(error)],
    )


def _last_frames(error: Exception) -> list[traceback.FrameSummary]:
    """Give the frames nearest to the fault: of a recursion that had no end, not all of them."""
    return traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]


def give_up_output() -> None:
    """Let go of what standard output did not take, or Python tries once more when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError, ValueError):  # ValueError: it has no descriptor
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
