"""Unpack a stream, told by its first bytes and not by its name: plain text, gzip or bzip2.

Wikimedia's dumps are gzip files of several members and bzip2 files of several streams; both are
read to the end. Memory stays flat whatever the ratio: a file that unpacks to a thousand times its
size comes out in chunks like any other. *This module does not* open files, and it cannot mend one:
what is damaged ends with a `StreamFlaw`, after everything that came before.

    >>> import io
    >>> list(unpack(io.BytesIO(b"plain")))
    [b'plain']
"""

import bz2
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO, Final

from both_sides.exchange.problems import ProblemCode

READ_BYTES: Final = 64 * 1024
CHUNK_BYTES: Final = 1024 * 1024

_NOT_READ: Final = {
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"PK\x03\x04": "zip",
    b"7z\xbc\xaf\x27\x1c": "7z",
}
LONGEST_MAGIC: Final = 6


@dataclass(frozen=True, slots=True)
class StreamFlaw:
    """Say why a stream ends before its end."""

    code: ProblemCode
    what: str


# What a download that failed at once leaves behind: no packed file is without its header.
PACKED: Final = (".gz", ".bz2", ".zst")
EMPTY: Final = StreamFlaw(ProblemCode.TRUNCATED, "it is empty, which no packed file is")


class _GzipMember:
    """Unpack one member of a gzip file in bounded chunks, its checksum verified."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)  # 15 bits of window, and a gzip header

    def feed(self, packed: bytes) -> Iterator[bytes]:
        while packed and not self._inner.eof:
            before = self._inner.copy()  # 40 kB, a hundredth of the work that follows
            try:
                chunk = self._inner.decompress(packed, CHUNK_BYTES)
            except zlib.error:
                yield from _salvage(before, packed)
                raise
            yield chunk
            packed = self._inner.unconsumed_tail

    @property
    def is_finished(self) -> bool:
        return self._inner.eof

    @property
    def left_over(self) -> bytes:
        return self._inner.unused_data


def _salvage(before: "zlib._Decompress", packed: bytes) -> Iterator[bytes]:
    """Unpack byte by byte up to the damage, for a failed call gives nothing of what it had."""
    with suppress(zlib.error):
        for place in range(len(packed)):
            yield before.decompress(packed[place : place + 1])


class _Bzip2Stream:
    """Unpack one stream of a bzip2 file in bounded chunks, its checksums verified."""

    def __init__(self) -> None:
        self._inner = bz2.BZ2Decompressor()

    def feed(self, packed: bytes) -> Iterator[bytes]:
        yield self._inner.decompress(packed, CHUNK_BYTES)
        while not self._inner.eof and not self._inner.needs_input:
            yield self._inner.decompress(b"", CHUNK_BYTES)

    @property
    def is_finished(self) -> bool:
        return self._inner.eof

    @property
    def left_over(self) -> bytes:
        return self._inner.unused_data


@dataclass(frozen=True, slots=True)
class _Format:
    """Name a compression, and how to unpack one member of it."""

    name: str
    magic: bytes
    member: type[_GzipMember | _Bzip2Stream]


_FORMATS: Final = (
    _Format("gzip", b"\x1f\x8b", _GzipMember),
    _Format("bzip2", b"BZh", _Bzip2Stream),
)


def unpack(stream: BinaryIO, *, name: str = "") -> Iterator[bytes | StreamFlaw]:
    """Give the bytes of a stream, unpacked.

    Args:
        stream: Open for reading; it need not be seekable, so standard input will do.
        name: What the file is called; only to tell a file that should be packed from an empty one.

    Returns:
        Chunks of at most 1 MiB; a flaw at most once, as the last.

    Raises:
        OSError: The stream cannot be read.

    *Source:* spec/engine.md, traps (truncated end, gzip and bzip2).
    """
    packed = _Packed(stream)
    head = packed.peek(LONGEST_MAGIC)
    if not head and name.endswith(PACKED):
        yield EMPTY
        return
    for magic, packer in _NOT_READ.items():
        if head.startswith(magic):
            yield StreamFlaw(ProblemCode.UNKNOWN_COMPRESSION, f"it is packed with {packer}")
            return
    for form in _FORMATS:
        if head.startswith(form.magic):
            yield from _unpack(packed, form)
            return
    while chunk := packed.take():
        yield chunk


def bounded(
    chunks: Iterator[bytes | StreamFlaw],
    most: int | None,
    between: Callable[[], None] = lambda: None,
) -> Iterator[bytes | StreamFlaw]:
    """Let only so many unpacked bytes through, however small the file was.

    Args:
        chunks: As `unpack` gives them.
        most: How many bytes; None for any number.
        between: Is called for every chunk; what it raises goes through.
    """
    taken = 0
    for chunk in chunks:
        between()
        taken += len(chunk) if isinstance(chunk, bytes) else 0
        if most is not None and taken > most:
            yield StreamFlaw(
                ProblemCode.TOO_LARGE_UNPACKED, f"it unpacks to more than {most:,} bytes"
            )
            return
        yield chunk


class _Packed:
    """Read a stream in chunks, and let what was read too far be read again."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._held = b""

    def take(self) -> bytes:
        """Give the next bytes, or none at the end."""
        held, self._held = self._held, b""
        return held or self._stream.read(READ_BYTES)

    def peek(self, length: int) -> bytes:
        """Look at the next bytes; fewer than asked for only at the end."""
        while len(self._held) < length:
            more = self._stream.read(READ_BYTES)
            if not more:
                break
            self._held += more
        return self._held[:length]

    def put_back(self, unread: bytes) -> None:
        self._held = unread + self._held

    def skip_zeros(self) -> None:
        """Pass over the zeros with which tapes and blocks are filled up."""
        while self.peek(1) == b"\0":
            self._held = self._held.lstrip(b"\0")


def _unpack(packed: _Packed, form: _Format) -> Iterator[bytes | StreamFlaw]:
    """Unpack member after member, until the stream or something else ends it."""
    while True:
        member = form.member()
        while not member.is_finished:
            chunk = packed.take()
            if not chunk:
                yield StreamFlaw(ProblemCode.TRUNCATED, f"the {form.name} data ends before its end")
                return
            try:
                yield from member.feed(chunk)
            except (zlib.error, OSError) as error:
                yield StreamFlaw(
                    ProblemCode.DAMAGED_COMPRESSION, f"the {form.name} data is damaged: {error}"
                )
                return
        packed.put_back(member.left_over)
        packed.skip_zeros()
        following = packed.peek(len(form.magic))
        if not following:
            return
        if following != form.magic:
            yield StreamFlaw(
                ProblemCode.TRAILING_BYTES, f"the {form.name} data is followed by something else"
            )
            return
