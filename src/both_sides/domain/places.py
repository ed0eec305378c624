"""Say which scopes are kept for what concerns the whole ledger, and which events belong there.

What is sealed there speaks of tokens and keys; what is ranked and ruled is never among it.

    >>> sorted(RESERVED)
    ['both-sides/custody', '~access']
"""

from typing import Final

from both_sides.domain.access import ACCESS_SCOPE
from both_sides.domain.custody import CUSTODY_SCOPE
from both_sides.domain.events import AccessEvent, CustodyEvent, Event
from both_sides.domain.ids import ScopeId

RESERVED: Final = {
    ACCESS_SCOPE: "tokens, sessions and shared links",
    CUSTODY_SCOPE: "keys and recoveries",
}
"""What each reserved scope is for; it holds nothing else."""


def reserved_scope(event: Event) -> ScopeId | None:
    """Give the only scope in which an event may be sealed; None where any other will do.

    *Source:* spec/interfaces.md, "Who may do what".
    """
    if isinstance(event, AccessEvent):
        return ACCESS_SCOPE
    return CUSTODY_SCOPE if isinstance(event, CustodyEvent) else None


def is_in_place(event: Event, scope: ScopeId) -> bool:
    """Tell whether an event may be sealed in a scope."""
    return reserved_scope(event) == (scope if scope in RESERVED else None)
