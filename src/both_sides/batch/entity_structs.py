"""Parse entity lines straight into the members that matter, and pass over everything else.

A dump holds labels in three hundred languages; ranking reads statements only. These structs name
what is looked at, so the parser builds nothing else. They are strict: a line that does not fit (an
empty map given as `[]`, a number where a text should be, a statement without an id) is no error
here, it goes to the patient reader of `both_sides.exchange`, which takes anything. *This module
does not* decide what a member means; see `both_sides.batch.fast_statements`.
"""

import struct
from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec
import pyarrow as pa
from msgspec import UNSET, Raw, Struct, UnsetType

NOTHING: Final = Raw(b"")


class Value(Struct, gc=False):
    """Hold a value that is an object, whatever its type; its members tell which."""

    id: str | UnsetType = UNSET
    numeric_id: Any = msgspec.field(name="numeric-id", default=UNSET)
    entity_type: Any = msgspec.field(name="entity-type", default=UNSET)
    time: str | UnsetType = UNSET
    precision: int | float | UnsetType | None = UNSET
    calendarmodel: Any = UNSET
    amount: str | UnsetType = UNSET
    unit: Any = UNSET
    latitude: Any = UNSET
    longitude: Any = UNSET
    globe: Any = UNSET
    text: Any = UNSET
    language: Any = UNSET

    def members(self) -> dict[str, Any]:
        """Give the members that are there, as `both_sides.exchange` takes them."""
        return {
            _WRITTEN.get(name, name): member
            for name in self.__struct_fields__
            if (member := getattr(self, name)) is not UNSET
        }


_WRITTEN: Final = {"numeric_id": "numeric-id", "entity_type": "entity-type"}


class DataValue(Struct, gc=False):
    """Hold what is around a value."""

    value: str | Value


class Snak(Struct, gc=False):
    """Hold a property with a value."""

    snaktype: str = "value"
    datavalue: DataValue | None = None
    property: str = ""


class Reference(Struct, gc=False):
    """Hold one reference of a statement."""

    snaks: dict[str, list[Snak]]


class Moments(Struct, gc=False):
    """Hold the qualifiers that say when a statement holds."""

    P585: list[Snak] = []
    P580: list[Snak] = []
    P582: list[Snak] = []


class Statement(Struct, gc=False):
    """Hold one statement; its parts are parsed when they are needed."""

    id: str
    mainsnak: Raw
    rank: Literal["preferred", "normal", "deprecated"] = "normal"
    qualifiers: Raw = NOTHING
    references: Raw = NOTHING


class Entity(Struct, gc=False):
    """Hold one entity. The last five members make it one for the patient reader.

    `claims` maps properties to statements: a dict, or a struct with one member for each property
    that is asked for.
    """

    id: str
    claims: Any
    statements: Raw = NOTHING
    missing: Raw = NOTHING
    forms: Raw = NOTHING
    senses: Raw = NOTHING
    redirects: Raw = NOTHING

    @property
    def is_plain(self) -> bool:
        """Tell whether it is an item or a property, with its statements under `claims`."""
        return (
            self.statements is NOTHING
            and self.missing is NOTHING
            and self.forms is NOTHING
            and self.senses is NOTHING
            and self.redirects is NOTHING
        )


Groups = dict[str, list[Statement]]


class EntityParser:
    """Parse entity lines.

    Args:
        properties: The only properties that are looked at, or None for all.
    """

    def __init__(self, properties: Sequence[str] | None) -> None:
        self._properties = properties
        kind: Any = Groups
        if properties is not None:
            default: Any = msgspec.field(default_factory=list)
            fields = [(name, list[Statement], default) for name in properties]
            kind = msgspec.defstruct("Chosen", fields, gc=False)
        # An empty map is written [] by some; a list of anything else is not for us.
        members = [("claims", kind | list[Raw])]
        entity = msgspec.defstruct("EntityLine", members, bases=(Entity,), gc=False)
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(entity)

    def parse(self, line: bytes) -> tuple[Entity, Groups]:
        """Parse one line without its comma.

        Returns:
            The entity, and its statements by property.

        Raises:
            msgspec.MsgspecError: It does not fit; the patient reader may take it.
        """
        if not line.isascii():
            _require_utf8(line)  # the parser looks at texts that it keeps only
        entity: Entity = self._decoder.decode(line)
        claims = entity.claims
        if isinstance(claims, list):
            if claims:
                raise msgspec.ValidationError("its claims are a list")
            return entity, {}
        if self._properties is None:
            return entity, claims
        groups = {name: getattr(claims, name) for name in self._properties}
        return entity, {name: group for name, group in groups.items() if group}


def _require_utf8(line: bytes) -> None:
    """Require UTF-8; Arrow looks at twice as many bytes a second as decoding would."""
    ends = pa.py_buffer(struct.pack("ii", 0, len(line)))
    try:
        pa.Array.from_buffers(pa.string(), 1, [None, ends, pa.py_buffer(line)]).validate(full=True)
    except pa.ArrowInvalid as error:
        raise msgspec.ValidationError(str(error)) from None


parse_snak: Final = msgspec.json.Decoder(Snak).decode
parse_references: Final = msgspec.json.Decoder(list[Reference]).decode
parse_moments: Final = msgspec.json.Decoder(Moments).decode
