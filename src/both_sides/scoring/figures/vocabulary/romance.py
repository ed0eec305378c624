"""French, Spanish, Italian and Portuguese number words."""

from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.vocabulary.atoms import (
    TENS_AFTER_HUNDREDS,
    UNITS_AFTER_TENS,
    Role,
    lexicon,
)

FRENCH: Final = lexicon(
    counts={
        "zéro": 0, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8,
        "neuf": 9, "dix": 10, "onze": 11, "douze": 12, "treize": 13, "quatorze": 14,
        "quinze": 15, "seize": 16, "vingt": 20, "vingts": 20, "trente": 30, "quarante": 40,
        "cinquante": 50, "soixante": 60, "septante": 70, "octante": 80, "huitante": 80,
        "nonante": 90, "mille": 1000,
    },
    hundreds=("cent", "cents"),
    scales={"million": 10**6, "milliard": 10**9, "billion": 10**12},
    plural_scales={
        "millions": 10**6, "milliards": 10**9, "billions": 10**12, "mds": 10**9, "md": 10**9,
    },
    dozens=("douzaine", "douzaines"),
    ordinals={
        "premier": 1, "première": 1, "deuxième": 2, "troisième": 3, "quatrième": 4,
        "cinquième": 5, "sixième": 6, "septième": 7, "huitième": 8, "neuvième": 9,
        "dixième": 10, "vingtième": 20,
    },
    parts={"demi": Fraction(1, 2), "demie": Fraction(1, 2), "quarts": Fraction(1, 4)},
    words={Role.ARTICLE: "un une", Role.JOINT: "et", Role.POINT: "virgule", Role.MINUS: "moins"},
    joint_after_tens=True,
    # Seventy is sixty and ten, seventeen ten and seven; four twenties are eighty.
    sums={**UNITS_AFTER_TENS, 10: range(7, 10), 60: range(1, 20), 80: range(1, 20)},
    products=frozenset(((4, 20),)),
)  # fmt: skip

SPANISH: Final = lexicon(
    counts={
        "cero": 0, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
        "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "trece": 13, "catorce": 14,
        "quince": 15, "dieciséis": 16, "diecisiete": 17, "dieciocho": 18, "diecinueve": 19,
        "veinte": 20, "veintiuno": 21, "veintiún": 21, "veintidós": 22, "veintitrés": 23,
        "veinticuatro": 24, "veinticinco": 25, "veintiséis": 26, "veintisiete": 27,
        "veintiocho": 28, "veintinueve": 29, "treinta": 30, "cuarenta": 40, "cincuenta": 50,
        "sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90, "cien": 100, "ciento": 100,
        "doscientos": 200, "doscientas": 200, "trescientos": 300, "trescientas": 300,
        "cuatrocientos": 400, "cuatrocientas": 400, "quinientos": 500, "quinientas": 500,
        "seiscientos": 600, "seiscientas": 600, "setecientos": 700, "setecientas": 700,
        "ochocientos": 800, "ochocientas": 800, "novecientos": 900, "novecientas": 900,
    },
    scales={"mil": 10**3, "millón": 10**6, "billón": 10**12},
    plural_scales={"millones": 10**6, "billones": 10**12, "millardos": 10**9},
    dozens=("docena", "docenas"),
    ordinals={
        "primero": 1, "primera": 1, "primer": 1, "segunda": 2, "segundo": 2, "tercero": 3,
        "tercera": 3, "tercer": 3, "cuarta": 4, "cuarto": 4, "quinta": 5, "quinto": 5,
    },
    parts={
        "medio": Fraction(1, 2), "media": Fraction(1, 2), "tercios": Fraction(1, 3),
        "cuartos": Fraction(1, 4),
    },
    words={
        Role.ARTICLE: "un una uno", Role.JOINT: "y", Role.POINT: "coma", Role.MINUS: "menos",
    },
    joint_after_tens=True,
    digits_after_thousand=True,
    sums={**UNITS_AFTER_TENS, **TENS_AFTER_HUNDREDS},
)  # fmt: skip

