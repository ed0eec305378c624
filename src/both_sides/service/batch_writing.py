"""Record many requests in batches, as long as nobody else appends in between.

Whoever has read a scope and worked out what to record wants it recorded on exactly that state. So
each batch begins with a gate that insists on the head that was read; where somebody appended, the
gate stays closed, nothing of the batch is recorded, and the caller reads again. *This module does
not* know what is recorded.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Generic, TypeVar

from both_sides.chain.seal import Head
from both_sides.domain.ids import ScopeId
from both_sides.domain.state import State
from both_sides.errors import LedgerError, StaleHeadError
from both_sides.service.ledger import Ledger
from both_sides.service.requests import Decision, Plan, Receipt, Request
from both_sides.store.port import ViewKey

REQUESTS_A_BATCH: Final = 2_000

T = TypeVar("T")
Outcome = Receipt | LedgerError


@dataclass(frozen=True, slots=True)
class Planned(Generic[T]):
    """Hold a plan.

    Args:
        about: What the caller knows it by.
        plan: What is to be recorded.
        reads: View rows that it will ask for, read at once for a whole batch; it may be empty.
    """

    about: T
    plan: Plan
    reads: Sequence[ViewKey] = ()


class BatchWriter:
    """Record plans on one scope, batch after batch, from the head that was read.

    Args:
        ledger: Where they are recorded.
        scope: Whose chain.
        actor: Who asks.
        head: The head that the plans were worked out on.
    """

    def __init__(self, ledger: Ledger, scope: ScopeId, actor: str, head: Head) -> None:
        self._ledger = ledger
        self._scope = scope
        self._actor = actor
        self._head = head
        self._is_open = False

    def record(self, plans: Iterable[Planned[T]]) -> Iterator[tuple[T, Outcome]]:
        """Record plans in their order, many a transaction.

        Args:
            plans: What is to be recorded.

        Yields:
            What each plan was about, and the receipt or the refusal.

        Raises:
            StaleHeadError: Somebody appended; of this batch and the next nothing was recorded.
            StoreUnavailableError: Nothing of this batch could be kept.
        """
        remaining = iter(plans)
        while batch := list(islice(remaining, REQUESTS_A_BATCH)):
            for planned, outcome in zip(batch, self._record_batch(batch), strict=True):
                yield planned.about, outcome

    def _record_batch(self, batch: Iterable[Planned[T]]) -> list[Outcome]:
        self._is_open = False
        requests = [Request(self._open_gate, self._actor, expected=self._head)]
        requests.extend(
            Request(self._behind_gate(planned.plan), self._actor, reads=planned.reads)
            for planned in batch
        )
        gate, *outcomes = self._ledger.record_all(self._scope, requests)
        if isinstance(gate, LedgerError):
            raise gate
        last = next(each for each in reversed([gate, *outcomes]) if isinstance(each, Receipt))
        self._head = Head(last.head_n, last.head_seal_hex, last.at)
        return outcomes

    def _open_gate(self, _state: State, _at: str) -> Decision:
        self._is_open = True
        return Decision(())

    def _behind_gate(self, plan: Plan) -> Plan:
        def guarded(state: State, at: str) -> Decision:
            if not self._is_open:
                raise StaleHeadError(
                    f"the chain of {self._scope} has moved on",
                    hint="read what was added, then try again",
                    scope=self._scope,
                )
            return plan(state, at)

        return guarded
