"""Give the tests of REST a served ledger that is replayed at the end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides.domain.access import Role
from tests.served import PUBLIC_ADDRESS, Served, new_token, public, serving


@pytest.fixture
def served() -> Iterator[Served]:
    """Serve the sample in memory, for one person."""
    with serving() as server:
        yield server


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[Served]:
    """Serve the sample from a file, for one person."""
    with serving(tmp_path / "ledger.db") as server:
        yield server


@pytest.fixture
def shared_desk(tmp_path: Path) -> Iterator[Served]:
    """Serve the sample to others; the client is an auditor of the scope local."""
    path = tmp_path / "ledger.db"
    token = new_token(path, Role.AUDITOR)
    with serving(path, serve=public(), address=PUBLIC_ADDRESS) as server:
        server.token = token
        yield server
