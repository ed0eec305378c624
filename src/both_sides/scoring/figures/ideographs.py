"""Read Chinese and Japanese numbers, also mixed with digits: `五万`, `5億1萬4千6百`, `3.5万`.

A number is sections of up to thousands, each closed by a scale (万, 億, 兆) or standing last. What
it deliberately does not do: decide whether a lone 一 counts anything; `ideograph_context` does.

    read_ideographs(Passage.of("四百五"), 0).value == 450
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.digits import read_numeral
from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.tokens import LONGEST_IN_IDEOGRAPHS, Shape
from both_sides.scoring.figures.vocabulary import chinese

_NUMERALS: Final = chinese.DIGITS.keys() | chinese.UNITS.keys() | chinese.SCALES.keys()
_MULTIPLIERS: Final = chinese.UNITS.keys() | chinese.SCALES.keys()
_FEWEST_POSITIONAL: Final = 3
_LARGEST: Final = 10**40


@dataclass(frozen=True, slots=True)
class _Sign:
    """Hold one sign of a number, or the digits that stand for one.

    Attributes:
        text: The sign; empty for digits.
        value: Its value.
        last: Index after its last token.
    """

    text: str
    value: Fraction
    last: int


class _Sum:
    """Add the signs of one number up, left to right."""

    def __init__(self) -> None:
        self.total = Fraction(0)
        self.section = Fraction(0)
        self.digit: Fraction | None = None
        self.unit = Fraction(1)
        self.scale: Fraction | None = None
        self.after_zero = False

    def take(self, sign: _Sign) -> bool:
        """Take a sign in, or say that it is not part of the number."""
        if sign.text in chinese.VAGUE:
            return self.digit is not None or self.unit > 1
        if sign.text in chinese.ZEROS:
            self.after_zero = True
            return self.digit is None
        if sign.text in chinese.SCALES:
            return self._scale(sign.value)
        if sign.text in chinese.UNITS:
            return self._unit(sign)
        if self.digit is not None:
            return False
        self.digit = sign.value
        return True

    def _unit(self, sign: _Sign) -> bool:
        """Add a digit times ten, a hundred or a thousand to the section."""
        if sign.text in chinese.TWENTIES:
            self.section += sign.value
            self.unit = Fraction(10)
            return True
        if self.unit <= sign.value and self.section > 0:
            return False
        self.section += (self.digit if self.digit is not None else 1) * sign.value
        self.digit, self.unit, self.after_zero = None, sign.value, False
        return True

    def _scale(self, scale: Fraction) -> bool:
        """Close the section with 万, 億 or 兆; a larger scale takes all before it: 一万五千亿."""
        section = self.section + (self.digit or 0)
        if section == 0:
            if self.total == 0:
                return False
            self.total *= scale
        elif self.scale is not None and scale == self.unit:
            return False
        elif self.scale is not None and scale > self.scale:
            self.total = (self.total + section) * scale
        else:
            self.total += section * scale
        self.scale = scale if self.scale is None else max(self.scale, scale)
        self.section, self.digit, self.unit = Fraction(0), None, scale
        self.after_zero = False
        return self.total < _LARGEST

    def value(self) -> Fraction:
        """Return the sum; a digit directly after a unit counts tenths of it: 四百五 is 450."""
        last = self.digit or Fraction(0)
        if self.digit is not None and not self.after_zero and self.unit > 1:
            last = self.digit if self.digit >= 10 else self.digit * self.unit / 10  # noqa: PLR2004
        return self.total + self.section + last


def begins_ideographs(passage: Passage, index: int) -> bool:
    """Say whether a token may begin a number in ideographs.

    Args:
        passage: The text.
        index: Index of the token.

    Returns:
        Whether it is a numeral, a half, a minus or the prefix of an ordinal.
    """
    text = passage.at(index).text
    return (
        text in _NUMERALS
        or text in chinese.NEGATIVE
        or (text == chinese.HALF and passage.at(index + 1).text in chinese.UNITS)
    )


def read_ideographs(passage: Passage, index: int, digits: Number | None = None) -> Number | None:
    """Read the number in ideographs that begins at a token.

    Args:
        passage: The text.
        index: Index of its first token.
        digits: The numeral in digits that begins there, if one does.

    Returns:
        The number, with the fraction or the percent sign that is part of it; none if the signs
        there are no number.

    *Source:* spec/engine.md, Figures in a text.
    """
    negative = passage.at(index).text in chinese.NEGATIVE and digits is None
    begin = passage.skip_space(index + 1) if negative else index
    number = _fraction(passage, begin, digits)
    if number is None:
        return None
    if negative:
        return replace(number, value=-number.value, first=index, plain=False)
    return number


def _fraction(passage: Passage, index: int, digits: Number | None) -> Number | None:
    """Read a number and, where it is a denominator or has one, its fraction: 三又五分之一."""
    number = _number(passage, index, digits)
    if number is None:
        return None
    over = _over(passage, number)
    if over is not None:
        return over
    joint = passage.skip_space(number.last)
    if passage.at(joint).text == chinese.AND_A_FRACTION:
        below = _signed(passage, passage.skip_space(joint + 1))
        part = _over(passage, below) if below else None
        if part is not None:
            return replace(number, value=number.value + part.value, last=part.last, plain=False)
    return number


def _over(passage: Passage, below: Number) -> Number | None:
    """Read `分之` or `分の` and a numerator after a denominator."""
    place = passage.skip_space(below.last)
    link = passage.skip_space(place + 1)
    divides = passage.at(place).text == "分" and passage.at(link).text in chinese.PARTS_OF
    if not divides or below.value == 0:
        return None
    above = _signed(passage, passage.skip_space(link + 1))
    if above is None:
        return None
    if passage.at(below.first).text == "百" and below.last == below.first + 1:
        kind, value = FigureKind.PERCENT, above.value
    else:
        kind, value = FigureKind.FRACTION, above.value / below.value
    return Number(value, below.first, above.last, kind=kind)


def _signed(passage: Passage, index: int) -> Number | None:
    """Read a number in ideographs or digits, with a minus before it."""
    negative = passage.at(index).text in chinese.NEGATIVE
    begin = index + 1 if negative else index
    digits = None
    if passage.at(begin).shape is Shape.DIGITS:
        numeral = read_numeral(passage, begin)
        if numeral is None:
            return None
        digits = Number(numeral.value, begin, numeral.last, plain=numeral.plain)
    number = _number(passage, begin, digits)
    if number is None:
        return None
    return replace(number, value=-number.value if negative else number.value, first=index)


def _number(passage: Passage, index: int, digits: Number | None) -> Number | None:
    """Read a number without fraction or minus."""
    if digits is None:
        positional = _positional(passage, index)
        if positional is not None:
            return positional
    total = _Sum()
    last, count = index, 0
    closed: Number | None = None
    for sign in _signs(passage, index, digits):
        if sign.text == chinese.DOZEN:
            return Number(total.value() * 12, index, sign.last) if count else None
        if count >= LONGEST_IN_IDEOGRAPHS:
            break
        if not total.take(sign):
            if sign.text in chinese.SCALES and closed is not None:
                return closed  # 二万三万 are two numbers.
            break
        last, count = sign.last, count + 1
        if sign.text in chinese.SCALES:
            closed = Number(total.value(), index, last, scale=sign.value)
    if not count:
        return None
    if count == 1 and digits is not None:
        return digits
    number = Number(total.value(), index, last, scale=total.scale or Fraction(1))
    return _decimals(passage, number)


def _signs(passage: Passage, index: int, digits: Number | None) -> Iterator[_Sign]:
    """Yield the signs of a number in order; spaces may stand between them."""
    if digits is not None:
        yield _Sign("", digits.value, digits.last)
        index = digits.last
    elif passage.at(index).text == chinese.HALF:
        yield _Sign("", Fraction(1, 2), index + 1)
        index += 1
    while True:
        place = passage.skip_space(index)
        text = passage.at(place).text
        if _belongs_to_unit(passage, place):
            return
        if text in _NUMERALS or text in chinese.VAGUE or text == chinese.DOZEN:
            yield _Sign(text, _value(text), place + 1)
            index = place + 1
        elif passage.at(place).shape is Shape.DIGITS:
            numeral = read_numeral(passage, place)
            if numeral is None or passage.at(numeral.last).text in chinese.CALENDAR:
                return
            if place > index and passage.at(numeral.last).text not in _MULTIPLIERS:
                return
            yield _Sign("", numeral.value, numeral.last)
            index = numeral.last
        else:
            return


def _belongs_to_unit(passage: Passage, index: int) -> bool:
    """Say whether a sign after digits is part of a unit: 5千米, 100兆瓦."""
    units = chinese.PREFIXED_UNITS.get(passage.at(index).text, ())
    after_digits = passage.at(passage.skip_space_back(index - 1)).shape is Shape.DIGITS
    return after_digits and passage.at(index + 1).text in units


def _value(sign: str) -> Fraction:
    """Return the value of a sign, zero for one that has none."""
    for table in (chinese.DIGITS, chinese.UNITS, chinese.SCALES):
        if sign in table:
            return Fraction(table[sign])
    return Fraction(0)


def _decimals(passage: Passage, number: Number) -> Number:
    """Read `点三三` after a whole number."""
    point = passage.skip_space(number.last)
    if passage.at(point).text not in chinese.POINTS:
        return number
    place = passage.skip_space(point + 1)
    digits = ""
    while passage.at(place).text in chinese.DIGITS and len(digits) < LONGEST_IN_IDEOGRAPHS:
        if passage.at(place).text in chinese.NEVER_DECIMALS:
            return number
        digits += str(chinese.DIGITS[passage.at(place).text])
        place += 1
    if not digits or (passage.at(place).text == "分" and passage.at(place + 1).text != "之"):
        return number
    decimals = Fraction(int(digits), 10 ** len(digits))
    return replace(number, value=number.value + decimals, last=place)


def _positional(passage: Passage, index: int) -> Number | None:
    """Read digits one after another: 二〇一九, and 九九 only before 年."""
    last, digits = index, ""
    while passage.at(last).text in chinese.DIGITS and len(digits) < LONGEST_IN_IDEOGRAPHS:
        digits += str(chinese.DIGITS[passage.at(last).text])
        last += 1
    after = passage.at(last).text
    if len(digits) < 2 or after in chinese.UNITS or after in chinese.SCALES:  # noqa: PLR2004
        return None
    if len(digits) < _FEWEST_POSITIONAL and after != "年":
        return None
    return Number(Fraction(int(digits)), index, last, plain=True)
