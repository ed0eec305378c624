"""Ledgers for the tests of the service; each is replayed when its test ends."""

from collections.abc import Iterator

import pytest

from both_sides.domain.ids import ScopeId
from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.store.memory import MemoryStore
from tests.replayed import require_replay
from tests.samples import Clock, osaka

LOCAL = ScopeId("local")


@pytest.fixture
def clock() -> Clock:
    """Give a clock that stands still."""
    return Clock()


@pytest.fixture
def store() -> Iterator[MemoryStore]:
    """Give an empty store, and replay what it holds at the end."""
    made = MemoryStore()
    yield made
    require_replay(made)


@pytest.fixture
def ledger(store: MemoryStore, clock: Clock) -> Ledger:
    """Give a ledger."""
    return Ledger(store, clock)


@pytest.fixture
def desk(ledger: Ledger) -> Desk:
    """Give the desk of an empty scope."""
    return Desk(ledger, LOCAL)


@pytest.fixture
def osaka_desk(desk: Desk) -> Desk:
    """Give a desk on which Osaka's population is in dispute."""
    import_entities(desk, [osaka()], actor="importer")
    return desk
