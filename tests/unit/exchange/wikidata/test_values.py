"""Every kind of value becomes a faithful text, and nothing raises."""

import pytest

from both_sides.exchange.wikidata.snak_values import NO_VALUE, UNKNOWN_VALUE
from both_sides.exchange.wikidata.values import read_snak, read_value

MOON = "http://www.wikidata.org/entity/Q405"
EARTH = "http://www.wikidata.org/entity/Q2"


@pytest.mark.parametrize(
    ("value", "text", "value_id"),
    [
        ("plain", "plain", None),
        ("", "", None),
        ("https://a.example/x", "https://a.example/x", None),
        ({"id": "Q5"}, "Q5", "Q5"),
        ({"entity-type": "item", "numeric-id": 0, "id": "Q5"}, "Q5", "Q5"),
        ({"entity-type": "item", "numeric-id": 5}, "Q5", "Q5"),
        ({"numeric-id": 5}, "Q5", "Q5"),
        ({"entity-type": "property", "numeric-id": 31}, "P31", "P31"),
        ({"entity-type": "lexeme", "numeric-id": 42}, "L42", "L42"),
        ({"entity-type": "sense", "id": "L42-S1"}, "L42-S1", "L42-S1"),
        ({"text": "mono", "language": "en"}, "mono (en)", None),
        ({"text": "mono"}, "mono", None),
        (5, "5", None),
        (True, "true", None),
        ({"b": 1, "a": [None]}, '{"a":[null],"b":1}', None),
        ([], "[]", None),
    ],
)
def test_a_value_becomes_a_text(value: object, text: str, value_id: str | None) -> None:
    """Ids stay ids, texts stay texts, what nobody knows becomes its JSON."""
    read = read_value(value)
    assert (read.text, read.value_id, read.numeric, read.flaw) == (text, value_id, None, None)


@pytest.mark.parametrize(
    ("value", "text", "precision"),
    [
        (
            {"latitude": 52.516666666, "longitude": 13.38, "precision": 0.0166, "globe": EARTH},
            "52.51667, 13.38",
            "coordinate ±0.0166",
        ),
        ({"latitude": -1, "longitude": -0.000001, "precision": None}, "-1, 0", "coordinate"),
        ({"latitude": 1.0, "longitude": 2.5}, "1, 2.5", "coordinate"),
        ({"latitude": 10, "longitude": 20, "precision": 1.0}, "10, 20", "coordinate ±1"),
        (
            {"latitude": 0, "longitude": 0, "precision": 2.7777777777778e-05},
            "0, 0",
            "coordinate ±0.000027777777777778",
        ),
        (
            {"latitude": 23, "longitude": 313, "precision": 1, "globe": MOON},
            "23, 313 (Q405)",
            "coordinate ±1",
        ),
    ],
)
def test_a_coordinate_has_five_decimals_at_most(
    value: dict[str, object], text: str, precision: str
) -> None:
    """It is no number, its altitude no value, and another globe is named."""
    read = read_value({"altitude": 34, **value})
    assert (read.text, read.precision, read.numeric, read.flaw) == (text, precision, None, None)


@pytest.mark.parametrize(
    "value",
    [
        {"latitude": "52", "longitude": 13},
        {"latitude": 52},
        {"latitude": True, "longitude": 1},
        {"latitude": 1e300, "longitude": 1},
        {"latitude": float("nan"), "longitude": 1},
        {"latitude": 10**400, "longitude": 1},
        {"entity-type": "item", "numeric-id": "5"},
        {"entity-type": "item", "numeric-id": -5},
        {"entity-type": "teapot", "numeric-id": 5},
        {"entity-type": [], "numeric-id": 5},
        {"id": None},
        {"text": 5, "language": "en"},
        None,
    ],
)
def test_what_cannot_be_read_is_flawed(value: object) -> None:
    """With a text all the same."""
    read = read_value(value)
    assert read.flaw is not None
    assert read.text


def test_a_value_nested_too_deeply_is_unspecified() -> None:
    """A JSON writer gives up long before a JSON reader does."""
    value: object = 1
    for _ in range(900):
        value = {"x": value}
    read = read_value(value)
    assert (read.text, read.flaw) == ("unspecified", "it is nested too deeply")


@pytest.mark.parametrize(
    ("snak", "text", "is_flawed"),
    [
        ({"snaktype": "novalue"}, "no value", False),
        ({"snaktype": "somevalue"}, "unknown value", False),
        ({"snaktype": "novalue", "datavalue": {"value": "x"}}, "no value", False),
        ({"datavalue": {"value": "x"}}, "x", False),
        ({"snaktype": ["odd"], "datavalue": {"value": "x"}}, "x", False),
        (
            {"snaktype": "value", "datavalue": {"value": "x", "type": "bad", "error": "y"}},
            "x",
            False,
        ),
        ({"snaktype": "value"}, "unspecified", True),
        ({"snaktype": "value", "datavalue": []}, "unspecified", True),
        ({"snaktype": "value", "datavalue": {}}, "unspecified", True),
        ({}, "unspecified", True),
        (None, "unspecified", True),
        ("x", "unspecified", True),
    ],
)
def test_a_snak_is_read_by_its_shape(snak: object, text: str, *, is_flawed: bool) -> None:
    """`datatype`, `type` and `hash` may be missing or wrong."""
    read = read_snak(snak)
    assert (read.text, read.flaw is not None) == (text, is_flawed)


def test_a_text_that_says_no_value_is_a_text() -> None:
    """It is told apart by identity, not by its words."""
    assert read_value("no value") == NO_VALUE
    assert read_value("no value") is not NO_VALUE
    assert read_snak({"snaktype": "somevalue"}) is UNKNOWN_VALUE
