"""Names of months, eras, hours and centuries."""

# ruff: noqa: RUF001 - these very signs are looked for

from collections.abc import Mapping
from typing import Final

from both_sides.scoring.figures.vocabulary.wordlists import words

_MONTH_NAMES: Final = """
january jan januar januari janvier enero gennaio janeiro janv января январь जनवरी జనవరి jänner
february feb februar februari février febrero febbraio fevereiro févr февраля февраль फरवरी फ़रवरी ఫిబ్రవరి
march mar märz maart mars marzo março марта март मार्च మార్చి
april apr avril abril aprile апреля апрель अप्रैल ఏప్రిల్ avr
may mai mei mayo maggio maio мая май मई మే
june jun juni juin junio giugno junho июня июнь जून జూన్
july jul juli juillet julio luglio julho июля июль जुलाई జులై జూలై juil
august aug août agosto augustus августа август अगस्त ఆగస్టు ఆగష్టు
september sep sept septembre septiembre settembre setembro сентября сентябрь सितंबर सितम्बर సెప్టెంబరు సెప్టెంబర్
october oct oktober octobre octubre ottobre outubro okt октября октябрь अक्टूबर అక్టోబరు అక్టోబర్
november nov novembre noviembre novembro ноября ноябрь नवंबर नवम्बर నవంబరు నవంబర్
december dec dezember décembre diciembre dicembre dezembro dez déc декабря декабрь दिसंबर दिसम्बर డిసెంబరు డిసెంబర్
"""  # noqa: E501 - one month a line reads best
MONTHS: Final[Mapping[str, int]] = {
    name: number
    for number, names in enumerate(_MONTH_NAMES.strip().splitlines(), start=1)
    for name in names.split()
}

MONTHS_ALSO_WORDS: Final = frozenset(("mai", "mar", "mars", "march", "may", "mayo"))
"""Month names that are also common words, and count as months only with a capital."""

DAY_LINKS: Final = words("of de di del d du")
"""Words between a day and its month: the 22nd of August, 22 de agosto."""

ERAS_BEFORE: Final[tuple[tuple[tuple[str, ...], int], ...]] = (
    (("a", ".", "d", "."), 1),
    (("ad",), 1),
    (("ce",), 1),
    (("公", "元", "前"), -1),
    (("紀", "元", "前"), -1),
    (("前",), -1),
    (("公", "元"), 1),
    (("西", "暦"), 1),
)
ERAS_AFTER: Final[tuple[tuple[tuple[str, ...], int], ...]] = (
    (("b", ".", "c", ".", "e", "."), -1),
    (("b", ".", "c", "."), -1),
    (("bce",), -1),
    (("bc",), -1),
    (("v", ".", " ", "chr", "."), -1),
    (("v", ".", "chr", "."), -1),
    (("av", ".", " ", "j", ".", "-", "c", "."), -1),
    (("a", ".", " ", "c", "."), -1),
    (("a", ".", "c", "."), -1),
    (("до", " ", "н", ".", " ", "э", "."), -1),
    (("до", " ", "н", ".", "э", "."), -1),
    (("a", ".", "d", "."), 1),
    (("ad",), 1),
    (("ce",), 1),
    (("n", ".", " ", "chr", "."), 1),
    (("n", ".", "chr", "."), 1),
    (("apr", ".", " ", "j", ".", "-", "c", "."), 1),
    (("d", ".", " ", "c", "."), 1),
    (("d", ".", "c", "."), 1),
    (("н", ".", " ", "э", "."), 1),
)
"""Era words as folded tokens, the longer of two that begin alike first, with the year's sign."""

HOURS_AFTER: Final = words("am pm a p uhr o noon h час часов బजे बजे గంటలకు heures")

ORDINAL_ENDINGS: Final = words(
    "st nd rd th er re ère ers res e ème eme ième ste de º ª o a й я е го й ый ая ое вां वां वें"
    " वीं वाँ थे थी था वा ली रा री रे व వ వది వవ"
)
"""Letters glued to digits that make a place of them: 1st, 1er, 2ème, 3º, 19-й."""

ENGLISH_ORDINAL_ENDINGS: Final = words("st nd rd th")

DECADE_ENDINGS: Final = frozenset(("s", "er", "ern", "х", "е"))
"""Letters glued to a year that make a decade of it: 1890s, 1920er, 1990-х."""
