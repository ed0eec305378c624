"""Parse and print the identifiers that people type and machines seal.

A claim is either registered here (`CLM-0001`) or imported, and then keeps the id of the statement
it comes from (`Q1764$…`). Numbers have four digits at least, widen when they must, and are never
given twice. *This module does not* know whether the thing named exists.

    >>> format_number("CLM", 12)
    'CLM-0012'
"""

import re
from typing import Final, NewType

from both_sides.errors import InvalidInputError

ScopeId = NewType("ScopeId", str)
ClaimId = NewType("ClaimId", str)
EvidenceId = NewType("EvidenceId", str)
RulingId = NewType("RulingId", str)
EntityId = NewType("EntityId", str)
PropertyId = NewType("PropertyId", str)

_SCOPE: Final = re.compile(r"[A-Za-z0-9._~/-]{1,128}")
_NUMBERED: Final = re.compile(r"([A-Z]{3})-([0-9]{4,12})")
_WIKIDATA: Final = re.compile(r"[QPLMqplm][0-9]{1,18}(?:-[FSfs][0-9]{1,18})?")
_ENTITY_PREFIX: Final = re.compile(r"[QPLMqplm][0-9]{1,18}(?:-[FSfs][0-9]{1,18}\b)?")
_BLANK: Final = re.compile(r"\s")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")  # half a pair is no text
MINIMUM_DIGITS: Final = 4
LONGEST_ID: Final = 256


def parse_scope_id(text: str) -> ScopeId:
    """Accept a scope id.

    Raises:
        InvalidInputError: It is empty, longer than 128 characters or has another character than
            letters, digits and ``. _ ~ / -``.

    *Source:* spec/ledger.md, 2 (scope ids).
    """
    if _SCOPE.fullmatch(text) is None:
        raise InvalidInputError(
            f"{text[:140]!r} is not a scope id",
            hint="use 1 to 128 of the characters A-Z a-z 0-9 . _ ~ / -, for example local",
            field="scope",
            value=text[:140],
        )
    return ScopeId(text)


def format_number(prefix: str, number: int) -> str:
    """Print the id that carries `number`, for example ``CLM-0001``.

    *Source:* spec/claims.md, F22.
    """
    return f"{prefix}-{number:0{MINIMUM_DIGITS}d}"


def parse_number(prefix: str, text: str) -> int | None:
    """Read the number out of an id, or answer None where the text is no such id."""
    match = _NUMBERED.fullmatch(text)
    if match is None or match[1] != prefix or format_number(prefix, int(match[2])) != text:
        return None
    return int(match[2])


def parse_ruling_id(text: str) -> RulingId:
    """Accept the id of a ruling, in either case.

    Raises:
        InvalidInputError: The text is not of the form ``RUL-0001``.
    """
    if parse_number("RUL", text.upper()) is None:
        raise InvalidInputError(
            f"{text[:80]!r} is not the id of a ruling",
            hint="ruling ids look like RUL-0001; `both-sides rulings` lists them",
            field="ruling",
            value=text[:80],
        )
    return RulingId(text.upper())


def parse_entity_id(text: str) -> EntityId:
    """Accept the id of an entity; a Wikidata id may be typed in either case.

    Raises:
        InvalidInputError: It is empty, longer than 256 characters, or has white space or a
            control character in it.
    """
    return EntityId(_parse_subject_id(text, field="entity", example="Q1764"))


def parse_property_id(text: str) -> PropertyId:
    """Accept the id of a property, under the same rules as the id of an entity.

    Raises:
        InvalidInputError: As for `parse_entity_id`.
    """
    return PropertyId(_parse_subject_id(text, field="property", example="P1082"))


def parse_wikidata_entity(text: str) -> EntityId:
    """Accept the id of an entity of Wikidata, in either case; a selection of others finds nothing.

    Raises:
        InvalidInputError: It is none.
    """
    entity_id = parse_entity_id(text)
    if _WIKIDATA.fullmatch(entity_id) is None:
        raise _no_wikidata_id(text, "entity", "Q1764")
    return entity_id


def parse_wikidata_property(text: str) -> PropertyId:
    """Accept the id of a property of Wikidata, in either case; its name would find nothing.

    Raises:
        InvalidInputError: It is none.
    """
    property_id = parse_property_id(text)
    if _WIKIDATA.fullmatch(property_id) is None or not property_id.startswith("P"):
        raise _no_wikidata_id(text, "property", "P1082")
    return property_id


def _no_wikidata_id(text: str, field: str, example: str) -> InvalidInputError:
    return InvalidInputError(
        f"{text[:80]!r} is not the id of a Wikidata {field}",
        hint=f"give its id, for example {example}, or leave it out for all",
        field=field,
        value=text[:80],
    )


def parse_claim_id(text: str) -> ClaimId:
    """Accept the id of a claim: `CLM-0001`, or the id of the statement it was imported from.

    Raises:
        InvalidInputError: It is empty, longer than 256 characters, or has a control character.
    """
    if not 0 < len(text) <= LONGEST_ID or _CONTROL.search(text):
        raise InvalidInputError(
            f"{text[:80]!r} is not the id of a claim",
            hint="claim ids look like CLM-0001, or like Q1764$… where the claim was imported",
            field="claim",
            value=text[:80],
        )
    return ClaimId(text.upper() if _NUMBERED.fullmatch(text.upper()) else text)


def parse_evidence_id(text: str) -> EvidenceId:
    """Accept the id of an evidence item: `EVD-0001`, or that of an imported reference.

    Raises:
        InvalidInputError: It is empty, longer than 512 characters, or has a control character.
    """
    if not 0 < len(text) <= 2 * LONGEST_ID or _CONTROL.search(text):
        raise InvalidInputError(
            f"{text[:80]!r} is not the id of an evidence item",
            hint="evidence ids look like EVD-0001; `claims-mcp evidence list CLM-…` lists them",
            field="evidence",
            value=text[:80],
        )
    return EvidenceId(text.upper() if _NUMBERED.fullmatch(text.upper()) else text)


def entity_of(claim_id: ClaimId) -> EntityId | None:
    """Name the entity that an imported claim is about, or answer None for a registered one."""
    match = _ENTITY_PREFIX.match(claim_id)
    return None if match is None else EntityId(match[0].upper())


def _parse_subject_id(text: str, *, field: str, example: str) -> str:
    if not 0 < len(text) <= LONGEST_ID or _BLANK.search(text) or _CONTROL.search(text):
        raise InvalidInputError(
            f"{text[:80]!r} is not the id of {'an' if field == 'entity' else 'a'} {field}",
            hint=f"ids have no white space in them, for example {example};"
            " `both-sides disputes` lists what the ledger holds",
            field=field,
            value=text[:80],
        )
    return text.upper() if _WIKIDATA.fullmatch(text) else text
