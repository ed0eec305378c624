"""Record what happened: lock, decide, seal, append, and answer with a receipt.

    validate → lock the scope → idempotency look-up → expected head and versions → decide → seal
    → write → commit

A refusal leaves no trace; a receipt means that the event survives a crash. *This module does not*
know what is decided: the plan of a request is a pure function of the state.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from both_sides.chain.seal import Head
from both_sides.domain.ids import ScopeId
from both_sides.domain.state import A, State
from both_sides.domain.wording import require_name
from both_sides.errors import InvalidInputError, LedgerError, RefusedError, StaleHeadError
from both_sides.service.decoded import DecodedViews
from both_sides.service.fold import NAME_OF_KIND, Fold, decode_view
from both_sides.service.requests import Receipt, Request, require_key
from both_sides.service.transaction import Transaction
from both_sides.store.port import LedgerStore, ViewKey, WriteSession


class Ledger:
    """Record requests in a store, one chain a scope.

    Args:
        store: Where links are kept.
        clock: Gives the time as UTC ISO text; read once a request, under the lock.
        known: Remembers view rows that were decoded; worth its memory where a process lives long.
        settle: Waits, after a commit, for what receipts are to wait for, and gives the checkpoint
            that covers everything committed; or None where a commit is enough.
    """

    def __init__(
        self,
        store: LedgerStore,
        clock: Callable[[], str],
        *,
        known: DecodedViews | None = None,
        settle: Callable[[], str | None] | None = None,
    ) -> None:
        self.store = store
        self._clock = clock
        self._known = known
        self._settle = settle
        # A store that knows its heads without waiting says so by having this.
        self._peek: Callable[[ScopeId], Head | None] | None = getattr(store, "peek_head", None)

    def record(self, scope: ScopeId, request: Request) -> Receipt:
        """Record one request.

        Raises:
            RefusedError: A rule says no.
            StaleHeadError: Somebody appended after `request.expected`.
            StoreUnavailableError: It could not be kept.
        """
        (outcome,) = self.record_all(scope, [request])
        if isinstance(outcome, LedgerError):
            raise outcome
        return outcome

    def record_all(
        self, scope: ScopeId, requests: Sequence[Request]
    ) -> list[Receipt | LedgerError]:
        """Record several requests in one transaction; a refused one stops none of the others.

        Returns:
            A receipt or the refusal for each request, in their order.

        Raises:
            TamperedError: A view row that was read is not what was written; nothing was kept.
            StoreUnavailableError: Nothing could be kept.
        """
        for request in requests:
            require_name(request.actor)
            require_key(request.idempotency_key)
        outcomes = self.store.write(scope, lambda session: self._run(scope, session, requests))
        return outcomes if self._settle is None else self._settled(outcomes, self._settle)

    def _settled(
        self, outcomes: list[Receipt | LedgerError], settle: Callable[[], str | None]
    ) -> list[Receipt | LedgerError]:
        """Let receipts of events wait, and give them the checkpoint that covers them."""
        if not any(isinstance(outcome, Receipt) and outcome.events for outcome in outcomes):
            return outcomes
        checkpoint = settle()
        return [
            replace(outcome, checkpoint=checkpoint)
            if isinstance(outcome, Receipt) and outcome.events
            else outcome
            for outcome in outcomes
        ]

    def head(self, scope: ScopeId) -> Head:
        """Read the end of a chain."""
        return self.peek_head(scope) or self.store.head(scope)

    def peek_head(self, scope: ScopeId) -> Head | None:
        """Read the end of a chain where that takes no waiting, or answer None."""
        return None if self._peek is None else self._peek(scope)

    def now(self) -> str:
        """Read the clock."""
        return self._clock()

    def get(self, scope: ScopeId, kind: type[A], key: str) -> A | None:
        """Read one aggregate, or answer None."""
        row = self.store.view(scope, NAME_OF_KIND[kind], key)
        return None if row is None else decode_view(row, self._known)  # type: ignore[return-value] # as asked

    def all(self, scope: ScopeId, kind: type[A], *, after: int = -1) -> Iterator[tuple[int, A]]:
        """Read the aggregates of one kind in the order of their creation, with their ordinals."""
        for row in self.store.views(scope, NAME_OF_KIND[kind], after=after):
            yield row.ordinal, decode_view(row, self._known)  # type: ignore[misc] # as asked

    def state(self, scope: ScopeId) -> State:
        """Give the scope's state for reading."""
        return Fold(lambda kind, key: self.store.view(scope, kind, key), self._known)

    def version(self, scope: ScopeId, keys: Iterable[ViewKey]) -> str | None:
        """Give the seal of the last link that changed one of some view rows; None for none."""
        rows = (self.store.view(scope, key.kind, key.key) for key in keys)
        n = max((row.n for row in rows if row is not None), default=0)
        row = next(self.store.read(scope, after=n - 1, upto=n), None) if n > 0 else None
        return None if row is None else row.link.seal_hex

    def _run(
        self, scope: ScopeId, session: WriteSession, requests: Sequence[Request]
    ) -> list[Receipt | LedgerError]:
        transaction = Transaction(scope, session, self._clock, self._known)
        transaction.expect(key for request in requests for key in request.reads)
        outcomes: list[Receipt | LedgerError] = []
        for request in requests:
            try:
                outcomes.append(transaction.run(request))
            except (InvalidInputError, RefusedError, StaleHeadError) as error:
                outcomes.append(error)  # what else goes wrong stops all: nothing is built on it
        transaction.write()
        return outcomes
