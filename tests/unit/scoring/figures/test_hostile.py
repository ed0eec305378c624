"""Hostile texts of a megabyte are read through, and give no number that nobody could mean."""

import pytest

from both_sides.scoring.figures import read_figures

MEGABYTE = 10**6


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["1", ",", "十"])
def test_a_megabyte_of_one_sign_is_no_figure(unit: str) -> None:
    """Digits without end are data."""
    assert read_figures(unit * MEGABYTE) == ()


@pytest.mark.slow
def test_a_megabyte_of_number_words_is_no_figure() -> None:
    """A run of words that never ends names no number; what follows it is read."""
    figures = read_figures("one hundred " * (MEGABYTE // 12) + "; then five came")
    assert figures[-1].surface == "five"
    assert len(figures) <= 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    ["万", "(", "-", " ", "a", "१", "1,", "1.", "1 ", "1-", "1/", "1:", "1°", "1x", "1e", "2^",
     "10^", "[1", "+1 ", "a@", "d'", "五分之", "1万", "第", "负", "± ", "half a ", "two and ",
     "third ", "1 million ", "hundertund", "http://", "tel "],
)  # fmt: skip
def test_a_pattern_repeated_is_read_in_small_numbers_only(unit: str) -> None:
    """No repetition makes a number grow, or the reading fail."""
    for figure in read_figures(unit * 300):
        assert abs(figure.value.adjusted()) <= 130


@pytest.mark.parametrize(
    "text",
    ["May {} 300", "{}/{}", "{}-{}", "10^{}", "1e{}", "{}.{}", "{}/12/2000", "5:{}", "五{}",
     "2 x 10{} kg", "第{}", "{}°5", "£{}", "{}万", "百分之{}", "1/{}", "{} million", "in {} BC"],
)  # fmt: skip
def test_a_run_of_digits_beyond_what_python_converts_does_no_harm(text: str) -> None:
    """Wherever a number may stand, five thousand digits are no number."""
    for figure in read_figures(text.replace("{}", "1" * 5000)):
        assert abs(figure.value.adjusted()) <= 48
