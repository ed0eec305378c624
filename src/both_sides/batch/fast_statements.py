"""Read the statements of one property fast, exactly as the patient reader does, or not at all.

Whatever is usual in a dump is read here: texts, items, whole amounts, dates, references with
addresses. The rest of the values goes through the functions of `both_sides.exchange.wikidata` one
by one. What has a flaw that the reader would report raises `UnusualError`, and the whole line goes
to the patient reader, which reports it. *This module does not* report anything.

*Source:* spec/engine.md, "From Wikidata to claims"; `exchange.wikidata` is the reference.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

import orjson
from msgspec import UNSET

from both_sides.batch.entity_structs import (
    NOTHING,
    Snak,
    Statement,
    Value,
    parse_moments,
    parse_references,
    parse_snak,
)
from both_sides.batch.moments import newness_of
from both_sides.batch.rows import Claim
from both_sides.domain.disputes import DisputeKind, EditorialRank
from both_sides.exchange.wikidata.quantities import PRECISION
from both_sides.exchange.wikidata.references import URL, read_references
from both_sides.exchange.wikidata.snak_values import NO_VALUE, UNKNOWN_VALUE, SnakValue
from both_sides.exchange.wikidata.times import newest, oldest, read_time
from both_sides.exchange.wikidata.values import read_value
from both_sides.scoring.instants import read_instant
from both_sides.scoring.outcomes import RANK_CODES, specificity_code

RETRIEVED: Final = "P813"
_ADDRESSES: Final = ("http://", "https://")
_WHOLE_AMOUNT: Final = re.compile(r"\+?(-?[1-9][0-9]{0,17})")
_ITEM_UNIT: Final = re.compile(r"http://www\.wikidata\.org/entity/(Q[0-9]+)")
_RANKS: Final = {rank.value: RANK_CODES[rank] for rank in EditorialRank}
_PAIR: Final = 2

_code_of: Final = lru_cache(maxsize=4096)(specificity_code)
_instant_of: Final = lru_cache(maxsize=1 << 16)(read_instant)


class UnusualError(Exception):
    """Say that a line is for the patient reader."""


class Question(NamedTuple):
    """Hold the claims about one property of an entity.

    Args:
        kind: Why their values differ.
        claims: The claims, in the order of the source.
        has_date: Whether any claimed value is a point in time.
    """

    kind: str
    claims: list[Claim]
    has_date: bool


def read_question(
    property_id: str, statements: Sequence[Statement], *, agreed_too: bool
) -> Question | None:
    """Read the statements about one property.

    Args:
        property_id: Which.
        statements: All of them.
        agreed_too: Also where all state the same value.

    Returns:
        The question, or None where all statements agree and that is not asked for.

    Raises:
        UnusualError: Something is there that the patient reader would report.
    """
    values = [_read_snak(parse_snak(statement.mainsnak), property_id) for statement in statements]
    texts = [value.text for value in values]
    differs = len(set(texts)) > 1
    if not differs and not agreed_too:
        return None
    claims: list[Claim] = []
    moments: list[str | None] = []
    for statement, value in zip(statements, values, strict=True):
        at, start, end = _read_moments(statement)
        references, retrieved = _read_references(statement)
        claims.append(
            (
                statement.id,
                value.text,
                None if value.numeric is None else float(value.numeric),
                _RANKS[statement.rank],
                references,
                None if retrieved is None else _instant_of(retrieved),
                _code_of(value.precision),
                newness_of(at, start, end),
            )
        )
        moments.append(moment_text(at, start, end))
    has_date = any((value.precision or "").startswith("year precision") for value in values)
    kind = kind_of(texts, moments, [claim[3] for claim in claims]) if differs else _UNDISPUTED
    return Question(kind, claims, has_date)


_UNDISPUTED: Final = DisputeKind.UNDISPUTED.value


def kind_of(texts: Sequence[str], moments: Sequence[str | None], rank_codes: Sequence[int]) -> str:
    """Say why the values of one property differ, from columns.

    Args:
        texts: The values, one a claim.
        moments: What moment each holds for, or None.
        rank_codes: 0 for deprecated.

    *Source:* spec/engine.md; `both_sides.domain.time_series.classify` is the reference.
    """
    if len(set(texts)) < _PAIR:
        return _UNDISPUTED
    rows = list(zip(texts, moments, rank_codes, strict=True))
    active = [(text, moment) for text, moment, rank in rows if rank != 0]
    if len({text for text, _ in active}) < _PAIR:
        active = [(text, moment) for text, moment, _ in rows]
    values_at: dict[str | None, set[str]] = {}
    for text, moment in active:
        values_at.setdefault(moment, set()).add(text)
    if len(values_at) == 1:
        return DisputeKind.CONTRADICTION.value
    told_apart = all(len(values) == 1 for values in values_at.values())
    is_series = told_apart and None not in values_at
    return (DisputeKind.TIME_SERIES if is_series else DisputeKind.MIXED).value


def moment_text(at: str | None, start: str | None, end: str | None) -> str | None:
    """Name the moment of a claim, as `both_sides.domain.time_series.moment_of` does."""
    if at is not None:
        return at
    return None if start is None and end is None else f"{start or ''}/{end or ''}"


# --- values ---


def _read_snak(snak: Snak, property_id: str) -> SnakValue:
    """Read the value of a claim; a flaw is for the patient reader."""
    if snak.property and snak.property != property_id:
        raise UnusualError
    value = _value_of(snak)
    if value.flaw is not None:
        raise UnusualError
    return value


def _value_of(snak: Snak) -> SnakValue:
    if snak.snaktype == "novalue":
        return NO_VALUE
    if snak.snaktype == "somevalue":
        return UNKNOWN_VALUE
    if snak.datavalue is None:
        raise UnusualError
    value = snak.datavalue.value
    return (
        SnakValue(value) if isinstance(value, str) else _usual(value) or read_value(value.members())
    )


def _usual(value: Value) -> SnakValue | None:
    """Read an item, a date or a whole amount; None for everything else."""
    if value.id is not UNSET:
        return SnakValue(value.id) if value.id else None
    if value.numeric_id is not UNSET:
        return None
    if value.time is not UNSET:
        members = {"time": value.time, "precision": value.precision}
        return read_time({**members, "calendarmodel": value.calendarmodel})
    if value.amount is UNSET:
        return None
    whole = _WHOLE_AMOUNT.fullmatch(value.amount)
    unit = _unit_of(value.unit)
    if whole is None or unit is None:
        return None
    return SnakValue(f"{whole[1]} {unit}" if unit else whole[1], Decimal(whole[1]), PRECISION)


@lru_cache(maxsize=4096)
def _unit_of(unit: object) -> str | None:
    """Give the id of a unit that is an item, nothing for 1; None for the patient reader's cases."""
    if unit == "1":
        return ""
    match = _ITEM_UNIT.fullmatch(unit) if isinstance(unit, str) else None
    return None if match is None else match[1]


