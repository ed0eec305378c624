"""Take into a figure the signs that belong to it: minus, plus-minus, percent, currency.

What it deliberately does not do: units of measure, which tell a figure's kind (`kinds`) but are not
quoted with it, and words that bound it (`bounds`).

    money(passage of "$1.3b", the number 1.3).value == 1300000000
"""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.currencies import (
    ABBREVIATIONS,
    CODES,
    IDEOGRAPHIC_NAMES,
    LETTERS_OF_A_SIGN,
    NAMES,
    SIGNS,
)
from both_sides.scoring.figures.vocabulary.scales import AFTER_MONEY
from both_sides.scoring.figures.vocabulary.units import (
    IDEOGRAPHIC_PERCENT,
    PERCENT_PAIRS,
    PERCENT_SIGNS,
    PERCENT_WORDS,
)

_TRUE_MINUS: Final = "\u2212"
_HYPHEN: Final = "-"
_EN_DASH: Final = "\u2013"
_MINUS_SIGNS: Final = frozenset((_TRUE_MINUS, _HYPHEN, _EN_DASH))
_PLUS_MINUS: Final = "±"
_NO_SIGN_AFTER: Final = _MINUS_SIGNS | {"+", ")", "]"}
_SPACED_LETTERS: Final = frozenset(("m", "mm"))
_DEGREE: Final = "°"
_OF_MONEY: Final = frozenset(("d", "de", "di"))


def signed(passage: Passage, number: Number) -> Number:
    """Take a minus sign in, or a plus-minus sign.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The number, negative if a minus sign rather than a hyphen stands before it.

    *Source:* spec/engine.md, Figures in a text.
    """
    place = number.first - 1
    mark = passage.at(place).text
    if mark == _PLUS_MINUS or passage.at(passage.skip_space_back(place)).text == _PLUS_MINUS:
        first = passage.skip_space_back(place)
        return replace(number, first=first, kind=FigureKind.PLUS_MINUS, plain=False)
    if _is_minus(passage, number):
        return replace(number, value=-number.value, first=place, plain=False)
    spaced = passage.skip_space_back(place)
    if spaced < place and _is_spaced_minus(passage, spaced, number):
        return replace(number, value=-number.value, first=spaced, plain=False)
    return number


def _is_minus(passage: Passage, number: Number) -> bool:
    """Say whether the mark that touches a number is its minus sign."""
    place = number.first - 1
    mark = passage.at(place).text
    if mark not in _MINUS_SIGNS:
        return False
    before = passage.at(place - 1)
    if before.shape in {Shape.DIGITS, Shape.WORD, Shape.IDEOGRAPH} or before.text in _NO_SIGN_AFTER:
        return False
    if before.shape is Shape.SPACE and passage.at(place - 2).shape is Shape.DIGITS:
        return False
    follows = passage.at(passage.skip_space(number.last)).text
    return mark != _EN_DASH or follows == _DEGREE or follows in PERCENT_SIGNS


def _is_spaced_minus(passage: Passage, place: int, number: Number) -> bool:
    """Say whether a mark before a space is a minus: a true minus, or all else there is."""
    mark = passage.at(place).text
    before = passage.at(passage.skip_space_back(place - 1))
    if mark == _TRUE_MINUS:
        return before.shape not in {Shape.DIGITS, Shape.WORD}
    after = passage.at(passage.skip_space(number.last))
    return mark == _HYPHEN and before.shape is Shape.EDGE and after.shape is Shape.EDGE


def percentage(passage: Passage, number: Number) -> Number | None:
    """Take a percent sign or word in: `22%`, `90 percent`, `5 Prozent`.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The percentage, or none if no percent follows.

    *Source:* spec/engine.md, Figures in a text.
    """
    place = passage.skip_space(number.last)
    if passage.at(place).text == _HYPHEN:
        place += 1
    last = 0
    if passage.at(place).text in PERCENT_SIGNS or passage.word(place) in PERCENT_WORDS:
        last = place + 1
    elif (passage.word(place), passage.word(passage.skip_space(place + 1))) in PERCENT_PAIRS:
        last = passage.skip_space(place + 1) + 1
    else:
        glyphs = passage.begins_glyphs(place, IDEOGRAPHIC_PERCENT)
        last = place + glyphs if glyphs else 0
    return replace(number, last=last, kind=FigureKind.PERCENT) if last else None


def money(passage: Passage, number: Number) -> Number | None:
    """Take a currency's sign or code in; its name after the number only tells the kind.

    Args:
        passage: The text.
        number: A number of it.

    Returns:
        The amount, with a scale letter that only money has (`$5m`); none if it is no money.

    *Source:* spec/engine.md, Figures in a text.
    """
    first = currency_before(passage, number.first)
    if first is not None:
        number = _scaled_by_letter(passage, replace(number, first=first, kind=FigureKind.CURRENCY))
        return signed(passage, number)
    place = passage.skip_space(number.last)
    if passage.at(place).text in SIGNS or _is_code(passage, place):
        return replace(number, last=place + 1, kind=FigureKind.CURRENCY)
    if passage.at(place).text == _HYPHEN:
        place += 1
    if passage.word(place) in _OF_MONEY:
        place = passage.skip_space(place + 1)
        place += passage.at(place).text == "'"
    named = passage.word(place) in NAMES or passage.begins_glyphs(place, IDEOGRAPHIC_NAMES)
    if named or _names_dollars(passage, place):
        return replace(number, kind=FigureKind.CURRENCY)
    return None


def _names_dollars(passage: Passage, index: int) -> bool:
    """Say whether two words name a currency: US dollars."""
    return (
        passage.at(index).shape is Shape.WORD
        and passage.word(passage.skip_space(index + 1)) in NAMES
        and passage.original(index)[:1].isupper()
    )


def _is_code(passage: Passage, index: int) -> bool:
    """Say whether a word is the code of a currency, in capitals."""
    return passage.word(index) in CODES and passage.original(index).isupper()


def currency_before(passage: Passage, index: int) -> int | None:
    """Find the currency before a number: `$`, `US$ `, `Rs. `, `CHF `.

    Args:
        passage: The text.
        index: Index of the number's first token.

    Returns:
        Where the currency begins, or none.
    """
    place = passage.skip_space_back(index - 1)
    if passage.at(place).text in {_HYPHEN, _TRUE_MINUS} and place == index - 1:
        place -= 1
    if passage.at(place).text in SIGNS:
        letters = passage.word(place - 1)
        return place - 1 if letters in LETTERS_OF_A_SIGN else place
    if passage.at(place).text == ".":
        place -= 1
    written = passage.original(place)
    is_code = written.isupper() and passage.word(place) in CODES
    return place if is_code or written in ABBREVIATIONS else None


def _scaled_by_letter(passage: Passage, number: Number) -> Number:
    """Read the letter in `$5m` and `US$ 1MM`."""
    place = passage.skip_space(number.last)
    word = passage.word(place)
    value = AFTER_MONEY.get(word)
    if value is None or number.scale != 1 or passage.at(place + 1).text == _HYPHEN:
        return number
    if place > number.last and word not in _SPACED_LETTERS:
        return number
    scaled = replace(number, value=number.value * value, last=place + 1, scale=Fraction(value))
    if number.second is not None:
        return replace(scaled, second=number.second * value)
    return replace(scaled, plain=False)
