"""Keep numbers exact while they are put together, and bounded whatever a text says.

Numbers are fractions of integers until the last step, so that no decimal context, precision or
rounding of the caller's thread can reach them. What it deliberately does not do: read text.

    to_decimal(Fraction(1, 4)) == Decimal("0.25")
"""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Final

LONGEST_NUMERAL: Final = 48
"""Digits a written number may have; a longer run of digits is data, not a figure."""

LARGEST_EXPONENT: Final = 120
"""The largest power of ten that is read, either way."""

LARGEST_POWER_BITS: Final = 1024
"""The size in bits that a power of another base (1.1^23) may reach."""

_ROUNDED: Final = Context(prec=28, rounding=ROUND_HALF_EVEN)


def to_decimal(value: Fraction) -> Decimal:
    """Write a fraction as a decimal number.

    Args:
        value: Any fraction.

    Returns:
        The same number if it has a finite decimal form, otherwise 28 significant digits of it,
        rounded half to even.
    """
    numerator, denominator = value.numerator, value.denominator
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    if denominator != 1:
        return _ROUNDED.divide(Decimal(value.numerator), Decimal(value.denominator))
    places = max(twos, fives)
    numerator *= 2 ** (places - twos) * 5 ** (places - fives)
    return Decimal(f"{numerator}E-{places}") if places else Decimal(numerator)


def power(base: Fraction, exponent: int) -> Fraction | None:
    """Raise a number to a whole power, within bounds.

    Args:
        base: Any fraction.
        exponent: Any integer.

    Returns:
        The power, or none where it is undefined or larger than a figure may be.
    """
    if base == 0 and exponent < 0:
        return None
    if abs(base) in {1, 10}:
        return base**exponent if abs(exponent) <= LARGEST_EXPONENT else None
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    return base**exponent if bits * abs(exponent) <= LARGEST_POWER_BITS else None


def is_among(value: Fraction, numbers: range) -> bool:
    """Say whether a number is one of a range's integers, without walking through them.

    Args:
        value: Any fraction.
        numbers: A range.

    Returns:
        Whether it is.
    """
    return value.denominator == 1 and value.numerator in numbers
