"""Read the small file that says which column of a table is what, and report every problem at once.

    # flights.toml: every source states a departure; sources that agree support one claim
    entity   = { column = "object", before = "|" }
    property = { column = "object", after = "|" }
    value    = "value"
    source   = "source"
    retrieved = { column = "timestamp", format = "%a %b %d %H:%M:%S %Y" }
    one_claim_per = "value"

Each member is the name of a column, or a table with `column` or `constant` and how to read it.
Without a file, columns named like the members are taken. *This module does not* read tables.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeGuard

import orjson

from both_sides.batch.table_rows import CsvOptions
from both_sides.errors import InvalidInputError, MalformedDocumentError, NotFoundError

# Every member, and what it is.
MEMBERS: Final = {
    "entity": "what the claim is about",
    "property": "which of its properties",
    "value": "the claimed value",
    "claim_id": "names the claim within its question",
    "source": "who states it",
    "numeric": "the value as a number",
    "rank": "preferred, normal or deprecated",
    "reference_count": "how many independent references",
    "references": "the references themselves, a list or a text with a separator",
    "retrieved": "when the newest reference was retrieved",
    "precision": "quantity, coordinate …, year precision N",
    "point_in_time": "the moment for which the value holds",
    "start": "from when it holds",
    "end": "until when it holds",
    "text": "the text of a second source about the entity",
    "figures": "the figures of a second source, a list or a text with a separator",
}
REQUIRED: Final = ("entity", "property", "value")
ONE_CLAIM_PER: Final = ("row", "value")
_HOW: Final = {"column", "constant", "before", "after", "separator", "format", "values"}
_OPTIONS: Final = {"one_claim_per", "encoding", "delimiter"}
_LISTS: Final = {"references", "figures"}
# Names under which tables often have a member, where there is no file.
_ALSO: Final = {
    "entity": ("entity_id", "entityId", "item", "object"),
    "property": ("property_id", "propertyId", "attribute"),
    "claim_id": ("claimId", "id"),
    "numeric": ("number",),
    "reference_count": ("referenceCount",),
    "retrieved": ("retrieved_at", "date"),
    "text": ("corroborating_text", "corroboratingText"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """Say where one member comes from.

    Args:
        column: The column, or None for a constant.
        constant: The same text for every row, or None.
        before: Only what stands before the first of this sign, or None.
        after: Only what stands after the first of this sign, or None.
        separator: Between the entries of a list that is written as a text, or None.
        format: How a date is written, as for `strptime`; None for ISO dates.
        values: What the texts of the column stand for, or None.
    """

    column: str | None = None
    constant: str | None = None
    before: str | None = None
    after: str | None = None
    separator: str | None = None
    format: str | None = None
    values: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True, slots=True)
class MappingFile:
    """Hold what a mapping says.

    Args:
        sources: Where each member comes from.
        one_claim_per: `row`, or `value`: rows that state the same value are one claim.
        encoding: Of a CSV file.
        delimiter: Between the fields of a CSV file; None for what its name says.
    """

    sources: Mapping[str, Source]
    one_claim_per: str = "row"
    encoding: str = "utf-8"
    delimiter: str | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """Name the columns that are read, each once."""
        named = [source.column for source in self.sources.values() if source.column is not None]
        return tuple(dict.fromkeys(named))

    @property
    def csv(self) -> CsvOptions:
        """Say how a CSV file is written."""
        return CsvOptions(self.encoding, self.delimiter)

    def members(self) -> dict[str, Any]:
        """Give what it says as plain values, for the record of a run."""
        return {
            "oneClaimPer": self.one_claim_per,
            **{
                name: {
                    how: said
                    for how in Source.__slots__
                    if (said := getattr(source, how)) is not None
                }
                for name, source in self.sources.items()
            },
        }


def read_members(path: Path) -> dict[str, Any]:
    """Read a mapping file, TOML or JSON, without comparing it with any table.

    Raises:
        NotFoundError: There is no such file.
        InvalidInputError: It cannot be read.
        MalformedDocumentError: It is neither.
    """
    try:
        content = path.read_bytes()
        is_json = path.suffix == ".json"
        members = orjson.loads(content) if is_json else tomllib.loads(content.decode())
    except FileNotFoundError:
        raise NotFoundError(
            f"there is no mapping file {path}", hint="check the path", file=str(path)
        ) from None
    except OSError as error:
        raise InvalidInputError(
            f"the mapping file {path} cannot be read: {error.strerror}",
            hint="name a readable file with --mapping",
            file=str(path),
        ) from None
    except (orjson.JSONDecodeError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MalformedDocumentError(
            f"{path} is no mapping: {error}",
            hint='write TOML, for example: entity = "object"',
            source=str(path),
        ) from None
    if not isinstance(members, dict):
        raise MalformedDocumentError(
            f"{path} is no mapping", hint='write an object: {"entity": "object"}', source=str(path)
        )
    return members


def csv_of(members: Mapping[str, Any]) -> CsvOptions:
    """Say how a CSV file is written, before anything else of the mapping is looked at.

    What cannot be is left for `parse_mapping`, which names every problem at once.
    """
    encoding, delimiter = members.get("encoding"), members.get("delimiter")
    return CsvOptions(
        encoding if _is_encoding(encoding) else "utf-8",
        delimiter if _is_delimiter(delimiter) else None,
    )


def _is_encoding(said: object) -> TypeGuard[str]:
    """Tell whether something names an encoding of texts that Python knows."""
    try:
        return isinstance(said, str) and "".encode(said) is not None
    except (LookupError, ValueError):  # ValueError: a NUL in the name
        return False


def _is_delimiter(said: object) -> TypeGuard[str]:
    """Tell whether something can stand between fields: one sign of ASCII, and none of CSV's own."""
    return isinstance(said, str) and len(said) == 1 and said.isascii() and said not in '"\r\n'


