"""Sign the state of the whole ledger, and never two states that contradict each other.

1. Give committed events their positions; read them back, recompute seals and leaves, grow the tree.
2. Hold the tree against the anchor: the last signed checkpoint, a file outside the database.
3. Sign; write the anchor, and wait for the disk; then keep the note and the tiles.

A crash between two steps leaves a ledger that the next run finishes. A database that is shorter or
different closes for appends until an operator has looked. *This module does not* ask witnesses.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from both_sides.chain.checkpoint import Checkpoint
from both_sides.chain.note_keys import SigningKey
from both_sides.chain.signed_note import SignedNote, note_signature, sign_note
from both_sides.errors import ForkError, KeyUnavailableError, RolledBackError
from both_sides.service.trust.anchoring import (
    Anchored,
    AnchorGuard,
    find_anchor,
    open_stored,
    require_same_history,
    require_whole,
    trusted_keys,
)
from both_sides.service.trust.growing import TreeGrower
from both_sides.store.port import LedgerStore
from both_sides.store.tree_port import StoredCheckpoint
from both_sides.store.trust_directory import TrustDirectory

KeySource = Callable[[], Sequence[SigningKey]]


@dataclass(frozen=True, slots=True)
class SignedCheckpoint:
    """Hold what was signed.

    Args:
        checkpoint: The state of the ledger.
        note: The note that signs it.
        is_new: Whether it was signed now.
    """

    checkpoint: Checkpoint
    note: SignedNote
    is_new: bool


class Checkpointer:
    """Sign the state of one ledger.

    Args:
        store: The ledger.
        trust: Where its anchor and its pins are.
        keys: Gives the signing keys; all of them sign.
        clock: Gives the time as UTC ISO text.
        guard: Stands before the writes of this process; told when nothing may be written any more.
    """

    def __init__(
        self,
        store: LedgerStore,
        trust: TrustDirectory,
        keys: KeySource,
        clock: Callable[[], str],
        *,
        guard: AnchorGuard | None = None,
    ) -> None:
        self._store = store
        self._trust = trust
        self._keys = keys
        self._clock = clock
        self._guard = guard

    def checkpoint(self, *, rebuild: bool = False) -> SignedCheckpoint:
        """Sign the ledger as it is now; where nothing was added, give the last checkpoint.

        Args:
            rebuild: Read every event from the first on, and make the tiles anew.

        Raises:
            RolledBackError: The database is shorter than what was signed; it is closed now.
            ForkError: It tells another history than what was signed; it is closed now.
            TamperedError: An event is not what was sealed. Nothing was signed.
            AnchorMissingError: The anchor is lost.
            KeyUnavailableError: There is no key to sign with.
            StoreUnavailableError: Something could not be read or written; try again.

        *Source:* spec/ledger.md, 4.
        """
        with self._trust.lock():
            try:
                return self._checkpoint(rebuild=rebuild)
            except (RolledBackError, ForkError) as error:
                if self._guard is not None:
                    self._guard.refuse(error)
                self._store.tree.close_appends(error.message, at=self._clock())
                raise

    def _checkpoint(self, *, rebuild: bool) -> SignedCheckpoint:
        tree = self._store.tree
        keys = require_keys(self._keys())
        # 1. What was signed, and what there is.
        anchor = find_anchor(self._trust, tree)
        size = tree.sequence()
        if anchor is not None:
            _require_own(anchor.checkpoint, keys)
            require_whole(anchor.checkpoint, size)
        # 2. Grow the tree from what the database has, through the anchor, to the end.
        grower = TreeGrower(tree, None if rebuild else self._known(anchor))
        if anchor is not None and grower.size <= anchor.checkpoint.size:
            grower.grow(anchor.checkpoint.size, keep=True)
            require_same_history(anchor.checkpoint, grower, size)
        grower.grow(size, keep=True)
        # 3. Sign, anchor, keep.
        checkpoint = Checkpoint(keys[0].name, size, grower.root())
        if anchor is not None and anchor.checkpoint == checkpoint:
            note = _add_signatures(anchor.note, keys)
        else:
            note = sign_note(str(checkpoint), keys)
        is_new = anchor is None or note != anchor.note
        if is_new:
            self._trust.write_anchor(note)
        stored = StoredCheckpoint(checkpoint.origin, size, str(note))
        tree.keep_checkpoint(stored, grower.take_tiles())
        return SignedCheckpoint(checkpoint, note, is_new)

    def _known(self, anchor: Anchored | None) -> Checkpoint | None:
        """Give the checkpoint that the tiles of the database go up to."""
        stored = None
        if anchor is not None:
            stored = self._store.tree.checkpoint(anchor.checkpoint.origin)
        if stored is None:
            return None
        return open_stored(stored, trusted_keys(self._trust)).checkpoint


def require_keys(keys: Sequence[SigningKey]) -> Sequence[SigningKey]:
    """Accept keys that are there and are all of one ledger.

    Raises:
        KeyUnavailableError: They are not.
    """
    if not keys:
        raise KeyUnavailableError(
            "there is no key to sign with",
            hint="make one with `both-sides key create`",
        )
    if len({key.name for key in keys}) > 1:
        raise KeyUnavailableError(
            "the signing keys are of several ledgers",
            hint="give every ledger a trust directory of its own",
            names=sorted({key.name for key in keys}),
        )
    return keys


def _require_own(anchor: Checkpoint, keys: Sequence[SigningKey]) -> None:
    if keys[0].name != anchor.origin:
        raise KeyUnavailableError(
            f"the ledger is {anchor.origin}, the signing key is that of {keys[0].name}",
            hint="name the trust directory of this ledger with --trust",
            origin=anchor.origin,
            key=keys[0].name,
        )


def _add_signatures(note: SignedNote, keys: Sequence[SigningKey]) -> SignedNote:
    """Let every key sign a note that some of them have signed, as during a rotation."""
    return note.with_signatures(note_signature(key, key.sign_text(note.text)) for key in keys)
