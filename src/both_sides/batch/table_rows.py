"""Read the columns of a table as they are written: Parquet, CSV or JSON Lines, packed or not.

A row that cannot be read is reported with its number and costs only itself. Rows come in batches,
so memory stays flat. *This module does not* know what a column means; see `table_columns`.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.csv as arrow_csv

from both_sides.batch.parquet_files import batches_of, open_parquet
from both_sides.batch.streams import PackedFile, UnpackedStream
from both_sides.batch.table_problems import TableProblemCode, TableReport
from both_sides.errors import InvalidInputError, LedgerError
from both_sides.exchange.dump_lines.compression import StreamFlaw
from both_sides.exchange.dump_lines.lines import LONGEST_LINE, Line, cut_lines
from both_sides.exchange.strict_json import parse_json

ROWS_A_BATCH: Final = 50_000
BLOCK_BYTES: Final = 8 << 20
LIST_SEPARATOR: Final = "\x1f"  # between the entries of a list that came as a list
_LINES_LOOKED_AT: Final = 100
_ESCAPED_NAME: Final = re.compile(rb'\\u[^":]*+"\s*+:')  # what it is called is seen when read only


class TableForm(StrEnum):
    """Name the forms of tables that are read."""

    PARQUET = "parquet"
    CSV = "csv"
    JSON_LINES = "json lines"


class Rows(NamedTuple):
    """Hold some rows.

    Args:
        batch: The columns that were asked for.
        numbers: int64, the number of each row in the file; the header of a CSV file is row 1.
    """

    batch: pa.RecordBatch
    numbers: np.ndarray[Any, Any]


class CsvOptions(NamedTuple):
    """Say how a CSV file is written; None for what its name says."""

    encoding: str = "utf-8"
    delimiter: str | None = None


def columns_of(path: Path, form: TableForm, csv: CsvOptions) -> list[str]:
    """Name the columns of a table.

    Raises:
        InvalidInputError: It cannot be read as such a table.
    """
    if form is TableForm.PARQUET:
        return list(open_parquet(path).schema_arrow.names)
    with closing(PackedFile(path)) as file:
        if form is TableForm.CSV:
            try:
                return list(
                    _open_csv(UnpackedStream(file.chunks()), path, csv, (), []).schema.names
                )
            except (pa.ArrowException, UnicodeDecodeError) as error:
                raise InvalidInputError(
                    f"{path} cannot be read as CSV: {error}",
                    hint="give a file whose first line names the columns, separated by commas; or"
                    " name the delimiter or the encoding in the mapping file",
                    file=str(path),
                ) from None
        names: dict[str, None] = {}
        for line in islice(cut_lines(file.chunks()), _LINES_LOOKED_AT):
            document = _document(line) if isinstance(line, Line) else None
            names.update(dict.fromkeys(document or ()))
        return list(names)


def read_rows(
    path: Path, form: TableForm, columns: Sequence[str], csv: CsvOptions, report: TableReport
) -> Iterator[Rows]:
    """Read some columns of a table.

    Args:
        path: The file.
        form: How it is written.
        columns: Which columns.
        csv: How a CSV file is written.
        report: Is told of rows that cannot be read.

    Returns:
        Batches of rows: texts for CSV; texts and null for JSON Lines; any type for Parquet.
    """
    if form is TableForm.PARQUET:
        number = 1
        for batch in batches_of(open_parquet(path), ROWS_A_BATCH, columns):
            yield Rows(batch, np.arange(number, number + batch.num_rows))
            number += batch.num_rows
        return
    with closing(PackedFile(path)) as file:
        read = _read_csv if form is TableForm.CSV else _read_json_lines
        yield from read(file, path, columns, csv, report)


# --- CSV ---


def _open_csv(
    stream: UnpackedStream,
    path: Path,
    csv: CsvOptions,
    columns: Sequence[str],
    invalid: list[tuple[int, str]],
) -> Any:  # noqa: ANN401 - Arrow has no types
    """Open a CSV file for reading batch by batch; rows of another length go to `invalid`."""

    def skip(row: Any) -> str:  # noqa: ANN401 - Arrow has no types
        what = f"{row.actual_columns} fields, expected {row.expected_columns}: {row.text}"
        invalid.append((row.number, what))
        return "skip"

    is_tabs = ".tsv" in path.suffixes or ".tab" in path.suffixes
    return arrow_csv.open_csv(
        pa.PythonFile(stream, "r"),
        read_options=arrow_csv.ReadOptions(
            use_threads=False, block_size=BLOCK_BYTES, encoding=csv.encoding
        ),
        parse_options=arrow_csv.ParseOptions(
            delimiter=csv.delimiter or ("\t" if is_tabs else ","),
            newlines_in_values=True,
            invalid_row_handler=skip,
        ),
        convert_options=arrow_csv.ConvertOptions(
            include_columns=list(columns),
            # Bytes first: one text that is not UTF-8 must not cost all the others.
            column_types=dict.fromkeys(columns, pa.binary()),
            strings_can_be_null=True,
            quoted_strings_can_be_null=True,
            null_values=[""],
        ),
    )


def _read_csv(
    file: PackedFile, path: Path, columns: Sequence[str], csv: CsvOptions, report: TableReport
) -> Iterator[Rows]:
    stream, invalid, number = UnpackedStream(file.chunks(), b'"'), list[tuple[int, str]](), 1
    for batch in _open_csv(stream, path, csv, columns, invalid):
        skipped = {place for place, _ in invalid}
        numbers: list[int] = []
        while len(numbers) < batch.num_rows:
            number += 1
            if number not in skipped:
                numbers.append(number)
        places = np.array(numbers, np.int64)
        texts = [_decoded(column, path, places, report) for column in batch.columns]
        yield Rows(pa.RecordBatch.from_arrays(texts, list(columns)), places)
    for place, what in invalid:
        report.report(TableProblemCode.ROW_MALFORMED, path.name, place, what)
        report.lost += 1
    report.rows += len(invalid)
    if stream.counted % 2:
        report.report(TableProblemCode.QUOTE_UNCLOSED, path.name, number + 1)
    if stream.flaw is not None:
        report.report(TableProblemCode.FILE_CUT_OFF, path.name, number, stream.flaw.what)


def _decoded(
    column: pa.Array, path: Path, numbers: np.ndarray[Any, Any], report: TableReport
) -> pa.Array:
    try:
        return column.cast(pa.string())
    except pa.ArrowInvalid:
        texts: list[str | None] = []
        for number, content in zip(numbers.tolist(), column.to_pylist(), strict=True):
            text = None if content is None else content.decode(errors="replace")
            if text is not None and text.encode() != content:
                report.report(TableProblemCode.NOT_UTF8, path.name, number, text)
            texts.append(text)
        return pa.array(texts, pa.string())


# --- JSON Lines ---


def _read_json_lines(
    file: PackedFile, path: Path, columns: Sequence[str], _csv: CsvOptions, report: TableReport
) -> Iterator[Rows]:
    rows: list[list[str | None]] = []
    numbers: list[int] = []

    def taken() -> Rows:
        texts: list[Any] = list(zip(*rows, strict=True)) or [()] * len(columns)
        arrays = [pa.array(column, pa.string()) for column in texts]
        taken = Rows(pa.RecordBatch.from_arrays(arrays, list(columns)), np.array(numbers, np.int64))
        rows.clear()
        numbers.clear()
        return taken

    number = 0
    for line in cut_lines(file.chunks(), longest=LONGEST_LINE):
        if isinstance(line, StreamFlaw):
            report.report(TableProblemCode.FILE_CUT_OFF, path.name, number, line.what)
            continue
        number = line.number
        if not line.content.strip():
            continue
        document = _document(line)
        if document is None or _says_twice(line.content, columns):
            report.report(TableProblemCode.ROW_MALFORMED, path.name, number, _start_of(line))
            report.rows += 1
            report.lost += 1
            continue
        rows.append([_text(document.get(name)) for name in columns])
        numbers.append(number)
        if len(rows) >= ROWS_A_BATCH:
            yield taken()
    if rows:
        yield taken()


def _document(line: Line) -> dict[str, Any] | None:
    if not line.is_whole:
        return None
    try:
        document = orjson.loads(line.content)
    except orjson.JSONDecodeError:
        return None
    return document if isinstance(document, dict) else None


def _says_twice(content: bytes, columns: Sequence[str]) -> bool:
    """Tell whether a row gives a member twice, of which nobody can say which is meant.

    Few rows can: those that have the name of a column twice, or a name with an escape. They are
    read again as strictly as whatever people hand in.
    """
    is_usual = all(content.count(b'"%b"' % name.encode()) <= 1 for name in columns)
    if is_usual and _ESCAPED_NAME.search(content) is None:
        return False
    try:
        parse_json(content)
    except LedgerError:
        return True
    return False


def _start_of(line: Line) -> str:
    return line.content[:200].decode(errors="replace")


def _text(value: object) -> str | None:
    """Give a member as a text; a list becomes one that `LIST_SEPARATOR` takes apart again."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list):
        return LIST_SEPARATOR.join(text for entry in value if (text := _text(entry)) is not None)
    return orjson.dumps(value).decode()
