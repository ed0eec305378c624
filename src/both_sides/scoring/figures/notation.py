"""Read what mathematics writes around a numeral: powers of ten, exponents, fractions.

What it deliberately does not do: words (`grammar`) and signs (`assembly`).

    extend(Passage.of("5.97 × 10²⁴ kg"), numeral).value == Fraction(597) * 10**22
"""

# ruff: noqa: RUF001 - these very signs are looked for

import unicodedata
from dataclasses import replace
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.days import is_month_beside
from both_sides.scoring.figures.digits import Numeral
from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.rational import LARGEST_EXPONENT, power
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.units import UNITS

_TIMES: Final = frozenset("×x*·⋅∙✕╳")
_MINUS: Final = frozenset("-−⁻")
_PLUS: Final = frozenset("+⁺")
_SIGNS: Final = _MINUS | _PLUS
_TRUE_MINUS: Final = "−"
_SUPERSCRIPT_DIGITS: Final = {"⁰": 0, "¹": 1, "²": 2, "³": 3, "⁴": 4, "⁵": 5, "⁶": 6, "⁷": 7,
                              "⁸": 8, "⁹": 9}  # fmt: skip
_RAISED: Final = (
    ("raised", "to", "the", "power", "of"),
    ("raised", "to", "the"),
    ("raised", "to"),
    ("to", "the", "power", "of"),
    ("to", "the", "power"),
)
_TEN: Final = Fraction(10)
_LARGEST_EXPONENT_DIGITS: Final = len(str(LARGEST_EXPONENT))
_LONGEST_NUMERATOR: Final = 3
_LONGEST_DENOMINATOR: Final = 4
_FRACTION_SLASH: Final = "\u2044"
_ZERO_WIDTH: Final = frozenset("\u200b\u2060\ufeff")


def extend(passage: Passage, first: int, numeral: Numeral) -> Number:
    """Read on after a numeral as far as mathematical notation goes.

    Args:
        passage: The text.
        first: Index of the numeral's first token.
        numeral: The numeral.

    Returns:
        The number, which ends with the numeral if no notation follows it.

    *Source:* spec/engine.md, Figures in a text.
    """
    number = Number(numeral.value, first, numeral.last, plain=numeral.plain)
    for reading in (
        _times_power_of_ten,
        _power,
        _exponent,
        _vulgar_fraction,
        _fraction,
        _mixed_fraction,
    ):
        longer = reading(passage, number)
        if longer is not None:
            return longer
    return number


def vulgar_fraction(glyph: str) -> Fraction | None:
    """Return the value of a sign such as ⅔, or none for any other character."""
    if len(glyph) != 1 or not unicodedata.decomposition(glyph).startswith("<fraction>"):
        return None
    numerator, _, denominator = unicodedata.normalize("NFKC", glyph).partition("\u2044")
    return Fraction(int(numerator), int(denominator)) if denominator else None


def _power(passage: Passage, number: Number) -> Number | None:
    """Read `1.1^23`, `10⁶`, and `10−14`, which has lost its superscript."""
    if passage.at(number.last).text == "^":
        found = _signed_integer(passage, number.last + 1)
    elif number.value == _TEN and number.plain:
        found = _superscript(passage, number.last) or _lost_superscript(passage, number.last)
    else:
        found = None
    if found is None:
        return None
    exponent, last = found
    value = power(number.value, exponent)
    return None if value is None else replace(number, value=value, last=last, plain=False)


def _times_power_of_ten(passage: Passage, number: Number) -> Number | None:
    """Read `3 × 10^8`, `3 x 10⁸`, `3 x 10 raised to 8` and `3 × 108` without its superscript."""
    sign = passage.skip_space(number.last)
    ten = passage.skip_space(sign + 1)
    if passage.at(sign).text not in _TIMES or passage.at(ten).shape is not Shape.DIGITS:
        return None
    found: tuple[int, int] | None = None
    if passage.at(ten).text == "10":
        found = (
            _signed_integer(passage, ten + 2) if passage.at(ten + 1).text == "^" else None
        ) or (
            _superscript(passage, ten + 1)
            or _lost_superscript(passage, ten + 1)
            or _raised_in_words(passage, ten + 1)
        )
    elif _has_lost_superscript(passage, number, ten):
        found = int(passage.at(ten).text[2:]), ten + 1
    if found is None:
        return None
    exponent, last = found
    scale = power(_TEN, exponent)
    if scale is None:
        return None
    return replace(number, value=number.value * scale, last=last, plain=False)


def _has_lost_superscript(passage: Passage, number: Number, ten: int) -> bool:
    """Say whether `108` after a times sign is 10⁸: one leading digit, and a unit after it."""
    digits = passage.at(ten).text
    return (
        digits.startswith("10")
        and len(digits) <= len("10") + 2
        and digits[2] != "0"
        and 1 <= abs(number.value) < _TEN
        and passage.word(passage.skip_space(ten + 1)) in UNITS
    )


