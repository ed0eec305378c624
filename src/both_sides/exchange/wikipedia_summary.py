"""Read the summary of a Wikipedia article, which may corroborate a claim, as a second source.

*This module does not* fetch it; `both_sides.upstream` does. It does not read figures in it either;
`both_sides.scoring` does.

    >>> read_summary(b'{"title": "Osaka", "extract": "A city."}', retrieved=None).text
    'A city.'
"""

from typing import Any, Final

from both_sides.domain.entities import SecondSource
from both_sides.exchange.strict_json import parse_json

LICENCE: Final = "CC BY-SA 4.0"


def read_summary(
    reply: bytes, *, retrieved: str | None, source: str = "the summary"
) -> SecondSource | None:
    """Read a reply of Wikipedia's `page/summary`.

    Args:
        reply: The bytes of the reply.
        retrieved: When it was fetched, ISO; or None.
        source: What to call the reply in an error.

    Returns:
        The text with its title, address and licence; None where the article has no text.

    Raises:
        MalformedDocumentError: It is not JSON.
        LimitExceededError: It is larger or deeper than what is read.
    """
    document = parse_json(reply, source=source)
    extract = _text(document, "extract")
    if extract is None:
        return None
    address = _text(document, "content_urls", "desktop", "page")
    return SecondSource(
        text=extract,
        title=_text(document, "title") or "Wikipedia",
        url=address if address and address.startswith("https://") else None,
        retrieved=retrieved,
        licence=LICENCE,
    )


def _text(document: Any, *path: str) -> str | None:  # noqa: ANN401 - JSON
    for member in path:
        document = document.get(member) if isinstance(document, dict) else None
    return document.strip() or None if isinstance(document, str) else None
