"""Wikidata's entity JSON, read into the project's own entities; every statement accounted for.

`entities_in` finds the entities in a parsed document, `read_entity` reads one. Both take whatever
they are given: what cannot be read comes back as `Problem` values. Bytes, dump lines and
compression are the business of `both_sides.exchange.dump_lines`, the network that of
`both_sides.upstream`.
"""

from both_sides.exchange.wikidata.documents import STATEMENT_KEY, entities_in, statements_within
from both_sides.exchange.wikidata.entities import ReadEntity, read_entity, read_entity_id
from both_sides.exchange.wikidata.groups import count_statements
from both_sides.exchange.wikidata.known_names import known_name
from both_sides.exchange.wikidata.label_replies import read_labels
from both_sides.exchange.wikidata.languages import fallbacks
from both_sides.exchange.wikidata.sitelinks import wikipedia_titles

__all__ = [
    "STATEMENT_KEY",
    "ReadEntity",
    "count_statements",
    "entities_in",
    "fallbacks",
    "known_name",
    "read_entity",
    "read_entity_id",
    "read_labels",
    "statements_within",
    "wikipedia_titles",
]
