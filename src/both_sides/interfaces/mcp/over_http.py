"""Serve agents over streamable HTTP, beside REST: the same tools, tokens, scopes and limits.

    create_app(office, additions=[serve_agents])

| address | tools |
|---|---|
| `/mcp` | the desk's |
| `/audit/mcp` | those of the audit |

Every request is answered by itself, in both protocol generations: no session is kept that somebody
else could take over or that could pile up. Who may only read gets the servers without the tools
that write. *This module does not* look at hosts, origins and sizes; the layers before it do.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Final

import anyio.to_thread
from fastapi import FastAPI
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from both_sides.domain.access import Role
from both_sides.interfaces.http.bodies import MOST_BYTES
from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.requests import require_json
from both_sides.interfaces.http.seats import TAKEN_SEAT, Seat, seat_for
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.provider import Caller, client_name
from both_sides.interfaces.mcp.server import build_server
from both_sides.service.audit import Audit
from both_sides.service.desk import Desk

PATHS: Final = {Kind.DESK: "/mcp", Kind.AUDIT: "/audit/mcp"}
# As many as the handlers of REST have: together fewer than the connections of a store's pool.
THREADS: Final = 6

_take_seat: Final = seat_for(Role.READER)
# `both_sides.interfaces.http.guard` has looked at host and origin, and is stricter.
_GUARDED: Final = TransportSecuritySettings(enable_dns_rebinding_protection=False)


class SeatedLedger:
    """Give each call the ledger, the scope and the name of whoever sent the request.

    Args:
        office: The server.
    """

    def __init__(self, office: Office) -> None:
        self._office = office

    def audit(self, caller: Caller, *, create: bool = False) -> Audit:  # noqa: ARG002 - it is there
        """Give the audit of the caller's scope."""
        return _seat(caller).audit

    def desk(self, caller: Caller) -> Desk:
        """Give the desk of the caller's scope."""
        return _seat(caller).desk

    def actor(self, caller: Caller) -> str:
        """Name whom the token names; in local mode whom the settings name, else the client."""
        seat, settings = _seat(caller), self._office.settings
        if seat.caller.token_id is not None or settings.is_actor_named:
            return seat.caller.name
        return client_name(caller) or settings.actor

    def auditor(self, caller: Caller) -> str:
        """Name whom the token or the settings name; a client or a login is nobody who judges."""
        seat, settings = _seat(caller), self._office.settings
        is_named = seat.caller.token_id is not None or settings.is_actor_named
        return seat.caller.name if is_named else ""


class AgentEndpoint:
    """Be the address of one kind of tools.

    Args:
        office: The server.
        kind: Which tools.
    """

    def __init__(self, office: Office, kind: Kind) -> None:
        # Nothing is ever sent that was not asked for, so there is no stream to GET.
        self.route = Route(PATHS[kind], self, methods=["POST"], include_in_schema=False)
        provider = SeatedLedger(office)
        self._servers = {
            read_only: build_server(kind, provider, read_only=read_only)
            for read_only in (False, True)
        }
        for server in self._servers.values():
            server.streamable_http_app(
                stateless_http=True,
                json_response=True,
                max_request_body_size=MOST_BYTES,
                transport_security=_GUARDED,
            )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of whoever may read, with the tools that they may use."""
        scope["route"] = self.route  # names it in the log
        seat = await _take_seat(Request(scope, receive))
        require_json(scope)
        server = self._servers[not seat.caller.may(Role.AUDITOR)]
        await server.session_manager.handle_request(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Hold what answers requests."""
        async with AsyncExitStack() as stack:
            for server in self._servers.values():
                await stack.enter_async_context(server.session_manager.run())
            yield


def serve_agents(app: FastAPI, office: Office) -> AbstractAsyncContextManager[None]:
    """Add the addresses of agents to an application; held while it serves.

    *Source:* spec/interfaces.md, MCP; issue 4, MCP over streamable HTTP "with the same tokens".
    """
    endpoints = [AgentEndpoint(office, kind) for kind in PATHS]
    app.router.routes.extend(endpoint.route for endpoint in endpoints)
    return _running(*endpoints)


@asynccontextmanager
async def _running(*endpoints: AgentEndpoint) -> AsyncIterator[None]:
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    async with AsyncExitStack() as stack:
        for endpoint in endpoints:
            await stack.enter_async_context(endpoint.running())
        yield


def _seat(caller: Caller) -> Seat:
    seat = None if caller.request is None else caller.request.scope.get(TAKEN_SEAT)
    assert isinstance(seat, Seat), "every request was given a seat before a tool is called"
    return seat
