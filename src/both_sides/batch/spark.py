"""Rank on a Spark cluster: the same function as on one machine, mapped over Arrow batches.

There is no shuffle: a row is a whole dispute, so Spark only reads, maps and writes. Its own commit
protocol makes the output whole or absent, and a task that is lost is done again elsewhere. What was
counted travels by an accumulator that is keyed by partition, so a task that runs twice counts once.
Engine, options and inputs stand in the metadata of every part.

*This module does not* know how disputes are ranked; `local.rank_batch` does.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Final

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from both_sides.batch.accounts import Tally, Wanted
from both_sides.batch.columns import DISPUTES, ranking_schema
from both_sides.batch.digests import ALGORITHM, combine
from both_sides.batch.entity_lines import LineReader
from both_sides.batch.ingest_state import IngestState
from both_sides.batch.line_chunks import cut_chunks
from both_sides.batch.local import Ranking, RankOptions, rank_batch
from both_sides.batch.parquet_files import METADATA_KEY, batches_of, write_whole
from both_sides.batch.records import check_ranking, digest_batches
from both_sides.batch.spark_session import DISPUTES_A_BATCH, open_session, told_of_spark
from both_sides.batch.streams import PackedFile
from both_sides.batch.summary import Summary
from both_sides.domain.runs import Dataset
from both_sides.exchange.problems import Problem
from both_sides.scoring.version import ENGINE_VERSION

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

MANIFEST: Final = "_both_sides.json"
_RECORDS: Final = "spark.sql.execution.arrow.maxRecordsPerBatch"
_OPEN_COST: Final = "spark.sql.files.openCostInBytes"
_WHOLE_FILES: Final = {_RECORDS: "1", _OPEN_COST: str(1 << 31)}  # one a partition, one a batch
_ROWS_A_BATCH: Final = 20_000

Batches = Iterator[pa.RecordBatch]
Worker = Callable[["SparkJob", Callable[["Told"], None], "Batches"], "Batches"]
Told = dict[str, Any]  # what workers counted, by partition and piece


@dataclass(frozen=True, slots=True)
class SparkJob:
    """Say what a cluster is to rank.

    Args:
        master: The cluster.
        files: Paths or addresses that the workers can read.
        inputs: What they are, with digests; empty where the workers have to digest them.
        out: The folder or address for the ranking.
        options: How disputes are ranked.
        said: What the metadata of every part say besides engine, options and inputs.
        is_sorted: Whether claims are known to be sorted by id.
        worst: How many of the worst disputes the summary keeps.
        wanted: What is read of pieces of a dump; None where the files are nested Parquet.
    """

    master: str
    files: tuple[str, ...]
    inputs: tuple[Dataset, ...]
    out: str
    options: RankOptions
    said: dict[str, Any] = field(default_factory=dict)
    is_sorted: bool = False
    worst: int = 0
    wanted: Wanted | None = None


@dataclass(frozen=True, slots=True)
class SparkAnswer:
    """Hold what a cluster ranked.

    Args:
        ranking: As on one machine; the digest is that of all parts in any order.
        inputs: What was read, with digests.
        state: What became of the lines of pieces; None where disputes came as rows.
    """

    ranking: Ranking
    inputs: tuple[Dataset, ...]
    state: IngestState | None


def rank_on_spark(job: SparkJob, work: Worker | None = None) -> SparkAnswer:
    """Rank on a cluster.

    Args:
        job: What is ranked, and how.
        work: What runs on the workers; None for `rank_partition`.

    Raises:
        ExtraMissingError: PySpark, Java or something on the cluster is missing.
        InvalidInputError: The output is there already, or an input is not.
        StoreUnavailableError: Spark could not do it; nothing of the output looks whole.

    *Source:* issue 6, Build 4; spec/performance.md, "When one machine is not enough".
    """
    with open_session(job.master) as session, told_of_spark(job.out):
        inputs = job.inputs or _digested(session, job.files, _digest_content)
        merged: Any = _Merged()
        told: Any = session.sparkContext.accumulator({}, merged)
        frame, schema = _frame(session, job)
        answer = ranking_schema(schema, explained=job.options.explain)
        ranked = _mapped(frame, job, partial(work or rank_partition, job, told.add), answer)
        ranked.write.option("compression", "zstd").parquet(job.out)
        counts: Told = told.value
        digest, rows = _digest_of_output(session, job.out)
    summary = Summary(worst=job.worst)
    for name, content in sorted(counts.items()):
        if name.startswith(_SUMMARY):
            summary.merge(content)
    summary.written = rows
    state = None if job.wanted is None else _state_of(job.wanted, counts)
    _write_manifest(job, inputs, digest, rows)
    return SparkAnswer(Ranking(summary, digest, rows), inputs, state)


def _frame(session: "SparkSession", job: SparkJob) -> "tuple[DataFrame, pa.Schema]":
    """Give what is read, and the columns of the disputes that come out of it."""
    from pyspark.sql.pandas.types import to_arrow_schema

    if job.wanted is None:
        session.conf.set(_RECORDS, str(DISPUTES_A_BATCH))
        frame = session.read.parquet(*job.files)
        return frame, to_arrow_schema(frame.schema)
    return _whole_files(session, job.files), DISPUTES


def _whole_files(session: "SparkSession", files: Sequence[str]) -> "DataFrame":
    """Give files with their content, each by itself."""
    for name, value in _WHOLE_FILES.items():
        session.conf.set(name, value)
    return session.read.format("binaryFile").load(list(files)).select("path", "content")


def _mapped(
    frame: "DataFrame",
    job: SparkJob,
    work: Callable[[Batches], Batches],
    schema: pa.Schema,
) -> "DataFrame":
    """Rank, keep the bands that are asked for, and say in the metadata what this is."""
    from pyspark.sql import functions as f
    from pyspark.sql.pandas.types import from_arrow_schema

    ranked = frame.mapInArrow(work, from_arrow_schema(schema))
    if job.options.only is not None:
        ranked = ranked.filter(f.col("band").isin(sorted(band.value for band in job.options.only)))
    made = {"made": "ranking", "engine": ENGINE_VERSION, **job.options.members(), **job.said}
    said = {METADATA_KEY: orjson.dumps(made).decode()}
    first, *others = ranked.columns
    return ranked.select(f.col(first).alias(first, metadata=said), *others)


# --- on the workers ---

_SUMMARY: Final = "summary "
_PIECE: Final = "piece "


class _Merged:
    """Add up what workers tell: under each name the last word counts, and all words are equal."""

    def zero(self, _value: Told) -> Told:
        return {}

    def addInPlace(self, one: Told, other: Told) -> Told:  # noqa: N802 - Spark's name
        one.update(other)
        return one


def rank_partition(job: SparkJob, tell: Callable[[Told], None], batches: Batches) -> Batches:
    """Rank the disputes of one partition; runs on a worker.

    Args:
        job: How.
        tell: Takes what was counted, under names that are the same whenever this partition runs.
        batches: Disputes, or pieces of a dump with their path and content.
    """
    from pyspark import TaskContext

    summary = Summary(worst=job.worst)
    told: Told = {}
    disputes = batches if job.wanted is None else _disputes_of_pieces(job.wanted, batches, told)
    for batch in disputes:
        ranking = rank_batch(batch, job.options, is_sorted=job.is_sorted)
        summary.add(ranking)
        yield ranking
    context = TaskContext.get()
    assert context is not None  # this runs on a worker
    told[f"{_SUMMARY}{context.partitionId()}"] = summary
    tell(told)


def _disputes_of_pieces(wanted: Wanted, batches: Batches, told: Told) -> Batches:
    """Read the disputes of pieces of a dump."""
    for path, content in _contents(batches):
        name = path.rpartition("/")[2]
        reader, tally = LineReader(_named(wanted, name)), Tally()
        problems: list[Problem] = []
        with NamedTemporaryFile() as copy:
            copy.write(content)
            copy.flush()
            file = PackedFile(Path(copy.name))
            for chunk in cut_chunks(file.chunks(), longest_line=wanted.longest_line):
                read = reader.read(chunk)
                tally.add(read.tally)
                problems += read.problems
                yield read.batch
            file.close()
        told[f"{_PIECE}{name}"] = (tally, problems)


def _named(wanted: Wanted, name: str) -> Wanted:
    return Wanted(name, wanted.properties, wanted.agreed_too, None, wanted.longest_line)


def _contents(batches: Batches) -> Iterator[tuple[str, bytes]]:
    for batch in batches:
        for path, content in zip(*(column for column in batch.columns), strict=True):
            yield path.as_py(), content.as_py()


# --- digests and what is said in the end ---


def _digest_content(content: bytes) -> tuple[str, int]:
    """Digest a file as it lies there; the size is in bytes."""
    import hashlib

    return f"{ALGORITHM}:{hashlib.sha256(content).hexdigest()}", len(content)


def _digest_rows(content: bytes) -> tuple[str, int]:
    """Digest the rows of a Parquet file; the size is in rows."""
    file = pq.ParquetFile(pa.BufferReader(content))
    digest = digest_batches(batches_of(file, _ROWS_A_BATCH))
    return digest.text(), digest.rows


def _digested(
    session: "SparkSession",
    files: Sequence[str],
    work: Callable[[bytes], tuple[str, int]],
) -> tuple[Dataset, ...]:
    """Digest files on the workers, which can read what this machine perhaps cannot."""

    def run(batches: Batches) -> Batches:
        for path, content in _contents(batches):
            digest, size = work(content)
            yield pa.record_batch({"path": [path], "digest": [digest], "size": [size]})

    rows = _whole_files(session, files).mapInArrow(run, "path string, digest string, size long")
    found = [(row.path.rpartition("/")[2], row.digest, row.size) for row in rows.collect()]
    return tuple(Dataset(*one) for one in sorted(found))


def _digest_of_output(session: "SparkSession", out: str) -> tuple[str, int]:
    if "://" not in out:
        checked = check_ranking(Path(out))
        return checked.digest, checked.rows
    parts = _digested(session, [f"{out.rstrip('/')}/*.parquet"], _digest_rows)
    return combine([part.digest for part in parts]), sum(part.size or 0 for part in parts)


def _state_of(wanted: Wanted, counts: Told) -> IngestState:
    """Put together what became of the lines of all pieces."""
    properties = None if wanted.properties is None else list(wanted.properties)
    state = IngestState({"properties": properties, "agreed_too": wanted.agreed_too}, [])
    for name, content in sorted(counts.items()):
        if name.startswith(_PIECE):
            tally, problems = content
            state.tally.add(tally)
            for problem in problems:
                state.report(problem)
    return state


def _write_manifest(job: SparkJob, inputs: Sequence[Dataset], digest: str, rows: int) -> None:
    """Say beside the parts what they are; readers of Parquet pass over the name."""
    if "://" in job.out:
        return
    members = {
        "made": "ranking",
        "engine": ENGINE_VERSION,
        **job.options.members(),
        **job.said,
        "inputs": [{"name": one.name, "digest": one.digest, "size": one.size} for one in inputs],
        "rows": rows,
        "digest": digest,
    }
    content = orjson.dumps(members, option=orjson.OPT_INDENT_2)
    write_whole(Path(job.out) / MANIFEST, content)
