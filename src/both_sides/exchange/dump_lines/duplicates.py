"""Find keys that stand twice in one object of a document.

A fast parser keeps the last of the two and says nothing, and a whole list of statements is gone.
*This module does not* decide which one was meant.

    >>> find_duplicates(b'{"P1": [{"mainsnak": {}}], "P1": []}')
    Duplicates(keys=('P1',), statements_lost=1)
"""

import json
from typing import Any, NamedTuple

from both_sides.exchange.wikidata import statements_within


class Duplicates(NamedTuple):
    """Hold the keys that stand twice, and how many statements only the first ones have."""

    keys: tuple[str, ...]
    statements_lost: int


def find_duplicates(content: bytes) -> Duplicates:
    """Read a document strictly, as `both_sides.exchange.strict_json` would, and list what it has.

    Args:
        content: A document that parses; the last of two values is the one that was read.
    """
    keys: list[str] = []
    lost = 0

    def notice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal lost
        members: dict[str, Any] = {}
        for key, value in pairs:
            if key in members:
                keys.append(key)
                lost += statements_within(members[key])
            members[key] = value
        return members

    try:
        json.loads(content, object_pairs_hook=notice, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        # The fast parser has read it, so this is about a depth or a size that nobody needs.
        return Duplicates((), 0)
    return Duplicates(tuple(dict.fromkeys(keys)), lost)
