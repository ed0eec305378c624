r"""Cut a stream of chunks into lines, in bounded memory.

A line longer than the limit is passed over without being held, and reported with its length and
its first bytes. Lines end with LF; a CR before it is left to whoever reads the line. *This module
does not* parse.

    >>> [line.content for line in cut_lines([b"a\nb", b"c"], longest=10)]
    [b'a', b'bc']
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from both_sides.exchange.dump_lines.compression import StreamFlaw

MIB: Final = 1024 * 1024
LONGEST_LINE: Final = 256 * MIB
HEAD_BYTES: Final = 4096


class Line(NamedTuple):
    """Hold one line.

    Args:
        number: From 1.
        content: Its bytes without the line feed; only the first ones where it is too long.
        length: How many bytes it has.
        is_whole: False where it is too long, so that `content` is not all of it.
        is_ended: False where the stream ended before a line feed.
    """

    number: int
    content: bytes
    length: int
    is_whole: bool = True
    is_ended: bool = True


def cut_lines(
    chunks: Iterable[bytes | StreamFlaw], *, longest: int = LONGEST_LINE
) -> Iterator[Line | StreamFlaw]:
    """Cut chunks into lines.

    Args:
        chunks: As `unpack` gives them.
        longest: The most bytes that a line may have.

    Returns:
        The lines in order, an unfinished last one too, and then the flaw if there is one.
    """
    number, held = 1, _Held(longest)
    flaw: StreamFlaw | None = None
    for chunk in chunks:
        if isinstance(chunk, StreamFlaw):
            flaw = chunk
            break
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            if held.length or len(piece) > longest:
                held.add(piece)
                yield held.take(number)
            else:  # the usual case: nothing to put together
                yield Line(number, piece, len(piece))
            number += 1
        held.add(rest)
    if held.length:
        yield held.take(number)._replace(is_ended=False)
    if flaw is not None:
        yield flaw


class _Held:
    """Put a line together out of pieces, or count them where they are too many."""

    def __init__(self, longest: int) -> None:
        self.length = 0
        self._longest = longest
        self._pieces: list[bytes] = []

    def add(self, piece: bytes) -> None:
        if not piece:
            return
        self.length += len(piece)
        self._pieces.append(piece)
        if self.length > self._longest:
            self._pieces = [b"".join(self._pieces[:2])[:HEAD_BYTES]]

    def take(self, number: int) -> Line:
        line = Line(number, b"".join(self._pieces), self.length, self.length <= self._longest)
        self.length = 0
        self._pieces = []
        return line
