"""Ledgers with keys and anchors, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides.store.trust_directory import TrustDirectory
from tests.trust.workplace import Workplace


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workplace]:
    """Give an empty ledger with a key, on each database in turn."""
    if request.param == "sqlite":
        address = str(tmp_path / "ledger.db")
    else:
        address = request.getfixturevalue("postgres_address")
    made = Workplace(address, TrustDirectory(tmp_path / "trust"))
    made.make_key()
    yield made
    made.close()


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Iterator[Workplace]:
    """Give an empty ledger with a key, on SQLite."""
    made = Workplace(str(tmp_path / "ledger.db"), TrustDirectory(tmp_path / "trust"))
    made.make_key()
    yield made
    made.close()
