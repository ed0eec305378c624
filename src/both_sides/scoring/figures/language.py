"""Judge from the text itself which language it is in and which mark is its decimal mark.

Few callers know the language. Function words tell the Latin languages apart, scripts the others;
numbers that can be written in one way only (`1.234.567`, `1,234.5`) tell the decimal mark, and
count for more than the language. What it deliberately does not do: identify languages in general.

    judge_language(tokenise("3,67 Millionen Menschen leben in der Stadt")) == "de"
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from both_sides.scoring.figures.compounds import COMPOUND_READERS
from both_sides.scoring.figures.tokens import Shape, Token
from both_sides.scoring.figures.vocabulary.atoms import Role
from both_sides.scoring.figures.vocabulary.languages import (
    DECIMAL_COMMA,
    FUNCTION_WORDS,
    SCRIPTS,
)
from both_sides.scoring.figures.vocabulary.scales import LEXICONS

UNKNOWN: Final = "und"
"""The language of a text that does not tell."""

_ROLES_THAT_TELL: Final = frozenset((Role.COUNT, Role.SCALE, Role.PART, Role.HUNDRED, Role.DOZEN))


def _languages_by_word() -> Mapping[str, tuple[str, ...]]:
    """Invert the word lists: each word with the languages it speaks for."""
    languages: dict[str, set[str]] = {}
    for language, words in FUNCTION_WORDS.items():
        for word in words.split():
            languages.setdefault(word, set()).add(language)
        for word, atom in LEXICONS[language].atoms.items():
            if atom.role in _ROLES_THAT_TELL:
                languages.setdefault(word, set()).add(language)
    return {word: tuple(sorted(speaking)) for word, speaking in languages.items()}


_LANGUAGES_BY_WORD: Final = _languages_by_word()

_COMMA_GROUPS: Final = re.compile(
    r"(?<![\d.,])(?:\d{1,3}(?:,\d{3}){2,}|\d{1,2}(?:,\d{2}){1,8},\d{3}|\d{1,3},\d{3}\.\d)(?!\d)",
)
_POINT_GROUPS: Final = re.compile(
    r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3}){2,8}(?![\d.])|\d{1,3}\.\d{3},\d)"
)
_POINT_DECIMAL: Final = re.compile(r"(?<![\d.,])\d{1,40}\.(?:\d\d?|\d{4,20})(?![\d.,]\d|\d)")
_COMMA_DECIMAL: Final = re.compile(r"(?<![\d.,])\d{1,40},(?:\d\d?|\d{4,20})(?![\d.,]\d|\d)")


def judge_language(tokens: Iterable[Token]) -> str:
    """Say which language a text is most likely in.

    Args:
        tokens: The text's tokens.

    Returns:
        A two-letter code, or `UNKNOWN`. English where the words of two languages balance.
    """
    scripts: Counter[str] = Counter()
    votes: Counter[str] = Counter()
    unknown: set[str] = set()
    for token in tokens:
        if token.shape is Shape.WORD or token.shape is Shape.IDEOGRAPH:
            scripts[_script(token.text[0])] += 1
            speaking = _LANGUAGES_BY_WORD.get(token.text)
            if speaking:
                votes.update(speaking)
            elif token.shape is Shape.WORD:
                unknown.add(token.text)
    if not scripts:
        return UNKNOWN
    script = scripts.most_common(1)[0][0]
    if script == "zh" and scripts["ja"]:
        return "ja"
    if script != "latin":
        return script
    return _best(votes) or _language_of_compounds(unknown)


def _script(letter: str) -> str:
    """Return the language or the script that a letter speaks for."""
    code = ord(letter)
    for first, last, name in SCRIPTS:
        if first <= code <= last:
            return name
    return UNKNOWN


def _best(votes: Counter[str]) -> str | None:
    """Choose the language with the most votes, English among equals, or none."""
    if not votes:
        return None
    most = max(votes.values())
    return "en" if votes["en"] == most else min(lang for lang in votes if votes[lang] == most)


def _language_of_compounds(words: Iterable[str]) -> str:
    """Recognise a text that is little more than one long number word."""
    for word in sorted(words):
        for language, reader in sorted(COMPOUND_READERS.items()):
            if reader.read(word) is not None:
                return language
    return UNKNOWN


def judge_decimal_mark(text: str, language: str, *, hinted: bool) -> str:
    """Say which mark separates the decimals of a text's numbers.

    Args:
        text: The folded text.
        language: Its language, two letters.
        hinted: Whether the caller said so; a hint outweighs decimals, not groups of digits.

    Returns:
        A full stop or a comma.

    *Source:* spec/engine.md, Figures in a text.
    """
    comma_groups, point_groups = groups_with_comma(text), bool(_POINT_GROUPS.search(text))
    if comma_groups != point_groups:
        return "." if comma_groups else ","
    if language != UNKNOWN or hinted:
        return "," if language in DECIMAL_COMMA else "."
    if _COMMA_DECIMAL.search(text) and not _POINT_DECIMAL.search(text):
        return ","
    return "."


def groups_with_comma(text: str) -> bool:
    """Say whether a text has a number that can only be one with commas between its groups.

    Args:
        text: The folded text.

    Returns:
        Whether there is such a number.
    """
    return bool(_COMMA_GROUPS.search(text))
