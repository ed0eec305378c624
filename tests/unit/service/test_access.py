"""Tokens, sessions and shared links: made, recognised, ended, sealed apart from everything else."""

import itertools
from hashlib import sha256

import pytest

from both_sides.domain.access import ACCESS_SCOPE, Role
from both_sides.domain.commands import CreateToken, NewClaim
from both_sides.domain.custody import CUSTODY_SCOPE
from both_sides.domain.decide import decide
from both_sides.domain.ids import RulingId, ScopeId
from both_sides.errors import InvalidInputError, LedgerError, NotFoundError, ScopeReservedError
from both_sides.request_errors import CredentialError, RequestError, RoleError
from both_sides.service.access import Access
from both_sides.service.audit import Audit
from both_sides.service.callers import Caller
from both_sides.service.desk import Desk
from both_sides.service.ledger import Ledger
from both_sides.service.requests import Decision, Request
from both_sides.service.wiring import new_secret
from tests.samples import Clock
from tests.unit.service.conftest import LOCAL

TEAM = ScopeId("team/a")


@pytest.fixture
def access(ledger: Ledger) -> Access:
    """Give credentials whose secrets are counted."""
    numbers = itertools.count(1)
    return Access(ledger, lambda prefix: f"{prefix}secret-{next(numbers)}")


def make_token(access: Access, *, expires: str | None = None) -> str:
    """Make a token of an auditor for two scopes."""
    made = access.create_token(
        name="ada", role=Role.AUDITOR, scopes=(LOCAL, TEAM), actor="operator", expires=expires
    )
    return made.secret


def test_whoever_shows_a_token_is_recognised(access: Access) -> None:
    """With their name, their role and their scopes."""
    caller = access.caller_with_token(make_token(access))
    assert caller == Caller("ada", Role.AUDITOR, (LOCAL, TEAM), "TOK-0001")


def test_only_digests_are_sealed(access: Access, ledger: Ledger) -> None:
    """In a scope of their own."""
    secret = make_token(access)
    session = access.open_session(secret)
    sealed = b"".join(row.link.body for row in ledger.store.read(ACCESS_SCOPE))
    for text in (secret, session.secret):
        assert text.encode() not in sealed
        assert sha256(text.encode()).hexdigest().encode() in sealed
    assert ledger.store.scopes() == (ACCESS_SCOPE,)


@pytest.mark.parametrize("secret", ["", "bs_", "bs_secret-2", "local", "x" * 101, "\ud800"])
def test_whatever_else_is_shown_is_refused(access: Access, secret: str) -> None:
    """As a token and as a session."""
    make_token(access)
    for look_up in (access.caller_with_token, access.caller_in_session, access.open_session):
        with pytest.raises(CredentialError):
            look_up(secret)


def test_a_token_is_no_session_and_a_session_is_no_token(access: Access) -> None:
    """Each is found by its own kind only."""
    secret = make_token(access)
    session = access.open_session(secret).secret
    with pytest.raises(CredentialError):
        access.caller_in_session(secret)
    with pytest.raises(CredentialError):
        access.caller_with_token(session)


def test_a_session_is_as_good_as_its_token(access: Access, clock: Clock) -> None:
    """For one scope, and for as long as both hold."""
    secret = make_token(access)
    session = access.open_session(secret, TEAM)
    caller = access.caller_in_session(session.secret)
    assert caller == Caller("ada", Role.AUDITOR, (TEAM,), "TOK-0001", "SES-0001")
    clock.now = session.session.expires
    with pytest.raises(CredentialError):
        access.caller_in_session(session.secret)
    clock.now = "2026-10-03T09:30:00.000Z"
    access.revoke_token("tok-0001", "It was lost.", actor="operator")
    for look_up, shown in (
        (access.caller_in_session, session.secret),
        (access.caller_with_token, secret),
        (access.open_session, secret),
    ):
        with pytest.raises(CredentialError):
            look_up(shown)
    with pytest.raises(NotFoundError):
        access.open_session(make_token(access), ScopeId("team/b"))


def test_to_sign_out_twice_does_no_harm(access: Access, ledger: Ledger) -> None:
    """One event is sealed."""
    session = access.open_session(make_token(access))
    for _ in range(2):
        access.close_session(session.secret)
    access.close_session("bse_nobody")
    assert ledger.store.head(ACCESS_SCOPE).n == 3


