"""Ask a witness to cosign a checkpoint, as in C2SP tlog-witness, and believe nothing it says.

What comes back is a signature that verifies by the key that is pinned for this witness, the size
that it has cosigned last, or an error. *This module does not* prove anything to the witness; who
asks brings the proof.
"""

import re
from dataclasses import dataclass
from typing import Final

from both_sides.chain.note_keys import VerifierKey
from both_sides.chain.signed_note import NoteSignature, SignedNote, parse_signatures
from both_sides.chain.witness_protocol import AddCheckpoint
from both_sides.errors import LedgerError, WitnessUnavailableError
from both_sides.upstream.limits import Limits
from both_sides.upstream.one_request import Reply, post_once

LIMITS: Final = Limits(read_seconds=5.0, total_seconds=10.0, reply_bytes=64 * 1024)
_OK: Final = 200
_CONFLICT: Final = 409
_UNPROCESSABLE: Final = 422
_SIZE: Final = re.compile(r"(0|[1-9][0-9]{0,18})\n?")


@dataclass(frozen=True, slots=True)
class Cosigned:
    """Hold the cosignature of a witness."""

    signature: NoteSignature


@dataclass(frozen=True, slots=True)
class KnownSize:
    """Hold the size that a witness says it has cosigned last."""

    size: int


@dataclass(frozen=True, slots=True)
class Contradicted:
    """Say that a witness holds another history of this log than the one it was shown."""

    reason: str


WitnessReply = Cosigned | KnownSize | Contradicted


class WitnessClient:
    """Ask one witness.

    Args:
        name: What to call it.
        url: Its submission prefix.
        key: Its key.
        user_agent: Who asks.
        limits: How much time and how many bytes an answer may take.
    """

    def __init__(
        self,
        name: str,
        url: str,
        key: VerifierKey,
        *,
        user_agent: str,
        limits: Limits = LIMITS,
    ) -> None:
        self.name = name
        self.key = key
        self._address = f"{url.rstrip('/')}/add-checkpoint"
        self._user_agent = user_agent
        self._limits = limits

    def add_checkpoint(self, request: AddCheckpoint) -> WitnessReply:
        """Ask once.

        Raises:
            WitnessUnavailableError: It does not answer, refuses, or answers what is no cosignature.

        *Source:* C2SP tlog-witness, "add-checkpoint".
        """
        try:
            reply = post_once(
                self._address,
                str(request).encode(),
                user_agent=self._user_agent,
                limits=self._limits,
            )
        except LedgerError as error:
            raise self._unavailable(error.message) from None
        text = reply.body.decode("utf-8", "replace")
        if reply.status == _OK:
            return Cosigned(self._find_signature(text, request.note))
        if reply.status == _CONFLICT:
            match = _SIZE.fullmatch(text)
            size = None if match is None else int(match[1])
            if size is not None and size != request.old:
                return KnownSize(size)
            return Contradicted("it has cosigned another tree of this size")
        if reply.status == _UNPROCESSABLE:
            return Contradicted("the checkpoint does not continue the one that it cosigned last")
        raise self._unavailable(f"it answers {reply.status}: {_first_line(reply)}")

    def _find_signature(self, text: str, note: SignedNote) -> NoteSignature:
        try:
            lines = parse_signatures(text)
        except LedgerError:
            lines = ()
        for line in lines:
            is_its = (line.name, line.key_id) == (self.key.name, self.key.key_id)
            if is_its and self.key.verifies(note.text, line.signature):
                return line
        raise self._unavailable("it answers with no signature of its own of this checkpoint")

    def _unavailable(self, reason: str) -> WitnessUnavailableError:
        return WitnessUnavailableError(
            f"the witness {self.name} did not cosign: {reason}",
            hint="see that it runs, knows the key of this log, and is reached at its address;"
            " appends go on meanwhile",
            witness=self.name,
            address=self._address,
        )


def _first_line(reply: Reply) -> str:
    return reply.body[:200].decode("utf-8", "replace").partition("\n")[0]
