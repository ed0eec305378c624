"""Measure ranking of whole datasets, each way beside its baseline of the same run.

    python -m bench.batch [--claims N] [--public-engine ENGINE.mjs] [--spark]

The disputes are synthetic, of every kind (`tests/batch/many.py`), and the dump is the shared file.
Work of one core is measured in time of the processor, so that others who use the machine do not
matter; what two cores share, and what waits for a disk, by the clock on the wall. The public
TypeScript engine is not part of this repository: its `engine.ts`, made into a module,
can be named, and runs in Node over the same disputes. Spark needs Java. `bench.batch_growth` shows
what a hundred million claims take.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from bench.engine import numbers_only, of_ten_claims
from bench.harness import Way, compare, run, shared

from both_sides.batch.accounts import Wanted
from both_sides.batch.columns import DISPUTES, SORTED
from both_sides.batch.conform import read_claims
from both_sides.batch.entity_lines import LineReader
from both_sides.batch.ingest import IngestOptions, ingest
from both_sides.batch.line_chunks import cut_chunks
from both_sides.batch.local import RankOptions, rank_batch, rank_files
from both_sides.batch.order import sort_claims
from both_sides.batch.parquet_files import ParquetOutput
from both_sides.batch.rows import RowBuilder
from both_sides.batch.score import rank_claims, score_batch, warm
from both_sides.batch.streams import PackedFile
from both_sides.batch.workers import over_threads
from both_sides.exchange.engine_lines import parse_dispute
from both_sides.scoring.adjudicate import read_as_of
from tests import oracle
from tests.batch.many import AS_OF, document_of, many

CLAIMS = 200_000
TIMES_MORE = 10  # so many more claims where plain Python does not have to rank them
ROUNDS = 5
PROPERTIES = ("P1082", "P569", "P570", "P571", "P625")
READ_ROWS = 6_500  # about as many claims as `rank_files` reads at a time
DRIVER = """
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const { adjudicate } = await import(process.argv[1]);
const inputs = readFileSync(process.argv[2], 'utf8').trim().split('\\n').map((l) => JSON.parse(l));
for await (const _ of createInterface({ input: process.stdin })) {
  let settled = 0;
  for (const input of inputs) settled += adjudicate(input).verdict === 'settled' ? 1 : 0;
  console.log(settled);
}
"""

Batches = Sequence[pa.RecordBatch]


def score_all(batches: Batches, *, explain: bool = False) -> None:
    """Rank batches one after the other."""
    for batch in batches:
        score_batch(batch, as_of=AS_OF, explain=explain)


def over(batches: Batches, cores: int) -> None:
    """Rank batches with so many threads."""
    for _ in over_threads(partial(score_batch, as_of=AS_OF), batches, cores=cores):
        pass


# --- in memory ---


def in_memory(claims: int, public_engine: Path | None, directory: Path) -> None:
    """Compare engines over the same claims, all of them in memory."""
    batches = [sort_claims(batch) for batch in many(claims)]
    documents = [document_of(row) for batch in batches for row in batch.to_pylist()]
    parsed = [parse_dispute(document, source="bench")[0] for document in documents]
    ways = [
        Way("naive method", lambda: [oracle.adjudicate(doc) for doc in documents]),
        Way("method and kernel, plain Python", lambda: [numbers_only(d, AS_OF) for d in parsed]),
        Way("score_batch", partial(score_all, batches), "rate >= 80"),
        Way("score_batch, explained", partial(score_all, batches, explain=True)),
    ]
    compare(
        f"{claims:,} claims, one core",
        ways,
        unit="claim",
        amount=claims,
        rounds=ROUNDS,
        clock=process_time,
    )
    if public_engine is None:
        print("\nthe public TypeScript engine is not named: see --public-engine")
    else:
        with_public(batches, documents, claims, public_engine, directory)
    more = [sort_claims(batch) for batch in many(claims * TIMES_MORE)]
    ways = [
        Way("one core", partial(over, more, 1)),
        Way("two cores", partial(over, more, 2), "rate >= 1.8"),
    ]
    amount = claims * TIMES_MORE
    compare(f"{amount:,} claims", ways, unit="claim", amount=amount, rounds=ROUNDS)


def with_public(
    batches: Batches,
    documents: Sequence[dict[str, Any]],
    claims: int,
    engine: Path,
    directory: Path,
) -> None:
    """Compare with the public engine, which runs in Node and holds the disputes in its memory."""
    path = directory / "inputs.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for document in documents:
            stream.write(json.dumps(_for_public(document)) + "\n")
    command = ["node", "--input-type=module", "-e", DRIVER, engine.absolute().as_uri(), str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        ways = [
            Way("public TypeScript engine", partial(_ask, process)),
            Way("score_batch", partial(score_all, batches), "rate >= 20"),
        ]
        compare(
            "beside the public engine",
            ways,
            unit="claim",
            amount=claims,
            rounds=ROUNDS,
            clock=lambda: process_time() + _processor_time(process.pid),
        )


def _processor_time(process: int) -> float:
    """Give the seconds that a process and its threads have computed."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _for_public(document: dict[str, Any]) -> dict[str, Any]:
    return {
        "entityId": document["entityId"],
        "entityLabel": document["entityId"],
        "now": f"{AS_OF}T00:00:00.000Z",
        "corroboratingText": "; ".join(map(repr, document["figures"])),
        "dispute": {
            "propertyId": document["propertyId"],
            "propertyKey": "p",
            "propertyLabel": "p",
            "claims": [{**claim, "referenceUrls": []} for claim in document["claims"]],
        },
    }


