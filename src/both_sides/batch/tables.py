"""Read tables of claims (Parquet, CSV, JSON Lines) into rows of disputes.

A mapping says which column is what. Either each row is a claim, or rows that state the same value
are one claim with the distinct sources as its references. *This module does not* rank.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from both_sides.batch.agreement import claims_of_values, replace_column, starts_of
from both_sides.batch.buckets import bucket_count, into_buckets
from both_sides.batch.columns import CLAIM, CLAIMS, DISPUTES, FIGURES
from both_sides.batch.fast_statements import kind_of
from both_sides.batch.mapping import MappingFile
from both_sides.batch.second_sources import figures_of_text
from both_sides.batch.table_columns import FLAT, flat_claims, read_number
from both_sides.batch.table_problems import TableProblemCode, TableReport
from both_sides.batch.table_rows import LIST_SEPARATOR, TableForm, read_rows
from both_sides.domain.disputes import DisputeKind

Column = np.ndarray[Any, Any]

_QUESTION: Final = ("entity", "property")
_UNDISPUTED: Final = DisputeKind.UNDISPUTED.value
_CONTRADICTION: Final = DisputeKind.CONTRADICTION.value


class TableInput(NamedTuple):
    """Name one file of a table, and how it is written."""

    path: Path
    form: TableForm


def disputes_of_tables(
    inputs: Sequence[TableInput], mapping: MappingFile, scratch: Path, report: TableReport
) -> Iterator[pa.RecordBatch]:
    """Read the files of a table as one.

    Args:
        inputs: The files.
        mapping: Which column is what.
        scratch: A folder that may be made for rows that do not fit into memory.
        report: Is told what became of every row.

    Returns:
        Batches of disputes as in `columns.DISPUTES`, sorted by entity and property within each.
    """
    count = bucket_count(sum(found.path.stat().st_size for found in inputs))
    flat = _flat(inputs, mapping, report)
    for bucket in into_buckets(flat, FLAT, scratch, count=count):
        if bucket.num_rows:
            batch = _nest(bucket, mapping, report)
            report.disputes += batch.num_rows
            report.claims += len(batch.column("claims").values)
            yield batch


def _flat(
    inputs: Sequence[TableInput], mapping: MappingFile, report: TableReport
) -> Iterator[pa.RecordBatch]:
    for path, form in inputs:
        for rows in read_rows(path, form, mapping.columns, mapping.csv, report):
            yield flat_claims(rows, mapping, report, file=path.name)


def _nest(bucket: pa.Table, mapping: MappingFile, report: TableReport) -> pa.RecordBatch:
    """Nest the claims of a bucket in their questions."""
    rows = _sorted(bucket, *_QUESTION)
    if mapping.one_claim_per == "value":
        rows = claims_of_values(rows, has_sources="source" in mapping.sources)
    else:
        rows = _with_ids(rows)
    counts = pc.fill_null(rows.column("reference_count"), 0.0)
    rows = replace_column(rows, "reference_count", counts)
    rows = _sorted(rows, *_QUESTION, "claim_id")
    starts = starts_of(rows, _QUESTION)
    _report_repeated(rows, report)
    members = [rows.column(field.name) for field in CLAIM]
    entries = pa.StructArray.from_arrays(members, fields=list(CLAIM))
    firsts = pa.array(starts[:-1])
    return pa.RecordBatch.from_arrays(
        [
            rows.column("entity").take(firsts),
            rows.column("property").take(firsts),
            pa.array(_kinds(rows, starts), pa.string()),
            _figures(rows, starts, mapping),
            pa.ListArray.from_arrays(pa.array(starts), entries, type=CLAIMS),
        ],
        schema=DISPUTES,
    )


def _sorted(rows: pa.RecordBatch | pa.Table, *names: str) -> pa.RecordBatch:
    """Sort rows, byte by byte; equal ones keep their order. Missing ids come last."""
    table = rows if isinstance(rows, pa.Table) else pa.Table.from_batches([rows])
    table = table.append_column("order", pa.array(np.arange(len(rows))))
    keys = [(name, "ascending") for name in (*names, "order")]
    batches = table.sort_by(keys).drop_columns("order").combine_chunks().to_batches()
    return batches[0]


def _with_ids(rows: pa.RecordBatch) -> pa.RecordBatch:
    """Make ids for claims that have none, of entity, property and place in their question."""
    ids = rows.column("claim_id")
    if not ids.null_count:
        return rows
    starts = starts_of(rows, _QUESTION)
    places = np.arange(len(rows)) - np.repeat(starts[:-1], np.diff(starts)) + 1
    named = [rows.column(name) for name in _QUESTION]
    made = pc.binary_join_element_wise(*named, pa.array(places).cast(pa.string()), "-")
    return replace_column(rows, "claim_id", pc.coalesce(ids, made))


def _report_repeated(rows: pa.RecordBatch, report: TableReport) -> None:
    """Report claims that share their id with another of the same question."""
    keys = starts_of(rows, (*_QUESTION, "claim_id"))
    for start, stop in zip(keys[:-1].tolist(), keys[1:].tolist(), strict=True):
        if stop - start > 1:
            text = rows.column("claim_id")[start].as_py()
            row = rows.column("row")[start + 1].as_py()
            code = TableProblemCode.CLAIM_ID_REPEATED
            report.report(code, "the table", row, text, member="claim_id")


def _kinds(rows: pa.RecordBatch, starts: Column) -> list[str]:
    """Say why the values of each question differ."""
    values = rows.column("value").dictionary_encode().indices.to_numpy(zero_copy_only=False)
    least, most = (f.reduceat(values, starts[:-1]) for f in (np.minimum, np.maximum))
    kinds: list[str] = np.where(least == most, _UNDISPUTED, _CONTRADICTION).tolist()
    if rows.column("moment").null_count < len(rows):
        columns = [rows.column(name) for name in ("value", "moment", "rank")]
        for place in np.flatnonzero(least != most).tolist():
            start, stop = int(starts[place]), int(starts[place + 1])
            kinds[place] = kind_of(*(c.slice(start, stop - start).to_pylist() for c in columns))
    return kinds


def _figures(rows: pa.RecordBatch, starts: Column, mapping: MappingFile) -> pa.Array:
    """Give the figures of the second source of each question."""
    is_text = "figures" not in mapping.sources
    texts = rows.column("text" if is_text else "figures")
    found: list[Sequence[float]] = [()] * (len(starts) - 1)
    valid = np.flatnonzero(texts.is_valid().to_numpy(zero_copy_only=False))
    if len(valid):
        has_date = np.maximum.reduceat(
            rows.column("is_date").to_numpy(zero_copy_only=False), starts[:-1]
        )
        firsts = np.searchsorted(valid, starts[:-1])
        for place, first in enumerate(firsts.tolist()):
            if first < len(valid) and valid[first] < starts[place + 1]:
                text = texts[int(valid[first])].as_py()
                if is_text:
                    both = _figures_of(text)
                    found[place] = both.of_dates if has_date[place] else both.of_quantities
                else:
                    separator = mapping.sources["figures"].separator or LIST_SEPARATOR
                    found[place] = _numbers_in(text, separator)
    return pa.array(found, FIGURES)


_figures_of: Final = lru_cache(maxsize=1024)(figures_of_text)


@lru_cache(maxsize=1024)
def _numbers_in(text: str, separator: str) -> tuple[float, ...]:
    numbers = map(read_number, text.split(separator))
    return tuple(number for number in numbers if number is not None)
