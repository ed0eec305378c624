"""Measure memory and time of ranking as datasets grow, up to a hundred million claims.

    python -m bench.batch_growth [--parquet] [CLAIMS …]

Claims are generated on the fly and ranked batch by batch, which is what `both-sides rank` does with
the batches of a file; with `--parquet` they are written to a file first, and ranked into another.
Every size is a process of its own. The time is that of the processors, in seconds per million
claims, so that others who use the machine do not matter; the memory is the most that was resident.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from bench.harness import MIB, machine

from both_sides.batch.columns import DISPUTES
from both_sides.batch.local import RankOptions, rank_batch, rank_files
from both_sides.batch.parquet_files import ParquetOutput
from both_sides.batch.score import warm
from both_sides.batch.summary import Summary
from both_sides.batch.workers import ahead, over_threads
from tests.batch.many import AS_OF, many

SIZES = (1_000_000, 10_000_000)
OPTIONS = RankOptions(AS_OF)
KIB = 1024
MILLION = 1_000_000


def on_the_fly(claims: int) -> dict[str, Any]:
    """Generate claims and rank them, with two threads; the seconds include the generator's."""
    warm()
    began, computed = perf_counter(), process_time()
    summary = Summary(worst=20)
    rank = partial(rank_batch, options=OPTIONS, is_sorted=False)
    for ranking in over_threads(rank, ahead(many(claims)), cores=2):
        summary.add(ranking)
    assert summary.claims == claims
    return _used(began, computed, {"disputes": summary.disputes})


def generate(claims: int) -> dict[str, Any]:
    """Generate claims only."""
    began, computed = perf_counter(), process_time()
    disputes = sum(batch.num_rows for batch in many(claims))
    return _used(began, computed, {"disputes": disputes})


def from_parquet(claims: int) -> dict[str, Any]:
    """Rank a file of so many claims into another file."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "disputes.parquet")
        subprocess.run(_command("write", claims, path), check=True)
        warm()
        began, computed = perf_counter(), process_time()
        out = Path(name, "ranking.parquet")
        ranking = rank_files([path], out, OPTIONS, said={}, cores=2)
        sizes = {"in": path.stat().st_size // MIB, "out": out.stat().st_size // MIB}
        return _used(began, computed, {"disputes": ranking.rows, **sizes})


def write(path: Path, claims: int) -> None:
    """Write claims into a file."""
    with ParquetOutput(path, DISPUTES, {}) as output:
        for batch in many(claims):
            output.write(batch, size=len(batch.column("claims").flatten()))


def _used(began: float, computed: float, members: dict[str, Any]) -> dict[str, Any]:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIB // MIB
    seconds = {"wall": perf_counter() - began, "processor": process_time() - computed}
    return {**members, **seconds, "MiB": most}


def _command(what: str, claims: int, *more: object) -> list[str]:
    own = [sys.executable, "-m", "bench.batch_growth", "--part", what]
    return [*own, str(claims), *map(str, more)]


PARTS = {"generator alone": generate, "generated, ranked": on_the_fly}
FROM_FILES = {"Parquet to Parquet": from_parquet}


def main() -> None:
    """Print one line a size and way."""
    parser = argparse.ArgumentParser(prog="bench.batch_growth")
    parser.add_argument("--parquet", action="store_true")
    parser.add_argument("--part", help=argparse.SUPPRESS)
    parser.add_argument("sizes", nargs="*", default=[str(size) for size in SIZES])
    options = parser.parse_args()
    if options.part == "write":
        write(Path(options.sizes[1]), int(options.sizes[0]))
        return
    if options.part is not None:
        print(json.dumps({**PARTS, **FROM_FILES}[options.part](int(options.sizes[0]))))
        return
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    for name in FROM_FILES if options.parquet else PARTS:
        print(f"\n{name}\n{'claims':>14}{'disputes':>14}{'wall s':>10}{'s/million':>11}{'MiB':>8}")
        for claims in map(int, options.sizes):
            answer = subprocess.run(
                _command(name, claims), check=True, capture_output=True, env=environment
            )
            found = json.loads(answer.stdout)
            rate = found["processor"] / claims * MILLION
            print(
                f"{claims:>14,}{found['disputes']:>14,}{found['wall']:>10.1f}{rate:>11.3f}"
                f"{found['MiB']:>8,}",
                flush=True,
            )
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
