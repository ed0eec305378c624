"""Decide as a witness does: cosign a checkpoint only if it continues the last one cosigned.

    old 20852014
    PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=

    example.com/behind-the-sofa
    20852163
    …

*This module does not* keep what was cosigned, read the clock or speak HTTP: what is known comes in
as an argument, and the answer says what is to be kept.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from both_sides.chain.checkpoint import Checkpoint, checkpoint_of
from both_sides.chain.merkle import EMPTY_ROOT
from both_sides.chain.merkle_proofs import verify_consistency
from both_sides.chain.note_keys import VerifierKey
from both_sides.chain.signed_note import SignedNote, parse_note
from both_sides.chain.strict_base64 import decode_hash, encode
from both_sides.errors import MalformedDocumentError, ProofInvalidError, SignatureInvalidError

MOST_STEPS: Final = 63
_OLD: Final = re.compile(r"old (0|[1-9][0-9]{0,18})")


class WitnessAnswer(StrEnum):
    """Say what a witness makes of a request."""

    COSIGN = "cosign"
    MALFORMED = "malformed"
    UNKNOWN_LOG = "unknown log"
    INVALID_SIGNATURE = "invalid signature"
    CONFLICT = "conflict"
    INCONSISTENT = "inconsistent"


@dataclass(frozen=True, slots=True)
class AddCheckpoint:
    """Hold a request to cosign.

    Args:
        old: The size that the log believes the witness has cosigned last; 0 for none.
        steps: The consistency proof from there.
        note: The signed checkpoint.
    """

    old: int
    steps: tuple[bytes, ...]
    note: SignedNote

    def __str__(self) -> str:
        """Write the request."""
        return "\n".join([f"old {self.old}", *map(encode, self.steps), "", str(self.note)])


@dataclass(frozen=True, slots=True)
class WitnessDecision:
    """Hold what a witness decided.

    Args:
        answer: What it makes of the request.
        known_size: The size that it has cosigned last.
        reason: Why it does not cosign, as a sentence; empty where it does.
    """

    answer: WitnessAnswer
    known_size: int = 0
    reason: str = ""


def parse_add_checkpoint(data: bytes) -> AddCheckpoint:
    """Read a request.

    Raises:
        MalformedDocumentError: It is none.

    *Source:* C2SP tlog-witness, "add-checkpoint".
    """
    head, separator, note = data.partition(b"\n\n")
    lines = head.decode("utf-8", "replace").split("\n")
    match = _OLD.fullmatch(lines.pop(0))
    steps = [step for step in map(decode_hash, lines) if step is not None]
    if not separator or match is None or len(steps) != len(lines) or len(steps) > MOST_STEPS:
        raise MalformedDocumentError(
            "that is no request to a witness",
            hint="a request is `old SIZE`, at most 63 hashes, an empty line and a checkpoint",
        )
    return AddCheckpoint(int(match[1]), tuple(steps), parse_note(note))


def decide_cosigning(  # noqa: PLR0911 - one answer a check
    request: AddCheckpoint, known: Checkpoint | None, keys: Iterable[VerifierKey]
) -> WitnessDecision:
    """Decide whether to cosign.

    Args:
        request: The request.
        known: The last checkpoint of that log that was cosigned, or None.
        keys: The keys that are trusted for logs, each by the name of its log.

    Returns:
        The decision. Where it is to cosign, the new checkpoint must be kept before that is done,
        in the same step that compared `known`.

    *Source:* C2SP tlog-witness, "add-checkpoint"; tlog-checkpoint, "Signatures".
    """
    known_size = 0 if known is None else known.size
    try:
        checkpoint = checkpoint_of(request.note)
    except MalformedDocumentError as error:
        return WitnessDecision(WitnessAnswer.MALFORMED, known_size, error.message)
    # 1. The log must be known, and one of its keys must have signed.
    trusted = [key for key in keys if key.name == checkpoint.origin]
    if not trusted:
        return WitnessDecision(WitnessAnswer.UNKNOWN_LOG, known_size, "unknown log")
    try:
        is_signed = bool(request.note.signed_by(trusted))
    except SignatureInvalidError:
        is_signed = False
    if not is_signed:
        return WitnessDecision(WitnessAnswer.INVALID_SIGNATURE, known_size, "invalid signature")
    # 2. The request must begin where the witness is.
    if request.old > checkpoint.size:
        reason = "the old size is larger than the checkpoint"
        return WitnessDecision(WitnessAnswer.MALFORMED, known_size, reason)
    if request.old != known_size:
        return WitnessDecision(WitnessAnswer.CONFLICT, known_size, "another size was cosigned last")
    # 3. Two different trees of one size are a fork, whatever proof is sent along.
    if known is not None and known.size == checkpoint.size and known.root != checkpoint.root:
        reason = "another tree of this size was cosigned"
        return WitnessDecision(WitnessAnswer.CONFLICT, known_size, reason)
    # 4. The new tree must continue the old one.
    known_root = EMPTY_ROOT if known is None else known.root
    if not _continues(request, known_root, checkpoint):
        reason = "the consistency proof does not hold"
        return WitnessDecision(WitnessAnswer.INCONSISTENT, known_size, reason)
    return WitnessDecision(WitnessAnswer.COSIGN, known_size)


def _continues(request: AddCheckpoint, known_root: bytes, checkpoint: Checkpoint) -> bool:
    if request.old == 0:  # everything continues the empty tree, and no proof is needed
        return not request.steps and (checkpoint.size > 0 or checkpoint.root == EMPTY_ROOT)
    try:
        verify_consistency(request.old, checkpoint.size, known_root, checkpoint.root, request.steps)
    except ProofInvalidError:
        return False
    return True
