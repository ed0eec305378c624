"""Rank the disputes of Parquet files on this machine, with all of its cores.

    read ahead (one thread) → sort, narrow, rank, filter (a thread a core) → write (this thread)

The order of the rows stays that of the input, and only a few batches are under way, so memory does
not grow with the data. The output is there whole or not at all. *This module does not* read dumps
or tables; see `prepare`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from both_sides.batch.columns import SORTED, ranking_schema
from both_sides.batch.order import narrow_to_newest, sort_claims
from both_sides.batch.parquet_files import ParquetOutput, about, batches_of, open_parquet
from both_sides.batch.score import score_batch, warm
from both_sides.batch.summary import Summary
from both_sides.batch.workers import ahead, over_threads
from both_sides.domain.disputes import Band
from both_sides.errors import InvalidInputError
from both_sides.scoring.version import ENGINE_VERSION

CLAIMS_A_BATCH: Final = 1 << 16
MOST_ROWS_A_BATCH: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class RankOptions:
    """Say how disputes are ranked, and what is kept.

    Args:
        as_of: The instant to rank for, an ISO date or date-time.
        explain: Add the five contributions and the values of the claims.
        newest: Narrow each dispute to its newest point in time first.
        only: Keep only disputes of these bands; None for all.
    """

    as_of: str
    explain: bool = False
    newest: bool = False
    only: frozenset[Band] | None = None

    def members(self) -> dict[str, Any]:
        """Give them as plain values, for the record of a run."""
        return {
            "asOf": self.as_of,
            "explain": self.explain,
            "newest": self.newest,
            "only": None if self.only is None else sorted(band.value for band in self.only),
        }


class Ranking(NamedTuple):
    """Hold what became of a run.

    Args:
        summary: Counts by property and band, margins, the worst disputes.
        digest: Of the rows that were written.
        rows: How many were written.
    """

    summary: Summary
    digest: str
    rows: int


Progress = Callable[[int, int], None]  # disputes and claims that were ranked


def rank_batch(batch: pa.RecordBatch, options: RankOptions, *, is_sorted: bool) -> pa.RecordBatch:
    """Rank one batch of disputes, all bands; the one function behind every way to run.

    Args:
        batch: One row a dispute, as `both_sides.batch.columns` names the columns.
        options: How.
        is_sorted: Whether the claims are known to be sorted by id.
    """
    if not is_sorted:
        batch = sort_claims(batch)
    if options.newest:
        batch = narrow_to_newest(batch)
    return score_batch(batch, as_of=options.as_of, explain=options.explain)


def keep_bands(ranking: pa.RecordBatch, only: frozenset[Band] | None) -> pa.RecordBatch:
    """Keep the rows of some bands."""
    if only is None:
        return ranking
    wanted = pa.array(sorted(band.value for band in only))
    return ranking.filter(pc.is_in(ranking.column("band"), value_set=wanted))


def rank_files(  # noqa: PLR0913 - each is an option of the run
    files: Sequence[Path],
    out: Path,
    options: RankOptions,
    *,
    said: dict[str, Any],
    cores: int = 1,
    worst: int = 0,
    progress: Progress = lambda _disputes, _claims: None,
) -> Ranking:
    """Rank Parquet files of disputes into one Parquet file.

    Args:
        files: The files; all must have the same columns.
        out: The file that is written.
        options: How they are ranked.
        said: What the metadata of the file say besides engine, options, rows and digest.
        cores: How many threads rank.
        worst: How many of the worst disputes the summary keeps.
        progress: Is told how much was ranked.

    Raises:
        InvalidInputError: The files differ in their columns, or hold no disputes.
        StoreUnavailableError: The output cannot be written; nothing is left of it.

    *Source:* issue 6, Build 3.
    """
    schema = common_schema(files)
    answer = ranking_schema(schema, explained=options.explain)
    warm()
    summary = Summary(worst=worst)
    metadata = {"made": "ranking", "engine": ENGINE_VERSION, **options.members(), **said}
    with (
        ParquetOutput(out, answer, metadata) as output,
        closing(ahead(_batches(files))) as batches,
        closing(over_threads(partial(_rank, options), batches, cores=cores)) as rankings,
    ):
        for ranking in rankings:
            summary.add(ranking)
            kept = keep_bands(ranking, options.only)
            output.write(kept, size=len(kept.column("claims").flatten()))
            progress(summary.disputes, summary.claims)
    summary.written = output.digest.rows
    return Ranking(summary, output.digest.text(), output.digest.rows)


def common_schema(files: Iterable[Path]) -> pa.Schema:
    """Give the columns that all files have.

    Raises:
        InvalidInputError: Files differ.
    """
    first: tuple[Path, pa.Schema] | None = None
    for path in files:
        schema = open_parquet(path).schema_arrow.remove_metadata()
        if first is None:
            first = path, schema
        elif not schema.equals(first[1]):
            raise InvalidInputError(
                f"{path} has other columns than {first[0]}",
                hint="rank files of one table at a time",
                files=[str(first[0]), str(path)],
            )
    assert first is not None  # there is always a file
    return first[1]


def are_sorted(files: Iterable[Path]) -> bool:
    """Tell whether all files say that their claims are sorted by id."""
    return all(about(open_parquet(path)).get("claims") == SORTED["claims"] for path in files)


def _batches(files: Iterable[Path]) -> Iterator[tuple[pa.RecordBatch, bool]]:
    for path in files:
        file = open_parquet(path)
        is_sorted = about(file).get("claims") == SORTED["claims"]
        rows = _rows_a_batch(file)
        for batch in batches_of(file, rows):
            yield batch, is_sorted


def _rows_a_batch(file: pq.ParquetFile) -> int:
    """Choose how many disputes are read at a time, so that batches are about equal in claims."""
    rows = max(1, file.metadata.num_rows)
    values = 0
    for group in range(file.metadata.num_row_groups):
        row_group = file.metadata.row_group(group)
        columns = [row_group.column(place) for place in range(row_group.num_columns)]
        values += max(
            (c.num_values for c in columns if c.path_in_schema.startswith("claims.")), default=0
        )
    return int(min(MOST_ROWS_A_BATCH, max(1, CLAIMS_A_BATCH * rows // max(values, rows))))


def _rank(options: RankOptions, read: tuple[pa.RecordBatch, bool]) -> pa.RecordBatch:
    return rank_batch(read[0], options, is_sorted=read[1])
