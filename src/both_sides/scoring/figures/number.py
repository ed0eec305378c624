"""Hold a number on its way to becoming a figure: its value, its tokens and how it is written.

What it deliberately does not do: say what the number is of; its surroundings decide that later.
"""

from dataclasses import dataclass
from fractions import Fraction

from both_sides.scoring.figures.model import FigureKind


@dataclass(frozen=True, slots=True)
class Number:
    """Hold one number found in a passage.

    Attributes:
        value: Its value.
        first: Index of its first token.
        last: Index after its last token.
        plain: Whether it is written as bare digits, with nothing between or after them.
        scale: The scale it ends in (a million), or one.
        second: The other number of a pair.
        kind: What it is, where the way it is written tells.
    """

    value: Fraction
    first: int
    last: int
    plain: bool = False
    scale: Fraction = Fraction(1)
    second: Fraction | None = None
    kind: FigureKind | None = None
