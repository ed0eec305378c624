"""Say what part a word may play inside a number, and how a language's words are collected.

english = lexicon(counts={"two": 2}, scales={"million": 10**6})
english.atoms["million"] == Atom(Role.SCALE, Fraction(10**6))
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction


class Role(Enum):
    """Name the part an atom plays inside a number."""

    COUNT = "two, twenty, zweihundertdrei, or a numeral in digits"
    ARTICLE = "a: one, but only before a scale or a fraction"
    HUNDRED = "hundred: multiplies what stands directly before it"
    SCALE = "thousand, million, lakh: closes a section"
    DOZEN = "dozen: multiplies the count directly before it"
    MULTIPLE = "Hindi savā, ḍhāī: scales what follows, or stands alone"
    ORDINAL = "third: a place, or the third part after a count"
    PART = "half, quarter, Drittel: a part after a count"
    JOINT = "and, und, और: between sections"
    POINT = "point, Komma: digits follow"
    MINUS = "minus, negative: before a number"
    PLUS = "plus: before a number, changes nothing"
    OF = "of, का: between a fraction and what it is a fraction of"
    DIVIDED = "बटा: between numerator and denominator"
    OVER = "over: the same, where nothing else can be meant"
    OUT = "out, before of: one out of three"
    IN = "in: one in three"


@dataclass(frozen=True, slots=True)
class Atom:
    """Hold the part and the value of a word inside a number.

    Attributes:
        role: The part it plays.
        value: Its number; of an ordinal its place, of a part its size.
        plural: Whether it is a plural, which needs a count before it.
    """

    role: Role
    value: Fraction = Fraction(0)
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Hold one language's number words and the ways in which languages differ.

    Attributes:
        atoms: Every number word, folded, with its part.
        joint_after_tens: Whether "twenty and three" is 23 (treinta y tres).
        sums: What may be added to the count read so far, by that count.
        products: Two counts that multiply: quatre-vingt.
        digits_after_thousand: Whether `3 mil 500` is one number.
    """

    atoms: Mapping[str, Atom]
    joint_after_tens: bool = False
    sums: Mapping[int, range] = field(default_factory=dict)
    products: frozenset[tuple[int, int]] = frozenset()
    digits_after_thousand: bool = False


UNITS_AFTER_TENS: Mapping[int, range] = {tens: range(1, 10) for tens in range(20, 100, 10)}
TENS_AFTER_HUNDREDS: Mapping[int, range] = {
    hundreds: range(1, 100) for hundreds in range(100, 1000, 100)
}


def lexicon(  # noqa: PLR0913 - one keyword per part a word may play
    *,
    counts: Mapping[str, int | Fraction],
    hundreds: Iterable[str] = (),
    scales: Mapping[str, int] | None = None,
    plural_scales: Mapping[str, int] | None = None,
    dozens: Iterable[str] = (),
    multiples: Mapping[str, Fraction] | None = None,
    ordinals: Mapping[str, int] | None = None,
    plural_ordinals: Mapping[str, int] | None = None,
    parts: Mapping[str, Fraction] | None = None,
    words: Mapping[Role, str] | None = None,
    joint_after_tens: bool = False,
    sums: Mapping[int, range] = UNITS_AFTER_TENS,
    products: frozenset[tuple[int, int]] = frozenset(),
    digits_after_thousand: bool = False,
) -> Lexicon:
    """Collect a language's number words.

    Args:
        counts: Words that are a number by themselves.
        hundreds: Words for a hundred that multiply the count before them.
        scales: Singular scale words (thousand, million).
        plural_scales: Scale words that need a count before them (millions).
        dozens: Words for twelve that multiply the count before them.
        multiples: Words that scale what follows.
        ordinals: Singular ordinals with their place.
        plural_ordinals: Plural ordinals, which only name parts (fifths).
        parts: Words for a part of a whole, with its size.
        words: Space-separated words that carry no number, by their part.
        joint_after_tens: See `Lexicon`.
        sums: See `Lexicon`.
        products: See `Lexicon`.
        digits_after_thousand: See `Lexicon`.

    Returns:
        The lexicon.
    """
    atoms: dict[str, Atom] = {}
    for role, spellings in (words or {}).items():
        value = Fraction(1) if role is Role.ARTICLE else Fraction(0)
        atoms.update((word, Atom(role, value)) for word in spellings.split())
    tables: tuple[tuple[Role, bool, Mapping[str, int | Fraction]], ...] = (
        (Role.COUNT, False, counts),
        (Role.HUNDRED, False, dict.fromkeys(hundreds, 100)),
        (Role.SCALE, False, dict(scales or {})),
        (Role.SCALE, True, dict(plural_scales or {})),
        (Role.DOZEN, False, dict.fromkeys(dozens, 12)),
        (Role.MULTIPLE, False, dict(multiples or {})),
        (Role.ORDINAL, False, dict(ordinals or {})),
        (Role.ORDINAL, True, dict(plural_ordinals or {})),
        (Role.PART, False, dict(parts or {})),
    )
    for role, plural, table in tables:
        atoms.update((word, Atom(role, Fraction(value), plural)) for word, value in table.items())
    return Lexicon(atoms, joint_after_tens, sums, products, digits_after_thousand)
