"""A batch run is sealed once, with everything that is needed to check its output later."""

from dataclasses import replace

import pytest

from both_sides.domain.ids import ScopeId
from both_sides.domain.runs import BatchRun, Dataset
from both_sides.errors import ActorMissingError
from both_sides.service.ledger import Ledger
from both_sides.service.runs import find_run, seal_run
from both_sides.store.memory import MemoryStore
from tests.replayed import require_replay
from tests.samples import AT

SCOPE = ScopeId("local")
RUN = BatchRun(
    engine_version="1.0.0",
    program_version="0.1.0",
    as_of="2026-10-03",
    options=(("newest", "false"),),
    inputs=(Dataset("dump.json.gz", "sha256:aa", 1000),),
    output=Dataset("ranking.parquet", "sha256:bb", 3),
    disputes=3,
    claims=9,
    bands=(("settled", 1), ("contested", 0), ("unresolved", 2)),
)


@pytest.fixture
def ledger() -> Ledger:
    """Give an empty ledger."""
    return Ledger(MemoryStore(), lambda: AT)


def test_a_sealed_run_is_found_by_the_digest_of_its_output(ledger: Ledger) -> None:
    """With who sealed it, when, and its place in the chain."""
    sealed = seal_run(ledger, SCOPE, RUN, actor="ada")
    assert find_run(ledger, SCOPE, "sha256:bb") == sealed
    assert (sealed.run_id, sealed.run, sealed.actor, sealed.n) == ("RUN-0001", RUN, "ada", 1)
    assert find_run(ledger, SCOPE, "sha256:cc") is None
    require_replay(ledger.store)


def test_the_same_run_is_sealed_once(ledger: Ledger) -> None:
    """Running the command again adds nothing to the chain."""
    first = seal_run(ledger, SCOPE, RUN, actor="ada")
    assert seal_run(ledger, SCOPE, RUN, actor="eve") == first
    require_replay(ledger.store)


def test_another_run_with_the_same_output_is_another_event(ledger: Ledger) -> None:
    """The newest is found; the chain keeps both."""
    seal_run(ledger, SCOPE, RUN, actor="ada")
    again = seal_run(ledger, SCOPE, replace(RUN, inputs=()), actor="ada")
    assert (again.run_id, again.n) == ("RUN-0002", 2)
    assert find_run(ledger, SCOPE, "sha256:bb") == again
    require_replay(ledger.store)


def test_nobody_cannot_seal(ledger: Ledger) -> None:
    """As with every other event."""
    with pytest.raises(ActorMissingError):
        seal_run(ledger, SCOPE, RUN, actor=" ")
