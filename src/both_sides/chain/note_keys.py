"""Name, write and use the Ed25519 keys of signed notes: those of logs and those of witnesses.

    example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k

A verifier key is a name, a key id that covers name, kind and public key, and the public key with
its kind. A signing key is written as Go's notes write it. *This module does not* make, keep or find
keys: seeds and times come in as arguments.
"""

import re
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import sha256
from typing import Final

from both_sides.chain.strict_base64 import decode, encode
from both_sides.errors import MalformedDocumentError

KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
TIMESTAMP_SIZE: Final = 8
LATEST_TIMESTAMP: Final = 2**63 - 1
LONGEST_NAME: Final = 255

_PRIVATE: Final = "PRIVATE+KEY+"
_KEY: Final = re.compile(r"([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")
_COSIGNED: Final = "cosignature/v1\ntime {}\n{}"


class SignatureKind(IntEnum):
    """Say what a signature is over.

    *Source:* C2SP signed-note, "Signature types".
    """

    NOTE = 0x01
    COSIGNATURE = 0x04


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """Hold a public key with the name that goes with it.

    Args:
        name: Whose key; for a log its origin.
        kind: What it signs.
        public: The 32 bytes of an Ed25519 public key.
    """

    name: str
    kind: SignatureKind
    public: bytes

    @property
    def key_id(self) -> bytes:
        """Give the four bytes that stand before every signature.

        *Source:* C2SP signed-note, "Signatures".
        """
        named = f"{self.name}\n".encode() + bytes([self.kind]) + self.public
        return sha256(named).digest()[:4]

    def __str__(self) -> str:
        """Write the key as others pin it."""
        return f"{self.name}+{self.key_id.hex()}+{encode(bytes([self.kind]) + self.public)}"

    def verifies(self, text: str, signature: bytes) -> bool:
        """Tell whether a signature, as it stands in a note, is by this key over this text."""
        if self.kind is SignatureKind.COSIGNATURE:
            if len(signature) != TIMESTAMP_SIZE + SIGNATURE_SIZE:
                return False
            timestamp = timestamp_of(signature)
            if timestamp > LATEST_TIMESTAMP:
                return False
            signature, text = signature[TIMESTAMP_SIZE:], _COSIGNED.format(timestamp, text)
        return self.verifies_bytes(text.encode(), signature)

    def verifies_bytes(self, message: bytes, signature: bytes) -> bool:
        """Tell whether a bare signature is by this key over these bytes.

        *Source:* RFC 8032, 5.1.7.
        """
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """Hold a private key with the name that goes with it.

    Args:
        name: Whose key; for a log its origin.
        kind: What it signs.
        seed: The 32 bytes that the key follows from.
    """

    name: str
    kind: SignatureKind
    seed: bytes = field(repr=False)

    @property
    def verifier(self) -> VerifierKey:
        """Give the public key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return VerifierKey(self.name, self.kind, public)

    def sign(self, data: bytes) -> bytes:
        """Sign bytes; every signature of a text is of this kind.

        *Source:* RFC 8032, 5.1.6.
        """
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(data)

    def sign_text(self, text: str) -> bytes:
        """Sign the text of a note as a log does."""
        return self.sign(text.encode())

    def cosign_text(self, text: str, timestamp: int) -> bytes:
        """Sign a checkpoint as a witness does.

        Args:
            text: The text of the checkpoint.
            timestamp: When, in seconds since 1970.

        *Source:* C2SP tlog-cosignature, "Ed25519 signed message".
        """
        signature = self.sign(_COSIGNED.format(timestamp, text).encode())
        return timestamp.to_bytes(TIMESTAMP_SIZE, "big") + signature


def timestamp_of(cosignature: bytes) -> int:
    """Read when a witness signed, in seconds since 1970."""
    return int.from_bytes(cosignature[:TIMESTAMP_SIZE], "big")


def is_key_name(name: str) -> bool:
    """Tell whether a text may name a key.

    *Source:* C2SP signed-note, "Format" (no spaces, no plus); control characters would break lines.
    """
    is_one_word = bool(name) and not any(letter.isspace() or letter == "+" for letter in name)
    return is_one_word and name.isprintable() and len(name.encode()) <= LONGEST_NAME


def parse_verifier_key(text: str) -> VerifierKey:
    """Read a verifier key.

    Raises:
        MalformedDocumentError: It is none, or was changed: its id does not match.

    *Source:* C2SP signed-note, "Verifier keys".
    """
    read = _read(text)
    if read is not None:
        name, key_id, kind, public = read
        key = VerifierKey(name, kind, public)
        if key.key_id == key_id:
            return key
    raise MalformedDocumentError(
        f"{text[:200]!r} is no verifier key",
        hint="a verifier key is NAME+8 hexadecimal digits+base64, as `both-sides key show` prints"
        " it; copy it whole",
        field="key",
    )


def parse_signing_key(text: str) -> SigningKey:
    """Read a signing key.

    Raises:
        MalformedDocumentError: It is none, or was changed: its id does not match.
    """
    read = _read(text.removeprefix(_PRIVATE)) if text.startswith(_PRIVATE) else None
    if read is not None:
        name, key_id, kind, seed = read
        key = SigningKey(name, kind, seed)
        if key.verifier.key_id == key_id:
            return key
    raise MalformedDocumentError(  # the text is secret, so it is not shown
        "that is no signing key",
        hint=f"a signing key begins with {_PRIVATE} and is one line; restore it from its backup",
        field="key",
    )


def format_signing_key(key: SigningKey) -> str:
    """Write a signing key; the text is as secret as the key."""
    secret = encode(bytes([key.kind]) + key.seed)
    return f"{_PRIVATE}{key.name}+{key.verifier.key_id.hex()}+{secret}"


def _read(text: str) -> tuple[str, bytes, SignatureKind, bytes] | None:
    match = _KEY.fullmatch(text)
    data = decode(match[3]) if match is not None else None
    if match is None or data is None or not is_key_name(match[1]):
        return None
    if len(data) != 1 + KEY_SIZE or data[0] not in set(SignatureKind):
        return None
    return match[1], bytes.fromhex(match[2]), SignatureKind(data[0]), data[1:]
