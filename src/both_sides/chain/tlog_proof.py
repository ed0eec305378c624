"""Write a proof that an event is in the log, to be checked by anybody, offline.

    c2sp.org/tlog-proof@v1
    extra eyJzY29wZSI6…
    index 73894
    gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=

    both-sides/0cf4b1
    109482
    …

*This module does not* decide which keys are trusted: `TlogProof.verify` is told.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from both_sides.chain.checkpoint import Checkpoint, checkpoint_of
from both_sides.chain.merkle_proofs import LONGEST_PROOF, verify_inclusion
from both_sides.chain.note_keys import VerifierKey
from both_sides.chain.signed_note import SignedNote, parse_note
from both_sides.chain.strict_base64 import decode, decode_hash, encode
from both_sides.errors import MalformedDocumentError, SignatureInvalidError

HEADER: Final = "c2sp.org/tlog-proof@v1"
LONGEST: Final = 1 << 20

_INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,18})")


@dataclass(frozen=True, slots=True)
class TlogProof:
    """Hold the proof that the leaf at one place is in a signed tree.

    Args:
        index: The place of the leaf, from 0.
        steps: The hashes from the leaf's sibling up.
        note: The signed checkpoint.
        extra: What helps to find the entry; nothing vouches for it.
    """

    index: int
    steps: tuple[bytes, ...]
    note: SignedNote
    extra: bytes = b""

    def __str__(self) -> str:
        """Write the proof.

        *Source:* C2SP tlog-proof, "Format".
        """
        lines = [HEADER]
        if self.extra:
            lines.append(f"extra {encode(self.extra)}")
        lines.append(f"index {self.index}")
        lines.extend(map(encode, self.steps))
        return "\n".join([*lines, "", str(self.note)])

    def verify(
        self, leaf: bytes, *, log_keys: Iterable[VerifierKey]
    ) -> tuple[Checkpoint, tuple[VerifierKey, ...]]:
        """Check that a leaf is in the tree that a trusted key of the log signed.

        Args:
            leaf: The hash of the entry that the checker has made for itself.
            log_keys: The keys that are trusted; each by the name of its log.

        Returns:
            The checkpoint and the keys that signed it.

        Raises:
            SignatureInvalidError: No trusted key of the log signed the checkpoint.
            ProofInvalidError: The leaf is not shown to be there.
            MalformedDocumentError: The note is no checkpoint.
        """
        checkpoint = checkpoint_of(self.note)
        signers = self.note.signed_by(key for key in log_keys if key.name == checkpoint.origin)
        if not signers:
            raise SignatureInvalidError(
                f"no trusted key signed the checkpoint of {checkpoint.origin}",
                hint="pin the verifier key of the log that you trust",
                origin=checkpoint.origin,
            )
        verify_inclusion(self.index, checkpoint.size, leaf, self.steps, checkpoint.root)
        return checkpoint, signers


def parse_tlog_proof(data: bytes) -> TlogProof:
    """Read a proof; nothing in it is to be believed before `TlogProof.verify` has looked.

    Raises:
        MalformedDocumentError: It is none.

    *Source:* C2SP tlog-proof, "Format".
    """
    head, separator, note = data.partition(b"\n\n")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise _refusal("a line before the checkpoint is not ASCII") from None
    if len(data) > LONGEST or not separator or lines.pop(0) != HEADER:
        raise _refusal(f"it does not begin with {HEADER}, or has no checkpoint")
    extra: bytes | None = b""
    if lines and lines[0].startswith("extra "):
        extra = decode(lines.pop(0).removeprefix("extra "))
        if not extra:
            raise _refusal("its extra data are no base64")
    match = _INDEX.fullmatch(lines.pop(0)) if lines else None
    steps = [decode_hash(line) for line in lines]
    if match is None or len(steps) > LONGEST_PROOF or None in steps:
        raise _refusal("a line is neither its index nor a hash")
    hashes = tuple(step for step in steps if step is not None)
    return TlogProof(int(match[1]), hashes, parse_note(note), extra or b"")


def _refusal(reason: str) -> MalformedDocumentError:
    return MalformedDocumentError(
        f"that is no proof of inclusion: {reason}",
        hint="a .tlog-proof file is what `both-sides prove` writes; copy it whole",
        reason=reason,
    )
