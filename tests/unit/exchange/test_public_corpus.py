"""The public corpus keeps every member of every claim, so the engine answers as it did there."""

import json
from decimal import Decimal
from typing import Any

import pytest

from both_sides.domain.disputes import EditorialRank
from both_sides.errors import InvalidInputError
from both_sides.exchange.public_corpus import SCHEMA, read_public_corpus
from tests.shared import json_lines, shared

CLAIM = {"claimId": "Q1-P1-1", "value": "5", "referenceUrls": []}


def corpus(**members: Any) -> bytes:  # noqa: ANN401 - JSON
    """Write a corpus with one entity."""
    entity = {"entityId": "Q1", "disputes": [], **members}
    return json.dumps({"schema": SCHEMA, "entities": [entity]}).encode()


def test_the_rivals_are_those_of_the_vectors() -> None:
    """All ten disputes, member for member."""
    content = shared("data/corpus/public_corpus.json").read_bytes()
    entities = {entity.entity_id: entity for entity in read_public_corpus(content, digest="")}
    vectors = list(json_lines(shared("vectors/corpus.jsonl.gz")))
    assert len(vectors) == 10
    for vector in vectors:
        wanted = vector["input"]
        entity = entities[wanted["entityId"]]
        group = next(each for each in entity.groups if each.property_id == wanted["propertyId"])
        assert (entity.label, group.label) == (wanted["entityLabel"], wanted["propertyLabel"])
        for statement, claim in zip(group.statements, wanted["claims"], strict=True):
            rival = statement.rival
            assert rival.claim_id == claim["claimId"]
            assert rival.value == claim["value"]
            assert rival.numeric == Decimal(str(claim["numeric"]))
            assert rival.rank is EditorialRank.read(claim["rank"])
            assert rival.reference_count == claim["referenceCount"]
            assert rival.reference_urls == tuple(claim["referenceUrls"])
            assert (rival.retrieved, rival.precision) == (claim["retrieved"], claim["precision"])


def test_the_second_source_keeps_its_attribution() -> None:
    """Title, address, time and licence."""
    article = {
        "title": "Osaka",
        "extract": "A city.",
        "url": "https://en.wikipedia.org/wiki/Osaka",
        "timestamp": "2026-10-02T15:13:20Z",
    }
    (entity,) = read_public_corpus(corpus(wikipedia=article), digest="d")
    source = entity.second_source
    assert source is not None
    assert (source.text, source.title, source.licence) == ("A city.", "Osaka", "CC BY-SA 4.0")
    assert (source.url, source.retrieved) == (article["url"], article["timestamp"])
    assert (entity.provenance.licence, entity.provenance.digest) == ("CC0 1.0", "d")


def test_an_entity_without_an_article_has_no_second_source() -> None:
    """Nor one whose article is empty."""
    for article in (None, {}, {"extract": ""}):
        (entity,) = read_public_corpus(corpus(wikipedia=article), digest="")
        assert entity.second_source is None


def test_claims_may_lack_what_counts_as_none() -> None:
    """No number, no rank, no references."""
    dispute = {"propertyId": "P1", "claims": [CLAIM]}
    (entity,) = read_public_corpus(corpus(disputes=[dispute]), digest="")
    (statement,) = entity.groups[0].statements
    assert (statement.numeric, statement.rank) == (None, EditorialRank.NORMAL)
    assert (statement.reference_count, statement.references) == (0, ())


@pytest.mark.parametrize(
    "content",
    [
        b"nonsense",
        b"[]",
        b'{"schema":"another"}',
        json.dumps({"schema": SCHEMA}).encode(),
        json.dumps({"schema": SCHEMA, "entities": [5]}).encode(),
        corpus(entityId=None),
        corpus(entityId="a b"),
        corpus(disputes=5),
        corpus(disputes=[{"claims": []}]),
        corpus(disputes=[{"propertyId": "P1", "claims": [{**CLAIM, "value": 5}]}]),
        corpus(disputes=[{"propertyId": "P1", "claims": [{**CLAIM, "claimId": ""}]}]),
    ],
)
def test_what_is_no_corpus_is_refused(content: bytes) -> None:
    """It is a file of this program's own kind: it is right or wrong as a whole."""
    with pytest.raises(InvalidInputError) as caught:
        list(read_public_corpus(content, digest=""))
    assert caught.value.hint
