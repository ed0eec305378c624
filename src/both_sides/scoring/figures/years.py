"""Tell years from other numbers, by an era, by their ending, or by the words around them.

Four bare digits are a year unless something says that they count: `in 1500`, but `1500 people`.
What it deliberately does not do: join two years to a span (`pairs`).

    plain_year(passage of "founded in 1889", the number 1889).kind == FigureKind.YEAR
"""

from dataclasses import replace
from typing import Final

from both_sides.scoring.figures.bounds import is_bounded
from both_sides.scoring.figures.days import is_month
from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.rational import is_among
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.calendar import DECADE_ENDINGS, ERAS_AFTER, ERAS_BEFORE
from both_sides.scoring.figures.vocabulary.contexts import (
    COUNTED,
    COUNTED_ADJECTIVES,
    WEAK_YEAR_CUES,
    WORDS_AFTER_A_YEAR,
    YEAR_CUES,
    YEAR_NOUNS,
)
from both_sides.scoring.figures.vocabulary.units import TIMES, UNITS
from both_sides.scoring.figures.vocabulary.wordlists import words

YEARS: Final = range(1000, 2200)
"""What four bare digits may be a year of."""

_LIKELY_YEARS: Final = range(1500, 2100)
_NOT_A_DAY: Final = range(32, 2200)
_YEAR_DIGITS: Final = 4
_FEWEST_YEAR_DIGITS: Final = 3
_DECADE: Final = 10
_SHORTEST_PLURAL: Final = 4
_ERAS_THAT_NEED_YEAR: Final = frozenset((("前",),))
_BEGINNINGS_OF_ERAS: Final = frozenset(signs[0] for signs, _ in ERAS_AFTER)
_ENDS_OF_ERAS: Final = frozenset(signs[-1] for signs, _ in ERAS_BEFORE)
_CIRCA: Final = frozenset(("c", "ca", "circa"))
_SINGULARS: Final = frozenset(("series", "news"))
_SINGULAR_ENDINGS: Final = ("ss", "us", "is")
_DETERMINERS: Final = words("a an the this his her its their s der die das les le la los el")


def is_four_digit_year(passage: Passage, number: Number) -> bool:
    """Say whether a number is written as a year may be: four bare digits, 1000 to 2199.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        Whether it is; what it counts or dates is another question.
    """
    return (
        number.plain
        and is_among(number.value, YEARS)
        and len(passage.at(number.first).text) == _YEAR_DIGITS
    )


def year_of_era(passage: Passage, number: Number) -> Number | None:
    """Read `2000 BCE`, `AD 79`, `44 v. Chr.`, `公元前221年`.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The year with its era, negative before the common era; or none.

    *Source:* spec/engine.md, Figures in a text.
    """
    if number.value.denominator != 1 or number.kind is not None:
        return None
    before = passage.at(passage.skip_space_back(number.first - 1)).text
    for signs, sign in ERAS_BEFORE if before in _ENDS_OF_ERAS else ():
        first = _begin_of(passage, number.first, signs)
        if first is None or not _is_era(passage, first, signs):
            continue
        of_year = passage.at(number.last).text == "年"
        if of_year or signs not in _ERAS_THAT_NEED_YEAR:
            last = number.last + 1 if of_year else number.last
            value = sign * number.value
            return replace(number, value=value, first=first, last=last, kind=FigureKind.YEAR)
    sign, last = era_after(passage, number.last)
    if sign:
        return replace(number, value=sign * number.value, last=last, kind=FigureKind.YEAR)
    return None


def era_after(passage: Passage, index: int) -> tuple[int, int]:
    """Find the words of an era that follow a number.

    Args:
        passage: The text.
        index: Index after the number.

    Returns:
        The sign of the number's year and the index after the era, or zero and the index given.
    """
    place = passage.skip_space(index)
    if passage.at(place).text not in _BEGINNINGS_OF_ERAS:
        return 0, index
    for signs, sign in ERAS_AFTER:
        if passage.begins(place, signs) and _is_era(passage, place, signs):
            return sign, place + len(signs)
    return 0, index


