"""Tests 23 and 24 of spec/ledger.md, 8: clocks that are set; keys rotated, lost, revoked."""

import itertools
import stat
import sys
from pathlib import Path

import pytest

from both_sides.chain.note_keys import SignatureKind, SigningKey, format_signing_key
from both_sides.domain.custody import KeyStanding
from both_sides.errors import (
    KeyExistsError,
    KeyUnavailableError,
    LedgerError,
    MalformedDocumentError,
    NotFoundError,
    RefusedError,
)
from both_sides.service.trust.checkpointing import Checkpointer
from both_sides.service.trust.keys import (
    create_key,
    keys_from_command,
    list_keys,
    recorded_keys,
    retire_key,
    rotate_key,
)
from both_sides.service.verifying.findings import Level, Outcome
from both_sides.store.trust_directory import TrustDirectory
from tests.trust.workplace import LOCAL, ORIGIN, Workplace

SECOND = b"2" * 32


# --- 23: clocks -----------------------------------------------------------------


def test_order_never_depends_on_the_clock(place: Workplace) -> None:
    """Set back by years or forward: places follow the commits, and times never run backwards."""
    times = ["2026-10-03T09:30:00.000Z", "1999-01-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z"]
    for number, now in enumerate(itertools.islice(itertools.cycle(times), 12)):
        place.clock.now = now
        place.add(1, statement=f"Claim {number}.")
        if number % 4 == 0:
            place.sign()
    rows = list(place.store.read(LOCAL))
    assert [row.link.n for row in rows] == list(range(1, 13))
    assert [b"Claim %d." % n in row.link.body for n, row in enumerate(rows)] == [True] * 12
    stated = [row.at for row in rows]
    assert stated == sorted(stated)
    place.sign()
    positions = [place.store.tree.position(LOCAL, n) for n in range(1, 13)]
    assert positions == sorted(p for p in positions if p is not None)
    assert place.outcome() is Outcome.VERIFIED


# --- 24: keys -------------------------------------------------------------------


def rotated(place: Workplace) -> SigningKey:
    """Make the second key."""
    return rotate_key(
        place.ledger, place.trust, seed=SECOND, reason="a year has passed", actor="ada"
    ).key


def test_both_keys_sign_during_a_rotation(place: Workplace) -> None:
    """And a reader who pinned the old one follows to the new one."""
    place.add(2)
    place.sign()
    first = place.trust.pinned()[0]
    second = rotated(place).verifier
    assert second.name == first.name
    overlap = place.sign()
    assert set(overlap.note.signed_by([first, second])) == {first, second}
    retire_key(place.ledger, place.trust, first, reason="replaced", actor="ada")
    place.add(1)
    after = place.sign()
    assert after.note.signed_by([first, second]) == (second,)
    assert place.outcome() is Outcome.VERIFIED
    reader = TrustDirectory(place.trust.path.parent / "reader")
    reader.pin(first)
    reader.write_anchor(after.note)
    assert outcome_for(place, reader) is Outcome.VERIFIED
    standings = {key.verifier_key: key.standing for key in recorded_keys(place.ledger)}
    assert standings == {str(first): KeyStanding.RETIRED, str(second): KeyStanding.ACTIVE}


def outcome_for(place: Workplace, trust: TrustDirectory) -> Outcome:
    """Verify the ledger as somebody with other pins does."""
    from both_sides.service.verifying.verification import VerifyOptions, verify

    return verify(place.store, trust, VerifyOptions(level=Level.TREE)).outcome


def test_a_new_key_that_no_trusted_key_led_to_is_not_believed(place: Workplace) -> None:
    """Without an overlap, a reader of the old key has to be told by other means."""
    place.add(2)
    place.sign()
    first = place.trust.pinned()[0]
    place.trust.retire_signing_key(first)  # the secret half is lost
    second = rotated(place).verifier
    place.add(1)
    signed = place.sign()
    assert signed.note.signed_by([first, second]) == (second,)
    assert place.outcome() is Outcome.VERIFIED  # here the new key is pinned
    reader = TrustDirectory(place.trust.path.parent / "reader")
    reader.pin(first)
    reader.write_anchor(signed.note)
    assert outcome_for(place, reader) is Outcome.TAMPERED
    reader.pin(second)
    assert outcome_for(place, reader) is Outcome.VERIFIED


