"""Say what each number is of, by what stands around it.

The order of the questions is the order of how sure their answers are: a percent sign outweighs a
bound, a month's name outweighs a unit. What it deliberately does not do: change a number's value.

    classify(passage of "85 feet", the number 85).kind == FigureKind.MEASURE
"""

# ruff: noqa: RUF001 - these very signs are looked for

from dataclasses import replace
from typing import Final

from both_sides.scoring.figures.amounts import money, percentage, signed
from both_sides.scoring.figures.bounds import bounded
from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.moments import moment
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.calendar import (
    DECADE_ENDINGS,
    ENGLISH_ORDINAL_ENDINGS,
    ORDINAL_ENDINGS,
)
from both_sides.scoring.figures.vocabulary.contexts import (
    NUMBER_WORDS,
    NUMBERED,
    NUMBERED_IN_SMALL,
    ORDERED,
    PAGE_CUES,
    POSTCODE_CUES,
)
from both_sides.scoring.figures.vocabulary.units import (
    IDEOGRAPHIC_UNITS,
    MARKS,
    PER,
    TIMES,
    UNITS,
)
from both_sides.scoring.figures.years import is_four_digit_year

_NUMBER_SIGNS: Final = frozenset("#№")
_DIMENSIONS: Final = frozenset("x×")
_BEGINNINGS_OF_AREAS: Final = ("quadrat", "vierkante", "km")
_KELVIN: Final = "K"
_POSTCODE_DIGITS: Final = range(4, 7)
_SHORTEST_POSTCODE_CITY: Final = 3
_SETTLED: Final = frozenset(
    (
        FigureKind.COORDINATE, FigureKind.SCORE, FigureKind.YEAR_RANGE, FigureKind.PLUS_MINUS,
        FigureKind.YEAR, FigureKind.MONTH, FigureKind.DAY, FigureKind.HOUR,
    ),
)  # fmt: skip


def classify(passage: Passage, number: Number) -> Number:
    """Give a number its kind and the signs and words that belong to it.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The number, with a kind.

    *Source:* spec/engine.md, Figures in a text.
    """
    if number.kind in _SETTLED:
        return number
    number = signed(passage, ordinal_by_ending(passage, number))
    for reading in (percentage, _postcode, money, moment, _place):
        found = reading(passage, number)
        if found is not None:
            quantity = found.kind in {FigureKind.PERCENT, FigureKind.CURRENCY}
            return bounded(passage, found) if quantity else found
    if number.kind in {FigureKind.ORDINAL, FigureKind.PLUS_MINUS}:
        return number
    if number.kind is None and _is_measure(passage, number):
        return bounded(passage, replace(number, kind=FigureKind.MEASURE))
    return bounded(passage, replace(number, kind=number.kind or FigureKind.CARDINAL))


def ordinal_by_ending(passage: Passage, number: Number) -> Number:
    """Read `1st`, `2ème`, `3º`, `19-й`, `19. Jahrhundert`.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The ordinal with its ending, or the number as it was.
    """
    if not number.plain:
        return number
    if passage.at(number.last).text == "." and passage.word(number.last + 2) in ORDERED:
        return replace(number, kind=FigureKind.ORDINAL)
    hyphen = passage.at(number.last).text == "-"
    place = number.last + 1 if hyphen else number.last
    if not _is_ordinal_ending(passage, number, passage.word(place), hyphen=hyphen):
        return number
    return replace(number, last=place + 1, kind=FigureKind.ORDINAL)


def _is_ordinal_ending(passage: Passage, number: Number, ending: str, *, hyphen: bool) -> bool:
    """Say whether letters after a number make a place of it: Latin ones without a hyphen."""
    if ending not in ORDINAL_ENDINGS or (hyphen and ending.isascii()):
        return False
    if ending in DECADE_ENDINGS and is_four_digit_year(passage, number):
        return False
    foreign = ending.isascii() and ending not in ENGLISH_ORDINAL_ENDINGS
    return not (foreign and passage.language == "en")


def _place(passage: Passage, number: Number) -> Number | None:
    """Read the number of a page, of a game, of a chapter; number one."""
    if number.kind not in {None, FigureKind.RANGE} or number.value.denominator != 1:
        return None
    if number.scale != 1:
        return None
    place = passage.skip_space_back(number.first - 1)
    mark = passage.at(place).text
    if mark in {".", "-"}:
        place -= 1
    if passage.word(place) in PAGE_CUES:
        touching = place == number.first - 1
        return None if touching else replace(number, kind=FigureKind.PAGE)
    if number.kind is not None:
        return None
    if mark in _NUMBER_SIGNS and place == number.first - 1:
        return replace(number, first=place, kind=FigureKind.ORDINAL)
    return _numbered(passage, number, place, stopped=mark == ".")


