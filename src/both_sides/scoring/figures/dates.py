"""Read dates and coordinates: several numbers, or one, that only their notation tells apart.

A date written in digits (`2017-08-22`, `22.08.2017`, `5/17/2018`) is a day, a month and a year. A
coordinate is one number in degrees. What it deliberately does not do: dates with a month's name,
whose parts `moments` recognises one by one.

    [number.kind for number in read_date(Passage.of("2017-08-22"), 0)] == [YEAR, MONTH, DAY]
"""

# ruff: noqa: RUF001 - these very signs are looked for

from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.digits import read_numeral
from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.tokens import Shape

_DATE_MARKS: Final = frozenset("-/.")
_YEAR_FIRST: Final = (FigureKind.YEAR, FigureKind.MONTH, FigureKind.DAY)
_DAY_FIRST: Final = (FigureKind.DAY, FigureKind.MONTH, FigureKind.YEAR)
_MONTH_FIRST: Final = (FigureKind.MONTH, FigureKind.DAY, FigureKind.YEAR)
_BOUNDS: Final = {
    FigureKind.YEAR: (4, range(1000, 2200)),
    FigureKind.MONTH: (2, range(1, 13)),
    FigureKind.DAY: (2, range(1, 32)),
}
_SHORT_YEAR_DIGITS: Final = 2

_DEGREE: Final = frozenset("°º")
_MINUTE: Final = frozenset("′'´")
_SECOND: Final = frozenset(("″", '"', "”", "“", "''", "′′"))
_NORTH_EAST: Final = frozenset(("n", "e", "north", "east", "nord", "norte"))
_SOUTH_WEST: Final = frozenset(("s", "w", "south", "west", "süd", "sur", "sud", "ouest", "oeste"))
_EAST_OR_WEST: Final = "o"
_SIXTY: Final = 60
_LARGEST_ANGLE: Final = 180
_PLACES: Final = 10**6


def read_date(passage: Passage, index: int) -> tuple[Number, ...]:
    """Read a date in digits that begins at a token.

    Args:
        passage: The text.
        index: Index of a token of digits.

    Returns:
        Its three numbers in text order, or nothing.

    *Source:* spec/engine.md, Figures in a text.
    """
    mark = passage.at(index + 1).text
    places = (index, index + 2, index + 4)
    if mark not in _DATE_MARKS or passage.at(index + 3).text != mark:
        return ()
    if any(passage.at(place).shape is not Shape.DIGITS for place in places):
        return ()
    if passage.at(index - 1).text in _DATE_MARKS or passage.at(index + 5).text == mark != ".":
        return ()
    if passage.at(index + 5).text == "." and passage.at(index + 6).shape is Shape.DIGITS:
        return ()
    texts = tuple(passage.at(place).text for place in places)
    for order in _orders(passage, mark):
        short = mark == "/" and order is not _YEAR_FIRST and len(texts[2]) == _SHORT_YEAR_DIGITS
        parts = zip(texts, order, strict=True)
        if all(_fits(text, kind, short_year=short) for text, kind in parts):
            return tuple(
                Number(Fraction(int(text)), place, place + 1, kind=kind)
                for text, place, kind in zip(texts, places, order, strict=True)
            )
    return ()


def _orders(passage: Passage, mark: str) -> tuple[tuple[FigureKind, ...], ...]:
    """Return the orders in which a date may be written, the likeliest first."""
    if mark == "/" and passage.language in {"en", "und", "hi"}:
        return (_YEAR_FIRST, _MONTH_FIRST, _DAY_FIRST)
    return (_YEAR_FIRST, _DAY_FIRST, _MONTH_FIRST)


def _fits(text: str, kind: FigureKind, *, short_year: bool) -> bool:
    """Say whether digits may be the given part of a date."""
    longest, values = _BOUNDS[kind]
    if kind is FigureKind.YEAR and short_year:
        return len(text) == _SHORT_YEAR_DIGITS
    exact = len(text) == longest if kind is FigureKind.YEAR else len(text) <= longest
    return exact and int(text) in values


def read_coordinate(passage: Passage, index: int) -> Number | None:
    """Read a coordinate that begins at a token: `40°23′43″N`, `64°08′ N`, `37.77° S`.

    Args:
        passage: The text.
        index: Index of the token with its degrees.

    Returns:
        The coordinate in degrees, rounded to six decimals if it has minutes, negative south and
        west; or none.

    *Source:* spec/engine.md, Figures in a text.
    """
    degrees = read_numeral(passage, index)
    if degrees is None or abs(degrees.value) > _LARGEST_ANGLE:
        return None
    mark = passage.skip_space(degrees.last)
    if passage.at(mark).text not in _DEGREE:
        return None
    value, last = degrees.value, mark + 1
    for marks, divisor in ((_MINUTE, _SIXTY), (_SECOND, _SIXTY * _SIXTY)):
        place = passage.skip_space(last)
        if passage.at(place).shape is not Shape.DIGITS:
            break
        part = read_numeral(passage, place)
        if part is None or part.value >= _SIXTY:
            break
        after = _end_of_mark(passage, part.last, marks)
        if after == part.last:
            break
        value, last = value + part.value / divisor, after
    with_minutes = last > mark + 1
    if with_minutes:
        value = Fraction(round(value * _PLACES), _PLACES)
    return _with_hemisphere(passage, Number(value, index, last), with_minutes=with_minutes)


def _end_of_mark(passage: Passage, index: int, marks: frozenset[str]) -> int:
    """Return the index after a minute or second sign, or the index given if there is none."""
    place = passage.skip_space(index)
    return place + 1 if passage.at(place).text in marks else index


def _with_hemisphere(passage: Passage, number: Number, *, with_minutes: bool) -> Number | None:
    """Add the letter of the hemisphere; without one only minutes make a coordinate."""
    place = passage.skip_space(number.last)
    word = passage.word(place)
    letter = passage.original(place)
    if len(letter) == 1 and not letter.isupper():
        word = ""
    value, last = number.value, place + 1
    if word in _SOUTH_WEST or (word == _EAST_OR_WEST and passage.language != "de"):
        value = -value
    elif word not in _NORTH_EAST and word != _EAST_OR_WEST:
        if not with_minutes:
            return None
        last = number.last
    return Number(value, number.first, last, kind=FigureKind.COORDINATE)
