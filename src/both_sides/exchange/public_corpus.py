"""Read the public corpus: real disputes in the shape in which the public implementation keeps them.

A file holds entities; each has disputes with claims as in the shared vectors (`value`, `numeric`,
`rank`, `referenceCount`, `referenceUrls`, `retrieved`, `precision`), the extract of its Wikipedia
article as the second source, and its name on OpenStreetMap. The claims keep every member as it is,
so that the engine answers as the vectors say. *This module does not* read Wikidata's own JSON.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from both_sides.domain.disputes import EditorialRank
from both_sides.domain.entities import (
    Entity,
    Provenance,
    Reference,
    SecondSource,
    Statement,
    StatementGroup,
)
from both_sides.domain.ids import (
    parse_claim_id,
    parse_entity_id,
    parse_property_id,
)
from both_sides.errors import MalformedDocumentError
from both_sides.exchange.strict_json import parse_json

SCHEMA: Final = "both-sides/fallback-corpus@1"
WIKIDATA_LICENCE: Final = "CC0 1.0"
WIKIPEDIA_LICENCE: Final = "CC BY-SA 4.0"


def read_public_corpus(
    content: bytes, *, digest: str, source: str = "the corpus"
) -> Iterator[Entity]:
    """Read the entities of a corpus file.

    Args:
        content: The file's bytes.
        digest: SHA-384 of them, hexadecimal.
        source: What to call the file in an error.

    Returns:
        The entities in the order of the file.

    Raises:
        MalformedDocumentError: It is not JSON, of another schema, or lacks a member.
        InvalidInputError: An id in it is none.
    """
    corpus = parse_json(content, source=source)
    schema = corpus.get("schema") if isinstance(corpus, Mapping) else None
    if schema != SCHEMA:
        raise _malformed(source, "schema", f"{schema!r:.60}", SCHEMA)
    captured = corpus.get("capturedAt")
    for number, entity in enumerate(_list(corpus, "entities", source)):
        place = f"{source} entities[{number}]"
        yield _read_entity(entity, captured if isinstance(captured, str) else None, digest, place)


def _read_entity(raw: Mapping[str, Any], captured: str | None, digest: str, source: str) -> Entity:
    entity_id = parse_entity_id(_text(raw, "entityId", source))
    groups = tuple(
        _read_group(dispute, f"{source}.disputes[{number}]")
        for number, dispute in enumerate(_list(raw, "disputes", source))
    )
    return Entity(
        entity_id=entity_id,
        label=raw.get("label") or entity_id,
        description=raw.get("description") or "",
        groups=groups,
        provenance=Provenance(
            publisher="Wikidata",
            licence=WIKIDATA_LICENCE,
            digest=digest,
            url=f"https://www.wikidata.org/wiki/{entity_id}",
            modified=captured,
        ),
        second_source=_read_second_source(raw.get("wikipedia")),
    )


def _read_group(raw: Mapping[str, Any], source: str) -> StatementGroup:
    label = raw.get("propertyLabel")
    return StatementGroup(
        property_id=parse_property_id(_text(raw, "propertyId", source)),
        statements=tuple(
            _read_claim(claim, f"{source}.claims[{number}]")
            for number, claim in enumerate(_list(raw, "claims", source))
        ),
        label=label if isinstance(label, str) else None,
    )


def _read_claim(raw: Mapping[str, Any], source: str) -> Statement:
    claim_id = parse_claim_id(_text(raw, "claimId", source))
    numeric, count = raw.get("numeric"), raw.get("referenceCount", 0)
    urls = [url for url in _list(raw, "referenceUrls", source) if isinstance(url, str)]
    return Statement(
        claim_id=claim_id,
        value=_text(raw, "value", source),
        numeric=Decimal(numeric) if isinstance(numeric, int | Decimal) else None,
        rank=EditorialRank.read(raw.get("rank")),
        precision=raw.get("precision"),
        # The corpus keeps at most four addresses of all the references that it counted.
        reference_count=count if isinstance(count, int) else 0,
        references=tuple(
            Reference(f"{claim_id}-{number}", url=url) for number, url in enumerate(urls, start=1)
        ),
        retrieved=raw.get("retrieved"),
    )


def _read_second_source(raw: Mapping[str, Any] | None) -> SecondSource | None:
    if not raw or not raw.get("extract"):
        return None
    return SecondSource(
        text=raw["extract"],
        title=raw.get("title") or "Wikipedia",
        url=raw.get("url"),
        retrieved=raw.get("timestamp"),
        licence=WIKIPEDIA_LICENCE,
    )


def _text(raw: Any, member: str, source: str) -> str:  # noqa: ANN401 - JSON
    value = raw.get(member) if isinstance(raw, Mapping) else None
    if not isinstance(value, str):
        raise _malformed(source, member, type(value).__name__, "a text")
    return value


def _list(raw: Any, member: str, source: str) -> list[Any]:  # noqa: ANN401 - JSON
    value = raw.get(member) if isinstance(raw, Mapping) else None
    if not isinstance(value, list):
        raise _malformed(source, member, type(value).__name__, "a list")
    return value


def _malformed(source: str, member: str, found: str, expected: str) -> MalformedDocumentError:
    return MalformedDocumentError(
        f"{source}: {member} is {found}, expected {expected}",
        hint=f"give {member} as {expected}",
        source=source,
        field=member,
    )
