"""Join two numbers that are one figure: a range, a score, a span of years, a time of day.

A dash between numbers is a range only where the second is larger and nothing says that the pair is
a score. Two numbers that a word joins (`between 5 and 7 million`) stay two figures, but share the
scale. What it deliberately does not do: look at units and currencies.

    join(passage of "1901-1903", numbers) -> one number, 1901 with second 1903, YEAR_RANGE
"""

# ruff: noqa: RUF001 - these very signs are looked for

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.days import is_beside_month
from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.rational import is_among
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.contexts import COUNTED, SCORE_CUES
from both_sides.scoring.figures.vocabulary.currencies import SIGNS
from both_sides.scoring.figures.vocabulary.units import TIMES, UNITS
from both_sides.scoring.figures.vocabulary.wordlists import words
from both_sides.scoring.figures.years import era_after, is_four_digit_year

_DASHES: Final = frozenset("-–—−~〜∼～")
_PLUS_MINUS: Final = "±"
_BEST_MARKS: Final = frozenset((4, 5, 6, 10, 20, 100))
_TIME_MARKS: Final = frozenset((":", "h"))
_NEVER_SPACED: Final = frozenset("—")
_LINKS: Final = words("to and or bis und oder à a et ou y o e и или до through 至 到")
_LINKS_AFTER_BETWEEN: Final = words("and und et y e и")
_BETWEEN: Final = words("between zwischen entre tra fra tussen между")
_JOINABLE: Final = frozenset((None, FigureKind.FRACTION))
_LONGEST_GAP: Final = 5
_CENTURY: Final = 100
_LARGEST_SCORE: Final = 200
_LARGEST_RECORD: Final = 1000
_SCORE_WINDOW: Final = 16
_HOURS: Final = range(25)
_MINUTES: Final = range(60)


def join(passage: Passage, numbers: Iterable[Number]) -> list[Number]:
    """Join the pairs among a passage's numbers.

    Args:
        passage: The text.
        numbers: Its numbers in text order.

    Returns:
        Numbers in text order, a pair being one with its second number.

    *Source:* spec/engine.md, Figures in a text.
    """
    joined: list[Number] = []
    for number in numbers:
        before = joined[-1] if joined else None
        pair = _pair(passage, before, number) if before else None
        if pair is not None:
            joined[-1] = pair
        else:
            if before is not None:
                joined[-1] = _share_era(passage, _share_scale(passage, before, number), number)
            joined.append(number)
    return joined


def _pair(passage: Passage, left: Number, right: Number) -> Number | None:
    """Join two neighbours if they are one figure."""
    if left.second is not None:
        return _seconds(passage, left, right)
    if not _may_join(passage, left, right):
        return None
    between = _between(passage, left, right)
    if between in _TIME_MARKS:
        return _time_or_score(passage, left, right, is_colon=between == ":")
    if between == "/":
        return _consecutive_years(passage, left, right) or _rating(left, right)
    if between in _DASHES:
        return _years(passage, left, right) or _score_or_range(passage, left, right)
    return None


def _may_join(passage: Passage, left: Number, right: Number) -> bool:
    """Say whether two numbers are of a sort that a mark can join: no days, no `7-Eleven`."""
    return (
        left.kind in _JOINABLE
        and right.kind in _JOINABLE
        and passage.at(left.first).shape is passage.at(right.first).shape
        and not is_beside_month(passage, left)
        and not is_beside_month(passage, right)
    )


def _between(passage: Passage, left: Number, right: Number) -> str:
    """Return the mark between two numbers, if there is one mark, alone or between spaces."""
    gap = passage.tokens[left.last : min(right.first, left.last + _LONGEST_GAP)]
    texts = [token.text for token in gap if token.shape is not Shape.SPACE]
    spaces = len(gap) - len(texts)
    if len(texts) != 1 or spaces not in {0, 2}:
        return ""
    return "" if spaces and texts[0] in _NEVER_SPACED else texts[0]


def _seconds(passage: Passage, left: Number, right: Number) -> Number | None:
    """Let the seconds of a time of day go with it: 12:30:45."""
    is_time = left.kind is FigureKind.HOUR and right.plain and is_among(right.value, _MINUTES)
    if is_time and _between(passage, left, right) == ":" and right.first == left.last + 1:
        return replace(left, last=right.last)
    return None


def _time_or_score(
    passage: Passage, left: Number, right: Number, *, is_colon: bool
) -> Number | None:
    """Join `17:45`, `20h30`, and `3:2` where it is a score."""
    if not (left.plain and right.plain) or (is_colon and right.first != left.last + 1):
        return None
    two_digits = len(passage.at(right.first).text) == 2  # noqa: PLR2004 - minutes have two digits
    if two_digits and is_among(left.value, _HOURS) and is_among(right.value, _MINUTES):
        return _joined(left, right, FigureKind.HOUR)
    if is_colon and _is_score(passage, left, right):
        return _joined(left, right, FigureKind.SCORE)
    return None


def _joined(
    left: Number, right: Number, kind: FigureKind | None, second: Fraction | None = None
) -> Number:
    """Make one number of two."""
    return replace(
        left,
        last=right.last,
        second=right.value if second is None else second,
        kind=kind,
        plain=False,
        scale=right.scale,
    )


