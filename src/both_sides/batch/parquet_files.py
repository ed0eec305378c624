"""Read and write Parquet files of disputes and rankings; a file is there whole or not at all.

A file is written under a name that says it is not finished, put on the disk, and only then given
its own name. So neither an interruption nor a full disk leaves anything that looks whole. Its
metadata say, under `both_sides`, what it was made from and the digest of its rows. *This module
does not* know what is in the rows.
"""

import errno
import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from both_sides.batch.digests import TableDigest
from both_sides.errors import MalformedDocumentError, StoreUnavailableError
from both_sides.store.output_place import replaceable

METADATA_KEY: Final = "both_sides"
UNFINISHED: Final = ".unfinished"
ROW_GROUP_CLAIMS: Final = 1 << 17
_SPARK_SCHEMA: Final = b"org.apache.spark.sql.parquet.row.metadata"
_COMPRESSION: Final = {"compression": "zstd", "compression_level": 1}
# Ids do not repeat: a dictionary of them takes longer and saves nothing.
_UNIQUE: Final = ("claim_id", "leader", "runner_up", "entity_id", "value")


class ParquetOutput:
    """Write one Parquet file, and give it its name when everything is in it.

    Args:
        path: The file's own name.
        schema: Its columns.
        about: What its metadata say; rows and digest are added.

    Raises:
        InvalidInputError: The name stands for a device, a pipe or a database.
        StoreUnavailableError: It cannot be written, for example because the disk is full.
    """

    def __init__(self, path: Path, schema: pa.Schema, about: Mapping[str, Any]) -> None:
        self.digest = TableDigest()
        self._path = replaceable(path)
        self._unfinished = self._path.with_name(self._path.name + UNFINISHED)
        self._about = dict(about)
        self._schema = schema
        self._pending: deque[pa.RecordBatch] = deque()
        self._pending_size = 0
        self._writer: Any = None

    def __enter__(self) -> Self:
        with writing(self._path):
            self._writer = pq.ParquetWriter(
                self._unfinished,
                self._schema,
                use_dictionary=_repeating(self._schema),
                write_statistics=_compared(self._schema),
                **_COMPRESSION,
            )
        return self

    def write(self, batch: pa.RecordBatch, *, size: int | None = None) -> None:
        """Add rows.

        Args:
            batch: The rows.
            size: How many claims they have; row groups are about equal in claims.
        """
        if not batch.num_rows:
            return
        self.digest.add(batch)
        self._pending.append(batch)
        self._pending_size += batch.num_rows if size is None else size
        if self._pending_size >= ROW_GROUP_CLAIMS:
            self._flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._finish()
        finally:
            self._abandon()

    def _flush(self) -> None:
        with writing(self._path):
            self._writer.write_table(pa.Table.from_batches(self._pending, self._schema))
        self._pending.clear()
        self._pending_size = 0

    def _finish(self) -> None:
        if self._pending:
            self._flush()
        said = {**self._about, "rows": self.digest.rows, "digest": self.digest.text()}
        with writing(self._path):
            self._writer.add_key_value_metadata({METADATA_KEY: orjson.dumps(said).decode()})
            self._writer.close()
            sync(self._unfinished)
            self._unfinished.replace(self._path)
            sync(self._path.parent)

    def _abandon(self) -> None:
        """Leave no unfinished file behind; after `_finish` there is none."""
        if self._unfinished.exists():
            with suppress(OSError, pa.ArrowException):
                self._writer.close()
            self._unfinished.unlink(missing_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the machine says while a file is written into words that help.

    Raises:
        StoreUnavailableError: The file cannot be written.
    """
    try:
        yield
    except OSError as error:
        is_full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
        raise StoreUnavailableError(
            f"{path} cannot be written: {error.strerror or error}",
            hint="free some space and run the same command again; what is finished is kept"
            if is_full
            else "name a place that can be written, and run the command again",
            file=str(path),
        ) from None


def sync(path: Path) -> None:
    """Put a file, or the names in a folder, on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, content: bytes) -> None:
    """Write a small file whole or not at all.

    Raises:
        InvalidInputError: The name stands for a device, a pipe or a database.
        StoreUnavailableError: It cannot be written.
    """
    path = replaceable(path)
    unfinished = path.with_name(path.name + UNFINISHED)
    with writing(path):
        unfinished.write_bytes(content)
        sync(unfinished)
        unfinished.replace(path)


# --- reading ---


def open_parquet(path: Path) -> pq.ParquetFile:
    """Open a Parquet file.

    Raises:
        MalformedDocumentError: It is none, or it is not whole.
    """
    try:
        return pq.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        raise MalformedDocumentError(
            f"{path} is no whole Parquet file: {error}",
            hint="write it anew; a file that an interrupted program left behind cannot be read",
            source=str(path),
        ) from None


def batches_of(
    file: pq.ParquetFile, rows: int, columns: Sequence[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Read a Parquet file in flat memory: a row group at a time.

    An iteration over the whole file keeps what it has read until its end.

    Args:
        file: The file.
        rows: How many rows a batch has at most.
        columns: Which columns; None for all.
    """
    wanted = None if columns is None else list(columns)
    for group in range(file.metadata.num_row_groups):
        yield from file.iter_batches(rows, row_groups=[group], columns=wanted)


def about(file: pq.ParquetFile) -> dict[str, Any]:
    """Give what the metadata of a file say under `both_sides`; nothing for files of others."""
    metadata = {**(file.schema_arrow.metadata or {}), **(file.metadata.metadata or {})}
    said = _members(metadata.get(METADATA_KEY.encode()))
    if said:
        return said
    # Spark lets nobody write metadata of a file, only of columns, which it keeps in the file's.
    for field in _members(metadata.get(_SPARK_SCHEMA)).get("fields", ()):
        said = _members((field.get("metadata") or {}).get(METADATA_KEY))
        if said:
            return said
    return {}


def _members(written: bytes | str | None) -> dict[str, Any]:
    try:
        members = orjson.loads(written or b"{}")
    except orjson.JSONDecodeError:
        return {}
    return members if isinstance(members, dict) else {}


# --- how columns are written ---


def _leaves(schema: pa.Schema) -> list[str]:
    """Name the leaves of a schema as Parquet does."""
    return [path for field in schema for path in _paths(field.name, field.type)]


def _paths(path: str, kind: pa.DataType) -> Iterator[str]:
    if pa.types.is_struct(kind):
        for field in kind:
            yield from _paths(f"{path}.{field.name}", field.type)
    elif pa.types.is_list(kind) or pa.types.is_large_list(kind):
        yield from _paths(f"{path}.list.element", kind.value_type)
    else:
        yield path


def _repeating(schema: pa.Schema) -> list[str] | bool:
    return [path for path in _leaves(schema) if path.rpartition(".")[2] not in _UNIQUE] or False


def _compared(schema: pa.Schema) -> list[str]:
    """Keep least and greatest values of what people look for: columns outside of lists."""
    return [path for path in _leaves(schema) if "." not in path]
