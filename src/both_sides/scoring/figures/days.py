"""Recognise the days of a month, by the month's name beside them.

What it deliberately does not do: years and hours (`years`, `moments`), or dates written in digits
only (`dates`).

    day_of_month(passage of "22 August 2017", the number 22).kind == FigureKind.DAY
"""

# ruff: noqa: RUF001 - these very signs are looked for

from dataclasses import replace
from typing import Final

from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.rational import is_among
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.calendar import (
    DAY_LINKS,
    MONTHS,
    MONTHS_ALSO_WORDS,
    ORDINAL_ENDINGS,
)
from both_sides.scoring.figures.vocabulary.contexts import COUNTED
from both_sides.scoring.figures.vocabulary.units import UNITS

_DAYS: Final = range(1, 32)
_MONTHS_IN_SMALL: Final = frozenset(("es", "fr", "it", "nl", "pt"))
_DAY_JOINTS: Final = frozenset(
    ("-", "–", "—", "/", "and", "&", "to", "or", "und", "oder", "bis", "et", "y", "e"),
)


def is_month(passage: Passage, index: int) -> bool:
    """Say whether a token is the name of a month.

    Args:
        passage: The text.
        index: Index of the token.

    Returns:
        Whether it is; `may` and `march` need a capital.
    """
    word = passage.word(index)
    if word not in MONTHS:
        return False
    if passage.language in _MONTHS_IN_SMALL or word not in MONTHS_ALSO_WORDS:
        return True
    return not passage.original(index).islower()


def _month_after(passage: Passage, index: int) -> bool:
    """Say whether a month's name follows: 22 August, 3. Oktober, 22nd of August, 22-Aug."""
    place = index + 1 if passage.at(index).text == "." else index
    place = passage.skip_space(place)
    if passage.at(place).text == "-":
        place += 1
    if passage.word(place) in DAY_LINKS:
        place = passage.skip_space(place + 1)
    return is_month(passage, place)


def _month_before(passage: Passage, index: int) -> bool:
    """Say whether a month's name precedes: August 22, Aug. 22, Aug-22, August the 22nd."""
    place = passage.skip_space_back(index - 1)
    if passage.at(place).text in {".", "-"}:
        place -= 1
    if passage.word(place) == "the":
        place = passage.skip_space_back(place - 1)
    return is_month(passage, place)


def is_month_beside(passage: Passage, first: int, last: int) -> bool:
    """Say whether a month's name stands beside a stretch of tokens.

    Args:
        passage: The text.
        first: Index of the first token.
        last: Index after the last token.

    Returns:
        Whether one stands before or after it.
    """
    return _month_before(passage, first) or _month_after(passage, last)


def is_beside_month(passage: Passage, number: Number) -> bool:
    """Say whether a number is the day of a month whose name stands beside it.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        Whether it is.
    """
    return number.scale == 1 and is_among(number.value, _DAYS) and _is_day(passage, number)


def _is_day(passage: Passage, number: Number) -> bool:
    """Say whether a month's name stands beside a number, and nothing that it counts."""
    last = number.last
    if passage.word(last) in ORDINAL_ENDINGS:
        last += 1
    if _month_after(passage, last):
        return True
    word = passage.word(passage.skip_space(last))
    return _month_before(passage, number.first) and word not in COUNTED and word not in UNITS


def day_of_month(passage: Passage, number: Number) -> Number | None:
    """Read the day of a month, also the first of two days: 22 to 24 August.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The day, or none.

    *Source:* spec/engine.md, Figures in a text.
    """
    if not (number.plain or number.kind is FigureKind.ORDINAL) or not is_among(number.value, _DAYS):
        return None
    if not (_is_day(passage, number) or _is_other_day(passage, number)):
        return None
    return replace(number, kind=FigureKind.DAY)


def _is_other_day(passage: Passage, number: Number) -> bool:
    """Say whether a dash or an *and* joins a number to a day beside its month."""
    after = _over_link(passage, number.last, 1)
    if passage.at(after).shape is Shape.DIGITS and _month_after(passage, after + 1):
        return True
    before = _over_link(passage, number.first - 1, -1)
    return passage.at(before).shape is Shape.DIGITS and _month_before(passage, before)


def _over_link(passage: Passage, index: int, step: int) -> int:
    """Return the index beyond a dash or an *and* that begins at an index, in a direction."""
    place = index + step if passage.at(index).shape is Shape.SPACE else index
    if passage.at(place).text not in _DAY_JOINTS:
        return -1
    place += step
    return place + step if passage.at(place).shape is Shape.SPACE else place
