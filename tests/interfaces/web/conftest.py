"""Give the tests of the pages a served ledger that is replayed at the end, and readers of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides.interfaces.web.mounting import add_pages
from tests.interfaces.web.paper import Reader
from tests.served import PUBLIC_ADDRESS, Served, public, serving


@pytest.fixture
def served() -> Iterator[Served]:
    """Serve the sample in memory, for one person, with pages."""
    with serving(additions=[add_pages]) as server:
        yield server


@pytest.fixture
def reader(served: Served) -> Reader:
    """Read its pages."""
    return Reader(served.http)


@pytest.fixture
def shared_desk(tmp_path: Path) -> Iterator[Served]:
    """Serve the sample to others, who sign in."""
    from both_sides.domain.access import Role
    from tests.served import new_token

    path = tmp_path / "ledger.db"
    token = new_token(path, Role.AUDITOR)
    with serving(path, serve=public(), address=PUBLIC_ADDRESS, additions=[add_pages]) as server:
        server.token = token
        yield server
