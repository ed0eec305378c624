"""What tells a language apart, and which decimal mark it writes."""

from collections.abc import Mapping
from typing import Final

from both_sides.scoring.figures.vocabulary.wordlists import words

FUNCTION_WORDS: Final[Mapping[str, str]] = {
    "en": "the of and in is was were with for by from that to a an on at as are has have had there"
    " can people per than about this not it its be been no do did so me we you he she they his her"
    " their which who will would after before more most over under between into during year years"
    " some all when where while said also other new plus up out only through",
    "de": "der die das und ist im von mit den dem des ein eine zu auf für nicht sich war wurde"
    " bei nach hat es gibt einwohner einwohnern menschen mio mrd prozent sind aus wir ich wie"
    " wurden beträgt leben lebten rund etwa",
    "nl": "de het een en van in is op met voor zijn dat die werd te door bij aan er ongeveer"
    " inwoners mensen heeft",
    "fr": "le la les des et est dans du une un pour par sur au aux en qui était avec il de"
    " habitants à environ ont",
    "es": "el la los las de y en es por con una un del para que se su como fue más tiene"
    " habitantes personas al",
    "it": "il la di e che è un una per del della con nel sono le gli dei era ha abitanti"
    " circa più nella",
    "pt": "o a os as de e em um uma do da dos das no na para com é por não foi mais ao"
    " habitantes tem cerca pessoas",
}
"""Frequent words of the languages that share the Latin script."""

SCRIPTS: Final[tuple[tuple[int, int, str], ...]] = (
    (0x0041, 0x024F, "latin"),
    (0x0370, 0x03FF, "el"),
    (0x0400, 0x052F, "ru"),
    (0x0590, 0x05FF, "he"),
    (0x0600, 0x06FF, "ar"),
    (0x0900, 0x097F, "hi"),
    (0x0980, 0x09FF, "bn"),
    (0x0C00, 0x0C7F, "te"),
    (0x0E00, 0x0E7F, "th"),
    (0x3040, 0x30FF, "ja"),
    (0x3005, 0x3007, "zh"),
    (0x3400, 0x9FFF, "zh"),
    (0xAC00, 0xD7AF, "ko"),
    (0xF900, 0xFAFF, "zh"),
)
"""First and last code point of a script, with the language it speaks for."""

DECIMAL_COMMA: Final = words(
    "bg ca cs da de el es et eu fi fr gl hr hu id is it lt lv nb nl nn no pl pt ro ru sk sl sr sv"
    " tr uk vi"
)
"""Languages that write 3,14; every other one writes 3.14."""

LATIN_ONLY: Final = frozenset(FUNCTION_WORDS) - {"en"}
"""Languages among whose words an English number word is more likely a word of their own."""
