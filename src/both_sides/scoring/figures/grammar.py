"""Read number words, alone or after digits: sections, scales, tens and hundreds.

The grammar is the same for every language that writes its words apart; the lexicons say which
word plays which part. Fractions made of words (`three quarters`, `two and a third`) are read by
`parts`, which builds on this. What it deliberately does not do: read Chinese (`ideographs`) or
take German compounds apart (`compounds`).

    read_whole(atoms of "two hundred and two thousand").value == 202000
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.rational import is_among
from both_sides.scoring.figures.sequence import Placed
from both_sides.scoring.figures.vocabulary.atoms import Lexicon, Role

_LARGEST_FACTOR: Final = 10**30
_HUNDRED: Final = 100
_THOUSAND: Final = 1000
_YEAR_CENTURIES: Final = range(13, 21)
_TWO_DIGITS: Final = range(10, 100)


@dataclass(frozen=True, slots=True)
class Whole:
    """Hold a number read from atoms.

    Attributes:
        value: Its value.
        end: Index after its last atom.
        scale: The scale it ends in, or one.
    """

    value: Fraction
    end: int
    scale: Fraction


class WholeReader:
    """Read one whole number from atoms, left to right.

    A number is sections that scales close, each smaller than the one before (`two million` `three
    thousand` `four`), and a last section without a scale. A section is a count, perhaps times a
    hundred, perhaps with tens and units added.
    """

    def __init__(self, atoms: Sequence[Placed], lexicon: Lexicon, begin: int, end: int) -> None:
        self._atoms = atoms
        self._lexicon = lexicon
        self._end = end
        self._place = begin
        self._total = Fraction(0)
        self._section: Fraction | None = None
        self._closed_by: Fraction | None = None
        self._is_whole = True

    def read(self) -> Whole | None:
        """Read as far as the atoms make one number.

        Returns:
            The number, or none if the first atom begins none.
        """
        begin = self._place
        while self._place < self._end and self._step():
            pass
        if self._place == begin:
            return None
        scale = self._closed_by if self._section is None and self._closed_by else Fraction(1)
        return Whole(self._total + (self._section or 0), self._place, scale)

    def _step(self) -> bool:
        """Take the next atom in, or say that it is not part of the number."""
        placed = self._atoms[self._place]
        steps = {
            Role.COUNT: self._count,
            Role.ARTICLE: self._article,
            Role.HUNDRED: self._hundred,
            Role.SCALE: self._scale,
            Role.DOZEN: self._dozen,
            Role.MULTIPLE: self._multiple,
            Role.JOINT: self._joint,
            Role.POINT: self._point,
        }
        step = steps.get(placed.role)
        return step is not None and step(placed)

    def _before(self) -> Placed | None:
        """Return the atom before this one, if it is in the number."""
        taken = self._section is not None or self._closed_by is not None
        return self._atoms[self._place - 1] if taken else None

    def _next_role(self, ahead: int = 1) -> Role | None:
        """Return the part that a following atom plays, if it is in reach."""
        place = self._place + ahead
        return self._atoms[place].role if place < self._end else None

    def _count(self, placed: Placed) -> bool:
        """Begin a section, or add to it."""
        before = self._before()
        if self._section is None:
            if self._closed_by is not None and not self._may_follow_scale(placed):
                return False
            self._section = placed.value
        elif before is not None and self._adds(before, placed):
            self._section += placed.value
        elif before is not None and self._multiplies(before, placed):
            self._section *= placed.value
        elif before is not None and self._is_year_in_words(before, placed):
            self._section = self._section * _HUNDRED + placed.value
        else:
            return False
        self._place += 1
        return True

    def _may_follow_scale(self, placed: Placed) -> bool:
        """Let digits follow a scale only where they clearly belong: 4 thousand 3 hundred."""
        if self._closed_by is None or placed.value >= self._closed_by:
            return False
        if placed.spelled or self._next_role() in {Role.HUNDRED, Role.SCALE}:
            return True
        return self._lexicon.digits_after_thousand and self._closed_by == _THOUSAND

    def _adds(self, before: Placed, placed: Placed) -> bool:
        """Say whether a count joins the one before it: tens and units, hundred and tens."""
        if before.role is Role.HUNDRED:
            return self._is_whole and placed.spelled and 0 < placed.value < _HUNDRED
        if before.role is not Role.COUNT or not (before.spelled and placed.spelled):
            return False
        return is_among(placed.value, self._addends())

    def _addends(self) -> range:
        """Return what may be added to the section as it stands."""
        section = int(self._section or 0)
        sums = self._lexicon.sums
        return sums.get(section) or sums.get(section % _HUNDRED) or range(0)

    def _multiplies(self, before: Placed, placed: Placed) -> bool:
        """Say whether two counts multiply: quatre-vingt."""
        pair = (int(before.value), int(placed.value))
        return before.spelled and placed.spelled and pair in self._lexicon.products

    def _is_year_in_words(self, before: Placed, placed: Placed) -> bool:
        """Say whether this is nineteen eighty-four."""
        return (
            before.spelled
            and placed.spelled
            and self._section == before.value
            and is_among(before.value, _YEAR_CENTURIES)
            and is_among(placed.value, _TWO_DIGITS)
            and self._next_role() is not Role.ORDINAL
        )

    def _article(self, placed: Placed) -> bool:
        """Let *a* stand for one before a scale."""
        if self._section is not None or self._closed_by is not None:
            return False
        if self._next_role() not in {Role.HUNDRED, Role.SCALE, Role.DOZEN}:
            return False
        self._section = placed.value
        self._place += 1
        return True

    def _hundred(self, placed: Placed) -> bool:
        """Multiply the section by a hundred."""
        if self._section is None:
            if self._closed_by is not None and self._closed_by <= _HUNDRED:
                return False
            self._section = Fraction(1)
        elif self._section >= _HUNDRED and self._atoms[self._place - 1].spelled:
            return False
        self._is_whole = self._section.denominator == 1
        self._section *= placed.value
        self._place += 1
        return True

    def _scale(self, placed: Placed) -> bool:
        """Close the section, or multiply the scale before: लाख करोड़."""
        if self._section is None and self._closed_by is None:
            if placed.atom.plural:
                return False
            self._section = Fraction(1)
        if self._section is None:
            self._total *= placed.value
        elif self._closed_by is None or placed.value < self._closed_by:
            self._total += self._section * placed.value
        else:
            self._total = (self._total + self._section) * placed.value
        if self._total > _LARGEST_FACTOR:
            return False
        self._section = None
        self._closed_by = placed.value
        self._place += 1
        return True

    def _dozen(self, placed: Placed) -> bool:
        """Multiply the last count only: three hundred and two dozens are 324."""
        before = self._before()
        if before is None or self._section is None:
            return False
        self._section += before.value * (placed.value - 1)
        self._place += 1
        return True

    def _multiple(self, placed: Placed) -> bool:
        """Begin a section with a multiple that stands for itself: ढाई."""
        if self._section is not None:
            return False
        self._section = placed.value
        self._place += 1
        return True

    def _joint(self, placed: Placed) -> bool:
        """Take an *and* in if what follows it belongs to the same number."""
        del placed
        before = self._before()
        if before is None:
            return False
        following = self._atoms[self._place + 1] if self._place + 1 < self._end else None
        if following is None or following.role is not Role.COUNT or not self._joins(before):
            return False
        if self._section is not None:
            self._section += following.value
            self._place += 2
            return True
        rest = WholeReader(self._atoms, self._lexicon, self._place + 1, self._end).read()
        if rest is None or self._closed_by is None or rest.value >= self._closed_by:
            return False
        self._section, self._place = rest.value, rest.end
        self._end = rest.end
        return True

    def _joins(self, before: Placed) -> bool:
        """Say whether an *and* after this atom may go on with the same number."""
        following = self._atoms[self._place + 1]
        if following.value == 0:
            return False
        if before.role is Role.HUNDRED:
            return following.value < _HUNDRED and self._next_role(2) is not Role.HUNDRED
        if before.role is Role.SCALE:
            # 4 thousand and 21, but 15 crore and 5 to 6 lakh.
            return following.spelled or before.value <= _THOUSAND
        return (
            self._lexicon.joint_after_tens
            and following.spelled
            and is_among(following.value, self._addends())
        )

    def _point(self, placed: Placed) -> bool:
        """Read decimals in words: two hundred point zero three, point seventy-one."""
        del placed
        if self._section is None and self._closed_by is None:
            return False
        place, digits = self._place + 1, ""
        while place < self._end and self._atoms[place].role is Role.COUNT:
            atom = self._atoms[place]
            if not atom.spelled or atom.value.denominator != 1:
                break
            value = int(atom.value)
            tens = int(digits[-2:] or 0)
            joins = value in self._lexicon.sums.get(tens, range(0))
            digits = digits[:-1] + str(value) if joins else digits + str(value)
            place += 1
        if not digits:
            return False
        self._section = (self._section or Fraction(0)) + Fraction(int(digits), 10 ** len(digits))
        self._place = place
        return True


def read_whole(
    atoms: Sequence[Placed],
    lexicon: Lexicon,
    begin: int = 0,
    end: int | None = None,
) -> Whole | None:
    """Read one whole number from atoms.

    Args:
        atoms: The atoms.
        lexicon: The language's words.
        begin: Index of the atom to begin with.
        end: Index of the atom to stop before; the last one if not given.

    Returns:
        The number, or none if no number begins there.

    *Source:* spec/engine.md, Figures in a text.
    """
    return WholeReader(atoms, lexicon, begin, len(atoms) if end is None else end).read()
