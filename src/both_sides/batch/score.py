"""Rank the disputes of a record batch: Arrow in, Arrow out.

    >>> claims = [{"claim_id": "a", "rank": "normal"}, {"claim_id": "b", "rank": "preferred"}]
    >>> batch = pa.record_batch({"claims": pa.array([claims])})
    >>> score_batch(batch, as_of="2026-10-03").column("leader")[0].as_py()
    'b'

Texts are not copied: claim ids of the answer are those of the input. The work is done without the
interpreter's lock, so threads share it. *This module does not* read files, sort or narrow.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from both_sides.batch.columns import BANDS, CONTRIBUTIONS, DISPUTES, STATUSES, ranking_schema
from both_sides.batch.compiled import load_kernel
from both_sides.batch.conform import Claims, read_claims
from both_sides.domain.disputes import (
    CONTESTED_FROM_CENTIPOINTS,
    SETTLED_FROM_CENTIPOINTS,
    Band,
)
from both_sides.scoring.adjudicate import read_as_of
from both_sides.scoring.outcomes import WEIGHTS, points_of_outcomes

Column = np.ndarray[Any, Any]

_BAND_CODES: Final = {band: code for code, band in enumerate(BANDS)}
_BANDS: Final = pa.array([band.value for band in BANDS])
_STATUSES: Final = pa.array([status.value for status in STATUSES])
_PAIR: Final = 2
_NO_DISPUTE: Final = pa.RecordBatch.from_pylist([], schema=DISPUTES)


class Ranked(NamedTuple):
    """Hold what the kernel answers, in hundredths of a point.

    Args:
        scores: int32, one a claim.
        barred: int8, 1 where the claim may not govern, one a claim.
        order: int32, indices of the claims of each dispute, the leader first.
        positions: int32, 1 for the leader, one a claim.
        margins: int32, one a dispute.
        parts: int32, 5 rows of one entry a claim, or no row.
    """

    scores: Column
    barred: Column
    order: Column
    positions: Column
    margins: Column
    parts: Column


def score_batch(batch: pa.RecordBatch, *, as_of: str, explain: bool = False) -> pa.RecordBatch:
    """Rank every dispute of a batch.

    Args:
        batch: One row a dispute, with the columns that `both_sides.batch.columns` names; it may
            be a slice of another.
        as_of: The instant to rank for, an ISO date or date-time.
        explain: Add the five contributions and the values of the claims.

    Returns:
        One row a dispute, in the same order; equal bit for bit to what `adjudicate` answers for
        each.

    Raises:
        InvalidInputError: `as_of` is no instant, or columns are missing or of another type; the
            facts list all of them.

    *Source:* spec/performance.md, "One engine"; spec/engine.md, Ranking.
    """
    claims = read_claims(batch)
    ranked = rank_claims(claims, read_as_of(as_of), explain=explain)
    return _answer(batch, claims, ranked, explain=explain)


def rank_claims(claims: Claims, as_of_ms: int, *, explain: bool = False) -> Ranked:
    """Run the kernel over columns.

    Args:
        claims: The columns.
        as_of_ms: The instant to rank for, milliseconds since 1970-01-01 UTC.
        explain: Fill `parts`.
    """
    count, disputes = len(claims.ranks), len(claims.starts) - 1
    points, weights = _constants()
    ranked = Ranked(
        scores=np.empty(count, np.int32),
        barred=np.empty(count, np.int8),
        order=np.empty(count, np.int32),
        positions=np.empty(count, np.int32),
        margins=np.empty(disputes, np.int32),
        parts=np.empty((len(CONTRIBUTIONS) if explain else 0, count), np.int32),
    )
    load_kernel().rank_disputes(
        claims.starts,
        claims.figure_starts,
        claims.figures,
        claims.ranks,
        claims.references,
        claims.numerics,
        claims.retrieved_ms,
        claims.specificities,
        as_of_ms,
        points,
        weights,
        ranked.parts,
        ranked.scores,
        ranked.barred,
        ranked.order,
        ranked.positions,
        ranked.margins,
    )
    return ranked


def warm() -> bool:
    """Compile the kernel, or take it from the cache, so that no run is timed with it.

    Returns:
        Whether it is compiled; False where plain Python runs.
    """
    rank_claims(read_claims(_NO_DISPUTE), 0)
    return load_kernel().is_compiled


def _answer(
    batch: pa.RecordBatch, claims: Claims, ranked: Ranked, *, explain: bool
) -> pa.RecordBatch:
    """Put the columns of the answer together; numbers become points, two decimals exactly."""
    schema = ranking_schema(batch.schema, explained=explain)
    counts = np.diff(claims.starts)
    columns = {
        "status": _STATUSES.take(pa.array(np.minimum(counts, _PAIR))),
        "leader": claims.ids.take(_places(claims, ranked, 0)),
        "runner_up": claims.ids.take(_places(claims, ranked, 1)),
        "score": pa.array(_leading_scores(claims, ranked)),
        "margin": pa.array(ranked.margins / 100),
        "band": _BANDS.take(pa.array(_band_codes(ranked.margins, counts))),
        "claims": _ranked_claims(schema.field("claims").type, claims, ranked),
    }
    return pa.RecordBatch.from_arrays(
        [columns[name] if name in columns else batch.column(name) for name in schema.names],
        schema=schema,
    )


def _places(claims: Claims, ranked: Ranked, place: int) -> pa.Array:
    """Find the claim at a place of each order, 0 for the leader; null where there is none."""
    places = claims.starts[:-1] + np.int32(place)
    is_there = places < claims.starts[1:]
    if is_there.all():
        return pa.array(ranked.order[places])
    found = np.zeros(len(places), np.int32)
    found[is_there] = ranked.order[places[is_there]]
    return pa.array(found, mask=~is_there)


def _leading_scores(claims: Claims, ranked: Ranked) -> Column:
    """Give the leader's points, 0 where there is none."""
    is_there = claims.starts[:-1] < claims.starts[1:]
    scores = np.zeros(len(is_there))
    scores[is_there] = ranked.scores[ranked.order[claims.starts[:-1][is_there]]] / 100
    return scores


def _band_codes(margins: Column, counts: Column) -> Column:
    """Give the band of each margin; a single claim is settled, an empty dispute unresolved."""
    codes = np.full(len(margins), _BAND_CODES[Band.UNRESOLVED], np.int8)
    codes[margins >= CONTESTED_FROM_CENTIPOINTS] = _BAND_CODES[Band.CONTESTED]
    codes[(margins >= SETTLED_FROM_CENTIPOINTS) | (counts == 1)] = _BAND_CODES[Band.SETTLED]
    codes[counts == 0] = _BAND_CODES[Band.UNRESOLVED]
    return codes


def _ranked_claims(kind: pa.DataType, claims: Claims, ranked: Ranked) -> pa.Array:
    members: dict[str, Any] = {
        "claim_id": claims.ids,
        "position": pa.array(ranked.positions),
        "score": pa.array(ranked.scores / 100),
        "eligible": pa.array(ranked.barred == 0),
        "value": claims.values,
    }
    for name, part in zip(CONTRIBUTIONS, ranked.parts, strict=False):
        members[name] = pa.array(part / 100)
    fields = list(kind.value_type)
    entries = pa.StructArray.from_arrays([members[field.name] for field in fields], fields=fields)
    return pa.ListArray.from_arrays(pa.array(claims.starts), entries, type=kind)


@cache
def _constants() -> tuple[Column, Column]:
    return np.array(points_of_outcomes(), np.int64), np.array(WEIGHTS, np.float64)
