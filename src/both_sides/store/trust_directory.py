"""Keep what must not lie in the database: the last signed checkpoint, keys, pins, a policy.

    anchor        the last checkpoint that was signed here
    keys/         the signing keys, one a file, for their owner's eyes only
    pinned        the verifier keys that are trusted, one a line
    policy        which witnesses are asked, and how many must cosign
    histories/    what `both-sides recover` kept

Whoever can write to the database and not to this directory cannot rewrite the ledger unseen; it
should be on another disk, or belong to another user. *This module does not* judge what it keeps.
"""

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from both_sides.chain.note_keys import (
    SigningKey,
    VerifierKey,
    format_signing_key,
    parse_signing_key,
    parse_verifier_key,
)
from both_sides.chain.signed_note import SignedNote, parse_note
from both_sides.chain.witness_policy import WitnessPolicy, parse_policy
from both_sides.errors import KeyExistsError, KeyUnavailableError, StoreUnavailableError
from both_sides.store.durable_file import (
    PRIVATE,
    make_directory,
    read_file,
    unwritable,
    write_durably,
)

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class TrustDirectory:
    """Read and write the files of one trust directory.

    Args:
        path: The directory; it need not be there before something is kept.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Be the only one, among threads and processes, who changes what is kept here.

        Raises:
            StoreUnavailableError: The directory cannot be made or written.
        """
        make_directory(self.path, mode=0o750)
        try:
            descriptor = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o640)
        except OSError as error:
            raise unwritable(self.path / "lock", error) from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)  # which lets the lock go

    # --- the anchor -----------------------------------------------------------------

    def anchor(self) -> SignedNote | None:
        """Read the last checkpoint that was signed here, unverified; None where there is none.

        Raises:
            MalformedDocumentError: The file is no signed note.
        """
        data = read_file(self.path / "anchor")
        return None if data is None else parse_note(data)

    def write_anchor(self, note: SignedNote) -> None:
        """Keep a checkpoint as the last one, and return when it survives a crash."""
        make_directory(self.path, mode=0o750)
        write_durably(self.path / "anchor", str(note).encode())

    # --- keys -----------------------------------------------------------------------

    def signing_keys(self) -> list[SigningKey]:
        """Read the signing keys, by their names.

        Raises:
            KeyUnavailableError: A file can be read by others, or is no key.
        """
        folder = self.path / "keys"
        paths = sorted(folder.glob("*.key")) if folder.is_dir() else []
        return [_read_key(path) for path in paths]

    def has_signing_key(self) -> bool:
        """Tell whether there is a signing key, without reading it."""
        folder = self.path / "keys"
        return folder.is_dir() and any(folder.glob("*.key"))

    def add_signing_key(self, key: SigningKey) -> Path:
        """Keep a signing key where only its owner can read it; none is ever overwritten.

        Raises:
            KeyExistsError: There is one of that id.
        """
        path = self._key_path(key.verifier)
        make_directory(path.parent, mode=0o700)
        try:
            secret = f"{format_signing_key(key)}\n".encode()
            write_durably(path, secret, mode=PRIVATE, replace=False)
        except FileExistsError:
            raise KeyExistsError(
                f"there is a key {path.name} already",
                hint="keep it; `both-sides key rotate` puts a new one beside it",
                file=str(path),
            ) from None
        return path

    def retire_signing_key(self, key: VerifierKey) -> None:
        """Put a signing key out of use; the file stays, under another name."""
        path = self._key_path(key)
        if path.exists():
            path.replace(path.with_suffix(".retired"))

    def pinned(self) -> list[VerifierKey]:
        """Read the verifier keys that are trusted.

        Raises:
            MalformedDocumentError: A line is no verifier key.
        """
        text = (read_file(self.path / "pinned") or b"").decode("utf-8", "replace")
        lines = (line.strip() for line in text.splitlines())
        return [parse_verifier_key(line) for line in lines if line and not line.startswith("#")]

    def pin(self, key: VerifierKey) -> None:
        """Trust a verifier key from now on."""
        make_directory(self.path, mode=0o750)
        keys = dict.fromkeys([*self.pinned(), key])
        write_durably(self.path / "pinned", "".join(f"{pin}\n" for pin in keys).encode())

    def unpin(self, key: VerifierKey) -> None:
        """Trust a verifier key no more."""
        keys = [pin for pin in self.pinned() if pin != key]
        write_durably(self.path / "pinned", "".join(f"{pin}\n" for pin in keys).encode())

    # --- witnesses and histories ------------------------------------------------------

    def policy(self) -> WitnessPolicy | None:
        """Read which witnesses are asked, or answer None where none are.

        Raises:
            MalformedDocumentError: The file is no policy.
        """
        data = read_file(self.path / "policy")
        return None if data is None else parse_policy(data)

    def history(self, name: str) -> Path:
        """Make a directory for a history that is kept.

        Raises:
            StoreUnavailableError: It cannot be made, or there is one.
        """
        path = self.path / "histories" / name
        if path.exists():
            raise StoreUnavailableError(
                f"{path} is there already",
                hint="move it away; both histories are to be kept apart",
                directory=str(path),
            )
        make_directory(path)
        return path

    def _key_path(self, key: VerifierKey) -> Path:
        return self.path / "keys" / f"{key.key_id.hex()}.key"


def _read_key(path: Path) -> SigningKey:
    """Read a signing key, and refuse one that others can read.

    *Source:* spec/ledger.md, 4.5 (a 0600 file).
    """
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise KeyUnavailableError(
            f"the signing key {path} cannot be read: {reason}",
            hint="run as its owner, or restore it from its backup",
            file=str(path),
        ) from None
    if mode & _OTHERS:
        raise KeyUnavailableError(
            f"the signing key {path} can be read or written by others",
            hint=f"chmod 600 {path}, and rotate the key if somebody may have read it",
            file=str(path),
        )
    return parse_signing_key(text.strip())
