"""Scale words and letters that multiply the numeral before them, whatever the language."""

from collections.abc import Mapping
from typing import Final

from both_sides.scoring.figures.vocabulary.atoms import Atom, Lexicon, Role
from both_sides.scoring.figures.vocabulary.dutch import DUTCH
from both_sides.scoring.figures.vocabulary.english import ENGLISH
from both_sides.scoring.figures.vocabulary.german import GERMAN
from both_sides.scoring.figures.vocabulary.indic import HINDI, TELUGU
from both_sides.scoring.figures.vocabulary.romance import FRENCH, ITALIAN, PORTUGUESE, SPANISH
from both_sides.scoring.figures.vocabulary.russian import RUSSIAN

LEXICONS: Final[Mapping[str, Lexicon]] = {
    "en": ENGLISH,
    "de": GERMAN,
    "nl": DUTCH,
    "fr": FRENCH,
    "es": SPANISH,
    "it": ITALIAN,
    "pt": PORTUGUESE,
    "ru": RUSSIAN,
    "hi": HINDI,
    "te": TELUGU,
}

_SEVERAL_MEANINGS: Final = frozenset(
    ("billion", "billions", "bi", "bio", "lac", "md", "mi", "mia", "mil", "mila"),
)

EVERYWHERE: Final[Mapping[str, Atom]] = {
    word: atom
    for language in LEXICONS.values()
    for word, atom in language.atoms.items()
    if atom.role is Role.SCALE and word not in _SEVERAL_MEANINGS
}
"""Scale words read after digits in any text: a German text may well say `million`."""

ABBREVIATIONS: Final[Mapping[str, int]] = {
    "bn": 10**9, "bln": 10**9, "mn": 10**6, "mln": 10**6, "mil": 10**6, "mill": 10**6,
    "tn": 10**12, "trn": 10**12, "tln": 10**12, "cr": 10**7, "crs": 10**7, "lakhs": 10**5,
    "kyr": 10**3, "kya": 10**3, "myr": 10**6, "mya": 10**6, "gyr": 10**9, "gya": 10**9,
}  # fmt: skip
"""Letters read as a scale directly after digits: `10 bln`, `36 kyr`."""

GLUED: Final[Mapping[str, int]] = {
    "k": 10**3, "K": 10**3, "M": 10**6, "b": 10**9, "B": 10**9,
}  # fmt: skip
"""Letters, in their own case, read as a scale without a space: `40k`, `1.2b`, `10M`."""

SPACED: Final[Mapping[str, int]] = {"k": 10**3, "M": 10**6}
"""Those of them that are also read after a space: `1,674.5 M`; `160 K` is a temperature."""

AFTER_MONEY: Final[Mapping[str, int]] = {
    "k": 10**3, "m": 10**6, "mm": 10**6, "b": 10**9, "t": 10**12,
}  # fmt: skip
"""Letters read as a scale only of an amount of money: `$5m`, but `5m` is five metres."""

DOTTED: Final = frozenset(("bio", "mia", "mill", "mio", "mrd", "tsd", "тыс"))
"""Abbreviations whose full stop belongs to them."""
