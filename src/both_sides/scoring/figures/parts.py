"""Read fractions made of words: `three quarters`, `two and a third`, `one out of three`.

Denominators are ordinals (`fifths`) or words for a part (`half`, `Drittel`, `तिहाई`). Where words
can be divided in several ways, the longest denominator wins: `one hundred thirty fifths` is 100/35,
but `one hundred and thirty fifths` is 130/5. What it deliberately does not do: decide from the
surroundings whether `a third` is a fraction or a place; `phrases` does.

    read_part(atoms of "twenty-three fifths") -> 4.6
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.grammar import read_whole
from both_sides.scoring.figures.rational import is_among
from both_sides.scoring.figures.sequence import Placed
from both_sides.scoring.figures.vocabulary.atoms import Atom, Lexicon, Role

_INSIDE_A_FRACTION: Final = frozenset(
    (Role.COUNT, Role.ARTICLE, Role.HUNDRED, Role.SCALE, Role.JOINT, Role.OF, Role.MULTIPLE),
)
_NEVER_FIRST: Final = frozenset((Role.HUNDRED, Role.SCALE, Role.JOINT, Role.OF))
_HUNDRED: Final = 100
_SMALLEST_DENOMINATOR: Final = 3


@dataclass(frozen=True, slots=True)
class Part:
    """Hold a fraction, or a whole number with one.

    Attributes:
        value: Its value.
        end: Index after its last atom.
        scale: The scale it ends in, or one.
    """

    value: Fraction
    end: int
    scale: Fraction = Fraction(1)


def read_part(atoms: Sequence[Placed], lexicon: Lexicon, begin: int) -> Part | None:
    """Read a fraction made of words.

    Args:
        atoms: The atoms.
        lexicon: The language's words.
        begin: Index of the atom to begin with.

    Returns:
        The fraction, or none if none begins there.

    *Source:* spec/engine.md, Figures in a text.
    """
    reading = _PartReader(atoms, lexicon)
    return reading.mixed(begin) or reading.scaled(reading.fraction(begin))


def ordinal_value(
    atoms: Sequence[Placed], lexicon: Lexicon, begin: int, end: int
) -> Fraction | None:
    """Read an ordinal of several words: twenty-first, one hundred and fifth.

    Args:
        atoms: The atoms.
        lexicon: The language's words.
        begin: Index of the first atom.
        end: Index of the ordinal itself.

    Returns:
        The place it names, or none if the atoms are not one ordinal.
    """
    ordinal = atoms[end]
    if begin == end:
        return ordinal.value
    role = Role.COUNT
    if ordinal.value >= _HUNDRED:
        role = Role.HUNDRED if ordinal.value == _HUNDRED else Role.SCALE
    as_count = replace(ordinal, atom=Atom(role, ordinal.value))
    whole = read_whole([*atoms[begin:end], as_count], lexicon)
    return whole.value if whole and whole.end == end - begin + 1 else None


class _PartReader:
    """Read fractions from one run of atoms."""

    def __init__(self, atoms: Sequence[Placed], lexicon: Lexicon) -> None:
        self._atoms = atoms
        self._lexicon = lexicon

    def _whole(self, begin: int, end: int) -> Fraction | None:
        """Read atoms that must be one whole number, or an article alone."""
        if end == begin + 1 and self._atoms[begin].role is Role.ARTICLE:
            return Fraction(1)
        whole = read_whole(self._atoms, self._lexicon, begin, end) if end > begin else None
        return whole.value if whole and whole.end == end else None

    def _find(self, begin: int) -> int | None:
        """Find the denominator that a run of number words leads to."""
        for place in range(begin, len(self._atoms)):
            role = self._atoms[place].role
            if role in {Role.ORDINAL, Role.PART}:
                return place
            if role not in _INSIDE_A_FRACTION:
                return None
        return None

    def fraction(self, begin: int) -> Part | None:
        """Read a fraction without a whole number before it."""
        divided = self._divided(begin)
        if divided is not None:
            return divided
        found = self._find(begin)
        if found is None:
            return None
        if self._atoms[found].role is Role.PART:
            count = Fraction(1) if found == begin else self._whole(begin, found)
            value = None if count is None else count * self._atoms[found].value
        else:
            value = self._over_ordinal(begin, found)
        return None if value is None else Part(value, found + 1)

    def _over_ordinal(self, begin: int, found: int) -> Fraction | None:
        """Divide what leads to an ordinal into numerator and denominator."""
        for place in range(begin + 1, found + 1):
            value = self._split(begin, place, found)
            if value is not None:
                return value
        if self._atoms[found].atom.plural and found > begin:
            # Twenty fifths: no other way to divide them is left.
            count = self._whole(begin, found)
            return None if count is None else count / self._atoms[found].value
        return None

    def _split(self, begin: int, place: int, found: int) -> Fraction | None:
        """Divide at a place, if both sides are numbers that do not belong together."""
        before, here = self._atoms[place - 1], self._atoms[place]
        of = before.role is Role.OF
        if place < found and here.role in _NEVER_FIRST:
            return None
        if not of and self._belongs_together(before, here):
            return None
        count = self._whole(begin, place - 1 if of else place)
        size = ordinal_value(self._atoms, self._lexicon, place, found)
        if count is None or size is None or size < _SMALLEST_DENOMINATOR:
            return None
        plural = of or count == 1 or self._atoms[found].atom.plural
        return count / size if plural else None

    def _belongs_together(self, before: Placed, here: Placed) -> bool:
        """Say whether tens and units are one number: ninety-five hundred fifths is 9500/5."""
        addends = self._lexicon.sums.get(int(before.value), range(0))
        spelled = before.role is Role.COUNT and before.spelled and here.spelled
        return spelled and here.role in {Role.COUNT, Role.ORDINAL} and is_among(here.value, addends)

    def _divided(self, begin: int) -> Part | None:
        """Read a numerator and a denominator with a word between them."""
        above = read_whole(self._atoms, self._lexicon, begin)
        if above is None or above.end + 1 >= len(self._atoms):
            return None
        link = self._atoms[above.end].role
        after = self._atoms[above.end + 1].role
        doubled = (link, after) in {(Role.OUT, Role.OF), (Role.OF, Role.OF)}
        if not doubled and link not in {Role.DIVIDED, Role.OVER, Role.IN}:
            return None
        below = read_whole(self._atoms, self._lexicon, above.end + (2 if doubled else 1))
        if below is None or below.value == 0 or not _makes_ratio(link, above.value, below.value):
            return None
        value = below.value / above.value if link is Role.OF else above.value / below.value
        return Part(value, below.end)

    def scaled(self, part: Part | None) -> Part | None:
        """Let a scale or a dozen after a fraction multiply it: half a million."""
        if part is None:
            return None
        place = part.end
        for role in (Role.OF, Role.ARTICLE):
            if place < len(self._atoms) and self._atoms[place].role is role:
                place += 1
        multiplier = self._atoms[place] if place < len(self._atoms) else None
        if multiplier is None or multiplier.role not in {Role.SCALE, Role.DOZEN}:
            return part
        return Part(part.value * multiplier.value, place + 1, multiplier.value)

    def mixed(self, begin: int) -> Part | None:
        """Read a whole number, an *and*, and a proper fraction: one million and a half."""
        found = self._find(begin)
        if found is None:
            found = self._find_divided(begin)
        joints = [
            place for place in range(begin + 1, found or 0) if self._atoms[place].role is Role.JOINT
        ]
        if not joints:
            return None
        joint = joints[-1]
        whole = read_whole(self._atoms, self._lexicon, begin, joint)
        part = self.fraction(joint + 1)
        if whole is None or whole.end != joint or part is None or part.value >= 1:
            return None
        scaled = self.scaled(part)
        if scaled is None or scaled.end == part.end:
            return Part(whole.value + part.value * whole.scale, part.end, whole.scale)
        if whole.scale == 1:
            return Part((whole.value + part.value) * scaled.scale, scaled.end, scaled.scale)
        return Part(whole.value + scaled.value, scaled.end, scaled.scale)

    def _find_divided(self, begin: int) -> int | None:
        """Find the word that divides: बटा."""
        places = range(begin, len(self._atoms))
        return next((at for at in places if self._atoms[at].role is Role.DIVIDED), None)


def _makes_ratio(link: Role, above: Fraction, below: Fraction) -> bool:
    """Say whether two numbers with a word between them are one fraction."""
    if link is Role.IN:
        return above == 1 and below > 1 and not is_among(below, _YEARS)
    if link is Role.OUT:
        return above <= below
    if link is Role.OF:
        return 0 < below <= above
    return True


_YEARS: Final = range(1000, 2101)
