"""Tests 7 to 10 of spec/ledger.md, 8: old copies, two copies, and witnesses of every kind."""

import itertools
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from both_sides.chain.checkpoint import Checkpoint, checkpoint_of
from both_sides.chain.merkle import CompactRange, hash_leaf, prove_consistency
from both_sides.chain.note_keys import SignatureKind, SigningKey, timestamp_of
from both_sides.chain.signed_note import note_signature, parse_note, sign_note
from both_sides.chain.tiles import TileNodes
from both_sides.chain.witness_protocol import AddCheckpoint, WitnessAnswer
from both_sides.domain.custody import CUSTODY_SCOPE
from both_sides.errors import (
    ForkError,
    LedgerClosedError,
    LedgerError,
    RefusedError,
    RolledBackError,
    WitnessUnavailableError,
)
from both_sides.service.trust.notary import Finality
from both_sides.service.trust.recovering import recover
from both_sides.service.verifying.findings import Level, Outcome
from both_sides.store.trust_directory import TrustDirectory
from tests.replayed import require_replay
from tests.trust.witnesses import (
    NOW,
    make_witness,
    misbehaving,
    running_witness,
    set_policy,
    witness_key,
)
from tests.trust.workplace import LOCAL, ORIGIN, Workplace, claims_request

AT = "2026-10-04T08:00:00.000Z"


@pytest.fixture
def copied(sqlite_place: Workplace, tmp_path: Path) -> Iterator[tuple[Workplace, Path]]:
    """Give a ledger that was signed after a copy was made of it, and the copy."""
    place = sqlite_place
    place.add(4)
    place.sign()
    yesterday = tmp_path / "yesterday.db"
    place.copy_to(yesterday)
    place.add(3)
    place.sign()
    yield place, yesterday
    require_replay(place.store)


def every_note(place: Workplace) -> list[Checkpoint]:
    """List every checkpoint that was ever signed: stored, anchored, or kept by a recovery."""
    notes = [
        parse_note(stored.note.encode())
        for origin in place.store.tree.origins()
        for stored in place.store.tree.checkpoints(origin)
    ]
    anchor = place.trust.anchor()
    notes += [] if anchor is None else [anchor]
    kept = (place.trust.path / "histories").glob("*/checkpoint")
    return [checkpoint_of(note) for note in [*notes, *(parse_note(p.read_bytes()) for p in kept)]]


def require_one_tree_a_size(checkpoints: list[Checkpoint]) -> None:
    """Require that no two checkpoints contradict each other."""
    known: dict[tuple[str, int], bytes] = {}
    for checkpoint in checkpoints:
        place = checkpoint.origin, checkpoint.size
        assert known.setdefault(place, checkpoint.root) == checkpoint.root


# --- 7: yesterday's backup ------------------------------------------------------------------------


def test_yesterdays_backup_is_neither_signed_nor_appended_to(
    copied: tuple[Workplace, Path],
) -> None:
    """From the start; it can be read, and verify says what it is."""
    place, yesterday = copied
    place.replace_by(yesterday)
    with pytest.raises(RolledBackError) as caught:
        place.add(1)
    assert "anchor size 8, database size 5" in caught.value.message
    assert "recover" in caught.value.hint
    with pytest.raises(RolledBackError):
        place.sign()
    with pytest.raises(LedgerError):
        place.add(1)
    assert place.store.head(LOCAL).n == 4
    assert place.outcome(level=Level.TREE) is Outcome.TRUNCATED
    require_one_tree_a_size(every_note(place))


def test_a_backup_that_grew_past_the_anchor_unseen_is_a_fork(
    copied: tuple[Workplace, Path],
) -> None:
    """A program that did not look at the anchor wrote to it; nothing is signed over it."""
    place, yesterday = copied
    place.replace_by(yesterday)
    stranger = Workplace(place.address, TrustDirectory(place.trust.path.parent / "none"))
    stranger.add(9, statement="Another history.")
    stranger.close()
    with pytest.raises(ForkError):
        place.add(1)
    with pytest.raises(ForkError):
        place.sign()
    found = place.verify(level=Level.TREE)
    assert found.outcome is Outcome.FORK
    require_one_tree_a_size(every_note(place))


