"""Signed notes as in C2SP signed-note and tlog-cosignature: every public vector, and no forgery."""

import base64
import contextlib
import json
from typing import Any

import pytest

from both_sides.chain.note_keys import (
    SignatureKind,
    SigningKey,
    VerifierKey,
    format_signing_key,
    is_key_name,
    parse_signing_key,
    parse_verifier_key,
    timestamp_of,
)
from both_sides.chain.signed_note import (
    MOST_SIGNATURES,
    note_signature,
    parse_note,
    parse_signatures,
    sign_note,
)
from both_sides.errors import LedgerError, MalformedDocumentError, SignatureInvalidError
from tests.shared import shared

KEY = SigningKey("example.org/log", SignatureKind.NOTE, bytes(range(32)))
OTHER = SigningKey("example.org/log", SignatureKind.NOTE, bytes(32))
WITNESS = SigningKey("witness.example/w", SignatureKind.COSIGNATURE, b"w" * 32)
TEXT = "example.org/log\n3\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n"


def vectors() -> dict[str, Any]:
    """Read the public notes."""
    document: dict[str, Any] = json.loads(shared("data/tlog/notes.json").read_text())
    return document


def key_of(vector: dict[str, Any]) -> VerifierKey:
    """Read the key of a public note, in whichever of three forms it is given."""
    if "vkey" in vector:
        return parse_verifier_key(vector["vkey"])
    origin = vector["note"].partition("\n")[0]
    if "seed_hex" in vector:
        return SigningKey(origin, SignatureKind.NOTE, bytes.fromhex(vector["seed_hex"])).verifier
    public = base64.b64decode(vector["spki_b64"])[-32:]
    return VerifierKey(origin, SignatureKind.NOTE, public)


def test_every_public_note_is_accepted_and_written_as_it_was() -> None:
    """Six notes of five projects, one of them with a timestamped cosignature."""
    found = vectors()["notes"]
    assert len(found) == 6
    for vector in found:
        key = key_of(vector)
        note = parse_note(vector["note"].encode())
        assert note.signed_by([key]) == (key,), vector["origin"]
        assert str(note) == vector["note"]
        assert "vkey" not in vector or str(key) == vector["vkey"]


def test_the_public_cosignature_says_when() -> None:
    """Its timestamp is inside the signature."""
    (vector,) = (vector for vector in vectors()["notes"] if vector.get("kind") == "cosignature")
    note = parse_note(vector["note"].encode())
    assert key_of(vector).kind is SignatureKind.COSIGNATURE
    assert timestamp_of(note.signatures[1].signature) == 1767139200


def test_every_public_bad_key_is_refused() -> None:
    """Too long, or of an unknown kind."""
    found = vectors()["bad_vkeys"]
    assert len(found) == 2
    for text in found:
        with pytest.raises(MalformedDocumentError):
            parse_verifier_key(text)


def test_keys_are_read_as_they_were_written() -> None:
    """Both kinds, both halves; the secret half stays out of every repr."""
    for key in (KEY, WITNESS):
        assert parse_signing_key(format_signing_key(key)) == key
        assert parse_verifier_key(str(key.verifier)) == key.verifier
        assert "seed" not in repr(key)
    assert KEY.verifier.key_id != OTHER.verifier.key_id


def test_signing_is_deterministic() -> None:
    """The same text and key give the same note, so no size ever has two."""
    assert sign_note(TEXT, [KEY]) == sign_note(TEXT, [KEY])


def test_several_keys_sign_one_note() -> None:
    """During a rotation, both; a reader who knows one finds it."""
    note = parse_note(str(sign_note(TEXT, [KEY, OTHER])).encode())
    assert note.signed_by([OTHER.verifier]) == (OTHER.verifier,)
    assert note.signed_by([KEY.verifier, OTHER.verifier]) == (KEY.verifier, OTHER.verifier)
    assert note.signed_by([WITNESS.verifier]) == ()


