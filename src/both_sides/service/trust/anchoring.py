"""Find the last checkpoint that was signed, and hold the database against it.

The anchor lies outside the database. Where the database is shorter, it was rolled back; where it
tells another history, there are two. Both are refused, never repaired. *This module does not* sign
or write.
"""

from dataclasses import dataclass
from typing import Final

from both_sides.chain.checkpoint import Checkpoint, checkpoint_of
from both_sides.chain.note_keys import VerifierKey
from both_sides.chain.signed_note import SignedNote, parse_note
from both_sides.errors import (
    AnchorMissingError,
    ForkError,
    LedgerClosedError,
    LedgerError,
    RolledBackError,
    SignatureInvalidError,
)
from both_sides.service.trust.growing import TreeGrower
from both_sides.store.port import LedgerStore
from both_sides.store.tree_port import StoredCheckpoint, TreeStore
from both_sides.store.trust_directory import TrustDirectory

HINT: Final = (
    "bring back the database that was signed, or let an operator run `both-sides recover`, which"
    " keeps both histories"
)


@dataclass(frozen=True, slots=True)
class Anchored:
    """Hold a checkpoint with the note that signs it.

    Args:
        checkpoint: What was signed.
        note: The note.
        signers: The trusted keys that signed it.
    """

    checkpoint: Checkpoint
    note: SignedNote
    signers: tuple[VerifierKey, ...]


def trusted_keys(trust: TrustDirectory) -> list[VerifierKey]:
    """List the keys that are trusted here."""
    return trust.pinned()


def open_note(note: SignedNote, keys: list[VerifierKey]) -> Anchored:
    """Read a checkpoint whose signature is by a trusted key of its log.

    Raises:
        SignatureInvalidError: No trusted key signed it.
        MalformedDocumentError: It is no checkpoint.
    """
    checkpoint = checkpoint_of(note)
    signers = note.signed_by(key for key in keys if key.name == checkpoint.origin)
    if not signers:
        raise SignatureInvalidError(
            f"no trusted key signed the checkpoint of {checkpoint.origin} at {checkpoint.size}",
            hint="pin the verifier key of this ledger with `both-sides key pin KEY`, if you trust"
            " it",
            origin=checkpoint.origin,
            size=checkpoint.size,
        )
    return Anchored(checkpoint, note, signers)


def open_stored(stored: StoredCheckpoint, keys: list[VerifierKey]) -> Anchored:
    """Read a checkpoint of the database whose signature is by a trusted key.

    Raises:
        SignatureInvalidError: No trusted key signed it.
        MalformedDocumentError: It is no checkpoint.
    """
    return open_note(parse_note(stored.note.encode()), keys)


def find_anchor(trust: TrustDirectory, tree: TreeStore) -> Anchored | None:
    """Find the last checkpoint that was signed: the anchor, or a later one in the database.

    Returns:
        The checkpoint; None where nothing was signed yet.

    Raises:
        AnchorMissingError: The database has checkpoints and there is no anchor.
        ForkError: Two different trees of one size were signed.
        SignatureInvalidError: What is there was not signed by a trusted key.
    """
    keys = trusted_keys(trust)
    note = trust.anchor()
    if note is None:
        origins = tree.origins()
        if not origins:
            return None
        raise AnchorMissingError(
            f"the database has checkpoints of {', '.join(origins)}, and {trust.path} has no anchor",
            hint="name the trust directory with --trust, bring its anchor back, or let an operator"
            " run `both-sides recover`",
            directory=str(trust.path),
            origins=list(origins),
        )
    anchor = open_note(note, keys)
    stored = tree.checkpoint(anchor.checkpoint.origin)
    if stored is None or stored.size < anchor.checkpoint.size:
        return anchor
    # A note that our key signed counts wherever it lies: then the anchor is an old copy.
    last = open_stored(stored, keys)
    if last.checkpoint.size == anchor.checkpoint.size:
        if last.checkpoint.root != anchor.checkpoint.root:
            raise fork(anchor.checkpoint, last.checkpoint.root, "two trees were signed")
        return anchor
    return last


