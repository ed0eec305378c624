"""Read one statement, which is one claim, with its rank, qualifiers and references.

A statement always becomes a claim as long as it is an object: what cannot be read is said in a
problem, and the claim is kept, because a claim that vanishes is worse than a claim that says
`unspecified`. *This module does not* judge a value.

    >>> read_statement({"mainsnak": {"snaktype": "somevalue"}}, "Q1-P1-1", "P1", []).value
    'unknown value'
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from both_sides.domain.disputes import EditorialRank
from both_sides.domain.entities import Statement
from both_sides.domain.ids import ClaimId
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.wikidata.references import NO_REFERENCES, read_references
from both_sides.exchange.wikidata.snak_values import UNSPECIFIED, SnakValue
from both_sides.exchange.wikidata.snaks import read_snaks
from both_sides.exchange.wikidata.times import newest, oldest
from both_sides.exchange.wikidata.values import read_snak

POINT_IN_TIME: Final = "P585"
START: Final = "P580"
END: Final = "P582"
RANK_REASONS: Final = frozenset({"P2241", "P7452"})
_MOMENTS: Final = frozenset({POINT_IN_TIME, START, END})

_RANKS: Final = {rank.value: rank for rank in EditorialRank}

Flaw = tuple[ProblemCode, str]


class _Qualifiers(NamedTuple):
    """Hold the qualifiers of one statement, and what the ledger reads out of them."""

    all: tuple[tuple[str, str], ...] = ()
    point_in_time: str | None = None
    start: str | None = None
    end: str | None = None
    rank_reasons: tuple[str, ...] = ()


_NO_QUALIFIERS: Final = _Qualifiers()


def read_statement(
    raw: Mapping[str, Any], claim_id: str, property_id: str, flaws: list[Flaw]
) -> Statement:
    """Read a statement.

    Args:
        raw: The parsed statement.
        claim_id: The id that the claim gets.
        property_id: The property that it is listed under.
        flaws: Gets (code, sentence) for everything that could not be read.

    *Source:* spec/engine.md, "From Wikidata to claims".
    """
    mainsnak: Any = raw.get("mainsnak")
    value = read_snak(mainsnak)
    if value.flaw is not None:
        flaws.append(_value_flaw(value, mainsnak))
    elif mainsnak.get("property", property_id) != property_id:
        named = str(mainsnak["property"])[:40]
        flaws.append((ProblemCode.FOREIGN_PROPERTY, f"its mainsnak names {named}"))
    written_rank = raw.get("rank")
    rank = _RANKS.get(written_rank) if isinstance(written_rank, str) else None
    if rank is None:
        rank = _odd_rank(written_rank, flaws)
    qualifiers, references = _NO_QUALIFIERS, NO_REFERENCES
    if raw.get("qualifiers"):
        qualifiers = _read_qualifiers(raw["qualifiers"], flaws)
    if raw.get("references"):
        references = read_references(raw["references"])
        if references.flaws:
            flaws.extend((ProblemCode.UNREADABLE_REFERENCE, flaw) for flaw in references.flaws)
    # By position, in the order of the class: by name it takes a quarter longer, for every claim.
    return Statement(
        ClaimId(claim_id),
        value.text,
        value.numeric,
        rank,
        value.precision,
        references.independent,
        references.references,
        references.retrieved,
        value.value_id,
        value.unit,
        qualifiers.point_in_time,
        qualifiers.start,
        qualifiers.end,
        qualifiers.all,
        qualifiers.rank_reasons,
    )


def _value_flaw(value: SnakValue, mainsnak: object) -> Flaw:
    what = "it has no mainsnak" if mainsnak is None else value.flaw or "it cannot be read"
    is_missing = value.text == UNSPECIFIED.text
    return ProblemCode.MISSING_VALUE if is_missing else ProblemCode.UNREADABLE_VALUE, what


def _odd_rank(written: object, flaws: list[Flaw]) -> EditorialRank:
    """Count anything odd as normal, and report it unless there was nothing."""
    if written is not None:
        flaws.append((ProblemCode.UNKNOWN_RANK, f"its rank is {str(written)[:40]!r}"))
    return EditorialRank.NORMAL


def _read_qualifiers(raw: object, flaws: list[Flaw]) -> _Qualifiers:
    sentences: list[str] = []
    members = read_snaks(raw, sentences)
    if sentences:
        flaws.extend((ProblemCode.UNREADABLE_QUALIFIER, sentence) for sentence in sentences)
    moments: dict[str, list[str]] = {}
    reasons: tuple[str, ...] = ()
    for property_id, value in members:
        if property_id in _MOMENTS:
            if value.moment is not None:
                moments.setdefault(property_id, []).append(value.moment)
        elif property_id in RANK_REASONS:
            reasons += (value.text,)
    # Of several points in time the newest is what the editors last vouched for; of several
    # periods the claim holds from the first start to the last end.
    return _Qualifiers(
        tuple([(property_id, value.text) for property_id, value in members]),
        newest(moments.get(POINT_IN_TIME)),
        oldest(moments.get(START)),
        newest(moments.get(END)),
        reasons,
    )