def _year_after(passage: Passage, left: Number, right: Number) -> Fraction | None:
    """Return the year that `17` after `2016` means, or none."""
    if not right.plain:
        return None
    digits = len(passage.at(right.first).text)
    year = right.value
    if digits == 2:  # noqa: PLR2004 - the two digits of a year
        year += left.value // _CENTURY * _CENTURY
        if year < left.value and right.value == 0:
            year += _CENTURY
    elif not is_four_digit_year(passage, right):
        return None
    return year if year > left.value else None


def _years(passage: Passage, left: Number, right: Number) -> Number | None:
    """Join `1901-1903`, `2016-17`, `538–332 BC`; not `1500-2000 people`."""
    sign, last = era_after(passage, right.last)
    if sign and left.value.denominator == right.value.denominator == 1:
        right = replace(right, value=sign * right.value, last=last)
        return _joined(replace(left, value=sign * left.value), right, FigureKind.YEAR_RANGE)
    if _is_early_span(passage, left, right):
        return _joined(left, right, FigureKind.YEAR_RANGE)
    if not is_four_digit_year(passage, left):
        return None
    year = _year_after(passage, left, right)
    if year is None or _counts_something(passage, right):
        return None
    return _joined(left, right, FigureKind.YEAR_RANGE, year)


def _is_early_span(passage: Passage, left: Number, right: Number) -> bool:
    """Say whether this is the span in `the Song dynasty (960–1279)`."""
    digits = len(passage.at(left.first).text)
    enclosed = passage.at(left.first - 1).text == "(" and passage.at(right.last).text == ")"
    early = left.plain and digits == 3 and is_four_digit_year(passage, right)  # noqa: PLR2004
    return enclosed and early


def _consecutive_years(passage: Passage, left: Number, right: Number) -> Number | None:
    """Join `2010/11`."""
    if not is_four_digit_year(passage, left) or right.first != left.last + 1:
        return None
    year = _year_after(passage, left, right)
    return _joined(left, right, FigureKind.YEAR_RANGE, year) if year == left.value + 1 else None


def _rating(left: Number, right: Number) -> Number | None:
    """Join `7.5/10`."""
    is_rating = right.plain and right.value in _BEST_MARKS and left.value < right.value
    fractional = left.value.denominator != 1 and left.kind is None
    return _joined(left, right, FigureKind.SCORE) if is_rating and fractional else None


def _counts_something(passage: Passage, number: Number) -> bool:
    """Say whether what a number counts or measures follows it."""
    word = passage.word(passage.skip_space(number.last))
    return word in COUNTED or word in UNITS or word in TIMES


def _score_or_range(passage: Passage, left: Number, right: Number) -> Number | None:
    """Join two numbers with a dash between them that are no years."""
    if is_four_digit_year(passage, left) and not right.plain:
        return None  # A year, a dash, and what was counted in it.
    largest = max(left.value, right.value)
    small = left.plain and right.plain and largest < _LARGEST_RECORD
    if small and not _counts_something(passage, right):
        falls = left.value > right.value and largest < _LARGEST_SCORE
        if falls or _is_score(passage, left, right):
            return _joined(left, right, FigureKind.SCORE)
    if left.scale == 1 and right.scale != 1 and left.value < right.value / right.scale:
        left = replace(left, value=left.value * right.scale)
    if left.value >= right.value or left.scale != 1:
        return None
    return _joined(left, right, FigureKind.RANGE)


def _is_score(passage: Passage, left: Number, right: Number) -> bool:
    """Say whether a word near two numbers tells of a game or a vote."""
    before = range(left.first - _SCORE_WINDOW, left.first)
    after = range(right.last, right.last + _SCORE_WINDOW)
    return any(passage.word(place) in SCORE_CUES for place in (*before, *after))


def _share_scale(passage: Passage, left: Number, right: Number) -> Number:
    """Give the first of two joined numbers the scale of the second: between 5 and 7 million."""
    if left.scale != 1 or right.scale == 1 or left.kind is not None:
        return left
    uncertain = passage.at(right.first - 1).text == _PLUS_MINUS
    rises = uncertain or left.value < right.value / right.scale
    if not rises or not shares_kind(passage, left, right):
        return left
    return replace(left, value=left.value * right.scale, scale=right.scale, plain=False)


def _share_era(passage: Passage, left: Number, right: Number) -> Number:
    """Give the first of two joined years the era of the second: from 470 to 469 BC."""
    sign, _ = era_after(passage, right.last)
    integers = left.value.denominator == right.value.denominator == 1
    if not sign or not integers or not shares_kind(passage, left, right):
        return left
    return replace(left, value=sign * left.value, kind=FigureKind.YEAR)


def shares_kind(passage: Passage, left: Number, right: Number) -> bool:
    """Say whether a word or a dash makes two numbers the ends of one range."""
    gap: Sequence[str] = [
        token.text
        for token in passage.tokens[left.last : min(right.first, left.last + _LONGEST_GAP)]
        if token.shape is not Shape.SPACE and token.text not in SIGNS
    ]
    if len(gap) != 1:
        return False
    word = gap[0]
    if word in _LINKS_AFTER_BETWEEN:
        place = passage.skip_space_back(left.first - 1)
        place = passage.skip_space_back(place - 1) if passage.at(place).text in SIGNS else place
        return passage.word(place) in _BETWEEN
    return word in _LINKS or word in _DASHES or word == _PLUS_MINUS
