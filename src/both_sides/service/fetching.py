"""Fetch an entity from Wikidata's live API, with a Wikipedia summary as its second source.

The entity itself must come; names and the summary are welcome but not needed, so what went wrong
with them is a remark. *This module does not* speak HTTP; see `both_sides.upstream`.
"""

import io
from dataclasses import dataclass, replace

from both_sides.domain.entities import Entity, SecondSource
from both_sides.domain.ids import EntityId
from both_sides.errors import InvalidInputError, LedgerError, UpstreamUnavailableError
from both_sides.exchange.dump_lines import read_entities
from both_sides.exchange.strict_json import parse_json
from both_sides.exchange.wikidata import (
    ReadEntity,
    entities_in,
    fallbacks,
    read_labels,
    wikipedia_titles,
)
from both_sides.exchange.wikipedia_summary import read_summary
from both_sides.service.desk import Desk
from both_sides.service.importing import ImportReport, record_read
from both_sides.service.names import ids_mentioned
from both_sides.upstream.wikidata_client import Fetched, WikidataClient


@dataclass(frozen=True, slots=True)
class FetchedEntity:
    """Hold what was fetched.

    Args:
        found: The entity with its names and its second source, and what became of its statements.
        entity_id: The id that Wikidata answered with; another one where the page is a redirect.
        remarks: What was not to be had, in words.
    """

    found: ReadEntity
    entity_id: EntityId
    remarks: tuple[str, ...]


def fetch_entity(
    client: WikidataClient, entity_id: EntityId, *, language: str, retrieved: str
) -> FetchedEntity:
    """Fetch an entity, its names and its Wikipedia summary; nothing is recorded.

    Args:
        client: Asks Wikidata and Wikipedia.
        entity_id: Which entity.
        language: In which language to name things and to look for a summary; English is next.
        retrieved: The present instant, UTC ISO text; it becomes that of the summary.

    Raises:
        NotFoundError: Wikidata has no such entity.
        UpstreamUnavailableError: Wikidata did not answer.

    *Source:* spec/interfaces.md, `fetch`.
    """
    reply = client.entity(entity_id)
    found = _read(reply, language)
    assert found.entity is not None
    languages = tuple(dict.fromkeys((language, *fallbacks(language), "en")))
    names, remarks = _names(client, found.entity, languages)
    second_source, more = _second_source(client, reply, languages, retrieved)
    entity = replace(found.entity, names=names, second_source=second_source)
    return FetchedEntity(replace(found, entity=entity), entity.entity_id, (*remarks, *more))


def record_fetched(desk: Desk, fetched: FetchedEntity, *, actor: str) -> ImportReport:
    """Record what was fetched, and say what became of its statements.

    Args:
        desk: The scope.
        fetched: The entity.
        actor: Who fetched it.
    """
    report = ImportReport()
    record_read(desk, [fetched.found], None, actor, report)
    return report


def _read(reply: Fetched, language: str) -> ReadEntity:
    read = read_entities(io.BytesIO(reply.body), source=reply.address, language=language)
    for found in read:
        if found.entity is not None:
            return found
    raise UpstreamUnavailableError(
        f"{reply.address} sent no entity that can be read",
        hint="try again later, or import a dump with `both-sides import wikidata`",
        address=reply.address,
    )


def _names(
    client: WikidataClient, entity: Entity, languages: tuple[str, ...]
) -> tuple[tuple[tuple[str, str], ...], list[str]]:
    statements = [statement for group in entity.groups for statement in group.statements]
    wanted = [*(group.property_id for group in entity.groups), *ids_mentioned(statements)]
    names: dict[str, str] = {}
    try:
        for reply in client.labels(wanted, languages):
            names |= read_labels(reply.body, languages[0], source=reply.address)
    except (UpstreamUnavailableError, InvalidInputError) as error:
        return tuple(names.items()), [f"some ids are shown without a name: {error.message}"]
    return tuple(names.items()), []


def _second_source(
    client: WikidataClient, reply: Fetched, languages: tuple[str, ...], retrieved: str
) -> tuple[SecondSource | None, list[str]]:
    try:
        document = next(iter(entities_in(parse_json(reply.body, source=reply.address))))
        titles = wikipedia_titles(document) if isinstance(document, dict) else {}
        summary = client.summary(titles, languages)
        if summary is None:
            return None, ["there is no Wikipedia article to corroborate a claim with"]
        return read_summary(summary.body, retrieved=retrieved, source=summary.address), []
    except LedgerError as error:
        return None, [f"there is no second source: {error.message}"]
