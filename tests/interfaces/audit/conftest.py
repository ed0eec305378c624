"""Tell every story through every face, and replay the ledger at its end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides.domain.ids import ScopeId
from both_sides.service.replaying import replay_scope
from both_sides.store.sqlite import SqliteStore
from tests.interfaces.audit.faces import FACES, Face
from tests.interfaces.audit.rest_face import RestFace

ALL_FACES = {**FACES, "rest": RestFace}


@pytest.fixture(params=sorted(ALL_FACES))
def face(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Face]:
    """Give each face in turn on a ledger of its own."""
    path = tmp_path / "ledger.db"
    SqliteStore(path).close()
    made = ALL_FACES[request.param](path)
    yield made
    made.close()
    store = SqliteStore(path)
    scope = ScopeId("local")
    if store.head(scope).n:
        found = replay_scope(store, scope)
        assert found.ok, (found.first_broken, found.view_findings)
    store.close()
