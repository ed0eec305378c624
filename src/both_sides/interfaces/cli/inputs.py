"""Open the files that commands read, and cut them into lines within bounds."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from both_sides.errors import InvalidInputError, NotFoundError
from both_sides.exchange.strict_json import LONGEST_BYTES


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


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Read the lines of a stream that are not blank, with their numbers, each within bounds."""
    number = 0
    while line := stream.readline(LONGEST_BYTES + 2):
        number += 1
        if len(line) > LONGEST_BYTES and not line.endswith(b"\n"):
            while (rest := stream.readline(LONGEST_BYTES)) and not rest.endswith(b"\n"):
                pass  # the line is refused by its length; its rest is passed over
        if line.strip():
            yield number, line
