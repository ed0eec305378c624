"""Disputed questions over REST, and their rankings: of the ledger, and sent along."""

import json

import pytest

from both_sides.corpus import load
from both_sides.domain.disputes import Subject
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.interfaces.api.shapes.disputes import HearingShape
from both_sides.interfaces.wire.shapes import hearing_members
from both_sides.service.desk import Desk
from tests.engine_vectors import Vector, engine_vectors
from tests.samples import entity, group, statement
from tests.served import LOCAL, QUESTION, Served, city, refused, serving

AS_OF = "2026-10-03"


def test_questions_are_listed_with_their_ruling(served: Served) -> None:
    """In the order in which they were imported."""
    served.rule()
    (row,) = served.get("/disputes").json()["disputes"]
    assert row["entityId"] == "Q35765"
    assert row["claims"] == 3
    assert row["ruling"] == "RUL-0001"


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("entity=q35765", 1),
        ("entity=Q1", 0),
        ("property=P1082", 1),
        ("kind=contradiction", 1),
        ("kind=time_series", 0),
        ("ruled=true", 0),
        ("ruled=false", 1),
    ],
)
def test_questions_are_chosen_by_what_they_are(served: Served, query: str, count: int) -> None:
    """Each filter by itself."""
    assert len(served.get(f"/disputes?{query}").json()["disputes"]) == count


@pytest.mark.parametrize("query", ["kind=quarrel", "ruled=perhaps", "entity=a%20b", "limit=0"])
def test_a_filter_that_is_none_is_refused(served: Served, query: str) -> None:
    """It is named, with what would be accepted."""
    problem = refused(served.ask("GET", f"/disputes?{query}"), 422, "invalid_input")
    assert problem["facts"]["field"].startswith("query.")


def test_a_dispute_is_shown_as_by_every_face() -> None:
    """For a real entity, down to the last number and sentence; also where it is ranked by POST."""
    lisbon = next(found for found in load() if found.entity_id == "Q597")
    with serving(":memory:", lisbon) as served:
        subject = Subject(EntityId("Q597"), PropertyId("P1082"))
        hearing = Desk(served.office.ledger, LOCAL).adjudicate(subject, as_of=AS_OF)
        expected = json.loads(json.dumps(hearing_members(hearing)))
        assert served.get(f"/disputes/Q597/P1082?asOf={AS_OF}").json() == expected
        body = {"entityId": "Q597", "propertyId": "P1082", "asOf": AS_OF}
        for _ in range(2):  # the second time what follows from the dispute alone is remembered
            assert served.post("/adjudications", body, status=200).json() == expected


def test_a_ranking_is_the_same_whatever_was_ranked_before() -> None:
    """Instants apart by a millisecond, a day and years, there and back; by GET and by POST."""
    lisbon = next(found for found in load() if found.entity_id == "Q597")
    instants = (
        "2026-10-03T12:00:00.000Z",
        "2026-10-03T12:00:00.001Z",
        "2026-10-04",
        "2031-01-01",
        "1999-01-01",
        "2026-10-03T12:00:00.000Z",
    )
    with serving(":memory:", lisbon) as served:
        subject = Subject(EntityId("Q597"), PropertyId("P1082"))
        said = []
        for instant in instants:
            hearing = Desk(served.office.ledger, LOCAL).adjudicate(subject, as_of=instant)
            expected = json.loads(json.dumps(hearing_members(hearing)))
            body = {"entityId": "Q597", "propertyId": "P1082", "asOf": instant}
            assert served.post("/adjudications", body, status=200).json() == expected
            assert served.get(f"/disputes/Q597/P1082?asOf={instant}").json() == expected
            said.append(expected["claims"])
        assert said[0] == said[1] == said[5]
        assert said[0] != said[2] != said[3] != said[4]  # each names its day


def test_a_dispute_narrowed_to_nothing_is_one_that_nobody_disputes(served: Served) -> None:
    """It is answered as it is described, and says that there is nothing to rank."""
    answer = served.get(f"/disputes/Q35765/P1082?asOf={AS_OF}&at=2015").json()
    shown = HearingShape.model_validate(answer)
    assert (shown.kind, shown.adjudication.status, shown.claims) == ("undisputed", "empty", [])