def test_the_right_database_brought_back_is_opened_again(copied: tuple[Workplace, Path]) -> None:
    """The history goes on as if nothing had happened; nothing to recover is said so."""
    place, yesterday = copied
    today = place.trust.path.parent / "today.db"
    place.copy_to(today)
    place.replace_by(yesterday)
    with pytest.raises(RolledBackError):
        place.sign()
    place.replace_by(today)
    place.add(1)
    assert place.sign().checkpoint.size == 9
    with pytest.raises(RefusedError):
        recover(place.ledger, place.trust, seed=b"n" * 32, reason="none", actor="ada", at=AT)


def test_a_database_that_was_closed_and_is_in_order_is_opened_by_recover(
    copied: tuple[Workplace, Path],
) -> None:
    """Under the same name, with the same key."""
    place, _ = copied
    place.store.tree.close_appends("somebody was worried", at=AT)
    place.reopen()
    with pytest.raises(LedgerClosedError):
        place.add(1)
    done = recover(
        place.ledger, place.trust, seed=b"n" * 32, reason="looked into", actor="ada", at=AT
    )
    assert done.checkpoint is None
    place.reopen()
    place.add(1)
    assert place.sign().checkpoint.origin == ORIGIN


def test_recover_keeps_both_histories(copied: tuple[Workplace, Path]) -> None:
    """The ledger goes on under another name; what was signed before is kept and named in it."""
    place, yesterday = copied
    lost = place.trust.anchor()
    assert lost is not None
    place.replace_by(yesterday)
    with pytest.raises(RolledBackError):
        place.sign()
    done = recover(
        place.ledger, place.trust, seed=b"n" * 32, reason="disk lost", actor="ada", at=AT
    )
    place.reopen()
    assert done.kept is not None
    assert parse_note((done.kept / "checkpoint").read_bytes()) == lost
    place.add(2)
    signed = place.sign()
    assert signed.checkpoint.origin == f"{ORIGIN}/recovered-1"
    assert signed.checkpoint.size == 9  # five that were there, two of the recovery, two new
    bodies = b"".join(row.link.body for row in place.store.read(CUSTODY_SCOPE))
    assert b"ledger.recovered" in bodies
    assert place.outcome() is Outcome.VERIFIED
    require_one_tree_a_size(every_note(place))
    # And again: the next generation has a name of its own.
    place.replace_by(yesterday)
    again = recover(
        place.ledger, place.trust, seed=b"m" * 32, reason="again", actor="ada", at=AT + "b"
    )
    assert again.key is not None
    assert again.key.name == f"{ORIGIN}/recovered-2"
    place.reopen()
    place.add(1)
    place.sign()
    require_one_tree_a_size(every_note(place))


def test_a_lost_anchor_is_recovered_from_too(copied: tuple[Workplace, Path]) -> None:
    """Nothing shows that this is what was signed, so it is not signed under its name."""
    place, _ = copied
    (place.trust.path / "anchor").unlink()
    with pytest.raises(LedgerError) as caught:
        place.sign()
    assert caught.value.code == "anchor_missing"
    done = recover(place.ledger, place.trust, seed=b"n" * 32, reason="lost", actor="ada", at=AT)
    assert done.abandoned is None
    place.reopen()
    assert place.sign().checkpoint.origin == f"{ORIGIN}/recovered-1"
    assert place.outcome() is Outcome.VERIFIED


# --- 8: two copies --------------------------------------------------------------------------------


