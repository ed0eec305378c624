"""Points in time are read as historians write them, and say no more than their precision allows."""

from decimal import Decimal

import pytest

from both_sides.domain.time_series import time_key
from both_sides.exchange.wikidata.times import newest, oldest, read_time

GREGORIAN = "http://www.wikidata.org/entity/Q1985727"
JULIAN = "http://www.wikidata.org/entity/Q1985786"


@pytest.mark.parametrize(
    ("time", "precision", "text", "numeric", "moment"),
    [
        ("+1889-04-01T00:00:00Z", 11, "1889-04-01", 1889, "1889-04-01"),
        ("+1889-04-00T00:00:00Z", 10, "1889-04", 1889, "1889-04"),
        ("+1889-04-01T00:00:00Z", 10, "1889-04", 1889, "1889-04"),
        ("+1889-00-00T00:00:00Z", 9, "1889", 1889, "1889"),
        ("+1889-01-01T00:00:00Z", 9, "1889", 1889, "1889"),
        ("+1889-00-00T00:00:00Z", 8, "1880s", 1889, "1889"),
        ("+1889-00-00T00:00:00Z", 7, "19th century", 1889, "1889"),
        ("+1500-00-00T00:00:00Z", 7, "15th century", 1500, "1500"),
        ("+1501-00-00T00:00:00Z", 7, "16th century", 1501, "1501"),
        ("+2000-00-00T00:00:00Z", 7, "20th century", 2000, "2000"),
        ("+0101-00-00T00:00:00Z", 7, "2nd century", 101, "0101"),
        ("+0201-00-00T00:00:00Z", 7, "3rd century", 201, "0201"),
        ("+1101-00-00T00:00:00Z", 7, "12th century", 1101, "1101"),
        ("+1500-00-00T00:00:00Z", 6, "2nd millennium", 1500, "1500"),
        ("+0500-00-00T00:00:00Z", 6, "1st millennium", 500, "0500"),
        ("-10000-00-00T00:00:00Z", 5, "about 10000 BCE", -10000, "-10000"),
        ("-13798000000-00-00T00:00:00Z", 3, "about 13798000000 BCE", -13798000000, "-13798000000"),
        ("+5000000000-00-00T00:00:00Z", 0, "about 5000000000", 5000000000, "5000000000"),
        ("+1889-04-01T13:05:00Z", 12, "1889-04-01T13:05:00Z", 1889, "1889-04-01"),
        ("+1889-04-01T13:05:09Z", 14, "1889-04-01T13:05:09Z", 1889, "1889-04-01"),
        ("-0044-03-15T00:00:00Z", 11, "0044-03-15 BCE", -44, "-0044-03-15"),
        ("-0044-03-00T00:00:00Z", 10, "0044-03 BCE", -44, "-0044-03"),
        ("-0001-00-00T00:00:00Z", 9, "0001 BCE", -1, "-0001"),
        ("-0044-00-00T00:00:00Z", 7, "1st century BCE", -44, "-0044"),
        ("-34000-00-00T00:00:00Z", 6, "34th millennium BCE", -34000, "-34000"),
        ("+00000002013-01-01T00:00:00Z", 11, "2013-01-01", 2013, "2013-01-01"),
        ("2013-01-01T00:00:00Z", 11, "2013-01-01", 2013, "2013-01-01"),
        ("+2013-01-01", 11, "2013-01-01", 2013, "2013-01-01"),
        ("+10191-00-00T00:00:00Z", 9, "10191", 10191, "10191"),
        ("+2001-00-00T00:00:00Z", 11, "2001", 2001, "2001"),
        ("+2001-07-00T00:00:00Z", 11, "2001-07", 2001, "2001-07"),
    ],
)
def test_a_time_says_what_its_precision_allows(
    time: str, precision: int, text: str, numeric: int, moment: str
) -> None:
    """Text, signed year and comparable moment, for every precision code and every trap."""
    read = read_time({"time": time, "precision": precision, "calendarmodel": GREGORIAN})
    assert read == (text, Decimal(numeric), f"year precision {precision}", None, None, moment, None)
    assert time_key(moment)[0] == numeric


def test_without_a_precision_the_text_says_what_is_written() -> None:
    """And the engine is told none."""
    read = read_time({"time": "+2001-01-01T00:00:00Z"})
    assert (read.text, read.precision) == ("2001-01-01", None)


@pytest.mark.parametrize(
    ("time", "precision", "text"),
    [
        ("-0044-03-15T00:00:00Z", 11, "0044-03-15 BCE (Julian)"),
        ("+1500-01-01T00:00:00Z", 9, "1500 (Julian)"),
        ("+1500-00-00T00:00:00Z", 7, "15th century"),
        ("+1500-00-00T00:00:00Z", 8, "1500s"),
    ],
)
def test_a_julian_date_says_so(time: str, precision: int, text: str) -> None:
    """From the year on; the calendar says nothing of a decade or a century."""
    read = read_time({"time": time, "precision": precision, "calendarmodel": JULIAN})
    assert read.text == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"time": "bogus", "precision": 9}, "bogus"),
        ({"time": "1989-06-04-00-00T00:00:00Z", "precision": 11}, "1989-06-04-00-00T00:00:00Z"),
        ({"time": "+0000-00-00T00:00:00Z", "precision": 9}, "+0000-00-00T00:00:00Z"),
        ({"time": "+2001-13-01T00:00:00Z", "precision": 11}, "+2001-13-01T00:00:00Z"),
        ({"time": "+2001-01-32T00:00:00Z", "precision": 11}, "+2001-01-32T00:00:00Z"),
        ({"time": ["x"], "precision": 11}, '["x"]'),
        ({"time": None}, "null"),
        ({"time": "+" + "9" * 400 + "-01-01T00:00:00Z", "precision": 9}, None),
    ],
)
def test_what_is_no_time_stays_as_written_and_is_flawed(
    value: dict[str, object], text: str | None
) -> None:
    """The claim is kept with its text; no moment is made up."""
    read = read_time(value)
    assert read.flaw is not None
    assert read.moment is None
    assert read.text == (text or value["time"])


@pytest.mark.parametrize("precision", [True, "11", 11.0, None, [], 10**30])
def test_an_odd_precision_never_raises(precision: object) -> None:
    """Only a whole number is a precision."""
    read = read_time({"time": "+2001-01-01T00:00:00Z", "precision": precision})
    assert read.numeric == 2001
    assert (read.precision is None) is (precision != 10**30)


def test_a_year_too_long_to_compare_has_no_moment() -> None:
    """`time_key` reads sixteen digits; the claim itself keeps them all."""
    read = read_time({"time": "-" + "9" * 40 + "-00-00T00:00:00Z", "precision": 0})
    assert read.numeric == Decimal("-" + "9" * 40)
    assert read.moment is None
    assert read.flaw is None


def test_newest_and_oldest_compare_as_dates() -> None:
    """Not as texts: 44 BCE is before 100."""
    moments = ["0100", "-0044-03-15", "10191", "0100-02"]
    assert newest(moments) == "10191"
    assert oldest(moments) == "-0044-03-15"
    assert newest(()) is None
    assert oldest(None) is None
