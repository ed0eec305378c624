"""Let in only requests that were meant for this server: by host, by origin, by size of the head.

1. The headers are few and short, the address too.
2. In local mode the request comes straight from this machine, and names it as the host: a page that
   lets its own name point to 127.0.0.1 is not let in.
3. A page of another site cannot send anything: what browsers say of the origin must be ours.

*This module does not* know who asks.
"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from both_sides.errors import LedgerError
from both_sides.interfaces.http.problems import problem_response
from both_sides.interfaces.http.requests import request_id_of
from both_sides.request_errors import (
    AddressTooLongError,
    HeadersTooLargeError,
    OriginError,
    RequestError,
)
from both_sides.service.serve_settings import ServeSettings

MOST_HEADERS: Final = 100
MOST_HEADER_BYTES: Final = 32 * 1024
LONGEST_ADDRESS: Final = 8 * 1024
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
FORWARDING: Final = (b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip")
LOCAL_NAMES: Final = frozenset({"127.0.0.1", "localhost", "::1"})


class Guard:
    """Look at a request before anything else does.

    Args:
        app: What is guarded.
        serve: Where the server listens, and under which address others reach it.
        is_local: Whether one person on this machine uses it without signing in.
    """

    def __init__(self, app: ASGIApp, serve: ServeSettings, *, is_local: bool) -> None:
        self._app = app
        self._is_local = is_local
        self._origin = serve.public_url
        self._public_host = None if self._origin is None else urlsplit(self._origin).netloc
        self._local_names = LOCAL_NAMES | {serve.host.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "http":
            try:
                self._look_at(scope)
            except LedgerError as error:
                response = problem_response(error, request_id_of(scope))
                await response(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _look_at(self, scope: Scope) -> None:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        _require_small(scope, headers)
        first: dict[bytes, bytes] = {}
        for name, value in headers:
            if name == b"host" and name in first:
                raise RequestError("the header Host came twice", hint="send it once")
            first.setdefault(name, value)
        host = first.get(b"host", b"").decode("latin-1").lower()
        self._require_host(host, first)
        origin = first.get(b"origin")
        if origin is not None:
            self._require_origin(origin.decode("latin-1").lower(), host, scope["scheme"])
        if scope["method"] not in SAFE_METHODS and first.get(b"sec-fetch-site") in {
            b"cross-site",
            b"same-site",
        }:
            raise _foreign("a page of another site")

    def _require_host(self, host: str, headers: Mapping[bytes, bytes]) -> None:
        name = _host_name(host)
        if self._is_local:
            if name not in self._local_names:
                raise OriginError(
                    f"this server answers to its own name only, not to {host[:80]!r}",
                    hint="ask for http://127.0.0.1 with the port it listens at",
                    host=host[:80],
                )
            if any(header in headers for header in FORWARDING):
                raise OriginError(
                    "the request was forwarded, and this server is for one person on this machine",
                    hint="behind a proxy, start it with --public-url and make tokens; whoever"
                    " reaches it is asked for one then",
                )
        elif self._public_host not in {None, host} and name not in self._local_names:
            raise OriginError(
                f"this server answers to {self._public_host}, not to {host[:80]!r}",
                hint=f"ask for {self._origin}",
                host=host[:80],
            )

    def _require_origin(self, origin: str, host: str, scheme: str) -> None:
        if origin not in {self._origin, f"{scheme}://{host}"}:
            raise _foreign(origin[:80])


def _require_small(scope: Scope, headers: list[tuple[bytes, bytes]]) -> None:
    size = sum(len(name) + len(value) for name, value in headers)
    if len(headers) > MOST_HEADERS or size > MOST_HEADER_BYTES:
        raise HeadersTooLargeError(
            f"the request has {len(headers)} headers with {size:,} bytes",
            hint=f"send at most {MOST_HEADERS} headers with {MOST_HEADER_BYTES:,} bytes",
        )
    length = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    if length > LONGEST_ADDRESS:
        raise AddressTooLongError(
            f"the address has {length:,} bytes",
            hint=f"send at most {LONGEST_ADDRESS:,}; longer texts go into the body",
        )


def _host_name(host: str) -> str:
    """Take the port off a host: ``[::1]:8080`` is ``::1``."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") == 1 else host


def _foreign(where: str) -> OriginError:
    return OriginError(
        f"the request was sent by {where}, which is not this server",
        hint="open this server's own pages, or use a program that sends no Origin",
        origin=where,
    )
