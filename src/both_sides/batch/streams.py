"""Unpack files of any size fast: gzip with igzip, zstd with Arrow, the rest with the library.

What is whole is unpacked at several times the speed of the standard library. What is not (cut off,
damaged, followed by something else) is given over, at the place where it breaks, to the reader of
`both_sides.exchange`, which salvages what there is and says what is wrong. So damage is reported in
the same words everywhere. *This module does not* cut lines.
"""

import hashlib
import io
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, cast

import pyarrow as pa
from isal import isal_zlib

from both_sides.batch.digests import ALGORITHM
from both_sides.errors import InvalidInputError, NotFoundError
from both_sides.exchange.dump_lines.compression import (
    CHUNK_BYTES,
    EMPTY,
    PACKED,
    StreamFlaw,
    unpack,
)
from both_sides.exchange.problems import ProblemCode

GZIP: Final = b"\x1f\x8b"
ZSTD: Final = b"\x28\xb5\x2f\xfd"
_READ_BYTES: Final = 256 * 1024
_PACKED: Final = (*PACKED, ".parquet")  # which packs its columns
_IGZIP_ERROR: Final[type[Exception]] = isal_zlib.error  # type: ignore[assignment] # stubs
_WITH_HEADER: Final = 31  # 15 bits of window, and a gzip header


class PackedFile:
    """Read a file from start to end, counting and digesting its bytes as they lie on disk.

    Args:
        path: The file, or a pipe.

    Raises:
        NotFoundError: There is no such file.
        InvalidInputError: It cannot be opened, as a socket or what others may not read.

    Attributes:
        size: How many bytes it has; 0 where nobody knows, as for a pipe.
        bytes_read: How many were taken.
    """

    def __init__(self, path: Path) -> None:
        self._stream = _open(path)
        self.size = path.stat().st_size
        self.bytes_read = 0
        self._path = path
        self._digest = hashlib.new(ALGORITHM)

    def read(self, size: int = _READ_BYTES) -> bytes:
        """Take the next bytes, none at the end."""
        data = self._stream.read(size)
        self.bytes_read += len(data)
        self._digest.update(data)
        return data

    def chunks(self) -> Iterator[bytes | StreamFlaw]:
        """Give the file unpacked, in chunks of about 1 MiB; a flaw at most once, as the last.

        Raises:
            OSError: It cannot be read.
        """
        head = self.read(_READ_BYTES)
        if not head and self._path.name.endswith(_PACKED):
            yield EMPTY
        elif head.startswith(GZIP) and self._path.is_file():
            yield from self._gzip(head)
        elif head.startswith(ZSTD):
            yield from self._zstd(_Rest(head, self))
        else:
            yield from unpack(cast("BinaryIO", _Rest(head, self)))

    def text_digest(self) -> str:
        """Read on to the end where something stopped before it, and give the digest."""
        while self.read():
            pass
        return f"{ALGORITHM}:{self._digest.hexdigest()}"

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def _gzip(self, packed: bytes) -> Iterator[bytes | StreamFlaw]:
        """Unpack member after member; whatever is not as it should be goes to `_salvage`."""
        given = 0
        try:
            while packed.startswith(GZIP):
                member = isal_zlib.decompressobj(wbits=_WITH_HEADER)
                while not member.eof:
                    packed = packed or self.read()
                    chunk = member.decompress(packed, CHUNK_BYTES)
                    if not packed and not chunk:
                        break  # the file ends, the member does not
                    packed = member.unconsumed_tail
                    given += len(chunk)
                    yield chunk
                else:
                    packed = self._after_zeros(member.unused_data)
                    if not packed:
                        return
                    continue
                break
        except _IGZIP_ERROR:
            pass
        yield from self._salvage(given)

    def _after_zeros(self, unused: bytes) -> bytes:
        """Pass over the zeros with which tapes and blocks are filled up."""
        while unused := unused or self.read():
            if unused := unused.lstrip(b"\0"):
                return unused if len(unused) > 1 else unused + self.read()
        return b""

    def _salvage(self, given: int) -> Iterator[bytes | StreamFlaw]:
        """Read once more from the start, patiently, and give what was not given yet."""
        with self._path.open("rb") as stream:
            for chunk in unpack(stream):
                if isinstance(chunk, StreamFlaw):
                    yield chunk
                    return
                if given < len(chunk):
                    yield chunk[given:]
                given = max(0, given - len(chunk))

    def _zstd(self, packed: "_Rest") -> Iterator[bytes | StreamFlaw]:
        given = 0
        stream = pa.CompressedInputStream(pa.PythonFile(packed, "r"), "zstd")
        try:
            while chunk := stream.read(CHUNK_BYTES):
                given += len(chunk)
                yield chunk
        except OSError as error:
            if error.errno is not None:
                raise  # the disk's words, not Arrow's
            if self._path.is_file():
                yield from _salvage_zstd(self._path, given)
            is_cut = "Truncated" in str(error)
            yield StreamFlaw(
                ProblemCode.TRUNCATED if is_cut else ProblemCode.DAMAGED_COMPRESSION,
                "the zstd data ends before its end" if is_cut else "the zstd data is damaged",
            )


def _salvage_zstd(path: Path, given: int) -> Iterator[bytes]:
    """Read once more, and byte by byte from where a larger read failed as a whole."""
    with path.open("rb") as file:
        stream = pa.CompressedInputStream(pa.PythonFile(file, "r"), "zstd")
        with suppress(OSError):
            while given:
                given -= len(stream.read(min(given, CHUNK_BYTES)))
            while byte := stream.read(1):
                yield byte


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise NotFoundError(
            f"there is no file {path}", hint="check the path", file=str(path)
        ) from None
    except OSError as error:
        raise InvalidInputError(
            f"{path} cannot be read: {error.strerror}",
            hint="name a readable file, packed or not",
            file=str(path),
        ) from None


class UnpackedStream(io.BufferedIOBase):
    """Be a stream of what a file holds unpacked, for readers that take nothing else.

    Args:
        chunks: As `PackedFile.chunks` gives them.
        sign: What to count on the way.

    Attributes:
        flaw: Why it ends before its end, once it has; or None.
        counted: How often the sign was there.
    """

    def __init__(self, chunks: Iterator[bytes | StreamFlaw], sign: bytes | None = None) -> None:
        super().__init__()
        self._chunks = chunks
        self._sign = sign
        self._held = b""
        self.flaw: StreamFlaw | None = None
        self.counted = 0

    def readable(self) -> bool:
        """Say that bytes can be taken."""
        return True

    def read(self, size: int | None = None) -> bytes:
        """Take up to so many bytes, none at the end."""
        while not self._held:
            chunk = next(self._chunks, None)
            if chunk is None or isinstance(chunk, StreamFlaw):
                self.flaw = self.flaw or chunk
                return b""
            if self._sign is not None:
                self.counted += chunk.count(self._sign)
            self._held = chunk
        end = len(self._held) if size is None or size < 0 else size
        taken, self._held = self._held[:end], self._held[end:]
        return taken


class _Rest(io.BufferedIOBase):
    """Be a stream that begins with bytes which were read already."""

    def __init__(self, head: bytes, file: PackedFile) -> None:
        super().__init__()
        self._head = head
        self._file = file

    def readable(self) -> bool:
        """Say that bytes can be taken."""
        return True

    def read(self, size: int | None = None) -> bytes:
        """Take up to so many bytes."""
        size = _READ_BYTES if size is None else size
        if self._head:
            taken, self._head = self._head[:size], self._head[size:]
            return taken
        return self._file.read(size)
