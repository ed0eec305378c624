"""A mapping says which column is what, and every problem in it is named at once."""

from pathlib import Path
from typing import Any

import pytest

from both_sides.batch.mapping import csv_of, guess_mapping, parse_mapping, read_members
from both_sides.errors import InvalidInputError, MalformedDocumentError, NotFoundError

COLUMNS = ["object", "source", "value", "timestamp"]
FLIGHTS: dict[str, Any] = {
    "entity": {"column": "object", "before": "|"},
    "property": {"column": "object", "after": "|"},
    "value": "value",
    "source": "source",
    "one_claim_per": "value",
}


def test_members_are_columns_or_constants() -> None:
    """With how to read them; each column is read once."""
    mapping = parse_mapping({**FLIGHTS, "rank": {"constant": "normal"}}, COLUMNS, name="a")
    assert mapping.columns == ("object", "value", "source")
    assert mapping.sources["rank"].constant == "normal"
    assert mapping.one_claim_per == "value"
    assert mapping.members()["entity"] == {"column": "object", "before": "|"}


def test_every_problem_is_named_at_once() -> None:
    """So that one look mends all."""
    with pytest.raises(InvalidInputError) as caught:
        parse_mapping(
            {
                "entity": "objekt",
                "property": {"column": "object", "constant": "x"},
                "value": 3,
                "colour": "value",
                "retrieved": {"column": "timestamp", "form": "%d"},
                "numeric": {"column": "value", "format": "%d"},
                "source": {"column": "source", "separator": ";"},
                "rank": {"column": "value", "values": {"a": 1}},
                "claim_id": "object",
                "one_claim_per": "value",
                "encoding": 8,
            },
            COLUMNS,
            name="a.toml",
        )
    problems = caught.value.facts["problems"]
    assert isinstance(problems, list)
    assert sorted({problem.partition(":")[0] for problem in problems}) == [
        "claim_id",
        "colour",
        "encoding",
        "entity",
        "numeric",
        "property",
        "rank",
        "retrieved",
        "source",
        "value",
    ]
    assert "object, source, value, timestamp" in caught.value.hint


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("encoding", "klingon"),
        ("encoding", "utf-8\0"),
        ("delimiter", ""),
        ("delimiter", "ab"),
        ("delimiter", '"'),
        ("delimiter", "\n"),
        ("delimiter", "\uff1b"),
    ],
)
def test_a_file_cannot_be_written_in_a_way_that_there_is_not(option: str, said: str) -> None:
    """It is named with the other problems, and the columns are looked at as if it were not said."""
    assert csv_of({option: said}) == csv_of({})
    with pytest.raises(InvalidInputError, match=f"{option}: .*, expected"):
        parse_mapping({**FLIGHTS, option: said}, COLUMNS, name="a")


def test_a_column_that_is_there_twice_is_not_chosen_between() -> None:
    """The first one is not more right than the second."""
    with pytest.raises(InvalidInputError, match="entity: there are 2 columns 'entity'"):
        guess_mapping(["entity", "entity", "property", "value"], name="a")
    other = guess_mapping(["entity", "property", "value", "note", "note"], name="a")
    assert other.columns == ("entity", "property", "value")


@pytest.mark.parametrize("missing", ["entity", "property", "value"])
def test_what_a_claim_needs_must_be_said(missing: str) -> None:
    """Entity, property and value."""
    members = {name: said for name, said in FLIGHTS.items() if name != missing}
    with pytest.raises(InvalidInputError, match=f"{missing}: it must say"):
        parse_mapping(members, COLUMNS, name="a")


def test_columns_named_like_members_need_no_file() -> None:
    """Under our names, and under those of the JSON shapes."""
    mapping = guess_mapping(["entityId", "propertyId", "value", "referenceCount", "x"], name="a")
    assert mapping.sources["entity"].column == "entityId"
    assert mapping.sources["reference_count"].column == "referenceCount"
    with pytest.raises(InvalidInputError, match="property: it must say"):
        guess_mapping(COLUMNS, name="a")


def test_a_file_is_toml_or_json(tmp_path: Path) -> None:
    """Told by its name."""
    (tmp_path / "a.toml").write_text('entity = "object"\ndelimiter = ";"\n', encoding="utf-8")
    (tmp_path / "a.json").write_text('{"entity": "object", "encoding": "latin1"}', encoding="utf-8")
    assert csv_of(read_members(tmp_path / "a.toml")).delimiter == ";"
    assert csv_of(read_members(tmp_path / "a.json")).encoding == "latin1"


@pytest.mark.parametrize("text", ["entity =", "[[", "\x00"])
def test_a_file_that_is_no_mapping_is_named(tmp_path: Path, text: str) -> None:
    """With an example of one."""
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MalformedDocumentError):
        read_members(path)
    (tmp_path / "a.json").write_text("[]", encoding="utf-8")
    with pytest.raises(MalformedDocumentError):
        read_members(tmp_path / "a.json")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """Before any table is read."""
    with pytest.raises(NotFoundError):
        read_members(tmp_path / "a.toml")
