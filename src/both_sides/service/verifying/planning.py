"""Cut a ledger into the stretches that are verified by themselves.

Every stretch carries the stored checkpoints of its sizes. Where somebody moved an event far away,
positions without end are missing: they are passed over. *This module does not* verify.
"""

import heapq
from collections.abc import Iterator, Sequence

from both_sides.chain.note_keys import VerifierKey
from both_sides.service.trust.anchoring import Anchored
from both_sides.service.verifying.findings import Level
from both_sides.service.verifying.stretches import SEGMENT, SegmentTask
from both_sides.store.tree_port import StoredCheckpoint, TreeStore


class Plan:
    """Plan the verification of one ledger.

    Args:
        tree: Where it is stored.
        level: How much is verified.
        anchor: The anchor, or None.
        keys: All keys that may have signed or cosigned.
        size: How many events are verified.
    """

    def __init__(
        self,
        tree: TreeStore,
        level: Level,
        anchor: Anchored | None,
        keys: Sequence[VerifierKey],
        size: int,
    ) -> None:
        self.size = size
        self.is_sparse = False  # set by who sees that a stretch is empty
        self._tree = tree
        self._level = level
        self._anchor = anchor
        self._keys = tuple(dict.fromkeys(keys))

    def stretches(self, after: int) -> Iterator[SegmentTask]:
        """List the stretches after a position, up to the end, with their checkpoints."""
        notes = self._notes(after)
        note = next(notes, None)
        while after < self.size:
            if self.is_sparse:
                after = self._next_start(after)
            upto = min((after // SEGMENT + 1) * SEGMENT, self.size)
            mine = []
            while note is not None and note.size <= upto:
                if note.size >= after:
                    mine.append(note)
                note = next(notes, None)
            yield SegmentTask(
                after, upto, self._level, tuple(mine), self._marks(after, upto), self._keys
            )
            after = upto

    def slice_at(self, after: int, upto: int) -> SegmentTask:
        """Give one stretch of a rolling verification, without checkpoints."""
        return SegmentTask(after, upto, self._level)

    def _notes(self, after: int) -> Iterator[StoredCheckpoint]:
        if self._level < Level.TREE:
            return iter(())
        first = after or -1  # the checkpoint of nothing is in the first stretch
        if self._anchor is not None:
            return self._tree.checkpoints(self._anchor.checkpoint.origin, after=first)
        lists = (self._tree.checkpoints(name, after=first) for name in self._tree.origins())
        return heapq.merge(*lists, key=lambda note: note.size)

    def _marks(self, after: int, upto: int) -> tuple[int, ...]:
        if self._anchor is None:
            return ()
        size = self._anchor.checkpoint.size
        return (size,) if after < size <= upto or size == after == 0 else ()

    def _next_start(self, after: int) -> int:
        """Find the start of the next stretch that has an event."""
        page = next(self._tree.pages(after=after, upto=self.size), None)
        if page is None:
            return after
        position: int = page[0][0]
        return max(after, (position - 1) // SEGMENT * SEGMENT)
