"""Whatever the text, figures keep their places; whatever the grouping, a number keeps its value."""

# ruff: noqa: RUF001 - these very signs are read

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.scoring.figures import Figure, FigureKind, read_figures

WORDS = st.sampled_from(
    """
    one two twenty hundred thousand million and a half third of over about between to in May the
    million. crore zwei Millionen und Prozent deux vingt et demi у млн सौ लाख का पाँचवाँ 五 万 十
    百分之 第 年 点 约 余 1 2 10 2016 1,234 1.234 12,34,567 1'000 3/4 ½ 10⁶ × ^ e 5 % $ € Rs. -5 −
    – - ± ° ′ N BC AD pm : / . , ( ) [3] +41 http://a.b/1 c2 B-52 st k m bn
    """.split(),  # noqa: SIM905 - a block of words
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.tuples(WORDS, st.sampled_from(["", " ", "  ", "\u00a0"])), max_size=14).map(
        lambda parts: "".join(word + gap for word, gap in parts),
    ),
)


def western(number: int, mark: str) -> str:
    """Group an integer by threes."""
    return f"{number:,}".replace(",", mark)


def indian(number: int) -> str:
    """Group an integer as India does."""
    digits = str(number)
    head, tail = digits[:-3], digits[-3:]
    groups = []
    while head:
        groups.append(head[-2:])
        head = head[:-2]
    return ",".join([*reversed(groups), tail])


@pytest.mark.slow
@given(TEXTS, st.sampled_from([None, "en", "de", "fr", "zh", "hi", "xx"]))
def test_figures_are_in_their_places(text: str, language: str | None) -> None:
    """In order, without overlap, each quoting the text, each finite and bounded."""
    end = 0
    for figure in read_figures(text, language=language):
        assert end <= figure.start < figure.end <= len(text)
        assert text[figure.start : figure.end] == figure.surface
        assert figure.value.is_finite()
        assert abs(figure.value.adjusted()) <= 400
        end = figure.end


@pytest.mark.slow
@given(TEXTS)
def test_a_text_is_read_the_same_twice(text: str) -> None:
    """Nothing is remembered between readings."""
    assert read_figures(text) == read_figures(text)


@pytest.mark.slow
@given(st.lists(st.sampled_from(["in 1889", "2.8 million people", "$5m", "5–7 km", "22%"])))
def test_neutral_text_behind_changes_nothing(parts: list[str]) -> None:
    """Figures depend on their surroundings only."""
    text = "; ".join(parts)
    assert read_figures(f"{text}; and so it was, they said") == read_figures(text)


@pytest.mark.slow
@given(st.integers(min_value=1, max_value=10**15))
def test_an_integer_reads_back_in_every_grouping(number: int) -> None:
    """Bare, by commas, points, apostrophes, spaces of all widths, and as India groups."""
    written = [str(number), indian(number)]
    written += [
        western(number, mark) for mark in (",", " ", "\u00a0", "\u202f", "\u2009", "'", "’")
    ]
    for text in written:
        assert _only(text).value == number, text
    if number >= 10**6:
        assert _only(western(number, ".")).value == number
    assert _only(western(number, "."), language="de").value == number


@pytest.mark.slow
@given(st.integers(min_value=-(10**9), max_value=10**9), st.integers(min_value=1, max_value=2))
def test_a_decimal_number_reads_back_in_its_language(hundredths: int, places: int) -> None:
    """With the decimal mark of the language, grouped or not."""
    number = Decimal(hundredths).scaleb(-places)
    english = f"{number:,.{places}f}"
    german = english.translate(str.maketrans(",.", ".,"))
    assert _only(english, language="en").value == number
    assert _only(german, language="de").value == number


@pytest.mark.slow
@given(st.integers(min_value=0, max_value=10**12))
def test_an_integer_reads_back_in_every_script(number: int) -> None:
    """Devanagari, Arabic-Indic, Bengali, Telugu and full-width digits."""
    for zero in (0x0966, 0x0660, 0x09E6, 0x0C66, 0xFF10):
        text = "".join(chr(zero + int(digit)) for digit in str(number))
        assert _only(text).value == number


def _only(text: str, language: str | None = None) -> Figure:
    (figure,) = read_figures(text, language=language)
    assert figure.surface == text
    assert figure.kind in {FigureKind.CARDINAL, FigureKind.YEAR}
    return figure
