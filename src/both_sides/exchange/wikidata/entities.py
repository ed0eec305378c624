"""Read one entity: an item, a property, a lexeme (or a part of one) or a media file.

*This module does not* unwrap replies or split lexemes; `documents` does.

    >>> read_entity({"id": "Q1", "labels": []}, digest="").entity.label
    'Q1'
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from both_sides.domain.entities import Entity, Provenance
from both_sides.domain.ids import EntityId
from both_sides.exchange.problems import Place, Problem, ProblemCode
from both_sides.exchange.wikidata.groups import count_statements, read_groups
from both_sides.exchange.wikidata.languages import choose_text

LICENCE: Final = "CC0 1.0"
DEFAULT_LANGUAGE: Final = "en"

_ENTITY_ID: Final = re.compile(r"[QPLM][0-9]{1,18}(?:-[FS][0-9]{1,18})?")
_LABELS: Final = ("labels", "lemmas", "representations", "glosses")  # lexemes and their parts
_PAGES: Final = {
    "Q": ("Wikidata", "https://www.wikidata.org/wiki/{}"),
    "P": ("Wikidata", "https://www.wikidata.org/wiki/Property:{}"),
    "L": ("Wikidata", "https://www.wikidata.org/wiki/Lexeme:{}"),
    "M": ("Wikimedia Commons", "https://commons.wikimedia.org/entity/{}"),
}


@dataclass(frozen=True, slots=True)
class ReadEntity:
    """Hold what became of one entity.

    Args:
        entity: The entity, or None where there is none to be had.
        problems: Everything that could not be read, in the order of the source.
        statements_found: How many statements there were.
        statements_left_out: How many of them are about properties that nobody asked for.
        redirected_from: The id that was asked for, where the source answered with another.
    """

    entity: Entity | None
    problems: tuple[Problem, ...] = ()
    statements_found: int = 0
    statements_left_out: int = 0
    redirected_from: str | None = None

    @property
    def claims(self) -> int:
        """Count the claims."""
        return sum(len(group.statements) for group in self.entity.groups) if self.entity else 0

    @property
    def statements_lost(self) -> int:
        """Count the statements that became no claim; a problem names each of them."""
        return sum(problem.statements_lost for problem in self.problems)


def read_entity(
    document: Mapping[str, Any],
    *,
    digest: str,
    language: str = DEFAULT_LANGUAGE,
    place: Place | None = None,
    properties: Collection[str] | None = None,
) -> ReadEntity:
    """Read one entity and all of its statements.

    Args:
        document: The parsed entity, without a reply around it.
        digest: SHA-384 of the bytes it was read from, hexadecimal.
        language: In which language to name it.
        place: Where it was read, for the problems.
        properties: Only these, or None for all.

    Returns:
        The entity with everything that could be read, and all problems. Claims, statements left
        out and statements lost add up to the statements found.

    *Source:* spec/engine.md, "From Wikidata to claims".
    """
    entity_id = read_entity_id(document)
    if entity_id is None or "missing" in document:
        return _refuse(document, entity_id, place)
    problems: list[Problem] = []
    groups = read_groups(document, entity_id, properties, problems)
    entity = Entity(
        entity_id=EntityId(entity_id),
        label=_label(document, language) or entity_id,
        description=choose_text(document.get("descriptions"), language) or "",
        groups=groups.groups,
        provenance=_provenance(document, entity_id, digest),
    )
    return ReadEntity(
        entity,
        tuple(problem.at(place) for problem in problems),
        groups.found,
        groups.left_out,
        _redirected_from(document),
    )


def read_entity_id(document: Mapping[str, Any]) -> str | None:
    """Read the id of an entity, or answer None where it has none that is one.

    Where `id` is missing, the page's title says it: ``Q1764``, ``Property:P31``, ``Lexeme:L42``.
    """
    written = document.get("id")
    if written is None:
        title = document.get("title")
        written = title.rpartition(":")[2] if isinstance(title, str) else None
    if not isinstance(written, str):
        return None
    entity_id = written.strip().upper()
    return entity_id if _ENTITY_ID.fullmatch(entity_id) else None


def _refuse(document: Mapping[str, Any], entity_id: str | None, place: Place | None) -> ReadEntity:
    found = count_statements(document)
    if entity_id is None:
        written = str(document.get("id"))[:80]
        code, what = ProblemCode.INVALID_ENTITY_ID, f"{written!r} is not the id of an entity"
    else:
        code, what = ProblemCode.MISSING_ENTITY, f"the source has no entity {entity_id}"
    problem = Problem(code, what, place, entity_id, statements_lost=found)
    return ReadEntity(None, (problem,), found)


def _label(document: Mapping[str, Any], language: str) -> str | None:
    labels = (choose_text(document.get(member), language) for member in _LABELS)
    return next((label for label in labels if label is not None), None)


def _provenance(document: Mapping[str, Any], entity_id: str, digest: str) -> Provenance:
    publisher, page = _PAGES[entity_id[0]]
    revision, modified = document.get("lastrevid"), document.get("modified")
    return Provenance(
        publisher=publisher,
        licence=LICENCE,
        digest=digest,
        url=page.format(entity_id.replace("-", "#")),  # a part of a lexeme is on the lexeme's page
        revision=revision if type(revision) is int else None,
        modified=modified if isinstance(modified, str) else None,
    )


def _redirected_from(document: Mapping[str, Any]) -> str | None:
    redirects = document.get("redirects")
    source = redirects.get("from") if isinstance(redirects, dict) else None
    return source if isinstance(source, str) else None
