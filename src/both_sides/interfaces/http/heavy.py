"""Let only so many long answers be put together at once, so that short ones are still served.

*This module does not* know which answers are long; their handlers say so.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from both_sides.interfaces.http.memory import give_back
from both_sides.request_errors import BusyError

# There are two at once to be quicker by, and each can take much memory.
MOST_AT_ONCE: Final = 2
RETRY_SECONDS: Final = 2


class Heavy:
    """Count the long answers that are being put together.

    Args:
        most: How many at once.
    """

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self._places = threading.BoundedSemaphore(most)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Take a place as long as an answer is put together; its memory is given back then.

        Raises:
            BusyError: There is none.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError(
                "as many long answers as can be are being put together",
                hint=f"ask again in {RETRY_SECONDS} seconds",
                retry_seconds=RETRY_SECONDS,
            )
        try:
            yield
        finally:
            give_back()
            self._places.release()
