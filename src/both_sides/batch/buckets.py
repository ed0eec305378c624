"""Bring the rows of one question together, however far apart they are, in bounded memory.

Rows are sorted into buckets by their entity and property; a bucket that does not fit with the
others in memory lies on disk until its turn comes. So every question is whole in one bucket, in
the order of the table. *This module does not* know what a claim is.
"""

import shutil
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa

from both_sides.batch.parquet_files import writing

BUCKET_BYTES: Final = 256 << 20  # of a table as it lies on disk
MOST_BUCKETS: Final = 256


def bucket_count(size: int) -> int:
    """Choose how many buckets a table of so many bytes needs; packed ones count as plain."""
    return min(MOST_BUCKETS, 1 + size // BUCKET_BYTES)


def into_buckets(
    batches: Iterable[pa.RecordBatch], schema: pa.Schema, directory: Path, *, count: int
) -> Iterator[pa.Table]:
    """Give the rows of a table bucket by bucket.

    Args:
        batches: The rows, with the columns `entity` and `property`.
        schema: Their columns.
        directory: Where buckets may lie; what lies there is removed in the end.
        count: How many buckets; one stays in memory.

    Raises:
        StoreUnavailableError: The disk cannot hold them.
    """
    if count == 1:
        yield pa.Table.from_batches(batches, schema)
        return
    paths = [directory / f"bucket-{number:03d}.arrow" for number in range(count)]
    try:
        with writing(directory):
            directory.mkdir(parents=True, exist_ok=True)
            _spill(batches, schema, paths)
        for path in paths:
            with pa.memory_map(str(path)) as source:
                yield pa.ipc.open_file(source).read_all()
            path.unlink()
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _spill(batches: Iterable[pa.RecordBatch], schema: pa.Schema, paths: list[Path]) -> None:
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    writers = [pa.ipc.new_file(str(path), schema, options=options) for path in paths]
    try:
        for batch in batches:
            buckets = _buckets_of(batch, len(paths))
            order = np.argsort(buckets, kind="stable")
            sorted_batch = batch.take(pa.array(order))
            ends = np.searchsorted(buckets[order], np.arange(len(paths)), side="right")
            start = 0
            for writer, end in zip(writers, ends.tolist(), strict=True):
                if end > start:
                    writer.write_batch(sorted_batch.slice(start, end - start))
                start = end
    finally:
        for writer in writers:
            writer.close()


def _buckets_of(batch: pa.RecordBatch, count: int) -> np.ndarray[Any, Any]:
    """Choose the bucket of each row by a checksum, which every machine computes alike."""
    keys = [batch.column(name).dictionary_encode() for name in ("entity", "property")]
    sums = np.zeros(batch.num_rows, np.uint64)
    for key in keys:
        texts = key.dictionary.to_pylist()
        checksums = np.array([zlib.crc32(text.encode()) for text in texts], np.uint64)
        sums = sums * np.uint64(31) + checksums[key.indices.to_numpy(zero_copy_only=False)]
    return (sums % np.uint64(count)).astype(np.int64)
