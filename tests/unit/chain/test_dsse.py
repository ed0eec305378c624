"""Envelopes as in DSSE: the published bytes, and nothing that was changed."""

import base64
import json

import pytest

from both_sides.chain.dsse import encode_before_signing, parse_envelope, sign_document
from both_sides.chain.note_keys import SignatureKind, SigningKey
from both_sides.errors import LedgerError, MalformedDocumentError, SignatureInvalidError

KEY = SigningKey("example.org/log", SignatureKind.NOTE, bytes(32))
OTHER = SigningKey("example.org/log", SignatureKind.NOTE, b"o" * 32)
KIND = "application/vnd.both-sides.dossier+json"


def test_the_signed_bytes_are_those_of_the_specification() -> None:
    """The example of DSSE's protocol page."""
    found = encode_before_signing("http://example.com/HelloWorld", b"hello world")
    assert found == b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"


def test_an_envelope_is_read_as_it_was_written() -> None:
    """With as many signatures as keys."""
    envelope = sign_document(KIND, b'{"a":1}', [KEY, OTHER])
    read = parse_envelope(envelope.to_json())
    assert read == envelope
    assert read.signed_by([OTHER.verifier]) == (OTHER.verifier,)
    assert read.signed_by([KEY.verifier, OTHER.verifier]) == (KEY.verifier, OTHER.verifier)


def test_another_payload_or_type_is_not_what_was_signed() -> None:
    """And another key did not sign."""
    envelope = sign_document(KIND, b'{"a":1}', [KEY])
    with pytest.raises(SignatureInvalidError):
        envelope.signed_by([OTHER.verifier])
    for member, value in (
        ("payload", base64.b64encode(b'{"a":2}').decode()),
        ("payloadType", "application/json"),
    ):
        changed = json.loads(envelope.to_json()) | {member: value}
        with pytest.raises(SignatureInvalidError):
            parse_envelope(json.dumps(changed).encode()).signed_by([KEY.verifier])


def test_no_changed_character_of_the_signed_parts_is_accepted() -> None:
    """The key id alone is a hint, which nothing covers."""
    whole = sign_document(KIND, b'{"a":1}', [KEY]).to_json()
    free = range(whole.index(b'"keyid"'), whole.index(b'"sig"'))
    for place in range(len(whole)):
        damaged = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        if place not in free and not whole[place : place + 1].isspace():
            with pytest.raises(LedgerError):
                parse_envelope(damaged).signed_by([KEY.verifier])


@pytest.mark.parametrize(
    "damaged",
    ["", "[]", "{}", '{"payloadType":"a","payload":"?","signatures":[]}',
     '{"payloadType":"a","payload":"AA==","signatures":{}}',
     '{"payloadType":"a","payload":"AA==","signatures":[{}]}',
     '{"payloadType":"a","payload":"AB==","signatures":[]}',
     '{"payloadType":1,"payload":"AA==","signatures":[]}'],
)  # fmt: skip
def test_what_is_no_envelope_is_refused(damaged: str) -> None:
    """With the typed error."""
    with pytest.raises(MalformedDocumentError):
        parse_envelope(damaged.encode())
