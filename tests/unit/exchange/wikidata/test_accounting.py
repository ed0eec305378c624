"""All statements of all shared data are accounted for: claims, or lost with a problem."""

import json
from collections import Counter
from typing import NamedTuple

import pytest

from both_sides.domain.time_series import moment_of, time_key
from both_sides.exchange.dump_lines import read_entities
from both_sides.exchange.wikidata import ReadEntity
from tests.shared import shared

WIKIDATA = "data/wikidata/"
TOOLKIT = WIKIDATA + "wikidata-toolkit/"
DUMPS = TOOLKIT + "wdtk-dumpfiles/src/test/resources/"
REPLIES = TOOLKIT + "wdtk-wikibaseapi/src/test/resources/"
SINGLE = TOOLKIT + "wdtk-datamodel/src/test/resources/JsonDeserializer/"


class Report(NamedTuple):
    """Hold what became of a file."""

    entities: int
    claims: int
    lost: int
    problems: list[str]


def read(name: str) -> tuple[list[ReadEntity], Report]:
    """Read a shared file, and check that everything in it is accounted for."""
    path = shared(name)
    with path.open("rb") as stream:
        results = list(read_entities(stream, source=path.name))
    for result in results:
        assert result.claims + result.statements_lost == result.statements_found
    problems = [f"{problem.code}: {problem}" for result in results for problem in result.problems]
    return results, Report(
        entities=sum(result.entity is not None for result in results),
        claims=sum(result.claims for result in results),
        lost=sum(result.statements_lost for result in results),
        problems=problems,
    )


@pytest.mark.slow
def test_the_development_data_are_accounted_for() -> None:
    """1,487 entities with 34,792 statements, and the 130 statements of forms and senses."""
    results, report = read(WIKIDATA + "dev.ndjson.gz")
    parts = [found for found in results if found.entity and "-" in found.entity.entity_id]
    assert len(results) - len(parts) == 1487
    assert sum(found.claims for found in parts) == 130
    assert report.claims == 34_792 + 130
    assert report.lost == 0
    assert report.problems == [
        "unreadable_value: dev.ndjson.gz line 50: Q1 P569 Q1P5691989-06-04:"
        " '1989-06-04-00-00T00:00:00Z' is not a point in time"
    ]
    statements = [
        statement
        for found in results
        if found.entity
        for group in found.entity.groups
        for statement in group.statements
    ]
    assert Counter(statement.rank.value for statement in statements) == {
        "normal": 34_195 + 130,
        "preferred": 502,
        "deprecated": 95,
    }
    assert Counter(statement.value for statement in statements)["no value"] == 26
    assert Counter(statement.value for statement in statements)["unknown value"] == 13
    for statement in statements:
        for moment in (moment_of(statement) or "").split("/"):
            if moment:
                time_key(moment)
        if statement.retrieved is not None:
            time_key(statement.retrieved)
        assert statement.reference_count <= len(statement.references)


