"""Sort the claims of each dispute by id, and narrow disputes to the newest point in time.

Both give a batch of the same shape, so the engine's kernel never has to know. Ids are compared
byte by byte, which for UTF-8 is the order of code points: real statement ids mix cases, and any
other order would break ties differently from the desk. *This module does not* rank.
"""

from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from both_sides.batch.compiled import load_kernel
from both_sides.batch.conform import flatten_claims, read_claims
from both_sides.errors import InvalidInputError

_BY_DISPUTE_THEN_ID: Final = [("dispute", "ascending"), ("id", "ascending")]


def sort_claims(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Sort the claims of each dispute by id, byte by byte; equal ids keep their order.

    Args:
        batch: One row a dispute, as `both_sides.batch.columns` names the columns.

    Returns:
        The same batch where all are sorted already, which costs a comparison a claim.

    Raises:
        InvalidInputError: It is no table of disputes.

    *Source:* spec/performance.md, "One row per dispute"; spec/engine.md, Ranking 2.
    """
    claims = read_claims(batch)
    ids = claims.ids.cast(pa.binary())
    counts = np.diff(claims.starts)
    dispute = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    is_after = pc.less(ids[1:], ids[:-1]).to_numpy(zero_copy_only=False)
    if not (is_after & (dispute[1:] == dispute[:-1])).any():
        return batch
    keys = pa.table({"dispute": dispute, "id": ids})
    places = pc.sort_indices(keys, sort_keys=_BY_DISPUTE_THEN_ID)  # stable
    _, entries = flatten_claims(batch)
    return _with_claims(batch, claims.starts, entries.take(places))


def narrow_to_newest(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Keep of each dispute the claims of its newest point in time.

    Undated claims are left out wherever any claim is dated; where none is, all stay.

    Args:
        batch: One row a dispute, with the member `newness` in its claims.

    Raises:
        InvalidInputError: The claims say nothing about moments.

    *Source:* spec/engine.md, "A time series is not a contradiction".
    """
    claims = read_claims(batch)
    if claims.newness is None:
        raise InvalidInputError(
            "the table says of no claim for which moment it holds",
            hint="leave out --newest, or name the columns of the moment in the mapping file"
            " (point_in_time, start, end)",
            field="newest",
        )
    kept = np.empty(len(claims.ranks), np.int8)
    load_kernel().newest_mask(claims.starts, claims.ranks, claims.newness, kept)
    if kept.all():
        return batch
    before = np.zeros(len(kept) + 1, np.int32)
    np.cumsum(kept, out=before[1:], dtype=np.int32)
    _, entries = flatten_claims(batch)
    return _with_claims(batch, before[claims.starts], entries.filter(pa.array(kept == 1)))


def _with_claims(
    batch: pa.RecordBatch, starts: np.ndarray[Any, Any], entries: pa.Array
) -> pa.RecordBatch:
    place = batch.schema.get_field_index("claims")
    kind = pa.list_(pa.field("item", entries.type, nullable=False))
    lists = pa.ListArray.from_arrays(pa.array(starts), entries, type=kind)
    return batch.set_column(place, pa.field("claims", kind, nullable=False), lists)
