"""Dutch number words; numbers written as one word are taken apart by `compounds`."""

from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.vocabulary.atoms import Role, lexicon

UNITS: Final = {
    "een": 1, "één": 1, "twee": 2, "drie": 3, "vier": 4, "vijf": 5, "zes": 6, "zeven": 7,
    "acht": 8, "negen": 9,
}  # fmt: skip
TEENS: Final = {
    "tien": 10, "elf": 11, "twaalf": 12, "dertien": 13, "veertien": 14, "vijftien": 15,
    "zestien": 16, "zeventien": 17, "achttien": 18, "negentien": 19,
}  # fmt: skip
TENS: Final = {
    "twintig": 20, "dertig": 30, "veertig": 40, "vijftig": 50, "zestig": 60, "zeventig": 70,
    "tachtig": 80, "negentig": 90,
}  # fmt: skip

DUTCH: Final = lexicon(
    counts={
        **{word: value for word, value in UNITS.items() if word != "een"},
        **TEENS,
        **TENS,
        "nul": 0,
        "honderd": 100,
        "duizend": 1000,
        "anderhalf": Fraction(3, 2),
        "anderhalve": Fraction(3, 2),
    },
    scales={"miljoen": 10**6, "miljard": 10**9, "biljoen": 10**12},
    plural_scales={"mln": 10**6, "mld": 10**9, "mrd": 10**9},
    dozens=("dozijn",),
    ordinals={
        "eerste": 1, "tweede": 2, "derde": 3, "vierde": 4, "vijfde": 5, "zesde": 6,
        "zevende": 7, "achtste": 8, "negende": 9, "tiende": 10, "elfde": 11, "twaalfde": 12,
        "twintigste": 20,
    },
    parts={
        "half": Fraction(1, 2), "halve": Fraction(1, 2), "kwart": Fraction(1, 4),
    },
    words={Role.ARTICLE: "een", Role.JOINT: "en", Role.POINT: "komma", Role.MINUS: "min minus"},
)  # fmt: skip
