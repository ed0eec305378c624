"""Hold what the jobs of one transaction want written to one scope, until it is written at once.

A job reads what the jobs before it want written, as if it were there. What a job wanted is taken
back where it fails, so one that fails stops none of the others, and needs no savepoint. A view that
a hundred jobs change is written once. *This module does not* read or write a database.
"""

from collections.abc import Sequence

from both_sides.store.port import Batch, EventRow, StoredReceipt, ViewKey, ViewRow


class PendingWrites:
    """Hold the batches of one scope, and what they come to together."""

    def __init__(self) -> None:
        self._batches: list[Batch] = []
        self._views: dict[tuple[str, str], ViewRow | None] = {}
        self._receipts: dict[str, StoredReceipt] = {}
        self.events: list[EventRow] = []
        self.dropped: dict[ViewKey, None] = {}

    def __len__(self) -> int:
        """Tell how many batches there are: what `take_back` takes."""
        return len(self._batches)

    def add(self, batch: Batch) -> None:
        """Take in a batch: what it drops goes first, as when it is written."""
        self._batches.append(batch)
        self.events.extend(batch.events)
        for key in batch.dropped:
            self.dropped[key] = None
            self._views[key.kind, key.key] = None
        for row in batch.views:
            self._views[row.kind, row.key] = row
        for receipt in batch.receipts:
            self._receipts[receipt.key] = receipt

    def take_back(self, count: int) -> None:
        """Forget all batches but the first so many."""
        if count == len(self._batches):
            return
        kept = self._batches[:count]
        self.__init__()  # type: ignore[misc] # everything follows from the batches
        for batch in kept:
            self.add(batch)

    def knows_view(self, kind: str, key: str) -> bool:
        """Tell whether a view row is to be written or dropped."""
        return (kind, key) in self._views

    def view(self, kind: str, key: str) -> ViewRow | None:
        """Give a view row that is to be written; None for one that is to be dropped."""
        return self._views[kind, key]

    def receipt(self, key: str) -> StoredReceipt | None:
        """Give an answer that is to be kept, or None."""
        return self._receipts.get(key)

    @property
    def views(self) -> Sequence[ViewRow]:
        """The view rows that are to be written, each once."""
        return [row for row in self._views.values() if row is not None]

    @property
    def receipts(self) -> Sequence[StoredReceipt]:
        """The answers that are to be kept."""
        return list(self._receipts.values())
