"""The desk lists disputes, ranks them, and records rulings with receipts."""

import json
from pathlib import Path
from typing import Any

import pytest

from both_sides.corpus import load
from both_sides.domain.disputes import Band, DisputeKind, Subject
from both_sides.domain.entities import Entity
from both_sides.domain.ids import ClaimId, EntityId, PropertyId, RulingId
from both_sides.domain.rulings import Acknowledgement, Standing
from both_sides.domain.time_series import Narrowing
from both_sides.errors import InvalidInputError, LedgerError, NotFoundError
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.desk_reading import DisputeFilter, ListedDispute, read_narrowing
from both_sides.service.importing import Selection, import_entities, import_files
from tests.samples import AT, OSAKA, POPULATION, QUESTION, Clock, entity, group, osaka, statement

ANYTHING = DisputeFilter()
FIRST = RulingId("RUL-0001")


def ask(chosen: str = "a", **more: Any) -> RuleRequest:  # noqa: ANN401
    """Ask for a ruling on Osaka's population."""
    members = {"rationale": "The newer census.", "actor": "ada", **more}
    return RuleRequest(QUESTION, ClaimId(chosen), **members)


def dated(*moments: str) -> Entity:
    """Give an entity with a census figure for each moment."""
    rows = (statement(f"c{n}", str(n), point_in_time=m) for n, m in enumerate(moments))
    return entity(group(POPULATION, *rows), entity_id="Q1", label="One")


def test_disputes_are_listed_in_the_order_of_their_import(desk: Desk) -> None:
    """The bundled corpus, page by page."""
    import_entities(desk, load(), actor="ada")
    whole = desk.disputes(ANYTHING, cursor=None, limit=100)
    assert whole.next_cursor is None
    paged: list[ListedDispute] = []
    cursor = None
    while True:
        page = desk.disputes(ANYTHING, cursor=cursor, limit=4)
        paged.extend(page.items)
        if page.next_cursor is None:
            break
        cursor = page.next_cursor
    assert tuple(paged) == whole.items
    assert len(paged) > 10
    assert paged[0].summary.entity_label == "Osaka"


def test_disputes_are_found_by_entity_property_kind_and_ruling(desk: Desk) -> None:
    """Each filter by itself, and together."""
    import_entities(desk, [osaka(), dated("2015", "2020")], actor="ada")
    desk.rule(ask())

    def found(**wanted: Any) -> list[str]:  # noqa: ANN401
        page = desk.disputes(DisputeFilter(**wanted), cursor=None, limit=100)
        return [str(row.summary.subject) for row in page.items]

    series = f"Q1 {POPULATION}"
    assert found() == [str(QUESTION), series]
    assert found(entity_id=OSAKA) == [str(QUESTION)]
    assert found(property_id=POPULATION) == [str(QUESTION), series]
    assert found(property_id=PropertyId("P1")) == []
    assert found(kind=DisputeKind.TIME_SERIES) == [series]
    assert found(ruled=True) == [str(QUESTION)]
    assert found(ruled=False, kind=DisputeKind.TIME_SERIES) == [series]
    assert found(ruled=False, entity_id=OSAKA) == []


def test_a_ranking_says_for_which_instant_it_was_made(osaka_desk: Desk, clock: Clock) -> None:
    """The one asked for, or now."""
    assert osaka_desk.adjudicate(QUESTION).adjudication.as_of == clock.now
    hearing = osaka_desk.adjudicate(QUESTION, as_of="2020-01-01")
    assert hearing.adjudication.as_of == "2020-01-01"
    assert hearing.adjudication.leader == "a"
    assert hearing.adjudication.band is Band.CONTESTED
    assert hearing.ruling is None


def test_a_ranking_can_be_narrowed(desk: Desk) -> None:
    """To the newest point in time, or to a date."""
    import_entities(desk, [dated("2015", "2020", "2020-10")], actor="ada")
    subject = Subject(EntityId("Q1"), POPULATION)

    def ranked(how: Narrowing) -> set[str]:
        hearing = desk.adjudicate(subject, narrowing=how)
        assert hearing.case.narrowing == how
        return {claim.claim_id for claim in hearing.adjudication.ranked}

    assert ranked(Narrowing()) == {"c0", "c1", "c2"}
    assert ranked(Narrowing(newest=True)) == {"c2"}
    assert ranked(Narrowing(at="2020")) == {"c1", "c2"}
    assert ranked(Narrowing(at="1900")) == set()


