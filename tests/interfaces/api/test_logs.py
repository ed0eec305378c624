"""Lines of the log go out whole or not at all, and never stop whoever writes them."""

import json
import os
import select
from collections.abc import Iterator

import pytest

from both_sides.interfaces.http.logs import NeverBlocking, make_log

LINE = b"a" * 99 + b"\n"


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Give a pipe: where to read, where to write."""
    reading, writing = os.pipe()
    yield reading, writing
    for descriptor in (reading, writing):
        try:
            os.close(descriptor)
        except OSError:
            continue  # a test closed it


def test_lines_that_nobody_reads_are_left_out_and_counted(pipe: tuple[int, int]) -> None:
    """Every line is whole; the count comes where they are missing."""
    reading, writing = pipe
    out = NeverBlocking(writing)
    for _ in range(5_000):
        assert out.write(LINE) == len(LINE)
    kept = os.read(reading, 1 << 20)
    assert set(kept.splitlines(keepends=True)) == {LINE}
    out.write(LINE)
    told, line = os.read(reading, 1 << 20).splitlines(keepends=True)
    assert line == LINE
    found = json.loads(told)
    assert found["event"] == "lines_left_out"
    assert found["count"] == 5_000 - len(kept) // len(LINE)


def test_a_line_that_was_broken_off_spoils_no_other(pipe: tuple[int, int]) -> None:
    """One longer than the pipe: what follows begins on a line of its own."""
    reading, writing = pipe
    out = NeverBlocking(writing)
    out.write(b"b" * (1 << 20) + b"\n")
    assert set(os.read(reading, 1 << 21)) == set(b"b")
    out.write(LINE)
    rest, told, line = os.read(reading, 1 << 20).splitlines(keepends=True)
    assert (rest, line) == (b"\n", LINE)
    assert json.loads(told)["count"] == 1


def test_a_long_line_goes_out_whole_where_there_is_room(pipe: tuple[int, int]) -> None:
    """A fault with all of its trace is longer than what a pipe takes at once."""
    reading, writing = pipe
    line = b"c" * (3 * select.PIPE_BUF) + b"\n"
    NeverBlocking(writing).write(line)
    assert os.read(reading, 1 << 20) == line


def test_nobody_at_the_other_end_is_no_fault(pipe: tuple[int, int]) -> None:
    """The reader has ended; the service goes on."""
    reading, writing = pipe
    os.close(reading)
    out = NeverBlocking(writing)
    assert out.write(LINE) == len(LINE)
    assert out.write(LINE) == len(LINE)


def test_the_log_is_written_through_it(pipe: tuple[int, int]) -> None:
    """As one JSON document a line."""
    reading, writing = pipe
    log = make_log("info", NeverBlocking(writing))  # type: ignore[arg-type] # it writes bytes
    log.info("request", status=200)
    assert json.loads(os.read(reading, 1 << 16))["status"] == 200
