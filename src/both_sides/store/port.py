"""Say what a store must do: the comment of `LedgerStore` is the contract.

`tests/contract` holds every store to it. A store keeps bytes; *it does not* seal, decide or read
the clock.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from both_sides.chain.seal import Head, Link
from both_sides.domain.ids import ScopeId
from both_sides.store.tree_port import TreeStore

T = TypeVar("T")


def has_words(text: str | None, words: Sequence[str]) -> bool:
    """Tell whether a text has every word in it: what `LedgerStore.search` means by finding."""
    folded = (text or "").casefold()
    return all(word.casefold() in folded for word in words)


@dataclass(frozen=True, slots=True)
class EventRow:
    """Hold a link with the two columns that lists filter by.

    Args:
        link: The link.
        type: The event's type as sealed in the body, for example ``ruling.created``.
        at: The event's time as sealed in the body.
    """

    link: Link
    type: str
    at: str


@dataclass(frozen=True, slots=True)
class ViewRow:
    """Hold one aggregate of a scope as it is after link `n`.

    Args:
        kind: Which kind of aggregate, for example ``ruling``.
        key: Names it among its kind.
        ordinal: Its place in lists: later ones were created later; kept when a row is replaced.
        n: The last link that changed it.
        body: Its canonical JSON.
        digest: SHA-256 of the body, hexadecimal.
        text: What it is found by, or None where nobody searches for it.
    """

    kind: str
    key: str
    ordinal: int
    n: int
    body: bytes
    digest: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ViewKey:
    """Name a view row."""

    kind: str
    key: str


@dataclass(frozen=True, slots=True)
class StoredReceipt:
    """Hold the answer to a request that came with an idempotency key.

    Args:
        key: The key; unique in its scope for ever.
        request_digest: Tells an equal request from another one.
        body: The answer that was given, canonical JSON.
    """

    key: str
    request_digest: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Batch:
    """Hold everything that one transaction writes.

    Args:
        events: Links that follow the head, in order.
        dropped: Rows to remove, before the next are written.
        views: Rows to insert or replace; a row that is replaced keeps its ordinal.
        receipts: Answers to keep.
    """

    events: Sequence[EventRow] = ()
    dropped: Sequence[ViewKey] = ()
    views: Sequence[ViewRow] = ()
    receipts: Sequence[StoredReceipt] = ()


class WriteSession(Protocol):
    """Give what a writer sees while it holds the lock of one scope."""

    @property
    def head(self) -> Head:
        """The end of the chain; nobody else moves it during the session."""
        ...

    def view(self, kind: str, key: str) -> ViewRow | None:
        """Read one view row."""
        ...

    def views(self, keys: Sequence[ViewKey]) -> Sequence[ViewRow]:
        """Read many view rows at once; those that are not there are left out."""
        ...

    def receipt(self, key: str) -> StoredReceipt | None:
        """Read the answer that was given under an idempotency key."""
        ...

    def seal_at(self, n: int) -> str | None:
        """Read the seal of a link of the scope, or answer None where there is no such link."""
        ...

    def write(self, batch: Batch) -> None:
        """Write a batch; it is kept when the session's work returns, with all or nothing."""
        ...


class WriteWatcher(Protocol):
    """Be told of what happens to a store."""

    def before_write(self) -> None:
        """Hear of a write that is about to begin; what this raises, the write raises."""
        ...

    def after_write(self, events: int) -> None:
        """Hear of a write that was committed, and how many events it appended."""
        ...

    def before_close(self) -> None:
        """Hear that the store is about to be closed."""
        ...


class Unwatched:
    """Watch nothing."""

    def before_write(self) -> None:
        """Let every write through."""

    def after_write(self, events: int) -> None:
        """Do nothing."""

    def before_close(self) -> None:
        """Do nothing."""


class LedgerStore(Protocol):
    """Keep one append-only chain of links per scope, and the views folded from it.

    When `write` returns, the batch survives a crash; when it raises, nothing of it is kept. Calls
    for one scope are serialisable across threads and processes; different scopes need no order.
    No link is ever updated or removed. Reads see every write that returned before they began, and
    hold no lock between two rows, so a slow reader never stops a writer. While the ledger is closed
    (see `TreeStore.close_appends`), a write that appends raises LedgerClosedError.
    """

    @property
    def address(self) -> str:
        """What other processes open it by, as --ledger takes it; empty where none can."""
        ...

    @property
    def tree(self) -> TreeStore:
        """The order of all events, the tree over them, and what was signed."""
        ...

    def write(self, scope: ScopeId, work: Callable[[WriteSession], T]) -> T:
        """Lock a scope, run `work`, and commit what it wrote.

        Raises:
            StoreUnavailableError: The lock or the disk could not be had; nothing was kept.
        """
        ...

    def watch(self, watcher: WriteWatcher) -> None:
        """Tell this of every write from now on, and of the end."""
        ...

    def head(self, scope: ScopeId) -> Head:
        """Read the end of a chain; that of an unknown scope is the genesis."""
        ...

    def read(
        self, scope: ScopeId, *, after: int = 0, upto: int | None = None
    ) -> Iterator[EventRow]:
        """Read the links of a scope after place `after`, up to and with `upto`, in order."""
        ...

    def view(self, scope: ScopeId, kind: str, key: str) -> ViewRow | None:
        """Read one view row."""
        ...

    def views(
        self, scope: ScopeId, kind: str | None = None, *, after: int | None = None
    ) -> Iterator[ViewRow]:
        """Read the view rows of one kind (or all), by ordinal; only those above `after`."""
        ...

    def search(
        self, scope: ScopeId, kind: str, words: Sequence[str], *, after: int = -1
    ) -> Iterator[ViewRow]:
        """Find the view rows of one kind whose text has every word in it, by ordinal.

        A word is found inside other words too, in either case.
        """
        ...

    def scopes(self) -> tuple[ScopeId, ...]:
        """List the scopes that have a link, by name."""
        ...

    def heads(self) -> Iterator[tuple[ScopeId, Head]]:
        """Read the ends of all chains, by the name of their scopes, in pages."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...
