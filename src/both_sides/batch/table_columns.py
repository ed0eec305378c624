"""Turn the columns of a table into the members of claims, and report what cannot be read.

Texts that repeat are read once each. *This module does not* group rows into questions; see
`tables`.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from math import isfinite
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from both_sides.batch.conform import instants_of_dates
from both_sides.batch.fast_statements import moment_text
from both_sides.batch.mapping import MappingFile, Source
from both_sides.batch.moments import DAYS, MONTHS, newness_of
from both_sides.batch.table_problems import PLACES_KEPT, TableProblemCode, TableReport
from both_sides.batch.table_rows import LIST_SEPARATOR, Rows
from both_sides.domain.disputes import EditorialRank
from both_sides.domain.time_series import time_key
from both_sides.errors import InvalidInputError
from both_sides.scoring.instants import read_instant
from both_sides.scoring.outcomes import RANK_CODES, specificity_code

Column = np.ndarray[Any, Any]

# One row a claim, before claims are nested in their questions.
FLAT: Final = pa.schema(
    [
        ("entity", pa.string()),
        ("property", pa.string()),
        ("claim_id", pa.string()),
        ("value", pa.string()),
        ("source", pa.string()),
        ("numeric", pa.float64()),
        ("rank", pa.int8()),
        ("reference_count", pa.float64()),
        ("retrieved_ms", pa.int64()),
        ("specificity", pa.int8()),
        ("is_date", pa.bool_()),
        ("newness", pa.int64()),
        ("moment", pa.string()),
        ("text", pa.string()),
        ("figures", pa.string()),
        ("row", pa.int64()),
    ]
)
_NORMAL: Final = RANK_CODES[EditorialRank.NORMAL]
_RANKS: Final = {rank.value: RANK_CODES[rank] for rank in EditorialRank}
_NEEDED: Final = (
    ("entity", TableProblemCode.ENTITY_MISSING),
    ("property", TableProblemCode.PROPERTY_MISSING),
    ("value", TableProblemCode.VALUE_MISSING),
)


def flat_claims(
    rows: Rows, mapping: MappingFile, report: TableReport, *, file: str
) -> pa.RecordBatch:
    """Read the members of claims out of some rows of a table.

    Args:
        rows: The columns that the mapping names.
        mapping: Which column is what.
        report: Is told of everything that cannot be read.
        file: What to call the file.

    Returns:
        Columns as in `FLAT`; rows that claim nothing are left out.
    """
    return _Reader(rows, mapping, report, file).read()


class _Reader:
    """Read the members of some rows; what cannot be read is reported with its row."""

    def __init__(self, rows: Rows, mapping: MappingFile, report: TableReport, file: str) -> None:
        self._rows = rows
        self._sources = mapping.sources
        self._report = report
        self._file = file
        self._count = rows.batch.num_rows

    def read(self) -> pa.RecordBatch:
        newness, moments = self._moments()
        columns = {
            **{member: self._text(member) for member in ("entity", "property", "value")},
            **{member: self._text(member) for member in ("claim_id", "source", "text", "figures")},
            "numeric": self._numbers("numeric"),
            "rank": pc.fill_null(
                self._read("rank", _rank, pa.int8()), pa.scalar(_NORMAL, pa.int8())
            ),
            "reference_count": self._reference_counts(),
            "retrieved_ms": self._instants(),
            "specificity": self._read("precision", specificity_code, pa.int8()).fill_null(0),
            "is_date": pc.starts_with(self._text("precision"), "year precision").fill_null(False),
            "newness": newness,
            "moment": moments,
            "row": pa.array(self._rows.numbers),
        }
        batch = pa.RecordBatch.from_arrays([columns[name] for name in FLAT.names], schema=FLAT)
        return self._claiming(batch)

    def _claiming(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Leave out rows that do not say what they are about, or that claim nothing."""
        kept = np.ones(self._count, bool)
        for member, code in _NEEDED:
            is_there = batch.column(member).is_valid().to_numpy(zero_copy_only=False)
            self._tell(code, kept & ~is_there, member=member)
            kept &= is_there
        self._report.rows += self._count
        self._report.lost += self._count - int(kept.sum())
        return batch if kept.all() else batch.filter(pa.array(kept))

    # --- the column of a member ---

    def _column(self, member: str) -> pa.Array | None:
        source = self._sources.get(member)
        if source is None:
            return None
        if source.column is None:
            return pa.repeat(pa.scalar(source.constant, pa.string()), self._count)
        column = self._rows.batch.column(source.column)
        return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column

    def _text(self, member: str) -> pa.Array:
        """Give the texts of a member, without white space around them; null for none."""
        column = self._column(member)
        if column is None:
            return pa.nulls(self._count, pa.string())
        texts = pc.utf8_trim_whitespace(as_text(column))
        source = self._sources[member]
        if source.before or source.after or source.values:
            texts = _by_distinct(texts, partial(_part, source), pa.string())[0]
        return pc.if_else(pc.equal(texts, ""), pa.scalar(None, pa.string()), texts)

    def _read(
        self,
        member: str,
        read: Callable[[str], Any],
        kind: pa.DataType,
        code: TableProblemCode | None = None,
    ) -> pa.Array:
        """Read each distinct text of a member; texts that give None are reported."""
        texts = self._text(member)
        values, unreadable = _by_distinct(texts, read, kind)
        if unreadable.any():
            self._tell(code or _CODES[member], unreadable, member=member, texts=texts)
        return values

    def _numbers(self, member: str) -> pa.Array:
        column = self._column(member)
        if column is not None and _is_number(column.type):
            return column.cast(pa.float64(), safe=False)
        return self._read(member, read_number, pa.float64())

    def _reference_counts(self) -> pa.Array:
        source = self._sources.get("references")
        if source is None:
            counts = self._numbers("reference_count")
            is_none = pc.less(counts, 0).fill_null(False)  # nothing is there less than no times
            if pc.any(is_none).as_py():
                where, member = is_none.to_numpy(zero_copy_only=False), "reference_count"
                self._tell(_CODES[member], where, member=member, texts=self._text(member))
                counts = pc.if_else(is_none, pa.scalar(None, pa.float64()), counts)
            return counts
        separator = source.separator or LIST_SEPARATOR
        return self._read("references", partial(_distinct_entries, separator), pa.float64())

    def _instants(self) -> pa.Array:
        column, source = self._column("retrieved"), self._sources.get("retrieved")
        if column is None or source is None:
            return pa.nulls(self._count, pa.int64())
        if pa.types.is_date(column.type) or pa.types.is_timestamp(column.type):
            return instants_of_dates(column)
        read = read_instant if source.format is None else partial(_instant_as, source.format)
        return self._read("retrieved", read, pa.int64())

    def _moments(self) -> tuple[pa.Array, pa.Array]:
        """Give newness and moment of each claim; what is no moment is reported and left out."""
        members = [name for name in ("point_in_time", "start", "end") if name in self._sources]
        if not members:
            return pa.nulls(self._count, pa.int64()), pa.nulls(self._count, pa.string())
        dates = {name: self._read(name, _moment, pa.string()).to_pylist() for name in members}
        none = [None] * self._count
        rows = zip(
            *(dates.get(name, none) for name in ("point_in_time", "start", "end")), strict=True
        )
        read = [(newness_of(*row), moment_text(*row)) for row in rows]
        return (
            pa.array([newness for newness, _ in read], pa.int64()),
            pa.array([moment for _, moment in read], pa.string()),
        )

    def _tell(
        self, code: TableProblemCode, where: Column, *, member: str, texts: pa.Array | None = None
    ) -> None:
        """Report rows by where they are."""
        places = np.flatnonzero(where).tolist()
        for place in places[:PLACES_KEPT]:
            text = "" if texts is None else texts[place].as_py() or ""
            row = int(self._rows.numbers[place])
            self._report.report(code, self._file, row, text, member=member)
        if len(places) > PLACES_KEPT:
            more = len(places) - PLACES_KEPT
            self._report.report(code, self._file, row, member=member, count=more)


