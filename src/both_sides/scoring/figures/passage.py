"""Hold a text ready to be read: its tokens, its language, and ways to look around.

What it deliberately does not do: read numbers. Positions are indices of tokens; looking beyond
either end finds an `EDGE` token, so that no reader tests for the ends.

    passage = Passage.of("2.8 million")
    passage.at(4).text == "million"
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.compounds import COMPOUND_READERS
from both_sides.scoring.figures.language import (
    groups_with_comma,
    judge_decimal_mark,
    judge_language,
)
from both_sides.scoring.figures.tokens import EDGE, Shape, Token, fold, tokenise
from both_sides.scoring.figures.vocabulary.atoms import Atom, Lexicon, Role
from both_sides.scoring.figures.vocabulary.languages import LATIN_ONLY
from both_sides.scoring.figures.vocabulary.scales import EVERYWHERE, LEXICONS

_ENGLISH: Final = LEXICONS["en"]
_ANY_LANGUAGE: Final[Mapping[str, Atom]] = {**EVERYWHERE, **_ENGLISH.atoms}
_ATOMS: Final[Mapping[str, Mapping[str, Atom]]] = {
    language: {**(EVERYWHERE if language in LATIN_ONLY else _ANY_LANGUAGE), **lexicon.atoms}
    for language, lexicon in LEXICONS.items()
}


@dataclass(frozen=True, slots=True)
class Passage:
    """Hold a text with its tokens and its conventions.

    Attributes:
        text: The text as given.
        folded: The text in lower case and plain forms, of the same length.
        tokens: Its tokens, folded.
        language: Two letters, or `und`.
        decimal_mark: A full stop or a comma.
        groups_with_comma: Whether a number in it can only be one with commas between groups.
    """

    text: str
    folded: str
    tokens: Sequence[Token]
    language: str
    decimal_mark: str
    groups_with_comma: bool

    @classmethod
    def of(cls, text: str, *, language: str | None = None) -> "Passage":
        """Cut a text into tokens and judge its conventions.

        Args:
            text: Any text.
            language: A BCP-47 tag, if the caller knows.

        Returns:
            The passage.
        """
        folded = fold(text)
        tokens = tokenise(folded)
        spoken = language.lower().partition("-")[0] if language else judge_language(tokens)
        return cls(
            text=text,
            folded=folded,
            tokens=tokens,
            language=spoken,
            decimal_mark=judge_decimal_mark(folded, spoken, hinted=language is not None),
            groups_with_comma=groups_with_comma(folded),
        )

    def at(self, index: int) -> Token:
        """Return the token at an index, or `EDGE`."""
        return self.tokens[index] if 0 <= index < len(self.tokens) else EDGE

    def word(self, index: int) -> str:
        """Return the folded word at an index, or nothing if there is no word."""
        token = self.at(index)
        return token.text if token.shape is Shape.WORD else ""

    def original(self, index: int) -> str:
        """Return the token at an index as it is written in the text."""
        token = self.at(index)
        return self.text[token.start : token.end]

    def skip_space(self, index: int) -> int:
        """Return the index of the first token at or after an index that is not white space."""
        return index + 1 if self.at(index).shape is Shape.SPACE else index

    def skip_space_back(self, index: int) -> int:
        """Return the index of the last token at or before an index that is not white space."""
        return index - 1 if self.at(index).shape is Shape.SPACE else index

    def begins(self, index: int, words: Sequence[str]) -> bool:
        """Say whether the tokens from an index on are the given ones."""
        return all(self.at(index + place).text == word for place, word in enumerate(words))

    def begins_glyphs(self, index: int, glyphs: Sequence[str]) -> int:
        """Return how many ideographs the first of the given strings that begins here has, or 0."""
        token = self.at(index)
        if token.shape is not Shape.IDEOGRAPH:
            return 0
        for glyph in glyphs:
            if self.text.startswith(glyph, token.start):
                return len(glyph)
        return 0

    def atom(self, index: int) -> Atom | None:
        """Return the part that the word at an index may play inside a number."""
        word = self.word(index)
        found = _ATOMS.get(self.language, _ANY_LANGUAGE).get(word)
        if found is None and word and self.language in COMPOUND_READERS:
            value = COMPOUND_READERS[self.language].read(word)
            return None if value is None else Atom(Role.COUNT, Fraction(value))
        return found

    @property
    def lexicon(self) -> Lexicon:
        """Return the number words of the passage's language, English where it has none."""
        return LEXICONS.get(self.language, _ENGLISH)
