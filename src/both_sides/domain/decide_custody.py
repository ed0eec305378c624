"""Decide on the keys that sign for a ledger, and on its recovery."""

from both_sides.domain.commands import IntroduceKey, RecordRecovery, RetireKey
from both_sides.domain.custody import KeyStanding, LogKey
from both_sides.domain.events import Event, KeyIntroduced, KeyRetired, LedgerRecovered
from both_sides.domain.state import State
from both_sides.domain.wording import LONGEST_TEXT, require_rationale, require_text
from both_sides.errors import NotFoundError, NothingChangedError


def introduce_key(state: State, command: IntroduceKey) -> tuple[Event, ...]:
    """Let a key sign from now on, beside those that do.

    *Source:* spec/ledger.md, 4.5.
    """
    key = require_text(command.verifier_key, field="key")
    if state.get(LogKey, key) is not None:
        raise NothingChangedError(
            f"the key {key} was introduced before",
            hint="a key is introduced once; make a new one with `both-sides key rotate`",
            key=key,
        )
    return (KeyIntroduced(key, require_rationale(command.reason, field="reason")),)


def retire_key(state: State, command: RetireKey) -> tuple[Event, ...]:
    """Let a key sign no more; a revoked one is not believed any more either.

    *Source:* spec/ledger.md, 4.5 and 8.24.
    """
    key = state.get(LogKey, command.verifier_key)
    if key is None:
        raise NotFoundError(
            f"no key {command.verifier_key[:200]} was introduced",
            hint="`both-sides key list` shows the keys of this ledger",
            key=command.verifier_key[:200],
        )
    wanted = KeyStanding.REVOKED if command.is_revoked else KeyStanding.RETIRED
    if key.standing in {wanted, KeyStanding.REVOKED}:
        raise NothingChangedError(
            f"the key is {key.standing.value} already", hint="nothing is left to do", key=key.n
        )
    reason = require_rationale(command.reason, field="reason")
    return (KeyRetired(key.verifier_key, reason, command.is_revoked),)


def record_recovery(command: RecordRecovery) -> tuple[Event, ...]:
    """Record that the ledger goes on under another name, and what became of the other history.

    *Source:* spec/ledger.md, 4.2.
    """
    return (
        LedgerRecovered(
            origin=require_text(command.origin, field="origin"),
            size_found=command.size_found,
            root_found=command.root_found,
            abandoned=require_text(command.abandoned, field="abandoned", longest=LONGEST_TEXT),
            reason=require_rationale(command.reason, field="reason"),
        ),
    )
