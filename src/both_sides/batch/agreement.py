"""Put rows that state the same value of one question together: one claim, its sources references.

In a table of sources, agreement is evidence: three sources that state one departure time are three
references of one claim. *This module does not* read tables.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Column = np.ndarray[Any, Any]

_CLAIM: Final = ("entity", "property", "value")
_LEAST: Final = np.iinfo(np.int64).min


def claims_of_values(rows: pa.RecordBatch, *, has_sources: bool) -> pa.RecordBatch:
    """Make one claim of all rows that state the same value.

    Args:
        rows: Rows as in `table_columns.FLAT`.
        has_sources: Count distinct sources as references; else their references added up, or the
            rows where they name none.

    Returns:
        One row a value, named by it: the highest rank, the newest retrieval and moment, the best
        precision and the first number of its rows.
    """
    table = pa.Table.from_batches([rows.append_column("order", pa.array(np.arange(len(rows))))])
    by = [(name, "ascending") for name in (*_CLAIM, "source", "order")]
    rows = table.sort_by(by).drop_columns("order").combine_chunks().to_batches()[0]
    starts = starts_of(rows, _CLAIM)
    firsts = starts[:-1]
    claims = rows.take(pa.array(firsts))
    newest = _places_of_greatest(_integers(rows.column("newness")), starts)
    made = {
        "claim_id": claims.column("value"),
        "reference_count": pa.array(_references(rows, starts, has_sources=has_sources)),
        "rank": pa.array(np.maximum.reduceat(_integers(rows.column("rank")), firsts), pa.int8()),
        "specificity": pa.array(
            np.maximum.reduceat(_integers(rows.column("specificity")), firsts), pa.int8()
        ),
        "retrieved_ms": _greatest(rows.column("retrieved_ms"), firsts),
        "newness": rows.column("newness").take(newest),
        "moment": rows.column("moment").take(newest),
        "row": pa.array(np.minimum.reduceat(_integers(rows.column("row")), firsts)),
    }
    for name, column in made.items():
        claims = replace_column(claims, name, column)
    return claims


def starts_of(rows: pa.RecordBatch, names: Sequence[str]) -> Column:
    """Find where each group of equal rows begins, and where the last one ends.

    Args:
        rows: Rows that are sorted by these columns.
        names: The columns; a null equals a null.

    Returns:
        int32, one more than there are groups.
    """
    differs = np.zeros(max(len(rows) - 1, 0), bool)
    for name in names:
        codes = rows.column(name).dictionary_encode(null_encoding="encode").indices.to_numpy()
        differs |= codes[1:] != codes[:-1]
    places = np.flatnonzero(differs) + 1
    return np.concatenate(([0], places, [len(rows)])).astype(np.int32)


def replace_column(rows: pa.RecordBatch, name: str, column: pa.Array) -> pa.RecordBatch:
    """Give the same rows with another column of this name."""
    return rows.set_column(rows.schema.get_field_index(name), name, column)


def _references(rows: pa.RecordBatch, starts: Column, *, has_sources: bool) -> Column:
    """Count the independent references of each value."""
    firsts = starts[:-1]
    if has_sources:  # sorted by source within each value, so that equal ones are neighbours
        sources = rows.column("source")
        codes = sources.dictionary_encode(null_encoding="encode").indices.to_numpy()
        is_new = np.ones(len(rows), bool)
        is_new[1:] = codes[1:] != codes[:-1]
        is_new[firsts] = True
        is_new &= sources.is_valid().to_numpy(zero_copy_only=False)
        return np.add.reduceat(is_new.astype(np.float64), firsts)
    counts = rows.column("reference_count")
    if counts.null_count == len(rows):
        return np.diff(starts).astype(np.float64)
    return np.add.reduceat(pc.fill_null(counts, 0.0).to_numpy(zero_copy_only=False), firsts)


def _integers(column: pa.Array) -> Column:
    filled: Column = pc.fill_null(column.cast(pa.int64()), _LEAST).to_numpy(zero_copy_only=False)
    return filled


def _greatest(column: pa.Array, firsts: Column) -> pa.Array:
    greatest = np.maximum.reduceat(_integers(column), firsts)
    return pa.array(greatest, mask=greatest == _LEAST)


def _places_of_greatest(values: Column, starts: Column) -> pa.Array:
    """Find the row of each group with the greatest value; the first of several."""
    greatest = np.repeat(np.maximum.reduceat(values, starts[:-1]), np.diff(starts))
    places = np.where(values == greatest, np.arange(len(values)), len(values))
    return pa.array(np.minimum.reduceat(places, starts[:-1]))
