"""Keep a ledger in memory: for tests, for a look at a file, and as the shadow of a rebuild.

It can be told to fail before or after it keeps a batch, as a disk does. *It does not* survive the
process.
"""

import threading
from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from both_sides.chain.seal import Head, genesis_seal
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerClosedError, StoreUnavailableError
from both_sides.store.memory_tree import MemoryTree
from both_sides.store.port import (
    Batch,
    EventRow,
    StoredReceipt,
    Unwatched,
    ViewKey,
    ViewRow,
    WriteSession,
    WriteWatcher,
    has_words,
)

T = TypeVar("T")


@dataclass
class _Scope:
    head: Head
    events: list[EventRow] = field(default_factory=list)
    views: dict[tuple[str, str], ViewRow] = field(default_factory=dict)
    receipts: dict[str, StoredReceipt] = field(default_factory=dict)


class MemoryStore:
    """Keep links and views in dictionaries.

    Args:
        fail_before: Raise on the next write before anything is kept.
        fail_after: Raise on the next write after everything is kept, as when an answer is lost.
    """

    def __init__(self, *, fail_before: bool = False, fail_after: bool = False) -> None:
        self.fail_before = fail_before
        self.fail_after = fail_after
        self.address = ""
        self.tree = MemoryTree()
        self._watcher: WriteWatcher = Unwatched()
        self._scopes: dict[ScopeId, _Scope] = {}
        self._lock = threading.RLock()

    def write(self, scope: ScopeId, work: Callable[[WriteSession], T]) -> T:
        """Lock the store, run `work`, and keep what it wrote."""
        self._watcher.before_write()
        with self._lock:
            kept = self._scopes.get(scope) or _Scope(Head(0, genesis_seal(scope)))
            session = _Session(kept)
            answer = work(session)
            if self.fail_before:
                self.fail_before = False
                raise _failure("before")
            closure = self.tree.closure()
            if session.events and closure is not None:
                raise LedgerClosedError(
                    f"the ledger is closed for appends: {closure.reason}",
                    hint="`both-sides recover` opens it again",
                    reason=closure.reason,
                )
            session.keep()
            self.tree.place(scope, session.events)
            self._scopes[scope] = kept
            if self.fail_after:
                self.fail_after = False
                raise _failure("after")
        self._watcher.after_write(len(session.events))
        return answer

    def watch(self, watcher: WriteWatcher) -> None:
        """Tell this of every write from now on, and of the end."""
        self._watcher = watcher

    def head(self, scope: ScopeId) -> Head:
        """Read the end of a chain."""
        kept = self._scopes.get(scope)
        return Head(0, genesis_seal(scope)) if kept is None else kept.head

    def peek_head(self, scope: ScopeId) -> Head | None:
        """Read the end of a chain; memory never waits."""
        return self.head(scope)

    def read(
        self, scope: ScopeId, *, after: int = 0, upto: int | None = None
    ) -> Iterator[EventRow]:
        """Read links in order."""
        kept = self._scopes.get(scope)
        yield from [] if kept is None else kept.events[after:upto]

    def view(self, scope: ScopeId, kind: str, key: str) -> ViewRow | None:
        """Read one view row."""
        kept = self._scopes.get(scope)
        return None if kept is None else kept.views.get((kind, key))

    def views(
        self, scope: ScopeId, kind: str | None = None, *, after: int | None = None
    ) -> Iterator[ViewRow]:
        """Read view rows by ordinal."""
        kept = self._scopes.get(scope)
        rows: list[ViewRow] = []
        for row in () if kept is None else tuple(kept.views.values()):
            if (after is None or row.ordinal > after) and kind in {None, row.kind}:
                insort(rows, row, key=lambda row: row.ordinal)
        yield from rows

    def search(
        self, scope: ScopeId, kind: str, words: Sequence[str], *, after: int = -1
    ) -> Iterator[ViewRow]:
        """Find view rows by their text."""
        rows = self.views(scope, kind, after=after)
        return (row for row in rows if has_words(row.text, words))

    def scopes(self) -> tuple[ScopeId, ...]:
        """List the scopes that have a link."""
        return tuple(sorted(scope for scope, kept in self._scopes.items() if kept.events))

    def heads(self) -> Iterator[tuple[ScopeId, Head]]:
        """Read the ends of all chains."""
        for scope in self.scopes():
            yield scope, self._scopes[scope].head

    def close(self) -> None:
        """Tell the watcher; memory needs no closing."""
        self._watcher.before_close()


class _Session:
    """Collect what a writer writes, and keep it only when its work has returned."""

    def __init__(self, kept: _Scope) -> None:
        self._kept = kept
        self._batches: list[Batch] = []
        self._head = kept.head

    @property
    def head(self) -> Head:
        return self._head

    @property
    def events(self) -> list[EventRow]:
        return [row for batch in self._batches for row in batch.events]

    def view(self, kind: str, key: str) -> ViewRow | None:
        for batch in reversed(self._batches):
            for row in batch.views:
                if (row.kind, row.key) == (kind, key):
                    return row
            if any((gone.kind, gone.key) == (kind, key) for gone in batch.dropped):
                return None
        return self._kept.views.get((kind, key))

    def views(self, keys: Sequence[ViewKey]) -> list[ViewRow]:
        rows = (self.view(key.kind, key.key) for key in keys)
        return [row for row in rows if row is not None]

    def receipt(self, key: str) -> StoredReceipt | None:
        for batch in self._batches:
            for receipt in batch.receipts:
                if receipt.key == key:
                    return receipt
        return self._kept.receipts.get(key)

    def seal_at(self, n: int) -> str | None:
        rows = (*self._kept.events, *self.events)
        return rows[n - 1].link.seal_hex if 0 < n <= len(rows) else None

    def write(self, batch: Batch) -> None:
        for row in batch.events:
            if (row.link.n, row.link.previous_hex) != (self._head.n + 1, self._head.seal_hex):
                raise StoreUnavailableError(
                    f"link {row.link.n} does not follow link {self._head.n}",
                    hint="read the head again and seal after it",
                    n=row.link.n,
                )
            self._head = Head(row.link.n, row.link.seal_hex, row.at)
        self._batches.append(batch)

    def keep(self) -> None:
        for batch in self._batches:
            self._kept.events.extend(batch.events)
            for gone in batch.dropped:
                self._kept.views.pop((gone.kind, gone.key), None)
            for row in batch.views:
                before = self._kept.views.get((row.kind, row.key))
                kept = row if before is None else replace(row, ordinal=before.ordinal)
                self._kept.views[row.kind, row.key] = kept
            self._kept.receipts.update((receipt.key, receipt) for receipt in batch.receipts)
        self._kept.head = self._head


def _failure(when: str) -> StoreUnavailableError:
    return StoreUnavailableError(
        f"the store failed {when} it kept the batch",
        hint="try again with the same idempotency key",
        when=when,
    )
