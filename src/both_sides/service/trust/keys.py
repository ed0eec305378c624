"""Make, list, replace and retire the keys that sign for a ledger.

A key lies in the trust directory or comes from a command, never in the database. That it signs, and
since when, is an event in the scope `both-sides/custody`: a reader who trusts one key follows the
ledger to the next. During a rotation both keys sign. *This module does not* read the environment or
make randomness: seeds come in as arguments.
"""

import shlex
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from both_sides.chain.note_keys import (
    SignatureKind,
    SigningKey,
    VerifierKey,
    is_key_name,
    parse_signing_key,
    parse_verifier_key,
)
from both_sides.domain.commands import Command, IntroduceKey, RetireKey
from both_sides.domain.custody import CUSTODY_SCOPE, KeyStanding, LogKey
from both_sides.domain.decide import decide
from both_sides.errors import (
    InvalidInputError,
    KeyExistsError,
    KeyUnavailableError,
    NotFoundError,
    RefusedError,
)
from both_sides.service.ledger import Ledger
from both_sides.service.requests import Decision, Request
from both_sides.store.trust_directory import TrustDirectory

COMMAND_SECONDS: Final = 60
FIRST_REASON: Final = "the first key of this ledger"


@dataclass(frozen=True, slots=True)
class MadeKey:
    """Hold a key that was made.

    Args:
        key: The key; whoever shows it gives it away.
        path: Where it was kept, or None where its owner keeps it.
    """

    key: SigningKey
    path: Path | None


@dataclass(frozen=True, slots=True)
class ListedKey:
    """Hold what is known of one key.

    Args:
        verifier: The key.
        record: What the ledger recorded of it, or None.
        is_pinned: Whether it is trusted here.
        signs: Whether its secret half is at hand.
    """

    verifier: VerifierKey
    record: LogKey | None
    is_pinned: bool
    signs: bool


def create_key(  # noqa: PLR0913 - what a first key needs
    ledger: Ledger,
    trust: TrustDirectory,
    *,
    seed: bytes,
    origin: str | None,
    actor: str,
    keep: bool = True,
) -> MadeKey:
    """Make the first key of a ledger, pin it, and record that it signs.

    Args:
        ledger: Whose key.
        trust: Where key and pin go.
        seed: 32 random bytes.
        origin: The name of the ledger for others, a URL without scheme; or None for a name that
            follows from the key.
        actor: Who does it.
        keep: Write the key into the trust directory; else its owner keeps it.

    Raises:
        KeyExistsError: There is a key already.
        InvalidInputError: The origin has a space, a plus or a control character.
    """
    with trust.lock():
        if trust.pinned() or trust.signing_keys():
            raise KeyExistsError(
                f"{trust.path} has a key already",
                hint="`both-sides key list` shows it; `both-sides key rotate` makes the next",
                directory=str(trust.path),
            )
        key = SigningKey(_require_origin(origin, seed), SignatureKind.NOTE, seed)
        path = trust.add_signing_key(key) if keep else None
        trust.pin(key.verifier)
    _introduce(ledger, key.verifier, FIRST_REASON, actor)
    return MadeKey(key, path)


def rotate_key(  # noqa: PLR0913 - what a next key needs
    ledger: Ledger,
    trust: TrustDirectory,
    *,
    seed: bytes,
    reason: str,
    actor: str,
    keep: bool = True,
) -> MadeKey:
    """Make the next key: from now on it signs beside the ones that do.

    Raises:
        NotFoundError: There is no key yet.
        RefusedError: The reason is empty.
    """
    with trust.lock():
        pins = trust.pinned()
        if not pins:
            raise NotFoundError(
                f"{trust.path} has no key yet", hint="make the first with `both-sides key create`"
            )
        key = SigningKey(pins[-1].name, SignatureKind.NOTE, seed)
        _introduce(ledger, key.verifier, reason, actor)
        path = trust.add_signing_key(key) if keep else None
        trust.pin(key.verifier)
    return MadeKey(key, path)


