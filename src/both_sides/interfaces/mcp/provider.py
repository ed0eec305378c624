"""Give the tools the ledger they work on, and the name under which they do.

Over standard input and output there is one ledger, opened when it is first needed: a server starts
where there is none, and a call then says so. A host that serves many scopes passes a provider of
its own, which sees who calls. *This module does not* read the environment.
"""

import threading
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from both_sides.domain.wording import LONGEST_NAME, is_blank
from both_sides.service.audit import Audit
from both_sides.service.desk import Desk
from both_sides.service.ledger import Ledger
from both_sides.service.wiring import Settings, open_ledger

if TYPE_CHECKING:
    from starlette.requests import Request

CLIENT_PREFIX: Final = "mcp:"


@dataclass(frozen=True, slots=True)
class Caller:
    """Say who calls, as far as the protocol tells.

    Args:
        client: The client's name as it reported it, or None. It is a claim, not an identity.
        request: The HTTP request, in which the host has noted who sent it; or None.
    """

    client: str | None = None
    request: "Request | None" = None


NOBODY: Final = Caller()
CALLER: Final = ContextVar("caller", default=NOBODY)
"""Who calls; set for the time of one request, also in the thread that a tool runs in."""


def client_name(caller: Caller) -> str | None:
    """Name the client that calls, marked as what it is; None where it has no name."""
    if caller.client is None or is_blank(caller.client):
        return None
    return f"{CLIENT_PREFIX}{caller.client.strip()}"[:LONGEST_NAME]


class LedgerProvider(Protocol):
    """Give what a call works on."""

    def audit(self, caller: Caller, *, create: bool = False) -> Audit:
        """Give the audit of the caller's scope.

        Raises:
            NotFoundError: There is no ledger and `create` is false.
            StoreUnavailableError: It cannot be opened.
        """
        ...

    def desk(self, caller: Caller) -> Desk:
        """Give the desk of the caller's scope.

        Raises:
            NotFoundError: There is no ledger.
            StoreUnavailableError: It cannot be opened.
        """
        ...

    def actor(self, caller: Caller) -> str:
        """Name who works, as sealed with every event."""
        ...

    def auditor(self, caller: Caller) -> str:
        """Name who judges where a call does not say; empty where nobody was named."""
        ...


@dataclass
class LazyLedger:
    """Open the ledger that the settings name when it is first needed, and keep it open.

    Args:
        settings: Which ledger, scope and actor.
    """

    settings: Settings
    _ledger_open: Ledger | None = field(default=None, init=False, repr=False)
    _opening: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def audit(self, caller: Caller, *, create: bool = False) -> Audit:  # noqa: ARG002 - one scope
        """Give the audit of the scope."""
        return Audit(self._ledger(create=create), self.settings.scope)

    def desk(self, caller: Caller) -> Desk:  # noqa: ARG002 - one scope for every caller
        """Give the desk of the scope."""
        return Desk(self._ledger(create=False), self.settings.scope)

    def actor(self, caller: Caller) -> str:
        """Name who works: whom the settings name, else the client, else the login."""
        if self.settings.is_actor_named:
            return self.settings.actor
        return client_name(caller) or self.settings.actor

    def auditor(self, caller: Caller) -> str:  # noqa: ARG002 - a client is nobody who judges
        """Name whom the settings name; a client or a login is nobody who judges."""
        return self.settings.actor if self.settings.is_actor_named else ""

    def close(self) -> None:
        """Let go of the ledger."""
        with self._opening:
            if self._ledger_open is not None:
                self._ledger_open.store.close()
            self._ledger_open = None

    def _ledger(self, *, create: bool) -> Ledger:
        with self._opening:
            if self._ledger_open is None:
                self._ledger_open = open_ledger(self.settings, create=create)
            return self._ledger_open
