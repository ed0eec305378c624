"""Read the names of properties, items and units out of a `wbgetentities` reply.

*This module does not* fetch it; `both_sides.upstream` does.

    >>> read_labels(b'{"entities":{"P1082":{"labels":{"en":{"value":"population"}}}}}', "en")
    {'P1082': 'population'}
"""

from both_sides.exchange.strict_json import parse_json
from both_sides.exchange.wikidata.languages import choose_text
from both_sides.exchange.wikidata.shapes import as_map


def read_labels(reply: bytes, language: str, *, source: str = "the reply") -> dict[str, str]:
    """Read the labels of a reply.

    Args:
        reply: The bytes of the reply.
        language: Which language to prefer; see `choose_text`.
        source: What to call the reply in an error.

    Returns:
        Names by id, of those that have one.

    Raises:
        MalformedDocumentError: It is not JSON.
        LimitExceededError: It is larger or deeper than what is read.
    """
    document = parse_json(reply, source=source)
    entities = as_map(document.get("entities")) if isinstance(document, dict) else None
    labels = {
        entity_id: choose_text(entity.get("labels") or entity.get("lemmas"), language)
        for entity_id, entity in (entities or {}).items()
        if isinstance(entity, dict)
    }
    return {entity_id: label for entity_id, label in labels.items() if label is not None}
