"""Recognise the parts of a date and the hours of a day among numbers.

What it deliberately does not do: dates written in digits only, which `dates` reads, and spans of
years and times with a colon, which `pairs` joins.

    moment(passage of "2020年11月", the number 11).kind == FigureKind.MONTH
"""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.days import day_of_month
from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.rational import is_among
from both_sides.scoring.figures.vocabulary.calendar import HOURS_AFTER
from both_sides.scoring.figures.years import YEARS, decade, plain_year, year_of_era

_DAYS: Final = range(1, 32)
_MONTHS_OF_YEAR: Final = range(1, 13)
_HOURS: Final = range(25)
_MINUTES: Final = range(60)
_DURATIONS: Final = frozenset("间間")
_IDEOGRAPHIC_MOMENTS: Final = {
    "年": (FigureKind.YEAR, YEARS),
    "月": (FigureKind.MONTH, _MONTHS_OF_YEAR),
    "日": (FigureKind.DAY, _DAYS),
    "号": (FigureKind.DAY, _DAYS),
    "號": (FigureKind.DAY, _DAYS),
    "时": (FigureKind.HOUR, _HOURS),
    "時": (FigureKind.HOUR, _HOURS),
    "点": (FigureKind.HOUR, _HOURS),
    "點": (FigureKind.HOUR, _HOURS),
}


def moment(passage: Passage, number: Number) -> Number | None:
    """Recognise a number as a part of a date or an hour.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The number with its kind, and with the signs that belong to it (`2020年`, `2000 BCE`,
        `1890s`); none if it is no moment.

    *Source:* spec/engine.md, Figures in a text.
    """
    if number.kind in {FigureKind.YEAR, FigureKind.MONTH, FigureKind.DAY, FigureKind.HOUR}:
        return number
    if number.kind not in {None, FigureKind.ORDINAL}:
        return None
    for reading in (year_of_era, _ideographic, day_of_month, decade, _hour, plain_year):
        found = reading(passage, number)
        if found is not None:
            return found
    return None


def _ideographic(passage: Passage, number: Number) -> Number | None:
    """Read `2020年`, `11月`, `1日`, `零时`, but not `3年` or `2時間`."""
    place = passage.skip_space(number.last)
    kind, values = _IDEOGRAPHIC_MOMENTS.get(passage.at(place).text, (None, range(0)))
    if kind is None or number.scale != 1 or not is_among(number.value, values):
        return None
    if passage.at(place + 1).text in _DURATIONS or number.kind is not None:
        return None
    return replace(number, kind=kind, last=place + 1)


def _hour(passage: Passage, number: Number) -> Number | None:
    """Read `5 pm`, `20 Uhr`, `11.30 am`."""
    whole = Fraction(int(number.value))
    minutes = (number.value - whole) * 100
    if number.kind or number.scale != 1:
        return None
    if not is_among(whole, _HOURS) or not is_among(minutes, _MINUTES):
        return None
    place = passage.skip_space(number.last)
    word = passage.word(place)
    if word not in HOURS_AFTER or (len(word) == 1 and not _is_clock(passage, place)):
        return None
    if minutes:
        return replace(number, value=whole, second=minutes, kind=FigureKind.HOUR)
    return replace(number, kind=FigureKind.HOUR)


def _is_clock(passage: Passage, index: int) -> bool:
    """Say whether a letter is that of a.m., p.m. or o'clock, or an h with nothing after it."""
    after = passage.at(index + 1).text
    if passage.word(index) in {"a", "p"}:
        return after == "." and passage.word(index + 2) == "m"
    return after == "'" and passage.word(index + 2) == "clock"