def test_a_witness_signs_text_and_time() -> None:
    """With the same text and another time, it is another signature."""
    note = sign_note(TEXT, [KEY])
    cosigned = note.with_signatures(
        [note_signature(WITNESS, WITNESS.cosign_text(TEXT, 1_700_000_000))]
    )
    assert cosigned.signed_by([WITNESS.verifier]) == (WITNESS.verifier,)
    signature = cosigned.signatures[1].signature
    assert timestamp_of(signature) == 1_700_000_000
    later = (1_700_000_001).to_bytes(8, "big") + signature[8:]
    assert not WITNESS.verifier.verifies(TEXT, later)
    assert not WITNESS.verifier.verifies(TEXT, signature[8:])
    assert not WITNESS.verifier.verifies(TEXT, b"\xff" * 8 + signature[8:])


def test_a_note_key_does_not_verify_a_cosignature() -> None:
    """Their ids differ although the key is the same, and so does what is signed."""
    twin = SigningKey(WITNESS.name, SignatureKind.NOTE, WITNESS.seed)
    note = sign_note(TEXT, [KEY]).with_signatures(
        [note_signature(WITNESS, WITNESS.cosign_text(TEXT, 1))]
    )
    assert note.signed_by([twin.verifier]) == ()


def test_a_signature_that_does_not_match_condemns_the_note() -> None:
    """Also where another key signed it well."""
    note = str(sign_note(TEXT, [KEY, OTHER])).replace("\n3\n", "\n4\n")
    with pytest.raises(SignatureInvalidError) as caught:
        parse_note(note.encode()).signed_by([KEY.verifier])
    assert caught.value.code == "signature_invalid"


@pytest.mark.slow
def test_no_changed_byte_of_a_note_is_accepted() -> None:
    """Every byte, changed in each of eight bits, removed, or doubled."""
    whole = str(sign_note(TEXT, [KEY])).encode()
    for place in range(len(whole)):
        others = [bytes([whole[place] ^ 1 << bit]) for bit in range(8)]
        others += [b"", whole[place : place + 1] * 2]
        for other in others:
            damaged = whole[:place] + other + whole[place + 1 :]
            if damaged == whole:
                continue
            with contextlib.suppress(LedgerError):  # a typed refusal is as good
                assert parse_note(damaged).signed_by([KEY.verifier]) == ()


def test_no_changed_byte_of_a_key_is_accepted() -> None:
    """Its id covers name, kind and bytes, and its base64 has one form."""
    for text, parse in (
        (str(KEY.verifier), parse_verifier_key),
        (format_signing_key(KEY), parse_signing_key),
    ):
        for place in range(len(text)):
            for other in (
                "",
                text[place] * 2,
                *(chr(ord(text[place]) ^ 1 << bit) for bit in range(8)),
            ):
                with pytest.raises(MalformedDocumentError):
                    parse(text[:place] + other + text[place + 1 :] if other != text[place] else "")


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\u00a0b", "a\nb", "x" * 256, "a\u2028b"])
def test_names_with_spaces_or_plus_are_refused(name: str) -> None:
    """They would break the lines that they stand in."""
    assert not is_key_name(name)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"\xff",
        b"text\n",
        b"text\n\n",
        b"text\n\n\xe2\x80\x94 name\n",
        b"text\n\n\xe2\x80\x94 name AAAAAA==\n",
        b"text\n\n\xe2\x80\x94 name AAAAAAA=",
        b"te\txt\n\n\xe2\x80\x94 name AAAAAAA=\n",
        b"text\n\n- name AAAAAAA=\n",
        b"x" * (1 << 20) + b"\n\n\xe2\x80\x94 name AAAAAAA=\n",
        b"text\n\n" + b"\xe2\x80\x94 name AAAAAAA=\n" * (MOST_SIGNATURES + 1),
    ],
)
def test_what_is_no_note_is_refused(damaged: bytes) -> None:
    """With the typed error, and nothing else."""
    with pytest.raises(MalformedDocumentError):
        parse_note(damaged)


def test_a_text_may_have_empty_lines() -> None:
    """The last empty line parts it from the signatures."""
    note = sign_note("one\n\ntwo\n", [KEY])
    assert parse_note(str(note).encode()) == note
    assert parse_signatures(f"{note.signatures[0]}\n") == note.signatures