def test_a_ranking_follows_the_ledger(served: Served) -> None:
    """Nothing that is remembered outlives an import or a ruling."""
    before = served.post("/adjudications", QUESTION, status=200).json()
    assert before["ruling"] is None
    served.rule()
    after = served.post("/adjudications", QUESTION, status=200).json()
    assert after["ruling"]["id"] == "RUL-0001"
    newer = city(revision=2, digest="second")
    with serving(":memory:", newer) as other:
        assert other.post("/adjudications", QUESTION, status=200).json()["ruling"] is None


def test_a_dispute_is_narrowed_before_it_is_ranked() -> None:
    """To a point in time, or to the newest."""
    population = group(
        "P1082",
        statement("a", "1", point_in_time="2015"),
        statement("b", "2", point_in_time="2020"),
    )
    with serving(":memory:", entity(population)) as served:
        assert len(served.get("/disputes/Q35765/P1082").json()["claims"]) == 2
        newest = served.get("/disputes/Q35765/P1082?newest=true").json()
        assert [claim["claimId"] for claim in newest["claims"]] == ["b"]
        then = served.post("/adjudications", QUESTION | {"at": "2015"}, status=200).json()
        assert [claim["claimId"] for claim in then["claims"]] == ["a"]


def test_the_same_claim_twice_keeps_both_rows() -> None:
    """A source may give two statements one id; each keeps what it says."""
    twins = group("P1082", statement("a", "1", rank="preferred"), statement("a", "2"))
    with serving(":memory:", entity(twins)) as served:
        for _ in range(2):
            claims = served.post("/adjudications", QUESTION, status=200).json()["claims"]
            assert [claim["value"] for claim in claims] == ["1", "2"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid_input"),
        ({"entityId": "Q404", "propertyId": "P1082"}, 404, "not_found"),
        (QUESTION | {"asOf": "yesterday"}, 422, "invalid_input"),
        (QUESTION | {"asOf": ""}, 422, "invalid_input"),
        (QUESTION | {"at": "2015", "newest": True}, 422, "invalid_input"),
        (QUESTION | {"newest": "yes"}, 422, "invalid_input"),
        (QUESTION | {"unknown": 1}, 422, "invalid_input"),
        ([], 422, "invalid_input"),
        ({"claims": 7}, 422, "malformed_document"),
        ({"claims": [{"value": "no id"}]}, 422, "malformed_document"),
        ({"claims": [{"claimId": "a"}], "figures": ["many"]}, 422, "malformed_document"),
        ({"claims": [{"claimId": str(n)} for n in range(1_001)]}, 422, "limit_exceeded"),
    ],
)
def test_what_cannot_be_ranked_is_refused_in_words(
    served: Served, body: object, status: int, code: str
) -> None:
    """Whether it is ranked at once or in a thread."""
    refused(served.ask("POST", "/adjudications", json=body), status, code)


@pytest.mark.parametrize("padding", [0, 10_000], ids=["at once", "in a thread"])
def test_a_dispute_that_is_sent_along_is_ranked(served: Served, padding: int) -> None:
    """The answer has the shape of the command line's, and nothing is recorded."""
    claims = [{"claimId": "a", "numeric": 10, "rank": "preferred"}, {"claimId": "b"}]
    body = {"claims": claims, "asOf": AS_OF, "note": "x" * padding}
    ranking = served.post("/adjudications", body, status=200).json()
    assert ranking["leader"] == "a"
    assert [ranked["claimId"] for ranked in ranking["ranked"]] == ["a", "b"]
    assert served.office.ledger.store.head(LOCAL).n == 1


def test_a_text_that_is_sent_along_corroborates(served: Served) -> None:
    """Figures are read from it as from a second source."""
    claims = [{"claimId": "a", "numeric": 2_751_862}]
    body = {"claims": claims, "corroboratingText": "It has 2,751,862 inhabitants.", "asOf": AS_OF}
    ranking = served.post("/adjudications", body, status=200).json()
    assert ranking["ranked"][0]["factors"]["corroboration"] == [1, 20]


def test_the_shared_vectors_agree_number_for_number(served: Served) -> None:
    """A sample of them over HTTP; the engine's own tests hold them all."""
    chosen: list[Vector] = [vector for n, vector in enumerate(engine_vectors()) if n % 97 == 0]
    assert len(chosen) > 20
    for vector in chosen:
        ranking = served.post("/adjudications", vector.input, status=200).json()
        assert ranking == vector.output, vector.name
