"""Read tables, and disputes one a line, into one Parquet part of disputes.

*This module does not* read dumps; see `ingest`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from both_sides import __version__
from both_sides.batch.columns import DISPUTES, SORTED
from both_sides.batch.digests import digest_file
from both_sides.batch.ingest_state import (
    MOST_PROBLEMS_KEPT,
    IngestState,
    Input,
    Part,
    load_state,
)
from both_sides.batch.inputs import InputKind, Inputs
from both_sides.batch.mapping import (
    MappingFile,
    csv_of,
    guess_mapping,
    parse_mapping,
    read_members,
)
from both_sides.batch.parquet_files import ParquetOutput
from both_sides.batch.prepared import Account, Prepared, PrepareOptions, Progress, prepared_of
from both_sides.batch.rows import RowBuilder
from both_sides.batch.streams import PackedFile
from both_sides.batch.table_problems import TableReport
from both_sides.batch.table_rows import CsvOptions, columns_of
from both_sides.batch.tables import TableInput, disputes_of_tables
from both_sides.domain.disputes import DisputeKind
from both_sides.errors import LedgerError
from both_sides.exchange.dump_lines.lines import Line, cut_lines
from both_sides.exchange.engine_lines import parse_dispute
from both_sides.exchange.strict_json import parse_json

DISPUTES_A_BATCH: Final = 10_000


def prepare_rows(
    inputs: Inputs, directory: Path, options: PrepareOptions, progress: Progress
) -> Prepared:
    """Bring tables or lines into one Parquet part; what is finished is not read again.

    Args:
        inputs: Tables, or disputes one a line.
        directory: Where the part goes.
        options: What is read.
        progress: Is told how far it is.

    Raises:
        InvalidInputError: The folder holds other disputes, or the mapping is wrong.
    """
    agreed_too = options.agreed_too is not False
    said: dict[str, Any] = {"kind": inputs.kind.value, "agreed_too": agreed_too}
    mapping = None
    if inputs.kind is InputKind.TABLE:
        mapping = _mapping_of(inputs, options.mapping)
        said["mapping"] = mapping.members()
    stats = [(path, path.stat()) for path in inputs.files]
    begun = IngestState(
        options=said,
        inputs=[Input(path.name, stat.st_size, stat.st_mtime_ns) for path, stat in stats],
    )
    state = load_state(directory, begun)
    if not state.is_complete:
        state = begun  # tables are read in one go
        if mapping is None:
            account, batches = _lines(inputs.files)
        else:
            account, batches = _table(inputs, mapping, directory)
        for path, found in zip(inputs.files, state.inputs, strict=True):
            found.digest = digest_file(path)
        _write(batches, directory, state, progress, agreed_too=agreed_too)
        state.account = asdict(account())
        state.is_complete = True
        state.save(directory)
    return prepared_of(state, directory, Account(**state.account))


def _mapping_of(inputs: Inputs, path: Path | None) -> MappingFile:
    """Read the mapping, and compare it with the columns of every file."""
    members = None if path is None else read_members(path)
    csv = CsvOptions() if members is None else csv_of(members)
    mapping: MappingFile | None = None
    for file, form in zip(inputs.files, inputs.forms, strict=True):
        columns = columns_of(file, form, csv)
        if members is None:
            found = guess_mapping(columns, name=str(file))
        else:
            found = parse_mapping(members, columns, name=f"{path} for {file}")
        mapping = mapping or found
    assert mapping is not None  # there is always a file
    return mapping


def _table(
    inputs: Inputs, mapping: MappingFile, directory: Path
) -> tuple[Callable[[], Account], Iterator[pa.RecordBatch]]:
    report = TableReport()
    files = [TableInput(*found) for found in zip(inputs.files, inputs.forms, strict=True)]

    def account() -> Account:
        return Account(
            counts={
                "rows": report.rows,
                "claims": report.claims,
                "lost": report.lost,
                "disputes": report.disputes,
            },
            problems=[problem.members() for problem in report.problems],
            problem_counts={p.code.value: p.count for p in report.problems},
            is_incomplete=report.is_incomplete,
        )

    return account, disputes_of_tables(files, mapping, directory / "buckets", report)


def _lines(
    files: Sequence[Path],
) -> tuple[Callable[[], Account], Iterator[pa.RecordBatch]]:
    """Read disputes in the shape of `adjudicate --input`."""
    told = Account(counts={"lines": 0, "claims": 0, "lost": 0, "disputes": 0})

    def batches() -> Iterator[pa.RecordBatch]:
        builder = RowBuilder()
        for path, number, content in _numbered(files):
            told.counts["lines"] += 1
            source = f"{path.name} line {number}"
            try:
                dispute, _ = parse_dispute(parse_json(content, source=source), source=source)
            except LedgerError as error:
                told.counts["lost"] += 1
                told.is_incomplete = True
                code = error.code
                told.problem_counts[code] = told.problem_counts.get(code, 0) + 1
                if len(told.problems) < MOST_PROBLEMS_KEPT:
                    place = {"file": path.name, "line": number}
                    words = {"message": error.message, "hint": error.hint}
                    told.problems.append({"code": code, **words, **place})
                continue
            builder.add_dispute(dispute)
            told.counts["claims"] += len(dispute.rivals)
            told.counts["disputes"] += 1
            if len(builder) >= DISPUTES_A_BATCH:
                yield builder.finish()
        yield builder.finish()

    return lambda: told, batches()


def _numbered(files: Sequence[Path]) -> Iterator[tuple[Path, int, bytes]]:
    for path in files:
        with closing(PackedFile(path)) as file:
            for line in cut_lines(file.chunks()):
                if isinstance(line, Line) and line.content.strip():
                    yield path, line.number, line.content


def _write(
    batches: Iterable[pa.RecordBatch],
    directory: Path,
    state: IngestState,
    progress: Progress,
    *,
    agreed_too: bool,
) -> None:
    """Write disputes into one Parquet part."""
    path = directory / "part-00000.parquet"
    said = {"made": "disputes", **SORTED, "program": __version__, **state.options}
    claims = 0
    with ParquetOutput(path, DISPUTES, said) as output:
        for batch in batches:
            kept = batch if agreed_too else _disputed(batch)
            found = len(kept.column("claims").flatten())
            output.write(kept, size=found)
            claims += found
            progress(0, f"{output.digest.rows:,} disputes")
    state.parts.append(Part(path.name, output.digest.rows, claims))


def _disputed(batch: pa.RecordBatch) -> pa.RecordBatch:
    kinds = batch.column("kind")
    return batch.filter(pc.not_equal(kinds, DisputeKind.UNDISPUTED.value))
