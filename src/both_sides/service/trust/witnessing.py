"""Ask witnesses to cosign a checkpoint, and say whether enough of them did.

Witnesses are asked side by side; one that is down or slow costs a bounded time and nothing else.
One that holds another history is a sign of a rollback or a fork here, or of a witness that lies:
it is said, and a receipt that waits for witnesses fails. *This module does not* close the ledger on
the word of a witness.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from both_sides.chain.checkpoint import Checkpoint, checkpoint_of
from both_sides.chain.merkle import prove_consistency
from both_sides.chain.note_keys import VerifierKey
from both_sides.chain.signed_note import NoteSignature, SignedNote
from both_sides.chain.tiles import TileNodes
from both_sides.chain.witness_policy import WitnessPolicy
from both_sides.chain.witness_protocol import AddCheckpoint
from both_sides.errors import WitnessUnavailableError
from both_sides.store.tree_port import StoredCheckpoint, TreeStore
from both_sides.upstream.witness_client import Cosigned, KnownSize, WitnessClient

MOST_ROUNDS: Final = 3  # the first may find out the size, the second may lose a race
MakeClient = Callable[[str, str, VerifierKey], WitnessClient]


@dataclass(frozen=True, slots=True)
class Cosigning:
    """Hold what witnesses answered.

    Args:
        note: The checkpoint with the cosignatures that came in.
        is_enough: Whether the policy is met.
        failures: For each witness that did not cosign, why.
        contradictions: For each witness that holds another history, what it says.
    """

    note: SignedNote
    is_enough: bool
    failures: Mapping[str, str]
    contradictions: Mapping[str, str]


class Witnesses:
    """Ask the witnesses of a policy.

    Args:
        tree: Where tiles are, and where cosignatures are kept.
        policy: Who is asked, and how many must answer.
        make_client: Makes the client for a witness: name, address, key.
    """

    def __init__(self, tree: TreeStore, policy: WitnessPolicy, make_client: MakeClient) -> None:
        self._tree = tree
        self._policy = policy
        self._clients = [
            make_client(name, witness.url, witness.key)
            for name, witness in policy.witnesses.items()
            if witness.url
        ]
        self._known: dict[str, int] = {}  # what each witness has cosigned last, as far as is known

    def gather(self, note: SignedNote) -> Cosigning:
        """Ask every witness that has not cosigned yet, and keep what they answer.

        Args:
            note: A signed checkpoint that is kept in the tree.

        *Source:* spec/ledger.md, 4.4.
        """
        checkpoint = checkpoint_of(note)
        keys = self._policy.witness_keys()
        done = set(note.signed_by(keys))
        asked = [client for client in self._clients if client.key not in done]
        signatures: list[NoteSignature] = []
        failures: dict[str, str] = {}
        contradictions: dict[str, str] = {}
        with ThreadPoolExecutor(max(1, len(asked))) as pool:
            jobs = {
                client.name: pool.submit(self._ask, client, note, checkpoint) for client in asked
            }
        for name, job in jobs.items():
            try:
                answer = job.result()
            except WitnessUnavailableError as error:
                failures[name] = error.message
                continue
            if isinstance(answer, str):
                contradictions[name] = answer
            else:
                signatures.append(answer)
        if signatures:
            stored = StoredCheckpoint(checkpoint.origin, checkpoint.size, str(note))
            self._tree.keep_cosignatures(stored, [str(line) for line in signatures])
        cosigned = note.with_signatures(signatures)
        is_enough = self._policy.is_met(cosigned.signed_by(keys))
        return Cosigning(cosigned, is_enough, failures, contradictions)

    def _ask(
        self, client: WitnessClient, note: SignedNote, checkpoint: Checkpoint
    ) -> NoteSignature | str:
        """Ask one witness, from the size that it has cosigned last."""
        old = self._known.get(client.name, 0)
        for _ in range(MOST_ROUNDS):
            reply = client.add_checkpoint(self._request(old, note, checkpoint))
            if isinstance(reply, Cosigned):
                self._known[client.name] = checkpoint.size
                return reply.signature
            if not isinstance(reply, KnownSize):
                return reply.reason
            if reply.size > checkpoint.size:
                return (
                    f"it has cosigned {reply.size} events, this ledger has signed {checkpoint.size}"
                )
            old = self._known[client.name] = reply.size
        raise WitnessUnavailableError(
            f"the witness {client.name} keeps changing its mind about what it has cosigned",
            hint="see whether somebody else submits checkpoints of this log",
            witness=client.name,
        )

    def _request(self, old: int, note: SignedNote, checkpoint: Checkpoint) -> AddCheckpoint:
        old = min(old, checkpoint.size)
        steps: list[bytes] = []
        if old:
            nodes = TileNodes(checkpoint.size, self._tree.tile)
            steps = prove_consistency(old, checkpoint.size, nodes)
        return AddCheckpoint(old, tuple(steps), note)
