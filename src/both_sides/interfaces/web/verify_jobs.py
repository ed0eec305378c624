"""Start to verify a whole chain: it goes on after the answer, and says how far it is.

*This module does not* check anything; see `both_sides.service.replaying`.
"""

from collections.abc import Iterator
from typing import Any, Final

from both_sides.domain.ids import ScopeId
from both_sides.interfaces.http.seats import Seat
from both_sides.interfaces.wire.replays import scope_replay_members
from both_sides.service.jobs import Job
from both_sides.service.replaying import replay_scope
from both_sides.store.port import EventRow, LedgerStore

VERIFY: Final = "verify"
LINKS_A_REPORT: Final = 200


class _Counting:
    """Be a store that reports how many links were read of it."""

    def __init__(self, store: LedgerStore, job: Job, total: int) -> None:
        self._store = store
        self._job = job
        self._total = total

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a store has
        return getattr(self._store, name)

    def read(
        self, scope: ScopeId, *, after: int = 0, upto: int | None = None
    ) -> Iterator[EventRow]:
        """Read links, and say so now and then."""
        rows = self._store.read(scope, after=after, upto=upto)
        for count, row in enumerate(rows, start=after + 1):
            if count % LINKS_A_REPORT == 0:
                self._job.report({"links": count, "totalLinks": self._total})
            yield row
        self._job.check()


def start_verify(seat: Seat) -> Job:
    """Start to replay the chain of a scope, and to rebuild what is folded from it.

    Raises:
        BusyError: Too many jobs are waiting.
    """
    office, store = seat.office, seat.office.ledger.store

    def work(job: Job) -> dict[str, Any]:
        total = store.head(seat.scope).n
        job.report({"links": 0, "totalLinks": total})
        counting: Any = _Counting(store, job, total)
        found = replay_scope(counting, seat.scope)
        job.report({"links": found.chain.events, "totalLinks": max(total, found.chain.events)})
        return scope_replay_members(found, None)

    return office.jobs.start(
        seat.scope, VERIFY, work, actor=seat.caller.name, at=office.ledger.now()
    )
