"""Choose a label or a description in the language asked for, or in the nearest there is.

*This module does not* translate, and it does not know which language people prefer.

    >>> choose_text({"de": {"language": "de", "value": "Wien"}}, "de-at")
    'Wien'
"""

from collections.abc import Iterator
from typing import Final

from both_sides.exchange.wikidata.shapes import as_map

MULTILINGUAL: Final = "mul"
FALLBACK: Final = "en"


def choose_text(raw: object, language: str) -> str | None:
    """Choose a text from a map of languages.

    Args:
        raw: The parsed `labels`, `descriptions`, `lemmas`, …; anything at all is taken.
        language: A language code, for example ``de-at``.

    Returns:
        The text in that language, its base language, ``mul``, English, or else the first by
        language code; None where there is none.
    """
    texts = as_map(raw)
    if not texts:
        return None
    for code in fallbacks(language):
        text = _text(texts.get(code))
        if text is not None:
            return text
    readable = (_text(texts[code]) for code in sorted(texts))
    return next((text for text in readable if text is not None), None)


def fallbacks(language: str) -> Iterator[str]:
    """List the languages to look into: `zh-hant-hk`, `zh-hant`, `zh`, `mul`, `en`."""
    code = language
    while code:
        yield code
        code = code.rpartition("-")[0]
    yield MULTILINGUAL
    yield FALLBACK


def _text(entry: object) -> str | None:
    text = entry.get("value") if isinstance(entry, dict) else entry
    return text if isinstance(text, str) and text.strip() else None
