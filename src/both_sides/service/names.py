"""Show ids by name where the data give one: entities imported here, else the bundled table.

*This module does not* fetch names; a name that nobody gave is shown as its id.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final

from both_sides.domain.entities import Statement

Lookup = Callable[[str], str | None]

_ID_IN_TEXT: Final = re.compile(r"(?<![\w$])[QPL][1-9][0-9]{0,17}(?![\w$-])")


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
        """Put names in the place of the ids in a value, for example of its unit."""
        return _ID_IN_TEXT.sub(lambda match: self.find(match[0]) or match[0], text)


def ids_mentioned(statements: Iterable[Statement]) -> tuple[str, ...]:
    """List the ids that statements mention, in order, each once.

    Args:
        statements: Claims with their values, units, qualifiers and references.
    """
    texts: list[str] = []
    for statement in statements:
        texts.extend((statement.value_id or "", statement.unit or "", *statement.rank_reasons))
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
    found = (match for text in texts if len(text) < 200 for match in _ID_IN_TEXT.findall(text))  # noqa: PLR2004 - a longer text is prose, no id
    return tuple(dict.fromkeys(found))
