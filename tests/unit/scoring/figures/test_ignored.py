"""Digits that belong to names, codes, links, telephone numbers and footnotes are no figures."""

import pytest

from tests.unit.scoring.figures.reading import read


@pytest.mark.parametrize(
    "text",
    [
        "eV/c2",
        "B-52",
        "CO2",
        "P1082",
        "COVID-19",
        "SCP-173",
        "F-16",
        "MP3",
        "3D",
        "5G",
        "4K",
        "1080p",
        "file_7",
        "@user2016",
        "the 90s",
        "Version 2.4.1",
        "192.168.1.2",
        "https://example.org/web/20160506141831/2016/05/05.html",
        "www.example.com/2016",
        "see example.org/2016/5",
        "me2016@example3.com",
        "Tel: +41 22 929 2936",
        "Phone (212) 555-0123",
        "1-800-555-0199",
        "[27]",
        "[note 3]",
        "[12, 13]",
        "ISBN 978-3-16-148410-0",
        "doi:10.1000/182",
        "ISO 9001:2015",
        "1" * 60,
    ],
)
def test_codes_are_not_read(text: str) -> None:
    """Whole, and not their parts either."""
    assert read(text) == []
    assert read(f"See {text} there.") == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("only 10 humans died of attacks.1", ["10"]),
        ("word,12 then 5", ["5"]),
        ("he said “no”3 twice", []),
        ("km² and 5", ["5"]),
        ("No.1", ["1"]),
        ("p.52", ["52"]),
        ("Rs.89", ["89"]),
        ("mid-1990", ["1990"]),
        ("the top-10", ["10"]),
        ("63x74 cm", ["63", "74"]),
        ("29km Road", ["29"]),
        ("the 180.25ml liquid", ["180.25"]),
        ("22Kg", ["22"]),
        ("a 23-year-old", ["23"]),
    ],
)
def test_what_only_looks_like_a_code_is_read(text: str, numbers: list[str]) -> None:
    """Footnote marks go, abbreviations and units stay."""
    assert [number for _, number in read(text)] == numbers
