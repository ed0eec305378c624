"""Ids are shown by name where they are values, and nowhere else."""

from dataclasses import replace

import pytest

from both_sides.domain.entities import Reference
from both_sides.domain.time_series import ALL_CLAIMS
from both_sides.service.cases import build_case
from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from both_sides.service.names import Names, ids_mentioned
from tests.samples import OSAKA, QUESTION, entity, group, osaka, renamed, statement

NAMES = {"Q11573": "metre", "Q1": "Universe", "Q3": "life", "Q405": "Moon", "P31": "instance of"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Q1", "Universe"),
        ("P31", "instance of"),
        ("290 Q11573", "290 metre"),
        ("-1.5 Q11573", "-1.5 metre"),
        ("-32.93, -31.32 (Q405)", "-32.93, -31.32 (Moon)"),
        ("5 Q999", "5 Q999"),
        ("Q999", "Q999"),
        # What follows is somebody's own text.
        ("Q1 2020", "Q1 2020"),
        ("results of Q3", "results of Q3"),
        ("LL-Q1 (eng)-walk.wav", "LL-Q1 (eng)-walk.wav"),
        ("https://www.wikidata.org/wiki/Q1#P31", "https://www.wikidata.org/wiki/Q1#P31"),
        ("?item wdt:P31 wd:Q1", "?item wdt:P31 wd:Q1"),
        ("Q1$abc", "Q1$abc"),
        ("Q0", "Q0"),
        ("", ""),
    ],
)
def test_a_value_shows_names_and_a_text_stays_as_it_is(text: str, shown: str) -> None:
    """A quarter of a year is no item."""
    assert Names(NAMES.get).show(text) == shown


def test_the_first_that_knows_an_id_names_it() -> None:
    """And is asked once."""
    asked: list[str] = []

    def slow(identifier: str) -> str | None:
        asked.append(identifier)
        return "slow" if identifier == "Q2" else None

    names = Names({"Q1": "own"}.get, slow, {"Q1": "bundled", "Q3": "bundled"}.get)
    assert [names.find(identifier) for identifier in ("Q1", "Q2", "Q3", "Q4")] == [
        "own",
        "slow",
        "bundled",
        None,
    ]
    names.find("Q2")
    assert asked == ["Q2", "Q3", "Q4"]


def test_the_ids_of_values_units_qualifiers_and_references_are_mentioned() -> None:
    """Each once, in their order."""
    reference = Reference(
        "r", stated_in="Q11", publisher="Q12", imported_from="Q13", other=(("P9", "Q14"),)
    )
    found = statement(
        "a",
        "5 Q1",
        unit="Q1",
        value_id="Q2",
        rank_reasons=("Q3", "a text with Q99"),
        qualifiers=(("P1", "Q4"), ("P2", "Q1 2020")),
    )
    assert ids_mentioned([found, replace(found, references=(reference,))]) == (
        *("Q1", "Q2", "Q3", "P1", "Q4", "P2"),
        *("Q11", "Q12", "Q13", "P9", "Q14"),
    )


def test_a_case_keeps_the_names_as_they_stood(desk: Desk) -> None:
    """Those of the entity itself before those of the scope, before those that are bundled."""
    disputed = group("P1082", statement("a", "Q11", unit="Q11573"), statement("b", "Q12"))
    import_entities(
        desk,
        [
            entity(disputed, names=(("Q11", "own name"),)),
            entity(entity_id="Q11", label="name in the scope"),
            entity(entity_id="Q12", label="Twelve"),
        ],
        actor="ada",
    )
    case = build_case(desk.ledger.state(desk.scope), QUESTION, ALL_CLAIMS)
    names = dict(case.names)
    assert (names["Q11"], names["Q12"], names["Q11573"]) == ("own name", "Twelve", "metre")
    import_entities(desk, [entity(entity_id="Q12", label="XII", digest="second")], actor="ada")
    assert dict(case.names)["Q12"] == "Twelve"


def test_an_entity_without_a_name_does_not_take_one_away(desk: Desk) -> None:
    """A dump in another language may have none."""
    import_entities(desk, [osaka(revision=1)], actor="ada")
    import_entities(desk, [renamed(osaka(), label=OSAKA, revision=2, digest="second")], actor="ada")
    assert desk.names.find(OSAKA) == "Osaka"