def test_a_witness_refuses_the_second_of_two_copies_that_sign(
    sqlite_place: Workplace, tmp_path: Path
) -> None:
    """Database, anchor and key were all copied; only the witness can tell, and it does."""
    place = sqlite_place
    place.add(3)
    place.sign()
    place.copy_to(tmp_path / "copy.db")
    twin_trust = tmp_path / "twin"
    shutil.copytree(place.trust.path, twin_trust)
    twin = Workplace(str(tmp_path / "copy.db"), TrustDirectory(twin_trust))
    witness = make_witness(tmp_path / "witness", 1, *place.trust.pinned())
    with running_witness(witness) as address:
        for copy in (place, twin):
            set_policy(copy, "W1", W1=address)
        place.add(1, statement="One history.")
        twin.add(1, statement="Another history.")
        assert place.notary.settle(Finality.WITNESSED) is not None
        with pytest.raises(ForkError) as caught:
            twin.notary.settle(Finality.WITNESSED)
        assert "W1" in caught.value.message
        twin.add(5, statement="It goes on.")
        with pytest.raises(ForkError):
            twin.notary.settle(Finality.WITNESSED)
        place.add(1)
        assert place.notary.settle(Finality.WITNESSED) is not None
    assert place.outcome() is Outcome.VERIFIED
    assert twin.outcome() is Outcome.INCOMPLETE  # no checkpoint of its own is witnessed
    twin.close()


def test_a_witness_shows_a_rollback_of_database_and_anchor_together(
    sqlite_place: Workplace, tmp_path: Path
) -> None:
    """The ledger believes in itself; the witness remembers more."""
    place = sqlite_place
    witness = make_witness(tmp_path / "witness", 1, *place.trust.pinned())
    with running_witness(witness) as address:
        set_policy(place, "W1", W1=address)
        place.add(3)
        place.notary.settle(Finality.WITNESSED)
        old = place.trust.anchor()
        place.copy_to(tmp_path / "old.db")
        place.add(3)
        place.notary.settle(Finality.WITNESSED)
        place.replace_by(tmp_path / "old.db")
        assert old is not None
        place.trust.write_anchor(old)
        place.reopen()
        place.add(1, statement="Another history.")
        with pytest.raises(ForkError) as caught:
            place.notary.settle(Finality.WITNESSED)
    assert "has cosigned 7 events" in caught.value.message


# --- 9: witnesses that fail -----------------------------------------------------------------------


def test_a_witness_that_is_down_stops_no_append(sqlite_place: Workplace) -> None:
    """Only receipts that ask for it; the same request under the same key asks again."""
    place = sqlite_place
    set_policy(place, "W1", W1="http://127.0.0.1:1")
    place.add(2)
    signed, cosigning = place.notary.checkpoint()
    assert signed.is_new
    assert cosigning is not None
    assert not cosigning.is_enough
    assert "W1" in cosigning.failures
    ledger = place.waiting(Finality.WITNESSED)
    with pytest.raises(WitnessUnavailableError) as caught:
        ledger.record(LOCAL, claims_request(1, key="once"))
    assert "are recorded" in caught.value.message
    assert place.store.head(LOCAL).n == 3


def test_a_receipt_that_waited_in_vain_is_got_later_under_the_same_key(
    sqlite_place: Workplace, tmp_path: Path
) -> None:
    """One event, a replayed receipt, and now the witnessed checkpoint."""
    place = sqlite_place
    set_policy(place, "W1", W1="http://127.0.0.1:1")
    ledger = place.waiting(Finality.WITNESSED)
    with pytest.raises(WitnessUnavailableError):
        ledger.record(LOCAL, claims_request(1, key="once"))
    witness = make_witness(tmp_path / "witness", 1, *place.trust.pinned())
    with running_witness(witness) as address:
        set_policy(place, "W1", W1=address)
        receipt = ledger.record(LOCAL, claims_request(1, key="once"))
    assert receipt.replayed
    assert place.store.head(LOCAL).n == 1
    assert receipt.checkpoint is not None
    note = parse_note(receipt.checkpoint.encode())
    assert witness_key(1).verifier in note.signed_by([witness_key(1).verifier])
    assert timestamp_of(note.signatures[-1].signature) == NOW