def test_a_revoked_key_is_not_believed_any_more(place: Workplace) -> None:
    """What it signs after its revocation, a thief has signed."""
    place.add(2)
    place.sign()
    first = place.trust.pinned()[0]
    rotated(place)
    place.sign()
    retire_key(place.ledger, place.trust, first, reason="stolen", actor="ada", is_revoked=True)
    assert first not in place.trust.pinned()
    place.add(1)
    place.sign()
    assert place.outcome() is Outcome.VERIFIED
    thief = SigningKey(ORIGIN, SignatureKind.NOTE, bytes(range(32)))
    place.add(1)
    from both_sides.chain.signed_note import sign_note

    text = str(place.sign().checkpoint)
    reader = TrustDirectory(place.trust.path.parent / "reader")
    reader.pin(first)
    reader.write_anchor(sign_note(text, [thief]))
    assert outcome_for(place, reader) is Outcome.TAMPERED


def test_the_only_key_is_not_retired(place: Workplace) -> None:
    """Nor one that the ledger does not know, nor one twice."""
    first = place.trust.pinned()[0]
    with pytest.raises(RefusedError):
        retire_key(place.ledger, place.trust, first, reason="why not", actor="ada")
    second = rotated(place).verifier
    retire_key(place.ledger, place.trust, first, reason="replaced", actor="ada")
    with pytest.raises(LedgerError):
        retire_key(place.ledger, place.trust, first, reason="again", actor="ada")
    stranger = SigningKey(ORIGIN, SignatureKind.NOTE, b"s" * 32).verifier
    with pytest.raises(NotFoundError):
        retire_key(place.ledger, place.trust, stranger, reason="who", actor="ada")
    listed = {key.verifier: key for key in list_keys(place.ledger, place.trust, [])}
    assert listed[second].is_pinned
    assert listed[first].record is not None


def test_a_key_lies_where_only_its_owner_can_read_it(sqlite_place: Workplace) -> None:
    """One that others can read is not used; none is overwritten; none is in the database."""
    place = sqlite_place
    (path,) = (place.trust.path / "keys").glob("*.key")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    secret = path.read_text().strip()
    assert secret.encode() not in Path(place.address).read_bytes()
    assert bytes(range(32)) not in Path(place.address).read_bytes()
    path.chmod(0o640)
    with pytest.raises(KeyUnavailableError) as caught:
        place.sign()
    assert "chmod 600" in caught.value.hint
    path.chmod(0o600)
    with pytest.raises(KeyExistsError):
        create_key(place.ledger, place.trust, seed=SECOND, origin=None, actor="ada")
    assert path.read_text().strip() == secret


def test_a_damaged_key_is_refused_without_being_shown(sqlite_place: Workplace) -> None:
    """The message says what to do, and not what the key was."""
    place = sqlite_place
    (path,) = (place.trust.path / "keys").glob("*.key")
    path.write_text(path.read_text()[:-9] + "AAAAAAAA\n")
    with pytest.raises(MalformedDocumentError) as caught:
        place.sign()
    assert "AAAA" not in str(caught.value)


def test_a_key_may_come_from_a_command(sqlite_place: Workplace, tmp_path: Path) -> None:
    """Which is run whenever something is signed; a failure of it is said in words."""
    place = sqlite_place
    (path,) = (place.trust.path / "keys").glob("*.key")
    secret = path.read_text()
    path.unlink()
    vault = tmp_path / "vault"
    vault.write_text(secret)
    keys = keys_from_command(f"cat {vault}")
    signer = Checkpointer(place.store, place.trust, keys, place.clock)
    place.add(1)
    assert signer.checkpoint().is_new
    assert place.outcome() is Outcome.VERIFIED
    for command in (
        "false",
        "/no/such/program",
        f"{sys.executable} -c 'import sys; sys.exit(3)'",
        "'",
    ):
        with pytest.raises(KeyUnavailableError):
            keys_from_command(command)()
    with pytest.raises(KeyUnavailableError):
        Checkpointer(place.store, place.trust, keys_from_command("true"), place.clock).checkpoint()
    with pytest.raises(MalformedDocumentError):
        keys_from_command("echo hello")()


def test_a_key_of_another_ledger_does_not_sign_this_one(sqlite_place: Workplace) -> None:
    """Two trust directories were mixed up."""
    place = sqlite_place
    place.add(1)
    place.sign()
    other = SigningKey("example.org/other", SignatureKind.NOTE, SECOND)
    signer = Checkpointer(place.store, place.trust, lambda: [other], place.clock)
    place.add(1)
    with pytest.raises(KeyUnavailableError):
        signer.checkpoint()
    place.trust.add_signing_key(other)
    with pytest.raises(KeyUnavailableError):
        place.sign()
    assert format_signing_key(other) not in str(place.trust.path)
