"""The stories of the Verdicts page that Python and the command line tell, told through MCP too."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides.store.sqlite import SqliteStore
from tests.interfaces.audit.test_parent_stories import *  # noqa: F403 - every story of it
from tests.interfaces.audit.test_verdict_stories import *  # noqa: F403 - every story of it
from tests.interfaces.mcp.face import McpFace


@pytest.fixture
def face(ledger: Path) -> Iterator[McpFace]:
    """Give agents on a ledger of their own."""
    SqliteStore(ledger).close()
    made = McpFace(ledger)
    yield made
    made.close()
