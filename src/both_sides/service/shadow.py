"""Fold the views of a scope anew from its links, in memory that stays flat however many there are.

What was folded is kept as view rows: a small scope's in memory, a large one's in a file that is
thrown away. Only the aggregates of the links read last are held as values. *This module does not*
check seals, and compares nothing; see `both_sides.service.view_comparison`.

    with Shadow(scope) as shadow:
        for row in store.read(scope):
            shadow.follow(row)
        rebuilt = shadow.views()
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from both_sides.chain.payload import decode_event
from both_sides.domain.ids import ScopeId
from both_sides.errors import StoreUnavailableError
from both_sides.service.fold import Fold
from both_sides.store.memory import MemoryStore
from both_sides.store.port import Batch, EventRow, LedgerStore, ViewRow, WriteSession

EVENTS_A_BATCH: Final = 1_000
# Of bodies; the values that are read from them take ten times as much.
BYTES_A_BATCH: Final = 1024 * 1024
MOST_BYTES_IN_MEMORY: Final = 4 * 1024 * 1024


class Shadow:
    """Hold the views that the links of a scope lead to.

    Args:
        scope: Whose links are followed.
        most_bytes_in_memory: How many bytes of links are followed before rows go to a file.
    """

    def __init__(self, scope: ScopeId, *, most_bytes_in_memory: int = MOST_BYTES_IN_MEMORY) -> None:
        self.scope = scope
        self.n = 0
        self._most_bytes_in_memory = most_bytes_in_memory
        self._kept: LedgerStore = MemoryStore()
        self._directory: tempfile.TemporaryDirectory[str] | None = None
        self._fold = self._new_fold()
        self._events = self._bytes = self._all_bytes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._kept.close()
        if self._directory is not None:
            self._directory.cleanup()

    def follow(self, row: EventRow) -> None:
        """Fold the next link in.

        Raises:
            UnsupportedSchemaError: A newer program wrote the event.
            InvalidInputError: It is no event, or none that follows.
            LookupError: It changes what is not there.
            StoreUnavailableError: There is no room for temporary files.
        """
        link = row.link
        self._fold.apply(decode_event(link.body, n=link.n, source=f"link {link.n}"))
        self.n = link.n
        self._events += 1
        self._bytes += len(link.body)
        if self._events >= EVENTS_A_BATCH or self._bytes >= BYTES_A_BATCH:
            self._keep()

    def view(self, kind: str, key: str) -> ViewRow | None:
        """Give one row as of the last link that was followed."""
        self._keep()
        return self._kept.view(self.scope, kind, key)

    def views(self) -> Iterator[ViewRow]:
        """Give all rows by ordinal, as of the last link that was followed."""
        self._keep()
        return self._kept.views(self.scope)

    def _new_fold(self) -> Fold:
        return Fold(lambda kind, key: self._kept.view(self.scope, kind, key))

    def _keep(self) -> None:
        """Turn what the fold holds into rows, and begin a new one."""
        if not self._events:
            return
        self._all_bytes += self._bytes
        if self._directory is None and self._all_bytes > self._most_bytes_in_memory:
            self._move_to_file()
        _keep_in(
            self._kept,
            self.scope,
            Batch(dropped=self._fold.dropped_keys(), views=self._fold.changed_rows()),
        )
        self._fold = self._new_fold()
        self._events = self._bytes = 0

    def _move_to_file(self) -> None:
        from both_sides.store.sqlite import SqliteStore

        rows = tuple(self._kept.views(self.scope))
        try:
            self._directory = tempfile.TemporaryDirectory(prefix="both-sides-")
        except OSError as error:
            raise StoreUnavailableError(
                f"there is no place for temporary files: {error.strerror}",
                hint="make room in /tmp, or name another directory in TMPDIR",
            ) from None
        self._kept = SqliteStore(Path(self._directory.name) / "shadow.db", is_scratch=True)
        _keep_in(self._kept, self.scope, Batch(views=rows))


def _keep_in(store: LedgerStore, scope: ScopeId, batch: Batch) -> None:
    def work(session: WriteSession) -> None:
        session.write(batch)

    store.write(scope, work)
