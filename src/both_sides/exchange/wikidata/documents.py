"""Find the entities in a parsed document: one entity, a list, a map, a reply, a lexeme's parts.

Wikidata answers `wbgetentities` and `Special:EntityData` with `{"entities": {"Q1": …}}`, other
tools write `{"Q1": …}` a line. The forms and senses of a lexeme have statements of their own, so
each that has any becomes an entity of its own (`L1-F1`), or two senses would seem to contradict
each other. *This module does not* read statements.

    >>> [found["id"] for found in entities_in({"entities": {"Q1": {"id": "Q1"}}})]
    ['Q1']
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import orjson

from both_sides.exchange.problems import Problem, ProblemCode
from both_sides.exchange.wikidata.groups import count_statements
from both_sides.exchange.wikidata.shapes import as_list

_ID: Final = re.compile(r"[QPLMqplm][0-9]{1,18}(?:-[FSfs][0-9]{1,18})?")
_SIGNS: Final = ("labels", "descriptions", "lemmas", "claims", "statements", "missing")
_PARTS: Final = ("forms", "senses")
_INHERITED: Final = ("lastrevid", "modified")
STATEMENT_KEY: Final = b'"mainsnak"'

Found = dict[str, Any] | Problem


def entities_in(document: object) -> Iterator[Found]:
    """Give every entity in a document, each without what was around it.

    Args:
        document: The parsed document; anything at all is taken.

    Returns:
        Entities as `read_entity` takes them, and a problem for everything that is none.
    """
    if isinstance(document, list):
        for member in document:
            yield from _entities_in(member)
    else:
        yield from _entities_in(document)


def statements_within(document: object) -> int:
    """Count the statements in a document of any shape."""
    try:
        return orjson.dumps(document).count(STATEMENT_KEY)
    except orjson.JSONEncodeError:  # nested deeper than can be written
        return 0


def _entities_in(document: object) -> Iterator[Found]:
    if not isinstance(document, dict):
        yield _no_entity(document)
    elif _is_entity(document):
        yield document
        yield from _parts(document)
    elif "entities" in document:
        yield from _members(document["entities"])
    elif document and all(_ID.fullmatch(key) for key in document):
        yield from _members(document)
    else:
        yield _no_entity(document)


def _is_entity(document: dict[str, Any]) -> bool:
    return "id" in document or any(sign in document for sign in _SIGNS)


def _members(entities: object) -> Iterator[Found]:
    """Give the entities of a map from ids, or of a list; the key says the id that is missing."""
    if isinstance(entities, dict):
        named = list(entities.items())
    elif isinstance(entities, list):
        named = [(None, member) for member in entities]
    else:
        yield _no_entity(entities)
        return
    for key, member in named:
        if isinstance(member, dict):
            entity = member if "id" in member or key is None else {"id": key, **member}
            yield entity
            yield from _parts(entity)
        else:
            yield _no_entity(member)


def _parts(lexeme: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the forms and senses that have statements, with the revision of their lexeme."""
    for member in _PARTS:
        if not lexeme.get(member):
            continue
        inherited: dict[str, Any] = {key: lexeme[key] for key in _INHERITED if key in lexeme}
        for part in as_list(lexeme[member], member_key="id") or ():
            if isinstance(part, dict) and count_statements(part):
                yield {**inherited, **part}


def _no_entity(document: object) -> Problem:
    return Problem(
        ProblemCode.NOT_AN_ENTITY,
        f"{_describe(document)} is no entity",
        statements_lost=statements_within(document),
    )


def _describe(document: object) -> str:
    if not isinstance(document, dict):
        return "a list" if isinstance(document, list) else repr(document)[:80]
    error = document.get("error")
    if isinstance(error, dict):
        return f"an error reply ({str(error.get('info', error.get('code')))[:120]})"
    return f"an object with the keys {', '.join(sorted(document))[:80] or '(none)'}"
