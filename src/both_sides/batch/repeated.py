"""Keep, of an entity that stands in dumps more than once, the version that the desk would keep.

A dump holds each entity once, but files that people put together do not. The desk lets a newer
revision replace an older one, and so does a batch run. Which entities come again is noticed with
one bit for each; only where some do, a second pass reads these, and the parts that hold an older
version are written anew without it. *This module does not* read claims.
"""

import io
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from both_sides.batch.streams import PackedFile, UnpackedStream
from both_sides.exchange.dump_lines import EntityDocument, read_documents
from both_sides.exchange.wikidata import read_entity

LARGEST_NUMBER: Final = 1 << 31  # of an entity that gets a bit; there are 140 million today
FEW: Final = 64  # so many ids are looked for in the bytes of a line; of more each line is parsed
PAGE_BYTES: Final = 1 << 13
_PAGE_DIGITS: Final = 4


class SeenEntities:
    """Remember entities by their letter and number, a bit for each, in pages that are needed."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, int], bytearray] = {}
        self._others: set[str] = set()

    def take(self, ids: Iterable[str]) -> list[str]:
        """Remember entities, and give those that were seen before."""
        return [name for name in ids if not self._is_new(name)]

    def _is_new(self, name: str) -> bool:
        number = int(name[1:])
        if number >= LARGEST_NUMBER:
            is_new = name not in self._others
            self._others.add(name)
            return is_new
        page, place = divmod(number >> 3, PAGE_BYTES)
        bits = self._pages.get((name[0], page))
        if bits is None:
            bits = self._pages[name[0], page] = bytearray(PAGE_BYTES)
        mask = 1 << (number & 7)
        is_new = not bits[place] & mask
        bits[place] |= mask
        return is_new

    def pack(self) -> bytes:
        """Give everything that is remembered."""
        others = "\n".join(sorted(self._others)).encode()
        pages = sorted(self._pages.items())
        heads = [
            letter.encode() + page.to_bytes(_PAGE_DIGITS, "big") for (letter, page), _ in pages
        ]
        found = b"".join(head + bits for head, (_, bits) in zip(heads, pages, strict=True))
        return zlib.compress(len(pages).to_bytes(_PAGE_DIGITS, "big") + found + others, 1)

    @classmethod
    def unpack(cls, content: bytes) -> "SeenEntities":
        """Remember what `pack` gave."""
        stream = io.BytesIO(zlib.decompress(content))
        seen = cls()
        for _ in range(int.from_bytes(stream.read(_PAGE_DIGITS), "big")):
            letter = stream.read(1).decode()
            page = int.from_bytes(stream.read(_PAGE_DIGITS), "big")
            seen._pages[letter, page] = bytearray(stream.read(PAGE_BYTES))
        seen._others = set(stream.read().decode().split("\n")) - {""}
        return seen


@dataclass(slots=True)
class _Versions:
    """Follow the versions of one entity as an import would.

    Args:
        rows: How many rows each version has, in their order.
        standing: Which of them stands.
    """

    rows: list[int] = field(default_factory=list)
    standing: int = -1
    revision: int = 0
    digest: str = ""
    replaced: set[str] = field(default_factory=set)

    def take(self, rows: int, revision: int, digest: str) -> None:
        self.rows.append(rows)
        is_older = revision < self.revision or digest in self.replaced
        if self.standing < 0 or not is_older:
            if self.digest and self.digest != digest:
                self.replaced.add(self.digest)
            self.standing, self.revision, self.digest = len(self.rows) - 1, revision, digest

    def kept(self) -> Iterator[bool]:
        """Say of each row of the entity whether it is of the version that stands."""
        for place, rows in enumerate(self.rows):
            yield from (place == self.standing for _ in range(rows))


def versions_that_stand(
    files: Sequence[Path],
    repeated: Collection[str],
    properties: Collection[str] | None,
    *,
    agreed_too: bool,
) -> dict[str, list[bool]]:
    """Read entities that come again, and say of each of their rows whether it stands.

    Args:
        files: The dumps, in the order in which they were read.
        repeated: The ids of the entities.
        properties: Only these became rows, or None for all.
        agreed_too: Whether questions with one value became rows too.

    Returns:
        By entity (and part of a lexeme), for its rows in their order.
    """
    versions: dict[str, _Versions] = {}
    for path in files:
        for found in _documents(path, frozenset(repeated)):
            read = read_entity(found.document, digest=found.digest, properties=properties)
            if read.entity is not None:
                rows = sum(agreed_too or g.distinct_values > 1 for g in read.entity.groups)
                revision = read.entity.provenance.revision or 0
                seen = versions.setdefault(read.entity.entity_id, _Versions())
                seen.take(rows, revision, found.digest)
    return {name: list(seen.kept()) for name, seen in versions.items() if len(seen.rows) > 1}


def _documents(path: Path, repeated: frozenset[str]) -> Iterator[EntityDocument]:
    wanted = repeated if len(repeated) <= FEW else None
    with closing(PackedFile(path)) as file:
        stream = cast("BinaryIO", UnpackedStream(file.chunks()))
        for found in read_documents(stream, source=path.name, entities=wanted):
            if isinstance(found, EntityDocument):
                name = str(found.document.get("id", "")).strip().upper()
                if wanted is not None or name.partition("-")[0] in repeated:
                    yield found


class Superseded:
    """Leave out the rows of versions that do not stand, part after part.

    Args:
        standing: As `versions_that_stand` gives it.
    """

    def __init__(self, standing: Mapping[str, Sequence[bool]]) -> None:
        self._left = {name: iter(rows) for name, rows in standing.items()}
        self._names = pa.array(sorted(standing), pa.string())

    def mask(self, batch: pa.RecordBatch) -> pa.Array | None:
        """Say which rows stand; None where all of them do."""
        entities = batch.column("entity_id")
        is_repeated = pc.is_in(entities, value_set=self._names).to_numpy(zero_copy_only=False)
        kept = np.ones(batch.num_rows, bool)
        for place in np.flatnonzero(is_repeated).tolist():
            kept[place] = next(self._left[entities[place].as_py()], True)
        return None if kept.all() else pa.array(kept)
