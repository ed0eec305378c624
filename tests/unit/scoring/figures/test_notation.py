"""Powers, exponents and fractions are read as mathematics writes them, also where type was lost."""

# ruff: noqa: RUF001 - these very signs are read

import pytest

from tests.unit.scoring.figures.reading import read, value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("10^6", "1000000"),
        ("10⁶", "1000000"),
        ("10⁻³", "0.001"),
        ("1.5e6", "1500000"),
        ("2.7890e-1", "0.2789"),
        ("12.32E+14", "1232000000000000"),
        ("3 × 10^8", "300000000"),
        ("3 x 10⁸", "300000000"),
        ("1.3x10^6", "1300000"),
        ("6.23x10^-4", "0.000623"),
        ("7.36 x 10 raised to 22", "73600000000000000000000"),
        ("2 x 10 to the power of 3", "2000"),
        ("2^5", "32"),
        ("2.5^-1", "0.4"),
        ("-2.5^-1", "-0.4"),
        ("1.1^--2", "1.21"),
        ("3/4", "0.75"),
        ("-4/5", "-0.8"),
        ("2  1/4", "2.25"),
        ("½", "0.5"),
        ("74¾", "74.75"),
        ("5 ½", "5.5"),
        ("6⅔", "6.666666666666666666666666667"),
        ("3208\u200b2\u20443", "3208.666666666666666666666667"),
        ("32\u20445", "3.4"),
        ("321\u20448", "32.125"),
    ],
)
def test_a_number_in_notation_has_one_value(text: str, number: str) -> None:
    """As printed, and as left by tools that lose superscripts."""
    assert value(text) == number


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("less than 10\u221214 eV", [("less than 10\u221214", "0.00000000000001")]),
        ("a mass of 5.97 × 1024 kg", [("5.97 × 1024", "5970000000000000000000000")]),
        ("rooms of 3 × 108 cm", [("3 × 108", "300000000")]),
        ("a plate of 30 × 108 cm", [("30", "30"), ("108", "108")]),
        ("a plate of 3.5 × 100 cm", [("3.5", "3.5"), ("100", "100")]),
        ("from 10\u201314 in all", [("10\u201314", "10 and 14")]),
    ],
)
def test_a_lost_superscript_is_a_power_only_where_nothing_else_makes_sense(
    text: str, figures: list[tuple[str, str]]
) -> None:
    """A true minus after ten; one leading digit times ten with digits glued, before a unit."""
    assert read(text) == figures


@pytest.mark.parametrize("text", ["10^999", "9^999", "1e500", "3 × 10^400", "0^-1"])
def test_a_number_too_large_for_a_figure_is_not_computed(text: str) -> None:
    """Exponents are bounded, and nothing divides by zero."""
    assert all(len(number) <= 130 for _, number in read(text))


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("9/11", []),
        ("open 24/7", []),
        ("2015/16", [("2015/16", "2015 and 2016")]),
        ("March 25/26", [("25", "25"), ("26", "26")]),
        ("a rating of 7.5/10", [("7.5/10", "7.5 and 10")]),
        ("08/24", [("08", "8"), ("24", "24")]),
        ("5/0", [("5", "5"), ("0", "0")]),
    ],
)
def test_a_slash_is_not_always_a_fraction(text: str, figures: list[tuple[str, str]]) -> None:
    """Idioms, seasons, days, ratings and zeros."""
    assert read(text) == figures
