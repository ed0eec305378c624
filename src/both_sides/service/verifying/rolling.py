"""Verify a slice of an old ledger, held against the anchor by itself.

The leaves of the slice are hashed into its subtree, and the tiles give the proof that this is a
part of the tree that was signed. A slice a day goes through a ledger of any size again and again.
*This module does not* compare views.
"""

from collections.abc import Iterator
from typing import Final

from both_sides.chain.checkpoint import Checkpoint
from both_sides.chain.merkle import prove_subtree
from both_sides.chain.merkle_proofs import verify_subtree
from both_sides.chain.tiles import TileNodes
from both_sides.errors import MalformedDocumentError, ProofInvalidError
from both_sides.service.verifying.findings import Finding, Outcome
from both_sides.service.verifying.planning import Plan
from both_sides.service.verifying.stretches import SEGMENT, SegmentResult
from both_sides.service.verifying.workers import Workers
from both_sides.store.tree_port import TreeStore

SMALLEST: Final = 1


class Slices:
    """Verify slices of the part of a ledger that an anchor covers.

    Args:
        tree: Where it is stored.
        anchor: What was signed.
        share: How large a part of it is verified now.
    """

    def __init__(self, tree: TreeStore, anchor: Checkpoint, share: float) -> None:
        self._anchor = anchor
        self._nodes = TileNodes(anchor.size, tree.tile)
        segments = -(-anchor.size // SEGMENT)
        self._number = min(segments, max(SMALLEST, round(segments * share)))
        self.events = 0

    def check(self, workers: Workers, plan: Plan, after: int) -> Iterator[Finding]:
        """Verify the slices that are due, beginning after a position.

        Args:
            workers: Who does it.
            plan: Cuts the stretches.
            after: Where the last run has come to.
        """
        tasks = (plan.slice_at(*bounds) for bounds in self._bounds(after))
        for result in workers.segments(tasks):
            self.events += result.events
            yield from result.findings
            finding = self._hold(result)
            if finding is not None:
                yield finding

    def next_after(self, after: int) -> int:
        """Give the position that the next run begins after."""
        bounds = list(self._bounds(after))
        last = bounds[-1][1] if bounds else 0
        return 0 if last >= self._anchor.size else last

    def _bounds(self, after: int) -> Iterator[tuple[int, int]]:
        size = self._anchor.size
        for _ in range(self._number):
            if after >= size:
                after = 0
            upto = min(after + SEGMENT, size)
            yield after, upto
            after = upto

    def _hold(self, result: SegmentResult) -> Finding | None:
        start, end, size = result.task.after, result.task.upto, self._anchor.size
        root = result.leaves.root()
        try:
            proof = prove_subtree(start, end, size, self._nodes)
            verify_subtree(start, end, size, subtree=root, proof=proof, root=self._anchor.root)
        except (ProofInvalidError, MalformedDocumentError, IndexError):
            what = f"the events at positions {start + 1} to {end} are not those that were signed"
            return Finding(Outcome.TAMPERED, what, position=start + 1, table="events")
        return None
