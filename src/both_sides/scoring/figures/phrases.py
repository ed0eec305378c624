"""Read a number where one begins: digits, words, or both, with its fraction and its sign word.

This is where the surroundings of words are weighed: *one* may be a pronoun, *second* a unit of
time, *half* a side, *hundred* vague. What it deliberately does not do: say what the number is of.

    read_phrase(Passage.of("two and a half million people"), 0).value == 2500000
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from both_sides.scoring.figures.bounds import is_bounded
from both_sides.scoring.figures.grammar import read_whole
from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.number import Number
from both_sides.scoring.figures.parts import Part, ordinal_value, read_part
from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.sequence import LONGEST_PHRASE, Placed, collect
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.atoms import Role
from both_sides.scoring.figures.vocabulary.contexts import (
    AFTER_BARE_PART,
    BARE_SCALE_AFTER,
    BEFORE_BARE_PART,
    NOT_ORDINALS,
    NUMBER_WORDS,
    PRONOUN_ONE_AFTER,
    PRONOUN_ONE_BEFORE,
    VAGUE,
)
from both_sides.scoring.figures.vocabulary.currencies import SIGNS

_SECOND: Final = 2
_BEGINNINGS: Final = frozenset(
    (
        Role.COUNT, Role.ARTICLE, Role.HUNDRED, Role.SCALE, Role.MULTIPLE, Role.ORDINAL,
        Role.PART, Role.MINUS, Role.PLUS,
    ),
)  # fmt: skip


def read_phrase(passage: Passage, index: int, numeral: Number | None = None) -> Number | None:
    """Read the number that begins at a token.

    Args:
        passage: The text.
        index: Index of its first token, a word or a numeral.
        numeral: The numeral read there, if it is one.

    Returns:
        The number, or none if the words there are not one.

    *Source:* spec/engine.md, Figures in a text.
    """
    atom = None if numeral else passage.atom(index)
    if numeral is None and (atom is None or atom.role not in _BEGINNINGS):
        return None
    atoms = collect(passage, index, first=numeral)
    if len(atoms) == LONGEST_PHRASE:
        return None
    if numeral is not None and len(atoms) == 1:
        return numeral
    signed = atoms[0].role in {Role.MINUS, Role.PLUS}
    number = _read(passage, atoms, 1 if signed else 0)
    if number is None:
        return None
    if signed:
        first = index if atoms[0].role is Role.MINUS else number.first
        value = -number.value if atoms[0].role is Role.MINUS else number.value
        return replace(number, value=value, first=first)
    return number


def _read(passage: Passage, atoms: Sequence[Placed], begin: int) -> Number | None:
    """Read a fraction, an ordinal or a whole number, whichever the words are."""
    if begin >= len(atoms):
        return None
    part = read_part(atoms, passage.lexicon, begin)
    if part is not None and _is_part(passage, atoms, begin, part):
        kind = FigureKind.FRACTION if part.scale == 1 and part.value < 1 else None
        last = atoms[part.end - 1].last
        return Number(part.value, atoms[begin].first, last, scale=part.scale, kind=kind)
    return _ordinal(passage, atoms, begin) or _whole(passage, atoms, begin)


def _whole(passage: Passage, atoms: Sequence[Placed], begin: int) -> Number | None:
    """Read a whole number; digits alone stay the numeral they are."""
    whole = read_whole(atoms, passage.lexicon, begin)
    if whole is None:
        return None
    first, final = atoms[begin], atoms[whole.end - 1]
    alone = whole.end == begin + 1
    if alone and first.number is not None:
        return first.number
    if alone and not _stands_alone(passage, first):
        return None
    if first.role in {Role.SCALE, Role.HUNDRED} and not _bare_scale(passage, first):
        return None
    return Number(whole.value, first.first, final.last, scale=whole.scale)


def _is_part(passage: Passage, atoms: Sequence[Placed], begin: int, part: Part) -> bool:
    """Weigh whether words that can be a fraction are one here."""
    first, final = atoms[begin], atoms[part.end - 1]
    if any(atom.role is Role.OVER for atom in atoms[begin : part.end]):
        return _ends_clause(passage, final.last) and not _is_money(passage, first.first)
    if any(atom.role is Role.IN for atom in atoms[begin : part.end]):
        return not _follows_number_word(passage, first.first)
    if first.role is Role.PART and part.scale == 1:
        return is_bounded(passage, first.first) or _is_bare_part(passage, first)
    if first.role is Role.ARTICLE and passage.at(final.last).text == "-" and part.value < 1:
        return False  # A half-crown is a coin.
    lone_ordinal = final.role is Role.ORDINAL and not final.atom.plural
    if lone_ordinal and first.role is Role.ARTICLE:
        after = passage.word(passage.skip_space(final.last))
        return after == "of" or _ends_clause(passage, final.last)
    return not (lone_ordinal and final.value == _SECOND)


def _ordinal(passage: Passage, atoms: Sequence[Placed], begin: int) -> Number | None:
    """Read `twenty-first`, unless the words are a unit of time or a set phrase."""
    end = begin
    while end < len(atoms) and atoms[end].role in {Role.COUNT, Role.HUNDRED, Role.JOINT}:
        end += 1
    if end == len(atoms) or atoms[end].role is not Role.ORDINAL or atoms[end].atom.plural:
        return None
    value = ordinal_value(atoms, passage.lexicon, begin, end)
    if value is None or _is_set_phrase(passage, atoms[end]):
        return None
    return Number(value, atoms[begin].first, atoms[end].last, kind=FigureKind.ORDINAL)


def _is_set_phrase(passage: Passage, ordinal: Placed) -> bool:
    """Say whether an ordinal is a unit of time (per second) or counts nothing (at first)."""
    word = passage.word(ordinal.first)
    before = passage.word(passage.skip_space_back(ordinal.first - 1))
    after = passage.word(passage.skip_space(ordinal.last))
    if (word, after) in NOT_ORDINALS or (word, before) == ("first", "at"):
        return True
    return word == "second" and before in {"per", "each", "every", "split"}


def _stands_alone(passage: Passage, placed: Placed) -> bool:
    """Weigh whether a single word is a number here."""
    if passage.word(placed.first) == "one":
        before = passage.word(passage.skip_space_back(placed.first - 1))
        after = passage.word(passage.skip_space(placed.last))
        return before not in PRONOUN_ONE_AFTER and after not in PRONOUN_ONE_BEFORE
    if passage.word(placed.first) in {"hundert", "tausend"}:
        # With a capital they are names or nouns: Claudia Tausend.
        return passage.original(placed.first).islower()
    return True


def _bare_scale(passage: Passage, placed: Placed) -> bool:
    """Let a scale stand without a count at the start of a text or after an article."""
    place = passage.skip_space_back(placed.first - 1)
    before = passage.at(place)
    if before.shape is Shape.WORD:
        return before.text in BARE_SCALE_AFTER and before.text not in VAGUE
    return before.shape is Shape.EDGE or passage.language not in {"en", "und"}


def _is_bare_part(passage: Passage, part: Placed) -> bool:
    """Say whether *half* alone is a number: half of them, but not the right half of a skull."""
    if passage.language == "hi":
        return True
    place = passage.skip_space_back(part.first - 1)
    before, after = passage.at(place), passage.word(passage.skip_space(part.last))
    begins = before.shape in {Shape.EDGE, Shape.MARK} or before.text in BEFORE_BARE_PART
    return begins and before.text != "-" and after in AFTER_BARE_PART


def _follows_number_word(passage: Passage, index: int) -> bool:
    """Say whether a number is that of a place: No. 1 in 12 countries."""
    place = passage.skip_space_back(index - 1)
    if passage.at(place).text == ".":
        place -= 1
    return passage.word(place) in NUMBER_WORDS or passage.at(place).text == "#"


def _ends_clause(passage: Passage, index: int) -> bool:
    """Say whether nothing but an end or a punctuation mark follows."""
    token = passage.at(passage.skip_space(index))
    return token.shape is Shape.EDGE or (token.shape is Shape.MARK and token.text != "-")


def _is_money(passage: Passage, index: int) -> bool:
    return passage.at(passage.skip_space_back(index - 1)).text in SIGNS
