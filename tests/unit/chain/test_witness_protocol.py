"""A witness cosigns what continues what it has cosigned, and nothing else: C2SP tlog-witness."""

import json
from hashlib import sha256
from typing import Any

import pytest

from both_sides.chain.checkpoint import Checkpoint, checkpoint_of
from both_sides.chain.merkle import EMPTY_ROOT, CompactRange, prove_consistency
from both_sides.chain.note_keys import SignatureKind, SigningKey, VerifierKey
from both_sides.chain.signed_note import sign_note
from both_sides.chain.witness_protocol import (
    AddCheckpoint,
    WitnessAnswer,
    decide_cosigning,
    parse_add_checkpoint,
)
from both_sides.errors import LedgerError, MalformedDocumentError
from tests.shared import shared

LOG = SigningKey("example.org/log", SignatureKind.NOTE, bytes(32))
LEAVES = [sha256(b"%d" % n).digest() for n in range(40)]

STATUS_OF = {  # as the vectors have it; today's text answers 404 to an unknown log
    WitnessAnswer.COSIGN: 200,
    WitnessAnswer.UNKNOWN_LOG: 403,
    WitnessAnswer.INVALID_SIGNATURE: 403,
    WitnessAnswer.CONFLICT: 409,
    WitnessAnswer.INCONSISTENT: 422,
    WitnessAnswer.MALFORMED: 400,
}


def perfect(level: int, index: int) -> bytes:
    """Hash a perfect subtree."""
    tree = CompactRange()
    for leaf in LEAVES[index << level : (index + 1) << level]:
        tree.append(leaf)
    return tree.root()


def head(size: int) -> Checkpoint:
    """Give the head of a small log."""
    tree = CompactRange()
    for leaf in LEAVES[:size]:
        tree.append(leaf)
    return Checkpoint(LOG.name, size, tree.root())


def request(old: int, new: int, *, key: SigningKey = LOG) -> AddCheckpoint:
    """Ask for a cosignature as an honest log does."""
    steps = tuple(prove_consistency(old, new, perfect)) if old else ()
    return AddCheckpoint(old, steps, sign_note(str(head(new)), [key]))


def test_the_public_requests_get_the_published_answers() -> None:
    """Nine of them, in their order, against one memory."""
    document = json.loads(shared("data/tlog/witness_add_checkpoint.json").read_text())
    public = bytes.fromhex(document["log_pubkey_hex"])
    assert len(document["steps"]) == 9
    origin = document["steps"][0]["body"].split("\n")[2]
    keys = [VerifierKey(origin, SignatureKind.NOTE, public)]
    known: Checkpoint | None = None
    for step in document["steps"]:
        asked = parse_add_checkpoint(step["body"].encode())
        assert str(asked) == step["body"]
        decision = decide_cosigning(asked, known, keys)
        assert STATUS_OF[decision.answer] == step["status"], step
        check_assertion(step, decision.known_size, decision.reason)
        if decision.answer is WitnessAnswer.COSIGN:
            known = checkpoint_of(asked.note)


def check_assertion(step: dict[str, Any], known_size: int, reason: str) -> None:
    """Check what the vectors say of the answer's text."""
    expected = step["assertion"].removeprefix("body contains ").removeprefix("body == ")
    if step["status"] == 409:
        assert json.loads(expected) == f"{known_size}\n"
    elif step["status"] != 200:
        assert json.loads(expected) in reason


@pytest.mark.slow
def test_an_honest_log_is_cosigned_at_every_pair_of_sizes() -> None:
    """From every known size to every later one."""
    for old in range(20):
        known = head(old) if old else None
        for new in range(old, 21):
            decision = decide_cosigning(request(old, new), known, [LOG.verifier])
            assert decision.answer is WitnessAnswer.COSIGN, (old, new, decision)


