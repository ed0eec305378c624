"""Read the value of a snak, whatever its type; a value of an unknown type becomes a faithful text.

What a value is, is told by its shape: the `type` and `datatype` members beside it are missing in
old files and wrong in others. *This module does not* look names up: items and units stay ids.

    >>> read_snak({"snaktype": "value", "datavalue": {"value": {"id": "Q5"}}}).text
    'Q5'
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, TypeGuard

from both_sides.exchange.wikidata.quantities import read_quantity
from both_sides.exchange.wikidata.snak_values import (
    NO_VALUE,
    UNKNOWN_VALUE,
    UNSPECIFIED,
    SnakValue,
    as_written,
)
from both_sides.exchange.wikidata.times import read_time

_LETTERS: Final = {"item": "Q", "property": "P", "lexeme": "L", "mediainfo": "M"}
MOST_DEGREES: Final = 360
_EARTH: Final = "http://www.wikidata.org/entity/Q2"
_WIKIDATA_ENTITY: Final = "http://www.wikidata.org/entity/"


def read_snak(snak: object) -> SnakValue:
    """Read what a snak says.

    Args:
        snak: The parsed snak; anything at all is taken.

    Returns:
        Its value; `no value` or `unknown value` for those snaktypes; `unspecified` with a flaw
        where there is none.

    *Source:* spec/engine.md, "From Wikidata to claims", traps.
    """
    if not isinstance(snak, dict):
        return UNSPECIFIED._replace(flaw="it is no snak")
    snaktype = snak.get("snaktype")
    if snaktype == "novalue":
        return NO_VALUE
    if snaktype == "somevalue":
        return UNKNOWN_VALUE
    datavalue = snak.get("datavalue")
    return read_value(datavalue.get("value")) if isinstance(datavalue, dict) else UNSPECIFIED


def read_value(value: object) -> SnakValue:  # noqa: PLR0911 - one return for each shape
    """Read a value by its shape.

    Args:
        value: A text, or an object with `id`, `numeric-id`, `time`, `amount`, `latitude`, or
            `text`; anything else becomes its JSON text.

    *Source:* spec/engine.md, "From Wikidata to claims".
    """
    if isinstance(value, str):
        return SnakValue(value)
    if isinstance(value, dict):
        if "id" in value or "numeric-id" in value:
            return _read_entity_value(value)
        if "time" in value:
            return read_time(value)
        if "amount" in value:
            return read_quantity(value)
        if "latitude" in value:
            return _read_coordinate(value)
        if "text" in value:
            return _read_monolingual(value)
    if value is None:
        return UNSPECIFIED
    return as_written(value)


def _read_entity_value(value: Mapping[str, Any]) -> SnakValue:
    entity_id = value.get("id")
    if isinstance(entity_id, str) and entity_id:
        return SnakValue(entity_id, None, None, entity_id)
    number, kind = value.get("numeric-id"), value.get("entity-type", "item")
    letter = _LETTERS.get(kind) if isinstance(kind, str) else None
    if letter is None or type(number) is not int or number < 1:
        return as_written(value, flaw="it names no entity")
    entity_id = f"{letter}{number}"
    return SnakValue(entity_id, None, None, entity_id)


def _read_coordinate(value: Mapping[str, Any]) -> SnakValue:
    latitude, longitude = value["latitude"], value.get("longitude")
    if not (_is_degrees(latitude) and _is_degrees(longitude)):
        return as_written(value, flaw="its latitude or longitude is no number")
    text = f"{_degrees(latitude)}, {_degrees(longitude)}"
    globe = value.get("globe")
    if isinstance(globe, str) and globe not in {"", _EARTH}:
        # Without it, a crater on the Moon would pass for a place on Earth.
        text = f"{text} ({globe.removeprefix(_WIKIDATA_ENTITY)})"
    accuracy = value.get("precision")
    if not _is_degrees(accuracy):
        return SnakValue(text, precision="coordinate")
    digits = _without_zeros(format(Decimal(repr(accuracy)), "f"))
    return SnakValue(text, precision=f"coordinate ±{digits}")


def _read_monolingual(value: Mapping[str, Any]) -> SnakValue:
    text, language = value["text"], value.get("language")
    if not isinstance(text, str):
        return as_written(value, flaw="its text is no text")
    return SnakValue(f"{text} ({language})" if isinstance(language, str) else text)


def _is_degrees(number: object) -> TypeGuard[float]:
    """Tell whether it is a number of degrees; some globes count to 360, none beyond."""
    return (
        isinstance(number, int | float)
        and not isinstance(number, bool)
        and -MOST_DEGREES <= number <= MOST_DEGREES
    )


def _degrees(number: float) -> str:
    """Print five decimals at most, about a metre."""
    return _without_zeros(f"{number:.5f}")


def _without_zeros(digits: str) -> str:
    text = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return "0" if text == "-0" else text
