"""Read the statements of an entity into groups by property, and account for every one of them.

Each statement that is found becomes a claim, is left out because nobody asked for its property, or
is named as lost in a problem. *This module does not* read what a statement says; `statements` does.

    >>> read_groups({"claims": {"P1": [5]}}, "Q1", None, []).found
    1
"""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from both_sides.domain.entities import Statement, StatementGroup
from both_sides.domain.ids import LONGEST_ID, PropertyId
from both_sides.exchange.problems import Problem, ProblemCode
from both_sides.exchange.wikidata.shapes import as_list, as_map
from both_sides.exchange.wikidata.statements import Flaw, read_statement

_PROPERTY_ID: Final = re.compile(r"P[0-9]{1,18}")
_MEMBERS: Final = ("claims", "statements")  # media files say "statements"
_REGISTERED_HERE: Final = "CLM-"


class Groups(NamedTuple):
    """Hold the statements of an entity by property, and how many there were.

    Args:
        groups: Those that became claims.
        found: How many statements the document holds.
        left_out: How many are about properties that nobody asked for.
    """

    groups: tuple[StatementGroup, ...]
    found: int
    left_out: int


def read_groups(
    document: Mapping[str, Any],
    entity_id: str,
    properties: Collection[str] | None,
    problems: list[Problem],
) -> Groups:
    """Read all statements of an entity.

    Args:
        document: The parsed entity.
        entity_id: Its id.
        properties: Only these, or None for all.
        problems: Gets everything that could not be read.

    *Source:* spec/engine.md, "From Wikidata to claims" (one statement = one claim).
    """
    reader = _GroupReader(entity_id, problems)
    groups: list[StatementGroup] = []
    found = left_out = 0
    for property_id, raw in _groups_of(document, problems, entity_id).items():
        listed = raw if isinstance(raw, list) else as_list(raw, member_key="mainsnak")
        if listed is None:
            problems.append(
                Problem(
                    ProblemCode.MALFORMED_STATEMENTS,
                    "there is no list of statements",
                    entity_id=entity_id,
                    property_id=property_id[:LONGEST_ID],
                )
            )
            continue
        found += len(listed)
        if properties is not None and property_id not in properties:
            left_out += len(listed)
        elif _PROPERTY_ID.fullmatch(property_id) is None:
            problems.append(
                Problem(
                    ProblemCode.INVALID_PROPERTY_ID,
                    f"{property_id[:80]!r} is not the id of a property",
                    entity_id=entity_id,
                    statements_lost=len(listed),
                )
            )
        else:
            statements = reader.read(listed, property_id)
            if statements:
                groups.append(
                    StatementGroup(PropertyId(property_id), statements, None, _datatype(listed))
                )
    return Groups(tuple(groups), found, left_out)


def count_statements(document: Mapping[str, Any]) -> int:
    """Count the statements of an entity without reading them."""
    return sum(
        len(as_list(raw, member_key="mainsnak") or ())
        for raw in _groups_of(document, [], "").values()
    )


class _GroupReader:
    """Read the statements of one entity, and give each claim an id of its own."""

    def __init__(self, entity_id: str, problems: list[Problem]) -> None:
        self._entity_id = entity_id
        self._problems = problems
        self._given: set[str] = set()

    def read(self, listed: list[Any], property_id: str) -> tuple[Statement, ...]:
        statements: list[Statement] = []
        flaws: list[Flaw] = []
        given = self._given
        for number, raw in enumerate(listed, start=1):
            if not isinstance(raw, dict):
                self._report(
                    ProblemCode.MALFORMED_STATEMENT,
                    f"statement {number} is no object",
                    property_id,
                    lost=1,
                )
                continue
            claim_id = raw.get("id")
            if isinstance(claim_id, str) and claim_id not in given and _is_claim_id(claim_id):
                given.add(claim_id)
            else:
                claim_id = self._made_claim_id(claim_id, property_id, number)
            statements.append(read_statement(raw, claim_id, property_id, flaws))
            if flaws:
                for code, what in flaws:
                    self._report(code, what, property_id, claim_id)
                flaws.clear()
        return tuple(statements)

    def _made_claim_id(self, written: object, property_id: str, number: int) -> str:
        """Make an id for a statement that has none of its own."""
        made = f"{self._entity_id}-{property_id}-{number}"
        while made in self._given:
            made = f"{made}-{number}"
        self._given.add(made)
        if isinstance(written, str) and _is_claim_id(written):
            what = f"the statement id {written[:80]} was used before in this entity"
            self._report(ProblemCode.REPEATED_STATEMENT_ID, what, property_id, made)
        elif written is not None:
            what = f"{str(written)[:80]!r} is no statement id"
            self._report(ProblemCode.INVALID_STATEMENT_ID, what, property_id, made)
        return made

    def _report(
        self,
        code: ProblemCode,
        what: str,
        property_id: str,
        statement_id: str | None = None,
        *,
        lost: int = 0,
    ) -> None:
        self._problems.append(
            Problem(
                code,
                what,
                entity_id=self._entity_id,
                property_id=property_id,
                statement_id=statement_id,
                statements_lost=lost,
            )
        )


def _is_claim_id(written: str) -> bool:
    """Tell whether a claim can have this id; ids of claims registered here are not for imports."""
    return (
        0 < len(written) <= LONGEST_ID
        and written.isprintable()
        and ("$" in written or not written.upper().startswith(_REGISTERED_HERE))
    )


def _groups_of(
    document: Mapping[str, Any], problems: list[Problem], entity_id: str
) -> Mapping[str, Any]:
    """Give what stands for each property, in the order of the source."""
    groups: dict[str, Any] = {}
    for member in _MEMBERS:
        raw = document.get(member)
        if not raw:
            continue
        found = _by_property(raw) if isinstance(raw, list) else as_map(raw)
        if found is None:
            problems.append(
                Problem(
                    ProblemCode.MALFORMED_STATEMENTS,
                    f"its {member} are no map of properties",
                    entity_id=entity_id,
                )
            )
        else:
            groups = _merged(groups, found) if groups else found
    return groups


def _merged(groups: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Put together what one document says under both names."""
    merged = dict(groups)
    for property_id, raw in more.items():
        before = as_list(merged.get(property_id), member_key="mainsnak")
        after = as_list(raw, member_key="mainsnak")
        merged[property_id] = [*before, *after] if before and after else before or raw
    return merged


def _by_property(listed: list[Any]) -> dict[str, list[Any]]:
    """Group statements that were given as one flat list by the property that each one names."""
    groups: dict[str, list[Any]] = {}
    for raw in listed:
        mainsnak = raw.get("mainsnak") if isinstance(raw, dict) else None
        named = mainsnak.get("property") if isinstance(mainsnak, dict) else None
        groups.setdefault(named if isinstance(named, str) else "", []).append(raw)
    return groups


def _datatype(listed: list[Any]) -> str | None:
    """Give the datatype that the first statement names."""
    mainsnak = listed[0].get("mainsnak") if isinstance(listed[0], dict) else None
    datatype = mainsnak.get("datatype") if isinstance(mainsnak, dict) else None
    return datatype if isinstance(datatype, str) else None