ITALIAN_UNITS: Final = {
    "uno": 1, "un": 1, "due": 2, "tre": 3, "tré": 3, "quattro": 4, "cinque": 5, "sei": 6,
    "sette": 7, "otto": 8, "nove": 9,
}  # fmt: skip
ITALIAN_TEENS: Final = {
    "dieci": 10, "undici": 11, "dodici": 12, "tredici": 13, "quattordici": 14, "quindici": 15,
    "sedici": 16, "diciassette": 17, "diciotto": 18, "diciannove": 19,
}  # fmt: skip
ITALIAN_TENS: Final = {
    "venti": 20, "trenta": 30, "quaranta": 40, "cinquanta": 50, "sessanta": 60, "settanta": 70,
    "ottanta": 80, "novanta": 90,
}  # fmt: skip

ITALIAN: Final = lexicon(
    counts={
        **{word: value for word, value in ITALIAN_UNITS.items() if value > 1},
        **ITALIAN_TEENS,
        **ITALIAN_TENS,
        "zero": 0,
        "cento": 100,
        "mille": 1000,
    },
    scales={"milione": 10**6, "miliardo": 10**9, "bilione": 10**12},
    plural_scales={
        "mila": 10**3, "milioni": 10**6, "miliardi": 10**9, "mln": 10**6, "mld": 10**9,
    },
    dozens=("dozzina", "dozzine"),
    ordinals={
        "primo": 1, "seconda": 2, "terzo": 3, "terza": 3,
        "quarto": 4, "quarta": 4, "quinto": 5, "quinta": 5,
    },
    parts={"mezzo": Fraction(1, 2), "terzi": Fraction(1, 3), "quarti": Fraction(1, 4)},
    words={
        Role.ARTICLE: "un una uno", Role.JOINT: "e", Role.POINT: "virgola", Role.MINUS: "meno",
    },
)  # fmt: skip

PORTUGUESE: Final = lexicon(
    counts={
        "zero": 0, "dois": 2, "duas": 2, "três": 3, "quatro": 4, "cinco": 5, "seis": 6,
        "sete": 7, "oito": 8, "nove": 9, "dez": 10, "onze": 11, "doze": 12, "treze": 13,
        "catorze": 14, "quatorze": 14, "quinze": 15, "dezasseis": 16, "dezesseis": 16,
        "dezassete": 17, "dezessete": 17, "dezoito": 18, "dezanove": 19, "dezenove": 19,
        "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50, "sessenta": 60,
        "setenta": 70, "oitenta": 80, "noventa": 90, "cem": 100, "cento": 100,
        "duzentos": 200, "duzentas": 200, "trezentos": 300, "trezentas": 300,
        "quatrocentos": 400, "quatrocentas": 400, "quinhentos": 500, "quinhentas": 500,
        "seiscentos": 600, "seiscentas": 600, "setecentos": 700, "setecentas": 700,
        "oitocentos": 800, "oitocentas": 800, "novecentos": 900, "novecentas": 900,
    },
    scales={
        "mil": 10**3, "milhão": 10**6, "bilhão": 10**9, "bilião": 10**12, "trilhão": 10**12,
    },
    plural_scales={
        "milhões": 10**6, "bilhões": 10**9, "biliões": 10**12, "trilhões": 10**12, "mi": 10**6,
        "bi": 10**9,
    },
    dozens=("dúzia", "dúzias"),
    ordinals={
        "primeiro": 1, "primeira": 1, "segunda": 2, "terceiro": 3, "terceira": 3,
        "quarto": 4, "quarta": 4, "quinto": 5, "quinta": 5,
    },
    parts={"meio": Fraction(1, 2), "terços": Fraction(1, 3), "quartos": Fraction(1, 4)},
    words={
        Role.ARTICLE: "um uma", Role.JOINT: "e", Role.POINT: "vírgula", Role.MINUS: "menos",
    },
    joint_after_tens=True,
    sums={**UNITS_AFTER_TENS, **TENS_AFTER_HUNDREDS},
)  # fmt: skip
