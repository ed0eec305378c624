"""Cut the lines of a dump into chunks that can be read independently, by several processes.

A chunk ends before a line that begins an entity at the margin, which is where the patient reader
begins anew whatever came before. So a document that somebody printed over many lines stays in one
chunk. Where no such line comes for long, the chunk is open: the next one belongs to the same
reader. Chunks depend on the bytes of the file only, so that an interrupted run finds them again.
*This module does not* parse.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from both_sides.exchange.dump_lines.compression import StreamFlaw
from both_sides.exchange.dump_lines.lines import LONGEST_LINE, Line, cut_lines

CHUNK_BYTES: Final = 4 << 20
OPEN_CHUNK_BYTES: Final = 64 << 20
MARGIN: Final = b'{"'


@dataclass(slots=True)
class Chunk:
    """Hold consecutive lines.

    Args:
        number: From 0.
        lines: The lines.
        is_open: Whether the next chunk may continue a document of this one.
        is_last: Whether the file ends here.
        flaw: Why it ends before its end, or None.
        bytes: How many bytes the lines have.
    """

    number: int
    lines: list[Line] = field(default_factory=list)
    is_open: bool = False
    is_last: bool = False
    flaw: StreamFlaw | None = None
    bytes: int = 0


def cut_chunks(
    pieces: Iterable[bytes | StreamFlaw],
    *,
    longest_line: int = LONGEST_LINE,
    chunk_bytes: int = CHUNK_BYTES,
) -> Iterator[Chunk]:
    """Cut a stream into chunks.

    Args:
        pieces: As `both_sides.batch.streams` gives them.
        longest_line: The most bytes of a line that are held.
        chunk_bytes: About how many bytes a chunk has.

    Returns:
        Chunks in order; the last one says so, and may have no line.
    """
    chunk = Chunk(0)
    for line in cut_lines(pieces, longest=longest_line):
        if isinstance(line, StreamFlaw):
            chunk.flaw = line
            break
        is_margin = line.content.startswith(MARGIN)
        is_long = chunk.bytes >= chunk_bytes
        if (is_long and is_margin) or chunk.bytes >= max(OPEN_CHUNK_BYTES, chunk_bytes):
            chunk.is_open = not is_margin
            yield chunk
            chunk = Chunk(chunk.number + 1)
        chunk.lines.append(line)
        chunk.bytes += len(line.content) + 1
    chunk.is_last = True
    yield chunk
