"""Follow a ledger from one key to the next: who was trusted at which size.

A key that is pinned is trusted. A key that an event introduced is trusted from the first checkpoint
on that covers this event and that a trusted key signed. A key that was retired or revoked is not
trusted for larger checkpoints. *This module does not* verify signatures.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from both_sides.chain.note_keys import VerifierKey, parse_verifier_key
from both_sides.chain.payload import decode_event
from both_sides.domain.custody import CUSTODY_SCOPE
from both_sides.domain.events import KeyIntroduced, KeyRetired
from both_sides.errors import LedgerError
from both_sides.store.port import LedgerStore


@dataclass(frozen=True, slots=True)
class KeyRecord:
    """Hold one event about a key, with its place in the global order."""

    position: int
    key: VerifierKey
    is_introduced: bool


class KeyHistory:
    """Tell which keys are trusted, checkpoint by checkpoint, by size.

    Args:
        pinned: The keys that are trusted from the start.
        records: The events about keys.
    """

    def __init__(self, pinned: Iterable[VerifierKey], records: Iterable[KeyRecord]) -> None:
        self._trusted = set(pinned)
        self._records = sorted(records, key=lambda record: record.position)
        self._retired: set[VerifierKey] = set()

    def accept(self, size: int, signers: Sequence[VerifierKey]) -> bool:
        """Tell whether a checkpoint is signed by a trusted key; learn from it, if it is.

        Args:
            size: How many events it covers; never smaller than in the call before.
            signers: The keys whose signatures verified.
        """
        retired = {r.key for r in self._records if r.position <= size and not r.is_introduced}
        if not any(key in self._trusted and key not in retired for key in signers):
            return False
        self._trusted |= {r.key for r in self._records if r.position <= size and r.is_introduced}
        return True


def read_key_records(store: LedgerStore) -> list[KeyRecord]:
    """Read the events about keys; what cannot be read is found by the checks of its link."""
    found = []
    for row in store.read(CUSTODY_SCOPE):
        position = store.tree.position(CUSTODY_SCOPE, row.link.n)
        try:
            event = decode_event(row.link.body, n=row.link.n, source="a key").event
            if position is not None and isinstance(event, KeyIntroduced | KeyRetired):
                key = parse_verifier_key(event.verifier_key)
                found.append(KeyRecord(position, key, isinstance(event, KeyIntroduced)))
        except LedgerError:
            continue
    return found
