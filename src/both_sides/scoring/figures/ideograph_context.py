"""Decide whether ideographs that can be a number are one here: 四 is four, but 四川 is a place.

Two signs or more make a number unless they begin a known word. A single digit needs a counter
after it (三双), or nothing of its own script beside it. What it deliberately does not do: compute
values; `ideographs` does.

    is_number(Passage.of("四川"), number) == False
"""

from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary import chinese


def is_number(passage: Passage, number: Number) -> bool:
    """Say whether a number read in ideographs is meant as one.

    Args:
        passage: The text.
        number: The number as it could be read.

    Returns:
        Whether a careful person reads it.

    *Source:* spec/engine.md, Figures in a text.
    """
    if number.kind is not None:
        return True
    if _is_part_of_a_word(passage, number.first):
        return False
    if number.last == number.first + 1:
        return _is_lone_digit(passage, number.first)
    if _is_bare_scale(passage, number):
        return passage.language == "ja" or passage.at(number.last).text in chinese.COUNTERS
    return True


def _is_part_of_a_word(passage: Passage, index: int) -> bool:
    """Say whether the signs belong to a word: 星期三, 数百, 一切."""
    before, first = passage.at(index - 1).text, passage.at(index).text
    multiplier = first in chinese.UNITS or first in chinese.SCALES
    return (
        before in chinese.WEEKDAY_PREFIXES
        or (multiplier and before in chinese.VAGUE_BEFORE)
        or bool(passage.begins_glyphs(index, chinese.IDIOMS))
    )


def _is_bare_scale(passage: Passage, number: Number) -> bool:
    """Say whether this is 百万 or 千万 without a digit."""
    first, second = passage.at(number.first).text, passage.at(number.first + 1).text
    bare = first in chinese.LARGE_UNITS and second in chinese.SCALES
    return bare and number.last == number.first + 2


def _is_lone_digit(passage: Passage, index: int) -> bool:
    """Weigh a single sign by the signs beside it."""
    sign, before, after = (passage.at(index + place) for place in (0, -1, 1))
    alone_before = before.shape is not Shape.IDEOGRAPH
    alone_after = after.shape is not Shape.IDEOGRAPH
    if before.text in chinese.DIGITS or after.text in chinese.DIGITS:
        return False
    if sign.text in chinese.FORMAL or sign.text in chinese.LARGE_UNITS:
        return alone_after and (alone_before or before.text in chinese.COPULAS)
    one = chinese.DIGITS.get(sign.text) == 1
    if after.text in (chinese.ONE_COUNTERS if one else chinese.COUNTERS):
        return True
    if not (alone_after or after.text in chinese.AFTER_A_LONE_DIGIT):
        return False
    return alone_before or before.text in chinese.COPULAS
