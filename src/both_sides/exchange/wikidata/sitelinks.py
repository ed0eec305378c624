"""List the Wikipedia articles about an entity; each may be a second source.

*This module does not* fetch any of them; `both_sides.upstream` does.

    >>> wikipedia_titles({"sitelinks": {"enwiki": {"site": "enwiki", "title": "Osaka"}}})
    {'en': 'Osaka'}
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from both_sides.exchange.wikidata.shapes import as_map

_WIKIPEDIA: Final = re.compile(r"([a-z][a-z_]*)wiki")
# Wikis that are no Wikipedia, although the names of their sites end like those of Wikipedias.
_OTHER_WIKIS: Final = frozenset(
    {"commons", "foundation", "incubator", "media", "mediawiki", "meta", "outreach", "sources"}
    | {"species", "test", "testwikidata", "wikidata", "wikifunctions", "wikimania"}
)


def wikipedia_titles(document: Mapping[str, Any]) -> dict[str, str]:
    """Give the titles of the entity's Wikipedia articles by language code.

    Args:
        document: The parsed entity; missing or malformed sitelinks give none.
    """
    titles: dict[str, str] = {}
    for site, link in (as_map(document.get("sitelinks")) or {}).items():
        match = _WIKIPEDIA.fullmatch(site)
        title = link.get("title") if isinstance(link, dict) else None
        if match and match[1] not in _OTHER_WIKIS and isinstance(title, str) and title:
            titles[match[1].replace("_", "-")] = title
    return titles
