"""Read the references of a statement, and count how many are independent.

Two references with the same address, or with the same members, are one source written twice. A
reference that only says from which wiki the value was imported (P143) names no source of its own;
it counts all the same, as in the public implementation, and is marked by `imported_from`, so that
whoever looks at the claim sees it. An empty reference is none. *This module does not* open any of
the addresses.

    >>> read_references([{"snaks": {"P854": [{"datavalue": {"value": "https://a.example"}}]}}]).independent
    1
"""

import hashlib
from typing import Final, NamedTuple

import orjson

from both_sides.domain.entities import Reference
from both_sides.exchange.wikidata.shapes import as_list
from both_sides.exchange.wikidata.snak_values import NO_VALUE, UNKNOWN_VALUE, SnakValue
from both_sides.exchange.wikidata.snaks import read_snaks
from both_sides.exchange.wikidata.times import newest

URL: Final = "P854"
RETRIEVED: Final = "P813"
TITLE: Final = "P1476"
ID_DIGITS: Final = 16

# Which member of `Reference` a property fills; every other property goes to `other`.
_FIELDS: Final = {
    URL: "url",
    RETRIEVED: "retrieved",
    TITLE: "title",
    "P248": "stated_in",
    "P123": "publisher",
    "P143": "imported_from",
}
_ADDRESSES: Final = ("http://", "https://")

Members = list[tuple[str, SnakValue]]


class References(NamedTuple):
    """Hold the references of one statement.

    Args:
        references: All that say anything, repeated ones too.
        independent: How many of them are independent.
        retrieved: The newest ISO date on which one was retrieved, or None.
        flaws: What could not be read.
    """

    references: tuple[Reference, ...] = ()
    independent: int = 0
    retrieved: str | None = None
    flaws: tuple[str, ...] = ()


NO_REFERENCES: Final = References()


def read_references(raw: object) -> References:
    """Read all references of a statement.

    Args:
        raw: Its parsed `references`; anything at all is taken.

    *Source:* spec/engine.md, "From Wikidata to claims" (independent references, newest P813).
    """
    entries = as_list(raw, member_key="snaks")
    if entries is None:
        return References(flaws=("its references are no list",))
    flaws: list[str] = []
    read: list[tuple[Reference, Members]] = []
    for entry in entries:
        if not isinstance(entry, dict):
            flaws.append("a reference is no object")
            continue
        members = read_snaks(entry.get("snaks"), flaws)
        if members:
            read.append((_read_reference(entry.get("hash"), members), members))
    return References(
        tuple([reference for reference, _ in read]),
        len(read) if len(read) < 2 else _independent(read),  # noqa: PLR2004 - nothing to compare
        newest([reference.retrieved for reference, _ in read if reference.retrieved]),
        tuple(flaws),
    )


def _independent(read: list[tuple[Reference, Members]]) -> int:
    """Count the sources: one for each address, and one for each content without an address."""
    return len({reference.url or _content(members) for reference, members in read})


def _read_reference(name: object, members: Members) -> Reference:
    fields: dict[str, str] = {}
    other: list[tuple[str, str]] = []
    for property_id, value in members:
        field = _FIELDS.get(property_id)
        text = None if field is None else _text_of(property_id, value)
        if field is None or text is None:
            other.append((property_id, value.text))
        elif field not in fields:
            fields[field] = text
        elif property_id == RETRIEVED and newest((fields[field], text)) == text:
            other.append((property_id, fields[field]))
            fields[field] = text
        else:
            other.append((property_id, text))
    reference_id = name if isinstance(name, str) and name else _name(members)
    return Reference(reference_id, other=tuple(other), **fields)


def _text_of(property_id: str, value: SnakValue) -> str | None:
    """Give the text that fills the member for this property, or None where it cannot."""
    if value is NO_VALUE or value is UNKNOWN_VALUE or value.flaw is not None:
        return None
    if property_id == URL:
        address = value.text.strip()
        return address if address.lower().startswith(_ADDRESSES) else None
    return value.moment if property_id == RETRIEVED else value.text


def _content(members: Members) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((property_id, value.text) for property_id, value in members))


def _name(members: Members) -> str:
    """Name a reference that came without a hash by its content, so that the name is stable."""
    return hashlib.sha384(orjson.dumps(_content(members))).hexdigest()[:ID_DIGITS]
