"""Digits are grouped by the marks that a careful person takes for grouping, and by no others."""

import pytest

from tests.unit.scoring.figures.reading import read, value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2016", "2016"),
        ("1,234,567", "1234567"),
        ("1,234,567.89", "1234567.89"),
        ("1.448.964", "1448964"),
        ("1.448.964,5", "1448964.5"),
        ("1 448 964", "1448964"),
        ("1\u00a0448\u00a0964", "1448964"),
        ("1\u202f448\u202f964", "1448964"),
        ("1\u2009448\u2009964", "1448964"),
        ("1 234,5", "1234.5"),
        ("1'448'964", "1448964"),
        ("1\u2019448\u2019964", "1448964"),
        ("8'417\u2019700", "8417700"),
        ("12,34,567", "1234567"),
        ("1,02,87,37,436", "1028737436"),
        ("12,34,567.89", "1234567.89"),
        ("1,674.5", "1674.5"),
        ("0,123", "0.123"),
        ("0.123", "0.123"),
        ("3,14159", "3.14159"),
        ("12,5", "12.5"),
        (".25", "0.25"),
        ("0000", "0"),
        ("\u0967\u0968,\u0969\u096a,\u096b\u096c\u096d", "1234567"),  # Devanagari
        ("\u0661\u0662\u0663", "123"),  # Arabic-Indic
        ("\u09e7\u09e8\u09e9", "123"),  # Bengali
        ("\u0c67\u0c68\u0c69", "123"),  # Telugu
        ("\uff14\uff0c\uff15\uff16\uff15", "4565"),  # full-width
        ("1\u066c234\u066b5", "1234.5"),  # Arabic marks
    ],
)
def test_a_numeral_has_one_value(text: str, number: str) -> None:
    """Grouping marks, decimal marks and scripts."""
    assert value(text) == number


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        ("4.800", "en", "4.8"),
        ("4.800", "de", "4800"),
        ("4,800", "en", "4800"),
        ("4,800", "de", "4.8"),
        ("4.800", "de-CH", "4800"),
        ("4.800", None, "4.8"),
        ("4,800", None, "4800"),
    ],
)
def test_a_single_mark_before_three_digits_is_read_as_the_language_writes(
    text: str, language: str | None, number: str
) -> None:
    """Nothing else in the text tells."""
    assert value(text, language) == number


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Die Stadt hat 48.000 Einwohner.", [("48.000", "48000")]),
        ("La ville compte 48.000 habitants.", [("48.000", "48000")]),
        ("The town has 48.000 inhabitants.", [("48.000", "48000")]),
        ("It weighs 48.125 kg.", [("48.125", "48.125")]),
        ("Berlin hat 3,375 Mio. Menschen.", [("3,375 Mio.", "3375000")]),
        ("La población es de 15,000 personas.", [("15,000", "15000")]),
        ("1.234 and 5.678.901", [("1.234", "1234"), ("5.678.901", "5678901")]),
        ("9.209,5 y 1.234", [("9.209,5", "9209.5"), ("1.234", "1234")]),
    ],
)
def test_the_text_tells_which_mark_groups(text: str, figures: list[tuple[str, str]]) -> None:
    """Its language, its other numbers, or what the number counts."""
    assert read(text) == figures


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("22,24,26,31.", ["22", "24", "26", "31"]),
        ("1, 234, 567", ["1", "234", "567"]),
        ("2001,2005", ["2001", "2005"]),
        ("46.745.807,23.116.988,7.282.720,", ["46745807", "23116988", "7282720"]),
        ("423 0000", ["423", "0"]),
        ("2006 | 11 532 398", ["2006", "11532398"]),
        ("2006 11 532 398", ["2006", "11532398"]),
        ("August 22 300 people", ["22", "300"]),
        ("2222.2222.22222.222", ["2222", "2222", "22222", "222"]),
    ],
)
def test_numbers_in_a_row_stay_apart(text: str, numbers: list[str]) -> None:
    """Lists, tables, and what only looks like one number."""
    assert [number for _, number in read(text)] == numbers


def test_a_misprinted_group_does_not_become_a_decimal() -> None:
    """The commas of the other number show that they group."""
    assert read("5,05784 Hindus and 5,02,369 Muslims") == [
        ("5,05784", "505784"),
        ("5,02,369", "502369"),
    ]
