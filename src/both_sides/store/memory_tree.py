"""Keep the order of all events and the tree over them in memory."""

from collections.abc import Iterator, Sequence

from both_sides.chain.merkle import HASH_SIZE
from both_sides.chain.tiles import Tile
from both_sides.domain.ids import ScopeId
from both_sides.store.port import EventRow
from both_sides.store.tree_port import Closure, PlacedEvent, StoredCheckpoint

EVENTS_A_PAGE = 512


class MemoryTree:
    """Keep the tree in lists and dictionaries."""

    def __init__(self) -> None:
        self._events: list[PlacedEvent] = []
        self._positions: dict[tuple[ScopeId, int], int] = {}
        self._tiles: dict[tuple[int, int], bytes] = {}
        self._notes: dict[tuple[str, int], str] = {}
        self._closure: Closure | None = None

    def place(self, scope: ScopeId, rows: Sequence[EventRow]) -> None:
        """Give events that are being committed their positions."""
        for row in rows:
            link, position = row.link, len(self._events) + 1
            seals = link.previous_hex, link.seal_hex
            self._events.append((position, scope, link.n, *seals, row.type, row.at, link.body))
            self._positions[scope, link.n] = position

    def sequence(self) -> int:
        """Tell how many events there are."""
        return len(self._events)

    def size(self) -> int:
        """Tell how many events there are."""
        return len(self._events)

    def pages(self, *, after: int, upto: int) -> Iterator[Sequence[PlacedEvent]]:
        """Read events by position, in pages."""
        for start in range(after, min(upto, len(self._events)), EVENTS_A_PAGE):
            yield self._events[start : min(start + EVENTS_A_PAGE, upto)]

    def position(self, scope: ScopeId, n: int) -> int | None:
        """Find the position of an event."""
        return self._positions.get((scope, n))

    def tile(self, tile: Tile) -> bytes:
        """Read a tile, or as much as is there of it."""
        return self._tiles.get((tile.level, tile.number), b"")[: tile.width * HASH_SIZE]

    def origins(self) -> tuple[str, ...]:
        """List the names under which checkpoints were signed."""
        return tuple(sorted({origin for origin, _ in self._notes}))

    def checkpoint(self, origin: str, size: int | None = None) -> StoredCheckpoint | None:
        """Read the checkpoint of a size, or the last one."""
        found = list(self.checkpoints(origin))
        if size is not None:
            found = [checkpoint for checkpoint in found if checkpoint.size == size]
        return found[-1] if found else None

    def checkpoints(self, origin: str, *, after: int = -1) -> Iterator[StoredCheckpoint]:
        """Read the checkpoints by size."""
        for name, size in sorted(self._notes):
            if name == origin and size > after:
                yield StoredCheckpoint(origin, size, self._notes[name, size])

    def keep_tiles(self, tiles: Sequence[tuple[Tile, bytes]]) -> None:
        """Insert or replace tiles."""
        self._tiles.update(((tile.level, tile.number), hashes) for tile, hashes in tiles)

    def keep_checkpoint(
        self, checkpoint: StoredCheckpoint, tiles: Sequence[tuple[Tile, bytes]]
    ) -> None:
        """Insert a checkpoint, or the signatures that are new in it, and replace tiles."""
        self.keep_tiles(tiles)
        place = checkpoint.origin, checkpoint.size
        if place in self._notes:
            self.keep_cosignatures(checkpoint, checkpoint.note.splitlines())
        else:
            self._notes[place] = checkpoint.note

    def keep_cosignatures(self, checkpoint: StoredCheckpoint, lines: Sequence[str]) -> None:
        """Add signature lines to a checkpoint that is kept."""
        place = checkpoint.origin, checkpoint.size
        known = set(self._notes[place].splitlines())
        new = [f"{line}\n" for line in dict.fromkeys(lines) if line not in known]
        self._notes[place] += "".join(new)

    def closure(self) -> Closure | None:
        """Tell whether the ledger is closed, and why."""
        return self._closure

    def close_appends(self, reason: str, *, at: str) -> None:
        """Refuse every append from now on."""
        self._closure = self._closure or Closure(reason, at)

    def open_appends(self, reason: str, *, at: str) -> None:  # noqa: ARG002 - as the port has it
        """Allow appends again."""
        self._closure = None
