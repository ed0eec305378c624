"""Entities are found in whatever is around them."""

from typing import Any

import pytest

from both_sides.exchange.problems import Problem, ProblemCode
from both_sides.exchange.wikidata import entities_in

STATEMENT = {"mainsnak": {"snaktype": "novalue", "property": "P1"}}


def ids(document: object) -> list[str | ProblemCode]:
    """List the ids that were found, and the codes of problems."""
    return [
        found.code if isinstance(found, Problem) else str(found.get("id"))
        for found in entities_in(document)
    ]


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ({"id": "Q1"}, ["Q1"]),
        ({"type": "item", "title": "Q1", "claims": {}}, ["None"]),
        ([{"id": "Q1"}, {"id": "Q2"}], ["Q1", "Q2"]),
        ({"entities": {"Q1": {"id": "Q1"}, "Q2": {"labels": {}}}, "success": 1}, ["Q1", "Q2"]),
        ({"entities": [{"id": "Q1"}]}, ["Q1"]),
        ({"entities": {}}, []),
        ({"Q1": {"id": "Q1"}, "P2": {"claims": {}}}, ["Q1", "P2"]),
        ({"entities": {"Q9": {"id": "Q1", "redirects": {"from": "Q9", "to": "Q1"}}}}, ["Q1"]),
        ([[{"id": "Q1"}]], [ProblemCode.NOT_AN_ENTITY]),
        ([1, {"id": "Q1"}], [ProblemCode.NOT_AN_ENTITY, "Q1"]),
        ({"entities": 5}, [ProblemCode.NOT_AN_ENTITY]),
        ({"entities": {"Q1": 5}}, [ProblemCode.NOT_AN_ENTITY]),
        ({}, [ProblemCode.NOT_AN_ENTITY]),
        ({"claim": STATEMENT}, [ProblemCode.NOT_AN_ENTITY]),
        (None, [ProblemCode.NOT_AN_ENTITY]),
        ("Q1", [ProblemCode.NOT_AN_ENTITY]),
    ],
)
def test_what_is_around_an_entity_is_taken_off(
    document: object, found: list[str | ProblemCode]
) -> None:
    """One, many, maps and replies; anything else is a problem."""
    assert ids(document) == found


def test_forms_and_senses_with_statements_are_entities() -> None:
    """With the revision of their lexeme; two senses do not contradict each other."""
    lexeme: dict[str, Any] = {
        "id": "L1",
        "lastrevid": 7,
        "lemmas": {},
        "forms": [{"id": "L1-F1", "claims": []}, {"id": "L1-F2", "claims": {"P1": [STATEMENT]}}],
        "senses": {"0": {"id": "L1-S1", "claims": {"P1": [STATEMENT]}}, "1": 5},
    }
    found = list(entities_in(lexeme))
    assert ids(lexeme) == ["L1", "L1-F2", "L1-S1"]
    assert isinstance(found[1], dict)
    assert found[1]["lastrevid"] == 7


def test_a_problem_says_what_was_found_and_lost() -> None:
    """The statements in something that is no entity are counted."""
    (problem,) = entities_in({"success": 1, "claim": STATEMENT})
    assert isinstance(problem, Problem)
    assert problem.what == "an object with the keys claim, success is no entity"
    assert problem.statements_lost == 1
    (refusal,) = entities_in({"error": {"code": "no-such-entity", "info": "No such entity"}})
    assert isinstance(refusal, Problem)
    assert "No such entity" in refusal.what
