"""English number words, and the Indian scale words that English texts use."""

from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.vocabulary.atoms import Role, lexicon

_UNITS: Final = {
    "zero": 0, "nought": 0, "naught": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40,
    "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_SCALES: Final = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "quadrillion": 10**15, "quintillion": 10**18, "lakh": 10**5, "lac": 10**5, "crore": 10**7,
}  # fmt: skip
_IRREGULAR_ORDINALS: Final = {
    "first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12,
}  # fmt: skip
_REGULAR_ORDINALS: Final = {
    (word[:-1] + "ieth" if word.endswith("y") else word + "th"): value
    for word, value in _UNITS.items()
    if value in {4, 6, 7, 10, 11} or value > 12  # noqa: PLR2004 - the regular ones
}
_SCALE_ORDINALS: Final = {
    "hundredth": 100,
    **{word + "th": value for word, value in _SCALES.items() if value < 10**15 and word != "lac"},
}
ORDINALS: Final = _IRREGULAR_ORDINALS | _REGULAR_ORDINALS | _SCALE_ORDINALS

ENGLISH: Final = lexicon(
    counts=_UNITS,
    hundreds=("hundred",),
    scales=_SCALES,
    plural_scales={word + "s": value for word, value in _SCALES.items()} | {"hundreds": 100},
    dozens=("dozen", "dozens", "dz", "dzs", "doz", "dozs"),
    ordinals=ORDINALS,
    plural_ordinals={word + "s": place for word, place in ORDINALS.items() if word != "second"},
    parts={
        "half": Fraction(1, 2), "halves": Fraction(1, 2),
        "quarter": Fraction(1, 4), "quarters": Fraction(1, 4),
    },
    words={
        Role.ARTICLE: "a an",
        Role.JOINT: "and",
        Role.POINT: "point",
        Role.MINUS: "minus negative",
        Role.OF: "of",
        Role.OVER: "over",
        Role.OUT: "out",
        Role.IN: "in",
    },
)  # fmt: skip
