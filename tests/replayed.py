"""End a test of a ledger the way every such test ends: by replaying all of it."""

from both_sides.service.replaying import replay_scope
from both_sides.store.port import LedgerStore


def require_replay(store: LedgerStore) -> None:
    """Recompute every seal of every scope, and compare every view row."""
    for scope in store.scopes():
        found = replay_scope(store, scope)
        assert found.ok, (found.first_broken, found.view_findings)
        assert found.chain.events == store.head(scope).n
