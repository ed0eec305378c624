"""End a test of a ledger the way every such test ends: by replaying all of it."""

from both_sides.chain.replay import replay
from both_sides.domain.ids import ScopeId
from both_sides.service.replaying import replay_scope
from both_sides.store.port import LedgerStore


def require_replay(store: LedgerStore) -> None:
    """Recompute every seal of every scope, and compare every view row."""
    for scope in store.scopes():
        found = replay_scope(store, scope)
        assert found.ok, (found.first_broken, found.view_findings)
        assert found.chain.events == store.head(scope).n


def require_links(store: LedgerStore, scope: ScopeId, count: int) -> None:
    """Recompute every seal of a scope whose links are no events of ours."""
    found = replay(scope, (row.link for row in store.read(scope)))
    assert found.ok, found.first_broken
    assert found.events == count
    assert store.head(scope).seal_hex == found.head_seal_hex
