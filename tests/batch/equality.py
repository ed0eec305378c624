"""Rank the same disputes in every way there is, and compare what comes out byte for byte.

    python -m tests.batch.equality [--only WAY,WAY] [--spark] [CLAIMS or FILE …]

    compiled           the kernel as machine code, a thread a core
    slices             the same over odd slices of record batches
    two processes      the same, a row group each
    plain Python       the kernel with NUMBA_DISABLE_JIT=1
    naive method       `tests/oracle.py`, a claim at a time
    desk               `adjudicate`, as every other interface calls it
    Spark              two executors with a core each, one of which is killed at work

Each way gives the digest of its rows, in their order: ids, positions, points, contributions.
"""

import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from both_sides.batch.columns import CONTRIBUTIONS, DISPUTES, ranking_schema
from both_sides.batch.digests import TableDigest
from both_sides.batch.ingest import IngestOptions, ingest
from both_sides.batch.local import RankOptions, rank_batch, rank_files
from both_sides.batch.parquet_files import ParquetOutput
from both_sides.batch.score import warm
from both_sides.batch.workers import over_processes
from tests.batch.making import of_the_desk, of_the_oracle
from tests.batch.many import AS_OF, document_of, many

MASTER = "local-cluster[2,1,1024]"
OPTIONS = RankOptions(AS_OF, explain=True)
SLICE = 997
SCHEMA = ranking_schema(DISPUTES, explained=True)

Group = tuple[str, int]
Answer = Callable[[dict[str, Any]], dict[str, Any]]


def write_many(path: Path, claims: int) -> None:
    """Write disputes with so many claims together; the claims are not sorted."""
    with ParquetOutput(path, DISPUTES, {}) as output:
        for batch in many(claims):
            output.write(batch, size=len(batch.column("claims").flatten()))


def groups_of(path: Path) -> Iterator[Group]:
    """Name the row groups of a file."""
    yield from ((str(path), number) for number in range(pq.ParquetFile(path).num_row_groups))


def batches_of(group: Group) -> list[pa.RecordBatch]:
    """Read one row group."""
    path, number = group
    batches: list[pa.RecordBatch] = pq.ParquetFile(path).read_row_group(number).to_batches()
    return batches


def digest_of(batches: Iterable[pa.RecordBatch]) -> str:
    """Digest rankings in their order."""
    digest = TableDigest()
    for batch in batches:
        digest.add(batch)
    return digest.text()


# --- the ways ---


def compiled(path: Path, *, cores: int = 2) -> str:
    """Rank into a file, as `both-sides rank` does."""
    out = path.with_suffix(f".{cores}.ranking")
    return rank_files([path], out, OPTIONS, said={}, cores=cores).digest


def in_slices(path: Path) -> str:
    """Rank slices that begin and end anywhere."""
    return digest_of(
        rank_batch(batch.slice(start, SLICE), OPTIONS, is_sorted=False)
        for group in groups_of(path)
        for batch in batches_of(group)
        for start in range(0, batch.num_rows, SLICE)
    )


def ranked_group(group: Group) -> list[pa.RecordBatch]:
    """Rank one row group."""
    return [rank_batch(batch, OPTIONS, is_sorted=False) for batch in batches_of(group)]


def group_without_compiler(group: Group) -> list[pa.RecordBatch]:
    """Rank one row group where numba must not compile."""
    assert not warm()
    return ranked_group(group)


def group_by_the_oracle(group: Group) -> list[pa.RecordBatch]:
    """Rank one row group with the naive method."""
    return [rows_ranked_by(of_the_oracle, batch) for batch in batches_of(group)]


def group_by_the_desk(group: Group) -> list[pa.RecordBatch]:
    """Rank one row group as the desk ranks one dispute."""
    return [rows_ranked_by(of_the_desk, batch) for batch in batches_of(group)]


def rows_ranked_by(answer: Answer, batch: pa.RecordBatch) -> pa.RecordBatch:
    """Rank every row by itself, and put the answers into the columns of a ranking."""
    rows = []
    for row in batch.to_pylist():
        found = answer(document_of(row))
        values = {claim["claim_id"]: claim["value"] for claim in row["claims"]}
        claims = [
            {
                "claim_id": name,
                "position": position,
                "score": score,
                "eligible": eligible,
                "value": values[name],
                **dict(zip(CONTRIBUTIONS, parts, strict=True)),
            }
            for position, (name, score, eligible, parts) in enumerate(found["ranked"], 1)
        ]
        claims.sort(key=lambda claim: claim["claim_id"].encode())
        members = {name: found[name] for name in ("status", "leader", "score", "margin", "band")}
        passed = {name: row[name] for name in ("entity_id", "property_id", "kind")}
        rows.append({**passed, **members, "runner_up": found["runnerUp"], "claims": claims})
    return pa.RecordBatch.from_pylist(rows, schema=SCHEMA)


