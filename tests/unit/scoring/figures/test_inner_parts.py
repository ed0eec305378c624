"""The parts that the reader is made of do what their descriptions say."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.scoring.figures.compounds import COMPOUND_READERS
from both_sides.scoring.figures.exclusions import excluded
from both_sides.scoring.figures.language import UNKNOWN, judge_decimal_mark, judge_language
from both_sides.scoring.figures.notation import vulgar_fraction
from both_sides.scoring.figures.rational import is_among, power, to_decimal
from both_sides.scoring.figures.tokens import fold, tokenise
from both_sides.scoring.figures.vocabulary.chinese import CALENDAR


@pytest.mark.slow
@given(st.text(max_size=80))
def test_tokens_cover_a_text_without_a_gap(text: str) -> None:
    """Each begins where the one before it ends, in the folded text of the same length."""
    folded = fold(text)
    assert len(folded) == len(text)
    end = 0
    for token in tokenise(folded):
        assert token.start == end
        assert folded[token.start : token.end] == token.text
        end = token.end
    assert end == len(text)


@pytest.mark.slow
@given(st.integers(), st.integers(min_value=1, max_value=10**6))
def test_a_fraction_becomes_the_nearest_decimal(numerator: int, denominator: int) -> None:
    """Exact where it has a finite form, otherwise to 28 digits."""
    value = Fraction(numerator, denominator)
    found = Fraction(to_decimal(value))
    assert abs(found - value) <= abs(value) * Fraction(1, 10**27)
    if 10**9 % value.denominator == 0:
        assert found == value


def test_powers_are_bounded() -> None:
    """Beyond the bounds, and where there is none, there is no power."""
    assert power(Fraction(10), 120) == 10**120
    assert power(Fraction(10), 121) is None
    assert power(Fraction(3), 4000) is None
    assert power(Fraction(0), -1) is None
    assert power(Fraction(5, 2), -1) == Fraction(2, 5)


def test_only_integers_are_among_a_range() -> None:
    """Three and a half is not among one to ten."""
    assert is_among(Fraction(3), range(1, 10))
    assert not is_among(Fraction(7, 2), range(1, 10))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("3,67 Millionen Menschen leben in der Stadt", "de"),
        ("sechzehn", "de"),
        ("einhunderteinunddreißig", "de"),
        ("La ville compte des habitants", "fr"),
        ("La población de la ciudad", "es"),
        ("La popolazione della città è", "it"),
        ("A população do município é de", "pt"),
        ("De stad heeft veel inwoners", "nl"),
        ("The city is in the north", "en"),
        ("Население города", "ru"),
        ("人口最多的上海", "zh"),
        ("日本の総人口", "ja"),
        ("भारत की जनसंख्या", "hi"),
        ("నగర జనాభా", "te"),
        ("12345", UNKNOWN),
        ("Xyz", UNKNOWN),
    ],
)
def test_the_text_tells_its_language(text: str, language: str) -> None:
    """By its script, its small words, or its number words."""
    assert judge_language(tokenise(fold(text))) == language


@pytest.mark.parametrize(
    ("text", "language", "mark"),
    [
        ("1,234,567", "de", "."),
        ("1.234.567", "en", ","),
        ("1,234,567 and 1.234.567", "de", ","),
        ("12,5", UNKNOWN, ","),
        ("12.5 and 3,1", UNKNOWN, "."),
        ("12.5", "de", ","),
        ("nothing", "en", "."),
    ],
)
def test_the_text_tells_its_decimal_mark(text: str, language: str, mark: str) -> None:
    """Grouped numbers first, then the language, then decimals."""
    assert judge_decimal_mark(text, language, hinted=False) == mark


def test_compounds_are_taken_apart() -> None:
    """In German, Dutch and Italian, up to a million."""
    assert COMPOUND_READERS["de"].read("neunhundertneunundneunzigtausendneunhundertneun") == 999909
    assert COMPOUND_READERS["nl"].read("tweeëntwintigduizend") == 22000
    assert COMPOUND_READERS["it"].read("ventunomila") == 21000
    assert COMPOUND_READERS["de"].read("hundertwasser") is None
    assert COMPOUND_READERS["de"].read("zwei") is None


def test_signs_for_fractions() -> None:
    """From the Unicode data, and nothing else."""
    assert vulgar_fraction("⅔") == Fraction(2, 3)
    assert vulgar_fraction("⅟") is None
    assert vulgar_fraction("a") is None
    assert Decimal("0.125") == to_decimal(vulgar_fraction("⅛") or Fraction(0))


def test_exclusions_are_in_order_and_apart() -> None:
    """Links and citations of one text."""
    assert list(excluded("see https://example.org/2016/05 [3]")) == [(4, 31), (32, 35)]
    assert "年" in CALENDAR
