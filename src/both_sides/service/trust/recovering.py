"""Let a ledger go on after a rollback or a fork, keeping both histories.

What was signed before stays true of the history that was signed: under its name nothing more is
signed here. The ledger as it is now goes on under another name with a new key, and its first event
there says what became of the other. *This module does not* bring anything back; where the database
that was signed can be had, put it in its place, and a recovery only opens it again.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from both_sides.chain.checkpoint import Checkpoint, checkpoint_of
from both_sides.chain.note_keys import SignatureKind, SigningKey
from both_sides.chain.signed_note import SignedNote, sign_note
from both_sides.chain.strict_base64 import encode
from both_sides.domain.commands import Command, IntroduceKey, RecordRecovery
from both_sides.domain.custody import CUSTODY_SCOPE
from both_sides.domain.decide import decide
from both_sides.domain.wording import require_rationale
from both_sides.errors import ForkError, NotFoundError, RefusedError, RolledBackError
from both_sides.service.ledger import Ledger
from both_sides.service.requests import Decision, Request
from both_sides.service.trust.anchoring import check_anchor
from both_sides.service.trust.growing import TreeGrower
from both_sides.store.durable_file import write_durably
from both_sides.store.port import Unwatched
from both_sides.store.tree_port import StoredCheckpoint
from both_sides.store.trust_directory import TrustDirectory

_GENERATION: Final = re.compile(r"(.*)/recovered-([1-9][0-9]*)")


@dataclass(frozen=True, slots=True)
class Recovery:
    """Hold what a recovery did.

    Args:
        abandoned: The last checkpoint of the history that does not go on here; None where the
            anchor was lost, or where the ledger was in order and was only opened again.
        checkpoint: The first checkpoint under the new name, or None where none was needed.
        key: The new key, or None; whoever shows it gives it away.
        kept: The directory with what is kept of the other history, or None.
    """

    abandoned: Checkpoint | None = None
    checkpoint: Checkpoint | None = None
    key: SigningKey | None = None
    kept: Path | None = None


def recover(  # noqa: PLR0913 - who decides what, and with which key it goes on
    ledger: Ledger, trust: TrustDirectory, *, seed: bytes, reason: str, actor: str, at: str
) -> Recovery:
    """Keep both histories, and let the ledger go on as it is.

    Args:
        ledger: The ledger as it is now.
        trust: Its trust directory.
        seed: 32 random bytes for the new key.
        reason: What happened.
        actor: Who decides.
        at: The time, UTC as ISO text.

    Raises:
        RefusedError: The ledger is open and in order.
        TamperedError: Its own seals are not in order; that is no rollback and no fork.
        NotFoundError: Nothing was ever signed here.

    *Source:* spec/ledger.md, 4.2.
    """
    text = require_rationale(reason, field="reason")
    with trust.lock():
        note = trust.anchor()
        if note is None and not ledger.store.tree.origins():
            raise NotFoundError(
                "nothing of this ledger was ever signed",
                hint="make a key with `both-sides key create`; there is nothing to recover",
            )
        if note is not None and _is_in_order(ledger, trust):
            return _open_again(ledger, text, actor, at)
        return _go_on(ledger, trust, note, seed=seed, text=text, actor=actor, at=at)


def _is_in_order(ledger: Ledger, trust: TrustDirectory) -> bool:
    try:
        check_anchor(ledger.store.tree, trust)
    except (RolledBackError, ForkError):
        return False
    return True


def _open_again(ledger: Ledger, text: str, actor: str, at: str) -> Recovery:
    """Open a ledger that was closed and whose signed database was brought back."""
    if ledger.store.tree.closure() is None:
        raise RefusedError(
            "the ledger is open and holds against its anchor", hint="nothing is left to do"
        )
    ledger.store.tree.open_appends(f"opened again by {actor}: {text}", at=at)
    return Recovery()


def _go_on(  # noqa: PLR0913 - as `recover`
    ledger: Ledger,
    trust: TrustDirectory,
    note: SignedNote | None,
    *,
    seed: bytes,
    text: str,
    actor: str,
    at: str,
) -> Recovery:
    tree = ledger.store.tree
    # 1. What is found must be sound in itself: every seal, every link, from the first on.
    size = tree.sequence()
    found = TreeGrower(tree, None)
    found.grow(size, keep=False)
    # 2. Keep what was signed of the other history. A crash after this leaves the ledger closed.
    kept = trust.history(f"{at.replace(':', '').replace('.', '')}-{size}")
    if note is not None:
        write_durably(kept / "checkpoint", str(note).encode())
    # 3. A new name, so that no two trees of one size are ever signed under one.
    key = SigningKey(_next_origin(trust, ledger), SignatureKind.NOTE, seed)
    tree.open_appends(f"recovered by {actor}: {text}", at=at)
    ledger.store.watch(Unwatched())  # an operator has decided
    abandoned = "none: the anchor was lost" if note is None else str(note)
    root = encode(found.root())
    _record(ledger, RecordRecovery(key.name, size, root, abandoned, text), actor)
    _record(ledger, IntroduceKey(str(key.verifier), text), actor)
    # 4. Sign; the anchor comes last, so that a crash leaves the old one, which refuses.
    grower = TreeGrower(tree, None)
    grower.grow(tree.sequence(), keep=False)
    checkpoint = Checkpoint(key.name, grower.size, grower.root())
    signed = sign_note(str(checkpoint), [key])
    stored = StoredCheckpoint(key.name, checkpoint.size, str(signed))
    tree.keep_checkpoint(stored, grower.take_tiles())
    trust.add_signing_key(key)
    for old in trust.pinned():
        trust.retire_signing_key(old)
    trust.pin(key.verifier)
    trust.write_anchor(signed)
    return Recovery(None if note is None else checkpoint_of(note), checkpoint, key, kept)


def _next_origin(trust: TrustDirectory, ledger: Ledger) -> str:
    """Name the next generation of a ledger, which no checkpoint was signed for."""
    names = {*(key.name for key in trust.pinned()), *ledger.store.tree.origins()}
    generations: dict[str, int] = {}
    for name in names:
        match = _GENERATION.fullmatch(name)
        base, number = (name, 0) if match is None else (match[1], int(match[2]))
        generations[base] = max(number, generations.get(base, 0))
    base = trust.pinned()[-1].name if trust.pinned() else next(iter(sorted(generations)))
    match = _GENERATION.fullmatch(base)
    base = base if match is None else match[1]
    return f"{base}/recovered-{generations.get(base, 0) + 1}"


def _record(ledger: Ledger, command: Command, actor: str) -> None:
    request = Request(lambda state, _at: Decision(decide(state, command)), actor)
    ledger.record(CUSTODY_SCOPE, request)
