"""Hindi and Telugu number words, and the English ones that Hindi writes in Devanagari."""

import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, TypeVar

from both_sides.scoring.figures.vocabulary.atoms import UNITS_AFTER_TENS, Role, lexicon

_NumberT = TypeVar("_NumberT", int, Fraction)

# Every number below one hundred has a word of its own; spellings are in use side by side.
_BELOW_HUNDRED: Final = """
शून्य|सिफर
एक|वन
दो|टू
तीन|थ्री
चार|फोर|फ़ोर
पांच|पाँच|फाइव|फ़ाइव
छह|छः|छे|सिक्स
सात|सेवन
आठ|एट
नौ|नाइन
दस|टेन
ग्यारह|इलेवन
बारह|ट्वेल्व
तेरह|थर्टीन
चौदह|फोर्टीन
पंद्रह|पन्द्रह|फिफ्टीन
सोलह|सिक्सटीन
सत्रह|सेवेनटीन|सेवनटीन
अठारह|अट्ठारह|एटीन
उन्नीस|नाइनटीन
बीस|ट्वेंटी
इक्कीस
बाईस|बाइस
तेईस|तेइस
चौबीस
पच्चीस
छब्बीस
सत्ताईस|सत्ताइस
अट्ठाईस|अट्ठाइस|अठ्ठाईस|अठाईस
उनतीस|उन्तीस
तीस|थर्टी
इकतीस|इकत्तीस
बत्तीस
तैंतीस|तेंतीस
चौंतीस|चौतीस
पैंतीस
छत्तीस
सैंतीस
अड़तीस
उनतालीस|उन्तालीस
चालीस|फोर्टी
इकतालीस
बयालीस|बयालिस
तैंतालीस|तैतालीस
चौवालीस|चवालीस|चौंतालीस
पैंतालीस
छियालीस
सैंतालीस
अड़तालीस
उनचास
पचास|फिफ्टी|फ़िफ़्टी
इक्यावन
बावन
तिरपन|तिरेपन
चौवन
पचपन
छप्पन
सत्तावन
अट्ठावन|अठावन
उनसठ
साठ|सिक्सटी
इकसठ|एकसठ
बासठ
तिरसठ|तिरेसठ
चौंसठ|चौसठ
पैंसठ
छियासठ
सड़सठ|सरसठ
अड़सठ
उनहत्तर
सत्तर|सेवेंटी
इकहत्तर|इकहतर
बहत्तर
तिहत्तर
चौहत्तर
पचहत्तर
छिहत्तर
सतहत्तर
अठहत्तर
उनासी|उन्यासी
अस्सी|एटी
इक्यासी
बयासी
तिरासी
चौरासी
पचासी
छियासी
सतासी|सत्तासी
अट्ठासी|अठासी
नवासी
नब्बे|नाइंटी
इक्यानवे|इक्यानबे
बानवे|बानबे
तिरानवे|तिरानबे
चौरानवे|चौरानबे
पंचानवे|पंचानबे|पचानवे|पचानबे
छियानवे|छियानबे
सत्तानवे|सत्तानबे
अट्ठानवे|अट्ठानबे
निन्यानवे|निन्यानबे
"""
_HUNDREDS: Final = ("सौ",)
_SCALES: Final = {
    "हजार": 10**3, "हज़ार": 10**3, "लाख": 10**5, "करोड़": 10**7, "करोड": 10**7, "अरब": 10**9,
    "खरब": 10**11, "मिलियन": 10**6, "बिलियन": 10**9, "ट्रिलियन": 10**12,
}  # fmt: skip
_ORDINAL_ENDINGS: Final = ("वां", "वाँ", "वा", "वें", "वे", "वीं", "वी")
_ORDINALS: Final = {
    "पहला": 1, "पहली": 1, "पहले": 1, "दूसरा": 2, "दूसरी": 2, "दूसरे": 2, "तीसरा": 3,
    "तीसरी": 3, "तीसरे": 3, "चौथा": 4, "चौथी": 4, "चौथे": 4, "छठा": 6, "छठी": 6, "छठे": 6,
}  # fmt: skip


