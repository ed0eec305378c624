"""Cut a Merkle tree into tiles, as static files or rows: 256 hashes of one level each.

    tile/0/x001/x234/067      tile/0/273.p/112      tile/entries/x001/x234/067

A level of tiles is eight levels of the tree. The last tile of a level may be partial; a full one
never changes. *This module does not* read or write files; who does passes a function.

    >>> tile_path(Tile(0, 1234067))
    'tile/0/x001/x234/067'
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from both_sides.chain.merkle import HASH_SIZE, CompactRange, levels_of, reduce_row
from both_sides.errors import MalformedDocumentError

TILE_HEIGHT: Final = 8
TILE_WIDTH: Final = 256
HIGHEST_LEVEL: Final = 63
LONGEST_ENTRY: Final = 0xFFFF

_PATH: Final = re.compile(
    r"tile/(?P<level>entries|0|[1-9][0-9]?)/(?P<number>(?:x[0-9]{3}/)*[0-9]{3})"
    r"(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
)


@dataclass(frozen=True, slots=True)
class Tile:
    """Name a tile.

    Args:
        level: Its level, from 0.
        number: Its place in the level, from 0.
        width: How many hashes it has, 1 to 256.
    """

    level: int
    number: int
    width: int = TILE_WIDTH


ReadTile = Callable[[Tile], bytes]


def tile_path(tile: Tile, *, entries: bool = False) -> str:
    """Give the path of a tile, or of the bundle of entries beside a tile of level 0.

    *Source:* C2SP tlog-tiles, "Merkle Tree" and "Log entries".
    """
    digits = f"{tile.number:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    *first, last = (digits[place : place + 3] for place in range(0, len(digits), 3))
    number = "/".join([*(f"x{part}" for part in first), last])
    suffix = "" if tile.width == TILE_WIDTH else f".p/{tile.width}"
    return f"tile/{'entries' if entries else tile.level}/{number}{suffix}"


def parse_tile_path(path: str) -> tuple[Tile, bool]:
    """Read the path of a tile; also tell whether it is that of a bundle of entries.

    Raises:
        MalformedDocumentError: It is no such path, or not the one form of it.
    """
    match = _PATH.fullmatch(path)
    if match is not None:
        is_bundle = match["level"] == "entries"
        level = 0 if is_bundle else int(match["level"])
        number = int(match["number"].replace("x", "").replace("/", ""))
        tile = Tile(level, number, int(match["width"] or TILE_WIDTH))
        if level <= HIGHEST_LEVEL and tile_path(tile, entries=is_bundle) == path:
            return tile, is_bundle
    raise MalformedDocumentError(
        f"{path[:80]!r} is no path of a tile",
        hint="paths look like tile/0/x001/067 or tile/entries/000.p/17",
    )


def tiles_of(size: int, *, after: int = 0) -> Iterator[Tile]:
    """List the tiles of a tree, level by level.

    Args:
        size: How many leaves the tree has.
        after: Leave out what a tree of this size has already, in the same form.

    *Source:* C2SP tlog-tiles, "Partial Tiles".
    """
    level = 0
    while hashes := size >> TILE_HEIGHT * level:
        known = after >> TILE_HEIGHT * level
        if hashes != known:
            for number in range(known // TILE_WIDTH, -(-hashes // TILE_WIDTH)):
                yield Tile(level, number, min(TILE_WIDTH, hashes - number * TILE_WIDTH))
        level += 1


def split_hashes(data: bytes) -> list[bytes]:
    """Cut a tile into its hashes."""
    return [data[place : place + HASH_SIZE] for place in range(0, len(data), HASH_SIZE)]


class TileNodes:
    """Find perfect subtrees in tiles; keeps the tiles that it has read.

    Args:
        size: How many leaves the tree has.
        read: Gives the bytes of a tile.
    """

    def __init__(self, size: int, read: ReadTile) -> None:
        self._size = size
        self._read = read
        self._rows: dict[tuple[int, int], list[list[bytes]]] = {}

    def __call__(self, level: int, index: int) -> bytes:
        """Give the root of a perfect subtree, as `both_sides.chain.merkle.Node` asks.

        Raises:
            MalformedDocumentError: A tile has not the length that it must have.
        """
        tile_level, row = divmod(level, TILE_HEIGHT)
        number, place = divmod(index, TILE_WIDTH >> row)
        return self._tile(tile_level, number)[row][place]

    def compact_range(self) -> CompactRange:
        """Give the whole tree as a compact range."""
        hashes, start = [], 0
        for level in levels_of(self._size):
            hashes.append(self(level, start >> level))
            start += 1 << level
        return CompactRange(self._size, hashes)

    def _tile(self, level: int, number: int) -> list[list[bytes]]:
        rows = self._rows.get((level, number))
        if rows is None:
            known = (self._size >> TILE_HEIGHT * level) - number * TILE_WIDTH
            tile = Tile(level, number, min(TILE_WIDTH, known))
            data = self._read(tile)
            if len(data) != tile.width * HASH_SIZE:
                raise MalformedDocumentError(
                    f"{tile_path(tile)} has {len(data)} bytes instead of {tile.width * HASH_SIZE}",
                    hint="fetch or export the tile again",
                    path=tile_path(tile),
                )
            rows = self._rows[level, number] = [split_hashes(data)]
            for _ in range(TILE_HEIGHT - 1):
                rows.append(reduce_row(rows[-1]))
        return rows


def grow_tiles(size: int, leaves: Sequence[bytes], read: ReadTile) -> Iterator[tuple[Tile, bytes]]:
    """Give the tiles that change when leaves are added to a tree, in their new form.

    Args:
        size: How many leaves the tree has.
        leaves: The hashes of the new ones.
        read: Gives the bytes of the last, partial tile of a level.
    """
    level, row = 0, list(leaves)
    while row:
        known = size >> TILE_HEIGHT * level
        number, width = divmod(known, TILE_WIDTH)
        begun = split_hashes(read(Tile(level, number, width))) if width else []
        hashes, row = begun + row, []
        for start in range(0, len(hashes), TILE_WIDTH):
            part = hashes[start : start + TILE_WIDTH]
            yield Tile(level, number, len(part)), b"".join(part)
            number += 1
            if len(part) == TILE_WIDTH:
                row.append(tile_root(part))
        level += 1


def tile_root(hashes: Sequence[bytes]) -> bytes:
    """Hash a full tile into the one hash of the level above."""
    row = list(hashes)
    while len(row) > 1:
        row = reduce_row(row)
    return row[0]


def write_bundle(entries: Iterable[bytes]) -> bytes:
    """Write the entries beside a tile of level 0, each after its length.

    *Source:* C2SP tlog-tiles, "Log entries".
    """
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def read_bundle(data: bytes) -> list[bytes]:
    """Read the entries of a bundle.

    Raises:
        MalformedDocumentError: The bundle ends in the middle of an entry, or has too many.
    """
    entries, place = [], 0
    while place < len(data):
        start = place + 2
        place = start + int.from_bytes(data[place:start], "big")
        entries.append(data[start:place])
    if place != len(data) or len(entries) > TILE_WIDTH:
        raise MalformedDocumentError(
            "a bundle of entries is cut off, or has more than 256",
            hint="fetch or export the bundle again",
        )
    return entries