# --- qualifiers and references ---


def _read_moments(statement: Statement) -> tuple[str | None, str | None, str | None]:
    """Give the point in time, the start and the end, as the ledger reads them."""
    if statement.qualifiers is NOTHING:
        return None, None, None
    found = parse_moments(statement.qualifiers)
    return (
        newest(_moments_of(found.P585)) if found.P585 else None,
        oldest(_moments_of(found.P580)) if found.P580 else None,
        newest(_moments_of(found.P582)) if found.P582 else None,
    )


def _moments_of(snaks: Iterable[Snak]) -> list[str]:
    moments = []
    for snak in snaks:
        value = _value_of(snak)
        if value.flaw is not None:
            raise UnusualError
        if value.moment is not None:
            moments.append(value.moment)
    return moments


def _read_references(statement: Statement) -> tuple[int, str | None]:
    """Count the independent references, and give the newest retrieval."""
    if statement.references is NOTHING:
        return 0, None
    count, addresses, retrieved = 0, set(), []
    for reference in parse_references(statement.references):
        snaks = reference.snaks
        if not any(snaks.values()):
            continue
        count += 1
        if RETRIEVED in snaks:
            retrieved += _moments_of(snaks[RETRIEVED])
        if URL in snaks and (address := _address(snaks[URL])) is not None:
            addresses.add(address)
        _require_values(snaks.values())
    if count < _PAIR:
        return count, newest(retrieved)
    if len(addresses) < count:  # repeated, or without an address: told apart by all they say
        whole = orjson.loads(bytes(statement.references))
        return read_references(whole).independent, newest(retrieved)
    return count, newest(retrieved)


def _address(snaks: Iterable[Snak]) -> str | None:
    for snak in snaks:
        value = _value_of(snak)
        address = value.text.strip()
        if value.flaw is None and address.lower().startswith(_ADDRESSES):
            return address
    return None


def _require_values(groups: Iterable[Sequence[Snak]]) -> None:
    """Require that every snak has what its type promises."""
    for snaks in groups:
        for snak in snaks:
            if snak.datavalue is None and snak.snaktype not in {"novalue", "somevalue"}:
                raise UnusualError
