"""Seal events into a chain: each seal covers the event and, through the seal before it, all before.

    seal_0 = SHA-384("both-sides/genesis/v1:" + scopeId)
    seal_n = SHA-384( UTF-8(seal_{n-1}) || canonicalJson(event_n) )

*This module does not* decide what an event says or where links are kept.

    >>> genesis_seal("local")[:8]
    '39b35682'
"""

from dataclasses import dataclass
from hashlib import sha384
from typing import Final

from both_sides.domain.ids import ScopeId

GENESIS_PREFIX: Final = "both-sides/genesis/v1:"
SEAL_LENGTH_HEX: Final = 96


@dataclass(frozen=True, slots=True)
class Head:
    """Name the end of a chain.

    Args:
        n: How many links there are; 0 for an empty chain.
        seal_hex: The last seal; the genesis seal for an empty chain.
        at: When the last event happened, UTC as text; empty for an empty chain.
    """

    n: int
    seal_hex: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Hold one event in its place of the chain.

    Args:
        scope: Whose chain it is.
        n: Its place; the first link is 1.
        previous_hex: The seal before it.
        seal_hex: Its seal, 96 lower-case hexadecimal digits.
        body: The canonical JSON of the event, as it was sealed.
    """

    scope: ScopeId
    n: int
    previous_hex: str
    seal_hex: str
    body: bytes


def genesis_seal(scope: str) -> str:
    """Compute the seal that an empty chain starts from.

    *Source:* Method page, "How the chain is sealed".
    """
    return sha384(f"{GENESIS_PREFIX}{scope}".encode("utf-8", "surrogatepass")).hexdigest()


def seal(previous_hex: str, body: bytes) -> str:
    """Compute the seal of an event that follows `previous_hex`.

    Args:
        previous_hex: The seal before it, as lower-case hexadecimal text.
        body: The event's canonical JSON.

    *Source:* Method page, "How the chain is sealed".
    """
    return sha384(previous_hex.encode("utf-8", "surrogatepass") + body).hexdigest()


def next_link(head: Head, scope: ScopeId, body: bytes) -> Link:
    """Put an event at the end of a chain."""
    return Link(scope, head.n + 1, head.seal_hex, seal(head.seal_hex, body), body)
