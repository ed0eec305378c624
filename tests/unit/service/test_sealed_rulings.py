"""A `ruling.created` event seals what is needed to run the engine again, without trusting us."""

import json
from dataclasses import replace
from hashlib import sha384
from typing import Any

import pytest
import rfc8785

from both_sides.chain.payload import decode_event
from both_sides.corpus import load
from both_sides.domain.disputes import Subject
from both_sides.domain.events import RulingCreated
from both_sides.domain.ids import EntityId, ScopeId
from both_sides.domain.state import DisputeSummary
from both_sides.domain.time_series import Narrowing
from both_sides.scoring.adjudicate import adjudicate
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.store.memory import MemoryStore
from tests import oracle
from tests.replayed import require_replay
from tests.samples import Clock

AS_OF = "2026-10-03T12:00:00Z"
NARROWINGS = [Narrowing(), Narrowing(newest=True)]


@pytest.fixture(scope="module")
def sealed() -> list[bytes]:
    """Rule on every bundled dispute, and give the bodies that were sealed."""
    desk = Desk(Ledger(MemoryStore(), Clock()), ScopeId("local"))
    import_entities(desk, load(), actor="ada")
    disputes = [summary.subject for _, summary in desk.ledger.all(desk.scope, DisputeSummary)]
    for number, subject in enumerate(disputes):
        how = NARROWINGS[number % 2]
        leader = desk.adjudicate(subject, as_of=AS_OF, narrowing=how).adjudication.leader
        assert leader is not None
        desk.rule(RuleRequest(subject, leader, "Because.", "ada", as_of=AS_OF, narrowing=how))
    require_replay(desk.ledger.store)
    rows = desk.ledger.store.read(desk.scope)
    return [row.link.body for row in rows if row.type == "ruling.created"]


def engine_input(payload: dict[str, Any]) -> dict[str, Any]:
    """Put the engine's input together from the sealed members alone, as the page describes it."""
    case = payload["case"]
    return {
        "entityId": case["subject"]["entityId"],
        "entityLabel": case["entityLabel"],
        "propertyId": case["subject"]["propertyId"],
        "propertyLabel": case["propertyLabel"],
        "claims": [
            {
                "claimId": claim["claimId"],
                "value": claim["value"],
                "numeric": None if claim.get("numeric") is None else float(claim["numeric"]),
                "rank": claim.get("rank", "normal"),
                "referenceCount": claim.get("referenceCount", 0),
                "referenceUrls": list(
                    dict.fromkeys(
                        reference["url"]
                        for reference in claim.get("references", [])
                        if "url" in reference
                    )
                ),
                "retrieved": claim.get("retrieved"),
                "precision": claim.get("precision"),
            }
            for claim in case["statements"]
        ],
        "figures": [float(figure["value"]) for figure in case["figures"]],
    }


@pytest.mark.slow
def test_the_digest_of_the_inputs_can_be_computed_from_what_is_sealed(sealed: list[bytes]) -> None:
    """By hand: RFC 8785 and SHA-384."""
    assert len(sealed) > 10
    for body in sealed:
        payload = json.loads(body)["payload"]
        digest = sha384(rfc8785.dumps(engine_input(payload))).hexdigest()
        assert payload["case"]["inputsDigest"] == digest


@pytest.mark.slow
def test_the_method_written_naively_gives_the_numbers_that_are_sealed(sealed: list[bytes]) -> None:
    """Score, margin, band and every factor, from the sealed input and instant."""
    for body in sealed:
        payload = json.loads(body)["payload"]
        found = payload["adjudication"]
        expected = oracle.adjudicate({**engine_input(payload), "asOf": found["asOf"]})
        assert (found["leader"], found["margin"], found["band"], found["score"]) == (
            expected["leader"],
            expected["margin"],
            expected["band"],
            expected["score"],
        )
        for ranked, row in zip(found["ranked"], expected["ranked"], strict=True):
            assert (ranked["claimId"], ranked["score"]) == (row["claimId"], row["score"])
            assert {
                factor["factor"]: [factor["value"], factor["contribution"]]
                for factor in ranked["factors"]
            } == row["factors"]


@pytest.mark.slow
@pytest.mark.requirement("M40")
def test_the_engine_gives_the_whole_sealed_answer_again(sealed: list[bytes]) -> None:
    """With every sentence; the ruling names the engine it used."""
    for body in sealed:
        event = decode_event(body, n=1, source="test").event
        assert isinstance(event, RulingCreated)
        again = adjudicate(event.case.dispute, event.adjudication.as_of)
        assert again == event.adjudication
        assert event.adjudication.engine_version == "1.0.0"


def test_the_narrowing_is_part_of_the_sealed_input(sealed: list[bytes]) -> None:
    """Only the claims that were ranked are there, and how they were chosen."""
    cases = [json.loads(body)["payload"]["case"] for body in sealed]
    assert [case["narrowing"].get("newest", False) for case in cases] == [
        NARROWINGS[number % 2].newest for number in range(len(cases))
    ]
    for body in sealed:
        payload = json.loads(body)["payload"]
        assert {ranked["claimId"] for ranked in payload["adjudication"]["ranked"]} == {
            claim["claimId"] for claim in payload["case"]["statements"]
        }


def test_a_later_import_leaves_a_ruling_able_to_be_run_again(desk: Desk) -> None:
    """What was sealed does not depend on what the ledger holds now."""
    cities = {city.entity_id: city for city in load()}
    lisbon = cities[EntityId("Q597")]
    import_entities(desk, [lisbon], actor="ada")
    subject = Subject(lisbon.entity_id, lisbon.groups[0].property_id)
    chosen = lisbon.groups[0].statements[0].claim_id
    leader = desk.adjudicate(subject, as_of=AS_OF).adjudication.leader or chosen
    before = desk.rule(RuleRequest(subject, leader, "Because.", "ada", as_of=AS_OF)).ruling
    changed = replace(lisbon, groups=(), provenance=replace(lisbon.provenance, digest="other"))
    import_entities(desk, [changed], actor="ada")
    after = desk.ruling(before.ruling_id)
    assert adjudicate(after.case.dispute, AS_OF) == before.adjudication
