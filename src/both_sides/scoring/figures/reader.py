"""Read the figures of a text as a careful person does.

One line of work: cut the text into tokens (`tokens`, `passage`), put numbers together (`assembly`),
join the pairs (`pairs`), say what each number is of (`kinds`), hand them over. What it
deliberately does not do: decide which figure supports a claim; `corroboration` and the engine do.

    [figure.value for figure in read_figures("2.8 million people in 1889")] == [2800000, 1889]
"""

from dataclasses import replace
from typing import Final

from both_sides.scoring.figures.assembly import assemble
from both_sides.scoring.figures.kinds import classify
from both_sides.scoring.figures.model import Figure, FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.pairs import join, shares_kind
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.rational import to_decimal

_SHARED_KINDS: Final = frozenset((FigureKind.PERCENT, FigureKind.CURRENCY, FigureKind.MEASURE))


def read_figures(text: str, *, language: str | None = None) -> tuple[Figure, ...]:
    """Read the figures of a text.

    Args:
        text: Any text.
        language: Its language as a BCP-47 tag ("en", "de-CH"), if the caller knows; otherwise
            scripts, words and separators tell.

    Returns:
        Figures in text order, none overlapping another.

    *Source:* spec/engine.md, Figures in a text.
    """
    passage = Passage.of(text, language=language)
    numbers = [classify(passage, number) for number in join(passage, assemble(passage))]
    figures: list[Figure] = []
    end = 0
    for place, number in enumerate(numbers):
        following = numbers[place + 1] if place + 1 < len(numbers) else None
        shared = _with_shared_kind(passage, number, following)
        figure = _figure(passage, shared)
        if figure.start >= end:
            figures.append(figure)
            end = figure.end
    return tuple(figures)


def _with_shared_kind(passage: Passage, number: Number, following: Number | None) -> Number:
    """Let the first of two joined numbers be of the second's kind: between 5 and 7 percent."""
    if following is None or number.kind is not FigureKind.CARDINAL:
        return number
    if following.kind not in _SHARED_KINDS or not shares_kind(passage, number, following):
        return number
    return replace(number, kind=following.kind)


def _figure(passage: Passage, number: Number) -> Figure:
    start = passage.at(number.first).start
    end = passage.at(number.last - 1).end
    return Figure(
        value=to_decimal(number.value),
        kind=number.kind or FigureKind.CARDINAL,
        start=start,
        end=end,
        surface=passage.text[start:end],
        second=None if number.second is None else to_decimal(number.second),
    )
