"""A store that fails before or after it keeps a batch: a retry under the same key mends both."""

import pytest

from both_sides.domain.entities import Entity
from both_sides.domain.ids import ClaimId, RulingId, ScopeId
from both_sides.domain.rulings import Ruling, Standing
from both_sides.errors import StoreUnavailableError
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.store.memory import MemoryStore
from tests.replayed import require_replay
from tests.samples import OSAKA, QUESTION, Clock, entity, osaka

LOCAL = ScopeId("local")
FIRST = RulingId("RUL-0001")
ASKED = RuleRequest(QUESTION, ClaimId("a"), "Why.", "ada", idempotency_key="k1")


@pytest.fixture
def store() -> MemoryStore:
    """Give a store that does what it is told."""
    return MemoryStore()


@pytest.fixture
def desk(store: MemoryStore) -> Desk:
    """Give a desk with a dispute."""
    desk = Desk(Ledger(store, Clock()), LOCAL)
    import_entities(desk, [osaka()], actor="ada")
    return desk


def fail(store: MemoryStore, when: str) -> None:
    """Let the next write fail before or after it is kept."""
    setattr(store, f"fail_{when}", True)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_ruling_whose_answer_was_lost_is_recorded_once(
    store: MemoryStore, desk: Desk, when: str
) -> None:
    """The caller cannot tell the two apart, and need not: it sends the request again."""
    fail(store, when)
    with pytest.raises(StoreUnavailableError) as caught:
        desk.rule(ASKED)
    assert "same idempotency key" in caught.value.hint
    again = desk.rule(ASKED)
    assert again.receipt.replayed is (when == "after")
    assert again.ruling.ruling_id == FIRST
    assert [ruling.ruling_id for _, ruling in desk.ledger.all(LOCAL, Ruling)] == [FIRST]
    assert store.head(LOCAL).n == 2
    require_replay(store)


@pytest.mark.parametrize("when", ["before", "after"])
def test_without_a_key_a_lost_answer_leaves_a_ruling_that_says_so(
    store: MemoryStore, desk: Desk, when: str
) -> None:
    """A second one is refused with the id of the first, where that was kept."""
    unkeyed = RuleRequest(QUESTION, ClaimId("a"), "Why.", "ada")
    fail(store, when)
    with pytest.raises(StoreUnavailableError):
        desk.rule(unkeyed)
    if when == "before":
        assert desk.rule(unkeyed).ruling.ruling_id == FIRST
    else:
        assert desk.ruling(FIRST).standing is Standing.STANDING
    require_replay(store)


@pytest.mark.parametrize("when", ["before", "after"])
def test_revisions_and_retirements_are_mended_alike(
    store: MemoryStore, desk: Desk, when: str
) -> None:
    """Each under its own key."""
    desk.rule(ASKED)
    fail(store, when)
    with pytest.raises(StoreUnavailableError):
        desk.revise(FIRST, "Because.", actor="ada", idempotency_key="k2")
    desk.revise(FIRST, "Because.", actor="ada", idempotency_key="k2")
    fail(store, when)
    with pytest.raises(StoreUnavailableError):
        desk.retire(FIRST, "Wrong.", actor="ada", idempotency_key="k3")
    retired = desk.retire(FIRST, "Wrong.", actor="ada", idempotency_key="k3").ruling
    assert len(retired.revisions) == 2
    assert retired.trail == (2, 3, 4)
    require_replay(store)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("batch", [0, 1, 2])
def test_an_import_that_failed_in_a_batch_goes_on_where_it_stopped(
    store: MemoryStore, when: str, batch: int
) -> None:
    """Earlier batches are kept, and none is recorded twice."""
    desk = Desk(Ledger(store, Clock()), LOCAL)
    cities = [entity(entity_id=f"Q{number}", label="x") for number in range(1, 601)]
    import_entities(desk, cities[: 250 * batch], actor="ada")
    fail(store, when)
    with pytest.raises(StoreUnavailableError):
        import_entities(desk, cities[250 * batch :], actor="ada")
    kept = store.head(LOCAL).n
    lost = min(250, 600 - 250 * batch) if when == "before" else 0
    assert kept == min(250 * (batch + 1), 600) - lost
    report = import_entities(desk, cities, actor="ada")
    assert (report.recorded, report.unchanged) == (600 - kept, kept)
    assert len(list(desk.ledger.all(LOCAL, Entity))) == 600
    require_replay(store)


def test_failures_one_after_the_other_lose_nothing(store: MemoryStore, desk: Desk) -> None:
    """Before, after, before, after, and then it works."""
    for when in ("before", "after", "before", "after"):
        fail(store, when)
        with pytest.raises(StoreUnavailableError):
            desk.rule(ASKED)
    assert desk.rule(ASKED).receipt.replayed
    assert store.head(LOCAL).n == 2
    assert desk.entity(OSAKA) == osaka()
    require_replay(store)
