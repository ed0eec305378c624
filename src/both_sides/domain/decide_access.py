"""Decide on tokens, sessions and shared links.

*This module does not* know any secret: what it is handed are digests.
"""

from typing import Final, TypeVar

from both_sides.domain.access import ACCESS_SCOPE, AccessToken, Session, ShareLink
from both_sides.domain.commands import (
    AccessCommand,
    CloseSession,
    CreateShare,
    CreateToken,
    OpenSession,
    RevokeShare,
    RevokeToken,
)
from both_sides.domain.events import (
    Event,
    SessionClosed,
    SessionOpened,
    ShareCreated,
    ShareRevoked,
    TokenCreated,
    TokenRevoked,
)
from both_sides.domain.ids import format_number
from both_sides.domain.state import State, counters
from both_sides.domain.wording import require_name, require_rationale
from both_sides.errors import (
    AlreadyEndedError,
    InvalidInputError,
    NotFoundError,
    ScopeReservedError,
)

T = TypeVar("T")

MOST_SCOPES: Final = 100


def decide_access(state: State, command: AccessCommand) -> tuple[Event, ...]:
    """Answer a command about who may do what with the events that follow from it.

    Raises:
        RefusedError: A rule says no.
        InvalidInputError: The command names something that was never made.
    """
    match command:
        case CreateToken():
            return create_token(state, command)
        case RevokeToken(digest, reason):
            return revoke_token(state, digest, reason)
        case OpenSession():
            return open_session(state, command)
        case CloseSession(digest, reason):
            return close_session(state, digest, reason)
        case CreateShare():
            return create_share(state, command)
        case RevokeShare(digest, reason):
            return revoke_share(state, digest, reason)


def create_token(state: State, command: CreateToken) -> tuple[Event, ...]:
    """Give a token to somebody, for scopes that are named one by one.

    *Source:* spec/interfaces.md, "Who may do what".
    """
    if not 0 < len(command.scopes) <= MOST_SCOPES:
        raise InvalidInputError(
            f"a token for {len(command.scopes)} scopes is not possible",
            hint=f"name 1 to {MOST_SCOPES} scopes, for example --scope local",
            field="scope",
        )
    if ACCESS_SCOPE in command.scopes:
        raise ScopeReservedError(
            f"{ACCESS_SCOPE} is where tokens and sign-ins are sealed; no token opens it",
            hint="name the scopes whose claims and rulings the token is for",
            scope=ACCESS_SCOPE,
        )
    token_id = format_number("TOK", counters(state).tokens + 1)
    return (
        TokenCreated(
            token_id,
            command.digest,
            require_name(command.name, field="name"),
            command.role,
            tuple(dict.fromkeys(command.scopes)),
            command.expires,
        ),
    )


def revoke_token(state: State, digest: str, reason: str) -> tuple[Event, ...]:
    """Let a token hold no more; revoked is final."""
    token = _require(state.get(AccessToken, digest), "token")
    _require_not_ended(token.token_id, ended=token.revocation is not None)
    return (TokenRevoked(token.token_id, digest, require_rationale(reason, field="reason")),)


def open_session(state: State, command: OpenSession) -> tuple[Event, ...]:
    """Open a session for whoever holds a token; who asks has checked that it holds."""
    token = _require(state.get(AccessToken, command.token_digest), "token")
    if command.scope not in token.scopes:
        raise NotFoundError(
            f"{token.token_id} opens no scope of that name",
            hint=f"leave the scope out, or name one that {token.token_id} was made for",
            token=token.token_id,
        )
    session_id = format_number("SES", counters(state).sessions + 1)
    return (
        SessionOpened(
            session_id,
            command.digest,
            token.token_id,
            command.token_digest,
            command.scope,
            command.expires,
        ),
    )


def close_session(state: State, digest: str, reason: str) -> tuple[Event, ...]:
    """Let a session hold no more."""
    session = _require(state.get(Session, digest), "session")
    _require_not_ended(session.session_id, ended=session.closing is not None)
    return (SessionClosed(session.session_id, digest, require_rationale(reason, field="reason")),)


def create_share(state: State, command: CreateShare) -> tuple[Event, ...]:
    """Share one ruling; who asks has checked that it is there."""
    share_id = format_number("SHR", counters(state).shares + 1)
    return (
        ShareCreated(share_id, command.digest, command.scope, command.ruling_id, command.expires),
    )


def revoke_share(state: State, digest: str, reason: str) -> tuple[Event, ...]:
    """Let a link show nothing any more."""
    share = _require(state.get(ShareLink, digest), "shared link")
    _require_not_ended(share.share_id, ended=share.revocation is not None)
    return (ShareRevoked(share.share_id, digest, require_rationale(reason, field="reason")),)


def _require(found: T | None, what: str) -> T:
    if found is None:
        raise NotFoundError(
            f"there is no such {what}", hint="`both-sides token list` lists the tokens", what=what
        )
    return found


def _require_not_ended(name: str, *, ended: bool) -> None:
    if ended:
        raise AlreadyEndedError(f"{name} was ended before", hint="nothing is left to do", name=name)
