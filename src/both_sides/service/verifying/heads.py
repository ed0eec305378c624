"""Compare the stored heads of all scopes with the links that were read.

A head may have moved on since; then the links up to it must be there. *This module does not*
recompute seals.
"""

from collections.abc import Iterator, Mapping

from both_sides.chain.seal import Head
from both_sides.domain.ids import ScopeId
from both_sides.service.verifying.findings import Finding, Outcome
from both_sides.service.verifying.stretches import End
from both_sides.store.port import LedgerStore


class HeadCheck:
    """Compare the heads of one ledger.

    Args:
        store: The ledger.
        ends: The last link of each scope, as far as was read.
    """

    def __init__(self, store: LedgerStore, ends: Mapping[str, End]) -> None:
        self._store = store
        self._ends = ends
        self.links = 0
        """How many links all heads together name."""

    def findings(self) -> Iterator[Finding]:
        """List what is not in order."""
        seen: set[str] = set()
        for scope, head in self._store.heads():
            seen.add(scope)
            self.links += head.n
            finding = self._check(scope, head)
            if finding is not None:
                yield finding
        for name in self._ends:
            if name not in seen:
                what = f"the table of scopes has no {name}, which has links"
                yield Finding(Outcome.TAMPERED, what, scope=name, table="scopes", key=name)

    def _check(self, scope: ScopeId, head: Head) -> Finding | None:
        n, _, seal_hex = self._ends.get(scope, (0, "", ""))
        if head.n < n:
            what = f"the stored head of {scope} names link {head.n}, the chain has {n}"
        elif head.n == n and n and head.seal_hex != seal_hex:
            what = f"the stored head of {scope} has another seal than its last link"
        elif head.n > n and not self._reaches(scope, head):
            what = f"the stored head of {scope} names link {head.n}, the chain ends at {n}"
            return Finding(
                Outcome.TRUNCATED, what, scope=scope, n=n + 1, table="scopes", key=scope,
                expected=head.seal_hex,
            )  # fmt: skip
        else:
            return None
        return Finding(
            Outcome.TAMPERED, what, scope=scope, n=head.n, table="scopes", key=scope,
            expected=seal_hex, found=head.seal_hex,
        )  # fmt: skip

    def _reaches(self, scope: ScopeId, head: Head) -> bool:
        """Tell whether the links up to a head that moved on are there."""
        for row in self._store.read(scope, after=head.n - 1, upto=head.n):
            return row.link.seal_hex == head.seal_hex
        return False
