"""Amounts stay exact, whatever they are as doubles."""

from decimal import Decimal

import pytest

from both_sides.exchange.wikidata.quantities import read_quantity, read_unit


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("+2751862", "2751862"),
        ("-3.5", "-3.5"),
        ("+12.50", "12.5"),
        ("+12.00", "12"),
        ("+0.10", "0.1"),
        ("+0", "0"),
        ("-0", "0"),
        ("-0.00", "0"),
        ("1.96", "1.96"),
        ("+007", "7"),
        ("+1e3", "1000"),
        ("+1.5E+3", "1500"),
        ("+1e-7", "0.0000001"),
        ("+12345678901234567890", "12345678901234567890"),
        ("+0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
        ("+" + "9" * 126, "9" * 126),
        (" +5 ", "5"),
        (5, "5"),
        (2.5, "2.5"),
    ],
)
def test_an_amount_is_exact(amount: object, text: str) -> None:
    """Its text is plain digits without trailing zeros, its number the same."""
    read = read_quantity({"amount": amount, "unit": "1"})
    assert read.text == text
    assert read.numeric == Decimal(text)
    assert str(read.numeric.as_tuple()) == str(Decimal(text).as_tuple())
    assert (read.precision, read.unit, read.flaw) == ("quantity", None, None)


@pytest.mark.parametrize(
    "amount",
    ["abc", "", "NaN", "Infinity", "sNaN", "0x10", "\uff11\uff12", "1,5", "1e9999", "1e-9999", "+"],
)
def test_what_is_no_amount_stays_as_written(amount: str) -> None:
    """And is flawed; `1e9999` would be ten thousand digits written out."""
    read = read_quantity({"amount": amount, "unit": "1"})
    assert (read.text, read.numeric, read.precision) == (amount, None, "quantity")
    assert read.flaw is not None


@pytest.mark.parametrize("amount", [None, True, [], {"a": 1}])
def test_an_amount_of_another_type_is_flawed(amount: object) -> None:
    """It never raises."""
    assert read_quantity({"amount": amount}).flaw is not None


@pytest.mark.parametrize(
    ("unit", "read"),
    [
        ("1", None),
        ("", None),
        (None, None),
        (5, None),
        ("http://www.wikidata.org/entity/Q712226", "Q712226"),
        ("https://www.wikidata.org/entity/Q712226", "Q712226"),
        ("km", "km"),
        ("http://other.example/entity/Q5", "http://other.example/entity/Q5"),
        ("http://www.wikidata.org/entity/Q712226x", "http://www.wikidata.org/entity/Q712226x"),
    ],
)
def test_a_unit_is_an_id_or_a_text(unit: object, read: str | None) -> None:
    """Only Wikidata's own addresses are reduced: another wiki's Q5 is another thing."""
    assert read_unit(unit) == read


def test_the_unit_is_part_of_the_text() -> None:
    """So that 12 km and 12 m are two values."""
    read = read_quantity({"amount": "+12.50", "unit": "http://www.wikidata.org/entity/Q712226"})
    assert (read.text, read.unit, read.numeric) == ("12.5 Q712226", "Q712226", Decimal("12.5"))


def test_bounds_are_optional() -> None:
    """And no part of the value."""
    value = {"amount": "+5", "unit": "1", "lowerBound": "+4", "upperBound": None}
    assert read_quantity(value).text == "5"
