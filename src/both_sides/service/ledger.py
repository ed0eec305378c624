"""Record what happened: lock, decide, seal, append, and answer with a receipt.

    validate → lock the scope → idempotency look-up → expected head and versions → decide → seal
    → write → commit

A refusal leaves no trace; a receipt means that the event survives a crash. *This module does not*
know what is decided: the plan of a request is a pure function of the state.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import orjson

from both_sides.chain.canonical import canonicalise
from both_sides.chain.payload import encode_event, type_of
from both_sides.chain.seal import Head, next_link
from both_sides.domain.events import ClaimCreated, Event, Recorded
from both_sides.domain.ids import ScopeId
from both_sides.domain.places import RESERVED, is_in_place, reserved_scope
from both_sides.domain.state import A, State
from both_sides.domain.wording import require_name
from both_sides.errors import (
    IdempotencyConflictError,
    InvalidInputError,
    LedgerError,
    RefusedError,
    ScopeReservedError,
    StaleHeadError,
    TamperedError,
)
from both_sides.service.decoded import DecodedViews
from both_sides.service.fold import NAME_OF_KIND, Fold, decode_view
from both_sides.store.port import (
    Batch,
    EventRow,
    LedgerStore,
    StoredReceipt,
    ViewKey,
    WriteSession,
)

LONGEST_KEY = 200
Members = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold what a plan answers.

    Args:
        events: What is to be recorded; none where nothing changes.
        answer: Members that the caller wants back, for example the new ruling's id.
    """

    events: Sequence[Event]
    answer: Members = field(default_factory=dict)


Plan = Callable[[State, str], Decision]


@dataclass(frozen=True, slots=True)
class Seen:
    """Say which version of something a caller has seen.

    Args:
        keys: The view rows that it is made of.
        seal_hex: The seal of the last link that had changed one of them.
    """

    keys: tuple[ViewKey, ...]
    seal_hex: str


@dataclass(frozen=True, slots=True)
class Request:
    """Hold one request to record something.

    Args:
        plan: Decides, from the state under the lock and the time of the event.
        actor: Who asks.
        members: The request as it was asked; equal requests have equal members and the same
            actor.
        idempotency_key: Makes the request happen once however often it is sent; or None.
        expected: The head that the caller has seen; the request is refused where it moved. Or
            None.
        seen: The version of something that the caller has seen; the request is refused where it
            changed since. Or None.
        reads: View rows that the plan will ask for, so that a batch of requests reads them at
            once; it may be empty.
    """

    plan: Plan
    actor: str
    members: Members = field(default_factory=dict)
    idempotency_key: str | None = None
    expected: Head | None = None
    seen: Seen | None = None
    reads: Sequence[ViewKey] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """Hold the answer to a request that was recorded.

    Args:
        scope: Whose chain it went to.
        events: The links it became, as (place, type, seal); none where nothing changed.
        head_n: The end of the chain afterwards.
        head_seal_hex: Its seal.
        at: The time of the events, UTC.
        answer: What the plan answered.
        replayed: Whether this is the answer to an earlier sending of the same request.
        checkpoint: The signed checkpoint that covers the events, where the ledger waits for one.
    """

    scope: ScopeId
    events: tuple[tuple[int, str, str], ...]
    head_n: int
    head_seal_hex: str
    at: str
    answer: Members
    replayed: bool = False
    checkpoint: str | None = None


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
            _require_key(request.idempotency_key)
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
        transaction = _Transaction(scope, session, self._clock, self._known)
        transaction.expect(key for request in requests for key in request.reads)
        outcomes: list[Receipt | LedgerError] = []
        for request in requests:
            try:
                outcomes.append(transaction.run(request))
            except (InvalidInputError, RefusedError, StaleHeadError) as error:
                outcomes.append(error)  # what else goes wrong stops all: nothing is built on it
        transaction.write()
        return outcomes


class _Transaction:
    """Run requests one after the other on one locked scope, and write everything at the end."""

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
        self._fold.expect(keys, self._session.views)

    def run(self, request: Request) -> Receipt:
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
                request.idempotency_key, digest, _encode_receipt(receipt)
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
        return replace(_decode_receipt(stored.body), replayed=True)

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


def _require_key(key: str | None) -> None:
    if key is not None and (not 0 < len(key) <= LONGEST_KEY or not key.isprintable()):
        raise InvalidInputError(
            "the idempotency key is empty, too long or not printable",
            hint=f"use 1 to {LONGEST_KEY} printable characters, for example a UUID",
            field="idempotency_key",
        )


def _encode_receipt(receipt: Receipt) -> bytes:
    return canonicalise(
        {
            "scope": receipt.scope,
            "events": [list(event) for event in receipt.events],
            "headN": receipt.head_n,
            "headSeal": receipt.head_seal_hex,
            "at": receipt.at,
            "answer": dict(receipt.answer),
        }
    )


def _decode_receipt(body: bytes) -> Receipt:
    members = orjson.loads(body)
    return Receipt(
        scope=ScopeId(members["scope"]),
        events=tuple((n, kind, seal) for n, kind, seal in members["events"]),
        head_n=members["headN"],
        head_seal_hex=members["headSeal"],
        at=members["at"],
        answer=members["answer"],
    )