def test_a_narrowing_is_one_of_two() -> None:
    """Not both at once."""
    assert read_narrowing(at="2015", newest=False) == Narrowing(at="2015")
    with pytest.raises(InvalidInputError) as caught:
        read_narrowing(at="2015", newest=True)
    assert caught.value.facts["field"] == "at"


@pytest.mark.parametrize(
    ("subject", "code"),
    [
        (Subject(EntityId("Q9"), POPULATION), "not_found"),
        (Subject(OSAKA, PropertyId("P9")), "not_found"),
    ],
)
def test_what_is_not_in_the_ledger_is_not_found(
    osaka_desk: Desk, subject: Subject, code: str
) -> None:
    """An entity, or a property of it; the hint says what there is."""
    with pytest.raises(NotFoundError) as caught:
        osaka_desk.adjudicate(subject)
    assert caught.value.code == code
    assert "fetch" in caught.value.hint or "P1082" in caught.value.hint


@pytest.mark.parametrize("as_of", ["", "yesterday", "2026-02-30", "26", "\udcff"])
def test_an_instant_that_is_none_is_refused(osaka_desk: Desk, as_of: str) -> None:
    """For ranking and for ruling; nothing is recorded."""
    with pytest.raises(InvalidInputError) as caught:
        osaka_desk.adjudicate(QUESTION, as_of=as_of)
    assert caught.value.facts["field"] == "as_of"
    with pytest.raises(InvalidInputError):
        osaka_desk.rule(ask(as_of=as_of))
    assert osaka_desk.ledger.store.head(osaka_desk.scope).n == 1


def test_a_ruling_is_recorded_with_its_receipt(osaka_desk: Desk) -> None:
    """The instant of the ranking is that of the ruling unless another was asked for."""
    recorded = osaka_desk.rule(ask())
    assert recorded.ruling.ruling_id == FIRST
    assert [event[:2] for event in recorded.receipt.events] == [(2, "ruling.created")]
    assert recorded.ruling.adjudication.as_of == recorded.receipt.at == AT
    assert osaka_desk.adjudicate(QUESTION).ruling == recorded.ruling
    again = osaka_desk.rule(ask("b", supersedes=FIRST, as_of="2020"))
    assert [event[1] for event in again.receipt.events] == ["ruling.created", "ruling.superseded"]
    assert again.ruling.adjudication.as_of == "2020"


def test_a_ruling_sent_twice_under_one_key_is_recorded_once(osaka_desk: Desk) -> None:
    """Whatever happened to it in between, the receipt is the first one."""
    asked = ask(idempotency_key="k1")
    first = osaka_desk.rule(asked)
    osaka_desk.retire(FIRST, "Misread.", actor="ada")
    again = osaka_desk.rule(asked)
    assert again.receipt.replayed
    assert again.receipt.events == first.receipt.events
    assert again.ruling.standing is Standing.RETIRED
    assert osaka_desk.ledger.store.head(osaka_desk.scope).n == 3


@pytest.mark.parametrize(
    "changed",
    [
        {"rationale": "Another."},
        {"chosen": "b"},
        {"actor": "eve"},
        {"as_of": "2020"},
        {"narrowing": Narrowing(newest=True)},
        {"acknowledged": (Acknowledgement.BARRED,)},
        {"supersedes": FIRST},
    ],
)
def test_a_key_covers_everything_that_is_asked_for(
    osaka_desk: Desk, changed: dict[str, Any]
) -> None:
    """Any difference makes it another request."""
    osaka_desk.rule(ask(idempotency_key="k1"))
    with pytest.raises(LedgerError) as caught:
        osaka_desk.rule(ask(idempotency_key="k1", **changed))
    assert caught.value.code == "idempotency_conflict"