def test_there_is_a_token_as_long_as_one_holds(access: Access, clock: Clock) -> None:
    """Not when it has expired or was revoked."""
    assert not access.has_token()
    make_token(access, expires="2026-10-04")
    assert access.has_token()
    clock.now = "2026-10-05T00:00:00.000Z"
    assert not access.has_token()
    make_token(access)
    access.revoke_token("TOK-0002", "Not needed.", actor="operator")
    assert not access.has_token()
    assert [token.token_id for token in access.tokens()] == ["TOK-0001", "TOK-0002"]


@pytest.mark.parametrize(
    "expires", ["2026-10-03", "yesterday", "", "2026-02-30", "-000001", "+275760-01-01", "1e9"]
)
def test_an_expiry_is_an_instant_to_come(access: Access, expires: str) -> None:
    """In an ISO form; nothing is recorded."""
    with pytest.raises(InvalidInputError) as refusal:
        make_token(access, expires=expires)
    assert refusal.value.facts["field"] == "expires"
    assert access.tokens() == ()


def test_an_expiry_is_kept_as_utc(access: Access) -> None:
    """Whatever zone it was given in."""
    make_token(access, expires="2027-01-01T02:00+02:00")
    make_token(access, expires="2027")
    expiries = [token.expires for token in access.tokens()]
    assert expiries == ["2027-01-01T00:00:00.000Z"] * 2


@pytest.mark.parametrize("token_id", ["TOK-0002", "TOK-1", "", "x" * 500])
def test_only_a_token_that_was_made_is_revoked(access: Access, token_id: str) -> None:
    """Anything else is not found."""
    make_token(access)
    with pytest.raises(NotFoundError):
        access.revoke_token(token_id, "lost", actor="operator")


def test_nothing_else_is_sealed_beside_tokens_and_no_token_elsewhere(
    ledger: Ledger, access: Access
) -> None:
    """Whoever asks for it."""
    make_token(access)
    for scope in (ACCESS_SCOPE, CUSTODY_SCOPE):
        with pytest.raises(ScopeReservedError) as refused:
            Audit(ledger, scope).add_claims([NewClaim("A claim.")], actor="ada")
        assert scope in refused.value.message
    command = CreateToken("0" * 64, "ada", Role.READER, (LOCAL,))
    request = Request(lambda state, _: Decision(decide(state, command)), "ada")
    with pytest.raises(ScopeReservedError):
        ledger.record(LOCAL, request)
    assert ledger.store.scopes() == (ACCESS_SCOPE,)


def test_a_shared_ruling_is_shown_by_its_key(access: Access, osaka_desk: Desk) -> None:
    """Only that of its own scope."""
    with pytest.raises(NotFoundError):
        access.share(LOCAL, RulingId("RUL-0001"), actor="ada")
    assert osaka_desk.scope == LOCAL
    with pytest.raises(NotFoundError):
        access.shared_ruling("bsl_nobody")
    with pytest.raises(NotFoundError):
        access.revoke_share(LOCAL, RulingId("RUL-0001"), "SHR-0001", "x", actor="ada")


def test_a_secret_has_256_random_bits() -> None:
    """And none is made twice."""
    secrets = {new_secret("bs_") for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {3 + 43}


# --- callers -----------------------------------------------------------------


def test_a_caller_is_confined_to_their_scopes() -> None:
    """By name, by being the only one, by the installation's own, or not at all."""
    caller = Caller("ada", Role.READER, (LOCAL, TEAM))
    assert caller.scope("team/a", LOCAL) == TEAM
    assert caller.scope(None, LOCAL) == LOCAL
    assert Caller("ada", Role.READER, (TEAM,)).scope(None, LOCAL) == TEAM
    with pytest.raises(RequestError):
        caller.scope(None, ScopeId("other"))
    for foreign in ("other", ACCESS_SCOPE):
        with pytest.raises(NotFoundError) as refusal:
            caller.scope(foreign, LOCAL)
        assert foreign not in refusal.value.message
    person = Caller("ada", Role.ADMIN, ())
    assert person.scope("anything", LOCAL) == "anything"
    with pytest.raises(LedgerError):
        person.scope(ACCESS_SCOPE, LOCAL)


def test_a_caller_may_do_what_their_role_allows() -> None:
    """Else they are told which role it takes."""
    reader = Caller("ada", Role.READER, (LOCAL,))
    reader.require(Role.READER)
    with pytest.raises(RoleError) as refusal:
        reader.require(Role.AUDITOR)
    assert refusal.value.facts == {"needed": "auditor", "role": "reader"}