_CODES: Final = {
    "rank": TableProblemCode.RANK_UNKNOWN,
    "retrieved": TableProblemCode.DATE_UNREADABLE,
    "point_in_time": TableProblemCode.MOMENT_UNREADABLE,
    "start": TableProblemCode.MOMENT_UNREADABLE,
    "end": TableProblemCode.MOMENT_UNREADABLE,
    "numeric": TableProblemCode.NUMBER_UNREADABLE,
    "reference_count": TableProblemCode.NUMBER_UNREADABLE,
}


def _by_distinct(
    texts: pa.Array, read: Callable[[str], Any], kind: pa.DataType
) -> tuple[pa.Array, Column]:
    """Read each distinct text once; also say which rows have one that gives None."""
    coded = texts.dictionary_encode()
    read_once = [read(text) for text in coded.dictionary.to_pylist()]
    values = pa.array(read_once, kind).take(coded.indices)
    unreadable = values.is_null().to_numpy(zero_copy_only=False)
    return values, unreadable & texts.is_valid().to_numpy(zero_copy_only=False)


def as_text(column: pa.Array) -> pa.Array:
    """Write a column of any type as texts; a list becomes one that `LIST_SEPARATOR` takes apart."""
    kind = column.type
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        lists = column.to_pylist()
        joined = [None if row is None else LIST_SEPARATOR.join(map(str, row)) for row in lists]
        return pa.array(joined, pa.string())
    return column.cast(pa.string())


def _is_number(kind: pa.DataType) -> bool:
    return bool(
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    )


# --- one text ---


def _part(source: Source, text: str) -> str | None:
    """Take the part of a text that is meant."""
    if source.before is not None:
        text = text.partition(source.before)[0]
    if source.after is not None:
        text = text.partition(source.after)[2]
    text = text.strip()
    return text if source.values is None else dict(source.values).get(text, text)


def _rank(text: str) -> int | None:
    return _RANKS.get(text.lower())


def read_number(text: str) -> float | None:
    """Read a plain number, or answer None."""
    text = text.strip()
    if not text.isascii() or "_" in text:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _distinct_entries(separator: str, text: str) -> float:
    """Count the distinct references in a list."""
    return float(len({entry for part in text.split(separator) if (entry := part.strip())}))


def _instant_as(form: str, text: str) -> int | None:
    """Read a date that is written in some other way; without a zone it is UTC."""
    try:
        moment = datetime.strptime(text, form)  # noqa: DTZ007 - the zone is added below
    except ValueError:
        return None
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return round(moment.timestamp() * 1000)


def _moment(text: str) -> str | None:
    """Give a date that can be compared, of a date or a date-time."""
    date = text.partition("T")[0]
    try:
        year, month, day = time_key(date)
    except InvalidInputError:
        return None
    return date if year and month < MONTHS and day < DAYS else None
