"""A request is recorded once, whole or not at all, at a time that never runs backwards."""

from dataclasses import replace
from typing import Any

import pytest

from both_sides.chain.seal import Head, genesis_seal
from both_sides.domain.commands import Command, ImportEntity
from both_sides.domain.decide import decide
from both_sides.domain.entities import Entity
from both_sides.domain.events import EntityImported
from both_sides.domain.ids import ScopeId
from both_sides.domain.state import DisputeSummary
from both_sides.errors import (
    IdempotencyConflictError,
    LedgerError,
    RationaleMissingError,
    StaleHeadError,
    TamperedError,
)
from both_sides.service.ledger import Ledger
from both_sides.service.requests import LONGEST_KEY, Decision, Plan, Receipt, Request
from both_sides.store.memory import MemoryStore
from tests.samples import OSAKA, Clock, entity, group, osaka, statement

LOCAL, OTHER = ScopeId("local"), ScopeId("team/other")


def plan_of(command: Command, **answer: Any) -> Plan:  # noqa: ANN401
    """Give the plan that decides on a command."""
    return lambda state, _at: Decision(decide(state, command), answer)


def importing(found: Entity, *, actor: str = "ada", **more: Any) -> Request:  # noqa: ANN401
    """Make the request to import an entity."""
    members = {"command": "import", "entity": found.entity_id, "digest": found.provenance.digest}
    return Request(plan_of(ImportEntity(found), entity=found.entity_id), actor, members, **more)


def refused(code: type[LedgerError] = RationaleMissingError) -> Request:
    """Make a request that is refused."""

    def plan(_state: object, _at: str) -> Decision:
        raise code("no", hint="yes")

    return Request(plan, "ada", {"command": "refused"})


def test_a_receipt_names_the_links_the_head_and_the_time(ledger: Ledger, clock: Clock) -> None:
    """And gives back what the plan answered."""
    receipt = ledger.record(LOCAL, importing(osaka()))
    (row,) = ledger.store.read(LOCAL)
    assert receipt == Receipt(
        scope=LOCAL,
        events=((1, "entity.imported", row.link.seal_hex),),
        head_n=1,
        head_seal_hex=row.link.seal_hex,
        at=clock.now,
        answer={"entity": OSAKA},
    )
    assert ledger.store.head(LOCAL) == Head(1, row.link.seal_hex, clock.now)


def test_what_is_recorded_can_be_read(ledger: Ledger) -> None:
    """One aggregate, all of a kind in their order, or the state as a whole."""
    ledger.record(LOCAL, importing(osaka()))
    assert ledger.get(LOCAL, Entity, OSAKA) == osaka()
    assert ledger.state(LOCAL).get(Entity, OSAKA) == osaka()
    ((_, summary),) = ledger.all(LOCAL, DisputeSummary)
    assert summary.subject.entity_id == OSAKA
    assert ledger.get(OTHER, Entity, OSAKA) is None


def test_the_same_key_and_request_give_the_original_receipt(ledger: Ledger, clock: Clock) -> None:
    """However often it is sent, at whatever time, after whatever else."""
    request = importing(osaka(), idempotency_key="k1")
    first = ledger.record(LOCAL, request)
    assert not first.replayed
    clock.now = "2027-01-01T00:00:00.000Z"
    ledger.record(LOCAL, importing(osaka(digest="second", label="Ōsaka")))
    for _ in range(3):
        again = ledger.record(LOCAL, request)
        assert again.replayed
        assert (again.events, again.head_n, again.at) == (first.events, 1, first.at)
        assert again.answer == first.answer
    assert ledger.store.head(LOCAL).n == 2


def test_the_same_key_with_another_request_is_a_conflict(ledger: Ledger) -> None:
    """Another request is one with other members, or of another actor."""
    ledger.record(LOCAL, importing(osaka(), idempotency_key="k1"))
    for other in (
        importing(osaka(digest="second"), idempotency_key="k1"),
        importing(osaka(), actor="eve", idempotency_key="k1"),
    ):
        with pytest.raises(IdempotencyConflictError) as caught:
            ledger.record(LOCAL, other)
        assert caught.value.code == "idempotency_conflict"
        assert caught.value.facts == {"key": "k1"}
    assert ledger.store.head(LOCAL).n == 1


