"""See every request through: give it an id, answer what went wrong, count it, write a line.

It is the outermost layer, so it sees what the others refuse, and nothing escapes it: a fault of
this program becomes an answer without a word of how it came about, and a line in the log with all
of it. *This module does not* write an address, a name or a scope anywhere.
"""

import re
import secrets
from functools import cache
from time import perf_counter
from typing import Any, Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from both_sides.interfaces.http.metrics import Metrics
from both_sides.interfaces.http.problems import internal_error, problem_response
from both_sides.interfaces.http.requests import REQUEST_ID, header_of

UNKNOWN_ROUTE: Final = "unknown"
FAULT: Final = 500
CLIENT_LEFT: Final = 499
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")


class Observer:
    """See every request through.

    Args:
        app: What answers.
        log: Takes a line for each request.
        metrics: Counts them.
    """

    def __init__(self, app: ASGIApp, log: Any, metrics: Metrics) -> None:  # noqa: ANN401 - structlog's own
        self._app = app
        self._log = log
        self._metrics = metrics
        # There are as many as routes, methods and statuses; finding one anew takes longer.
        self._count = cache(metrics.requests.labels)
        self._time = cache(metrics.seconds.labels)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whatever happens, count it, and write a line."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        request_id = _request_id(scope)
        scope[REQUEST_ID] = request_id
        status, size = 0, 0

        async def observed(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [
                    *message.get("headers", ()),
                    (b"x-request-id", request_id.encode()),
                ]
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        self._metrics.in_flight.inc()
        try:
            await self._app(scope, receive, observed)
        except ClientDisconnect:  # nobody is there to be answered
            status = status or CLIENT_LEFT
        except Exception:  # noqa: BLE001 - it is written to the log, whatever it is
            self._log.exception("fault", request_id=request_id, route=_route(scope))
            if status == 0:
                response = problem_response(internal_error(), request_id)
                await response(scope, receive, observed)
        finally:
            self._metrics.in_flight.dec()
            self._write(scope, status or FAULT, perf_counter() - began, size, request_id)

    def _write(self, scope: Scope, status: int, seconds: float, size: int, request_id: str) -> None:
        route, method = _route(scope), scope["method"]
        method = method if method in METHODS else "OTHER"
        self._count(method, route, status).inc()
        self._time(route).observe(seconds)
        self._log.info(
            "request",
            method=method,
            route=route,
            status=status,
            ms=round(seconds * 1000, 2),
            bytes=size,
            request_id=request_id,
        )


def _request_id(scope: Scope) -> str:
    """Take over the id that a request brings, where it is one, so that logs can be joined."""
    given = header_of(scope, b"x-request-id")
    if given is not None and _REQUEST_ID.fullmatch(given):
        return given
    return secrets.token_hex(8)


def _route(scope: Scope) -> str:
    """Name the route by its template; an address can hold what must not be written down."""
    path = getattr(scope.get("route"), "path_format", None) or getattr(
        scope.get("route"), "path", None
    )
    return path if isinstance(path, str) else UNKNOWN_ROUTE
