"""Walk through a passage and put its numbers together, one after the other.

Here it is decided whether digits begin a number at all: not inside a link, not glued to letters
that are no unit (`c2`, `B-52`, `3D`), not as a footnote mark. What it deliberately does not do: say
what a number is of, or join two numbers to a range.

    [number.value for number in assemble(Passage.of("two of 1,500"))] == [2, 1500]
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from both_sides.scoring.figures.dates import read_coordinate, read_date
from both_sides.scoring.figures.digits import read_numeral
from both_sides.scoring.figures.exclusions import excluded
from both_sides.scoring.figures.identifiers import (
    is_footnote_mark,
    is_glued_after,
    is_glued_before,
)
from both_sides.scoring.figures.ideograph_context import is_number
from both_sides.scoring.figures.ideographs import begins_ideographs, read_ideographs
from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.notation import extend, vulgar_fraction
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.phrases import read_phrase
from both_sides.scoring.figures.sequence import end_of_endless
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary import chinese

_SIGNS_OF_IDEOGRAPHS: Final = (
    chinese.UNITS.keys() | chinese.SCALES.keys() | chinese.VAGUE | {"又", "分", chinese.DOZEN}
)


def assemble(passage: Passage) -> Iterator[Number]:
    """Put the numbers of a passage together.

    Args:
        passage: The text.

    Yields:
        Numbers in text order, none overlapping another.

    *Source:* spec/engine.md, Figures in a text.
    """
    spans = excluded(passage.folded)
    begin, end = next(spans, (len(passage.text), 0))
    index, count = 0, len(passage.tokens)
    while index < count:
        token = passage.tokens[index]
        while end and token.start >= end:
            begin, end = next(spans, (len(passage.text), 0))
        if token.shape is Shape.SPACE or token.start >= begin:
            index += 1
            continue
        found = _numbers_at(passage, index)
        yield from found
        index = found[-1].last if found else _resume(passage, index)


def _resume(passage: Passage, index: int) -> int:
    """Return where to go on after a token that begins no number."""
    return index + 1 if passage.atom(index) is None else end_of_endless(passage, index)


def _numbers_at(passage: Passage, index: int) -> tuple[Number, ...]:
    """Read the number, or the numbers of a date, that begin at a token."""
    token = passage.at(index)
    if token.shape is Shape.DIGITS:
        return read_date(passage, index) or _some(_digits(passage, index))
    if token.shape is Shape.WORD:
        return _some(read_phrase(passage, index))
    if token.shape is Shape.IDEOGRAPH:
        return _some(_ideographs(passage, index))
    return _some(_mark(passage, index))


def _some(number: Number | None) -> tuple[Number, ...]:
    """Return a number as a sequence of one, or nothing."""
    return () if number is None else (number,)


def _digits(passage: Passage, index: int) -> Number | None:
    """Read the number that begins with a token of digits."""
    if is_glued_before(passage, index) or is_footnote_mark(passage, index):
        return None
    coordinate = read_coordinate(passage, index)
    if coordinate is not None:
        return coordinate
    numeral = read_numeral(passage, index)
    if numeral is None:
        return None
    number = extend(passage, index, numeral)
    if passage.at(passage.skip_space(number.last)).text in _SIGNS_OF_IDEOGRAPHS:
        return read_ideographs(passage, index, number)
    phrase = read_phrase(passage, index, number)
    if phrase is None or is_glued_after(passage, phrase):
        return None
    return phrase


def _mark(passage: Passage, index: int) -> Number | None:
    """Read a vulgar fraction alone, or decimals without a digit before their mark."""
    token = passage.at(index)
    part = vulgar_fraction(token.text)
    if part is not None:
        fraction = Number(part, index, index + 1, kind=FigureKind.FRACTION)
        return read_phrase(passage, index, fraction)
    before = passage.at(index - 1).shape
    if token.text != "." or passage.at(index + 1).shape is not Shape.DIGITS:
        return None
    if before in {Shape.DIGITS, Shape.WORD} or passage.at(index - 1).text in {".", ")"}:
        return None
    numeral = read_numeral(passage, index)
    if numeral is None or passage.at(numeral.last).text == ".":
        return None
    number = read_phrase(passage, index, extend(passage, index, numeral))
    return None if number is None or is_glued_after(passage, number) else number


def _ideographs(passage: Passage, index: int) -> Number | None:
    """Read a number that begins with an ideograph, or an ordinal with its prefix."""
    if passage.at(index).text == chinese.ORDINAL_PREFIX:
        return _ideographic_ordinal(passage, index)
    if not begins_ideographs(passage, index):
        return None
    number = read_ideographs(passage, index)
    if number is None:
        return None
    return number if is_number(passage, number) else None


def _ideographic_ordinal(passage: Passage, index: int) -> Number | None:
    """Read `第七次`."""
    place = passage.skip_space(index + 1)
    number: Number | None = None
    numeral = read_numeral(passage, place) if passage.at(place).shape is Shape.DIGITS else None
    if numeral is not None:
        number = Number(numeral.value, place, numeral.last)
    elif begins_ideographs(passage, place):
        number = read_ideographs(passage, place)
    if number is None:
        return None
    counter = passage.at(number.last).text in chinese.ORDINAL_COUNTERS
    last = number.last + 1 if counter else number.last
    return replace(number, first=index, last=last, kind=FigureKind.ORDINAL)