def _begin_of(passage: Passage, index: int, signs: tuple[str, ...]) -> int | None:
    """Return where the given tokens begin if they end right before an index."""
    first = passage.skip_space_back(index - 1) - len(signs) + 1
    return first if passage.begins(first, signs) else None


def _is_era(passage: Passage, index: int, signs: tuple[str, ...]) -> bool:
    """Say whether letters are those of an era: in capitals where they are one Latin word."""
    if len(signs) > 1 or passage.at(index).shape is not Shape.WORD:
        return True
    return passage.original(index).isupper()


def decade(passage: Passage, number: Number) -> Number | None:
    """Read `1890s`, `1920er`, `1990's`.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The first year of the decade with its ending, or none.
    """
    if not is_four_digit_year(passage, number):
        return None
    place = number.last
    if passage.at(place).text in {"'", "-"}:
        place += 1
    if number.value % _DECADE or passage.word(place) not in DECADE_ENDINGS:
        return None
    return replace(number, last=place + 1, kind=FigureKind.YEAR)


def plain_year(passage: Passage, number: Number) -> Number | None:
    """Read a year without an era: by its form, its neighbours, and the date it ends.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The year, or none.

    *Source:* spec/engine.md, Figures in a text.
    """
    if not number.plain:
        return None
    if is_four_digit_year(passage, number):
        is_year = _is_year_by_neighbours(passage, number)
    else:
        is_year = _is_early_year(passage, number) or (
            is_among(number.value, _NOT_A_DAY) and _ends_date(passage, number)
        )
    return replace(number, kind=FigureKind.YEAR) if is_year else None


def _ends_date(passage: Passage, number: Number) -> bool:
    """Say whether a month's name stands directly before a number."""
    return is_month(passage, passage.skip_space_back(number.first - 1))


def _is_early_year(passage: Passage, number: Number) -> bool:
    """Say whether this is the year in `in 476, the last emperor`."""
    place = passage.skip_space_back(number.first - 1)
    after = passage.at(passage.skip_space(number.last)).text
    return (
        len(passage.at(number.first).text) == _FEWEST_YEAR_DIGITS
        and passage.word(place) in {"in", "year", "im", "jahr", "en"}
        and (after in {",", ".", ""} or after in WORDS_AFTER_A_YEAR)
        and passage.at(number.last + 1).shape is not Shape.DIGITS
    )


def _is_year_by_neighbours(passage: Passage, number: Number) -> bool:
    """Weigh the words around four bare digits."""
    before = passage.skip_space_back(number.first - 1)
    after = passage.skip_space(number.last)
    if passage.word(after) in YEAR_NOUNS or is_month(passage, before):
        return True
    return not _counts(passage, after) and _looks_like_year(passage, number, before, after)


def _looks_like_year(passage: Passage, number: Number, before: int, after: int) -> bool:
    """Weigh the word before four bare digits against the word after them."""
    cue = passage.word(before - 1 if passage.at(before).text == "." else before)
    if cue in _CIRCA:
        return not _is_plural_noun(passage, after)
    if is_bounded(passage, number.first):
        ends = not passage.word(after) or passage.word(after) in WORDS_AFTER_A_YEAR
        return ends and is_among(number.value, _LIKELY_YEARS)
    if cue in YEAR_CUES:
        return True
    if _is_plural_noun(passage, after):
        return cue in _DETERMINERS and is_among(number.value, _LIKELY_YEARS)
    return cue in WEAK_YEAR_CUES or is_among(number.value, _LIKELY_YEARS)


def _counts(passage: Passage, index: int) -> bool:
    """Say whether the word after a number is what it counts or measures."""
    word = passage.word(index)
    if word in COUNTED or word in UNITS or word in TIMES:
        return True
    if word in COUNTED_ADJECTIVES:
        return passage.original(index).islower()
    return passage.at(index).text == "/" and passage.word(index + 1) in UNITS


def _is_plural_noun(passage: Passage, index: int) -> bool:
    """Guess that a lower-case word ending in s is what a number counts."""
    word = passage.original(index)
    if not word.islower() or len(word) < _SHORTEST_PLURAL or word in _SINGULARS:
        return False
    return word.endswith("s") and not word.endswith(_SINGULAR_ENDINGS)
