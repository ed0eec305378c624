"""Name well-known properties and units in English, for display where the ledger knows no name.

The names are a bundled table (`labels.json`, CC0): English labels of Wikidata for some 500
properties, units and calendars that turn up most, so that a ledger without network says
`population` and not `P1082`. *This module does not* take part in anything that is scored or
sealed: there, ids stay ids. A name that the ledger itself has read comes first.

    >>> known_name("P1082")
    'population'
"""

from functools import cache
from importlib.resources import files

import orjson


def known_name(identifier: str) -> str | None:
    """Name a property, a unit or a calendar by its id, or answer None."""
    return _names().get(identifier)


@cache
def _names() -> dict[str, str]:
    table = files("both_sides.exchange.wikidata").joinpath("labels.json").read_bytes()
    names: dict[str, str] = orjson.loads(table)["names"]
    return names