def _spellings(table: Mapping[str, _NumberT]) -> dict[str, _NumberT]:
    """Give every word in both Unicode forms of its dotted letters."""
    return {
        form: value
        for word, value in table.items()
        for form in (word, unicodedata.normalize("NFC", word), _precomposed(word))
    }


def _precomposed(word: str) -> str:
    """Write each dotted Devanagari letter as one code point, which NFC never does."""
    for code in range(0x0958, 0x0960):
        word = word.replace(unicodedata.normalize("NFD", chr(code)), chr(code))
    return word


_COUNTS: Final = {
    word: value for value, words in enumerate(_BELOW_HUNDRED.split()) for word in words.split("|")
}
_COUNTED_ORDINALS: Final = {
    word + ending: value
    for word, value in {**_COUNTS, "सौ": 100, **_SCALES}.items()
    if value > 4 and value != 6  # noqa: PLR2004 - the others are irregular
    for ending in _ORDINAL_ENDINGS
}

HINDI: Final = lexicon(
    counts=_spellings(_COUNTS),
    hundreds=_HUNDREDS,
    scales=_spellings(_SCALES),
    dozens=tuple(_spellings({"दर्जन": 12, "डज़न": 12, "डजन": 12})),
    multiples=_spellings(
        {
            "डेढ़": Fraction(3, 2), "डेढ": Fraction(3, 2), "ढाई": Fraction(5, 2),
            "सवा": Fraction(5, 4), "सावा": Fraction(5, 4),
        },
    ),
    ordinals=_spellings(_ORDINALS | _COUNTED_ORDINALS),
    parts={
        "आधा": Fraction(1, 2), "आधे": Fraction(1, 2), "आधी": Fraction(1, 2),
        "तिहाई": Fraction(1, 3), "चौथाई": Fraction(1, 4),
    },
    words={
        Role.JOINT: "और",
        Role.POINT: "दशमलव पॉइंट",
        Role.MINUS: "माइनस निगेटिव ऋण",
        Role.PLUS: "प्लस",
        Role.OF: "का के की में से",
        Role.DIVIDED: "बटा बटे",
    },
    # The words taken from English still join: फ़िफ़्टी टू is 52.
    sums=UNITS_AFTER_TENS,
)  # fmt: skip

TELUGU: Final = lexicon(
    counts={
        "సున్నా": 0, "ఒకటి": 1, "రెండు": 2, "మూడు": 3, "నాలుగు": 4, "ఐదు": 5, "అయిదు": 5, "ఆరు": 6,
        "ఏడు": 7, "ఎనిమిది": 8, "తొమ్మిది": 9, "పది": 10, "పదకొండు": 11, "పన్నెండు": 12, "ఇరవై": 20,
        "ముప్పై": 30, "నలభై": 40, "యాభై": 50, "అరవై": 60, "డెబ్బై": 70, "ఎనభై": 80, "తొంభై": 90,
        "వంద": 100,
    },
    scales={"వెయ్యి": 10**3, "లక్ష": 10**5, "కోటి": 10**7},
    plural_scales={
        "వేలు": 10**3, "వేల": 10**3, "లక్షలు": 10**5, "లక్షల": 10**5, "లక్షలకు": 10**5,
        "లక్షలమంది": 10**5, "కోట్లు": 10**7, "కోట్ల": 10**7, "కోట్లకు": 10**7, "మిలియన్": 10**6,
        "మిలియన్ల": 10**6, "మిలియన్లు": 10**6, "బిలియన్": 10**9, "బిలియన్ల": 10**9,
    },
    ordinals={
        "మొదటి": 1, "రెండవ": 2, "రెండో": 2, "మూడవ": 3, "మూడో": 3, "నాలుగవ": 4, "నాలుగో": 4,
        "ఐదవ": 5, "ఐదో": 5, "పదవ": 10,
    },
    words={Role.MINUS: "మైనస్"},
)  # fmt: skip