def retire_key(  # noqa: PLR0913 - who ends which key, and how
    ledger: Ledger,
    trust: TrustDirectory,
    verifier: VerifierKey,
    *,
    reason: str,
    actor: str,
    is_revoked: bool = False,
) -> None:
    """Let a key sign no more. A revoked key, which somebody else may have, is not trusted either.

    Raises:
        NotFoundError: The ledger does not know the key.
        RefusedError: It is the only one that signs; make the next one first.
    """
    active = [key for key in recorded_keys(ledger) if key.standing is KeyStanding.ACTIVE]
    if [key.verifier_key for key in active] == [str(verifier)]:
        raise RefusedError(
            "this is the only key that signs for the ledger",
            hint="make the next one first, with `both-sides key rotate`",
            key=str(verifier),
        )
    _record(ledger, RetireKey(str(verifier), reason, is_revoked), actor)
    with trust.lock():
        trust.retire_signing_key(verifier)
        if is_revoked:
            trust.unpin(verifier)


def list_keys(
    ledger: Ledger, trust: TrustDirectory, signing: Sequence[SigningKey]
) -> list[ListedKey]:
    """List every key that the ledger recorded, that is pinned here, or that is at hand."""
    records = {parse_verifier_key(key.verifier_key): key for key in recorded_keys(ledger)}
    pins = trust.pinned()
    secrets = [key.verifier for key in signing]
    return [
        ListedKey(key, records.get(key), key in pins, key in secrets)
        for key in dict.fromkeys([*records, *pins, *secrets])
    ]


def recorded_keys(ledger: Ledger) -> list[LogKey]:
    """Read what the ledger recorded of its keys, in the order of their introduction."""
    return [key for _, key in ledger.all(CUSTODY_SCOPE, LogKey)]


def keys_from_directory(trust: TrustDirectory) -> Callable[[], Sequence[SigningKey]]:
    """Give the signing keys that lie in a trust directory."""
    return trust.signing_keys


def keys_from_command(command: str) -> Callable[[], Sequence[SigningKey]]:
    """Give the signing keys that a command prints, one a line; it is run when they are needed.

    *Source:* spec/ledger.md, 4.5.
    """

    def run() -> Sequence[SigningKey]:
        try:
            done = subprocess.run(  # noqa: S603  # nosec B603 # the operator's own command
                shlex.split(command),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=COMMAND_SECONDS,
                check=False,
                text=True,
            )
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            raise _no_key(command, str(error)) from None
        if done.returncode != 0:
            raise _no_key(command, f"it ended with {done.returncode}: {done.stderr.strip()[:200]}")
        lines = [line.strip() for line in done.stdout.splitlines()]
        return [parse_signing_key(line) for line in lines if line]

    return run


def _no_key(command: str, reason: str) -> KeyUnavailableError:
    return KeyUnavailableError(
        f"the command that gives the signing key failed: {reason}",
        hint="run it by hand; it must print the key on one line",
        command=next(iter(command.split()), ""),  # only the program: the rest may hold a secret
    )


def _introduce(ledger: Ledger, key: VerifierKey, reason: str, actor: str) -> None:
    _record(ledger, IntroduceKey(str(key), reason), actor)


def _record(ledger: Ledger, command: Command, actor: str) -> None:
    request = Request(lambda state, _at: Decision(decide(state, command)), actor)
    ledger.record(CUSTODY_SCOPE, request)


def _require_origin(origin: str | None, seed: bytes) -> str:
    if origin is None:
        public = SigningKey("unnamed", SignatureKind.NOTE, seed).verifier.public
        return f"both-sides/{sha256(public).hexdigest()[:16]}"
    if not is_key_name(origin):
        raise InvalidInputError(
            f"{origin[:80]!r} cannot name a ledger",
            hint="use a URL without scheme, such as example.org/ledger, without spaces and plus",
            field="origin",
        )
    return origin
