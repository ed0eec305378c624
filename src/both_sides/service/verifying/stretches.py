"""Name a stretch of the global order that is verified by itself, and what was found in it.

Both travel between processes. *This module does not* verify.
"""

from dataclasses import dataclass, field
from typing import Final

from both_sides.chain.checkpoint import Checkpoint
from both_sides.chain.merkle import CompactRange
from both_sides.chain.note_keys import VerifierKey
from both_sides.service.verifying.findings import Finding, Level
from both_sides.store.tree_port import StoredCheckpoint

SEGMENT: Final = 1 << 14

End = tuple[int, str, str]
"""The last link of a chain as far as it was read: n, previous seal, seal."""


@dataclass(frozen=True, slots=True)
class SegmentTask:
    """Say which stretch to verify.

    Args:
        after: The position before its first.
        upto: Its last position.
        level: How much to verify.
        notes: The stored checkpoints of sizes in the stretch.
        marks: Further sizes in the stretch at which the tree is wanted.
        keys: All keys that may have signed or cosigned.
    """

    after: int
    upto: int
    level: Level
    notes: tuple[StoredCheckpoint, ...] = ()
    marks: tuple[int, ...] = ()
    keys: tuple[VerifierKey, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenNote:
    """Hold what a stored checkpoint says, and who signed it."""

    checkpoint: Checkpoint
    signers: tuple[VerifierKey, ...]


@dataclass(slots=True)
class SegmentResult:
    """Hold what was found in one stretch.

    Args:
        task: Which stretch.
        events: How many events were there.
        firsts: The first link of each scope there.
        ends: The last link of each scope there.
        times: The time of the first and last event of each scope, from the form level on.
        leaves: The tree over the stretch, from the tree level on.
        loose: The leaves themselves, where the stretch does not begin where a segment does.
        trees: That tree at the wanted sizes, by size.
        notes: The stored checkpoints that could be read.
        unknown: How many events are of a type or version that this program does not know.
        findings: What is not in order.
    """

    task: SegmentTask
    events: int = 0
    firsts: dict[str, tuple[int, End]] = field(default_factory=dict)
    ends: dict[str, End] = field(default_factory=dict)
    times: dict[str, tuple[str, str]] = field(default_factory=dict)
    leaves: CompactRange = field(default_factory=CompactRange)
    loose: list[bytes] = field(default_factory=list)
    trees: dict[int, CompactRange] = field(default_factory=dict)
    notes: list[SeenNote] = field(default_factory=list)
    unknown: int = 0
    findings: list[Finding] = field(default_factory=list)
