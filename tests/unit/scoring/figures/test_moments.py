"""Years, days, months and hours are told apart from what counts."""

# ruff: noqa: RUF001 - these very signs are read

import pytest

from tests.unit.scoring.figures.reading import kinds, read


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("22 August 2017", [("22", "day"), ("2017", "year")]),
        ("August 22, 2017", [("22", "day"), ("2017", "year")]),
        ("Aug. 20, 2019", [("20", "day"), ("2019", "year")]),
        ("January 21st", [("21st", "day")]),
        ("the 22nd of August", [("22nd", "day")]),
        ("1er janvier 2005", [("1er", "day"), ("2005", "year")]),
        ("am 3. Oktober 1990", [("3", "day"), ("1990", "year")]),
        ("5 de mayo de 1821", [("5", "day"), ("1821", "year")]),
        ("15 अगस्त 1947", [("15", "day"), ("1947", "year")]),
        ("1956 నవంబర్ 1న", [("1956", "year"), ("1", "day")]),
        ("2017-08-22", [("2017", "year"), ("08", "month"), ("22", "day")]),
        ("22.08.2017", [("22", "day"), ("08", "month"), ("2017", "year")]),
        ("5/17/2018", [("5", "month"), ("17", "day"), ("2018", "year")]),
        ("22–24 August", [("22", "day"), ("24", "day")]),
        ("9 or 10 October 1813", [("9", "day"), ("10", "day"), ("1813", "year")]),
        ("2022-03-01T13:45:00Z", [("2022", "year"), ("03", "month"), ("01", "day")]),
    ],
)
def test_the_parts_of_a_date(text: str, figures: list[tuple[str, str]]) -> None:
    """With a month's name and in digits."""
    assert kinds(text) == figures


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("in 1889", [("1889", "1889")]),
        ("2000 BCE", [("2000 BCE", "-2000")]),
        ("AD 79", [("AD 79", "79")]),
        ("44 v. Chr.", [("44 v. Chr.", "-44")]),
        ("753 a.C.", [("753 a.C.", "-753")]),
        ("in 476, the last emperor", [("476", "476")]),
        ("from 431 to 404 BC", [("431", "-431"), ("404 BC", "-404")]),
        ("the 1890s", [("1890s", "1890")]),
        ("in den 1920er Jahren", [("1920er", "1920")]),
        ("the 2015 census", [("2015", "2015")]),
        ("2022 год", [("2022", "2022")]),
        ("1901లో", [("1901", "1901")]),
        ("around 1900, when", [("1900", "1900")]),
        ("c. 1850", [("1850", "1850")]),
        ("a 2011 series", [("2011", "2011")]),
    ],
)
def test_a_year_by_its_era_its_ending_or_its_neighbours(
    text: str, figures: list[tuple[str, str]]
) -> None:
    """Negative before the common era."""
    assert read(text) == figures
    assert {kind for _, kind in kinds(text)} == {"year"}


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("1901-1903", [("1901-1903", "1901 and 1903")]),
        ("in 2016-17 budget", [("2016-17", "2016 and 2017")]),
        ("1999/2000", [("1999/2000", "1999 and 2000")]),
        ("538\u2013332 BC", [("538\u2013332 BC", "-538 and -332")]),
        ("3,800-3,700 BC", [("3,800-3,700 BC", "-3800 and -3700")]),
        ("the Song dynasty (960\u20131279)", [("960\u20131279", "960 and 1279")]),
    ],
)
def test_a_span_of_years_is_one_figure(text: str, figures: list[tuple[str, str]]) -> None:
    """The second year may be shortened to its two digits."""
    assert read(text) == figures
    assert {kind for _, kind in kinds(text)} == {"year-range"}


@pytest.mark.parametrize(
    "text",
    [
        "1500 people",
        "over 2000 species",
        "1736 strikeouts",
        "1,889",
        "1889.5",
        "1889 Einwohner",
        "1500-2000 inhabitants",
        "2000 new jobs",
        "$1889",
    ],
)
def test_what_counts_is_no_year(text: str) -> None:
    """A noun, a bound, a mark or a currency says that the number counts."""
    assert not {"year", "year-range"} & {kind for _, kind in kinds(text)}


def test_a_full_stop_without_a_space_is_no_decimal_mark() -> None:
    """Sentences that lost the space between them, and footnotes after a year."""
    assert read("26 March 2018.In 2019") == [("26", "26"), ("2018", "2018"), ("2019", "2019")]
    assert read("She died in 1999.2 They had six children") == [("1999", "1999"), ("six", "6")]
    assert read("Published in 2018Australia won") == [("2018", "2018")]
