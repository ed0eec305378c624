"""Hold what one snak says: its value as text, and what else can be told of it.

A snak is a property with a value; a statement's value, each qualifier and each member of a
reference is one. *This module does not* read; `values` does.
"""

from decimal import Decimal
from typing import Final, NamedTuple

import orjson


class SnakValue(NamedTuple):
    """Hold the value of one snak.

    A named tuple, because a dump makes several of these for each claim and a frozen dataclass
    takes three times as long to make.

    Args:
        text: The value as text; ids stay ids.
        numeric: The value as an exact number, or None.
        precision: How precise it is, in the words engine 1.0.0 reads; or None.
        value_id: The id of the entity that is the value, or None.
        unit: The id (or text) of its unit, or None.
        moment: For points in time, the ISO-like date that can be compared; else None.
        flaw: What could not be read, or None.
    """

    text: str
    numeric: Decimal | None = None
    precision: str | None = None
    value_id: str | None = None
    unit: str | None = None
    moment: str | None = None
    flaw: str | None = None


NO_VALUE: Final = SnakValue("no value")
UNKNOWN_VALUE: Final = SnakValue("unknown value")
UNSPECIFIED: Final = SnakValue("unspecified", flaw="it has no value")


def as_written(value: object, flaw: str | None = None) -> SnakValue:
    """Keep a value that nobody here can read: a text as it is, anything else as its JSON text."""
    if isinstance(value, str):
        return SnakValue(value, flaw=flaw)
    try:
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except orjson.JSONEncodeError:  # nested deeper than can be written
        return UNSPECIFIED._replace(flaw="it is nested too deeply")
    return SnakValue(text, flaw=flaw)
