"""The state of the whole ledger is signed, and never two states that contradict each other."""

from functools import partial
from pathlib import Path

import pytest

from both_sides.chain.checkpoint import checkpoint_of, leaf_hash
from both_sides.chain.merkle import CompactRange
from both_sides.chain.signed_note import parse_note
from both_sides.domain.ids import ScopeId
from both_sides.errors import (
    AnchorMissingError,
    ForkError,
    KeyUnavailableError,
    LedgerClosedError,
    RolledBackError,
    SignatureInvalidError,
    TamperedError,
)
from both_sides.store.trust_directory import TrustDirectory
from tests.trust.workplace import LOCAL, ORIGIN, Workplace

TEAM = ScopeId("team/a")


def by_hand(place: Workplace) -> bytes:
    """Compute the root of all events, from what the scopes say and the positions."""
    rows = {}
    for scope in place.store.scopes():
        for row in place.store.read(scope):
            position = place.store.tree.position(scope, row.link.n)
            assert position is not None
            rows[position] = leaf_hash(scope, row.link.n, row.link.seal_hex)
    tree = CompactRange()
    for position in range(1, len(rows) + 1):
        tree.append(rows[position])
    return tree.root()


def test_a_checkpoint_covers_every_event_of_every_scope(place: Workplace) -> None:
    """Its root is the one that is computed by hand; anchor and database have the note."""
    place.add(3)
    place.add(2, scope=TEAM)
    place.add(1)
    signed = place.sign()
    assert signed.is_new
    assert (signed.checkpoint.origin, signed.checkpoint.size) == (ORIGIN, 7)
    assert signed.checkpoint.root == by_hand(place)
    anchor = place.trust.anchor()
    assert anchor == signed.note
    stored = place.store.tree.checkpoint(ORIGIN, 7)
    assert stored is not None
    assert parse_note(stored.note.encode()) == signed.note
    assert signed.note.signed_by(place.trust.pinned()) == tuple(place.trust.pinned())


def test_checkpoints_grow(place: Workplace) -> None:
    """One after each batch, of any size, over full tiles; each is the tree by hand."""
    for number in (1, 1, 250, 1, 3, 300, 1):
        place.add(number, scope=TEAM if number == 3 else LOCAL)
        assert place.sign().checkpoint.root == by_hand(place)
    sizes = [stored.size for stored in place.store.tree.checkpoints(ORIGIN)]
    assert sizes == [2, 3, 253, 254, 257, 557, 558]


def test_nothing_new_is_signed_where_nothing_was_added(place: Workplace) -> None:
    """The same note, byte for byte; no size ever has two."""
    place.add(3)
    first, second = place.sign(), place.sign()
    assert (first.is_new, second.is_new) == (True, False)
    assert first.note == second.note
    place.reopen()
    assert place.sign().note == first.note


def test_many_events_are_taken_in_steps(sqlite_place: Workplace) -> None:
    """More than fit one step; the tiles are those of the tree."""
    place = sqlite_place
    place.add(20_000)
    signed = place.sign()
    assert signed.checkpoint.root == by_hand(place)
    place.add(1)
    assert place.sign().checkpoint.root == by_hand(place)
    assert place.checkpointer.checkpoint(rebuild=True).checkpoint.root == by_hand(place)


def test_an_empty_ledger_can_be_signed(tmp_path: Path) -> None:
    """Once it has a key, which is an event too."""
    place = Workplace(str(tmp_path / "ledger.db"), TrustDirectory(tmp_path / "trust"))
    with pytest.raises(KeyUnavailableError):
        place.sign()
    place.make_key()
    assert place.sign().checkpoint.size == 1
    place.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = :body WHERE scope = 'local' AND n = 2",
        "UPDATE events SET seal = previous WHERE scope = 'local' AND n = 3",
        "UPDATE events SET previous = seal WHERE scope = 'local' AND n = 1",
        "DELETE FROM events WHERE scope = 'local' AND n = 2",
    ],
)
def test_what_was_changed_before_it_was_signed_is_not_signed(
    place: Workplace, statement: str
) -> None:
    """What is signed was read back from the database and recomputed."""
    place.add(4)
    place.damage(statement, **({"body": b"{}"} if ":body" in statement else {}))
    with pytest.raises(TamperedError) as caught:
        place.sign()
    assert caught.value.code == "tampered"
    assert "position" in caught.value.facts
    assert place.trust.anchor() is None


def test_a_chain_cannot_go_on_from_a_link_that_was_not_signed(place: Workplace) -> None:
    """The link before the first new one must be a leaf of the signed tree."""
    place.add(3)
    place.sign()
    place.damage(
        "UPDATE events SET seal = :seal WHERE scope = 'local' AND n = 3",
        "UPDATE scopes SET seal = :seal WHERE scope = 'local'",
        seal="f" * 96,
    )
    place.add(1)
    with pytest.raises(TamperedError) as caught:
        place.sign()
    assert "was signed" in caught.value.message


def test_a_database_that_is_shorter_is_closed(place: Workplace) -> None:
    """It is said as rollback, with both sizes; nothing is appended, also by another process."""
    place.add(5)
    place.sign()
    place.damage(
        "DELETE FROM events WHERE scope = 'local' AND n > 2",
        *([] if place.is_sqlite else ["DELETE FROM positions WHERE scope = 'local' AND n > 2"]),
    )
    with pytest.raises(RolledBackError) as caught:
        place.sign()
    assert "anchor size 6, database size 3" in caught.value.message
    assert place.store.tree.closure() is not None
    place.reopen()
    with pytest.raises(LedgerClosedError):
        place.add(1)
    assert len(list(place.store.tree.checkpoints(ORIGIN))) == 1