def _ask(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    process.stdout.readline()


def of_one_dispute() -> None:
    """Compare ways to rank one dispute of ten claims by itself."""
    documents = of_ten_claims()
    parsed = [parse_dispute(document, source="bench") for document in documents]
    pairs = [(dispute, as_of or AS_OF) for dispute, as_of in parsed]
    batches = []
    for dispute, _ in pairs:
        builder = RowBuilder()
        builder.add_dispute(dispute)
        batches.append(builder.finish())
    columns = list(map(read_claims, batches))
    as_of_ms = read_as_of(AS_OF)
    ways = [
        Way("naive method", lambda: [oracle.adjudicate(document) for document in documents]),
        Way("numbers only, core install", lambda: [numbers_only(*pair) for pair in pairs]),
        Way("compiled kernel, columns ready", lambda: [rank_claims(c, as_of_ms) for c in columns]),
        Way("score_batch of one dispute", partial(score_all, batches), "time <= 0.35"),
    ]
    title, amount = "one dispute of ten claims", len(documents)
    compare(title, ways, unit="dispute", amount=amount, clock=process_time)


# --- files ---


def parquet(path: Path, claims: int) -> None:
    """Compare ranking from Parquet into Parquet with reading the same file."""
    out = path.with_suffix(".ranking")

    def rank(cores: int, *, explain: bool = False) -> None:
        rank_files([path], out, RankOptions(AS_OF, explain=explain), said={}, cores=cores)

    ways = [
        Way("Parquet read alone", partial(read_alone, path)),
        Way("Parquet to Parquet", partial(rank, 2), "rate >= 0.35"),
        Way("the same, explained", partial(rank, 2, explain=True)),
        Way("the same, one core", partial(rank, 1)),
    ]
    title = f"Parquet, {claims:,} claims"
    compare(f"{title}, wall", ways, unit="claim", amount=claims, rounds=ROUNDS)
    title = f"{title}, processor"
    compare(title, ways, unit="claim", amount=claims, rounds=ROUNDS, clock=process_time)


def read_alone(path: Path) -> None:
    """Read a file in batches, and do nothing with them."""
    for _ in pq.ParquetFile(path).iter_batches(READ_ROWS):
        pass


def dump(path: Path, directory: Path) -> None:
    """Compare reading a dump into rows with gzip and json of the standard library."""
    with gzip.open(path) as lines:
        entities = {json.loads(line)["id"]: line for line in lines}
    path = directory / "dump.json.gz"  # as in a real dump, no entity comes again
    path.write_bytes(gzip.compress(b"".join(entities.values())))

    def into_parquet(properties: tuple[str, ...] | None) -> None:
        target = Path(tempfile.mkdtemp(dir=directory))
        ingest([path], target, IngestOptions(properties))

    ways = [
        Way("gzip + json", partial(gzip_and_json, path)),
        Way("typed rows, one property", partial(typed_rows, path, Wanted("", PROPERTIES[:1]))),
        Way(
            "typed rows, five properties",
            partial(typed_rows, path, Wanted("", PROPERTIES)),
            "rate >= 5",
        ),
        Way("typed rows, all properties", partial(typed_rows, path, Wanted(""))),
        Way("Parquet, five properties", partial(into_parquet, PROPERTIES)),
        Way("Parquet, all properties", partial(into_parquet, None)),
    ]
    amount = len(entities)
    compare("dump", ways, unit="entity", amount=amount, rounds=ROUNDS, clock=process_time)


def gzip_and_json(path: Path) -> int:
    """Read as most programs would, and do nothing with it."""
    with gzip.open(path) as lines:
        return sum(1 for line in lines if json.loads(line))


def typed_rows(path: Path, wanted: Wanted) -> int:
    """Read a dump into record batches, one core."""
    file, reader = PackedFile(path), LineReader(wanted)
    rows = sum(reader.read(chunk).batch.num_rows for chunk in cut_chunks(file.chunks()))
    file.close()
    return rows


def spark(path: Path, claims: int, directory: Path) -> None:
    """Compare one Spark core with a direct loop over the same file."""
    from both_sides.batch.prepare import inputs_of
    from both_sides.batch.spark import SparkJob, rank_on_spark
    from both_sides.batch.spark_session import open_session

    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    options = RankOptions(AS_OF)

    def loop() -> None:
        for batch in pq.ParquetFile(path).iter_batches(READ_ROWS):
            rank_batch(batch, options, is_sorted=True)

    def job() -> None:
        out = tempfile.mkdtemp(dir=directory) + "/ranking"
        rank_on_spark(
            SparkJob("local[1]", (str(path),), inputs_of([path]), out, options, is_sorted=True)
        )

    with open_session("local[1]"):
        ways = [
            Way("direct loop, writing nothing", loop),
            Way("one Spark core, writing Parquet", job, "rate >= 0.2"),
            Way("this machine, one core, Parquet", _local(path, options)),
        ]
        compare(f"Spark, {claims:,} claims", ways, unit="claim", amount=claims, rounds=3)


def _local(path: Path, options: RankOptions) -> Callable[[], object]:
    out = path.with_suffix(".ranking")
    return lambda: rank_files([path], out, options, said={}, cores=1)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="bench.batch")
    parser.add_argument("--claims", type=int, default=CLAIMS)
    parser.add_argument("--public-engine", type=Path)
    parser.add_argument("--spark", action="store_true")
    options = parser.parse_args()
    source = shared("data/wikidata/dev.ndjson.gz")
    if not warm():
        print("numba is not used: install the extra [batch]")
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        in_memory(options.claims, options.public_engine, directory)
        of_one_dispute()
        more = options.claims * TIMES_MORE
        path = directory / "disputes.parquet"
        with ParquetOutput(path, DISPUTES, SORTED) as output:
            for batch in many(more):
                output.write(sort_claims(batch), size=len(batch.column("claims").flatten()))
        parquet(path, more)
        dump(source, directory)
        if options.spark:
            spark(path, more, directory)


if __name__ == "__main__":
    sys.exit(run(main))
