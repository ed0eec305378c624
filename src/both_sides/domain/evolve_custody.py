"""Say what follows from the events about keys and recoveries."""

from collections.abc import Iterator
from dataclasses import replace

from both_sides.domain.custody import KeyStanding, LogKey
from both_sides.domain.events import KeyIntroduced, KeyRetired, Recorded
from both_sides.domain.state import Change, State, changed


def introduce_key(recorded: Recorded, event: KeyIntroduced) -> Iterator[Change]:
    """Let a key sign."""
    yield changed(LogKey(event.verifier_key, event.reason, recorded.n))


def retire_key(state: State, recorded: Recorded, event: KeyRetired) -> Iterator[Change]:
    """Let a key sign no more.

    Raises:
        LookupError: No event introduced it.
    """
    key = state.get(LogKey, event.verifier_key)
    if key is None:
        raise LookupError(f"no key {event.verifier_key[:200]}")
    standing = KeyStanding.REVOKED if event.is_revoked else KeyStanding.RETIRED
    yield changed(replace(key, standing=standing, end_reason=event.reason, end_n=recorded.n))
