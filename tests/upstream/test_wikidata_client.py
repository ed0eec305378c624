"""Entities, labels and summaries are fetched as bytes, or not, with one clear error."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from both_sides.errors import InvalidInputError, NotFoundError, UpstreamUnavailableError
from both_sides.exchange.dump_lines import read_entities
from both_sides.exchange.wikidata import fallbacks, read_labels, wikipedia_titles
from both_sides.exchange.wikipedia_summary import read_summary
from both_sides.upstream import Limits, WikidataClient
from tests.shared import ROOT
from tests.upstream.stand_in import StandIn, reply, running

VECTORS = Path(ROOT, "tests/vectors/wikidata")
ENTITY = "/wiki/Special:EntityData/Q131261.json"
LIMITS = Limits(read_seconds=60, total_seconds=60, reply_bytes=1_000_000, wait_seconds=1)


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    """Run the server for one test."""
    with running() as server:
        yield server


@pytest.fixture
def client(stand_in: StandIn) -> WikidataClient:
    """Build a client that asks the stand-in for everything."""
    return WikidataClient(
        wikidata=stand_in.address, wikipedia=stand_in.address + "/{language}", limits=LIMITS
    )


def test_an_entity_is_fetched_as_the_bytes_that_were_sent(
    client: WikidataClient, stand_in: StandIn
) -> None:
    """A recorded reply, read like a file."""
    recorded = (VECTORS / "entity-Q131261.json").read_bytes()
    stand_in.answer(ENTITY, recorded)
    fetched = client.entity("q131261")
    assert fetched.body == recorded
    assert fetched.address == stand_in.address + ENTITY
    (read,) = read_entities(io.BytesIO(fetched.body), source="fetched")
    assert read.entity is not None
    assert (read.entity.label, read.claims) == ("Oliver Kahn", 9)


def test_who_asks_is_said(client: WikidataClient, stand_in: StandIn) -> None:
    """The user agent names the project; nothing about the user is sent."""
    stand_in.answer(ENTITY, (VECTORS / "entity-Q131261.json").read_bytes())
    client.entity("Q131261")
    (headers,) = stand_in.headers
    assert headers["user-agent"].startswith("both-sides/")
    assert set(headers) == {"user-agent", "accept", "accept-encoding", "host"}


@pytest.mark.parametrize("recorded", [b'{"entities":{}}', b'{"entities":{"Q1":{"missing":""}}}'])
def test_a_missing_entity_is_not_found(
    client: WikidataClient, stand_in: StandIn, recorded: bytes
) -> None:
    """Whether the server says so by status or by text."""
    stand_in.answer(ENTITY, recorded)
    with pytest.raises(NotFoundError, match="Q131261") as caught:
        client.entity("Q131261")
    assert caught.value.facts["entity"] == "Q131261"
    with pytest.raises(NotFoundError):
        client.entity("Q999")


def test_the_recorded_missing_reply_is_not_found(client: WikidataClient, stand_in: StandIn) -> None:
    """As Wikidata answered for Q6."""
    stand_in.answer(
        "/wiki/Special:EntityData/Q6.json", (VECTORS / "entity-Q6-missing.json").read_bytes()
    )
    with pytest.raises(NotFoundError):
        client.entity("Q6")


@pytest.mark.parametrize("identifier", ["M7", "CLM-0001", "../Q1", "Q1?x", "Q", "Q1/x", "Q1-F1"])
def test_what_wikidata_cannot_have_is_not_asked(
    client: WikidataClient, stand_in: StandIn, identifier: str
) -> None:
    """And no path is smuggled in."""
    with pytest.raises(InvalidInputError):
        client.entity(identifier)
    assert stand_in.asked == []


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (b"<html>captive portal</html>", "not JSON"),
        (b"", "not JSON"),
        (b"[]", "no object"),
        (b"{}", "without entities"),
        (b'{"error":{"code":"maxlag","info":"waiting"}}', "maxlag"),
    ],
)
def test_what_is_no_entity_reply_is_an_error(
    client: WikidataClient, stand_in: StandIn, body: bytes, word: str
) -> None:
    """Although the status says that all is well."""
    stand_in.answer(ENTITY, body)
    with pytest.raises(UpstreamUnavailableError, match=word) as caught:
        client.entity("Q131261")
    assert "both-sides import wikidata FILE" in caught.value.hint


def test_labels_are_fetched_fifty_a_call(client: WikidataClient, stand_in: StandIn) -> None:
    """Each id once; what is no id is passed over, for it would fail the whole call."""
    stand_in.routes["*"] = lambda request: reply(request, (VECTORS / "labels.json").read_bytes())
    ids = ["P1082", "no value", *(f"Q{number}" for number in range(1, 120)), "P1082", "L1-F1"]
    replies = list(client.labels(ids, tuple(fallbacks("de-at"))))
    assert [len(_query(path)["ids"][0].split("|")) for path in stand_in.asked] == [50, 50, 20]
    query = _query(stand_in.asked[0])
    assert query["action"] == ["wbgetentities"]
    assert query["props"] == ["labels"]
    assert query["languages"] == ["de-at|de|mul|en"]
    assert read_labels(replies[0].body, "de-at")["P1082"] == "Einwohnerzahl"
    assert list(client.labels([], ("en",))) == []


def test_a_summary_is_a_second_source(client: WikidataClient, stand_in: StandIn) -> None:
    """With its address and its licence."""
    body = (VECTORS / "summary-Reykjavik.json").read_bytes()
    stand_in.answer("/en/api/rest_v1/page/summary/Reykjav%C3%ADk", body)
    fetched = client.summary({"en": "Reykjavík"}, ("en",))
    assert fetched is not None
    source = read_summary(fetched.body, retrieved="2026-10-03")
    assert source is not None
    assert source.text.startswith("Reykjavík is the capital")
    assert (source.title, source.licence) == ("Reykjavík", "CC BY-SA 4.0")
    assert source.url == "https://en.wikipedia.org/wiki/Reykjav%C3%ADk"
    assert source.retrieved == "2026-10-03"


def test_the_first_language_that_has_an_article_is_taken(
    client: WikidataClient, stand_in: StandIn
) -> None:
    """English stands in where the chosen one was deleted; titles cannot leave their place."""
    stand_in.answer("/en/api/rest_v1/page/summary/A%2FB_C%3F", b'{"extract":"text"}')
    titles = wikipedia_titles(
        {"sitelinks": {"dewiki": {"title": "Weg"}, "enwiki": {"title": "A/B C?"}}}
    )
    fetched = client.summary(titles, ("de", "en"))
    assert fetched is not None
    assert stand_in.asked == [
        "/de/api/rest_v1/page/summary/Weg",
        "/en/api/rest_v1/page/summary/A%2FB_C%3F",
    ]
    assert client.summary(titles, ("fr",)) is None
    assert client.summary({"..": "x", "en.evil": "x"}, ("..", "en.evil")) is None
    assert len(stand_in.asked) == 2


@pytest.mark.parametrize("body", [b"{}", b'{"extract":""}', b'{"extract":5}', b"[]"])
def test_an_article_without_text_is_no_second_source(body: bytes) -> None:
    """For example a page that only lists meanings."""
    assert read_summary(body, retrieved=None) is None


def test_an_address_that_is_not_secure_is_not_kept() -> None:
    """A reply is other people's text."""
    body = json.dumps(
        {"extract": "x", "content_urls": {"desktop": {"page": "javascript:alert(1)"}}}
    ).encode()
    source = read_summary(body, retrieved=None)
    assert source is not None
    assert (source.title, source.url) == ("Wikipedia", None)


def _query(path: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(path).query)
