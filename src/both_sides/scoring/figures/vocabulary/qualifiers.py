"""Words before or after a number that bound or blur it."""

# ruff: noqa: RUF001 - these very signs are looked for

from collections.abc import Mapping
from typing import Final

from both_sides.scoring.figures.model import FigureKind

_APPROX: Final = """
about|around|approximately|approx|roughly|circa|ca|c|nearly|almost|some|an estimated|estimated
close to|in the region of|in the order of|more or less|virtually|practically|just about|estimated at
rund|etwa|ungefähr|zirka|knapp|fast|beinahe|gut|annähernd|schätzungsweise|nahezu|an die
environ|près de|presque|quelque|autour de|à peu près|quelques|aux alentours de
aproximadamente|alrededor de|cerca de|casi|unos|unas|en torno a|quase|por volta de|uns|umas
circa|quasi|intorno a|all'incirca|approssimativamente|ongeveer|bijna|zo'n|rond|rond de
около|примерно|приблизительно|почти|порядка|लगभग|करीब|क़रीब|तकरीबन|సుమారు|దాదాపు
"""
_LOWER: Final = """
over|more than|at least|greater than|no fewer than|no less than|not less than|well over|just over
slightly over|slightly more than|a little over|little more than|upwards of|in excess of|minimum of
above|exceeding|not fewer than|well more than|far more than
mehr als|mindestens|über|wenigstens|plus de|au moins|más de|al menos|por lo menos|mais de
pelo menos|più di|oltre|almeno|meer dan|minstens|ruim|ten minste|более|более чем|свыше|не менее
больше|больше чем|कम से कम
"""
_UPPER: Final = """
up to|less than|fewer than|no more than|not more than|at most|under|below|just under|maximum of
slightly less than|slightly under|well under|a maximum of
bis zu|höchstens|weniger als|unter|maximal|moins de|jusqu'à|au plus|menos de|hasta|a lo sumo
como máximo|até|no máximo|meno di|fino a|al massimo|minder dan|hooguit|maximaal|не более
менее|меньше|менее чем|अधिकतम
"""
_APART_LOWER: Final = "as few as|as little as"
_APART_UPPER: Final = "as many as|as much as|as high as|as large as|as long as"


def _phrases(words: str) -> list[str]:
    return [phrase for line in words.strip().splitlines() for phrase in line.split("|")]


BEFORE: Final[Mapping[str, FigureKind]] = {
    **dict.fromkeys(_phrases(_APPROX), FigureKind.APPROX),
    **dict.fromkeys(_phrases(_LOWER), FigureKind.LOWER_BOUND),
    **dict.fromkeys(_phrases(_UPPER), FigureKind.UPPER_BOUND),
}
"""Phrases before a number that belong to the figure: over 273, plus de 10 000."""

BEFORE_APART: Final[Mapping[str, FigureKind]] = {
    **dict.fromkeys(_phrases(_APART_LOWER), FigureKind.LOWER_BOUND),
    **dict.fromkeys(_phrases(_APART_UPPER), FigureKind.UPPER_BOUND),
}
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

IDEOGRAPHIC_BEFORE: Final[Mapping[str, FigureKind]] = {
    **dict.fromkeys(
        (
            "约",
            "約",
            "大约",
            "大約",
            "近",
            "将近",
            "將近",
            "接近",
            "大概",
            "おおよそ",
            "およそ",
            "ほぼ",
        ),
        FigureKind.APPROX,
    ),
    **dict.fromkeys(
        ("超过", "超過", "超", "逾", "至少", "多于", "多於", "高于", "突破", "少なくとも"),
        FigureKind.LOWER_BOUND,
    ),
    **dict.fromkeys(
        ("不到", "不足", "最多", "少于", "少於", "低于", "最大", "至多"),
        FigureKind.UPPER_BOUND,
    ),
}
IDEOGRAPHIC_AFTER: Final[Mapping[str, FigureKind]] = {
    **dict.fromkeys(
        ("余", "餘", "多", "以上", "强", "強", "あまり", "余り", "超"), FigureKind.LOWER_BOUND
    ),
    **dict.fromkeys(("以下", "未満", "未满", "弱"), FigureKind.UPPER_BOUND),
    **dict.fromkeys(("左右", "前後", "前后", "上下"), FigureKind.APPROX),
}
"""Signs directly after a number: 160余, 100万以上."""

AFTER: Final[Mapping[tuple[str, ...], FigureKind]] = {
    ("से", "अधिक"): FigureKind.LOWER_BOUND,
    ("से", "ज्यादा"): FigureKind.LOWER_BOUND,
    ("से", "ज़्यादा"): FigureKind.LOWER_BOUND,
    ("से", "कम"): FigureKind.UPPER_BOUND,
}
"""Words after a number that belong to the figure: 5 लाख से अधिक."""
