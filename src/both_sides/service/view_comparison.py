"""Compare the views of a scope, row by row, with those of a shadow that follows its links.

A scope that grows meanwhile is followed: a row that changed is compared as of the link that changed
it, so what other programs append can neither raise an alarm nor put one off. *This module does not*
check seals; compare views when they are in order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from both_sides.service.shadow import Shadow
from both_sides.store.port import LedgerStore, ViewKey, ViewRow

MOST_FINDINGS: Final = 100

_NO_EVENT = "no event made it"
_OTHER_BODY = "it says something else than the events"
_OTHER_PLACE = "its place or digest is not what the events say"
_MISSING = "it is missing"


@dataclass(frozen=True, slots=True)
class ViewFinding:
    """Name a view row that is not what the events say."""

    kind: str
    key: str
    finding: str


@dataclass(frozen=True, slots=True)
class ViewsCompared:
    """Hold what a comparison found.

    Args:
        rows: How many rows were compared.
        findings: The rows that are not what the events say, a hundred at most.
    """

    rows: int
    findings: tuple[ViewFinding, ...]


def compare_views(store: LedgerStore, shadow: Shadow) -> ViewsCompared:
    """Compare every view row of a scope with what its links lead to.

    Args:
        store: Where the rows are.
        shadow: Has followed the links; it goes on where the scope has grown.

    Raises:
        UnsupportedSchemaError: A newer program wrote a link that was followed.
        InvalidInputError: A link is no event, or none that follows.
        LookupError: A link changes what is not there.

    *Source:* spec/ledger.md, 1 and 5.
    """
    comparison = _Comparison(store, shadow)
    findings = []
    for key in comparison.suspects():
        what = comparison.difference(key)
        if what is not None:
            findings.append(ViewFinding(key.kind, key.key, what))
            if len(findings) == MOST_FINDINGS:
                break
    return ViewsCompared(comparison.rows, tuple(findings))


class _Comparison:
    def __init__(self, store: LedgerStore, shadow: Shadow) -> None:
        self._store = store
        self._shadow = shadow
        self._scope = shadow.scope
        self.rows = 0

    def suspects(self) -> list[ViewKey]:
        """Walk both lists by ordinal; give the rows that differ, or changed meanwhile."""
        found_rows, expected_rows = self._store.views(self._scope), self._shadow.views()
        suspects: dict[ViewKey, None] = {}
        for found, expected in _side_by_side(found_rows, expected_rows):
            self.rows += 1
            if found != expected:
                suspects |= {_key(row): None for row in (found, expected) if row is not None}
        return list(suspects)

    def difference(self, key: ViewKey) -> str | None:
        """Compare one row with the shadow as of the link that the row says changed it last."""
        while True:
            known_n = self._shadow.n
            found = self._store.view(self._scope, key.kind, key.key)
            head_n = self._store.head(self._scope).n  # read after the row, so never behind it
            if found is not None:
                if found.n > head_n:
                    return f"link {found.n} made it, the chain ends at {head_n}"
                self._follow(found.n)
                return _difference(found, self._shadow.view(key.kind, key.key))
            self._follow(head_n)
            expected = self._shadow.view(key.kind, key.key)
            if expected is None:
                return None
            if expected.n <= known_n:  # it was there before, and nothing has removed it since
                return _MISSING

    def _follow(self, upto: int) -> None:
        """Let the shadow follow up to a link; it never goes back."""
        if upto > self._shadow.n:
            for row in self._store.read(self._scope, after=self._shadow.n, upto=upto):
                self._shadow.follow(row)


def _side_by_side(
    kept: Iterator[ViewRow], made: Iterator[ViewRow]
) -> Iterator[tuple[ViewRow | None, ViewRow | None]]:
    """Pair the rows of two lists that have the same ordinal; None stands for one that is not."""
    found, expected = next(kept, None), next(made, None)
    while found is not None or expected is not None:
        if expected is None or (found is not None and found.ordinal < expected.ordinal):
            yield found, None
            found = next(kept, None)
        elif found is None or expected.ordinal < found.ordinal:
            yield None, expected
            expected = next(made, None)
        else:
            yield found, expected
            found, expected = next(kept, None), next(made, None)


def _difference(found: ViewRow, expected: ViewRow | None) -> str | None:
    if expected is None:
        return _NO_EVENT
    if found == expected:
        return None
    return _OTHER_BODY if found.body != expected.body else _OTHER_PLACE


def _key(row: ViewRow) -> ViewKey:
    return ViewKey(row.kind, row.key)