def test_a_fork_is_never_cosigned() -> None:
    """Another tree of the same size, or one that does not continue the known one."""
    forked = Checkpoint(LOG.name, 8, sha256(b"other").digest())
    same_size = AddCheckpoint(8, (), sign_note(str(forked), [LOG]))
    decision = decide_cosigning(same_size, head(8), [LOG.verifier])
    assert decision.answer is WitnessAnswer.CONFLICT
    later = Checkpoint(LOG.name, 9, sha256(b"other").digest())
    continued = AddCheckpoint(8, request(8, 9).steps, sign_note(str(later), [LOG]))
    decision = decide_cosigning(continued, head(8), [LOG.verifier])
    assert decision.answer is WitnessAnswer.INCONSISTENT


def test_a_rollback_is_never_cosigned() -> None:
    """Whatever the log says that the witness has cosigned last."""
    for old in (0, 3, 5):
        decision = decide_cosigning(request(old, 5), head(8), [LOG.verifier])
        assert (decision.answer, decision.known_size) == (WitnessAnswer.CONFLICT, 8)


def test_the_first_checkpoint_needs_no_proof_and_takes_none() -> None:
    """An empty tree has only one root."""
    with_proof = AddCheckpoint(0, (LEAVES[0],), sign_note(str(head(3)), [LOG]))
    decision = decide_cosigning(with_proof, None, [LOG.verifier])
    assert decision.answer is WitnessAnswer.INCONSISTENT
    for root, answer in (
        (EMPTY_ROOT, WitnessAnswer.COSIGN),
        (LEAVES[0], WitnessAnswer.INCONSISTENT),
    ):
        empty = Checkpoint(LOG.name, 0, root)
        asked = AddCheckpoint(0, (), sign_note(str(empty), [LOG]))
        assert decide_cosigning(asked, None, [LOG.verifier]).answer is answer


def test_who_may_ask_is_decided_first() -> None:
    """Unknown log, wrong key, damaged signature, no checkpoint at all."""
    stranger = SigningKey(LOG.name, SignatureKind.NOTE, b"s" * 32)
    decision = decide_cosigning(request(0, 3, key=stranger), None, [LOG.verifier])
    assert decision.answer is WitnessAnswer.INVALID_SIGNATURE
    assert decide_cosigning(request(0, 3), None, []).answer is WitnessAnswer.UNKNOWN_LOG
    note = AddCheckpoint(0, (), sign_note("hello\n", [LOG]))
    assert decide_cosigning(note, None, [LOG.verifier]).answer is WitnessAnswer.MALFORMED
    backwards = AddCheckpoint(9, (), sign_note(str(head(3)), [LOG]))
    assert decide_cosigning(backwards, None, [LOG.verifier]).answer is WitnessAnswer.MALFORMED


@pytest.mark.slow
def test_no_changed_byte_of_a_request_is_cosigned() -> None:
    """Every byte of it is covered by the proof, the signature or the known size."""
    whole = str(request(5, 13)).encode()
    for place in range(len(whole)):
        for other in (bytes([whole[place] ^ 1]), b"", whole[place : place + 1] * 2):
            damaged = whole[:place] + other + whole[place + 1 :]
            if damaged == whole:
                continue
            try:
                asked = parse_add_checkpoint(damaged)
            except LedgerError:
                continue
            decision = decide_cosigning(asked, head(5), [LOG.verifier])
            assert decision.answer is not WitnessAnswer.COSIGN


@pytest.mark.parametrize(
    "damaged",
    [b"", b"old 1\n", b"old 01\n\nx", b"new 1\n\nx", b"old 1\nAAAA\n\nx", b"old 1\n\nx"],
)
def test_what_is_no_request_is_refused(damaged: bytes) -> None:
    """With the typed error."""
    with pytest.raises(MalformedDocumentError):
        parse_add_checkpoint(damaged)


def test_too_many_steps_are_refused() -> None:
    """No tree is so high."""
    asked = AddCheckpoint(1, (LEAVES[0],) * 64, request(1, 2).note)
    with pytest.raises(MalformedDocumentError):
        parse_add_checkpoint(str(asked).encode())