@pytest.mark.parametrize("finality", list(Finality))
def test_receipts_wait_for_what_they_ask_for(
    sqlite_place: Workplace, tmp_path: Path, finality: Finality
) -> None:
    """Nothing, a checkpoint that covers the event, or one that is witnessed."""
    place = sqlite_place
    witness = make_witness(tmp_path / "witness", 1, *place.trust.pinned())
    with running_witness(witness) as address:
        set_policy(place, "W1", W1=address)
        receipt = place.waiting(finality).record(LOCAL, claims_request(2, key=None))
    if finality is Finality.COMMIT:
        assert receipt.checkpoint is None
        return
    assert receipt.checkpoint is not None
    note = parse_note(receipt.checkpoint.encode())
    assert checkpoint_of(note).size == 3
    cosigned = note.signed_by([witness_key(1).verifier])
    assert bool(cosigned)  # the witness is asked in both cases, and waited for in one


def test_a_slow_witness_costs_a_bounded_time(sqlite_place: Workplace, tmp_path: Path) -> None:
    """And the others are asked beside it."""
    place = sqlite_place
    place.witness_seconds = 3.0
    place.add(1)
    witness = make_witness(tmp_path / "witness", 2, *place.trust.pinned())
    is_over = threading.Event()

    def answer_too_late(_request: bytes) -> tuple[int, bytes]:
        is_over.wait()
        return 200, b""

    with ExitStack() as stack:
        slow = stack.enter_context(misbehaving(answer_too_late))
        stack.callback(is_over.set)
        quick = stack.enter_context(running_witness(witness))
        set_policy(place, "all", W1=slow, W2=quick)
        _, cosigning = place.notary.checkpoint()
    assert cosigning is not None
    assert set(cosigning.failures) == {"W1"}
    assert cosigning.note.signed_by([witness_key(2).verifier])


def lies(place: Workplace) -> list[tuple[str, int, bytes]]:
    """List answers that are no cosignatures of the checkpoint that is asked for."""
    key = witness_key(1)
    note = place.sign().note
    line = f"\u2014 {key.name} "

    def signature(text: str, *, signer: int = 1, at: int = NOW) -> bytes:
        signing = witness_key(signer)
        return f"{note_signature(signing, signing.cosign_text(text, at))}\n".encode()

    other = note.text.replace("\n2\n", "\n3\n")
    good = signature(note.text)
    return [
        ("nothing", 200, b""),
        ("no signature", 200, b"hello\n"),
        ("one of another text", 200, signature(other)),
        ("one of another witness", 200, signature(note.text, signer=2)),
        ("one of another kind", 200, f"{line}AAAAAAA=\n".encode()),
        ("one with another time", 200, good[:-8] + b"AAAAAA=\n"),
        ("a page", 200, b"<html>" * 100),
        ("too much", 200, b"x" * 1_000_000),
        ("an error", 500, b"down\n"),
        ("a conflict without a size", 409, b"no\n"),
        ("a size that changes", 409, b"1\n"),
        ("forbidden", 403, b"who are you\n"),
    ]


@pytest.mark.parametrize("number", range(12))
def test_a_lying_witness_is_not_believed(sqlite_place: Workplace, number: int) -> None:
    """Whatever it answers, no cosignature is kept, and nothing but the receipt fails."""
    place = sqlite_place
    place.add(1)
    name, status, data = lies(place)[number]
    with misbehaving(lambda _body: (status, data)) as address:
        set_policy(place, "W1", W1=address)
        with pytest.raises((WitnessUnavailableError, ForkError)):
            place.notary.settle(Finality.WITNESSED)
    stored = place.store.tree.checkpoint(ORIGIN)
    assert stored is not None
    assert stored.note.count("\u2014") == 1, name
    place.add(1)
    assert place.sign().is_new