@pytest.mark.slow
def test_a_key_is_kept_for_ever_and_for_one_scope(ledger: Ledger) -> None:
    """A thousand events later it still gives its receipt; in another scope it is free."""
    request = importing(osaka(), idempotency_key="k1")
    first = ledger.record(LOCAL, request)
    ledger.record_all(
        LOCAL, [importing(entity(entity_id=f"Q{number}")) for number in range(1, 1001)]
    )
    assert ledger.record(LOCAL, request).events == first.events
    assert not ledger.record(OTHER, request).replayed


@pytest.mark.slow
def test_a_key_of_a_request_that_changed_nothing_is_kept_too(ledger: Ledger) -> None:
    """Otherwise the same key could mean something later."""
    ledger.record(LOCAL, importing(osaka()))
    request = importing(osaka(), idempotency_key="k1")
    assert ledger.record(LOCAL, request).events == ()
    assert ledger.record(LOCAL, request).replayed
    with pytest.raises(IdempotencyConflictError):
        ledger.record(LOCAL, importing(osaka(digest="second"), idempotency_key="k1"))


def test_a_key_alone_is_kept_where_the_scope_has_no_event(ledger: Ledger) -> None:
    """The scope is not listed for that."""
    request = Request(lambda _state, _at: Decision(()), "ada", {}, idempotency_key="k1")
    assert not ledger.record(LOCAL, request).replayed
    assert ledger.record(LOCAL, request).replayed
    assert ledger.store.scopes() == ()


def test_a_refusal_does_not_use_up_the_key(ledger: Ledger) -> None:
    """The caller mends the request and sends it under the same key."""
    request = refused()
    with pytest.raises(RationaleMissingError):
        ledger.record(LOCAL, Request(request.plan, "ada", {}, idempotency_key="k1"))
    assert not ledger.record(LOCAL, importing(osaka(), idempotency_key="k1")).replayed


@pytest.mark.parametrize("key", ["", "a\nb", "\x00", "\udcff", "k" * (LONGEST_KEY + 1), "\u2028"])
def test_a_key_that_nobody_can_type_again_is_refused(ledger: Ledger, key: str) -> None:
    """Empty, too long or not printable."""
    with pytest.raises(LedgerError) as caught:
        ledger.record(LOCAL, importing(osaka(), idempotency_key=key))
    assert caught.value.code == "invalid_input"
    assert ledger.store.head(LOCAL).n == 0


def test_equal_requests_in_one_batch_happen_once(ledger: Ledger) -> None:
    """The second one gets the receipt of the first."""
    first, second = ledger.record_all(LOCAL, [importing(osaka(), idempotency_key="k1")] * 2)
    assert isinstance(first, Receipt)
    assert isinstance(second, Receipt)
    assert (first.replayed, second.replayed) == (False, True)
    assert first.events == second.events


@pytest.mark.parametrize("actor", ["", "  ", "\u200b", "x" * 201])
def test_nobody_can_record_anything(ledger: Ledger, actor: str) -> None:
    """Every event names who did it."""
    with pytest.raises(LedgerError) as caught:
        ledger.record(LOCAL, importing(osaka(), actor=actor))
    assert caught.value.code in {"actor_missing", "limit_exceeded"}
    assert ledger.store.head(LOCAL).n == 0


def test_a_stale_head_is_refused_and_carries_the_head_to_go_on_from(ledger: Ledger) -> None:
    """A caller that reads what was added can send the request again."""
    genesis = Head(0, genesis_seal(LOCAL))
    first = ledger.record(LOCAL, importing(osaka(), expected=genesis))
    request = importing(osaka(digest="second"), expected=genesis)
    with pytest.raises(StaleHeadError) as caught:
        ledger.record(LOCAL, request)
    facts = caught.value.facts
    assert caught.value.code == "stale_head"
    assert (facts["head_n"], facts["head_seal"]) == (1, first.head_seal_hex)
    seen = Head(1, first.head_seal_hex)
    assert ledger.record(LOCAL, importing(osaka(digest="second"), expected=seen)).head_n == 2


