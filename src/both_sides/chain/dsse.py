"""Sign a whole document in an envelope, as in DSSE: what is signed also says what it is.

    {"payloadType": "…", "payload": "eyJmb3JtYXQiOi…", "signatures": [{"keyid": "…", "sig": "…"}]}

*This module does not* know what a document says.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from both_sides.chain.note_keys import SigningKey, VerifierKey
from both_sides.chain.strict_base64 import decode, encode
from both_sides.errors import MalformedDocumentError, SignatureInvalidError


@dataclass(frozen=True, slots=True)
class Envelope:
    """Hold a signed document.

    Args:
        payload_type: What it is, as a media type.
        payload: Its bytes.
        signatures: For each key that signed, the id of the key as text, and the signature.
    """

    payload_type: str
    payload: bytes
    signatures: tuple[tuple[str, bytes], ...]

    def to_json(self) -> bytes:
        """Write the envelope.

        *Source:* DSSE, envelope.md, "Standard JSON envelope".
        """
        members = {
            "payloadType": self.payload_type,
            "payload": encode(self.payload),
            "signatures": [{"keyid": key_id, "sig": encode(s)} for key_id, s in self.signatures],
        }
        return orjson.dumps(members, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)

    def signed_by(self, keys: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
        """Name the trusted keys that signed the document.

        Raises:
            SignatureInvalidError: None of them did.

        *Source:* DSSE, protocol.md, "Protocol"; the key id is a hint only, so every key is tried.
        """
        message = encode_before_signing(self.payload_type, self.payload)
        found = tuple(
            key
            for key in keys
            if any(key.verifies_bytes(message, signature) for _, signature in self.signatures)
        )
        if not found:
            raise SignatureInvalidError(
                "no trusted key signed the document",
                hint="pin the verifier key of who is to have signed it, or ask for it again",
                key_ids=[key_id for key_id, _ in self.signatures],
            )
        return found


def sign_document(payload_type: str, payload: bytes, keys: Iterable[SigningKey]) -> Envelope:
    """Sign a document with one or more keys.

    *Source:* DSSE, protocol.md, "Signature definition".
    """
    message = encode_before_signing(payload_type, payload)
    signatures = ((key_id_text(key.verifier), key.sign(message)) for key in keys)
    return Envelope(payload_type, payload, tuple(signatures))


def parse_envelope(data: bytes) -> Envelope:
    """Read an envelope; nothing in it is to be believed before `Envelope.signed_by` has looked.

    Raises:
        MalformedDocumentError: It is none.
    """
    try:
        members = orjson.loads(data)
    except orjson.JSONDecodeError:
        members = None
    envelope = _read(members) if isinstance(members, dict) else None
    if envelope is None:
        raise MalformedDocumentError(
            "that is no signed envelope",
            hint="an envelope has payloadType, payload and signatures; payload and sig are base64",
        )
    return envelope


def key_id_text(key: VerifierKey) -> str:
    """Name a key in an envelope: the beginning of its verifier key."""
    return f"{key.name}+{key.key_id.hex()}"


def encode_before_signing(payload_type: str, payload: bytes) -> bytes:
    """Write the bytes that are signed, in which type and document cannot run into each other.

    *Source:* DSSE, protocol.md, "Signature definition" (PAE).
    """
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def _read(members: dict[str, Any]) -> Envelope | None:
    kind, payload, signatures = (
        members.get(name) for name in ("payloadType", "payload", "signatures")
    )
    if not isinstance(kind, str) or not isinstance(payload, str):
        return None
    body = decode(payload)
    if body is None or not isinstance(signatures, list):
        return None
    found = []
    for line in signatures:
        sig = line.get("sig") if isinstance(line, dict) else None
        signature = decode(sig) if isinstance(sig, str) else None
        if signature is None:
            return None
        found.append((str(line.get("keyid", "")), signature))
    return Envelope(kind, body, tuple(found))
