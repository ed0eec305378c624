"""Read Wikidata's quantities exactly: an amount as it was written, and its unit.

Amounts are texts such as `+2751862` because they may be larger or finer than a double; they stay
exact. Bounds are optional upstream and no part of the claim's value, so they are not kept. *This
module does not* convert units.

    >>> read_quantity({"amount": "+12.50", "unit": "http://www.wikidata.org/entity/Q712226"}).text
    '12.5 Q712226'
"""

import math
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from both_sides.exchange.wikidata.snak_values import SnakValue, as_written

PRECISION: Final = "quantity"
NO_UNIT: Final = "1"
LARGEST_EXPONENT: Final = 308  # of a double; Wikidata itself stops at 126 digits

_AMOUNT: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_UNIT: Final = re.compile(r"https?://www\.wikidata\.org/(?:entity|wiki)/(Q[0-9]+)")


def read_quantity(value: Mapping[str, Any]) -> SnakValue:
    """Read an amount and its unit.

    Args:
        value: The value of a `quantity` datavalue.

    Returns:
        ``12.5 Q712226`` with its exact number; with a flaw where the amount is no number.

    *Source:* spec/engine.md, "From Wikidata to claims", traps.
    """
    written, unit = value["amount"], read_unit(value.get("unit"))
    digits = _read_amount(written)
    text = as_written(written).text if digits is None else digits
    return SnakValue(
        text if unit is None else f"{text} {unit}",
        None if digits is None else Decimal(digits),
        PRECISION,
        unit=unit,
        flaw=f"{text[:60]!r} is not an amount" if digits is None else None,
    )


def read_unit(unit: object) -> str | None:
    """Reduce the address of a Wikidata item to its id; other units stay texts, "1" is none."""
    if not isinstance(unit, str) or unit in {"", NO_UNIT}:
        return None
    match = _UNIT.fullmatch(unit)
    return unit if match is None else match[1]


def _read_amount(written: object) -> str | None:
    """Give an amount in plain digits: no exponent, no plus, no trailing zeros."""
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        return None
    text = str(written).strip()
    if _AMOUNT.fullmatch(text) is None:
        return None
    number = Decimal(text)
    # `1e9999` is a few bytes here and ten thousand when written out; beyond a double is no number
    # that could be ranked and sealed.
    if abs(number.adjusted()) > LARGEST_EXPONENT or math.isinf(float(number)):
        return None
    digits = format(number, "f")  # exact, where `normalize` would round to 28 digits
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits
