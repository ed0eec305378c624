"""Make and look after the keys that sign for the ledger."""

import secrets
from typing import Literal

from both_sides.chain.note_keys import format_signing_key, parse_verifier_key
from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import console, note, print_json
from both_sides.interfaces.wire.trust_shapes import key_members
from both_sides.service.ledger import Ledger
from both_sides.service.trust import keys
from both_sides.service.wiring import utc_now

SEED_SIZE = 32


def create(
    *, origin: str | None = None, to: Literal["file", "stdout"] = "file", common: Common = DEFAULTS
) -> None:
    """Make the first key of the ledger, and print the verifier key for others to pin.

    From now on the ledger is signed while it is written to.

    Args:
        origin: The name of the ledger for others: a URL without scheme, such as
            example.org/ledger. Default: one that follows from the key.
        to: Keep the secret key in the trust directory, or print it for your own store of secrets;
            BOTH_SIDES_KEY_COMMAND must then print it whenever something is signed.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.ledger_parts(create=True) as (store, parts):
        made = keys.create_key(
            Ledger(store, utc_now),
            parts.trust,
            seed=secrets.token_bytes(SEED_SIZE),
            origin=origin,
            actor=common.settings().actor,
            keep=to == "file",
        )
        if made.path is not None:
            parts.notary.checkpoint()
    _print_made(made, common)


def rotate(
    *, reason: str, to: Literal["file", "stdout"] = "file", common: Common = DEFAULTS
) -> None:
    """Make the next key; until the old one is retired, both sign.

    Args:
        reason: Why.
        to: Keep the secret key in the trust directory, or print it.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.ledger_parts() as (store, parts):
        made = keys.rotate_key(
            Ledger(store, utc_now),
            parts.trust,
            seed=secrets.token_bytes(SEED_SIZE),
            reason=reason,
            actor=common.settings().actor,
            keep=to == "file",
        )
        if made.path is not None:
            parts.notary.checkpoint()
    _print_made(made, common)


def retire(key: str, /, *, reason: str, common: Common = DEFAULTS) -> None:
    """Let a key sign no more; what it signed stays valid.

    Args:
        key: The verifier key.
        reason: Why.
        common: Ledger, scope, actor, language, JSON.
    """
    _end(key, reason, common, is_revoked=False)


def revoke(key: str, /, *, reason: str, common: Common = DEFAULTS) -> None:
    """Let a key that somebody else may have sign no more, and trust it no more here.

    Args:
        key: The verifier key.
        reason: Why.
        common: Ledger, scope, actor, language, JSON.
    """
    _end(key, reason, common, is_revoked=True)


def pin(key: str, /, *, common: Common = DEFAULTS) -> None:
    """Trust a verifier key from now on, when this ledger is verified here.

    Args:
        key: The verifier key, as its owner published it.
        common: Ledger, scope, actor, language, JSON.
    """
    verifier = parse_verifier_key(key)
    with common.ledger_parts() as (_, parts), parts.trust.lock():
        parts.trust.pin(verifier)
    note(f"pinned {verifier}")


def show(*, common: Common = DEFAULTS) -> None:
    """List the keys: what the ledger recorded of them, which are pinned, which sign here.

    Args:
        common: Ledger, scope, actor, language, JSON.
    """
    with common.ledger_parts() as (store, parts):
        listed = keys.list_keys(Ledger(store, utc_now), parts.trust, parts.keys())
    if common.json:
        print_json({"keys": [key_members(key) for key in listed]})
        return
    out = console()
    for key in listed:
        words = [] if key.record is None else [key.record.standing.value]
        words += ["pinned"] if key.is_pinned else []
        words += ["signs here"] if key.signs else []
        out.print(f"{key.verifier}", soft_wrap=True)
        out.print(f"  {', '.join(words) or 'unknown to this ledger'}", style="dim")
    if not listed:
        note("there is no key yet; make one with `both-sides key create`")


def _end(key: str, reason: str, common: Common, *, is_revoked: bool) -> None:
    verifier = parse_verifier_key(key)
    with common.ledger_parts() as (store, parts):
        keys.retire_key(
            Ledger(store, utc_now),
            parts.trust,
            verifier,
            reason=reason,
            actor=common.settings().actor,
            is_revoked=is_revoked,
        )
        parts.notary.checkpoint()
    note(f"{'revoked' if is_revoked else 'retired'} {verifier}")


def _print_made(made: keys.MadeKey, common: Common) -> None:
    verifier = str(made.key.verifier)
    secret = format_signing_key(made.key) if made.path is None else None
    path = None if made.path is None else str(made.path)
    if common.json:
        print_json({"key": verifier, "file": path, "secret": secret})
        return
    out = console()
    out.print(secret or verifier, soft_wrap=True)
    if secret is not None:
        note(f"the verifier key is {verifier}")
    else:
        note(f"the secret key is in {path}; keep a copy of it in a safe place")
    note("give the verifier key to whoever is to verify this ledger")
