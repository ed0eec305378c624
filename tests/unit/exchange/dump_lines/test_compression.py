"""Packed streams come out whole or say why not, in flat memory."""

import bz2
import gzip
import io
import lzma
import tracemalloc
from collections.abc import Callable
from functools import partial

import pytest

from both_sides.exchange.dump_lines.compression import CHUNK_BYTES, StreamFlaw, unpack
from both_sides.exchange.problems import ProblemCode

pack = partial(gzip.compress, mtime=0)  # the same in every test process
TEXT = b'{"id":"Q1"}\n' * 5000


class Dribble(io.RawIOBase):
    """Give few bytes at a time, like a slow pipe."""

    def __init__(self, content: bytes) -> None:
        self._inner = io.BytesIO(content)

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Give three bytes at most, whatever is asked for."""
        return self._inner.read(min(size, 3) if size >= 0 else 3)


def whole(content: bytes) -> tuple[bytes, list[StreamFlaw]]:
    """Unpack everything."""
    found = list(unpack(io.BytesIO(content)))
    flaws = [chunk for chunk in found if isinstance(chunk, StreamFlaw)]
    assert found[len(found) - len(flaws) :] == flaws
    return b"".join(chunk for chunk in found if isinstance(chunk, bytes)), flaws


@pytest.mark.parametrize(
    "packed",
    [
        TEXT,
        pack(TEXT),
        pack(TEXT[:100]) + pack(TEXT[100:]),
        pack(TEXT) + b"\0" * 1000,
        pack(TEXT) + pack(b""),
        bz2.compress(TEXT),
        bz2.compress(TEXT[:100]) + bz2.compress(TEXT[100:30000]) + bz2.compress(TEXT[30000:]),
    ],
    ids=["plain", "gzip", "members", "padding", "empty member", "bzip2", "streams"],
)
def test_a_stream_is_told_by_its_first_bytes(packed: bytes) -> None:
    """Plain, gzip of several members with padding, bzip2 of several streams."""
    assert whole(packed) == (TEXT, [])


def test_a_slow_pipe_is_read_like_a_file() -> None:
    """However few bytes come at a time."""
    packed = pack(b"a\n") + pack(b"b\n")
    chunks = list(unpack(Dribble(packed)))  # type: ignore[arg-type]
    assert b"".join(chunk for chunk in chunks if isinstance(chunk, bytes)) == b"a\nb\n"


def test_an_empty_stream_gives_nothing() -> None:
    """And no flaw."""
    assert whole(b"") == (b"", [])


def test_an_empty_file_that_should_be_packed_is_cut_off() -> None:
    """It is what a download leaves behind that failed at once; a plain file may be empty."""
    for name in ("dump.json.gz", "dump.json.bz2", "dump.json.zst"):
        (flaw,) = unpack(io.BytesIO(b""), name=name)
        assert isinstance(flaw, StreamFlaw)
        assert flaw.code is ProblemCode.TRUNCATED
    assert list(unpack(io.BytesIO(b""), name="dump.json")) == []


@pytest.mark.parametrize("compress", [pack, bz2.compress])
def test_a_truncated_stream_gives_what_came_before(compress: Callable[[bytes], bytes]) -> None:
    """With the flaw at the end."""
    packed = compress(TEXT)
    text, (flaw,) = whole(packed[:-5])
    assert TEXT.startswith(text)
    assert flaw.code is ProblemCode.TRUNCATED


def test_a_damaged_stream_gives_what_came_before() -> None:
    """A flipped bit is found by the checksum at the latest."""
    packed = bytearray(pack(TEXT) * 2)
    packed[-6] ^= 1
    text, (flaw,) = whole(bytes(packed))
    assert text == TEXT * 2
    assert flaw.code is ProblemCode.DAMAGED_COMPRESSION
    spoilt = bytearray(bz2.compress(TEXT))
    spoilt[30] ^= 255
    assert whole(bytes(spoilt))[1][0].code is ProblemCode.DAMAGED_COMPRESSION


@pytest.mark.parametrize("rest", [b"garbage", b"\0\0x", bz2.compress(b"x")], ids=str)
def test_something_else_after_the_end_is_reported(rest: bytes) -> None:
    """What came before was read."""
    text, (flaw,) = whole(pack(TEXT) + rest)
    assert text == TEXT
    assert flaw.code is ProblemCode.TRAILING_BYTES


@pytest.mark.parametrize(
    ("packed", "name"),
    [(lzma.compress(TEXT), "xz"), (b"\x28\xb5\x2f\xfd\0", "zstd"), (b"PK\x03\x04\0", "zip")],
    ids=["xz", "zstd", "zip"],
)
def test_other_compressions_are_named(packed: bytes, name: str) -> None:
    """Rather than read as broken text."""
    text, (flaw,) = whole(packed)
    assert text == b""
    assert flaw.code is ProblemCode.UNKNOWN_COMPRESSION
    assert name in flaw.what


@pytest.mark.slow
@pytest.mark.parametrize("compress", [pack, bz2.compress])
def test_a_bomb_comes_out_in_bounded_chunks(compress: Callable[[bytes], bytes]) -> None:
    """Thirty-two megabytes out of a few kilobytes, in a few megabytes of memory."""
    packed = compress(b"\0" * (32 * CHUNK_BYTES))
    tracemalloc.start()
    total = 0
    for chunk in unpack(io.BytesIO(packed)):
        assert isinstance(chunk, bytes)
        assert len(chunk) <= CHUNK_BYTES
        total += len(chunk)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert total == 32 * CHUNK_BYTES
    assert peak < 8 * CHUNK_BYTES
