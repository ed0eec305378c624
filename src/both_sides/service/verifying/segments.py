"""Verify one stretch of the global order by itself, in this process or in another.

A chain is sequential to write and not to check: a segment starts from the stored seal before its
first link, and tells which seal that was; whoever puts the segments together compares. The hot path
is one test an event; what does not pass it is looked at slowly. *This module does not* know what
other segments found.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256, sha384
from typing import Any, Final

from both_sides.chain.checkpoint import LEAF_HEADER, Checkpoint, checkpoint_of
from both_sides.chain.merkle import HASH_SIZE, CompactRange, hash_leaf, levels_of, reduce_row
from both_sides.chain.note_keys import VerifierKey
from both_sides.chain.seal import seal
from both_sides.chain.signed_note import parse_note
from both_sides.chain.tiles import TILE_WIDTH, Tile
from both_sides.errors import LedgerError, SignatureInvalidError
from both_sides.service.verifying.findings import Finding, Level, Outcome, remember
from both_sides.service.verifying.form import FormCheck, check_forms
from both_sides.service.verifying.stretches import (
    SEGMENT,
    End,
    SeenNote,
    SegmentResult,
    SegmentTask,
)
from both_sides.store.sql_values import as_placed_event
from both_sides.store.tree_port import PlacedEvent, StoredCheckpoint, TreeStore

MOST_FINDINGS: Final = 100
_LEAF: Final = f"\0{LEAF_HEADER}\n"
_NO_LEAF: Final = hash_leaf(b"")
_NO_END: Final[End] = (-1, "", "")


def check_segment(tree: TreeStore, task: SegmentTask) -> SegmentResult:
    """Verify one stretch.

    Args:
        tree: Where it is stored.
        task: Which stretch, and how much.
    """
    checker = _Checker(task)
    for page in tree.pages(after=task.after, upto=task.upto):
        checker.take(page)
    checker.end()
    if task.level >= Level.TREE:
        checker.build(tree.tile)
        checker.read_notes()
    return checker.result


class _Checker:
    """Verify the events of a stretch, page by page."""

    def __init__(self, task: SegmentTask) -> None:
        self.result = SegmentResult(task)
        self._expected = task.after + 1
        self._leaves: list[bytes] = []
        self._wants_form = task.level >= Level.FORM
        self._wants_tree = task.level >= Level.TREE

    def take(self, page: Sequence[PlacedEvent]) -> None:
        """Verify a page. One test decides for almost every event that all is well."""
        ends, expected = self.result.ends, self._expected
        wants_tree, append = self._wants_tree, self._leaves.append
        chain, end = "", _NO_END  # of the row before; `ends` has it when another chain comes
        is_typed = True
        for row in page:
            position, scope, n, previous, seal_hex, _, _, body = row
            if scope != chain:
                if end is not _NO_END:
                    ends[chain] = end
                chain, end = scope, ends.get(scope, _NO_END)
            try:
                is_well = (
                    position == expected
                    and end[2] == previous
                    and end[0] + 1 == n
                    and sha384(previous.encode() + body).hexdigest() == seal_hex
                )
            except (TypeError, AttributeError, ValueError):  # a column holds another type
                is_well = False
            if not is_well:
                is_typed = False
                if end is not _NO_END:
                    ends[chain] = end
                read = as_placed_event(row)  # as far as it can be read
                self._examine(read, expected)
                position, chain, n, previous, seal_hex, *_ = read
            end = n, previous, seal_hex
            if wants_tree:
                append(sha256(f"{_LEAF}{chain}\n{n}\n{seal_hex}\n".encode()).digest())
            expected = position + 1
        ends[chain] = end
        self._expected = expected
        self.result.events += len(page)
        if self._wants_form:
            self._check_forms(page if is_typed else list(map(as_placed_event, page)))

    def end(self) -> None:
        """Report what is missing at the end of the stretch."""
        if self._expected <= self.result.task.upto:
            self._report_gap(self._expected, self.result.task.upto)

    def build(self, read_tile: Callable[[Tile], bytes]) -> None:
        """Hash the leaves into the tree over the stretch, comparing the stored tiles."""
        after = self.result.task.after
        wanted = {note.size for note in self.result.task.notes} | set(self.result.task.marks)
        self._compare_tiles(read_tile)
        if after % SEGMENT:
            self.result.loose = self._leaves
            return
        rows = [self._leaves]  # level by level, so that a tree at any size takes a few hashes
        while len(rows[-1]) > 1:
            rows.append(reduce_row(rows[-1]))
        self.result.leaves = _tree_at(rows, len(self._leaves))
        for size in wanted:
            if after <= size <= after + len(self._leaves):
                self.result.trees[size] = _tree_at(rows, size - after)

    def read_notes(self) -> None:
        """Read the stored checkpoints of the stretch, and see who signed them."""
        for stored in self.result.task.notes:
            try:
                note = parse_note(stored.note.encode())
                checkpoint = checkpoint_of(note)
                keys = [key for key in self.result.task.keys if _may_sign(key, checkpoint)]
                signers = note.signed_by(keys)
            except LedgerError as error:
                self._report_note(stored, error)
                continue
            if (checkpoint.origin, checkpoint.size) != (stored.origin, stored.size):
                what = f"the checkpoint stored for size {stored.size} is another one"
                self._add(Outcome.TAMPERED, what, table="checkpoints", key=str(stored.size))
                continue
            self.result.notes.append(SeenNote(checkpoint, signers))

    def _report_note(self, stored: StoredCheckpoint, error: LedgerError) -> None:
        what = (
            "its signature does not match"
            if isinstance(error, SignatureInvalidError)
            else (error.message)
        )
        self._add(
            Outcome.TAMPERED,
            f"the checkpoint stored for size {stored.size}: {what}",
            table="checkpoints",
            key=str(stored.size),
        )

    def _examine(self, row: PlacedEvent, expected: int) -> None:
        """Find out what is wrong with an event; nothing, where it is the first of its scope."""
        position, scope, n, previous, seal_hex, _, _, body = row
        place = {"position": position, "scope": scope, "n": n}
        if position != expected:
            self._report_gap(expected, position - 1)
        recomputed = seal(previous, body)
        if recomputed != seal_hex:
            what = f"the seal of link {n} of {scope} is not that of its body"
            self._add(Outcome.TAMPERED, what, **place, expected=recomputed, found=seal_hex)
        end = self.result.ends.get(scope)
        if end is None:
            self.result.firsts[scope] = position, (n, previous, seal_hex)
            return
        finding = broken_link(end, (n, previous, seal_hex), position=position, scope=scope)
        if finding is not None:
            self._add_finding(finding)

    def _report_gap(self, first: int, last: int) -> None:
        self._leaves.extend([_NO_LEAF] * min(last - first + 1, SEGMENT))
        places = f"position {first}" if first == last else f"positions {first} to {last}"
        what = f"there is no event at {places}"
        self._add(Outcome.TAMPERED, what, position=first, table="events")

    def _check_forms(self, page: Sequence[PlacedEvent]) -> None:
        times = self.result.times
        for row, check in zip(page, check_forms(page), strict=True):
            _, scope, _, _, _, _, at, _ = row
            if check is not None:
                at = self._take_check(row, check)
            kept = times.get(scope)
            if kept is None:
                times[scope] = at, at
            elif at != kept[1]:
                if at < kept[1]:
                    self._report_time(row, at, kept[1])
                times[scope] = kept[0], at

    def _take_check(self, row: PlacedEvent, check: FormCheck) -> str:
        """Report what is wrong with the form of an event; give the time that it says."""
        position, scope, n, *_ = row
        self.result.unknown += not check.is_known
        if check.what is not None:
            self._add(Outcome.TAMPERED, check.what, position=position, scope=scope, n=n)
        return check.at

    def _report_time(self, row: PlacedEvent, at: str, before: str) -> None:
        position, scope, n, *_ = row
        what = f"the time of link {n} of {scope} is before that of the link before it"
        self._add(
            Outcome.TAMPERED, what, position=position, scope=scope, n=n, expected=before, found=at
        )

    def _compare_tiles(self, read_tile: Callable[[Tile], bytes]) -> None:
        """Compare the stored tiles as far as they go; the newest events have none yet."""
        after, taken = self.result.task.after, 0
        while taken < len(self._leaves):
            number, place = divmod(after + taken, TILE_WIDTH)
            part = self._leaves[taken : taken + TILE_WIDTH - place]
            computed, start = b"".join(part), place * HASH_SIZE
            stored = read_tile(Tile(0, number))[start : start + len(computed)]
            if stored != computed[: len(stored)]:
                what = f"tile {number} of level 0 is not that of its events"
                self._add(Outcome.TAMPERED, what, table="tiles", key=f"0/{number}")
            taken += len(part)

    def _add(self, outcome: Outcome, what: str, **facts: Any) -> None:  # noqa: ANN401 - the finding's own
        self._add_finding(Finding(outcome, what, **facts))

    def _add_finding(self, finding: Finding) -> None:
        remember(self.result.findings, finding, most=MOST_FINDINGS)


def broken_link(end: End, first: End, *, position: int, scope: str) -> Finding | None:
    """Compare a link with the one before it in its chain, or answer None where it follows.

    Args:
        end: The link before.
        first: The link.
        position: Its place in the global order.
        scope: Its scope.
    """
    (last_n, last_previous, last_seal), (n, previous, _) = end, first
    if (n, previous) == (last_n + 1, last_seal):
        return None
    if (n, previous) == (last_n, last_previous):
        what = f"two events of {scope} follow link {n - 1}"
        return Finding(Outcome.FORK, what, position, scope, n, found=previous)
    if n != last_n + 1:
        what = f"link {n} of {scope} comes after link {last_n}"
        expected, found = str(last_n + 1), str(n)
    else:
        what = f"link {n} of {scope} does not follow from the link before it"
        expected, found = last_seal, previous
    return Finding(Outcome.TAMPERED, what, position, scope, n, expected=expected, found=found)


def _tree_at(rows: Sequence[Sequence[bytes]], size: int) -> CompactRange:
    """Take the tree over the first leaves out of the levels of a larger one."""
    hashes, start = [], 0
    for level in levels_of(size):
        hashes.append(rows[level][start >> level])
        start += 1 << level
    return CompactRange(size, hashes)


def _may_sign(key: VerifierKey, checkpoint: Checkpoint) -> bool:
    """Tell whether a signature of a key would mean something here: of this log, or of a witness."""
    return key.name == checkpoint.origin or key.kind.name == "COSIGNATURE"
