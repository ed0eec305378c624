"""Fill a ledger with many events, sealed and linked, as fast as its store takes them."""

from both_sides.chain.payload import encode_event, type_of
from both_sides.chain.seal import Head, next_link
from both_sides.domain.events import ClaimCreated
from both_sides.domain.ids import ClaimId, ScopeId
from both_sides.store.port import Batch, EventRow, LedgerStore, WriteSession

AT = "2026-10-03T00:00:00.000Z"
EVENTS_A_WRITE = 2_000


def fill(
    store: LedgerStore,
    count: int,
    *,
    scopes: int = 1,
    at_once: int = EVENTS_A_WRITE,
    statement: str = "Statement number",
) -> None:
    """Append links of events that nothing has decided, without views.

    Args:
        store: The ledger.
        count: How many events.
        scopes: Over how many scopes they are spread, a write at a time.
        at_once: How many events a write has.
        statement: What every event says, before its number.
    """
    for start in range(0, count, at_once):
        numbers = range(start, min(start + at_once, count))
        scope = ScopeId(f"bulk/{start // at_once % scopes}")
        store.write(scope, _Links(scope, numbers, statement))


class _Links:
    """Seal events and write their links."""

    def __init__(self, scope: ScopeId, numbers: range, statement: str) -> None:
        self._scope = scope
        self._numbers = numbers
        self._statement = statement

    def __call__(self, session: WriteSession) -> None:
        head, rows = session.head, []
        for number in self._numbers:
            event = ClaimCreated(ClaimId(f"CLM-{number:08}"), f"{self._statement} {number}.")
            link = next_link(head, self._scope, encode_event(event, actor="ada", at=AT))
            head = Head(link.n, link.seal_hex, AT)
            rows.append(EventRow(link, type_of(event), AT))
        session.write(Batch(events=rows))