def require_whole(anchor: Checkpoint, size: int) -> None:
    """Refuse a database that is shorter than what was signed.

    Raises:
        RolledBackError: It is.

    *Source:* spec/ledger.md, 4.2.
    """
    if size < anchor.size:
        raise RolledBackError(
            f"rollback: anchor size {anchor.size}, database size {size}",
            hint=HINT,
            anchor_size=anchor.size,
            database_size=size,
        )


def require_same_history(anchor: Checkpoint, grower: TreeGrower, size: int) -> None:
    """Refuse a database whose first events are not those that were signed.

    Args:
        anchor: What was signed.
        grower: A tree at exactly that size.
        size: How many events the database has, for the message.

    Raises:
        ForkError: They are not.
    """
    if grower.root() != anchor.root:
        raise fork(anchor, grower.root(), f"database size {size}")


def fork(anchor: Checkpoint, root: bytes, what: str) -> ForkError:
    """Say that there are two histories."""
    return ForkError(
        f"fork: anchor size {anchor.size}, {what}, and the first {anchor.size} events are not"
        " those that were signed",
        hint=HINT,
        anchor_size=anchor.size,
        expected=anchor.root.hex(),
        found=root.hex(),
    )


class AnchorGuard:
    """Let no write through to a database that is not the one that was signed.

    Args:
        store: The database.
        trust: Where the anchor is.
    """

    def __init__(self, store: LedgerStore, trust: TrustDirectory) -> None:
        self._store = store
        self._trust = trust
        self._is_sound = False
        self._refusal: LedgerError | None = None

    def check(self) -> None:
        """Check before the first write; later ones cost nothing.

        Raises:
            RolledBackError: The database is shorter than the anchor.
            ForkError: It tells another history.
            LedgerClosedError: It was closed before.
        """
        if self._refusal is not None:
            raise self._refusal
        if not self._is_sound:
            check_open(self._store.tree, self._trust)
            self._is_sound = True

    def refuse(self, refusal: LedgerError) -> None:
        """Let nothing through any more."""
        self._refusal = refusal

    def lift(self) -> None:
        """Let everything through: an operator has decided."""
        self._refusal, self._is_sound = None, True


def check_open(tree: TreeStore, trust: TrustDirectory) -> None:
    """Accept a ledger that is open and holds against its anchor.

    Raises:
        RolledBackError: It is shorter.
        ForkError: It tells another history.
        LedgerClosedError: It was closed.
    """
    closure = tree.closure()
    if closure is not None:
        raise LedgerClosedError(
            f"the ledger was closed at {closure.at}: {closure.reason}",
            hint=HINT,
            reason=closure.reason,
            at=closure.at,
        )
    check_anchor(tree, trust)


def check_anchor(tree: TreeStore, trust: TrustDirectory) -> None:
    """Hold the database against the anchor, reading as little as possible.

    Raises:
        RolledBackError: It is shorter.
        ForkError: It tells another history.
    """
    note = trust.anchor()
    if note is None:
        return
    keys = trusted_keys(trust)
    anchor = open_note(note, keys).checkpoint
    size = tree.size()
    require_whole(anchor, size)
    stored = tree.checkpoint(anchor.origin, anchor.size)
    if stored is not None:
        kept = open_stored(stored, keys).checkpoint
        if kept != anchor:
            raise fork(anchor, kept.root, f"database size {size}")
        return
    last = tree.checkpoint(
        anchor.origin
    )  # a crash came after the anchor was written, or a backup came back
    known = None if last is None else open_stored(last, keys).checkpoint
    grower = TreeGrower(tree, known if known is None or known.size <= anchor.size else None)
    grower.grow(anchor.size, keep=False)
    require_same_history(anchor, grower, size)
