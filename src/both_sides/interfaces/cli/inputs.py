"""Open the files that commands read, and cut them into lines within bounds."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from both_sides.errors import InvalidInputError, NotFoundError
from both_sides.exchange.strict_json import LONGEST_BYTES

CHUNK_BYTES = 1024 * 1024


def name_of(name: str) -> str:
    """Name an input for people."""
    return "standard input" if name == "-" else name


@contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``.

    Raises:
        NotFoundError: There is no such file.
        InvalidInputError: It cannot be read.
    """
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below
    except FileNotFoundError:
        raise NotFoundError(
            f"there is no file {name}", hint="check the path; - reads standard input", file=name
        ) from None
    except OSError as error:
        raise InvalidInputError(
            f"{name} cannot be read: {error.strerror}", hint="name a readable file", file=name
        ) from None
    with stream:
        yield stream


@contextmanager
def open_rewindable(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``, so that it can be read again from its start.

    What cannot go back, such as a pipe, is kept on the disk meanwhile.

    Raises:
        NotFoundError: There is no such file.
        InvalidInputError: It cannot be read.
    """
    with open_input(name) as stream:
        if name != "-" and stream.seekable():
            yield stream
            return
        with TemporaryFile() as kept:
            shutil.copyfileobj(stream, kept)
            kept.seek(0)
            yield kept


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Read the lines of a stream that are not blank, with their numbers, each within bounds.

    Of a line that is too long only so much is held that whoever parses it refuses it by its length.
    A line is given as soon as it is there, so that a program can ask and wait for the answer.
    """
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    number, held = 1, _Held()
    while chunk := read(CHUNK_BYTES):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            held.add(piece + b"\n")
            line = held.take()
            if line.strip():
                yield number, line
            number += 1
        held.add(rest)
    line = held.take()
    if line.strip():
        yield number, line


class _Held:
    """Put a line together out of pieces, up to one byte more than what is read."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._room = LONGEST_BYTES + 1

    def add(self, piece: bytes) -> None:
        if piece and self._room:
            self._pieces.append(piece[: self._room])
            self._room -= len(self._pieces[-1])

    def take(self) -> bytes:
        line = b"".join(self._pieces)
        self._pieces, self._room = [], LONGEST_BYTES + 1
        return line
