"""Make entities for the desk out of ranked rows, where nothing more is known of them.

What the engine read is what there is: values, ranks, numbers, counts of references, dates. The desk
ranks the entity to the same points. *This module does not* read files.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from hashlib import sha256
from math import isfinite
from typing import Any, Final

from both_sides.batch.moments import moment_of_newness
from both_sides.domain.disputes import EditorialRank
from both_sides.domain.entities import (
    Entity,
    Provenance,
    SecondSource,
    Statement,
    StatementGroup,
)
from both_sides.domain.ids import LONGEST_ID, ClaimId, EntityId, PropertyId
from both_sides.exchange.engine_lines import figures_in
from both_sides.scoring.instants import DAY_MS
from both_sides.scoring.outcomes import PRECISIONS, RANK_CODES

Row = Mapping[str, Any]

LICENCE: Final = "as the table's"
_RANKS: Final = {code: rank for rank, code in RANK_CODES.items()}
_DAYS_OF_A_CYCLE: Final = 146_097  # after 400 years the calendar repeats
_EPOCH: Final = date(1970, 1, 1).toordinal()
_DIGITS: Final = 16
_FOUR_DIGITS: Final = 9999


def subject_id(text: str) -> str:
    """Give the id under which the desk keeps an entity or a property; ids have no blanks."""
    return "_".join(text.split())[:LONGEST_ID]


def entity_of_rows(rows: Sequence[Row], *, publisher: str, digest: str) -> Entity:
    """Make an entity of its disputes.

    Args:
        rows: The disputes of one entity, as plain values with the members of `columns.DISPUTES`.
        publisher: Where they come from, for people.
        digest: Of what they were read from.
    """
    name = rows[0]["entity_id"]
    groups = tuple(_group(row) for row in rows)
    return Entity(
        entity_id=EntityId(subject_id(name)),
        label=name,
        provenance=Provenance(publisher=publisher, licence=LICENCE, digest=digest),
        groups=groups,
        second_source=_second_source(rows, groups, publisher),
    )


def _group(row: Row) -> StatementGroup:
    claims = row["claims"]
    own = f"{row['entity_id']}-"
    prefix = "" if all(claim["claim_id"].startswith(own) for claim in claims) else own
    prefix = prefix and f"{prefix}{row['property_id']}-"
    return StatementGroup(
        PropertyId(subject_id(row["property_id"])),
        tuple(_statement(claim, prefix) for claim in claims),
        label=row["property_id"],
    )


def _statement(claim: Row, prefix: str) -> Statement:
    """Make a statement; a prefix makes its id one of its own in the whole ledger."""
    numeric, newness, retrieved = (claim.get(n) for n in ("numeric", "newness", "retrieved_ms"))
    moment, still_holds = (None, False) if newness is None else moment_of_newness(newness)
    return Statement(
        claim_id=ClaimId(_shortened(prefix + claim["claim_id"])),
        value=claim.get("value") or claim["claim_id"],
        numeric=Decimal(repr(numeric)) if numeric is not None and isfinite(numeric) else None,
        rank=_RANKS.get(claim["rank"], EditorialRank.NORMAL),
        precision=PRECISIONS[claim["specificity"]],
        reference_count=_count(claim["reference_count"]),
        retrieved=None if retrieved is None else iso_of(retrieved),
        point_in_time=None if still_holds else moment,
        start=moment if still_holds else None,
    )


def _count(references: float) -> int:
    return int(references) if isfinite(references) else 0


def _shortened(claim_id: str) -> str:
    """Keep an id within its bounds; what is cut off is told apart by a digest."""
    if len(claim_id) <= LONGEST_ID:
        return claim_id
    digest = sha256(claim_id.encode()).hexdigest()[:_DIGITS]
    return f"{claim_id[: LONGEST_ID - _DIGITS - 1]}-{digest}"


def iso_of(instant_ms: int) -> str:
    """Write an instant as an ISO date, or date-time, that reads as the same instant."""
    days, ms = divmod(instant_ms, DAY_MS)
    cycles, day = divmod(days + _EPOCH - 1, _DAYS_OF_A_CYCLE)
    found = date.fromordinal(day + 1)
    year = found.year + 400 * cycles
    text = (
        f"{year:04d}" if 0 <= year <= _FOUR_DIGITS else f"{'+' if year > 0 else '-'}{abs(year):06d}"
    )
    text += f"-{found.month:02d}-{found.day:02d}"
    if not ms:
        return text
    seconds, ms = divmod(ms, 1000)
    minutes, second = divmod(seconds, 60)
    return f"{text}T{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}.{ms:03d}Z"


def _second_source(
    rows: Sequence[Row], groups: Sequence[StatementGroup], publisher: str
) -> SecondSource | None:
    """Write figures down as a text, where it reads as the same figures for every dispute."""
    numbers = list(dict.fromkeys(figure for row in rows for figure in row.get("figures") or ()))
    if not numbers or not all(map(isfinite, numbers)):
        return None
    for write in (_plainly, _with_decimals):
        text = "; ".join(map(write, numbers))
        if all(_reads_as(text, row, group) for row, group in zip(rows, groups, strict=True)):
            return SecondSource(text=text, title=f"figures of {publisher}")
    return None


def _reads_as(text: str, row: Row, group: StatementGroup) -> bool:
    found = figures_in(text, tuple(statement.rival for statement in group.statements))
    return [float(figure.value) for figure in found] == list(row.get("figures") or ())


def _plainly(number: float) -> str:
    return str(int(number)) if number.is_integer() else _with_decimals(number)


def _with_decimals(number: float) -> str:
    """Write a number so that it is taken for no year: 2016.0."""
    return format(Decimal(repr(number)), "f")
