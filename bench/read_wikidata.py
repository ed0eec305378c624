"""Measure how fast Wikidata files become claims, next to reading the same bytes with gzip + json.

    python -m bench.read_wikidata [FILE]

What becomes of the claims afterwards is measured by `bench.import_wikidata`.
"""

import bz2
import gzip
import hashlib
import io
import json
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import orjson
from bench.harness import MIB, Way, compare, run, shared

from both_sides.exchange.dump_lines import read_documents, read_entities

ROUNDS = 5


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
    "gzip + json": gzip_and_json,
    "gzip + orjson": gzip_and_orjson,
    "gzip + SHA-384": unpack_and_hash,
    "documents": documents,
    "claims": claims,
    "claims, all kept": claims_kept,
    "one entity asked for": one_entity,
}


def peak_memory(run: Callable[[], object]) -> int:
    """Trace the most memory that Python held at once."""
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def main() -> None:
    """Print the tables."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else shared("data/wikidata/dev.ndjson.gz")
    packed = path.read_bytes()
    plain = gzip.decompress(packed)
    entities, statements = plain.count(b"\n"), claims(packed)
    print(
        f"{path.name}: {len(packed) / MIB:.1f} MiB packed, {len(plain) / MIB:.1f} MiB plain,"
        f" {entities:,} lines, {statements:,} statements"
    )
    ways = [Way(name, partial(work, packed)) for name, work in CONTENDERS.items()]
    compare("gzip", ways, unit="entity", amount=entities, rounds=ROUNDS)
    repacked = bz2.compress(plain)
    ways = [
        Way("bz2 alone", partial(bz2.decompress, repacked)),
        Way("claims", partial(claims, repacked)),
    ]
    compare("bzip2", ways, unit="MiB", amount=len(plain) / MIB, rounds=ROUNDS)
    once, often = (peak_memory(partial(claims, data)) for data in (packed, packed * 3))
    print(
        f"\nmost memory: {once / MIB:.1f} MiB, for the file three times over {often / MIB:.1f} MiB"
    )


if __name__ == "__main__":
    sys.exit(run(main))
