"""Read events back in their order, check each, and grow the tree over them.

What is signed is what was read back from the database, not what was meant to be written: every seal
is recomputed from its body, every link must follow from the one before it, and where a chain goes
on that began before, the link before must be a leaf of the tree that was signed. *This module does
not* sign.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from both_sides.chain.checkpoint import Checkpoint, leaf_hash
from both_sides.chain.merkle import CompactRange, prove_inclusion
from both_sides.chain.merkle_proofs import verify_inclusion
from both_sides.chain.seal import genesis_seal, seal
from both_sides.chain.tiles import Tile, TileNodes, grow_tiles
from both_sides.domain.ids import ScopeId
from both_sides.errors import MalformedDocumentError, ProofInvalidError, TamperedError
from both_sides.store.sql_values import as_placed_event
from both_sides.store.tree_port import PlacedEvent, TreeStore

LEAVES_A_STEP: Final = 16_384

NewTiles = list[tuple[Tile, bytes]]


class TreeGrower:
    """Grow the tree of a ledger from the last checkpoint that the database has.

    Args:
        store: Where events and tiles are.
        known: The last checkpoint that the database has, or None for a tree of nothing.

    Raises:
        TamperedError: The tiles are not those of that checkpoint.
    """

    def __init__(self, store: TreeStore, known: Checkpoint | None) -> None:
        self._store = store
        self._tree = CompactRange() if known is None else _load(store, known)
        self._known = known
        self._nodes = TileNodes(self._tree.size, store.tile)
        self._ends: dict[str, tuple[int, str]] = {}  # the last link that was read, by scope
        self._pending: dict[tuple[int, int], tuple[Tile, bytes]] = {}

    @property
    def size(self) -> int:
        """Tell how many leaves the tree has."""
        return self._tree.size

    def root(self) -> bytes:
        """Compute the root."""
        return self._tree.root()

    def grow(self, upto: int, *, keep: bool) -> None:
        """Take in the events up to and with a position.

        Args:
            upto: The position.
            keep: Write tiles when many have gathered; the last ones are left for `take_tiles`.

        Raises:
            TamperedError: An event is not what was sealed, or is missing.
        """
        leaves: list[bytes] = []
        for rows in self._store.pages(after=self._tree.size, upto=upto):
            page = list(map(as_placed_event, rows))
            self._check_page(page, self._tree.size + len(leaves))
            leaves.extend(leaf_hash(row[1], row[2], row[4]) for row in page)
            if len(leaves) >= LEAVES_A_STEP:
                self._take_in(leaves)
                leaves = []
                if keep:
                    self._store.keep_tiles(self.take_tiles())
        self._take_in(leaves)
        if self._tree.size < upto:
            raise _tampered(f"the event at position {self._tree.size + 1} is missing", upto)

    def take_tiles(self) -> NewTiles:
        """Hand over the tiles that are new since the last call."""
        tiles = list(self._pending.values())
        self._pending = {}
        return tiles

    def _take_in(self, leaves: Sequence[bytes]) -> None:
        for tile, hashes in grow_tiles(self._tree.size, leaves, self._read_tile):
            self._pending[tile.level, tile.number] = tile, hashes
        for leaf in leaves:
            self._tree.append(leaf)

    def _read_tile(self, tile: Tile) -> bytes:
        pending = self._pending.get((tile.level, tile.number))
        return self._store.tile(tile) if pending is None else pending[1]

    def _check_page(self, page: Sequence[PlacedEvent], size: int) -> None:
        for expected, row in enumerate(page, start=size + 1):
            position, scope, n, previous_hex, seal_hex, _, _, body = row
            if position != expected:
                raise _tampered(f"the event at position {expected} is missing", expected)
            if seal(previous_hex, body) != seal_hex:
                raise _tampered(
                    f"link {n} of {scope} is not what was sealed", position, scope=scope, n=n
                )
            end = self._ends.get(scope)
            if end is None:
                self._require_begun(row)
            elif end != (n - 1, previous_hex):
                raise _tampered(
                    f"link {n} of {scope} does not follow from the one before it",
                    position,
                    scope=scope,
                    n=n,
                )
            self._ends[scope] = n, seal_hex

    def _require_begun(self, row: PlacedEvent) -> None:
        """Check that the first link read of a chain follows from what was signed."""
        position, scope, n, previous_hex, *_ = row
        if n == 1:
            is_begun = previous_hex == genesis_seal(scope)
        else:
            is_begun = self._has_leaf(ScopeId(scope), n - 1, previous_hex)
        if not is_begun:
            raise _tampered(
                f"link {n} of {scope} does not follow from a link that was signed",
                position,
                scope=scope,
                n=n,
            )

    def _has_leaf(self, scope: ScopeId, n: int, seal_hex: str) -> bool:
        """Prove that a link is in the tree that was signed last."""
        position = self._store.position(scope, n)
        if self._known is None or position is None or position > self._known.size:
            return False
        index, size, root = position - 1, self._known.size, self._known.root
        try:
            proof = prove_inclusion(index, size, self._nodes)
            verify_inclusion(index, size, leaf_hash(scope, n, seal_hex), proof, root)
        except (ProofInvalidError, MalformedDocumentError):
            return False
        return True


def read_positions(store: TreeStore, *, after: int, upto: int) -> Iterator[PlacedEvent]:
    """Read events one by one in their global order."""
    for page in store.pages(after=after, upto=upto):
        yield from page


def _load(store: TreeStore, known: Checkpoint) -> CompactRange:
    try:
        tree = TileNodes(known.size, store.tile).compact_range()
    except MalformedDocumentError:
        tree = CompactRange()
    if tree.size != known.size or tree.root() != known.root:
        raise TamperedError(
            f"the stored tree is not the one that was signed at size {known.size}",
            hint="run `both-sides verify`; where the events are in order, `both-sides checkpoint"
            " --rebuild` makes the tree anew",
            size=known.size,
            expected=known.root.hex(),
            found=tree.root().hex(),
        )
    return tree


def _tampered(what: str, position: int, **facts: object) -> TamperedError:
    return TamperedError(
        f"{what}; nothing was signed",
        hint="stop, and run `both-sides verify`, which finds every such place",
        position=position,
        **facts,
    )
