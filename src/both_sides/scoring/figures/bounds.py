"""Take into a figure the words that bound or blur it: at least, about, up to.

What it deliberately does not do: change a value. *More than 5* is 5, and a lower bound.

    bounded(passage of "over 273 lists", the number 273) -> "over 273", LOWER_BOUND
"""

from dataclasses import replace
from typing import Final

from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary import chinese
from both_sides.scoring.figures.vocabulary.contexts import MORE_THAN_BEFORE_TIME
from both_sides.scoring.figures.vocabulary.qualifiers import (
    AFTER,
    BEFORE,
    BEFORE_APART,
    DURING,
    IDEOGRAPHIC_AFTER,
    IDEOGRAPHIC_BEFORE,
    LONGEST_PHRASE,
    SIGNS_BEFORE,
    Phrases,
)
from both_sides.scoring.figures.vocabulary.units import TIMES

_PAST: Final = frozenset(("ago", "old", "later", "earlier"))


def bounded(passage: Passage, number: Number) -> Number:
    """Take in the words that bound or blur a number, and let them tell its kind.

    Args:
        passage: The text.
        number: A quantity of it.

    Returns:
        The number with those words. A percentage or an amount of money keeps its kind.

    *Source:* spec/engine.md, Figures in a text.
    """
    first, last, kind = _bound_before(passage, number)
    if kind is None:
        last, kind = _bound_after(passage, number)
    if kind is None:
        return number
    kept = number.kind in {FigureKind.PERCENT, FigureKind.CURRENCY, FigureKind.RANGE}
    return replace(number, first=first, last=last, kind=number.kind if kept else kind)


def is_bounded(passage: Passage, index: int) -> bool:
    """Say whether a phrase before a token bounds or blurs the number there.

    Args:
        passage: The text.
        index: Index of the number's first token.

    Returns:
        Whether one does.
    """
    phrases = _phrases_of(passage)
    return any(phrase in phrases for phrase, _ in _phrases_before(passage, index))


def _phrases_of(passage: Passage) -> Phrases:
    """Return the bounding phrases of the passage's language, English where it has none."""
    return BEFORE.get(passage.language, BEFORE["en"])


def _bound_before(passage: Passage, number: Number) -> tuple[int, int, FigureKind | None]:
    """Find a bound before a number; return where the figure begins and ends, and its kind."""
    first, last = number.first, number.last
    mark = SIGNS_BEFORE.get(passage.at(passage.skip_space_back(first - 1)).text)
    if mark is not None:
        return passage.skip_space_back(first - 1), last, mark
    for length in (4, 3, 2, 1):
        start = passage.at(first).start
        glyphs = passage.text[max(0, start - length) : start]
        if glyphs in IDEOGRAPHIC_BEFORE:
            return first - length, last, IDEOGRAPHIC_BEFORE[glyphs]
    phrases = _phrases_of(passage)
    for phrase, begin in _phrases_before(passage, first):
        if phrase in DURING and _is_during(passage, begin, last):
            break
        if phrase in phrases:
            return begin, last, phrases[phrase]
        if phrase in BEFORE_APART:
            return first, last, BEFORE_APART[phrase]
    return first, last, None


def _is_during(passage: Passage, begin: int, last: int) -> bool:
    """Say whether *over* before a count of time means *during*: $1.3b over 40 years."""
    time = passage.skip_space(last)
    before = passage.word(passage.skip_space_back(begin - 1))
    if passage.word(time) not in TIMES or passage.word(passage.skip_space(time + 1)) in _PAST:
        return False
    return before not in MORE_THAN_BEFORE_TIME and not before.endswith("ing")


def _phrases_before(passage: Passage, index: int) -> list[tuple[str, int]]:
    """Return the last words before a number, the longest phrase first, with their places."""
    words: list[tuple[str, int]] = []
    place = passage.skip_space_back(index - 1)
    for _ in range(LONGEST_PHRASE):
        if passage.at(place).text == "." and passage.at(place - 1).shape is Shape.WORD:
            place -= 1
        word = passage.word(place)
        if not word:
            break
        begin = place
        elided = f"{passage.word(place - 2)}'{word}"
        if passage.at(place - 1).text == "'" and elided in _phrases_of(passage):
            begin, word = place - 2, elided
        words.append((word, begin))
        place = passage.skip_space_back(begin - 1)
    phrases = [
        (" ".join(word for word, _ in reversed(words[: count + 1])), words[count][1])
        for count in range(len(words))
    ]
    return phrases[::-1]


def _bound_after(passage: Passage, number: Number) -> tuple[int, FigureKind | None]:
    """Find a bound after a number: `160余`, `500+`, `5 लाख से अधिक`."""
    last = number.last
    if passage.at(last - 1).text in chinese.VAGUE:
        return last, FigureKind.LOWER_BOUND
    if passage.at(last).text == "+" and passage.at(last + 1).shape is not Shape.DIGITS:
        return last + 1, FigureKind.LOWER_BOUND
    for glyphs, kind in IDEOGRAPHIC_AFTER.items():
        if passage.begins_glyphs(last, (glyphs,)):
            return last + len(glyphs), kind
    place = passage.skip_space(last)
    second = passage.skip_space(place + 1)
    kind_after = AFTER.get((passage.word(place), passage.word(second)))
    return (second + 1, kind_after) if kind_after else (last, None)
