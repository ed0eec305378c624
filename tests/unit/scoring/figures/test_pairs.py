"""A dash between two numbers makes one figure of them, a word shares the scale of the second."""

import pytest

from tests.unit.scoring.figures.reading import kinds, read


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("10\u201320", [("10\u201320", "10 and 20")]),
        ("10 - 20", [("10 - 20", "10 and 20")]),
        ("1,200\u20131,500 mm", [("1,200\u20131,500", "1200 and 1500")]),
        ("$150\u2013175 million", [("$150\u2013175 million", "150000000 and 175000000")]),
        ("70\u201385 million people", [("70\u201385 million", "70000000 and 85000000")]),
        ("between 5 and 7 million", [("5", "5000000"), ("7 million", "7000000")]),
        ("100 bis 300 Milliarden", [("100", "100000000000"), ("300 Milliarden", "300000000000")]),
        ("2004 à 2006", [("2004", "2004"), ("2006", "2006")]),
        ("from 500 to 2 million", [("500", "500"), ("2 million", "2000000")]),
        ("between $3 and $4 million", [("$3", "3000000"), ("$4 million", "4000000")]),
        ("$1-2m", [("$1-2m", "1000000 and 2000000")]),
        (
            "Rs 10-15 crore and 5-6 lakh",
            [("Rs 10-15 crore", "100000000 and 150000000"), ("5-6 lakh", "500000 and 600000")],
        ),
        ("7 and 8 million", [("7", "7"), ("8 million", "8000000")]),
        ("1±0.5 billion", [("1", "1000000000"), ("±0.5 billion", "500000000")]),
    ],
)
def test_ranges(text: str, figures: list[tuple[str, str]]) -> None:
    """The first number takes the scale of the second where it is the smaller one."""
    assert read(text) == figures


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("lost 7-0 and had a 1-1 tie", [("7-0", "score"), ("1-1", "score")]),
        ("a 249\u2013205 record", [("249\u2013205", "score")]),
        ("the vote was 25\u20137", [("25\u20137", "score")]),
        ("3-5 days", [("3-5", "range")]),
        ("won 3-5 km from home", [("3-5", "range")]),
        ("Boeing 737 of 7-Eleven", [("737", "ordinal"), ("7", "cardinal")]),
    ],
)
def test_scores_and_ranges_are_told_apart(text: str, figures: list[tuple[str, str]]) -> None:
    """By the words of a game or a vote, by falling numbers, by what is counted."""
    assert [pair for pair in kinds(text) if pair[0] != "Eleven"] == figures


def test_the_first_of_two_joined_numbers_is_of_the_seconds_kind() -> None:
    """Between 5 and 7 percent both are percentages."""
    assert kinds("between 5 and 7 percent") == [("5", "percent"), ("7 percent", "percent")]
