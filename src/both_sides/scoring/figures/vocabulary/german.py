"""German number words; numbers written as one word are taken apart by `compounds`."""

from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.vocabulary.atoms import Role, lexicon

UNITS: Final = {
    "ein": 1, "eins": 1, "zwei": 2, "zwo": 2, "drei": 3, "vier": 4, "fünf": 5, "fuenf": 5,
    "sechs": 6, "sieben": 7, "acht": 8, "neun": 9,
}  # fmt: skip
TEENS: Final = {
    "zehn": 10, "elf": 11, "zwölf": 12, "zwoelf": 12, "dreizehn": 13, "vierzehn": 14,
    "fünfzehn": 15, "fuenfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18,
    "neunzehn": 19,
}  # fmt: skip
TENS: Final = {
    "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfzig": 50,
    "fuenfzig": 50, "sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90,
}  # fmt: skip
_ORDINAL_STEMS: Final = {
    "erst": 1, "zweit": 2, "dritt": 3, "viert": 4, "fünft": 5, "sechst": 6, "siebt": 7,
    "acht": 8, "neunt": 9, "zehnt": 10, "elft": 11, "zwölft": 12, "dreizehnt": 13,
    "zwanzigst": 20, "hundertst": 100,
}  # fmt: skip
_PARTS: Final = {
    "drittel": 3, "viertel": 4, "fünftel": 5, "sechstel": 6, "siebtel": 7, "achtel": 8,
    "neuntel": 9, "zehntel": 10, "zwanzigstel": 20, "hundertstel": 100, "tausendstel": 1000,
}  # fmt: skip
_HALVES: Final = ("halb", "halbe", "halben", "halber", "halbes", "halbem")

GERMAN: Final = lexicon(
    counts={
        **{word: value for word, value in UNITS.items() if word != "ein"},
        **TEENS,
        **TENS,
        "null": 0,
        "hundert": 100,
        "tausend": 1000,
        "anderthalb": Fraction(3, 2),
        "eineinhalb": Fraction(3, 2),
        "einundhalb": Fraction(3, 2),
        "dreiviertel": Fraction(3, 4),
        **{word + "einhalb": value + Fraction(1, 2) for word, value in UNITS.items() if value > 1},
    },
    scales={"million": 10**6, "milliarde": 10**9, "billion": 10**12, "billiarde": 10**15},
    plural_scales={
        "millionen": 10**6, "milliarden": 10**9, "billionen": 10**12, "billiarden": 10**15,
        "mio": 10**6, "mrd": 10**9, "mia": 10**9, "bio": 10**12, "tsd": 10**3,
    },
    dozens=("dutzend",),
    ordinals={
        stem + ending: place
        for stem, place in _ORDINAL_STEMS.items()
        for ending in ("e", "er", "es", "en", "em")
        if stem + ending != "achten"
    },
    parts={
        **{word: Fraction(1, size) for word, size in _PARTS.items()},
        **dict.fromkeys(_HALVES, Fraction(1, 2)),
    },
    words={
        Role.ARTICLE: "ein eine einem einen einer eines",
        Role.JOINT: "und",
        Role.POINT: "komma",
        Role.MINUS: "minus",
        Role.OF: "von",
    },
)  # fmt: skip