NOT_AN_ID = "invalid_entity_id: {}: {!r} is not the id of an entity"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (DUMPS + "mock-dump-for-testing.json", Report(4, 5, 0, [])),
        (DUMPS + "mock-dump-for-long-testing.json", Report(101, 149, 0, [])),
        # Its bugs are empty maps written as lists; they are read like what they mean.
        (DUMPS + "mock-dump-with-bugs.json", Report(101, 148, 0, [])),
        (
            TOOLKIT + "wdtk-examples/src/resources/sample-dump-20150815.json.gz",
            Report(101, 149, 0, []),
        ),
        (
            WIKIDATA + "jsondumpreader/3valid-2invalid.json",
            Report(
                3,
                16,
                10,
                [
                    NOT_AN_ID.format("3valid-2invalid.json line 3", "kittens"),
                    NOT_AN_ID.format("3valid-2invalid.json line 5", "cats"),
                ],
            ),
        ),
        (
            WIKIDATA + "jsondumpreader/invalid-item.json",
            Report(0, 0, 16, [NOT_AN_ID.format("invalid-item.json line 2", "kittens")]),
        ),
        (
            WIKIDATA + "jsondumpreader/invalid-json.json",
            Report(
                0,
                0,
                0,
                [
                    "not_json: invalid-json.json line 2: it is not JSON: unexpected character,"
                    " expected a string key at column 2"
                ],
            ),
        ),
        (WIKIDATA + "kgtk/P100.jsonl", Report(16, 15, 0, [])),
        (WIKIDATA + "kgtk/Q571604390.jsonl", Report(17, 24, 0, [])),
        (WIKIDATA + "kgtk/ranked0.jsonl", Report(277, 229, 0, [])),
        (
            WIKIDATA + "kgtk/dates0.jsonl",
            Report(
                2,
                20,
                0,
                [
                    "unreadable_value: dates0.jsonl line 1: Q1 P569 Q1P5691989-06-04:"
                    " '1989-06-04-00-00T00:00:00Z' is not a point in time"
                ],
            ),
        ),
        (SINGLE + "item.json", Report(1, 13, 0, [])),
        (SINGLE + "property.json", Report(1, 10, 0, [])),
        (SINGLE + "lexeme.json", Report(2, 1, 0, [])),
        (SINGLE + "mediainfo.json", Report(1, 2, 0, [])),
        (REPLIES + "wbgetentites-Oliver-Kahn.json", Report(1, 35, 0, [])),
        (REPLIES + "wbgetentities-Douglas-Adams.json", Report(1, 74, 0, [])),
        (REPLIES + "wbgetentities-Q1.json", Report(1, 16, 0, [])),
        (REPLIES + "wbgetentities-Q32063953.json", Report(1, 173, 0, [])),
        (
            REPLIES + "wbgetentities-Q6-Q42-P31.json",
            Report(
                2,
                70,
                0,
                [
                    "missing_entity: wbgetentities-Q6-Q42-P31.json line 1: Q6:"
                    " the source has no entity Q6"
                ],
            ),
        ),
        (
            REPLIES + "wbsetclaim.json",
            Report(
                0,
                0,
                1,
                [
                    "not_an_entity: wbsetclaim.json line 1: an object with the keys claim,"
                    " pageinfo, success is no entity"
                ],
            ),
        ),
    ],
)
def test_each_file_has_its_report(name: str, expected: Report) -> None:
    """Word for word, for every mock dump and every broken file."""
    assert read(name)[1] == expected


def test_the_dates_of_kgtk_are_read_like_this() -> None:
    """Missing signs, every precision, millions of years."""
    results, _ = read(WIKIDATA + "kgtk/dates0.jsonl")
    entity = results[0].entity
    assert entity is not None
    assert [statement.value for statement in entity.groups[0].statements] == [
        "2020-06-04",
        "2020-06",
        "2020",
        "2020-06-04",
        "2020-06",
        "2020",
        "2010s",
        "19th century",
        "2nd millennium",
        "2010s",
        "19th century",
        "2nd millennium",
        "about 2500000 BCE",
        "about 13798000000 BCE",
        "about 5000000000 BCE",
        "about 2500000",
        "about 13798000000",
        "about 5000000000",
        "2010",
        "1989-06-04-00-00T00:00:00Z",
    ]


def test_a_redirected_entity_says_from_where() -> None:
    """As Wikidata answered for Q32063953."""
    results, _ = read(REPLIES + "wbgetentities-Q32063953.json")
    entity = results[0].entity
    assert entity is not None
    assert (results[0].redirected_from, entity.entity_id) == ("Q32063953", "Q1040")


def test_what_is_read_has_a_canonical_form() -> None:
    """No lone surrogates, no infinities: everything can be written as JSON and sealed."""
    results, _ = read(REPLIES + "wbgetentities-Q1.json")
    entity = results[0].entity
    assert entity is not None
    for group in entity.groups:
        for statement in group.statements:
            json.dumps(statement.value).encode()
