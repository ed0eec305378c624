"""The rules of tokens, sessions and shared links."""

from dataclasses import replace

import pytest

from both_sides.domain.access import ACCESS_SCOPE, AccessToken, Role, Session, ShareLink
from both_sides.domain.commands import (
    CloseSession,
    CreateShare,
    CreateToken,
    OpenSession,
    RevokeShare,
    RevokeToken,
)
from both_sides.domain.events import Recorded, TokenRevoked
from both_sides.domain.ids import RulingId, ScopeId
from both_sides.domain.state import Counters
from both_sides.errors import LedgerError
from tests.samples import AT, Scope

LOCAL = ScopeId("local")
TOKEN = CreateToken("a" * 64, "ada", Role.AUDITOR, (LOCAL, ScopeId("team/a")))
SESSION = OpenSession("b" * 64, TOKEN.digest, LOCAL, "2026-10-04")
SHARE = CreateShare("c" * 64, LOCAL, RulingId("RUL-0001"))


def made() -> Scope:
    """Give a state with one of each."""
    scope = Scope()
    for command in (TOKEN, SESSION, SHARE):
        scope.do(command, actor="operator")
    return scope


@pytest.mark.parametrize(
    ("role", "other", "includes"),
    [
        (Role.READER, Role.READER, True),
        (Role.READER, Role.AUDITOR, False),
        (Role.AUDITOR, Role.READER, True),
        (Role.AUDITOR, Role.ADMIN, False),
        (Role.ADMIN, Role.READER, True),
        (Role.ADMIN, Role.ADMIN, True),
    ],
)
def test_each_role_includes_those_before_it(role: Role, other: Role, includes: bool) -> None:  # noqa: FBT001
    """And none after it; each says what it allows."""
    assert role.includes(other) is includes
    assert role.means


def test_each_kind_has_numbers_of_its_own() -> None:
    """They are never given twice, and everything is found by its digest."""
    scope = made()
    token = scope.get(AccessToken, TOKEN.digest)
    session = scope.get(Session, SESSION.digest)
    share = scope.get(ShareLink, SHARE.digest)
    assert token is not None
    assert session is not None
    assert share is not None
    assert (token.token_id, session.session_id, share.share_id) == (
        "TOK-0001",
        "SES-0001",
        "SHR-0001",
    )
    assert (token.at, token.actor) == (AT, "operator")
    assert session.token_digest == token.digest
    scope.do(replace(TOKEN, digest="d" * 64))
    assert scope.get(Counters, "") == Counters(tokens=2, sessions=1, shares=1)
    assert scope.replayed().aggregates == scope.aggregates


def test_what_is_ended_says_why_and_holds_no_more() -> None:
    """Ended is final."""
    scope = made()
    for command in (
        RevokeToken(TOKEN.digest, "lost"),
        CloseSession(SESSION.digest, "signed out"),
        RevokeShare(SHARE.digest, "sent to the wrong person"),
    ):
        scope.do(command, actor="grace")
        with pytest.raises(LedgerError) as refusal:
            scope.do(command)
        assert refusal.value.code == "already_ended"
    token = scope.get(AccessToken, TOKEN.digest)
    session = scope.get(Session, SESSION.digest)
    share = scope.get(ShareLink, SHARE.digest)
    assert token is not None
    assert token.revocation is not None
    assert session is not None
    assert session.closing is not None
    assert share is not None
    assert share.revocation is not None
    reasons = [end.reason for end in (token.revocation, session.closing, share.revocation)]
    assert reasons == ["lost", "signed out", "sent to the wrong person"]
    assert not token.holds_at("")
    assert not session.holds_at("")
    assert not share.holds_at("")
    assert scope.replayed().aggregates == scope.aggregates


def test_what_expires_holds_until_then() -> None:
    """Not a moment longer."""
    scope = Scope()
    scope.do(replace(TOKEN, expires="2026-10-04"))
    scope.do(SESSION)
    scope.do(replace(SHARE, expires="2026-10-04"))
    token = scope.get(AccessToken, TOKEN.digest)
    session = scope.get(Session, SESSION.digest)
    share = scope.get(ShareLink, SHARE.digest)
    for held in (token, session, share):
        assert held is not None
        assert held.holds_at("2026-10-03")
        assert not held.holds_at("2026-10-04")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (replace(TOKEN, scopes=()), "invalid_input"),
        (replace(TOKEN, scopes=tuple(ScopeId(str(n)) for n in range(101))), "invalid_input"),
        (replace(TOKEN, scopes=(LOCAL, ACCESS_SCOPE)), "scope_reserved"),
        (replace(TOKEN, name=" "), "actor_missing"),
        (replace(TOKEN, name="x" * 201), "limit_exceeded"),
        (RevokeToken("0" * 64, "lost"), "not_found"),
        (RevokeToken(TOKEN.digest, " "), "rationale_missing"),
        (replace(SESSION, token_digest="0" * 64), "not_found"),
        (replace(SESSION, scope=ScopeId("team/b")), "not_found"),
        (CloseSession("0" * 64, "x"), "not_found"),
        (CloseSession(SESSION.digest, ""), "rationale_missing"),
        (RevokeShare("0" * 64, "x"), "not_found"),
        (RevokeShare(SHARE.digest, "\u200b"), "rationale_missing"),
    ],
)
def test_what_cannot_be_is_refused(command: CreateToken, code: str) -> None:
    """A refusal leaves no trace."""
    scope = made()
    before = dict(scope.aggregates)
    with pytest.raises(LedgerError) as refusal:
        scope.do(command)
    assert refusal.value.code == code
    assert refusal.value.hint
    assert scope.aggregates == before


def test_a_scope_is_named_once() -> None:
    """However often it was said."""
    scope = Scope()
    scope.do(replace(TOKEN, scopes=(LOCAL, LOCAL)))
    token = scope.get(AccessToken, TOKEN.digest)
    assert token is not None
    assert token.scopes == (LOCAL,)


def test_a_chain_that_no_decision_wrote_is_not_followed() -> None:
    """An event about a token that nobody made."""
    with pytest.raises(LookupError):
        Scope().apply(Recorded(TokenRevoked("TOK-0001", "0" * 64, "lost"), "ada", AT, 1))
