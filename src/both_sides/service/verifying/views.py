"""Fold all events of a scope into a ledger that is thrown away, and compare its views.

The shadow lies in a file, so memory stays flat however large the scope is. A scope that grows
meanwhile is followed: a row that changed is compared as of the link that changed it. *This module
does not* check seals; it is run when they are in order.
"""

import tempfile
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from both_sides.chain.payload import decode_event
from both_sides.domain.ids import ScopeId
from both_sides.errors import InvalidInputError, UnsupportedSchemaError
from both_sides.service.fold import Fold
from both_sides.service.verifying.findings import Finding, Outcome
from both_sides.store.port import Batch, LedgerStore, ViewKey, ViewRow, WriteSession
from both_sides.store.sqlite import SqliteStore

EVENTS_A_BATCH: Final = 1_000
MOST_FINDINGS: Final = 100

_NO_EVENT = "no event made it"
_OTHER_BODY = "it says something else than the events"
_OTHER_PLACE = "its place or digest is not what the events say"
_MISSING = "it is missing"
_LATER = "the link that it says changed it is not there"


@dataclass(slots=True)
class ViewsResult:
    """Hold what a rebuild of the views of one scope found.

    Args:
        scope: Which scope.
        rows: How many rows were compared.
        findings: What is not in order.
        not_checked: What could not be compared, as a sentence; or None.
    """

    scope: ScopeId
    rows: int = 0
    findings: list[Finding] = field(default_factory=list)
    not_checked: str | None = None


def check_views(store: LedgerStore, scope: ScopeId, *, upto: int) -> ViewsResult:
    """Rebuild the views of a scope and compare them, row by row.

    Args:
        store: Where they are.
        scope: Which scope.
        upto: The last link of it that was verified.

    *Source:* spec/ledger.md, 1 and 5.
    """
    result = ViewsResult(scope)
    with tempfile.TemporaryDirectory(prefix="both-sides-") as directory:
        shadow = SqliteStore(Path(directory) / "shadow.db", is_scratch=True)
        try:
            _Comparison(store, shadow, scope, result).run(upto)
        except UnsupportedSchemaError as error:
            result.not_checked = f"the views of {scope}: {error.message}"
        except (InvalidInputError, LookupError) as error:
            what = f"no decision wrote an event of {scope}: {error}"
            result.findings.append(Finding(Outcome.TAMPERED, what, scope=scope))
        finally:
            shadow.close()
    return result


class _Comparison:
    """Compare the views of one scope with those of a shadow that follows it."""

    def __init__(
        self, store: LedgerStore, shadow: SqliteStore, scope: ScopeId, result: ViewsResult
    ) -> None:
        self._store = store
        self._shadow = shadow
        self._scope = scope
        self._result = result
        self._n = 0

    def run(self, upto: int) -> None:
        self._fold(upto)
        for key in self._compare_all():
            what = self._difference(key)
            if what is None:
                continue
            self._result.findings.append(
                Finding(
                    Outcome.TAMPERED,
                    f"the view {key.kind} {key.key or '(the scope)'} of {self._scope}: {what}",
                    scope=self._scope,
                    table="views",
                    key=f"{key.kind} {key.key}".strip(),
                )
            )
            if len(self._result.findings) == MOST_FINDINGS:
                return

    def _fold(self, upto: int) -> None:
        """Let the shadow follow up to a link; it never goes back."""
        if upto <= self._n:
            return
        rows = self._store.read(self._scope, after=self._n, upto=upto)
        while batch := list(islice(rows, EVENTS_A_BATCH)):
            fold = Fold(lambda kind, key: self._shadow.view(self._scope, kind, key))
            for row in batch:
                link = row.link
                fold.apply(decode_event(link.body, n=link.n, source=f"link {link.n}"))
            self._shadow.write(self._scope, _Keep(fold))
            self._n = batch[-1].link.n

    def _compare_all(self) -> list[ViewKey]:
        """Compare both lists by ordinal; give the rows that differ, or changed meanwhile."""
        suspects: list[ViewKey] = []
        kept, made = self._store.views(self._scope), self._shadow.views(self._scope)
        found, expected = next(kept, None), next(made, None)
        while found is not None or expected is not None:
            self._result.rows += 1
            if expected is None or (found is not None and found.ordinal < expected.ordinal):
                assert found is not None
                suspects.append(_key(found))
                found = next(kept, None)
            elif found is None or expected.ordinal < found.ordinal:
                suspects.append(_key(expected))
                expected = next(made, None)
            else:
                if found != expected:
                    suspects.extend({_key(found), _key(expected)})
                found, expected = next(kept, None), next(made, None)
        return list(dict.fromkeys(suspects))

    def _difference(self, key: ViewKey) -> str | None:
        """Compare one row with the shadow as of the link that the row says changed it last.

        So what other programs append meanwhile can neither raise an alarm nor put one off.
        """
        while True:
            known_n = self._n
            found = self._store.view(self._scope, key.kind, key.key)
            head_n = self._store.head(self._scope).n  # read after the row, so never behind it
            if found is not None:
                if found.n > head_n:
                    return _LATER
                self._fold(found.n)
                return _compare(found, self._shadow.view(self._scope, key.kind, key.key))
            self._fold(head_n)
            expected = self._shadow.view(self._scope, key.kind, key.key)
            if expected is None:
                return None
            if expected.n <= known_n:  # it was there before, and nothing has removed it since
                return _MISSING


def _compare(found: ViewRow, expected: ViewRow | None) -> str | None:
    if expected is None:
        return _NO_EVENT
    if found == expected:
        return None
    return _OTHER_BODY if found.body != expected.body else _OTHER_PLACE


class _Keep:
    """Write what a fold has changed."""

    def __init__(self, fold: Fold) -> None:
        self._fold = fold

    def __call__(self, session: WriteSession) -> None:
        dropped, views = self._fold.dropped_keys(), self._fold.changed_rows()
        session.write(Batch(dropped=dropped, views=views))


def _key(row: ViewRow) -> ViewKey:
    return ViewKey(row.kind, row.key)
