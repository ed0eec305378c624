"""Turn the domain's values into JSON members and back, one rule for all of them.

Names are written in camelCase, members that have their default value are left out, exact numbers
and enumerations travel as text. The same members are sealed, kept in views and shown with
`--json`, so a value looks the same wherever it is met. *This module does not* choose bytes; see
`both_sides.chain.canonical`.

    >>> from both_sides.domain.disputes import Subject
    >>> to_members(Subject("Q1", "P1"))
    {'entityId': 'Q1', 'propertyId': 'P1'}
"""

from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from cattrs import Converter
from cattrs.errors import BaseValidationError, StructureHandlerNotFoundError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from both_sides.chain.canonical import LARGEST_INTEGER
from both_sides.errors import MalformedDocumentError

T = TypeVar("T")


def to_members(value: Any) -> Any:  # noqa: ANN401 - any domain value
    """Write a value of the domain as JSON members.

    Args:
        value: A dataclass of the domain, or text, numbers, enumerations, tuples of these.

    Returns:
        Dicts, tuples, text, bools and numbers.
    """
    return _converter().unstructure(value)


def from_members(kind: type[T], members: Any, *, source: str) -> T:  # noqa: ANN401 - any JSON value
    """Read a value of the domain from its JSON members.

    Args:
        kind: The class that is expected.
        members: What `to_members` wrote, after a passage through JSON.
        source: What to call the document in an error.

    Raises:
        MalformedDocumentError: A member is missing or of the wrong type.
    """
    try:
        return _converter().structure(members, kind)
    except (BaseValidationError, StructureHandlerNotFoundError, ValueError, TypeError, KeyError):
        raise MalformedDocumentError(
            f"{source} is no {kind.__name__}",
            hint="it was written by another program or was edited; `both-sides replay` tells which",
            source=source,
            expected=kind.__name__,
        ) from None


def wire_name(name: str) -> str:
    """Write a member's name as it appears in JSON: `claim_id` becomes ``claimId``."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@cache
def _converter() -> Converter:
    converter = Converter(detailed_validation=False)
    converter.register_unstructure_hook(StrEnum, lambda member: member.value)
    converter.register_unstructure_hook(Decimal, _plain_decimal)
    converter.register_unstructure_hook(float, _shortest_number)
    converter.register_structure_hook(Decimal, lambda text, _: Decimal(text))

    def unstructure_factory(kind: Any) -> Any:  # noqa: ANN401 - cattrs' own signature
        return make_dict_unstructure_fn(
            kind, converter, _cattrs_omit_if_default=True, **_renames(kind)
        )

    def structure_factory(kind: Any) -> Any:  # noqa: ANN401 - cattrs' own signature
        return make_dict_structure_fn(kind, converter, **_renames(kind))

    converter.register_unstructure_hook_factory(is_dataclass, unstructure_factory)
    converter.register_structure_hook_factory(is_dataclass, structure_factory)
    return converter


def _shortest_number(number: float) -> int | float:
    """Give a whole number as one: JSON prints both alike, and the fast writer takes integers."""
    return int(number) if number.is_integer() and abs(number) <= LARGEST_INTEGER else number


def _renames(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    return {field.name: override(rename=wire_name(field.name)) for field in fields(kind)}


def _plain_decimal(number: Decimal) -> str:
    return format(number, "f") if number.adjusted() < 400 else str(number)  # noqa: PLR2004 - a double's range
