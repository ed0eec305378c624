"""Read and write signed notes: a text, and signatures of it, one a line.

    This is an example message.

    — example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3…

Signatures by keys that the reader does not know are carried along and mean nothing. *This module
does not* understand the text; see `both_sides.chain.checkpoint`.
"""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from both_sides.chain.note_keys import SigningKey, VerifierKey, is_key_name
from both_sides.chain.strict_base64 import decode, encode
from both_sides.errors import MalformedDocumentError, SignatureInvalidError

LONGEST_NOTE: Final = 1 << 20
MOST_SIGNATURES: Final = 100
_KEY_ID_SIZE: Final = 4
_DASH: Final = "\u2014 "


@dataclass(frozen=True, slots=True)
class NoteSignature:
    """Hold one signature line.

    Args:
        name: Whose key signed.
        encoded: The id of the key, four bytes, and the signature, as base64. What the signature
            consists of depends on the kind of the key.
    """

    name: str
    encoded: str

    @property
    def key_id(self) -> bytes:
        """Tell which of its keys signed."""
        return base64.b64decode(self.encoded)[:_KEY_ID_SIZE]

    @property
    def signature(self) -> bytes:
        """Give what the key made of the text; empty where the base64 has not its one form."""
        return (decode(self.encoded) or b"")[_KEY_ID_SIZE:]

    def __str__(self) -> str:
        """Write the line, without its end."""
        return f"{_DASH}{self.name} {self.encoded}"


@dataclass(frozen=True, slots=True)
class SignedNote:
    """Hold a text with its signatures, verified or not.

    Args:
        text: What was signed, with the line end that it ends in.
        signatures: The signatures, in their order.
    """

    text: str
    signatures: tuple[NoteSignature, ...]

    def __str__(self) -> str:
        """Write the note."""
        return self.text + "\n" + "".join(f"{signature}\n" for signature in self.signatures)

    def signed_by(self, keys: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
        """Name those of some trusted keys that signed the note.

        Args:
            keys: The keys that are trusted.

        Returns:
            The keys whose signatures verify; none where no key of these signed.

        Raises:
            SignatureInvalidError: A signature says that it is by a trusted key, and is not.

        *Source:* C2SP signed-note, "Signatures".
        """
        trusted = {(key.name, key.key_id): key for key in keys}
        found = []
        for signature in self.signatures:
            key = trusted.get((signature.name, signature.key_id))
            if key is None:
                continue
            if not key.verifies(self.text, signature.signature):
                raise SignatureInvalidError(
                    f"the signature of {key.name} does not match the text",
                    hint="the note was changed after it was signed; ask its author for it again",
                    name=key.name,
                    key_id=key.key_id.hex(),
                )
            found.append(key)
        return tuple(dict.fromkeys(found))

    def with_signatures(self, signatures: Iterable[NoteSignature]) -> "SignedNote":
        """Add signatures that are not there yet, for example those of witnesses."""
        return SignedNote(self.text, tuple(dict.fromkeys([*self.signatures, *signatures])))


def sign_note(text: str, keys: Sequence[SigningKey]) -> SignedNote:
    """Sign a text with one or more keys.

    Args:
        text: It ends in a line end.
        keys: Keys of the kind that signs notes.
    """
    lines = [note_signature(key, key.sign_text(text)) for key in keys]
    return SignedNote(text, tuple(lines))


def note_signature(key: SigningKey, signature: bytes) -> NoteSignature:
    """Put a key's name and id before what it signed."""
    return NoteSignature(key.name, encode(key.verifier.key_id + signature))


def parse_note(data: bytes) -> SignedNote:
    """Read a note; nothing in it is to be believed before `SignedNote.signed_by` has looked.

    Raises:
        MalformedDocumentError: It is no signed note.

    *Source:* C2SP signed-note, "Format".
    """
    try:
        whole = data.decode("utf-8")
    except UnicodeDecodeError:
        raise _refusal("it is not UTF-8") from None
    if len(data) > LONGEST_NOTE:
        raise _refusal(f"it is longer than {LONGEST_NOTE:,} bytes")
    if any(letter < " " and letter != "\n" for letter in whole):
        raise _refusal("it has a control character in it")
    # The last empty line parts text and signatures; the text may have empty lines of its own.
    text, separator, block = whole.rpartition("\n\n")
    if not separator or not block.endswith("\n"):
        raise _refusal("there is no signature after an empty line")
    return SignedNote(text + "\n", parse_signatures(block))


def parse_signatures(block: str) -> tuple[NoteSignature, ...]:
    """Read signature lines, as a witness answers with them.

    Raises:
        MalformedDocumentError: A line is none, or there are too many or none at all.
    """
    lines = block.split("\n")
    if lines.pop() != "" or not 1 <= len(lines) <= MOST_SIGNATURES:
        raise _refusal(f"it has not 1 to {MOST_SIGNATURES} whole signature lines")
    return tuple(map(_parse_signature, lines))


def _parse_signature(line: str) -> NoteSignature:
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    try:
        data = base64.b64decode(encoded, validate=True)
    except ValueError:
        data = b""
    if not line.startswith(_DASH) or not is_key_name(name) or len(data) <= _KEY_ID_SIZE:
        raise _refusal("a line after the empty line is no signature")
    return NoteSignature(name, encoded)


def _refusal(reason: str) -> MalformedDocumentError:
    return MalformedDocumentError(
        f"that is no signed note: {reason}",
        hint="a note is a text, an empty line, and lines such as — NAME BASE64; copy it whole",
        reason=reason,
    )