def test_a_witness_that_replays_an_old_cosignature_is_not_believed(
    sqlite_place: Workplace, tmp_path: Path
) -> None:
    """It is of another checkpoint, and verifies for that one only."""
    place = sqlite_place
    place.add(1)
    witness = make_witness(tmp_path / "witness", 1, *place.trust.pinned())
    answers: list[bytes] = []

    def record(body: bytes) -> tuple[int, bytes]:
        answers.append(witness.add_checkpoint(body).text.encode())
        return 200, answers[0]

    with misbehaving(record) as address:
        set_policy(place, "W1", W1=address)
        assert place.notary.settle(Finality.WITNESSED) is not None
        place.add(1)
        with pytest.raises(WitnessUnavailableError):
            place.notary.settle(Finality.WITNESSED)


def test_enough_is_what_the_policy_says(sqlite_place: Workplace, tmp_path: Path) -> None:
    """Two of three; one that is down does not matter."""
    place = sqlite_place
    place.add(1)
    with ExitStack() as stack:
        addresses = {
            f"W{n}": stack.enter_context(
                running_witness(make_witness(tmp_path / f"w{n}", n, *place.trust.pinned()))
            )
            for n in (1, 2)
        }
        set_policy(place, "all", **addresses, W3="http://127.0.0.1:1")
        text = (place.trust.path / "policy").read_text()
        (place.trust.path / "policy").write_text(text.replace("group all all", "group all 2"))
        assert place.notary.settle(Finality.WITNESSED) is not None
        found = place.verify()
    assert found.outcome is Outcome.VERIFIED
    assert found.witnessed == 2


# --- 10: races at a witness -----------------------------------------------------------------------


def forks(number: int) -> list[AddCheckpoint]:
    """Make checkpoints of one size with different trees, signed by one key."""
    key = SigningKey(ORIGIN, SignatureKind.NOTE, bytes(range(32)))
    requests = []
    for count in range(number):
        tree = CompactRange()
        tree.append(hash_leaf(b"%d" % count))
        head = Checkpoint(ORIGIN, 1, tree.root())
        requests.append(AddCheckpoint(0, (), sign_note(str(head), [key])))
    return requests


def test_of_racing_requests_exactly_one_is_cosigned(
    sqlite_place: Workplace, tmp_path: Path
) -> None:
    """Sixteen forks at the same moment, through two witnesses of one directory."""
    witnesses = [
        make_witness(tmp_path / "witness", 1, *sqlite_place.trust.pinned()) for _ in range(2)
    ]
    requests = forks(16)
    barrier = threading.Barrier(16)

    def ask(number: int) -> WitnessAnswer:
        barrier.wait()
        body = str(requests[number]).encode()
        return witnesses[number % 2].add_checkpoint(body).decision.answer

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(ask, range(16)))
    assert answers.count(WitnessAnswer.COSIGN) == 1
    assert set(answers) == {WitnessAnswer.COSIGN, WitnessAnswer.CONFLICT}


def test_a_slower_request_never_rolls_a_witness_back(
    sqlite_place: Workplace, tmp_path: Path
) -> None:
    """Growing checkpoints in any order of arrival: what is cosigned only ever grows."""
    place = sqlite_place
    witness = make_witness(tmp_path / "witness", 1, *place.trust.pinned())
    notes = []
    for _ in range(5):
        place.add(1)
        notes.append(place.sign().note)
    sizes: list[int] = []
    for order in itertools.islice(itertools.permutations(range(5)), 0, 120, 17):
        for number in order:
            note = notes[number]
            checkpoint = checkpoint_of(note)
            old = max(sizes, default=0)
            nodes = TileNodes(checkpoint.size, place.store.tree.tile)
            steps = (
                tuple(prove_consistency(old, checkpoint.size, nodes))
                if 0 < old <= checkpoint.size
                else ()
            )
            request = AddCheckpoint(min(old, checkpoint.size), steps, note)
            decision = witness.add_checkpoint(str(request).encode()).decision
            if decision.answer is WitnessAnswer.COSIGN:
                sizes.append(checkpoint.size)
    assert sizes == sorted(sizes)
    assert sizes[-1] == 6
