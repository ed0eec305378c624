"""Measure how fast Wikidata files become claims, next to reading the same bytes with gzip + json.

    python bench/wikidata_import.py [FILE]

Every figure is a ratio to the named baseline of the same run, taken in alternation, best of five,
with the machine's line beside it: absolute times of a shared machine say little. It informs; it
never fails a build.
"""

import bz2
import gc
import gzip
import hashlib
import io
import json
import os
import platform
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

import orjson

from both_sides.exchange.dump_lines import read_documents, read_entities

ROUNDS = 5
SHARED = Path(os.environ.get("BOTH_SIDES_SHARED", Path(__file__).parents[2] / "shared"))
DEFAULT = SHARED / "data/wikidata/dev.ndjson.gz"
MIB = 1024 * 1024


def gzip_and_json(packed: bytes) -> int:
    """Read as most programs would: the standard library, line by line."""
    with gzip.open(io.BytesIO(packed)) as stream:
        return sum(1 for line in stream if json.loads(line))


def gzip_and_orjson(packed: bytes) -> int:
    """Read with the fast parser, and do nothing with it."""
    with gzip.open(io.BytesIO(packed)) as stream:
        return sum(1 for line in stream if orjson.loads(line))


def unpack_and_hash(packed: bytes) -> int:
    """Unpack and digest, which nobody can leave out who wants to know what was read."""
    with gzip.open(io.BytesIO(packed)) as stream:
        return sum(len(hashlib.sha384(line).hexdigest()) for line in stream)


def documents(packed: bytes) -> int:
    """Read parsed documents with place, digest and the check for repeated keys."""
    return sum(1 for _ in read_documents(io.BytesIO(packed), source="bench"))


def claims(packed: bytes) -> int:
    """Read claims: the whole way."""
    return sum(read.claims for read in read_entities(io.BytesIO(packed), source="bench"))


def claims_kept(packed: bytes) -> int:
    """Read claims and keep them all, as a caller who has the memory might."""
    return sum(read.claims for read in list(read_entities(io.BytesIO(packed), source="bench")))


def one_entity(packed: bytes) -> int:
    """Look for one entity; the other lines are not parsed."""
    read = read_entities(io.BytesIO(packed), source="bench", entities={"Q1764"})
    return sum(found.claims for found in read)


CONTENDERS: dict[str, Callable[[bytes], int]] = {
    "gzip + json (baseline)": gzip_and_json,
    "gzip + orjson": gzip_and_orjson,
    "gzip + SHA-384": unpack_and_hash,
    "documents": documents,
    "claims": claims,
    "claims, all kept": claims_kept,
    "one entity asked for": one_entity,
}


def best_times(contenders: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Run all contenders in alternation, and keep the best time of each."""
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(ROUNDS):
        for name, run in contenders.items():
            gc.collect()
            start = perf_counter()
            run()
            best[name] = min(best[name], perf_counter() - start)
    return best


def peak_memory(run: Callable[[], object]) -> int:
    """Trace the most memory that Python held at once."""
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def machine() -> str:
    """Describe the machine in one line."""
    names = {line.split(":", 1)[1].strip() for line in _cpu_lines()}
    cpu = ", ".join(sorted(names)) or platform.processor() or "unknown CPU"
    python = f"Python {platform.python_version()}, orjson {orjson.__version__}"
    return f"{os.cpu_count()} x {cpu}, {platform.system()} {platform.release()}, {python}"


def _cpu_lines() -> Iterator[str]:
    path = Path("/proc/cpuinfo")
    if path.exists():
        yield from (line for line in path.read_text().splitlines() if line.startswith("model name"))


def main() -> None:
    """Print the tables."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    packed = path.read_bytes()
    plain = gzip.decompress(packed)
    entities, statements = plain.count(b"\n"), claims(packed)
    print(f"machine: {machine()}")
    print(
        f"data: {path.name}, {len(packed) / MIB:.1f} MiB packed, {len(plain) / MIB:.1f} MiB plain,"
        f" {entities:,} lines, {statements:,} statements\n"
    )

    times = best_times({name: partial(run, packed) for name, run in CONTENDERS.items()})
    baseline = times["gzip + json (baseline)"]
    print(f"{'gzip':26}{'seconds':>9}{'x baseline':>12}{'entities/s':>12}{'plain MiB/s':>13}")
    for name, seconds in times.items():
        print(
            f"{name:26}{seconds:9.3f}{seconds / baseline:12.2f}{entities / seconds:12,.0f}"
            f"{len(plain) / MIB / seconds:13.1f}"
        )

    repacked = bz2.compress(plain)
    times = best_times(
        {
            "bz2 alone (baseline)": partial(bz2.decompress, repacked),
            "claims": partial(claims, repacked),
        }
    )
    baseline = times["bz2 alone (baseline)"]
    print(f"\n{'bzip2':26}{'seconds':>9}{'x baseline':>12}")
    for name, seconds in times.items():
        print(f"{name:26}{seconds:9.3f}{seconds / baseline:12.2f}")

    thrice = packed * 3
    once, often = (peak_memory(partial(claims, data)) for data in (packed, thrice))
    print(
        f"\nmost memory: {once / MIB:.1f} MiB, for the file three times over {often / MIB:.1f} MiB"
    )


if __name__ == "__main__":
    main()
