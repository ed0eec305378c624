"""Lines come out of chunks wherever these are cut; a line beyond the limit is passed over."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.exchange.dump_lines.compression import StreamFlaw
from both_sides.exchange.dump_lines.lines import HEAD_BYTES, Line, cut_lines
from both_sides.exchange.problems import ProblemCode


@pytest.mark.slow
@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=5))
def test_lines_do_not_depend_on_the_chunks(content: bytes, cuts: list[int]) -> None:
    """They are what `split` gives."""
    places = sorted({0, len(content), *(cut for cut in cuts if cut < len(content))})
    chunks = [content[a:b] for a, b in pairwise(places)]
    lines = [line for line in cut_lines(chunks, longest=100) if isinstance(line, Line)]
    expected = content.split(b"\n")
    if expected[-1] == b"":
        expected.pop()
    assert [line.content for line in lines] == expected
    assert [line.number for line in lines] == list(range(1, len(expected) + 1))
    assert [line.is_ended for line in lines[:-1]] == [True] * (len(lines) - 1)
    assert not lines or lines[-1].is_ended is content.endswith(b"\n")


@pytest.mark.parametrize("size", [1, 7, 1000, 100_000])
def test_a_line_beyond_the_limit_is_counted_and_not_held(size: int) -> None:
    """Its length and its first bytes are known, and the next line is read."""
    content = b"short\n" + b"x" * 50_000 + b"\nnext\n"
    chunks = [content[start : start + size] for start in range(0, len(content), size)]
    first, long, last = (line for line in cut_lines(chunks, longest=10_000))
    assert isinstance(first, Line)
    assert isinstance(long, Line)
    assert isinstance(last, Line)
    assert (first.content, last.content, last.number) == (b"short", b"next", 3)
    assert (long.number, long.length, long.is_whole) == (2, 50_000, False)
    assert 0 < len(long.content) <= HEAD_BYTES


def test_a_line_of_exactly_the_limit_is_read() -> None:
    """One byte more is not."""
    lines = list(cut_lines([b"x" * 10 + b"\n" + b"x" * 11 + b"\n"], longest=10))
    assert [line.is_whole for line in lines if isinstance(line, Line)] == [True, False]


def test_a_flaw_comes_after_the_unfinished_line() -> None:
    """So that whoever reads the line knows that it was cut."""
    flaw = StreamFlaw(ProblemCode.TRUNCATED, "cut")
    line, last = cut_lines([b"ab", flaw, b"never"], longest=10)
    assert isinstance(line, Line)
    assert (line.content, line.is_ended, last) == (b"ab", False, flaw)
