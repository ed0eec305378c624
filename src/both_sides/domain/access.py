"""Hold who may do what: tokens, the sessions opened with them, and links that share one ruling.

A secret is never held: only its digest, which is what a credential is found by. *This module does
not* make or hash secrets, and it does not read the clock.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from both_sides.domain.ids import RulingId, ScopeId

# Tokens, sessions and links are sealed in a chain of their own, which holds nothing else.
ACCESS_SCOPE: Final = ScopeId("~access")


class Role(StrEnum):
    """Say how much a token allows; each role includes those before it.

    *Source:* spec/interfaces.md, "Who may do what".
    """

    READER = "reader"
    AUDITOR = "auditor"
    ADMIN = "admin"

    @property
    def means(self) -> str:
        """State what it allows."""
        return _MEANING[self]

    def includes(self, other: "Role") -> bool:
        """Tell whether this role allows everything that another one does."""
        return _ORDER[self] >= _ORDER[other]


_ORDER: Final = {role: place for place, role in enumerate(Role)}
_MEANING: Final = {
    Role.READER: "reads everything and ranks; records nothing",
    Role.AUDITOR: "also imports, audits, rules and shares rulings",
    Role.ADMIN: "also sets the rules of the scope",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """Hold why a credential holds no more.

    Args:
        reason: Why.
        actor: Who ended it.
        at: When, UTC.
    """

    reason: str
    actor: str
    at: str


@dataclass(frozen=True, slots=True)
class AccessToken:
    """Hold a token, without its secret.

    Args:
        token_id: Its id, `TOK-0001`.
        digest: SHA-256 of its secret, hexadecimal; it is found by this.
        name: The person or model that holds it; signs what is recorded with it.
        role: How much it allows.
        scopes: The only scopes that it opens.
        at: When it was made, UTC.
        actor: Who made it.
        expires: From when on it holds no more, UTC; or None.
        revocation: Why it holds no more, or None.
    """

    token_id: str
    digest: str
    name: str
    role: Role
    scopes: tuple[ScopeId, ...]
    at: str
    actor: str
    expires: str | None = None
    revocation: Ending | None = None

    def holds_at(self, now: str) -> bool:
        """Tell whether it holds at an instant, UTC."""
        return self.revocation is None and (self.expires is None or now < self.expires)


@dataclass(frozen=True, slots=True)
class Session:
    """Hold a browser's session, without its secret.

    Args:
        session_id: Its id, `SES-0001`.
        digest: SHA-256 of its secret, hexadecimal; it is found by this.
        token_digest: The token that it was opened with; it holds only as long as that does.
        scope: The only scope that it opens.
        at: When it was opened, UTC.
        expires: From when on it holds no more, UTC.
        closing: Why it holds no more, or None.
    """

    session_id: str
    digest: str
    token_digest: str
    scope: ScopeId
    at: str
    expires: str
    closing: Ending | None = None

    def holds_at(self, now: str) -> bool:
        """Tell whether it holds at an instant, UTC."""
        return self.closing is None and now < self.expires


@dataclass(frozen=True, slots=True)
class ShareLink:
    """Hold a link that shows one ruling to whoever has it, without its secret.

    Args:
        share_id: Its id, `SHR-0001`.
        digest: SHA-256 of its secret, hexadecimal; it is found by this.
        scope: The scope of the ruling.
        ruling_id: The only ruling that it shows.
        at: When it was made, UTC.
        actor: Who made it.
        expires: From when on it shows nothing, UTC; or None.
        revocation: Why it shows nothing, or None.
    """

    share_id: str
    digest: str
    scope: ScopeId
    ruling_id: RulingId
    at: str
    actor: str
    expires: str | None = None
    revocation: Ending | None = None

    def holds_at(self, now: str) -> bool:
        """Tell whether it shows its ruling at an instant, UTC."""
        return self.revocation is None and (self.expires is None or now < self.expires)
