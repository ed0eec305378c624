"""Everything that signs for one ledger: checkpoints, cosignatures, receipts that wait for them.

    commit       the event survives a crash
    checkpoint   and a signed checkpoint covers it, outside the database
    witnessed    and enough witnesses have cosigned that checkpoint

Appends never wait for a witness; a receipt that asks for one does, and fails where it does not
come. The event is recorded all the same, and the same request under the same key asks again.
"""

from collections.abc import Callable
from enum import StrEnum

from both_sides.errors import ForkError, WitnessUnavailableError
from both_sides.service.trust.checkpointing import Checkpointer, SignedCheckpoint
from both_sides.service.trust.witnessing import Cosigning, Witnesses


class Finality(StrEnum):
    """Say what a receipt waits for."""

    COMMIT = "commit"
    CHECKPOINT = "checkpoint"
    WITNESSED = "witnessed"


class Notary:
    """Sign for one ledger.

    Args:
        checkpointer: Signs its state.
        find_witnesses: Gives the witnesses that are asked now, or None where none are.
    """

    def __init__(
        self, checkpointer: Checkpointer, find_witnesses: Callable[[], Witnesses | None]
    ) -> None:
        self._checkpointer = checkpointer
        self._find_witnesses = find_witnesses

    def checkpoint(self, *, rebuild: bool = False) -> tuple[SignedCheckpoint, Cosigning | None]:
        """Sign the ledger as it is, and ask the witnesses; that none answers is no error here.

        Args:
            rebuild: Read every event from the first on, and make the tiles anew.

        Raises:
            LedgerError: As `Checkpointer.checkpoint`.
        """
        signed = self._checkpointer.checkpoint(rebuild=rebuild)
        witnesses = self._find_witnesses()
        return signed, None if witnesses is None else witnesses.gather(signed.note)

    def settle(self, finality: Finality) -> str | None:
        """Wait for what a receipt asks for, of everything that is committed now.

        Returns:
            The checkpoint, with the cosignatures that there are; None where none was asked for.

        Raises:
            WitnessUnavailableError: Too few witnesses cosigned; the events are recorded.
            ForkError: A witness holds another history; the events are recorded.
            LedgerError: As `Checkpointer.checkpoint`; the events are recorded.

        *Source:* spec/ledger.md, 4.4.
        """
        if finality is Finality.COMMIT:
            return None
        signed, cosigning = self.checkpoint()
        if finality is Finality.CHECKPOINT:
            return str(signed.note if cosigning is None else cosigning.note)
        if cosigning is not None and cosigning.is_enough:
            return str(cosigning.note)
        raise _not_witnessed(cosigning)


def _not_witnessed(cosigning: Cosigning | None) -> ForkError | WitnessUnavailableError:
    if cosigning is None:
        return WitnessUnavailableError(
            "no witness is asked for this ledger, so none can cosign; the events are recorded",
            hint="write a policy into the trust directory, or wait for `checkpoint` only",
        )
    if cosigning.contradictions:
        name, reason = next(iter(cosigning.contradictions.items()))
        return ForkError(
            f"the witness {name} holds another history: {reason}; the events are recorded",
            hint="stop, and run `both-sides verify`: either this ledger was rolled back or copied,"
            " or the witness is wrong",
            witnesses=dict(cosigning.contradictions),
        )
    return WitnessUnavailableError(
        "fewer witnesses cosigned than the policy asks for; the events are recorded",
        hint="send the request again with its idempotency key, when the witnesses answer",
        failures=dict(cosigning.failures),
    )
