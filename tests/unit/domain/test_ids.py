"""Identifiers are read strictly, printed one way, and never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.domain.ids import (
    ClaimId,
    entity_of,
    format_number,
    parse_claim_id,
    parse_entity_id,
    parse_evidence_id,
    parse_number,
    parse_property_id,
    parse_ruling_id,
    parse_scope_id,
    parse_wikidata_entity,
    parse_wikidata_property,
)
from both_sides.errors import InvalidInputError


@pytest.mark.slow
@pytest.mark.requirement("F22")
@given(st.integers(1, 10**12 - 1))
def test_every_number_is_printed_with_four_digits_at_least_and_read_back(number: int) -> None:
    """Numbers widen when they must."""
    text = format_number("RUL", number)
    assert len(text) >= len("RUL-0001")
    assert parse_number("RUL", text) == number
    assert parse_number("CLM", text) is None


@pytest.mark.parametrize(
    "text", ["RUL-1", "RUL-00001", "RUL1", "RUL-", "", "RUL-0001 ", "CLM-0001", "RUL-\u0661111"]
)
def test_what_is_no_ruling_id_is_refused(text: str) -> None:
    """Also another spelling of a number: one ruling has one id."""
    with pytest.raises(InvalidInputError) as caught:
        parse_ruling_id(text)
    assert caught.value.code == "invalid_input"
    assert "RUL-0001" in caught.value.hint


def test_a_registered_id_may_be_typed_in_either_case() -> None:
    """But the id of an imported statement is kept as it is: there, case may tell two apart."""
    assert parse_ruling_id("rul-0001") == "RUL-0001"
    assert parse_claim_id("clm-0012") == "CLM-0012"
    assert parse_evidence_id("evd-0003") == "EVD-0003"
    assert parse_claim_id("q1$Ab") == "q1$Ab"


def test_a_wikidata_id_may_be_typed_in_either_case() -> None:
    """Of an item, a property, a lexeme, its forms and senses."""
    assert parse_entity_id("q1764") == "Q1764"
    assert parse_entity_id("l1-f2") == "L1-F2"
    assert parse_property_id("p1082") == "P1082"
    assert parse_entity_id("my-own/id") == "my-own/id"


@pytest.mark.parametrize("text", ["", " ", "Q1 Q2", "a\tb", "a\x00", "a\x9b", "\udcff", "x" * 257])
def test_what_is_no_entity_id_is_refused(text: str) -> None:
    """White space, control characters, halves of surrogate pairs, and what is too long."""
    for parse in (parse_entity_id, parse_property_id):
        with pytest.raises(InvalidInputError) as caught:
            parse(text)
        assert caught.value.code == "invalid_input"


@pytest.mark.requirement("F22")
@pytest.mark.parametrize("text", ["", "a\nb", "\ud800", "x" * 513])
def test_what_is_no_claim_or_evidence_id_is_refused(text: str) -> None:
    """They may have blanks, as some statement ids do, but no line of their own."""
    for parse in (parse_claim_id, parse_evidence_id):
        with pytest.raises(InvalidInputError):
            parse(text)


@pytest.mark.parametrize("text", ["", "a b", "ä", "a" * 129, "a\n", "a:b"])
def test_what_is_no_scope_id_is_refused(text: str) -> None:
    """Only the characters that the chain's format allows."""
    with pytest.raises(InvalidInputError) as caught:
        parse_scope_id(text)
    assert caught.value.facts["field"] == "scope"


def test_scope_ids_have_the_characters_of_the_format() -> None:
    """Up to 128 of them."""
    assert parse_scope_id("Team_1/a.b~c-d") == "Team_1/a.b~c-d"
    assert parse_scope_id("a" * 128)


@pytest.mark.parametrize(
    ("claim_id", "entity_id"),
    [
        ("Q1764$5E4A", "Q1764"),
        ("q1764$5E4A", "Q1764"),
        ("Q597-P1082-2", "Q597"),
        ("L252247-F2$9A", "L252247-F2"),
        ("CLM-0001", None),
        ("some text", None),
    ],
)
def test_an_imported_claim_names_its_entity(claim_id: str, entity_id: str | None) -> None:
    """Also where the entity is a form of a lexeme."""
    assert entity_of(ClaimId(claim_id)) == entity_id


@pytest.mark.parametrize("text", ["population", "Q1764", "P", "1082", "P1082x"])
def test_a_property_of_wikidata_is_selected_by_its_id(text: str) -> None:
    """By its name nothing would be found, which looks as if there were nothing."""
    assert parse_wikidata_property("p1082") == "P1082"
    with pytest.raises(InvalidInputError, match="not the id of a Wikidata property") as raised:
        parse_wikidata_property(text)
    assert "P1082" in raised.value.hint


@pytest.mark.parametrize("text", ["Osaka", "Q", "1764", "CLM-0001"])
def test_an_entity_of_wikidata_is_selected_by_its_id(text: str) -> None:
    """As with properties."""
    assert parse_wikidata_entity("q1764") == "Q1764"
    with pytest.raises(InvalidInputError, match="not the id of a Wikidata entity"):
        parse_wikidata_entity(text)
