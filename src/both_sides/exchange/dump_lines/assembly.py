"""Put a document together that somebody printed over several lines.

A dump has one entity a line, a file that a person saved may have one entity on a thousand lines.
The first line tells: it opens more brackets than it closes, outside of texts. *This module does
not* parse; it only counts brackets.

    >>> opens_document(b'{"id": "Q1", "labels": {')
    True
"""

import re
from typing import Final

_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[{]|[\]}]|"', re.DOTALL)
_OPENING: Final = frozenset(b"[{")


def opens_document(content: bytes) -> bool:
    """Tell whether a line that is no document by itself may be the first of one."""
    change = _depth_change(content)
    return content[:1] in {b"{", b"["} and change is not None and change > 0


class Assembly:
    """Hold the lines of one document until its last bracket is closed.

    Args:
        number: On which line it begins.
        longest: The most bytes it may have; beyond that only the length is kept.
    """

    def __init__(self, number: int, longest: int) -> None:
        self.number = number
        self.lines = 0
        self.length = 0
        self._longest = longest
        self._pieces: list[bytes] = []
        self._depth = 0

    def add(self, content: bytes) -> None:
        """Take the next line."""
        self.lines += 1
        self.length += len(content) + 1
        self._depth += _depth_change(content) or 0
        if self.is_too_long:
            del self._pieces[1:]
        else:
            self._pieces.append(content)

    @property
    def is_complete(self) -> bool:
        """Tell whether every bracket is closed."""
        return self._depth <= 0

    @property
    def is_too_long(self) -> bool:
        """Tell whether it has more bytes than may be held."""
        return self.length > self._longest

    @property
    def content(self) -> bytes:
        """Give the document; only its first line where it is too long."""
        return b"\n".join(self._pieces)


def _depth_change(content: bytes) -> int | None:
    """Count opened less closed brackets outside of texts; None where a text is not closed."""
    depth = 0
    for match in _TOKEN.finditer(content):
        token = match[0]
        if token == b'"':
            return None
        if len(token) == 1:
            depth += 1 if token[0] in _OPENING else -1
    return depth