def guess_mapping(columns: Collection[str], *, name: str) -> MappingFile:
    """Take the columns that are named like members.

    Raises:
        InvalidInputError: Entity, property or value cannot be told.
    """
    sources = {}
    for member in MEMBERS:
        for column in (member, *_ALSO.get(member, ())):
            if column in columns:
                sources[member] = column
                break
    return parse_mapping(sources, columns, name=name)


def parse_mapping(
    members: Mapping[str, Any], columns: Collection[str], *, name: str
) -> MappingFile:
    """Check what a mapping says against the columns there are.

    Raises:
        InvalidInputError: Something cannot be; the facts list everything.
    """
    problems: list[str] = []
    sources: dict[str, Source] = {}
    for member, said in members.items():
        if member in MEMBERS:
            source = _source(member, said, columns, problems)
            if source is not None:
                sources[member] = source
        elif member not in _OPTIONS:
            problems.append(f"{member}: there is no such member; there are {', '.join(MEMBERS)}")
    problems += [
        f"{member}: it must say {MEMBERS[member]}" for member in REQUIRED if member not in members
    ]
    one_claim_per = members.get("one_claim_per", "row")
    if one_claim_per not in ONE_CLAIM_PER:
        problems.append(f"one_claim_per: {one_claim_per!r}, expected row or value")
    if one_claim_per == "value" and "claim_id" in members:
        problems.append("claim_id: rows of one value are one claim, which is named by its value")
    options = {option: members.get(option) for option in ("encoding", "delimiter")}
    if options["encoding"] is not None and not _is_encoding(options["encoding"]):
        problems.append(f"encoding: {options['encoding']!r}, expected a name such as latin-1")
    if options["delimiter"] is not None and not _is_delimiter(options["delimiter"]):
        problems.append(f"delimiter: {options['delimiter']!r}, expected one sign, such as ;")
    if problems:
        raise InvalidInputError(
            f"{name} does not say how to read the table: {'; '.join(problems)}",
            hint=f"the table has the columns {', '.join(columns) or '(none)'}; a mapping file"
            " (--mapping) says which is what, as docs/batch.md shows",
            problems=problems,
            columns=list(columns),
        )
    return MappingFile(sources, one_claim_per, options["encoding"] or "utf-8", options["delimiter"])


def _source(
    member: str, said: object, columns: Collection[str], problems: list[str]
) -> Source | None:
    """Read where one member comes from."""
    if isinstance(said, str):
        said = {"column": said}
    if not isinstance(said, dict):
        problems.append(f"{member}: {said!r}, expected the name of a column or a table")
        return None
    before = len(problems)
    unknown = sorted(said.keys() - _HOW)
    if unknown:
        problems.append(f"{member}: it cannot say {', '.join(unknown)}")
    if ("column" in said) == ("constant" in said):
        problems.append(f"{member}: it needs either a column or a constant")
    column = said.get("column")
    if isinstance(column, str):
        found = list(columns).count(column)
        if not found:
            problems.append(f"{member}: there is no column {column!r}")
        elif found > 1:
            problems.append(f"{member}: there are {found} columns {column!r}; name each once")
    values = said.get("values")
    if values is not None and not (
        isinstance(values, dict) and all(isinstance(text, str) for text in values.values())
    ):
        problems.append(f"{member}: values must map texts to texts")
    problems += [
        f"{member}: {how} is {said[how]!r}, expected a text"
        for how in sorted(said.keys() & _HOW - {"values"})
        if not isinstance(said[how], str)
    ]
    if "format" in said and member != "retrieved":
        problems.append(f"{member}: only retrieved can have a format")
    if "separator" in said and member not in _LISTS:
        problems.append(f"{member}: only {' and '.join(sorted(_LISTS))} can have a separator")
    if len(problems) > before:
        return None
    return Source(**{**said, "values": None if values is None else tuple(values.items())})
