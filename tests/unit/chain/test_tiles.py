"""Tiles as in C2SP tlog-tiles: a whole public log, trees grown in steps, paths of large ones."""

from functools import partial
from pathlib import Path

import pytest

from both_sides.chain.checkpoint import checkpoint_of
from both_sides.chain.merkle import (
    HASH_SIZE,
    CompactRange,
    hash_leaf,
    prove_consistency,
    prove_inclusion,
)
from both_sides.chain.merkle_proofs import verify_consistency, verify_inclusion
from both_sides.chain.note_keys import parse_verifier_key
from both_sides.chain.signed_note import parse_note
from both_sides.chain.tiles import (
    Tile,
    TileNodes,
    grow_tiles,
    parse_tile_path,
    read_bundle,
    tile_path,
    tiles_of,
    write_bundle,
)
from both_sides.errors import MalformedDocumentError
from tests.shared import shared

PUBLIC_KEY = "example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx"
LEAVES = [hash_leaf(b"%d" % n) for n in range(70_000)]


class Tiles:
    """Keep tiles in a dictionary, as a table does: one row a place, the partial one replaced."""

    def __init__(self) -> None:
        self.rows: dict[tuple[int, int], bytes] = {}
        self.size = 0

    def grow(self, leaves: list[bytes]) -> None:
        """Add leaves."""
        for tile, data in grow_tiles(self.size, leaves, self.read):
            assert len(data) == tile.width * HASH_SIZE
            self.rows[tile.level, tile.number] = data
        self.size += len(leaves)

    def read(self, tile: Tile) -> bytes:
        """Read a tile, or the beginning of it."""
        return self.rows[tile.level, tile.number][: tile.width * HASH_SIZE]


def read_file(folder: Path, tile: Tile) -> bytes:
    """Read a tile of a log that lies in files."""
    return (folder / tile_path(tile)).read_bytes()


def tree_of(size: int) -> CompactRange:
    """Grow a tree leaf by leaf."""
    tree = CompactRange()
    for leaf in LEAVES[:size]:
        tree.append(leaf)
    return tree


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 0), "tile/0/000"),
        (Tile(0, 1234067), "tile/0/x001/x234/067"),
        (Tile(2, 999, 17), "tile/2/999.p/17"),
        (Tile(63, 1000), "tile/63/x001/000"),
    ],
)
def test_paths_are_those_of_the_specification(tile: Tile, path: str) -> None:
    """And are read back."""
    assert tile_path(tile) == path
    assert parse_tile_path(path) == (tile, False)


def test_bundles_of_entries_lie_beside_the_lowest_tiles() -> None:
    """Under another name."""
    assert tile_path(Tile(0, 5, 3), entries=True) == "tile/entries/005.p/3"
    assert parse_tile_path("tile/entries/005.p/3") == (Tile(0, 5, 3), True)


@pytest.mark.parametrize(
    "path",
    ["", "tile/0/0", "tile/64/000", "tile/00/000", "tile/0/x000/001", "tile/0/000.p/256",
     "tile/0/000.p/0", "tile/0/001/002", "../tile/0/000", "tile/0/000\n", "tile/entries/x1/000"],
)  # fmt: skip
def test_other_paths_are_refused(path: str) -> None:
    """A path has one form."""
    with pytest.raises(MalformedDocumentError):
        parse_tile_path(path)


def test_the_tiles_of_a_size_are_those_of_the_specification() -> None:
    """70,000 leaves, as its example counts them; 256 leaves have a tile above."""
    tiles = list(tiles_of(70_000))
    assert sum(tile.level == 0 for tile in tiles) == 274
    assert [tile for tile in tiles if tile.width != 256] == [
        Tile(0, 273, 112),
        Tile(1, 1, 17),
        Tile(2, 0, 1),
    ]
    assert list(tiles_of(256)) == [Tile(0, 0), Tile(1, 0, 1)]
    assert list(tiles_of(0)) == []


def test_what_a_smaller_tree_has_is_left_out() -> None:
    """Full tiles never change, the last of a level does."""
    assert list(tiles_of(258, after=257)) == [Tile(0, 1, 2)]
    assert list(tiles_of(512, after=511)) == [Tile(0, 1), Tile(1, 0, 2)]
    assert list(tiles_of(512, after=512)) == []


@pytest.mark.slow
def test_tiles_grow_in_any_steps() -> None:
    """One leaf, a few, or thousands at once: the same tiles, and the tree's root."""
    whole = Tiles()
    whole.grow(LEAVES)
    stepped = Tiles()
    for step in (0, 1, 1, 253, 1, 1, 255, 1000, 65_000, 70_000):
        stepped.grow(LEAVES[stepped.size : min(stepped.size + step, len(LEAVES))])
    assert stepped.rows == whole.rows
    assert {(tile.level, tile.number) for tile in tiles_of(70_000)} == set(whole.rows)
    grown = TileNodes(70_000, whole.read).compact_range()
    assert (grown.size, grown.hashes) == (70_000, tree_of(70_000).hashes)


@pytest.mark.slow
def test_proofs_are_made_from_tiles() -> None:
    """Of any size that the tiles cover, also from the beginning of what is full now."""
    tiles = Tiles()
    tiles.grow(LEAVES)
    for size in (1, 2, 255, 256, 257, 511, 513, 65_535, 65_536, 65_537, 70_000):
        nodes = TileNodes(size, tiles.read)
        root = tree_of(size).root()
        for index in {0, size // 3, size // 2, size - 1}:
            proof = prove_inclusion(index, size, nodes)
            verify_inclusion(index, size, LEAVES[index], proof, root)
        for old in {1, size // 2 + 1, size}:
            proof = prove_consistency(old, size, nodes)
            verify_consistency(old, size, tree_of(old).root(), root, proof)


def test_a_tile_of_another_length_is_refused() -> None:
    """Before anything is computed from it."""
    nodes = TileNodes(300, lambda _tile: b"short")
    with pytest.raises(MalformedDocumentError):
        nodes(0, 0)


def test_a_public_log_is_read_whole() -> None:
    """Tessera's: fifteen entries, a signed checkpoint and the tiles of every size."""
    folder = shared("data/tlog/tessera-log/log")
    key = parse_verifier_key(PUBLIC_KEY)
    roots = {}
    for size in range(1, 16):
        note = parse_note((folder / f"checkpoint.{size}").read_bytes())
        assert note.signed_by([key]) == (key,)
        roots[size] = checkpoint_of(note).root
        (tile,) = tiles_of(size)
        hashes = (folder / tile_path(tile)).read_bytes()
        entries = read_bundle((folder / tile_path(tile, entries=True)).read_bytes())
        assert b"".join(map(hash_leaf, entries)) == hashes
        nodes = TileNodes(size, partial(read_file, folder))
        assert nodes.compact_range().root() == roots[size]
        assert write_bundle(entries) == (folder / tile_path(tile, entries=True)).read_bytes()
    nodes = TileNodes(15, partial(read_file, folder))
    for old in range(1, 16):
        verify_consistency(old, 15, roots[old], roots[15], prove_consistency(old, 15, nodes))


@pytest.mark.parametrize("data", [b"\0", b"\0\3ab", write_bundle([b"x"] * 257)])
def test_a_bundle_that_is_cut_off_or_too_long_is_refused(data: bytes) -> None:
    """With the typed error."""
    with pytest.raises(MalformedDocumentError):
        read_bundle(data)
