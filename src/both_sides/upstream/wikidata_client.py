"""Fetch an entity, the names it mentions and a Wikipedia summary, as the bytes the servers sent.

    Special:EntityData/Q1764.json      the entity with all statements
    wbgetentities&props=labels         the names of properties, items and units, 50 a call
    api/rest_v1/page/summary/TITLE     the summary that may corroborate a claim

*This module does not* read what it fetches beyond "is it JSON, and is it an error": that is the
business of `both_sides.exchange`.

    client = WikidataClient()
    reply = client.entity("Q1764")
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final
from urllib.parse import quote, urlencode

import orjson

from both_sides import __version__
from both_sides.domain.ids import parse_entity_id
from both_sides.errors import InvalidInputError, NotFoundError
from both_sides.upstream.failures import unavailable
from both_sides.upstream.hosts import Hosts
from both_sides.upstream.http_get import HttpGetter
from both_sides.upstream.limits import Limits

WIKIDATA: Final = "https://www.wikidata.org"
WIKIPEDIA: Final = "https://{language}.wikipedia.org"
USER_AGENT: Final = f"both-sides/{__version__} (a desk and a ledger for disputed claims)"
IDS_PER_CALL: Final = 50

_FETCHABLE: Final = re.compile(r"[QPL][0-9]{1,18}")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{1,16}){0,3}|simple")


@dataclass(frozen=True, slots=True)
class Fetched:
    """Hold the bytes of a reply and where they come from.

    Args:
        address: What was asked.
        body: What was answered; JSON.
    """

    address: str
    body: bytes


class WikidataClient:
    """Ask Wikidata and Wikipedia.

    Args:
        wikidata: The base address of Wikidata; another one in tests.
        wikipedia: The base address of a Wikipedia, with ``{language}`` where that belongs.
        user_agent: Who asks. Whoever runs a server should name a contact in it.
        limits: How much time, how many bytes and how many redirects a request may take.
        proxy: The address of an HTTP proxy for https, or None.
        sleep: Waits for a number of seconds.

    *Source:* spec/interfaces.md, `fetch`.
    """

    def __init__(  # noqa: PLR0913 - each is a setting with a default
        self,
        *,
        wikidata: str = WIKIDATA,
        wikipedia: str = WIKIPEDIA,
        user_agent: str = USER_AGENT,
        limits: Limits | None = None,
        proxy: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._wikidata = wikidata.rstrip("/")
        self._wikipedia = wikipedia.rstrip("/")
        self._getter = HttpGetter(
            hosts=Hosts(bases=(self._wikidata, self._wikipedia.format(language="en"))),
            user_agent=user_agent,
            limits=limits or Limits(),
            proxy=proxy,
            sleep=sleep,
        )

    def entity(self, entity_id: str) -> Fetched:
        """Fetch an entity with all of its statements.

        Args:
            entity_id: An item, a property or a lexeme, for example ``Q1764``.

        Raises:
            InvalidInputError: It is no such id.
            NotFoundError: Wikidata has no such entity.
            UpstreamUnavailableError: There is no whole reply; the hint names the alternative.
        """
        wanted = parse_entity_id(entity_id)
        if _FETCHABLE.fullmatch(wanted) is None:
            raise InvalidInputError(
                f"{wanted[:80]!r} cannot be fetched from Wikidata",
                hint="give the id of an item, a property or a lexeme, for example Q1764",
                field="entity",
                value=wanted[:80],
            )
        address = f"{self._wikidata}/wiki/Special:EntityData/{wanted}.json"
        body, document = self._json(address)
        entities = document.get("entities")
        if not isinstance(entities, dict):
            raise unavailable(address, "sent JSON without entities")
        if not entities or all(_is_missing(entity) for entity in entities.values()):
            raise NotFoundError(
                f"Wikidata has no entity {wanted}",
                hint="check the id, for example with the search on that site",
                entity=wanted,
                address=address,
            )
        return Fetched(address, body)

    def labels(self, ids: Iterable[str], languages: Sequence[str]) -> Iterator[Fetched]:
        """Fetch the labels of properties, items and lexemes, 50 a call.

        Args:
            ids: Which; everything else is passed over, for one bad id fails the whole call.
            languages: In which languages, for example ``("de", "mul", "en")``.

        Returns:
            One reply for each call, as `exchange.wikidata.read_labels` reads it.

        Raises:
            UpstreamUnavailableError: There is no whole reply.
        """
        wanted = iter(dict.fromkeys(text for text in ids if _FETCHABLE.fullmatch(text)))
        while batch := list(islice(wanted, IDS_PER_CALL)):
            query = urlencode(
                {
                    "action": "wbgetentities",
                    "format": "json",
                    "props": "labels",
                    "ids": "|".join(batch),
                    "languages": "|".join(dict.fromkeys(languages)),
                }
            )
            address = f"{self._wikidata}/w/api.php?{query}"
            body, _ = self._json(address)
            yield Fetched(address, body)

    def summary(self, titles: Mapping[str, str], languages: Sequence[str]) -> Fetched | None:
        """Fetch the Wikipedia summary in the first language that has one.

        Args:
            titles: Titles by language, as `exchange.wikidata.wikipedia_titles` gives them.
            languages: Which languages to try, in order of preference.

        Returns:
            The reply, as `exchange.wikipedia_summary.read_summary` reads it; None where no article
            in one of the languages exists.

        Raises:
            UpstreamUnavailableError: There is no whole reply.
        """
        for language in dict.fromkeys(languages):
            title = titles.get(language)
            if title is None or _LANGUAGE.fullmatch(language) is None:
                continue
            base = self._wikipedia.format(language=language)
            name = quote(title.replace(" ", "_"), safe="")
            address = f"{base}/api/rest_v1/page/summary/{name}"
            try:
                body, _ = self._json(address)
            except NotFoundError:  # renamed or deleted since; another language may do
                continue
            return Fetched(address, body)
        return None

    def _json(self, address: str) -> tuple[bytes, dict[str, Any]]:
        """Get an object, and tell an error that comes with status 200."""
        body = self._getter.get(address).body
        try:
            document = orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise unavailable(address, f"sent something that is not JSON: {error.msg}") from None
        if not isinstance(document, dict):
            raise unavailable(address, "sent JSON that is no object")
        refusal = document.get("error")
        if isinstance(refusal, dict):
            code = str(refusal.get("code", "error"))[:80]
            info = str(refusal.get("info", ""))[:200]
            raise unavailable(address, f"refused with {code}: {info}", upstream_code=code)
        return body, document


def _is_missing(entity: object) -> bool:
    return isinstance(entity, dict) and "missing" in entity
