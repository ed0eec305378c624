"""Say what is asked of a ledger and what it answers: requests, decisions, receipts.

*This module does not* record anything; see `both_sides.service.ledger`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from both_sides.chain.canonical import canonicalise
from both_sides.chain.seal import Head
from both_sides.domain.events import Event
from both_sides.domain.ids import ScopeId
from both_sides.domain.state import State
from both_sides.errors import InvalidInputError
from both_sides.store.port import ViewKey

LONGEST_KEY: Final = 200
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


def require_key(key: str | None) -> None:
    """Accept an idempotency key, or None.

    Raises:
        InvalidInputError: It is empty, too long or not printable.
    """
    if key is not None and (not 0 < len(key) <= LONGEST_KEY or not key.isprintable()):
        raise InvalidInputError(
            "the idempotency key is empty, too long or not printable",
            hint=f"use 1 to {LONGEST_KEY} printable characters, for example a UUID",
            field="idempotency_key",
        )


def encode_receipt(receipt: Receipt) -> bytes:
    """Write a receipt as it is kept for a request that comes again."""
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


def decode_receipt(body: bytes) -> Receipt:
    """Read a receipt that was kept."""
    members = orjson.loads(body)
    return Receipt(
        scope=ScopeId(members["scope"]),
        events=tuple((n, kind, seal) for n, kind, seal in members["events"]),
        head_n=members["headN"],
        head_seal_hex=members["headSeal"],
        at=members["at"],
        answer=members["answer"],
    )
