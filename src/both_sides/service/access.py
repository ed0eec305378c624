"""Say who may do what: make tokens, open sessions, share rulings, and recognise who shows a secret.

    access = open_access(settings, create=True)
    scopes = (ScopeId("local"),)
    made = access.create_token(name="ada", role=Role.AUDITOR, scopes=scopes, actor="operator")
    access.caller_with_token(made.secret).name    # "ada"

A secret is handed out once and forgotten; what is sealed is its SHA-256. Secrets have 256 random
bits, so a plain digest is enough: there is nothing to guess. *This module does not* make random
bits and reads no clock; both are handed over.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from both_sides.domain.access import ACCESS_SCOPE, AccessToken, Role, Session, ShareLink
from both_sides.domain.commands import (
    AccessCommand,
    CloseSession,
    CreateShare,
    CreateToken,
    OpenSession,
    RevokeShare,
    RevokeToken,
)
from both_sides.domain.decide import decide
from both_sides.domain.decide_desk import find_ruling
from both_sides.domain.ids import RulingId, ScopeId
from both_sides.domain.rulings import Ruling
from both_sides.domain.state import A
from both_sides.errors import InvalidInputError, NotFoundError
from both_sides.request_errors import CredentialError
from both_sides.scoring.instants import read_instant
from both_sides.service.callers import Caller
from both_sides.service.ledger import Ledger
from both_sides.service.requests import Decision, Request

TOKEN_PREFIX: Final = "bs_"  # noqa: S105 - the start of every token, not one
SESSION_PREFIX: Final = "bse_"
SHARE_PREFIX: Final = "bsl_"
LONGEST_SECRET: Final = 100
SESSION_HOURS: Final = 12
LATEST_MS: Final = 253_402_300_799_999  # the last millisecond of the year 9999


@dataclass(frozen=True, slots=True)
class NewToken:
    """Hold a token that was just made, with its secret, which nobody sees again."""

    secret: str
    token: AccessToken


@dataclass(frozen=True, slots=True)
class NewSession:
    """Hold a session that was just opened, with its secret, which goes into the cookie."""

    secret: str
    session: Session


@dataclass(frozen=True, slots=True)
class NewShare:
    """Hold a link that was just made, with its secret, which is part of its address."""

    secret: str
    share: ShareLink


class Access:
    """Make, end and recognise credentials; all of it is sealed in a scope of its own.

    Args:
        ledger: Where everything is recorded.
        new_secret: Makes a secret of 256 random bits that begins with a prefix.

    *Source:* spec/interfaces.md, "Who may do what".
    """

    def __init__(self, ledger: Ledger, new_secret: Callable[[str], str]) -> None:
        self.ledger = ledger
        self._new_secret = new_secret

    # --- tokens ---------------------------------------------------------------

    def create_token(
        self,
        *,
        name: str,
        role: Role,
        scopes: tuple[ScopeId, ...],
        actor: str,
        expires: str | None = None,
    ) -> NewToken:
        """Make a token.

        Args:
            name: The person or model that is to hold it.
            role: How much it allows.
            scopes: The only scopes that it opens.
            actor: Who makes it.
            expires: From when on it holds no more, ISO; or None.

        Raises:
            InvalidInputError: There is no name or no scope, or `expires` is no instant to come.
            ScopeReservedError: A scope is that of the tokens themselves.
        """
        until = self._read_expiry(expires)
        secret = self._new_secret(TOKEN_PREFIX)
        digest = digest_of(secret)
        self._record(CreateToken(digest, name, role, scopes, until), actor)
        return NewToken(secret, self._find(AccessToken, digest))

    def tokens(self) -> tuple[AccessToken, ...]:
        """List all tokens in the order in which they were made, ended ones too."""
        return tuple(token for _, token in self.ledger.all(ACCESS_SCOPE, AccessToken))

    def revoke_token(self, token_id: str, reason: str, *, actor: str) -> AccessToken:
        """Let a token hold no more, and no session that was opened with it.

        Raises:
            NotFoundError: There is no such token.
            RefusedError: It was revoked before, or no reason is given.
        """
        wanted = token_id.upper()
        token = next((token for token in self.tokens() if token.token_id == wanted), None)
        if token is None:
            raise NotFoundError(
                f"there is no token {token_id[:40]!r}",
                hint="`both-sides token list` lists them; they look like TOK-0001",
                token=token_id[:40],
            )
        self._record(RevokeToken(token.digest, reason), actor)
        return self._find(AccessToken, token.digest)

    def has_token(self) -> bool:
        """Tell whether any token holds now."""
        now = self.ledger.now()
        return any(token.holds_at(now) for token in self.tokens())

    def caller_with_token(self, secret: str) -> Caller:
        """Recognise who shows a token.

        Raises:
            CredentialError: It is no token, was revoked, or has expired.
        """
        token = self._holding(digest_of(_bounded(secret)))
        return Caller(token.name, token.role, token.scopes, token.token_id)

    # --- sessions -------------------------------------------------------------

    def open_session(self, token_secret: str, scope: ScopeId | None = None) -> NewSession:
        """Sign in with a token, for one of its scopes.

        Args:
            token_secret: The token.
            scope: One of its scopes; None for the first.

        Raises:
            CredentialError: It is no token, was revoked, or has expired.
            NotFoundError: The token does not open that scope.
        """
        token = self._holding(digest_of(_bounded(token_secret)))
        ends = _shifted(self.ledger.now(), timedelta(hours=SESSION_HOURS))
        ends = ends if token.expires is None else min(ends, token.expires)
        secret = self._new_secret(SESSION_PREFIX)
        digest = digest_of(secret)
        command = OpenSession(digest, token.digest, scope or token.scopes[0], ends)
        self._record(command, token.name)
        return NewSession(secret, self._find(Session, digest))

    def caller_in_session(self, secret: str) -> Caller:
        """Recognise who shows the secret of a session.

        Raises:
            CredentialError: There is no such session, it was closed, or it or its token ended.
        """
        digest = digest_of(_bounded(secret))
        session = self.ledger.get(ACCESS_SCOPE, Session, digest)
        if session is None or not session.holds_at(self.ledger.now()):
            raise _refusal("this session has ended", "sign in again with your token")
        token = self._holding(session.token_digest)
        return Caller(token.name, token.role, (session.scope,), token.token_id, session.session_id)

    def close_session(self, secret: str, reason: str = "signed out") -> None:
        """Sign out; a session that has ended is left as it is."""
        digest = digest_of(_bounded(secret))
        session = self.ledger.get(ACCESS_SCOPE, Session, digest)
        if session is not None and session.closing is None:
            token = self._find(AccessToken, session.token_digest)
            self._record(CloseSession(digest, reason), token.name)

    # --- shared rulings -------------------------------------------------------

    def share(
        self, scope: ScopeId, ruling_id: RulingId, *, actor: str, expires: str | None = None
    ) -> NewShare:
        """Share one ruling by a link.

        Raises:
            NotFoundError: The scope holds no such ruling.
            InvalidInputError: `expires` is no instant to come.
        """
        find_ruling(self.ledger.state(scope), ruling_id)
        until = self._read_expiry(expires)
        secret = self._new_secret(SHARE_PREFIX)
        digest = digest_of(secret)
        self._record(CreateShare(digest, scope, ruling_id, until), actor)
        return NewShare(secret, self._find(ShareLink, digest))

    def shares(self, scope: ScopeId, ruling_id: RulingId) -> tuple[ShareLink, ...]:
        """List the links to one ruling in the order in which they were made, ended ones too."""
        return tuple(
            share
            for _, share in self.ledger.all(ACCESS_SCOPE, ShareLink)
            if (share.scope, share.ruling_id) == (scope, ruling_id)
        )

    def revoke_share(
        self, scope: ScopeId, ruling_id: RulingId, share_id: str, reason: str, *, actor: str
    ) -> ShareLink:
        """Let a link show nothing any more.

        Raises:
            NotFoundError: The ruling has no such link.
            RefusedError: It was revoked before, or no reason is given.
        """
        wanted = share_id.upper()
        shares = self.shares(scope, ruling_id)
        share = next((share for share in shares if share.share_id == wanted), None)
        if share is None:
            raise NotFoundError(
                f"{ruling_id} has no link {share_id[:40]!r}",
                hint="list the links of the ruling; they look like SHR-0001",
                share=share_id[:40],
            )
        self._record(RevokeShare(share.digest, reason), actor)
        return self._find(ShareLink, share.digest)

    def shared_ruling(self, secret: str) -> tuple[ScopeId, Ruling]:
        """Give the ruling that a link shows.

        Raises:
            NotFoundError: There is no such link, or it was revoked or has expired.
        """
        share = self.ledger.get(ACCESS_SCOPE, ShareLink, digest_of(secret[:LONGEST_SECRET]))
        if share is None or not share.holds_at(self.ledger.now()):
            raise NotFoundError(
                "there is no such link, or it shows nothing any more",
                hint="ask whoever gave you the link for a new one",
            )
        return share.scope, find_ruling(self.ledger.state(share.scope), share.ruling_id)

    # --- inside ---------------------------------------------------------------

    def _holding(self, digest: str) -> AccessToken:
        token = self.ledger.get(ACCESS_SCOPE, AccessToken, digest)
        if token is None:
            raise _refusal("this is no token of this ledger", "check that it was copied whole")
        if token.revocation is not None:
            raise _refusal(f"{token.token_id} was revoked", "ask for a new token")
        if not token.holds_at(self.ledger.now()):
            raise _refusal(f"{token.token_id} has expired", "ask for a new token")
        return token

    def _record(self, command: AccessCommand, actor: str) -> None:
        request = Request(lambda state, _at: Decision(decide(state, command)), actor)
        self.ledger.record(ACCESS_SCOPE, request)

    def _find(self, kind: type[A], digest: str) -> A:
        found = self.ledger.get(ACCESS_SCOPE, kind, digest)
        assert found is not None  # it was recorded
        return found

    def _read_expiry(self, text: str | None) -> str | None:
        if text is None:
            return None
        instant = read_instant(text)
        now = self.ledger.now()
        if instant is not None and 0 <= instant <= LATEST_MS:
            until = _utc_text(datetime.fromtimestamp(instant / 1000, UTC))
            if until > now:
                return until
        raise InvalidInputError(
            f"{text[:40]!r} is no instant to come",
            hint="give an ISO date or date-time after now, for example 2030-01-01",
            field="expires",
            value=text[:40],
        )


def digest_of(secret: str) -> str:
    """Digest a secret: SHA-256, hexadecimal."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _bounded(secret: str) -> str:
    if not 0 < len(secret) <= LONGEST_SECRET:
        raise _refusal("this is no token of this ledger", "check that it was copied whole")
    return secret


def _refusal(what: str, hint: str) -> CredentialError:
    return CredentialError(what, hint=hint)


def _shifted(now: str, by: timedelta) -> str:
    return _utc_text(datetime.fromisoformat(now) + by)


def _utc_text(instant: datetime) -> str:
    return instant.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
