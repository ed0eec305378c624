"""Write events as the documents that are sealed, and read them back, of every version.

    {"v": 1, "type": "ruling.created", "at": "2026-10-03T09:30:00.000Z", "actor": "ada",
     "payload": {…}}

Old events are never rewritten. When the members of an event change, its version goes up and
`UPGRADES` gets a function that lifts the payload of the version before; readers go up step by
step. *This module does not* seal; see `both_sides.chain.seal`.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import orjson

from both_sides.chain.canonical import canonicalise
from both_sides.chain.members import from_members, to_members
from both_sides.domain.events import (
    ClaimCreated,
    ClaimReactivated,
    ClaimRetired,
    ClaimUpdated,
    EntityImported,
    Event,
    EvidenceAdded,
    EvidenceWithdrawn,
    KeyIntroduced,
    KeyRetired,
    LedgerRecovered,
    PolicyChanged,
    Recorded,
    RulingCreated,
    RulingRetired,
    RulingSuperseded,
    RulingUpdated,
    RunSealed,
    SessionClosed,
    SessionOpened,
    ShareCreated,
    ShareRevoked,
    TokenCreated,
    TokenRevoked,
    VerdictRecorded,
)
from both_sides.errors import MalformedDocumentError, UnsupportedSchemaError

EVENT_TYPES: Final[dict[str, tuple[type[Event], int]]] = {
    "entity.imported": (EntityImported, 1),
    "ruling.created": (RulingCreated, 1),
    "ruling.updated": (RulingUpdated, 1),
    "ruling.superseded": (RulingSuperseded, 1),
    "ruling.retired": (RulingRetired, 1),
    "claim.created": (ClaimCreated, 1),
    "claim.updated": (ClaimUpdated, 1),
    "claim.retired": (ClaimRetired, 1),
    "claim.reactivated": (ClaimReactivated, 1),
    "evidence.added": (EvidenceAdded, 1),
    "evidence.withdrawn": (EvidenceWithdrawn, 1),
    "verdict.recorded": (VerdictRecorded, 1),
    "policy.changed": (PolicyChanged, 1),
    "key.introduced": (KeyIntroduced, 1),
    "key.retired": (KeyRetired, 1),
    "ledger.recovered": (LedgerRecovered, 1),
    "run.sealed": (RunSealed, 1),
    "token.created": (TokenCreated, 1),
    "token.revoked": (TokenRevoked, 1),
    "session.opened": (SessionOpened, 1),
    "session.closed": (SessionClosed, 1),
    "share.created": (ShareCreated, 1),
    "share.revoked": (ShareRevoked, 1),
}
UPGRADES: Final[dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]] = {}

_TYPE_OF: Final = {kind: (name, version) for name, (kind, version) in EVENT_TYPES.items()}


def type_of(event: Event) -> str:
    """Give the name under which an event is sealed, for example ``ruling.created``."""
    return _TYPE_OF[type(event)][0]


def encode_event(event: Event, *, actor: str, at: str) -> bytes:
    """Write an event as the canonical document that is sealed.

    Args:
        event: What happened.
        actor: Who did it.
        at: When, UTC as ISO text.

    Raises:
        NotCanonicalError: A text in it has half of a surrogate pair.

    *Source:* spec/ledger.md, 2 ("Every event has `v`, its type, `at`, the actor, its payload").
    """
    name, version = _TYPE_OF[type(event)]
    document = {
        "v": version,
        "type": name,
        "at": at,
        "actor": actor,
        "payload": to_members(event),
    }
    return canonicalise(document, refuse_index_keys=True)


def decode_event(body: bytes, *, n: int, source: str) -> Recorded:
    """Read a sealed document.

    Args:
        body: What was sealed.
        n: Its place in the chain.
        source: What to call it in an error.

    Raises:
        MalformedDocumentError: It is no event.
        UnsupportedSchemaError: A newer program wrote it.
    """
    return event_of(decode_envelope(body, source=source), n=n, source=source)


def event_of(envelope: dict[str, Any], *, n: int, source: str) -> Recorded:
    """Read the event in an envelope that `decode_envelope` or `require_envelope` has accepted.

    Raises:
        MalformedDocumentError: Its payload is no such event.
        UnsupportedSchemaError: A newer program wrote it.
    """
    name, version, payload = envelope["type"], envelope["v"], envelope["payload"]
    known = EVENT_TYPES.get(name)
    if known is None or version > known[1]:
        raise UnsupportedSchemaError(
            f"{source} is a {name} of version {version}, which this program does not know",
            hint="upgrade both-sides; the seals can be replayed all the same",
            type=name,
            version=version,
        )
    while version < known[1]:
        payload = UPGRADES[name, version](payload)
        version += 1
    event = from_members(known[0], payload, source=source)
    return Recorded(event, envelope["actor"], envelope["at"], n)


@lru_cache(256)  # also of types and versions that nobody has heard of
def newest_kind(name: str, version: int) -> type[Event] | None:
    """Give the class of an event whose payload needs no lifting; None for any other."""
    kind, newest = EVENT_TYPES.get(name, (None, 0))
    return kind if version == newest else None


def decode_envelope(body: bytes, *, source: str) -> dict[str, Any]:
    """Read the five members that every event has, leaving the payload as JSON.

    Raises:
        MalformedDocumentError: It is no event.
    """
    try:
        envelope = orjson.loads(body)
    except orjson.JSONDecodeError:
        envelope = None
    return require_envelope(envelope, source=source)


def require_envelope(
    envelope: Any,  # noqa: ANN401 - any JSON value
    *,
    source: str,
) -> dict[str, Any]:
    """Accept a document that has the five members that every event has.

    Raises:
        MalformedDocumentError: It has not.
    """
    is_event = (  # one by one: a verification asks for every event
        isinstance(envelope, dict)
        and type(envelope.get("v")) is int  # true is none
        and isinstance(envelope.get("type"), str)
        and isinstance(envelope.get("at"), str)
        and isinstance(envelope.get("actor"), str)
        and isinstance(envelope.get("payload"), dict)
    )
    if not is_event:
        raise MalformedDocumentError(
            f"{source} is no event",
            hint="an event has v, type, at, actor and payload; `both-sides replay` names the link",
            source=source,
        )
    accepted: dict[str, Any] = envelope
    return accepted