def test_a_database_that_tells_another_history_is_closed(place: Workplace, tmp_path: Path) -> None:
    """Of the same length or longer; it is said as a fork, not as tampering."""
    other = Workplace(place.address, TrustDirectory(tmp_path / "other"))
    place.add(5)
    anchor = place.sign()
    other.trust.write_anchor(anchor.note)
    place.trust.write_anchor(anchor.note)
    rewrite(place)
    with pytest.raises(ForkError) as caught:
        place.checkpointer.checkpoint(rebuild=True)
    assert caught.value.code == "fork"
    assert "anchor size 6" in caught.value.message
    assert place.trust.anchor() == anchor.note
    with pytest.raises(ForkError):
        place.add(1)
    with pytest.raises(LedgerClosedError):
        other.add(1)
    place.reopen()
    with pytest.raises(LedgerClosedError):
        place.add(1)
    other.close()


def rewrite(place: Workplace) -> None:
    """Tell another history of the same length, sealed as if it had always been so."""
    from both_sides.chain.seal import seal

    rows = place.query("SELECT n, previous, body FROM events WHERE scope = 'local' ORDER BY n")
    previous = rows[0].previous
    for row in rows:
        body = bytes(row.body).replace(b"refuses", b"accepts")
        sealed = seal(previous, body)
        place.damage(
            "UPDATE events SET previous = :previous, seal = :seal, body = :body"
            " WHERE scope = 'local' AND n = :n",
            previous=previous,
            seal=sealed,
            body=body,
            n=row.n,
        )
        previous = sealed
    place.damage("UPDATE scopes SET seal = :seal WHERE scope = 'local'", seal=previous)


def test_a_lost_anchor_stops_signing(place: Workplace) -> None:
    """What the database says of itself is not enough."""
    place.add(2)
    place.sign()
    (place.trust.path / "anchor").unlink()
    with pytest.raises(AnchorMissingError):
        place.sign()


def test_an_anchor_of_somebody_else_is_not_believed(place: Workplace, tmp_path: Path) -> None:
    """Nor a note in the database that no trusted key signed."""
    other = Workplace(str(tmp_path / "other.db"), TrustDirectory(tmp_path / "other"))
    other.make_key(seed=b"o" * 32)
    place.add(1)
    place.trust.write_anchor(other.sign().note)
    with pytest.raises(SignatureInvalidError):
        place.sign()
    place.reopen()
    with pytest.raises(SignatureInvalidError):
        place.add(1)
    other.close()


def test_an_anchor_that_is_an_old_copy_is_brought_up(place: Workplace) -> None:
    """A later note that our key signed counts wherever it lies."""
    place.add(2)
    old = place.sign()
    place.add(2)
    new = place.sign()
    place.trust.write_anchor(old.note)
    place.add(1)
    signed = place.sign()
    assert signed.checkpoint.size == 6
    assert place.trust.anchor() == signed.note
    assert checkpoint_of(new.note).size == 5


def test_a_crash_between_anchor_and_database_is_mended_by_the_next_run(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether something was added since or not: one note a size, and the same."""
    place.add(3)
    place.sign()
    place.add(2)

    def crash(*_arguments: object) -> None:
        raise KeyboardInterrupt

    keep = place.store.tree.keep_checkpoint
    monkeypatch.setattr(place.store.tree, "keep_checkpoint", crash)
    with pytest.raises(KeyboardInterrupt):
        place.sign()
    monkeypatch.setattr(place.store.tree, "keep_checkpoint", keep)
    anchor = place.trust.anchor()
    assert anchor is not None
    assert checkpoint_of(anchor).size == 6
    assert place.store.tree.checkpoint(ORIGIN, 6) is None
    place.reopen()
    place.add(1)
    assert place.sign().checkpoint.root == by_hand(place)


def test_tiles_that_were_changed_stop_signing_until_they_are_made_anew(place: Workplace) -> None:
    """They follow from the events; the operator decides."""
    place.add(300)
    place.sign()
    place.damage("UPDATE tiles SET hashes = :hashes WHERE level = 1", hashes=b"\0" * 32)
    place.add(1)
    with pytest.raises(TamperedError) as caught:
        place.sign()
    assert "--rebuild" in caught.value.hint
    assert place.checkpointer.checkpoint(rebuild=True).checkpoint.root == by_hand(place)
    assert place.sign().checkpoint.root == by_hand(place)


def test_two_signers_of_one_ledger_take_turns(place: Workplace) -> None:
    """In two processes' worth of objects: every checkpoint continues the one before."""
    from concurrent.futures import ThreadPoolExecutor

    other = Workplace(place.address, place.trust)
    with ThreadPoolExecutor(4) as pool:
        jobs = [
            pool.submit(work)
            for _ in range(5)
            for work in (
                partial(place.add, 1),
                partial(other.add, 1, scope=TEAM),
                place.sign,
                other.sign,
            )
        ]
        for job in jobs:
            job.result()
    assert place.sign().checkpoint.root == by_hand(place)
    other.close()
