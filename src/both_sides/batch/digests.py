"""Digest datasets: files as they are, and tables by what they say, however they are laid out.

The digest of a table is that of its rows in their order. Batches, slices, encodings, compression
and row groups do not change it, so a ranking that was written anew elsewhere can be compared with
the one that was published. Every column is digested by itself: validity, lengths, values.

SHA-256, where the ledger seals with SHA-384: processors have instructions for it, so it takes half
the time, and a hundred million claims are many bytes. *This module does not* seal.

    >>> digest = TableDigest()
    >>> digest.add(pa.record_batch({"a": [1, 2]})); digest.rows
    2
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import orjson
import pyarrow as pa
import pyarrow.compute as pc

ALGORITHM: Final = "sha256"
_BLOCK_BYTES: Final = 1 << 20


def digest_file(path: Path) -> str:
    """Digest the bytes of a file.

    Returns:
        ``sha256:`` and 64 hexadecimal digits, as `sha256sum` prints them.
    """
    with path.open("rb") as stream:
        return f"{ALGORITHM}:{hashlib.file_digest(stream, ALGORITHM).hexdigest()}"


def combine(digests: list[str]) -> str:
    """Digest several digests in any order, for a dataset of several parts."""
    return f"{ALGORITHM}:{hashlib.sha256(orjson.dumps(sorted(digests))).hexdigest()}"


class TableDigest:
    """Digest the rows of a table, batch by batch.

    Attributes:
        rows: How many rows were added.
    """

    def __init__(self) -> None:
        self.rows = 0
        self._streams: dict[str, Any] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        """Add the next rows; they must have the columns of those before."""
        self.rows += batch.num_rows
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            for path, buffer in _buffers(name, column):
                stream = self._streams.get(path)
                if stream is None:
                    stream = self._streams[path] = hashlib.sha256()
                stream.update(buffer)

    def text(self) -> str:
        """Give the digest of everything that was added.

        Returns:
            ``sha256:`` and 64 hexadecimal digits.
        """
        members = {path: stream.hexdigest() for path, stream in self._streams.items()}
        document = orjson.dumps([self.rows, members], option=orjson.OPT_SORT_KEYS)
        return f"{ALGORITHM}:{hashlib.sha256(document).hexdigest()}"


def _buffers(path: str, column: pa.Array) -> Iterator[tuple[str, Any]]:
    """Give the bytes of a column as streams that do not depend on slices and batches."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        column, kind = column.dictionary_decode(), kind.value_type
    if pa.types.is_large_string(kind):
        column, kind = column.cast(pa.string()), pa.string()
    valid = pc.is_valid(column).cast(pa.uint8()).to_numpy() if column.null_count else None
    yield f"{path}?", b"\1" * len(column) if valid is None else valid
    if pa.types.is_struct(kind):
        members = column.flatten() if column.null_count else _fields(column)
        for field, member in zip(kind, members, strict=True):
            yield from _buffers(f"{path}.{field.name}", member)
    elif pa.types.is_list(kind) or pa.types.is_large_list(kind):
        lengths = pc.fill_null(pc.list_value_length(column), 0).cast(pa.int32())
        yield f"{path}#", lengths.to_numpy()
        yield from _buffers(f"{path}[]", column.flatten())
    elif pa.types.is_string(kind) or pa.types.is_binary(kind):
        if column.null_count:
            column = pc.fill_null(column, "" if pa.types.is_string(kind) else b"")
        yield f"{path}#", pc.binary_length(column).to_numpy()
        yield path, _text_bytes(column)
    elif pa.types.is_null(kind):
        return
    else:
        if pa.types.is_boolean(kind):
            column = column.cast(pa.uint8())
        if column.null_count:
            column = pc.fill_null(column, pa.scalar(0).cast(column.type))
        yield path, column.to_numpy(zero_copy_only=False)


def _fields(column: pa.StructArray) -> list[pa.Array]:
    return [column.field(place) for place in range(column.type.num_fields)]


def _text_bytes(column: pa.Array) -> Any:  # noqa: ANN401 - any buffer
    """Give the bytes of all texts of a column, one after the other, without copying them."""
    if not len(column):
        return b""
    _, offsets, data = column.buffers()
    starts = memoryview(offsets).cast("i")
    first, last = starts[column.offset], starts[column.offset + len(column)]
    return memoryview(data)[first:last] if data is not None else b""
