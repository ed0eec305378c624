"""Words before or after a number that bound or blur it."""

# ruff: noqa: RUF001 - these very signs are looked for

from collections.abc import Mapping
from typing import Final, TypeAlias

from both_sides.scoring.figures.model import FigureKind
from both_sides.scoring.figures.vocabulary.wordlists import words

Phrases: TypeAlias = Mapping[str, FigureKind]
"""Phrases, with the kind each gives to the number beside it."""

_APPROX: Final = {
    "en": "about|around|approximately|approx|roughly|circa|ca|c|nearly|almost|some|an estimated"
    "|estimated|close to|in the region of|in the order of|virtually|practically|just about",
    "de": "rund|etwa|ungefähr|circa|zirka|ca|knapp|fast|beinahe|gut|annähernd|nahezu|an die"
    "|schätzungsweise",
    "nl": "ongeveer|circa|ca|bijna|zo'n|rond|rond de",
    "fr": "environ|près de|presque|quelque|quelques|autour de|à peu près|aux alentours de",
    "es": "aproximadamente|alrededor de|cerca de|casi|unos|unas|en torno a",
    "it": "circa|quasi|intorno a|all'incirca|approssimativamente",
    "pt": "aproximadamente|cerca de|quase|por volta de|em torno de|uns|umas",
    "ru": "около|примерно|приблизительно|почти|порядка",
    "hi": "लगभग|करीब|क़रीब|तकरीबन",
    "te": "సుమారు|దాదాపు",
}
_LOWER: Final = {
    "en": "over|more than|at least|greater than|no fewer than|not fewer than|no less than"
    "|not less than|well over|just over|slightly over|slightly more than|a little over"
    "|little more than|well more than|far more than|upwards of|in excess of|minimum of|above"
    "|exceeding",
    "de": "über|mehr als|mindestens|wenigstens",
    "nl": "meer dan|minstens|ruim|ten minste",
    "fr": "plus de|au moins",
    "es": "más de|al menos|por lo menos",
    "it": "più di|oltre|almeno",
    "pt": "mais de|pelo menos",
    "ru": "более|более чем|больше|больше чем|свыше|не менее",
    "hi": "कम से कम",
}
_UPPER: Final = {
    "en": "up to|less than|fewer than|no more than|not more than|at most|under|below|just under"
    "|slightly less than|slightly under|well under|maximum of|a maximum of",
    "de": "bis zu|höchstens|weniger als|unter|maximal",
    "nl": "minder dan|hooguit|maximaal|tot",
    "fr": "moins de|jusqu'à|au plus",
    "es": "menos de|hasta|a lo sumo|como máximo",
    "it": "meno di|fino a|al massimo",
    "pt": "menos de|até|no máximo",
    "ru": "менее|менее чем|меньше|не более",
    "hi": "अधिकतम",
}
_APART_LOWER: Final = "as few as|as little as"
_APART_UPPER: Final = "as many as|as much as|as high as|as large as|as long as"


def _kinds(tables: Mapping[FigureKind, Mapping[str, str]], language: str) -> Phrases:
    """Collect a language's phrases with the kind each gives to a number."""
    return {
        phrase: kind
        for kind, phrases in tables.items()
        for phrase in phrases.get(language, "").split("|")
        if phrase
    }


BEFORE: Final[Mapping[str, Phrases]] = {
    language: _kinds(
        {
            FigureKind.APPROX: _APPROX,
            FigureKind.LOWER_BOUND: _LOWER,
            FigureKind.UPPER_BOUND: _UPPER,
        },
        language,
    )
    for language in _APPROX
}
"""By language, phrases before a number that belong to the figure: over 273, plus de 10 000."""

BEFORE_APART: Final = _kinds(
    {
        FigureKind.LOWER_BOUND: {"en": _APART_LOWER},
        FigureKind.UPPER_BOUND: {"en": _APART_UPPER},
    },
    "en",
)
"""Phrases that bound a number without becoming part of what one would quote."""

LONGEST_PHRASE: Final = 4
"""Words in the longest of these phrases."""

DURING: Final = frozenset(("over", "über"))
"""Bounds that mean *during* before a count of time: $1.3b over 40 years."""

SIGNS_BEFORE: Final[Mapping[str, FigureKind]] = {
    "~": FigureKind.APPROX,
    "≈": FigureKind.APPROX,
    "≃": FigureKind.APPROX,
    "∼": FigureKind.APPROX,
}

IDEOGRAPHIC_BEFORE: Final[Phrases] = {
    **dict.fromkeys(
        words("约 約 大约 大約 近 将近 將近 接近 大概 おおよそ およそ ほぼ"), FigureKind.APPROX
    ),
    **dict.fromkeys(
        words("超过 超過 超 逾 至少 多于 多於 高于 突破 少なくとも"), FigureKind.LOWER_BOUND
    ),
    **dict.fromkeys(words("不到 不足 最多 少于 少於 低于 最大 至多"), FigureKind.UPPER_BOUND),
}
IDEOGRAPHIC_AFTER: Final[Phrases] = {
    **dict.fromkeys(words("余 餘 多 以上 强 強 あまり 余り 超"), FigureKind.LOWER_BOUND),
    **dict.fromkeys(words("以下 未満 未满 弱"), FigureKind.UPPER_BOUND),
    **dict.fromkeys(words("左右 前後 前后 上下"), FigureKind.APPROX),
}
"""Signs directly after a number: 160余, 100万以上."""

AFTER: Final[Mapping[tuple[str, ...], FigureKind]] = {
    ("से", "अधिक"): FigureKind.LOWER_BOUND,
    ("से", "ज्यादा"): FigureKind.LOWER_BOUND,
    ("से", "ज़्यादा"): FigureKind.LOWER_BOUND,
    ("से", "कम"): FigureKind.UPPER_BOUND,
}
"""Words after a number that belong to the figure: 5 लाख से अधिक."""
