"""Verify a whole ledger, or the part of it that is due.

1. Find the anchor, and who is trusted; fix how far to read.
2. Verify stretches, side by side, and join them: body → seal → link → leaf → root.
3. Hold the tree against every stored checkpoint and the anchor, the heads against the links.
4. Rebuild the views in a shadow, and compare.

Nothing is written but how far it has come, in the trust directory. *This module does not* print.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from both_sides.chain.note_keys import SignatureKind, VerifierKey
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError, StoreUnavailableError
from both_sides.service.trust.anchoring import Anchored, open_note
from both_sides.service.verifying.findings import (
    Finding,
    Level,
    Outcome,
    Verification,
    not_checked_at,
)
from both_sides.service.verifying.heads import HeadCheck
from both_sides.service.verifying.joining import Joined, Joiner
from both_sides.service.verifying.judging import (
    judge_anchor,
    judge_stored_head,
    judge_witnesses,
)
from both_sides.service.verifying.key_history import KeyHistory, read_key_records
from both_sides.service.verifying.planning import Plan
from both_sides.service.verifying.progress_file import (
    SavedProgress,
    forget_progress,
    load_progress,
    save_progress,
)
from both_sides.service.verifying.rolling import Slices
from both_sides.service.verifying.workers import Workers, workers
from both_sides.store.port import LedgerStore
from both_sides.store.trust_directory import TrustDirectory

SAVE_EVERY_SECONDS: Final = 5.0
ROLLING_SHARE: Final = 0.05
COMPLETE: Final = "verified.json"  # the last run that came to its end
STOPPED: Final = "verifying.json"  # one that did not

Progress = Callable[[int, int], None]


class Mode(StrEnum):
    """Say which part of a ledger is verified."""

    FULL = "full"
    RESUME = "resume"
    INCREMENTAL = "incremental"
    ROLLING = "rolling"


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """Say how to verify.

    Args:
        level: How much.
        mode: Which part: everything; everything, going on where the last run was stopped; what is
            new since the last run that came to its end; or that, and a slice of what is old.
        processes: In how many processes.
        is_anchored_only: Leave out what comes after the anchor.
        rolling_share: How large a slice is, as a part of the whole.
    """

    level: Level = Level.VIEWS
    mode: Mode = Mode.FULL
    processes: int = 1
    is_anchored_only: bool = False
    rolling_share: float = ROLLING_SHARE


def verify(
    store: LedgerStore,
    trust: TrustDirectory | None,
    options: VerifyOptions,
    *,
    progress: Progress = lambda _done, _total: None,
) -> Verification:
    """Verify a ledger.

    Args:
        store: The ledger; it may be written to meanwhile.
        trust: Where its anchor, its pins and its witnesses are; None for a ledger without.
        options: How to verify.
        progress: Told how many events were read, of how many.

    Returns:
        What was found; nothing that is wrong with the ledger is raised.

    Raises:
        StoreUnavailableError: Something cannot be read.

    *Source:* spec/ledger.md, 5.
    """
    return _Run(store, trust, options, progress).run()


class _Run:
    """One verification."""

    def __init__(
        self,
        store: LedgerStore,
        trust: TrustDirectory | None,
        options: VerifyOptions,
        progress: Progress,
    ) -> None:
        self._store = store
        self._trust = trust
        self._options = options
        self._progress = progress
        self._began = time.monotonic()
        self._save_at = self._began + SAVE_EVERY_SECONDS
        self._not_checked = not_checked_at(options.level)
        self._pinned = [] if trust is None else trust.pinned()
        self._policy = None if trust is None else trust.policy()
        self._records = read_key_records(store)
        self._saved = self._load()

    def run(self) -> Verification:
        # 1. What to hold it against, and how far to read.
        keys = self._keys()
        early: list[Finding] = []
        anchor = self._find_anchor(keys, early)
        size = self._store.tree.size()
        if anchor is not None and self._options.is_anchored_only:
            size = min(size, anchor.checkpoint.size)
        if self._saved is not None and not _continues(self._saved, anchor):
            self._saved = None
        history = KeyHistory(self._pinned, self._records)
        joined = self._saved.joined if self._saved is not None else Joined()
        read_before = joined.events
        joiner = Joiner(self._options.level, anchor, history, self._policy, joined)
        # 2. to 4.
        if self._options.level > Level.HEAD:
            plan = Plan(self._store.tree, self._options.level, anchor, keys, size)
            self._check_events(joiner, plan, anchor)
        else:
            self._note(judge_stored_head(self._store.tree, joiner, anchor))
        for finding in early:
            joiner.report(finding)
        unplaced = self._judge(joiner, anchor, history, size)
        window = 0 if anchor is None else max(0, size - anchor.checkpoint.size) + unplaced
        return Verification(
            level=self._options.level,
            size=size,
            events=joined.events - read_before,
            anchored=None if anchor is None else anchor.checkpoint.size,
            window=window,
            witnessed=joiner.witnessed,
            findings=tuple(sorted(joined.findings, key=_place)),
            not_checked=tuple(self._not_checked),
            seconds=time.monotonic() - self._began,
        )

    # --- 1. ---------------------------------------------------------------------------

    def _keys(self) -> list[VerifierKey]:
        """List every key that may have signed, trusted or not."""
        witnesses = [] if self._policy is None else self._policy.witness_keys()
        return [*self._pinned, *(record.key for record in self._records), *witnesses]

    def _find_anchor(self, keys: list[VerifierKey], early: list[Finding]) -> Anchored | None:
        try:
            note = None if self._trust is None else self._trust.anchor()
            if note is not None:
                loggers = [key for key in keys if key.kind is SignatureKind.NOTE]
                return open_note(note, loggers)
        except LedgerError as error:
            what = f"the anchor cannot be believed: {error.message}"
            early.append(Finding(Outcome.TAMPERED, what, table="anchor"))
            return None
        what = "there is no anchor: nothing shows whether events were cut off or replaced"
        early.append(Finding(Outcome.INCOMPLETE, what))
        return None

    # --- 2. ---------------------------------------------------------------------------

    def _check_events(self, joiner: Joiner, plan: Plan, anchor: Anchored | None) -> None:
        joined = joiner.joined
        with workers(self._store, self._options.processes) as pool:
            for result in pool.segments(plan.stretches(joined.after)):
                plan.is_sparse = plan.is_sparse or not result.events
                joiner.join(result)
                self._progress(joined.after, plan.size)
                self._save_now_and_then(joined)
            rolled = self._roll(pool, joiner, plan, anchor)
            self._rebuild(pool, joiner)
        if self._trust is not None and joiner.is_sound:
            held = "" if anchor is None else str(anchor.checkpoint)
            progress = SavedProgress(self._options.level, joined, rolled, held)
            if self._save(self._trust.path / COMPLETE, progress):
                forget_progress(self._trust.path / STOPPED)

    def _roll(self, pool: Workers, joiner: Joiner, plan: Plan, anchor: Anchored | None) -> int:
        """Verify a slice of what is old; give the position that the next one begins after."""
        after = 0 if self._saved is None else self._saved.rolling_after
        if self._options.mode is not Mode.ROLLING or anchor is None or plan.size == 0:
            return after
        if plan.size < anchor.checkpoint.size:
            return after  # it was cut off, which is said elsewhere
        slices = Slices(self._store.tree, anchor.checkpoint, self._options.rolling_share)
        for finding in slices.check(pool, plan, after):
            joiner.report(finding)
        joiner.joined.events += slices.events
        return slices.next_after(after)

    # --- 3. ---------------------------------------------------------------------------

    def _judge(
        self, joiner: Joiner, anchor: Anchored | None, history: KeyHistory, size: int
    ) -> int:
        """Say what follows from everything that was read; count the events without a position."""
        joined, unplaced = joiner.joined, 0
        if self._options.level > Level.HEAD:
            heads = HeadCheck(self._store, joined.ends)
            for finding in heads.findings():
                joiner.report(finding)
            if not self._options.is_anchored_only:
                unplaced = max(0, heads.links - self._store.tree.size())
            if unplaced:
                what = (
                    f"{unplaced} events have no position yet: they are not anchored, nor were read"
                )
                joiner.report(Finding(Outcome.INCOMPLETE, what))
        if self._options.level >= Level.TREE:
            joiner.judge_notes()
        if joined.unknown:
            self._not_checked.append(
                f"the schema of {joined.unknown} events of types that this program does not know"
            )
        if anchor is not None:
            judge_anchor(joiner, anchor, history, size)
            if self._policy is not None and self._options.level >= Level.WITNESSES:
                self._note(judge_witnesses(joiner, self._policy, anchor))
        return unplaced

    def _note(self, not_checked: str | None) -> None:
        if not_checked is not None:
            self._not_checked.append(not_checked)

    # --- 4. ---------------------------------------------------------------------------

    def _rebuild(self, pool: Workers, joiner: Joiner) -> None:
        if self._options.level < Level.VIEWS:
            return
        if self._options.mode in {Mode.INCREMENTAL, Mode.ROLLING} and self._saved is not None:
            self._not_checked.append("the views: a full verification rebuilds them")
            return
        if not joiner.is_sound:
            self._not_checked.append("the views: they follow from links that do not match")
            return
        scopes = [(ScopeId(scope), end[0]) for scope, end in joiner.joined.ends.items()]
        for result in pool.views(scopes):
            for finding in result.findings:
                joiner.report(finding)
            if result.not_checked is not None:
                self._not_checked.append(result.not_checked)

    # --- how far it has come ------------------------------------------------------------

    def _load(self) -> SavedProgress | None:
        """Read what may be gone on from, in the mode of this run."""
        mode = self._options.mode
        if self._trust is None or mode is Mode.FULL:
            return None
        name = STOPPED if mode is Mode.RESUME else COMPLETE
        saved = load_progress(self._trust.path / name)
        return None if saved is None or saved.level < self._options.level else saved

    def _save_now_and_then(self, joined: Joined) -> None:
        """Save, but spend no more than a tenth of the time on it."""
        now = time.monotonic()
        if self._trust is not None and now >= self._save_at:
            self._save(self._trust.path / STOPPED, SavedProgress(self._options.level, joined))
            spent = time.monotonic() - now
            self._save_at = time.monotonic() + max(SAVE_EVERY_SECONDS, 10 * spent)

    def _save(self, path: Path, progress: SavedProgress) -> bool:
        """Save how far this run has come; where that fails, what it finds is as true."""
        try:
            save_progress(path, progress)
        except StoreUnavailableError as error:
            self._not_checked.append(f"whether the next run can go on from here: {error.message}")
            self._save_at = math.inf
            return False
        return True


def _continues(saved: SavedProgress, anchor: Anchored | None) -> bool:
    """Tell whether a run that goes on can hold the whole tree against the anchor.

    An anchor of more events is met on the way. One of fewer must have been met already.
    """
    if anchor is None or anchor.checkpoint.size > saved.joined.after:
        return True
    tree = saved.joined.tree
    if anchor.checkpoint.size == tree.size:
        return tree.root() == anchor.checkpoint.root
    return saved.anchor == str(anchor.checkpoint)


def _place(finding: Finding) -> tuple[int, str]:
    position = finding.position
    return (1 << 62 if position is None else position), finding.what
