"""Remember view rows that were read already, so that a row that did not change is decoded once.

A row is known by the digest of its body, which is computed anew on every read, so a row that
somebody edited is never taken for the one that is remembered. What is remembered is frozen and may
be shared by threads. *This module does not* decode.
"""

import threading
from collections import OrderedDict
from typing import Final

from both_sides.domain.state import Aggregate

MOST_BYTES: Final = 4 * 1024 * 1024  # of bodies; the decoded values take several times as much
LARGEST_SHARE: Final = 8  # one row may take an eighth


class DecodedViews:
    """Keep decoded view rows, those used last, within a number of bytes of their bodies.

    Args:
        most_bytes: How many bytes of bodies are remembered.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._rows: OrderedDict[tuple[str, str], tuple[Aggregate, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, kind: str, digest: str) -> Aggregate | None:
        """Give what a body of this digest holds, or None where nobody decoded it lately."""
        with self._lock:
            found = self._rows.get((kind, digest))
            if found is None:
                return None
            self._rows.move_to_end((kind, digest))
            return found[0]

    def put(self, kind: str, digest: str, value: Aggregate, size: int) -> None:
        """Remember what a body holds, and forget what was not asked for in the longest time."""
        if size > self._most_bytes // LARGEST_SHARE:
            return
        with self._lock:
            if (kind, digest) not in self._rows:
                self._bytes += size
            self._rows[kind, digest] = (value, size)
            self._rows.move_to_end((kind, digest))
            while self._bytes > self._most_bytes:
                _, (_, dropped) = self._rows.popitem(last=False)
                self._bytes -= dropped

    @property
    def size(self) -> int:
        """Count the bytes of the bodies that are remembered."""
        return self._bytes
