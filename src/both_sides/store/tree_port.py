"""Say what a store must do for the tree: the comment of `TreeStore` is the contract.

A store keeps positions, tiles and signed notes; *it does not* hash, sign or judge. Where the last
signed checkpoint lies that is to be believed is not in any store, see
`both_sides.store.trust_directory`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from both_sides.chain.tiles import Tile
from both_sides.domain.ids import ScopeId

PlacedEvent = tuple[int, str, int, str, str, str, str, bytes]
"""Position, scope, n, previous seal, seal, type, at, body: as stored, whatever that is.

A tuple as the driver gives it, because a check of a whole ledger reads millions.
"""


@dataclass(frozen=True, slots=True)
class StoredCheckpoint:
    """Hold a signed checkpoint as stored.

    Args:
        origin: Which log, as the column beside the note says. A ledger that was recovered goes on
            under another name.
        size: The size of the tree, likewise.
        note: The signed note, with the cosignatures that came in later.
    """

    origin: str
    size: int
    note: str


@dataclass(frozen=True, slots=True)
class Closure:
    """Say that nothing is appended any more, why, and since when."""

    reason: str
    at: str


class TreeStore(Protocol):
    """Keep the order of all events, the tree over them, and what was signed.

    Positions begin at 1, have no gaps, and are given to committed events only, once for ever; in
    each scope they follow the chain. Whoever writes the tree is alone: the caller holds a lock.
    Tiles may be ahead of the last checkpoint, never behind it. A checkpoint is never replaced.
    """

    def sequence(self) -> int:
        """Give every committed event its position; answer how many events have one."""
        ...

    def size(self) -> int:
        """Tell how many events have a position, without giving any."""
        ...

    def pages(self, *, after: int, upto: int) -> Iterator[Sequence[PlacedEvent]]:
        """Read the events at positions after `after` up to and with `upto`, in order, in pages.

        No lock is held between two pages.
        """
        ...

    def position(self, scope: ScopeId, n: int) -> int | None:
        """Find the position of an event, or answer None where it has none yet."""
        ...

    def tile(self, tile: Tile) -> bytes:
        """Read a tile, or as much as is there of it."""
        ...

    def origins(self) -> tuple[str, ...]:
        """List the names under which checkpoints were signed."""
        ...

    def checkpoint(self, origin: str, size: int | None = None) -> StoredCheckpoint | None:
        """Read the checkpoint of a size, or the last one, of one name."""
        ...

    def checkpoints(self, origin: str, *, after: int = -1) -> Iterator[StoredCheckpoint]:
        """Read the checkpoints of one name of more than `after` events, by size."""
        ...

    def keep_tiles(self, tiles: Sequence[tuple[Tile, bytes]]) -> None:
        """Insert or replace tiles."""
        ...

    def keep_checkpoint(
        self, checkpoint: StoredCheckpoint, tiles: Sequence[tuple[Tile, bytes]]
    ) -> None:
        """Insert a checkpoint and replace tiles, in one transaction.

        A checkpoint of that size which is there already stays, and gets what signatures are new.
        """
        ...

    def keep_cosignatures(self, checkpoint: StoredCheckpoint, lines: Sequence[str]) -> None:
        """Add signature lines to a checkpoint that is kept; those that are there stay."""
        ...

    def closure(self) -> Closure | None:
        """Tell whether the ledger is closed, and why."""
        ...

    def close_appends(self, reason: str, *, at: str) -> None:
        """Refuse every append from now on, by whichever process."""
        ...

    def open_appends(self, reason: str, *, at: str) -> None:
        """Allow appends again."""
        ...