def _numbered(passage: Passage, number: Number, place: int, *, stopped: bool) -> Number | None:
    """Read a number after the word at a place that numbers things."""
    word = passage.word(place)
    if word in NUMBER_WORDS:
        refused = word == "no" and not stopped
        return None if refused else replace(number, first=place, kind=FigureKind.ORDINAL)
    is_name = not passage.original(place).islower() or word in NUMBERED_IN_SMALL
    if word in NUMBERED and is_name and number.plain:
        return replace(number, kind=FigureKind.ORDINAL)
    return None


def _postcode(passage: Passage, number: Number) -> Number | None:
    """Read a postcode: after its name, or in an address before a town."""
    if not number.plain or len(passage.at(number.first).text) not in _POSTCODE_DIGITS:
        return None
    before = passage.skip_space_back(number.first - 1)
    if passage.at(before).text == ":" or passage.word(before) == "is":
        before = passage.skip_space_back(before - 1)
    if passage.word(before) == "code":
        before = passage.skip_space_back(before - 1)
    if passage.word(before) in POSTCODE_CUES or _is_in_address(passage, number):
        return replace(number, kind=FigureKind.POSTCODE)
    return None


def _is_in_address(passage: Passage, number: Number) -> bool:
    """Say whether this is `Hauptstraße 5, 10115 Berlin` or `Springfield, IL 62704`."""
    before = passage.skip_space_back(number.first - 1)
    state = passage.original(before)
    if len(state) == 2 and state.isupper() and passage.at(before - 2).text == ",":  # noqa: PLR2004
        return True
    town = passage.original(passage.skip_space(number.last))
    return (
        passage.at(before).text == ","
        and passage.at(passage.skip_space_back(before - 1)).shape is Shape.DIGITS
        and len(passage.at(number.first).text) > min(_POSTCODE_DIGITS)
        and len(town) >= _SHORTEST_POSTCODE_CITY
        and town[:1].isupper()
    )


def _is_measure(passage: Passage, number: Number) -> bool:
    """Say whether a unit follows, or a rate, or another side of the same thing."""
    place = passage.skip_space(number.last)
    if passage.at(place).text == "-":
        place += 1
    word = passage.word(place)
    if word in UNITS and not _is_no_unit(passage, place):
        return True
    if (
        passage.at(place).text in MARKS
        or passage.original(place) == _KELVIN
        or passage.begins_glyphs(place, IDEOGRAPHIC_UNITS)
    ):
        return True
    if passage.at(place).text in _DIMENSIONS or word == "x":
        return passage.at(passage.skip_space(place + 1)).shape is Shape.DIGITS
    return _is_rate(passage, place) or _is_inches(passage, number, place)


def _is_no_unit(passage: Passage, index: int) -> bool:
    """Say whether a word that names a unit is used otherwise here: 430 W. Allegan Street."""
    after = passage.at(index + 1).text
    if passage.word(index) == "light":
        return after != "-"
    letter = passage.original(index)
    return len(letter) == 1 and letter.isupper() and after == "."


def _is_inches(passage: Passage, number: Number, index: int) -> bool:
    """Say whether *in* means inches: after feet, or after a fraction with a stop behind it."""
    if passage.word(index) != "in":
        return False
    before = passage.word(passage.skip_space_back(number.first - 1))
    stopped = passage.at(index + 1).text in {".", ")"}
    return before in {"ft", "feet"} or (stopped and number.value.denominator != 1)


def _is_rate(passage: Passage, index: int) -> bool:
    """Say whether the number counts something per unit: 22 inhabitants per square kilometre."""
    for begin in (index, index + 1, passage.skip_space(index + 1)):
        place = begin + 1 if passage.at(begin).text == "." else begin
        unit = passage.word(passage.skip_space(place + 1))
        divided = passage.at(place).text == "/" or passage.word(place) in PER
        measured = unit in UNITS or unit.startswith(_BEGINNINGS_OF_AREAS)
        if divided and measured and unit not in TIMES:
            return True
    return False
