"""An entity is read whole, and every statement is accounted for."""

from typing import Any

import pytest

from both_sides.exchange.problems import Place, ProblemCode
from both_sides.exchange.wikidata import read_entity

PLACE = Place("dump.json", 7)


def statement(value: object = "x", **members: object) -> dict[str, object]:
    """Write a statement."""
    return {"mainsnak": {"snaktype": "value", "datavalue": {"value": value}}, **members}


def item(**members: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Write an item."""
    return {"type": "item", "id": "Q1", **members}


def test_an_entity_is_read_whole() -> None:
    """Name, description, groups in their order, and where it comes from."""
    read = read_entity(
        item(
            labels={"en": {"language": "en", "value": "Universe"}},
            descriptions={"en": {"language": "en", "value": "everything"}},
            claims={"P2": [statement("a", id="Q1$1")], "P1": [statement("b", id="Q1$2")]},
            lastrevid=5,
            modified="2020-01-01T00:00:00Z",
        ),
        digest="d" * 96,
    )
    entity = read.entity
    assert entity is not None
    assert (entity.entity_id, entity.label, entity.description) == ("Q1", "Universe", "everything")
    assert [group.property_id for group in entity.groups] == ["P2", "P1"]
    assert [group.statements[0].claim_id for group in entity.groups] == ["Q1$1", "Q1$2"]
    provenance = entity.provenance
    assert (provenance.publisher, provenance.licence) == ("Wikidata", "CC0 1.0")
    assert provenance.url == "https://www.wikidata.org/wiki/Q1"
    assert (provenance.revision, provenance.modified) == (5, "2020-01-01T00:00:00Z")
    assert provenance.digest == "d" * 96
    assert (read.claims, read.statements_found, read.problems) == (2, 2, ())


@pytest.mark.parametrize(
    ("identifier", "url"),
    [
        ("P31", "https://www.wikidata.org/wiki/Property:P31"),
        ("L42", "https://www.wikidata.org/wiki/Lexeme:L42"),
        ("L42-S1", "https://www.wikidata.org/wiki/Lexeme:L42#S1"),
        ("M7", "https://commons.wikimedia.org/entity/M7"),
        ("q5", "https://www.wikidata.org/wiki/Q5"),
    ],
)
def test_every_type_has_its_page(identifier: str, url: str) -> None:
    """Properties, lexemes, their parts and media files are entities like items."""
    entity = read_entity({"id": identifier}, digest="").entity
    assert entity is not None
    assert entity.provenance.url == url
    assert entity.label == identifier.upper()


@pytest.mark.parametrize("member", ["labels", "lemmas", "representations", "glosses"])
def test_lexemes_and_their_parts_are_named_by_what_they_have(member: str) -> None:
    """Lemmas, representations and glosses stand for labels."""
    entity = read_entity({"id": "L1", member: {"en": {"value": "word"}}}, digest="").entity
    assert entity is not None
    assert entity.label == "word"


def test_media_files_say_statements() -> None:
    """Instead of claims."""
    read = read_entity({"id": "M7", "statements": {"P180": [statement()]}}, digest="")
    assert (read.claims, read.statements_found) == (1, 1)


def test_empty_maps_may_be_lists_and_anything_may_be_missing() -> None:
    """Old dumps write `[]`, and leave out datatype, hash and lastrevid."""
    empty: list[object] = []
    read = read_entity(
        item(labels=empty, descriptions=empty, aliases=empty, claims=empty, sitelinks=empty),
        digest="",
    )
    assert read.entity is not None
    assert read.problems == ()
    read = read_entity(item(lastrevid="2000-01-01T00:00:00Z", modified=5), digest="")
    assert read.entity is not None
    assert (read.entity.provenance.revision, read.entity.provenance.modified) == (None, None)


def test_a_statement_without_an_id_of_its_own_gets_one() -> None:
    """From entity, property and position, so that a second import gives the same."""
    read = read_entity(
        item(
            claims={
                "P1": [
                    statement("a"),
                    statement("b", id="Q1$x"),
                    statement("c", id="Q1$x"),
                    statement("d", id=""),
                    statement("e", id=5),
                    statement("f", id="CLM-0001"),
                    statement("g", id="a\nb"),
                    statement("h", id="y" * 257),
                    statement("i", id="Q1-P1-1"),
                ]
            }
        ),
        digest="",
        place=PLACE,
    )
    assert read.entity is not None
    claims = [claim.claim_id for claim in read.entity.groups[0].statements]
    assert claims == ["Q1-P1-1", "Q1$x", *(f"Q1-P1-{number}" for number in range(3, 10))]
    assert [problem.code for problem in read.problems] == [
        ProblemCode.REPEATED_STATEMENT_ID,
        *[ProblemCode.INVALID_STATEMENT_ID] * 5,
        ProblemCode.REPEATED_STATEMENT_ID,
    ]
    assert {problem.place for problem in read.problems} == {PLACE}
    assert read.problems[0].statement_id == "Q1-P1-3"
    assert read.problems[0].hint


def test_a_statement_that_is_none_is_lost_by_name() -> None:
    """And only that one."""
    read = read_entity(item(claims={"P1": [statement(), 5, None]}), digest="")
    assert (read.claims, read.statements_lost, read.statements_found) == (1, 2, 3)
    assert [problem.what for problem in read.problems] == [
        "statement 2 is no object",
        "statement 3 is no object",
    ]
    assert str(read.problems[0]) == "Q1 P1: statement 2 is no object"


@pytest.mark.parametrize(
    ("claims", "found", "claims_read", "lost", "codes"),
    [
        ({"P1": 5}, 0, 0, 0, [ProblemCode.MALFORMED_STATEMENTS]),
        ({"P1": None}, 0, 0, 0, []),
        ({"P1": []}, 0, 0, 0, []),
        ({"P1": statement()}, 1, 1, 0, []),
        ({"P1": {"0": statement(), "2": statement()}}, 2, 2, 0, []),
        (5, 0, 0, 0, [ProblemCode.MALFORMED_STATEMENTS]),
        ({"nonsense": [statement(), statement()]}, 2, 0, 2, [ProblemCode.INVALID_PROPERTY_ID]),
        (
            [{"mainsnak": {"snaktype": "novalue", "property": "P1"}}, statement()],
            2,
            1,
            1,
            [ProblemCode.INVALID_PROPERTY_ID],
        ),
    ],
)
def test_every_statement_is_accounted_for(
    claims: object, found: int, claims_read: int, lost: int, codes: list[ProblemCode]
) -> None:
    """In whatever shape the claims come."""
    read = read_entity(item(claims=claims), digest="")
    assert (read.statements_found, read.claims, read.statements_lost) == (found, claims_read, lost)
    assert [problem.code for problem in read.problems] == codes


def test_claims_and_statements_are_put_together() -> None:
    """Where one document has both; a property is one group all the same."""
    read = read_entity(
        item(
            claims={"P1": [statement("a")], "P2": 5},
            statements={"P1": statement("b"), "P2": [statement("c")], "P3": [statement("d")]},
        ),
        digest="",
    )
    assert read.entity is not None
    assert [
        (group.property_id, [claim.value for claim in group.statements])
        for group in read.entity.groups
    ] == [("P1", ["a", "b"]), ("P2", ["c"]), ("P3", ["d"])]
    assert (read.claims, read.statements_found) == (4, 4)


def test_properties_can_be_chosen() -> None:
    """The others are counted as left out, not as lost."""
    claims = {"P1": [statement()], "P2": [statement(), statement()], "P3": [5]}
    read = read_entity(item(claims=claims), digest="", properties={"P1"})
    assert read.entity is not None
    assert [group.property_id for group in read.entity.groups] == ["P1"]
    assert (read.statements_found, read.statements_left_out, read.statements_lost) == (4, 3, 0)


def test_the_datatype_is_that_of_the_first_statement() -> None:
    """Where it says one."""
    snak = {"snaktype": "novalue", "datatype": "quantity"}
    read = read_entity(item(claims={"P1": [{"mainsnak": snak}], "P2": [5, statement()]}), digest="")
    assert read.entity is not None
    assert [group.datatype for group in read.entity.groups] == ["quantity", None]


@pytest.mark.parametrize("identifier", ["kittens", "", "Q", "Q1x", "E1", 5, None, [], "Q1\n2"])
def test_an_id_that_is_none_is_a_problem(identifier: object) -> None:
    """Its statements are lost by number, and nothing is invented."""
    read = read_entity({"id": identifier, "claims": {"P1": [statement()]}}, digest="", place=PLACE)
    assert read.entity is None
    (problem,) = read.problems
    assert (problem.code, problem.statements_lost) == (ProblemCode.INVALID_ENTITY_ID, 1)
    assert read.statements_found == 1
    assert str(problem.place) == "dump.json line 7"


@pytest.mark.parametrize(
    ("title", "entity_id"), [("Q1764", "Q1764"), ("Property:P31", "P31"), ("Lexeme:L42", "L42")]
)
def test_the_title_stands_in_for_a_missing_id(title: str, entity_id: str) -> None:
    """Some exports have only that."""
    entity = read_entity({"title": title}, digest="").entity
    assert entity is not None
    assert entity.entity_id == entity_id


def test_a_missing_entity_is_a_problem() -> None:
    """Wikidata answers so where it has none."""
    read = read_entity({"id": "Q6", "missing": ""}, digest="")
    assert read.entity is None
    assert [problem.code for problem in read.problems] == [ProblemCode.MISSING_ENTITY]


def test_a_redirect_says_where_it_came_from() -> None:
    """The entity keeps the id that it really has."""
    read = read_entity(item(redirects={"from": "Q9", "to": "Q1"}), digest="")
    assert read.redirected_from == "Q9"
    assert read.entity is not None
    assert read.entity.entity_id == "Q1"
