"""Say what follows from the events of access: tokens, sessions and shared links."""

from collections.abc import Iterator
from dataclasses import replace

from both_sides.domain.access import AccessToken, Ending, Session, ShareLink
from both_sides.domain.events import (
    AccessEvent,
    Recorded,
    SessionClosed,
    SessionOpened,
    ShareCreated,
    ShareRevoked,
    TokenCreated,
    TokenRevoked,
)
from both_sides.domain.state import A, Change, State, changed, counters


def follow_access(state: State, recorded: Recorded, event: AccessEvent) -> Iterator[Change]:
    """Say what follows from an event about who may do what."""
    given = counters(state)
    match event:
        case TokenCreated():
            yield changed(
                AccessToken(
                    event.token_id,
                    event.digest,
                    event.name,
                    event.role,
                    event.scopes,
                    recorded.at,
                    recorded.actor,
                    event.expires,
                )
            )
            yield changed(replace(given, tokens=given.tokens + 1))
        case TokenRevoked(_, digest, reason):
            token = _find(state, AccessToken, digest)
            yield changed(replace(token, revocation=_ending(recorded, reason)))
        case SessionOpened():
            yield changed(
                Session(
                    event.session_id,
                    event.digest,
                    event.token_digest,
                    event.scope,
                    recorded.at,
                    event.expires,
                )
            )
            yield changed(replace(given, sessions=given.sessions + 1))
        case SessionClosed(_, digest, reason):
            session = _find(state, Session, digest)
            yield changed(replace(session, closing=_ending(recorded, reason)))
        case ShareCreated():
            yield changed(
                ShareLink(
                    event.share_id,
                    event.digest,
                    event.scope,
                    event.ruling_id,
                    recorded.at,
                    recorded.actor,
                    event.expires,
                )
            )
            yield changed(replace(given, shares=given.shares + 1))
        case ShareRevoked(_, digest, reason):
            share = _find(state, ShareLink, digest)
            yield changed(replace(share, revocation=_ending(recorded, reason)))


def _ending(recorded: Recorded, reason: str) -> Ending:
    return Ending(reason, recorded.actor, recorded.at)


def _find(state: State, kind: type[A], digest: str) -> A:
    found = state.get(kind, digest)
    if found is None:  # only a chain that no decision wrote can come here
        raise LookupError("an event names a credential that no event created")
    return found