def over_two(work: Callable[[Group], list[pa.RecordBatch]], path: Path) -> str:
    """Let two processes rank a row group each, in turns."""
    ranked = over_processes(work, groups_of(path), cores=2)
    return digest_of(batch for batches in ranked for batch in batches)


def without_compiler(path: Path) -> str:
    """Rank with the kernel as plain Python."""
    before = os.environ.get("NUMBA_DISABLE_JIT")
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # of the processes that are started
    try:
        return over_two(group_without_compiler, path)
    finally:
        if before is None:
            del os.environ["NUMBA_DISABLE_JIT"]
        else:
            os.environ["NUMBA_DISABLE_JIT"] = before


def on_spark(path: Path, *, kills: bool = True) -> str:
    """Rank on a cluster of two executors, and kill one of them while it works."""
    from both_sides.batch.prepare import inputs_of
    from both_sides.batch.spark import SparkJob, rank_on_spark

    out, marker = path.with_suffix(".spark"), path.with_suffix(".killed")
    job = SparkJob(MASTER, (str(path),), inputs_of([path]), str(out), OPTIONS)
    rank_on_spark(job, work=killing(str(marker)) if kills else None)
    assert marker.exists() == kills
    return digest_of_parts(out, path)


def digest_of_parts(directory: Path, path: Path) -> str:
    """Digest what Spark wrote, part after part in the order of the input."""
    places = {name: place for place, name in enumerate(_names_in(pq.ParquetFile(path)))}
    files = [pq.ParquetFile(part) for part in directory.glob("*.parquet")]
    full = [file for file in files if file.metadata.num_rows]
    full.sort(key=lambda file: places[next(_names_in(file))])
    return digest_of(batch for file in full for batch in file.iter_batches())


def _names_in(file: pq.ParquetFile) -> Iterator[tuple[str, str]]:
    for batch in file.iter_batches(columns=["entity_id", "property_id"]):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def killing(marker: str) -> Any:  # noqa: ANN401 - what `rank_on_spark` takes
    """Give work that kills the executor in which it runs first, after its first batch."""

    def work(job: Any, tell: Any, batches: Any) -> Iterator[pa.RecordBatch]:  # noqa: ANN401
        from both_sides.batch.spark import rank_partition

        for batch in rank_partition(job, tell, batches):
            yield batch
            try:
                os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            process = os.getppid()
            while Path(f"/proc/{process}/comm").read_text().strip() != "java":
                status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2]
                process = int(status.split()[1])
            os.kill(process, signal.SIGKILL)

    return work


WAYS: dict[str, Callable[[Path], str]] = {
    "compiled": compiled,
    "slices": in_slices,
    "two processes": lambda path: over_two(ranked_group, path),
    "plain Python": without_compiler,
    "naive method": lambda path: over_two(group_by_the_oracle, path),
    "desk": lambda path: over_two(group_by_the_desk, path),
}


# --- the whole sizes, by hand ---


def disputes_of(named: str, directory: Path) -> Path:
    """Give a file of disputes: so many synthetic claims, or what a dump holds."""
    if named.isdigit():
        path = directory / f"{named}.parquet"
        write_many(path, int(named))
        return path
    found = directory / Path(named).name
    state = ingest([Path(named)], found, IngestOptions())
    (part,) = state.parts
    return found / part.file


def main() -> int:
    """Compare, and print the time of each way."""
    from both_sides.batch.spark_session import open_session

    parser = ArgumentParser(description="Rank the same disputes in every way there is.")
    parser.add_argument("--only", help=f"some of: {', '.join(WAYS)}", default=",".join(WAYS))
    parser.add_argument("--spark", action="store_true", help="on a cluster, too")
    parser.add_argument("datasets", nargs="*", help="a number of claims, or a dump")
    told = parser.parse_args()
    chosen = {name: WAYS[name] for name in told.only.split(",")}
    with ExitStack() as stack:
        if told.spark:
            os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
            stack.enter_context(open_session(MASTER))
            chosen["Spark, one executor killed"] = on_spark
        are_equal = all(compare(one, chosen) for one in told.datasets or ["1000000"])
    print("all equal" if are_equal else "NOT EQUAL")
    return 0 if are_equal else 1


def compare(named: str, chosen: dict[str, Callable[[Path], str]]) -> bool:
    """Rank one dataset in every way that is chosen; tell whether the digests are equal."""
    digests = set()
    with TemporaryDirectory() as directory:
        path = disputes_of(named, Path(directory))
        print(f"{named}: {pq.ParquetFile(path).metadata.num_rows:,} disputes", flush=True)
        for name, way in chosen.items():
            began = perf_counter()
            digest = way(path)
            print(f"  {name:<28}{perf_counter() - began:>9.1f} s  {digest}", flush=True)
            digests.add(digest)
    return len(digests) == 1


if __name__ == "__main__":
    sys.exit(main())
