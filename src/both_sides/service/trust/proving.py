"""Prove that one event is in the ledger, to somebody who has nothing but a pinned key.

The proof leads from the seal of the event to the last signed checkpoint. It is checked before it is
handed out, so a damaged tree gives an error and never a bad proof. *This module does not* write
files.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from both_sides.chain.checkpoint import Checkpoint, leaf_hash
from both_sides.chain.merkle import prove_inclusion
from both_sides.chain.seal import seal
from both_sides.chain.signed_note import SignedNote, parse_note
from both_sides.chain.tiles import TileNodes
from both_sides.chain.tlog_proof import TlogProof
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError, NotFoundError, TamperedError
from both_sides.service.trust.anchoring import Anchored, find_anchor
from both_sides.store.port import EventRow, LedgerStore
from both_sides.store.trust_directory import TrustDirectory


@dataclass(frozen=True, slots=True)
class EventProof:
    """Hold an event with the proof that it is in the ledger.

    Args:
        row: The event.
        position: Its place in the global order.
        proof: The proof.
    """

    row: EventRow
    position: int
    proof: TlogProof


class Prover:
    """Prove events of one ledger against its last checkpoint.

    Args:
        store: The ledger.
        trust: Where its anchor and its pins are.

    Raises:
        NotFoundError: Nothing was signed yet.
    """

    def __init__(self, store: LedgerStore, trust: TrustDirectory) -> None:
        anchor = find_anchor(trust, store.tree)
        if anchor is None:
            raise NotFoundError(
                "nothing of this ledger was signed yet",
                hint="make a key with `both-sides key create`, then run `both-sides checkpoint`",
            )
        self._store = store
        self._anchor = anchor
        self.note = _with_cosignatures(store, anchor)
        self._nodes = TileNodes(anchor.checkpoint.size, store.tree.tile)

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint that proofs lead to."""
        return self._anchor.checkpoint

    def prove(self, scope: ScopeId, n: int) -> EventProof:
        """Prove one event.

        Raises:
            NotFoundError: There is no such event, or no checkpoint covers it yet.
            TamperedError: The event or the tree is not what was signed.

        *Source:* spec/ledger.md, 6; C2SP tlog-proof.
        """
        row = next(iter(self._store.read(scope, after=n - 1, upto=n)), None) if n > 0 else None
        position = self._store.tree.position(scope, n)
        if row is None:
            raise NotFoundError(
                f"{scope} has no link {n}", hint="`both-sides replay` says how many it has", n=n
            )
        if position is None or position > self.checkpoint.size:
            raise NotFoundError(
                f"link {n} of {scope} is not covered by a checkpoint yet",
                hint="run `both-sides checkpoint`, then ask again",
                n=n,
                size=self.checkpoint.size,
            )
        return self._prove(scope, row, position)

    def _prove(self, scope: ScopeId, row: EventRow, position: int) -> EventProof:
        link, index, size = row.link, position - 1, self.checkpoint.size
        extra = orjson.dumps({"n": link.n, "scope": scope})
        try:
            steps = tuple(prove_inclusion(index, size, self._nodes))
            proof = TlogProof(index, steps, self.note, extra)
            leaf = leaf_hash(scope, link.n, seal(link.previous_hex, link.body))
            proof.verify(leaf, log_keys=self._anchor.signers)
        except LedgerError as error:
            raise TamperedError(
                f"link {link.n} of {scope} cannot be proved: {error.message}",
                hint="stop, and run `both-sides verify`, which finds what was changed",
                scope=scope,
                n=link.n,
                position=position,
            ) from None
        return EventProof(row, position, proof)

    def prove_all(self, scope: ScopeId, places: Sequence[int]) -> list[EventProof]:
        """Prove several events of a scope; those that no checkpoint covers yet are left out."""
        found = []
        for n in places:
            position = self._store.tree.position(scope, n)
            if position is not None and position <= self.checkpoint.size:
                found.append(self.prove(scope, n))
        return found


def find_prover(store: LedgerStore, directory: Path | None) -> Prover | None:
    """Give what proves events of a ledger, where something of it was signed.

    Args:
        store: The ledger.
        directory: Its trust directory; None where it has none.
    """
    if directory is None or not directory.is_dir():
        return None
    try:
        return Prover(store, TrustDirectory(directory))
    except NotFoundError:  # there are keys, and nothing was signed yet
        return None


def _with_cosignatures(store: LedgerStore, anchor: Anchored) -> SignedNote:
    """Give the checkpoint with the cosignatures that came in after it was anchored."""
    origin, size = anchor.checkpoint.origin, anchor.checkpoint.size
    stored = store.tree.checkpoint(origin, size)
    if stored is None:
        return anchor.note
    note = parse_note(stored.note.encode())
    same = note.signatures if note.text == anchor.note.text else ()
    return anchor.note.with_signatures(same)
