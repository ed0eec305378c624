"""Be a witness: cosign checkpoints of known logs, each only if it continues the last.

    DIRECTORY/key      the witness's own key
    DIRECTORY/logs     the logs that it knows, as `log KEY` lines, like a policy
    DIRECTORY/state/   the last checkpoint of each log

A witness belongs on another host than the log. *This module does not* speak HTTP.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from both_sides.chain.checkpoint import Checkpoint, checkpoint_of
from both_sides.chain.note_keys import (
    SignatureKind,
    SigningKey,
    VerifierKey,
    format_signing_key,
    is_key_name,
    parse_signing_key,
)
from both_sides.chain.signed_note import SignedNote, note_signature
from both_sides.chain.witness_policy import parse_policy
from both_sides.chain.witness_protocol import (
    WitnessAnswer,
    WitnessDecision,
    decide_cosigning,
    parse_add_checkpoint,
)
from both_sides.errors import InvalidInputError, MalformedDocumentError, NotFoundError
from both_sides.store.durable_file import PRIVATE, make_directory, read_file, write_durably
from both_sides.store.witness_state import WitnessState


@dataclass(frozen=True, slots=True)
class WitnessResponse:
    """Hold what a witness answers.

    Args:
        decision: What it decided.
        text: The signature line, the known size, or the reason.
    """

    decision: WitnessDecision
    text: str


class Witness:
    """Cosign for known logs.

    Args:
        key: The key of the witness.
        logs: The keys of the logs that it knows.
        state: Where it keeps what it has cosigned.
        now: Gives the time in seconds since 1970.
    """

    def __init__(
        self,
        key: SigningKey,
        logs: Sequence[VerifierKey],
        state: WitnessState,
        now: Callable[[], int],
    ) -> None:
        self._key = key
        self._logs = list(logs)
        self._state = state
        self._now = now

    def add_checkpoint(self, body: bytes) -> WitnessResponse:
        """Answer a request to cosign.

        Raises:
            StoreUnavailableError: What was cosigned cannot be kept; nothing is cosigned then.

        *Source:* C2SP tlog-witness, "add-checkpoint".
        """
        try:
            request = parse_add_checkpoint(body)
            origin = checkpoint_of(request.note).origin
        except MalformedDocumentError as error:
            decision = WitnessDecision(WitnessAnswer.MALFORMED, reason=error.message)
            return WitnessResponse(decision, f"{error.message}\n")

        def decide(known: Checkpoint | None) -> tuple[WitnessDecision, SignedNote | None]:
            decision = decide_cosigning(request, known, self._logs)
            is_agreed = decision.answer is WitnessAnswer.COSIGN
            return decision, request.note if is_agreed else None

        if all(key.name != origin for key in self._logs):  # a stranger makes no files here
            decision = decide(None)[0]
        else:
            decision = self._state.swap(origin, decide)
        return WitnessResponse(decision, self._text(decision, request.note.text))

    def _text(self, decision: WitnessDecision, text: str) -> str:
        if decision.answer is WitnessAnswer.COSIGN:
            signature = self._key.cosign_text(text, self._now())
            return f"{note_signature(self._key, signature)}\n"
        if decision.answer is WitnessAnswer.CONFLICT:
            return f"{decision.known_size}\n"
        return f"{decision.reason}\n"


def open_witness(directory: Path, now: Callable[[], int]) -> Witness:
    """Open the witness that lies in a directory.

    Raises:
        NotFoundError: There is none.
        MalformedDocumentError: Its key or its list of logs is none.
    """
    key = read_file(directory / "key")
    if key is None:
        raise NotFoundError(
            f"there is no witness in {directory}",
            hint="make one with `both-sides witness DIRECTORY --name witness.example/w1`",
            directory=str(directory),
        )
    logs = read_file(directory / "logs") or b""
    known = [party.key for party in parse_policy(logs + b"\nquorum none\n").logs]
    signing = parse_signing_key(key.decode("utf-8", "replace").strip())
    return Witness(signing, known, WitnessState(directory / "state"), now)


def create_witness(directory: Path, name: str, seed: bytes) -> VerifierKey:
    """Make a witness in a directory, with a key of its own; one that is there stays.

    Args:
        directory: Where.
        name: What it is called: a URL without scheme, such as ``witness.example/w1``.
        seed: 32 random bytes.

    Returns:
        The key that logs put into their policy.

    Raises:
        InvalidInputError: The name has a space, a plus or a control character.
    """
    if not is_key_name(name):
        raise InvalidInputError(
            f"{name[:80]!r} cannot name a witness",
            hint="use a URL without scheme, such as witness.example/w1, without spaces and plus",
            field="name",
        )
    make_directory(directory, mode=0o750)
    key = SigningKey(name, SignatureKind.COSIGNATURE, seed)
    try:
        write_durably(
            directory / "key", f"{format_signing_key(key)}\n".encode(), mode=PRIVATE, replace=False
        )
    except FileExistsError:
        data = read_file(directory / "key") or b""
        return parse_signing_key(data.decode("utf-8", "replace").strip()).verifier
    return key.verifier
