"""Find out who asks and in which scope, and give them a seat: their desk and their audit.

1. A token in `Authorization: Bearer …` counts first, then the session of a browser.
2. In local mode whoever shows neither is the one person of this machine.
3. The scope is the one that the header `Both-Sides-Scope` names, or the only one that the caller
   has, or the installation's own. A scope that is not theirs is answered as if it were not there.

A change that is asked for in a browser's session carries a mark of ours; see
`both_sides.interfaces.http.sessions`. *This module does not* decide what anybody may do beyond
their role.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Depends
from starlette.requests import Request

from both_sides.domain.access import Role
from both_sides.domain.ids import ScopeId
from both_sides.interfaces.http.guard import SAFE_METHODS
from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.requests import client_address, header_of
from both_sides.interfaces.http.sessions import CSRF_HEADER, require_csrf, session_secret
from both_sides.request_errors import CredentialError
from both_sides.service.audit import Audit
from both_sides.service.callers import Caller
from both_sides.service.desk import Desk

SCOPE_HEADER: Final = "Both-Sides-Scope"
BEARER: Final = "bearer "
TAKEN_SEAT: Final = "both_sides.seat"


@dataclass(frozen=True)
class Seat:
    """Hold who asks, in which scope, and what they work with.

    Args:
        office: The server.
        caller: Who asks.
        scope: In which scope.
        request: What is asked.
    """

    office: Office
    caller: Caller
    scope: ScopeId
    request: Request

    @property
    def desk(self) -> Desk:
        """Give the desk of the scope."""
        return Desk(self.office.ledger, self.scope, self.office.remembered)

    @property
    def audit(self) -> Audit:
        """Give the audit of the scope."""
        return Audit(self.office.ledger, self.scope)


def office_of(request: Request) -> Office:
    """Give the office of the server that a request came to."""
    office = request.app.state.office
    assert isinstance(office, Office)
    return office


async def caller_of(office: Office, request: Request) -> Caller:
    """Find out who asks.

    Raises:
        CredentialError: They show nothing that holds.
        TooManyRequestsError: Too many wrong credentials came from there, or too many requests.
        OriginError: A browser's session asks for a change without a mark of ours.
    """
    authorization = header_of(request.scope, b"authorization")
    if authorization is not None:
        if not authorization.lower().startswith(BEARER):
            raise CredentialError(
                "the header Authorization holds no token",
                hint="send it as `Authorization: Bearer bs_…`",
            )
        token = authorization[len(BEARER) :].strip()
        caller = await recognise(office, request, office.access.caller_with_token, token)
    elif (secret := session_secret(office, request)) is not None:
        caller = await recognise(office, request, office.access.caller_in_session, secret)
        if request.method not in SAFE_METHODS:
            require_csrf(office, request, request.headers.get(CSRF_HEADER))
    elif office.is_local:
        return office.person
    else:
        raise CredentialError(
            "this server asks for a token",
            hint="send it as `Authorization: Bearer bs_…`; `both-sides token create` makes one on"
            " the server's machine",
        )
    office.rates.count_caller(caller.token_id or caller.name)
    return caller


async def recognise(
    office: Office, request: Request, look_up: Callable[[str], Caller], secret: str
) -> Caller:
    """Look a secret up, unless too many wrong ones came from there.

    Raises:
        CredentialError: It is none that holds.
        TooManyRequestsError: Too many were wrong.
    """
    address = client_address(request.scope)
    office.rates.require_patience(address)
    try:
        return await office.threads.run(look_up, secret)
    except CredentialError:
        office.rates.count_wrong(address)
        office.metrics.refused_credentials.inc()
        raise


def seat_for(role: Role) -> Callable[[Request], Coroutine[Any, Any, Seat]]:
    """Make the dependency that gives a seat to whoever may do what a role allows."""

    async def seat(request: Request) -> Seat:
        taken = request.scope.get(TAKEN_SEAT)
        if isinstance(taken, Seat):  # asked for a second time for the same request
            taken.caller.require(role)
            return taken
        office = office_of(request)
        caller = await caller_of(office, request)
        caller.require(role)
        named = header_of(request.scope, b"both-sides-scope")
        given = Seat(office, caller, caller.scope(named, office.settings.scope), request)
        request.scope[TAKEN_SEAT] = given
        return given

    return seat


def visitor(request: Request) -> Office:
    """Let anybody in, counted by where they come from."""
    office = office_of(request)
    office.rates.count_stranger(client_address(request.scope))
    return office


async def _visiting(request: Request) -> Office:
    return visitor(request)


Reading = Annotated[Seat, Depends(seat_for(Role.READER))]
Working = Annotated[Seat, Depends(seat_for(Role.AUDITOR))]
Governing = Annotated[Seat, Depends(seat_for(Role.ADMIN))]
Visiting = Annotated[Office, Depends(_visiting)]
