"""Tell digits that belong to a name, a code or a footnote from digits that begin a number.

What it deliberately does not do: look further than the tokens that touch the digits; links and
telephone numbers are found by `exclusions`.

    is_glued_before(Passage.of("CO2"), 1) == True
"""

from typing import Final

from both_sides.scoring.figures.amounts import currency_before
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.rational import is_among
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.calendar import (
    DECADE_ENDINGS,
    HOURS_AFTER,
    MONTHS,
    ORDINAL_ENDINGS,
)
from both_sides.scoring.figures.vocabulary.contexts import ABBREVIATIONS, LETTER_PREFIXES
from both_sides.scoring.figures.vocabulary.currencies import CODES, NAMES
from both_sides.scoring.figures.vocabulary.scales import AFTER_MONEY
from both_sides.scoring.figures.vocabulary.units import TIMES, UNITS

_CODE_MARKS: Final = frozenset("_@\\&=")
_CLOSERS: Final = frozenset(')"”]»」')
_FOOTNOTE_STOPS: Final = frozenset(".;!?")
_FOOTNOTE_DIGITS: Final = 3
_COMMA_FOOTNOTE_DIGITS: Final = 2
_SHORTEST_WORD: Final = 3
_YEAR_DIGITS: Final = 4
_UNIT_LETTERS: Final = frozenset("mgtlLhsVWkxe")
_DECADES: Final = range(10, 100, 10)
_PENCE: Final = "p"
_BETWEEN: Final = frozenset(("x", "h"))
_LAST_ALPHABETIC: Final = 0x058F


def _is_alphabetic(word: str) -> bool:
    """Say whether a word is in a script whose words stand apart: Latin, Greek, Cyrillic."""
    return bool(word) and ord(word[0]) <= _LAST_ALPHABETIC


def is_glued_before(passage: Passage, index: int) -> bool:
    """Say whether digits are the end of a name or a code: `CO2`, `B-52`, `file_7`.

    Args:
        passage: The text.
        index: Index of a token of digits.

    Returns:
        Whether the token before makes them no number.
    """
    before = passage.at(index - 1)
    if before.shape is Shape.WORD:
        if not _is_alphabetic(before.text) or currency_before(passage, index) is not None:
            return False
        return not (before.text in _BETWEEN and passage.at(index - 2).shape is Shape.DIGITS)
    if before.text in _CODE_MARKS:
        return True
    if before.text != "-" or passage.at(index - 2).shape is not Shape.WORD:
        return False
    return _is_code_before_hyphen(passage, index - 2)


def _is_code_before_hyphen(passage: Passage, index: int) -> bool:
    """Say whether a word joined to digits by a hyphen makes a code of them: B-52, SCP-173."""
    word = passage.word(index)
    if word in LETTER_PREFIXES or word in MONTHS or not _is_alphabetic(word):
        return False
    if passage.at(index - 1).shape is Shape.DIGITS:
        return False  # The word is what a numeral before it counts: 10km-20km.
    return not passage.original(index).islower() or len(word) < _SHORTEST_WORD


def is_glued_after(passage: Passage, number: Number) -> bool:
    """Say whether letters that mean nothing to a number follow it without a space: `3D`.

    Args:
        passage: The text.
        number: A number that begins with digits.

    Returns:
        Whether those letters make a code of it.
    """
    word = passage.word(number.last)
    if not _is_alphabetic(word):
        return False
    if passage.at(number.last + 1).shape is Shape.DIGITS:
        return word not in _BETWEEN
    if len(word) == 1:
        return not _is_known_letter(passage, number)
    return not (_begins_sentence(passage, number) or any(word in known for known in _KNOWN_AFTER))


def _is_known_letter(passage: Passage, number: Number) -> bool:
    """Say whether the letter glued to a number is a unit, a scale of money or an ending."""
    word, letter = passage.word(number.last), passage.original(number.last)
    if letter == "s" and is_among(number.value, _DECADES):
        return False  # The 90s: which century's is left open.
    if letter in _UNIT_LETTERS or word in ORDINAL_ENDINGS:
        return True
    of_money = word in AFTER_MONEY or word == _PENCE
    return of_money and currency_before(passage, number.first) is not None


def _begins_sentence(passage: Passage, number: Number) -> bool:
    """Say whether a year and the first word after it have lost the space between them."""
    word = passage.original(number.last)
    year = number.plain and len(passage.at(number.first).text) == _YEAR_DIGITS
    return year and len(word) >= _SHORTEST_WORD and word.istitle()


_KNOWN_AFTER: Final = (
    ORDINAL_ENDINGS, DECADE_ENDINGS, UNITS, TIMES, HOURS_AFTER, CODES, NAMES, MONTHS,
)  # fmt: skip


def is_footnote_mark(passage: Passage, index: int) -> bool:
    """Say whether digits glued to the end of a clause are the mark of a footnote.

    Args:
        passage: The text.
        index: Index of a token of digits.

    Returns:
        Whether they are: `attacks.1`, but neither `No.1` nor `.5`.
    """
    stop, before, after = (passage.at(index + place) for place in (-1, -2, 1))
    digits = passage.at(index).text
    if len(digits) > _FOOTNOTE_DIGITS or after.shape not in {Shape.SPACE, Shape.EDGE}:
        return False
    if stop.text in _CLOSERS:
        return before.shape is not Shape.EDGE and before.shape is not Shape.SPACE
    if stop.text == ",":
        return before.shape is Shape.WORD and len(digits) <= _COMMA_FOOTNOTE_DIGITS
    return stop.text in _FOOTNOTE_STOPS and _ends_clause(passage, index - 2)


def _ends_clause(passage: Passage, index: int) -> bool:
    """Say whether a full stop after a token ends a clause, rather than an abbreviation."""
    token = passage.at(index)
    if token.shape is Shape.WORD:
        return token.text not in ABBREVIATIONS and len(token.text) > 1
    if token.shape is Shape.DIGITS:
        # A year, its full stop, a footnote, and the next sentence.
        return passage.original(index + 4).istitle()
    return token.text in _CLOSERS