def test_a_key_is_not_shared_by_commands(osaka_desk: Desk) -> None:
    """A revision under the key of a ruling is another request; sent again it is the same."""
    osaka_desk.rule(ask(idempotency_key="k1"))
    with pytest.raises(LedgerError) as caught:
        osaka_desk.revise(FIRST, "Because.", actor="ada", idempotency_key="k1")
    assert caught.value.code == "idempotency_conflict"
    for replayed in (False, True):
        revised = osaka_desk.revise(FIRST, "Because.", actor="ada", idempotency_key="k2")
        assert revised.receipt.replayed is replayed
    for replayed in (False, True):
        retired = osaka_desk.retire(FIRST, "Misread.", actor="ada", idempotency_key="k3")
        assert retired.receipt.replayed is replayed
        assert retired.ruling.standing is Standing.RETIRED


def test_a_refused_ruling_leaves_no_trace(osaka_desk: Desk) -> None:
    """The chain is as long as before, and the number is not used up."""
    for asked, code in (
        (ask(rationale=" "), "rationale_missing"),
        (ask("d"), "foreign_claim"),
        (ask("c"), "deprecated_cannot_govern"),
        (ask(supersedes=RulingId("RUL-0007")), "not_found"),
        (ask(rationale="half of a pair: \ud83d"), "not_canonical"),
        (ask(rationale="x" * 20_001), "limit_exceeded"),
        (ask(actor="\u200b"), "actor_missing"),
    ):
        with pytest.raises(LedgerError) as caught:
            osaka_desk.rule(asked)
        assert caught.value.code == code
    assert osaka_desk.ledger.store.head(osaka_desk.scope).n == 1
    assert osaka_desk.rule(ask()).ruling.ruling_id == FIRST


def test_rulings_are_listed_by_standing(osaka_desk: Desk) -> None:
    """In the order in which they were made; a cursor of one list does not fit the other."""
    osaka_desk.rule(ask())
    osaka_desk.rule(ask("b", supersedes=FIRST))
    osaka_desk.retire(RulingId("RUL-0002"), "Misread.", actor="ada")
    osaka_desk.rule(ask())

    def listed(standing: Standing | None) -> list[str]:
        page = osaka_desk.rulings(standing=standing, cursor=None, limit=100)
        return [ruling.ruling_id for ruling in page.items]

    assert listed(None) == ["RUL-0001", "RUL-0002", "RUL-0003"]
    assert listed(Standing.SUPERSEDED) == ["RUL-0001"]
    assert listed(Standing.RETIRED) == ["RUL-0002"]
    assert listed(Standing.STANDING) == ["RUL-0003"]
    cursor = osaka_desk.rulings(standing=None, cursor=None, limit=1).next_cursor
    assert (
        osaka_desk.rulings(standing=None, cursor=cursor, limit=1).items[0].ruling_id == "RUL-0002"
    )
    with pytest.raises(InvalidInputError):
        osaka_desk.rulings(standing=Standing.RETIRED, cursor=cursor, limit=1)
    with pytest.raises(InvalidInputError):
        osaka_desk.disputes(ANYTHING, cursor=cursor, limit=1)


def test_a_ruling_can_be_made_for_a_claim_and_read_back_whole(osaka_desk: Desk) -> None:
    """What is read is what was recorded."""
    recorded = osaka_desk.rule(ask("c", acknowledged=(Acknowledgement.BARRED,)))
    assert osaka_desk.ruling(FIRST) == recorded.ruling
    with pytest.raises(NotFoundError):
        osaka_desk.ruling(RulingId("RUL-0002"))


@pytest.mark.parametrize("amount", ["+5e308", "+" + "9" * 309, "+1e308", "-1e-308", "5e-324", "0"])
def test_an_amount_at_the_ends_of_a_double_can_be_ranked_and_ruled_on(
    desk: Desk, tmp_path: Path, amount: str
) -> None:
    """Beyond, the claim is kept with its value as written."""
    rows = [
        {
            "id": f"Q1${place}",
            "mainsnak": {
                "snaktype": "value",
                "property": "P1",
                "datavalue": {"type": "quantity", "value": {"amount": text, "unit": "1"}},
            },
        }
        for place, text in enumerate([amount, "7"])
    ]
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"type": "item", "id": "Q1", "claims": {"P1": rows}}))
    import_files(desk, [path], Selection(), actor="ada")
    subject = Subject(EntityId("Q1"), PropertyId("P1"))
    assert len(desk.adjudicate(subject).adjudication.ranked) == 2
    desk.rule(RuleRequest(subject, ClaimId("Q1$0"), "Why.", "ada"))