def test_a_head_of_the_same_length_but_another_seal_is_stale(ledger: Ledger) -> None:
    """A length is no proof."""
    ledger.record(LOCAL, importing(osaka()))
    with pytest.raises(StaleHeadError):
        ledger.record(LOCAL, importing(osaka(digest="second"), expected=Head(1, "0" * 96)))


def test_a_request_that_was_answered_is_not_stale(ledger: Ledger) -> None:
    """Its receipt is given whatever the head is now: the caller only missed the answer."""
    genesis = Head(0, genesis_seal(LOCAL))
    request = importing(osaka(), expected=genesis, idempotency_key="k1")
    ledger.record(LOCAL, request)
    ledger.record(LOCAL, importing(osaka(digest="second")))
    assert ledger.record(LOCAL, request).replayed


@pytest.mark.requirement("R10")
def test_time_never_runs_backwards_within_a_scope(ledger: Ledger, clock: Clock) -> None:
    """A clock that is set back repeats the last time; order is the order of the chain."""
    times = ["2026-10-03T10:00:00.000Z", "2026-10-03T09:00:00.000Z", "1970-01-01T00:00:00.000Z"]
    for number, now in enumerate([*times, "2026-10-03T10:00:00.001Z"]):
        clock.now = now
        ledger.record(LOCAL, importing(osaka(digest=str(number))))
    assert [row.at for row in ledger.store.read(LOCAL)] == [*[times[0]] * 3, clock.now]
    clock.now = times[1]
    assert ledger.record(OTHER, importing(osaka())).at == times[1]


def test_a_refused_request_stops_none_of_the_others(ledger: Ledger) -> None:
    """Each gets its own answer, in its place."""
    cities = [entity(entity_id=f"Q{number}") for number in (1, 2)]
    outcomes = ledger.record_all(
        LOCAL,
        [refused(), importing(cities[0]), refused(), importing(cities[1]), refused()],
    )
    assert [isinstance(outcome, Receipt) for outcome in outcomes] == [False, True] * 2 + [False]
    assert [row.link.n for row in ledger.store.read(LOCAL)] == [1, 2]


@pytest.mark.parametrize(
    "request_that_cannot_be_sealed",
    [
        importing(osaka(label="Osaka \ud83d")),
        importing(osaka(), actor="ada \udcff"),
        importing(osaka(names=(("Q1", "\ude00"),))),
    ],
)
def test_an_event_that_cannot_be_sealed_leaves_no_trace(
    ledger: Ledger, request_that_cannot_be_sealed: Request
) -> None:
    """Half of a surrogate pair has no canonical form; what comes with it is recorded."""
    request = request_that_cannot_be_sealed
    outcomes = ledger.record_all(LOCAL, [request, importing(entity(entity_id="Q1"))])
    assert isinstance(outcomes[0], LedgerError)
    assert outcomes[0].code == "not_canonical"
    assert ledger.get(LOCAL, Entity, OSAKA) is None
    assert ledger.store.head(LOCAL).n == 1


def test_of_several_events_one_that_cannot_be_sealed_takes_the_others_back(
    ledger: Ledger,
) -> None:
    """A request is recorded whole or not at all."""
    events = [EntityImported(osaka()), EntityImported(osaka(label="\ud800"))]
    with pytest.raises(LedgerError) as caught:
        ledger.record(LOCAL, Request(lambda _state, _at: Decision(events), "ada"))
    assert caught.value.code == "not_canonical"
    assert ledger.store.scopes() == ()


def test_a_view_row_that_was_changed_stops_the_whole_batch(
    ledger: Ledger, store: MemoryStore
) -> None:
    """Nothing is built on what is not what was sealed, and nothing of the batch is kept."""
    changed = group("P1082", statement("a", "1"), statement("b", "2"))
    ledger.record(LOCAL, importing(entity(changed)))
    views = store._scopes[LOCAL].views
    kept = views["entity", OSAKA]
    views["entity", OSAKA] = replace(kept, body=kept.body.replace(b"Osaka", b"Kyoto"))
    with pytest.raises(TamperedError) as caught:
        ledger.record_all(LOCAL, [importing(entity(entity_id="Q1")), importing(osaka(digest="2"))])
    assert caught.value.code == "tampered"
    assert caught.value.facts["key"] == OSAKA
    assert store.head(LOCAL).n == 1
    views["entity", OSAKA] = kept
