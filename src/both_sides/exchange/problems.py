"""Say what could not be read, as values, so that one run reports everything.

An import never stops at a bad line or a bad statement: each becomes a `Problem` that names where
it is, what is wrong and what to do. A problem also says how many statements became no claim
because of it; claims, statements left out on request and those lost add up to all statements
that were there.

*This module does not* read anything.

    >>> Problem(ProblemCode.NOT_JSON, "line 3 is not JSON").hint
    'mend the syntax of that line, or download the file again; the other lines were read'
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final


class ProblemCode(StrEnum):
    """Name each kind of problem; the spellings are stable."""

    # The bytes.
    UNKNOWN_COMPRESSION = "unknown_compression"
    DAMAGED_COMPRESSION = "damaged_compression"
    TRUNCATED = "truncated"
    TRAILING_BYTES = "trailing_bytes"
    TOO_LARGE_UNPACKED = "too_large_unpacked"
    # One line, or one document over several lines.
    LINE_TOO_LONG = "line_too_long"
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    TOO_DEEP = "too_deep"
    DUPLICATE_KEY = "duplicate_key"
    NOT_AN_ENTITY = "not_an_entity"
    # One entity.
    MISSING_ENTITY = "missing_entity"
    INVALID_ENTITY_ID = "invalid_entity_id"
    INVALID_PROPERTY_ID = "invalid_property_id"
    MALFORMED_STATEMENTS = "malformed_statements"
    # One statement.
    MALFORMED_STATEMENT = "malformed_statement"
    MISSING_VALUE = "missing_value"
    UNREADABLE_VALUE = "unreadable_value"
    UNREADABLE_QUALIFIER = "unreadable_qualifier"
    UNREADABLE_REFERENCE = "unreadable_reference"
    REPEATED_STATEMENT_ID = "repeated_statement_id"
    INVALID_STATEMENT_ID = "invalid_statement_id"
    FOREIGN_PROPERTY = "foreign_property"
    UNKNOWN_RANK = "unknown_rank"
    # One document of claims.
    NOT_YAML = "not_yaml"
    MALFORMED_DOCUMENT = "malformed_document"
    MALFORMED_CLAIM = "malformed_claim"
    MISSING_STATEMENT = "missing_statement"
    REPEATED_KEY = "repeated_key"
    UNKNOWN_PARENT = "unknown_parent"
    PARENT_CYCLE = "parent_cycle"
    UNKNOWN_LABEL = "unknown_label"
    UNREADABLE_EVIDENCE = "unreadable_evidence"
    NOTHING_TO_CITE = "nothing_to_cite"
    # The ledger.
    NOT_SEALABLE = "not_sealable"
    NOT_RECORDED = "not_recorded"


HINTS: Final = {
    ProblemCode.UNKNOWN_COMPRESSION: "unpack the file first; plain text, gzip and bzip2 are read",
    ProblemCode.DAMAGED_COMPRESSION: "download the file again; what came before was read",
    ProblemCode.TRUNCATED: "download the file again; what came before was read",
    ProblemCode.TRAILING_BYTES: "check where the file comes from; what came before was read",
    ProblemCode.TOO_LARGE_UNPACKED: "split the file, or import it on the server's own machine;"
    " what came before was read",
    ProblemCode.LINE_TOO_LONG: "split the line, or raise the limit; the other lines were read",
    ProblemCode.NOT_UTF8: (
        "save it as UTF-8 and import it again; the line or the document that is named was not read"
    ),
    ProblemCode.NOT_JSON: (
        "mend the syntax of that line, or download the file again; the other lines were read"
    ),
    ProblemCode.TOO_DEEP: "flatten it and import it again; what lies that deep was not read",
    ProblemCode.DUPLICATE_KEY: (
        "keep one of the two; the last one was read, as most JSON readers do, and which one was"
        " meant cannot be guessed"
    ),
    ProblemCode.NOT_AN_ENTITY: (
        'give an entity with an id, a list or a map of them, or a reply with "entities"'
    ),
    ProblemCode.MISSING_ENTITY: "check the id; the source says that it has no such entity",
    ProblemCode.INVALID_ENTITY_ID: "entity ids look like Q1764, P1082, L42 or M7; mend the id",
    ProblemCode.INVALID_PROPERTY_ID: "property ids look like P1082; mend the id",
    ProblemCode.MALFORMED_STATEMENTS: "give a list of statements for each property",
    ProblemCode.MALFORMED_STATEMENT: "give the statement as an object with a mainsnak",
    ProblemCode.MISSING_VALUE: (
        "the claim was kept without a value; give its mainsnak a datavalue, or the snaktype"
        " somevalue or novalue"
    ),
    ProblemCode.UNREADABLE_VALUE: "the claim was kept with the value as written; mend the value",
    ProblemCode.UNREADABLE_QUALIFIER: "the claim was kept; mend the qualifier",
    ProblemCode.UNREADABLE_REFERENCE: "the claim was kept; mend the reference",
    ProblemCode.REPEATED_STATEMENT_ID: (
        "the claim was kept under an id made of entity, property and position; give each statement"
        " an id of its own"
    ),
    ProblemCode.INVALID_STATEMENT_ID: (
        "the claim was kept under an id made of entity, property and position; statement ids have"
        " 1 to 256 printable characters"
    ),
    ProblemCode.FOREIGN_PROPERTY: (
        "the claim was kept under the property it is listed under; check which one was meant"
    ),
    ProblemCode.UNKNOWN_RANK: "the claim counts as normal; ranks are preferred, normal, deprecated",
    ProblemCode.NOT_YAML: "mend the syntax there; nothing of the document was read",
    ProblemCode.MALFORMED_DOCUMENT: "compare the document with the page of its format in docs/spec",
    ProblemCode.MALFORMED_CLAIM: "mend it as the format asks; everything else was read",
    ProblemCode.MISSING_STATEMENT: "state what is claimed; what says nothing cannot be judged",
    ProblemCode.REPEATED_KEY: (
        "the claim was kept under a key of its own; give each claim one id, and no id to two"
    ),
    ProblemCode.UNKNOWN_PARENT: (
        "the claim was kept without that link; import the documents that belong together at once,"
        " or mend the id"
    ),
    ProblemCode.PARENT_CYCLE: "the claim was kept without that link; a claim cannot rest on itself",
    ProblemCode.UNKNOWN_LABEL: "the claim was kept without a verdict; use a label of the format",
    ProblemCode.UNREADABLE_EVIDENCE: "the claim was kept; mend the item of evidence",
    ProblemCode.NOTHING_TO_CITE: (
        "the claim was kept without a verdict; give it the evidence that the label speaks of"
    ),
    ProblemCode.NOT_SEALABLE: "mend the text that has no canonical form; the others were recorded",
    ProblemCode.NOT_RECORDED: "mend what the sentence names and import again; the rest is recorded",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Say where something was read.

    Args:
        source: The name of the file or of the reply.
        line: The line on which it begins, from 1; None where lines mean nothing.
    """

    source: str
    line: int | None = None

    def __str__(self) -> str:
        return self.source if self.line is None else f"{self.source} line {self.line:,}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Say what could not be read.

    Args:
        code: Which kind of problem.
        what: What is wrong, in one sentence with its facts.
        place: Where it was read, or None where the caller did not say.
        entity_id: In which entity, or None; a guess where the document could not be parsed.
        property_id: Under which property, or None.
        statement_id: In which statement, or None.
        statements_lost: How many statements became no claim because of it; 0 where the claim was
            kept, or where nobody can tell.

    *Source:* house-style.md, "importers return *all* problems as values".
    """

    code: ProblemCode
    what: str
    place: Place | None = None
    entity_id: str | None = None
    property_id: str | None = None
    statement_id: str | None = None
    statements_lost: int = 0

    @property
    def hint(self) -> str:
        """Say what to do next, and what became of the claim."""
        return HINTS[self.code]

    def at(self, place: Place | None) -> "Problem":
        """Give the same problem with its place."""
        return replace(self, place=place)

    def __str__(self) -> str:
        subject = " ".join(
            part for part in (self.entity_id, self.property_id, self.statement_id) if part
        )
        where = f"{self.place}: " if self.place else ""
        return f"{where}{subject}{': ' if subject else ''}{self.what}"
