"""Give each test a ledger, a server on it and an agent; replay the ledger at the end."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from both_sides.corpus import load
from both_sides.domain.ids import ScopeId
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.provider import LazyLedger
from both_sides.interfaces.mcp.server import build_server
from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.service.wiring import read_settings, utc_now
from both_sides.store.sqlite import SqliteStore
from tests.interfaces.mcp.agents import Agent

Connect = Callable[..., Agent]
LOCAL = ScopeId("local")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Path]:
    """Give a path for a ledger; whatever is there at the end replays."""
    path = tmp_path / "ledger.db"
    yield path
    if path.exists():
        store = SqliteStore(path)
        if store.head(LOCAL).n:
            found = replay_scope(store, LOCAL)
            assert found.ok, (found.first_broken, found.view_findings)
        store.close()


@pytest.fixture
def desk_ledger(ledger: Path) -> Path:
    """Give a ledger with the bundled disputes."""
    store = SqliteStore(ledger)
    import_entities(Desk(Ledger(store, utc_now), LOCAL), load(language="en"), actor="test")
    store.close()
    return ledger


@pytest.fixture
def connect(ledger: Path) -> Iterator[Connect]:
    """Give a function that connects an agent to a server in this process."""
    with ExitStack() as stack:

        def connect_to(
            kind: Kind,
            *,
            mode: str = "auto",
            name: str = "tester",
            actor: str | None = None,
            read_only: bool = False,
        ) -> Agent:
            settings = read_settings(ledger=str(ledger), actor=actor, environment={})
            provider = LazyLedger(settings)
            stack.callback(provider.close)
            server = build_server(kind, provider, read_only=read_only)
            return stack.enter_context(Agent(server, mode=mode, name=name))

        yield connect_to


@pytest.fixture
def audit(connect: Connect) -> Agent:
    """Give an agent of the audit tools on a new ledger; its --actor is ada."""
    return connect(Kind.AUDIT, actor="ada")


@pytest.fixture
def desk(desk_ledger: Path, connect: Connect) -> Agent:
    """Give an agent of the desk's tools on the bundled disputes; its --actor is ada."""
    assert desk_ledger.exists()
    return connect(Kind.DESK, actor="ada")