def _exponent(passage: Passage, number: Number) -> Number | None:
    """Read `1.5e6`."""
    if passage.word(number.last) != "e":
        return None
    found = _signed_integer(passage, number.last + 1)
    if found is None or passage.at(found[1]).shape is Shape.WORD:
        return None
    scale = power(_TEN, found[0])
    if scale is None:
        return None
    return replace(number, value=number.value * scale, last=found[1], plain=False)


def _signed_integer(passage: Passage, index: int) -> tuple[int, int] | None:
    """Read an exponent with its signs; return it with the index after it."""
    sign = 1
    while (signs := passage.at(index).text) and set(signs) <= _SIGNS:
        sign *= (-1) ** sum(mark in _MINUS for mark in signs)
        index += 1
    digits = passage.at(index)
    if digits.shape is not Shape.DIGITS or len(digits.text) > _LARGEST_EXPONENT_DIGITS:
        return None
    return sign * int(digits.text), index + 1


def _superscript(passage: Passage, index: int) -> tuple[int, int] | None:
    """Read superscript digits; return the exponent with the index after it."""
    sign = -1 if passage.at(index).text == "⁻" else 1
    last = index if sign > 0 else index + 1
    exponent = 0
    begin = last
    while passage.at(last).text in _SUPERSCRIPT_DIGITS and last - begin < _LARGEST_EXPONENT_DIGITS:
        exponent = exponent * 10 + _SUPERSCRIPT_DIGITS[passage.at(last).text]
        last += 1
    return (sign * exponent, last) if last > begin else None


def _lost_superscript(passage: Passage, index: int) -> tuple[int, int] | None:
    """Read `−14` after a ten: only a true minus sign, which no range is written with."""
    digits = passage.at(index + 1)
    if passage.at(index).text != _TRUE_MINUS or digits.shape is not Shape.DIGITS:
        return None
    return (-int(digits.text), index + 2) if len(digits.text) < _LARGEST_EXPONENT_DIGITS else None


def _raised_in_words(passage: Passage, index: int) -> tuple[int, int] | None:
    """Read ` raised to 22` after a ten."""
    for words in _RAISED:
        place = index
        for word in words:
            place = passage.skip_space(place)
            if passage.word(place) != word:
                break
            place += 1
        else:
            return _signed_integer(passage, passage.skip_space(place))
    return None


def _vulgar_fraction(passage: Passage, number: Number) -> Number | None:
    """Read `74¾` and `5 ½`."""
    if not number.plain:
        return None
    place = passage.skip_space(number.last)
    token = passage.at(place)
    part = vulgar_fraction(token.text) if token.shape is Shape.MARK else None
    if part is None:
        return None
    return replace(number, value=number.value + part, last=place + 1, plain=False)


def _fraction(passage: Passage, number: Number) -> Number | None:
    """Read `3/4`; `5/17/2018` and `2015/16` are dates."""
    if not number.plain:
        return None
    found = _slashed(passage, number.first)
    if found is None or is_month_beside(passage, number.first, found[1]):
        return None
    value, last = found
    whole = _run_together(passage, number.first)
    if whole is not None:
        return replace(number, value=whole, last=last, plain=False)
    return replace(number, value=value, last=last, plain=False, kind=FigureKind.FRACTION)


def _run_together(passage: Passage, index: int) -> Fraction | None:
    """Read `321⁄8` as 32⅛: a mixed number whose digits have lost the space between them."""
    above, below = passage.at(index).text, passage.at(index + 2).text
    if passage.original(index + 1) != _FRACTION_SLASH or len(above) == 1 or len(below) > 1:
        return None
    rest = int(above[-1])
    return int(above[:-1]) + Fraction(rest, int(below)) if 0 < rest < int(below) else None


def _mixed_fraction(passage: Passage, number: Number) -> Number | None:
    """Read `2 1/4`, also with a space of no width."""
    if not number.plain:
        return None
    gap = passage.at(number.last)
    if gap.shape is not Shape.SPACE and gap.text not in _ZERO_WIDTH:
        return None
    found = _slashed(passage, number.last + 1)
    if found is None:
        return None
    value, last = found
    return replace(number, value=number.value + value, last=last, plain=False)


def _slashed(passage: Passage, index: int) -> tuple[Fraction, int] | None:
    """Read `3/4` where it begins; return it with the index after it."""
    above, below = passage.at(index), passage.at(index + 2)
    if (
        above.shape is not Shape.DIGITS
        or passage.at(index + 1).text != "/"
        or below.shape is not Shape.DIGITS
        or passage.at(index + 3).text == "/"
        or len(above.text) > _LONGEST_NUMERATOR
        or len(below.text) > _LONGEST_DENOMINATOR
        or int(below.text) == 0
        or below.text.startswith("0")
        or (above.text.startswith("0") and len(above.text) > 1)
    ):
        return None
    return Fraction(int(above.text), int(below.text)), index + 3
