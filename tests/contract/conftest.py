"""Every store in turn, for the one contract that all of them pass."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from both_sides.chain.replay import replay
from both_sides.store.memory import MemoryStore
from both_sides.store.port import LedgerStore
from both_sides.store.postgres import PostgresStore
from both_sides.store.sqlite import SqliteStore


def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> LedgerStore:
    """Make an empty store of the kind that a test is run for."""
    if request.param == "memory":
        return MemoryStore()
    if request.param == "sqlite":
        return SqliteStore(tmp_path / "ledger.db")
    return PostgresStore(make_url(request.getfixturevalue("postgres_address")))


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LedgerStore]:
    """Give each store in turn, and replay everything it holds at the end."""
    made = make_store(request, tmp_path)
    yield made
    for scope in made.scopes():
        found = replay(scope, (row.link for row in made.read(scope)))
        assert found.ok, found.first_broken
        assert made.head(scope).seal_hex == found.head_seal_hex
    made.close()
