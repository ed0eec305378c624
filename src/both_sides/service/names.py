"""Show ids by name where the data give one: entities imported here, else the bundled table.

*This module does not* fetch names; a name that nobody gave is shown as its id.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final

from both_sides.domain.entities import Statement

Lookup = Callable[[str], str | None]

# A value is an id, an amount with the id of its unit, or a place with the id of its globe. An id in
# any other text (the name of a file, an address, "Q1 2020") is the author's own and stays.
_VALUE: Final = re.compile(
    r"(?P<before>|-?[0-9.]+ |-?[0-9.]+, -?[0-9.]+ \()"
    r"(?P<id>[QPL][1-9][0-9]{0,17})"
    r"(?P<after>\)?)"
)


class Names:
    """Look names up, each once.

    Args:
        lookups: Asked in order; the first that knows an id names it.
    """

    def __init__(self, *lookups: Lookup) -> None:
        self._lookups = lookups
        self._known: dict[str, str | None] = {}

    def find(self, identifier: str) -> str | None:
        """Name an id, or answer None."""
        if identifier not in self._known:
            found = (lookup(identifier) for lookup in self._lookups)
            self._known[identifier] = next((name for name in found if name is not None), None)
        return self._known[identifier]

    def show(self, text: str) -> str:
        """Put a name in the place of the id in a value, for example of its unit."""
        match = _VALUE.fullmatch(text)
        if match is None:
            return text
        return match["before"] + (self.find(match["id"]) or match["id"]) + match["after"]


def ids_mentioned(statements: Iterable[Statement]) -> tuple[str, ...]:
    """List the ids that statements mention, in order, each once.

    Args:
        statements: Claims with their values, units, qualifiers and references.
    """
    texts: list[str] = []
    for statement in statements:
        texts.extend((statement.value, statement.value_id or "", statement.unit or ""))
        texts.extend(statement.rank_reasons)
        for property_id, value in statement.qualifiers:
            texts.extend((property_id, value))
        for reference in statement.references:
            texts.extend(
                (
                    reference.stated_in or "",
                    reference.publisher or "",
                    reference.imported_from or "",
                )
            )
            for property_id, value in reference.other:
                texts.extend((property_id, value))
    found = map(_VALUE.fullmatch, texts)
    return tuple(dict.fromkeys(match["id"] for match in found if match is not None))
