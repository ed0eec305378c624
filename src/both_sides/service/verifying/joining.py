"""Put verified segments together: chains over their borders, the tree, checkpoints, the anchor.

Segments come in order. What one segment took for granted, the seal before its first link, is held
against what the segments before it found. *This module does not* read the database.
"""

from dataclasses import dataclass, field

from both_sides.chain.checkpoint import Checkpoint
from both_sides.chain.merkle import CompactRange
from both_sides.chain.note_keys import SignatureKind, VerifierKey
from both_sides.chain.seal import genesis_seal
from both_sides.chain.witness_policy import WitnessPolicy
from both_sides.service.trust.anchoring import Anchored
from both_sides.service.verifying.findings import Finding, Level, Outcome, remember
from both_sides.service.verifying.key_history import KeyHistory
from both_sides.service.verifying.segments import broken_link
from both_sides.service.verifying.stretches import End, SeenNote, SegmentResult

MOST_FINDINGS = 1_000


@dataclass(slots=True)
class Joined:
    """Hold what all segments so far have found.

    Args:
        after: The last position that was joined.
        events: How many events were there.
        ends: The last link of each scope.
        times: The time of the last event of each scope.
        tree: The tree over all of them.
        unknown: How many events are of a type or version that this program does not know.
        findings: What is not in order.
    """

    after: int = 0
    events: int = 0
    ends: dict[str, End] = field(default_factory=dict)
    times: dict[str, str] = field(default_factory=dict)
    tree: CompactRange = field(default_factory=CompactRange)
    unknown: int = 0
    findings: list[Finding] = field(default_factory=list)


class Joiner:
    """Join segments one after the other.

    Args:
        level: How much is verified.
        anchor: The anchor, or None.
        keys: Who is trusted.
        policy: Which witnesses must have cosigned, or None.
        joined: What was joined before, where a verification goes on.
    """

    def __init__(
        self,
        level: Level,
        anchor: Anchored | None,
        keys: KeyHistory,
        policy: WitnessPolicy | None,
        joined: Joined,
    ) -> None:
        self.joined = joined
        self.witnessed: int | None = None
        self._level = level
        self._anchor = anchor
        self._keys = keys
        self._policy = policy
        self._anchor_root: bytes | None = None
        self._odd_notes: list[SeenNote] = []

    def join(self, result: SegmentResult) -> None:
        """Join the next segment."""
        joined = self.joined
        for finding in result.findings:
            self.report(finding)
        for scope, (position, first) in result.firsts.items():
            end = joined.ends.get(scope) or (0, "", genesis_seal(scope))
            broken = broken_link(end, first, position=position, scope=scope)
            if broken is not None:
                self.report(broken)
        for scope, (first_at, last_at) in result.times.items():
            if first_at < joined.times.get(scope, ""):
                what = f"an event of {scope} is older than the one before it"
                place = result.firsts[scope][0] if scope in result.firsts else None
                self.report(Finding(Outcome.TAMPERED, what, place, scope))
            joined.times[scope] = last_at
        joined.ends.update(result.ends)
        joined.events += result.events
        joined.unknown += result.unknown
        if self._level >= Level.TREE:
            self._join_tree(result)
        joined.after = result.task.upto

    def report(self, finding: Finding) -> None:
        """Remember a finding."""
        remember(self.joined.findings, finding, most=MOST_FINDINGS)

    @property
    def is_sound(self) -> bool:
        """Tell whether nothing was found so far that is worse than a lack."""
        return not any(
            finding.outcome in {Outcome.TAMPERED, Outcome.FORK} for finding in self.joined.findings
        )

    def judge_notes(self) -> None:
        """Say what the checkpoints mean that are not of this tree, now that all is known."""
        anchor = None if self._anchor is None else self._anchor.checkpoint
        is_other = self._anchor_root is not None and anchor is not None
        if is_other and anchor is not None and self._anchor_root != anchor.root:
            # Where a seal or a link is broken, the tree had to come out differently.
            outcome = Outcome.FORK if self.is_sound else Outcome.TAMPERED
            self.report(_odd_root(anchor, self._anchor_root or b"", outcome, "the anchor"))
            return
        for note in self._odd_notes:
            outcome = Outcome.TAMPERED if anchor is not None or not self.is_sound else Outcome.FORK
            what = "a stored checkpoint"
            self.report(_odd_root(note.checkpoint, b"", outcome, what))

    def _join_tree(self, result: SegmentResult) -> None:
        if self.joined.tree.size != result.task.after:
            return  # positions are missing before it: no root can be computed any more
        roots = self._roots(result)
        if self._anchor is not None and self._anchor.checkpoint.size in roots:
            self._anchor_root = roots[self._anchor.checkpoint.size]
        for note in sorted(result.notes, key=lambda note: note.checkpoint.size):
            self._judge_note(note, roots.get(note.checkpoint.size))

    def _roots(self, result: SegmentResult) -> dict[int, bytes]:
        """Grow the tree by a segment, and give its roots at the sizes that are wanted."""
        tree, roots = self.joined.tree, {}
        if result.loose:
            task = result.task
            wanted = {note.size for note in task.notes} | set(task.marks)
            for leaf in result.loose:
                tree.append(leaf)
                if tree.size in wanted:
                    roots[tree.size] = tree.root()
            return roots
        for size, part in result.trees.items():
            whole = tree.copy()
            whole.extend(part)
            roots[size] = whole.root()
        tree.extend(result.leaves)
        return roots

    def _judge_note(self, note: SeenNote, root: bytes | None) -> None:
        checkpoint = note.checkpoint
        loggers = [key for key in note.signers if key.kind is SignatureKind.NOTE]
        if not loggers:
            what = f"no key of this ledger signed the checkpoint stored for size {checkpoint.size}"
            self.report(
                Finding(Outcome.TAMPERED, what, table="checkpoints", key=str(checkpoint.size))
            )
            return
        self._keys.accept(checkpoint.size, loggers)
        if root != checkpoint.root:
            if not self._odd_notes:  # the first says enough
                self._odd_notes.append(note)
            return
        if self._policy is not None and self._policy.is_met(_cosigners(note.signers)):
            self.witnessed = checkpoint.size


def _cosigners(signers: tuple[VerifierKey, ...]) -> list[VerifierKey]:
    return [key for key in signers if key.kind is SignatureKind.COSIGNATURE]


def _odd_root(checkpoint: Checkpoint, root: bytes, outcome: Outcome, name: str) -> Finding:
    what = f"the first {checkpoint.size} events are not those that {name} was signed for"
    return Finding(
        outcome,
        what,
        table="checkpoints",
        key=str(checkpoint.size),
        expected=checkpoint.root.hex(),
        found=root.hex(),
    )
