"""Tell which addresses may be asked, whatever a redirect says.

A server that answers with a redirect chooses where this program connects next. It may choose among
Wikimedia's own hosts, over TLS; anything else, above all a host within the user's own network, is
refused. *This module does not* connect.

    >>> Hosts(bases=("https://www.wikidata.org",)).permit("https://wikidata.org.example/x")
    False
"""

from typing import Final
from urllib.parse import urlsplit

WIKIMEDIA_DOMAINS: Final = ("wikidata.org", "wikipedia.org")
HTTPS_PORTS: Final = frozenset({None, 443})


class Hosts:
    """Hold the servers that are asked.

    Args:
        bases: Addresses that the caller configured; trusted as they are, which is how tests use a
            server of their own.
        domains: Domains whose hosts may be asked over TLS.
    """

    def __init__(
        self, *, bases: tuple[str, ...], domains: tuple[str, ...] = WIKIMEDIA_DOMAINS
    ) -> None:
        self._origins = frozenset(_origin(base) for base in bases)
        self._domains = domains

    def permit(self, address: str) -> bool:
        """Tell whether this address may be asked."""
        try:
            parts = urlsplit(address)
            origin, port = _origin(address), parts.port
        except ValueError:  # not an address at all, or a port that is none
            return False
        if origin in self._origins:
            return True
        host = (parts.hostname or "").lower().rstrip(".")
        return (
            parts.scheme == "https"
            and port in HTTPS_PORTS
            and parts.username is None
            and any(host == domain or host.endswith(f".{domain}") for domain in self._domains)
        )


def _origin(address: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(address)
    return parts.scheme, parts.hostname, parts.port
