"""Collect the number words and numerals that stand in a row, which may be one number.

What it deliberately does not do: put them together; `grammar` and `parts` do.

    [placed.value for placed in collect(Passage.of("2 million people"), 0)] == [2, 1000000]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.digits import read_numeral
from both_sides.scoring.figures.notation import extend
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.atoms import Atom, Role
from both_sides.scoring.figures.vocabulary.contexts import COUNTED
from both_sides.scoring.figures.vocabulary.scales import ABBREVIATIONS, DOTTED, GLUED, SPACED

LONGEST_PHRASE: Final = 24
"""Atoms that a number may have; a longer run of number words is not read at all."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Hold an atom with its tokens and how it is written.

    Attributes:
        atom: The atom; a numeral is a count.
        first: Index of its first token.
        last: Index after its last token.
        number: The numeral in digits, if it is one.
    """

    atom: Atom
    first: int
    last: int
    number: Number | None = None

    @property
    def role(self) -> Role:
        """Return the part it plays."""
        return self.atom.role

    @property
    def value(self) -> Fraction:
        """Return its value."""
        return self.atom.value

    @property
    def spelled(self) -> bool:
        """Say whether it is a word."""
        return self.number is None


def collect(passage: Passage, index: int, *, first: Number | None = None) -> list[Placed]:
    """Collect the atoms that follow one another from a token on.

    Args:
        passage: The text.
        index: Index of the first token.
        first: The numeral that begins there, if one was read.

    Returns:
        Atoms in order, joined by spaces or hyphens only; no more than a number may take.
    """
    atoms: list[Placed] = []
    if first is not None:
        atoms.append(Placed(Atom(Role.COUNT, first.value), index, first.last, first))
        index = _joined(passage, first.last, after_digits=True)
    while index >= 0 and len(atoms) < LONGEST_PHRASE:
        placed = _placed(passage, index, atoms)
        if placed is None:
            break
        atoms.append(placed)
        index = _joined(passage, placed.last, after_digits=not placed.spelled)
    return atoms


def end_of_endless(passage: Passage, index: int) -> int:
    """Find the end of a run of number words that is too long to be a number.

    Args:
        passage: The text.
        index: Index of its first token.

    Returns:
        The index after the run, or after one token if the run is not that long.
    """
    atoms = collect(passage, index)
    if len(atoms) < LONGEST_PHRASE:
        return index + 1
    end = atoms[-1].last
    while _goes_on(passage, passage.skip_space(end)):
        end = passage.skip_space(end) + 1
    return end


def _goes_on(passage: Passage, index: int) -> bool:
    """Say whether a token is one more number word, or digits among them."""
    return passage.at(index).shape is Shape.DIGITS or passage.atom(index) is not None


def _placed(passage: Passage, index: int, before: Sequence[Placed]) -> Placed | None:
    """Find the atom at a token."""
    token = passage.at(index)
    if token.shape is Shape.DIGITS:
        if before and not before[-1].spelled:
            return None
        numeral = read_numeral(passage, index)
        if numeral is None or passage.at(numeral.last).shape is Shape.WORD:
            return None
        number = extend(passage, index, numeral)
        return Placed(Atom(Role.COUNT, number.value), index, number.last, number)
    if before and not before[-1].spelled:
        scale = _abbreviated_scale(passage, index)
        if scale is not None:
            return scale
    atom = passage.atom(index)
    if atom is None:
        return None
    dotted = token.text in DOTTED and passage.at(index + 1).text == "."
    return Placed(atom, index, index + 2 if dotted else index + 1)


def _abbreviated_scale(passage: Passage, index: int) -> Placed | None:
    """Read `bn`, `k` or `kyr` after digits; letters such as `M` only without a space."""
    word = passage.word(index)
    value = ABBREVIATIONS.get(word)
    if value is None and _is_million(passage, index):
        value = 10**6
    if value is None:
        glued = passage.at(index - 1).shape is Shape.DIGITS
        table = GLUED if glued else SPACED
        initial = not glued and passage.at(index + 1).text == "."
        value = None if initial else table.get(passage.original(index))
        if passage.original(index) == "K" and len(passage.at(index - 1).text) == 1:
            value = None  # 4K is a resolution, 5K a race.
    if value is None or passage.atom(index) is not None:
        return None
    return Placed(Atom(Role.SCALE, Fraction(value), plural=True), index, index + 1)


def _is_million(passage: Passage, index: int) -> bool:
    """Say whether a small m glued to digits is a million: 8.4m residents, but 100m sprint."""
    glued = passage.at(index - 1).shape is Shape.DIGITS
    counted = passage.word(passage.skip_space(index + 1)) in COUNTED
    return glued and passage.word(index) == "m" and counted


def _joined(passage: Passage, index: int, *, after_digits: bool) -> int:
    """Return where the next atom of the same number may begin, or a negative index."""
    token = passage.at(index)
    if token.shape is Shape.WORD and after_digits:
        return index
    place = passage.skip_space(index)
    if passage.at(place).text == "-":
        spaced = place > index
        place = passage.skip_space(place + 1)
        if passage.at(place).shape is not Shape.WORD or (after_digits and spaced):
            return -1
        return place
    return place if place > index else -1
