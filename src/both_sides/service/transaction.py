"""Run requests on one locked scope: look up, decide, seal, fold, and write everything at the end.

*This module does not* lock or commit; see `both_sides.service.ledger`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from hashlib import sha256

from both_sides.chain.canonical import canonicalise
from both_sides.chain.payload import encode_event, type_of
from both_sides.chain.seal import Head, next_link
from both_sides.domain.events import ClaimCreated, Event, Recorded
from both_sides.domain.ids import ScopeId
from both_sides.domain.places import RESERVED, is_in_place, reserved_scope
from both_sides.errors import (
    IdempotencyConflictError,
    ScopeReservedError,
    StaleHeadError,
    TamperedError,
)
from both_sides.service.decoded import DecodedViews
from both_sides.service.fold import Fold
from both_sides.service.requests import Receipt, Request, Seen, decode_receipt, encode_receipt
from both_sides.store.port import Batch, EventRow, StoredReceipt, ViewKey, WriteSession


class Transaction:
    """Run requests one after the other on one locked scope.

    Args:
        scope: Whose chain it is.
        session: Reads and writes under the lock.
        clock: Gives the time as UTC ISO text.
        known: Remembers view rows that were decoded, or None.
    """

    def __init__(
        self,
        scope: ScopeId,
        session: WriteSession,
        clock: Callable[[], str],
        known: DecodedViews | None,
    ) -> None:
        self._scope = scope
        self._session = session
        self._clock = clock
        self._fold = Fold(session.view, known)
        self._head = session.head
        self._rows: list[EventRow] = []
        self._receipts: dict[str, StoredReceipt] = {}

    def expect(self, keys: Iterable[ViewKey]) -> None:
        """Read view rows at once that will be asked for one by one."""
        self._fold.expect(keys, self._session.views)

    def run(self, request: Request) -> Receipt:
        """Run one request; what it refuses leaves no trace.

        Raises:
            RefusedError: A rule says no.
            StaleHeadError: Somebody appended after what the caller has seen.
            TamperedError: The view rows are not what the events say.
        """
        # 1. A request that was answered before gets the same answer.
        asked = {"actor": request.actor, "request": dict(request.members)}
        digest = sha256(canonicalise(asked)).hexdigest()
        replayed = self._earlier_answer(request, digest)
        if replayed is not None:
            return replayed
        # 2. The caller may insist on the head, or on the version of something, that it has seen.
        if request.expected is not None:
            self._require_head(request.expected)
        if request.seen is not None:
            self._require_version(request.seen)
        # 3. Decide, on the state under the lock, at a time that never runs backwards.
        at = max(self._clock(), self._head.at)
        decision = request.plan(self._fold, at)
        self._require_place(decision.events)
        # 4. Seal, before anything is changed: an event without canonical form is refused whole.
        head, rows = self._head, []
        for event in decision.events:
            body = encode_event(event, actor=request.actor, at=at)
            link = next_link(head, self._scope, body)
            head = Head(link.n, link.seal_hex, at)
            rows.append(EventRow(link, type_of(event), at))
        # 5. Fold, and remember the answer. That many new claims are new is asked at once.
        self.expect(
            ViewKey("claim", event.claim_id)
            for event in decision.events
            if isinstance(event, ClaimCreated)
        )
        for row, event in zip(rows, decision.events, strict=True):
            self._apply(Recorded(event, request.actor, at, row.link.n))
        self._rows.extend(rows)
        self._head = head
        receipt = Receipt(
            scope=self._scope,
            events=tuple((row.link.n, row.type, row.link.seal_hex) for row in rows),
            head_n=head.n,
            head_seal_hex=head.seal_hex,
            at=at,
            answer=dict(decision.answer),
        )
        if request.idempotency_key is not None:
            self._receipts[request.idempotency_key] = StoredReceipt(
                request.idempotency_key, digest, encode_receipt(receipt)
            )
        return receipt

    def _apply(self, recorded: Recorded) -> None:
        try:
            self._fold.apply(recorded)
        except LookupError as error:  # a decision is sound on what the events say: the views lie
            raise TamperedError(
                f"the view rows of {self._scope} are not what its events say: {error}",
                hint="stop, and run `both-sides replay`, which rebuilds the views and compares;"
                " nothing was written",
                scope=self._scope,
            ) from error

    def write(self) -> None:
        """Hand everything to the session, which writes it with the commit."""
        if self._rows or self._receipts:
            self._session.write(
                Batch(
                    events=self._rows,
                    dropped=self._fold.dropped_keys(),
                    views=self._fold.changed_rows(),
                    receipts=tuple(self._receipts.values()),
                )
            )

    def _earlier_answer(self, request: Request, digest: str) -> Receipt | None:
        key = request.idempotency_key
        if key is None:
            return None
        stored = self._receipts.get(key) or self._session.receipt(key)
        if stored is None:
            return None
        if stored.request_digest != digest:
            raise IdempotencyConflictError(
                f"the idempotency key {key!r} was used for another request",
                hint="send the first request again to get its receipt, or use a new key",
                key=key,
            )
        return replace(decode_receipt(stored.body), replayed=True)

    def _require_place(self, events: Sequence[Event]) -> None:
        """Keep what concerns the whole ledger in its own scopes, and everything else out."""
        for event in events:
            if not is_in_place(event, self._scope):
                kept = reserved_scope(event) or self._scope
                raise ScopeReservedError(
                    f"the scope {kept} is for {RESERVED[kept]} only",
                    hint="name another scope, for example --scope local",
                    scope=self._scope,
                )

    def _require_version(self, seen: Seen) -> None:
        """Require that nothing changed what the caller has seen; nobody else writes meanwhile."""
        n = max((self._fold.last_change(key.kind, key.key) for key in seen.keys), default=0)
        own = next((row.link.seal_hex for row in self._rows if row.link.n == n), None)
        seal_hex = own or self._session.seal_at(n)
        if seal_hex is not None and seal_hex != seen.seal_hex:
            raise StaleHeadError(
                f"it was changed by link {n} since the version that you have seen",
                hint="read it again, look at what changed, then send the request with its version",
                expected=seen.seal_hex,
                head_n=n,
                head_seal=seal_hex,
            )

    def _require_head(self, expected: Head) -> None:
        if (expected.n, expected.seal_hex) != (self._head.n, self._head.seal_hex):
            raise StaleHeadError(
                f"the chain of {self._scope} has moved on from link {expected.n} to {self._head.n}",
                hint="read what was added, then send the request with the new head",
                scope=self._scope,
                expected=expected.n,
                head_n=self._head.n,
                head_seal=self._head.seal_hex,
            )
