"""Cut a text into tokens that cover it without a gap.

Every token keeps its place; its own text is folded (lower case, full-width forms made plain), one
code point for one, so that offsets in the folded text are offsets in the text. What it
deliberately does not do: decide what is a number.

    [token.text for token in tokenise(fold("4.60Crore"))] == ["4", ".", "60", "crore"]
"""

import re
from enum import Enum
from typing import Final, NamedTuple

from both_sides.scoring.figures.vocabulary import chinese


class Shape(Enum):
    """Name the sort of characters a token is made of."""

    DIGITS = "digits"
    WORD = "word"
    IDEOGRAPH = "ideograph"
    SPACE = "space"
    MARK = "mark"
    DATA = "data"
    EDGE = "edge"


class Token(NamedTuple):
    """Hold one token: its shape, its folded text and its place in the text."""

    shape: Shape
    text: str
    start: int
    end: int


LONGEST_IN_IDEOGRAPHS: Final = 64
"""Signs that a number in ideographs may have."""

EDGE: Final = Token(Shape.EDGE, "", 0, 0)
"""What stands before the first token and after the last."""

_FULL_WIDTH_OFFSET: Final = 0xFEE0
_FULL_WIDTH: Final = {code: code - _FULL_WIDTH_OFFSET for code in range(0xFF01, 0xFF5F)}
_ALIKE: Final = _FULL_WIDTH | {
    0x02BC: "'",  # modifier letter apostrophe
    0x2018: "'",  # left single quotation mark
    0x2019: "'",  # right single quotation mark
    0x2010: "-",  # hyphen
    0x2011: "-",  # non-breaking hyphen
    0x066C: "'",  # Arabic thousands separator, which groups as the Swiss apostrophe does
    0x066B: ".",  # Arabic decimal separator
    0x060C: ",",  # Arabic comma
    0x2044: "/",  # fraction slash
    0x02D9: ".",  # dot above, seen for a decimal point
}

# Superscripts, subscripts, vulgar fractions and enclosed numbers count as letters for Python.
_NUMBER_FORMS: Final = "\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2099\u2150-\u2189\u2460-\u249b"
_KANA_AND_HAN: Final = "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff"
# Vowel signs and joiners of the Indic scripts, combining accents, Arabic points.
_COMBINING: Final = (
    "\u0300-\u036f\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
    "\u0981-\u0983\u09bc-\u09d7\u09e2\u09e3\u0a01-\u0a03\u0a3c-\u0a51\u0a70\u0a71"
    "\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bd7"
    "\u0c00-\u0c04\u0c3c-\u0c57\u0c62\u0c63\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d57"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200c\u200d"
)
_NUMERALS: Final = "".join([*chinese.DIGITS, *chinese.UNITS, *chinese.SCALES])
_TOKEN: Final = re.compile(
    rf"(?P<WORD>(?:[^\W\d_{_NUMBER_FORMS}{_KANA_AND_HAN}]|[{_COMBINING}])+)"
    r"|(?P<SPACE>\s+)"
    r"|(?P<DIGITS>\d+)"
    # More numerals in a row than a number has are data, not a number.
    rf"|(?P<DATA>[{_NUMERALS}]{{{LONGEST_IN_IDEOGRAPHS + 1},}})"
    rf"|(?P<IDEOGRAPH>[{_KANA_AND_HAN}])"
    r"|(?P<MARK>(?P<_mark>[^\w\s])(?P=_mark)*|.)",
    re.DOTALL,
)
_SHAPES: Final = {shape.name: shape for shape in Shape}


def fold(text: str) -> str:
    """Put a text in lower case and plain forms, each code point in its place.

    Args:
        text: Any text.

    Returns:
        A text of the same length.
    """
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    if len(lowered) != len(text):
        lowered = "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)
    return lowered.translate(_ALIKE)


def tokenise(folded: str) -> tuple[Token, ...]:
    """Cut a text into tokens.

    Args:
        folded: A folded text.

    Returns:
        Tokens in text order, each beginning where the one before it ends. A run of digits in any
        script, a run of letters with their signs, and a run of white space are one token each;
        every ideograph or kana, and every other mark with its repetitions, is a token of its own.
    """
    shapes = _SHAPES
    return tuple(
        Token(shapes[match.lastgroup or ""], match.group(), match.start(), match.end())
        for match in _TOKEN.finditer(folded)
    )
