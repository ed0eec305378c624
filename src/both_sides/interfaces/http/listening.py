"""Listen at an address, serve an application, and end in good order.

1. The address is taken before anything else, so that a taken one is told in words.
2. The application starts; then the address is told, with the port that was found.
3. At the first signal nothing new is taken; what is being answered is finished; the ledger is
   closed. A second one ends at once.

What comes before a request's body is bounded here, in bytes and in seconds: the parser below has no
bounds of its own. *This module does not* know what is served.
"""

import asyncio
import socket
from collections.abc import Callable
from http import HTTPStatus
from types import FrameType
from typing import Any, Final

import orjson
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from both_sides.errors import StoreUnavailableError
from both_sides.interfaces.http.guard import LONGEST_ADDRESS, MOST_HEADER_BYTES
from both_sides.interfaces.http.logs import join_server_log
from both_sides.interfaces.http.memory import limit_arenas
from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.problems import MEDIA_TYPE, problem_members
from both_sides.request_errors import HeadersTooLargeError, RequestError, TooSlowError

MOST_HEAD_BYTES: Final = MOST_HEADER_BYTES + LONGEST_ADDRESS
HEAD_SECONDS: Final = 15.0
KEEP_ALIVE_SECONDS: Final = 30
GRACE_SECONDS: Final = 20
MOST_CONNECTIONS: Final = 1_000
BACKLOG: Final = 512
TRUSTED_PROXY: Final = "127.0.0.1"
OPTIONAL_WHITESPACE: Final = b" \t"


class BoundedProtocol(HttpToolsProtocol):
    """Speak HTTP as the server does, but wait and hold only so long for a request's head."""

    _is_in_head: bool = True
    _head_bytes: int = 0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came, unless the head has become too large."""
        super().data_received(data)
        if self._is_in_head and self.transport is not None:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._refuse(
                    HeadersTooLargeError(
                        f"the head of the request has more than {MOST_HEAD_BYTES:,} bytes",
                        hint="send shorter headers, and a shorter address",
                    )
                )

    def on_message_begin(self) -> None:
        """Begin to count a head."""
        super().on_message_begin()
        self._is_in_head, self._head_bytes = True, 0
        if self._timer is None:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header without the whitespace around its value, of which the parser leaves some.

        *Source:* RFC 9110, 5.5.
        """
        super().on_header(name, value.strip(OPTIONAL_WHITESPACE))

    def on_headers_complete(self) -> None:
        """Wait no longer: the head is there."""
        self._is_in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP as everything else that is refused."""
        self._refuse(RequestError(f"this is no HTTP request: {msg}", hint="check the client"))

    def _too_slow(self) -> None:
        self._timer = None
        if self._is_in_head:
            self._refuse(
                TooSlowError("the head of the request took too long to come", hint="send it again")
            )

    def _refuse(self, error: RequestError) -> None:
        if self.transport.is_closing():
            return
        problem = problem_members(error)
        body = orjson.dumps(problem)
        status = HTTPStatus(problem["status"])
        lines = (
            f"HTTP/1.1 {status.value} {status.phrase}",
            f"content-type: {MEDIA_TYPE}",
            f"content-length: {len(body)}",
            "connection: close",
        )
        self.transport.write("".join(f"{line}\r\n" for line in (*lines, "")).encode() + body)
        self.transport.close()

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, office: Office, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._office = office
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._office.is_open = False
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # to end because it was asked for is no failure


def serve(app: ASGIApp, office: Office, ready: Callable[[str], None]) -> None:
    """Listen and serve until a signal comes.

    Args:
        app: What is served.
        office: Where to listen; it is closed by the application.
        ready: Is told the address, as soon as requests are answered.

    Raises:
        StoreUnavailableError: The address cannot be listened at.
    """
    listener = take_address(office.serve.host, office.serve.port)
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    join_server_log(office.log)
    limit_arenas()
    config = uvicorn.Config(
        app,
        http=BoundedProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=office.serve.public_url is not None,
        forwarded_allow_ips=TRUSTED_PROXY,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = _Server(config, office, lambda: ready(f"http://{shown}:{port}"))
    server.run(sockets=[listener])


def take_address(host: str, port: int) -> socket.socket:
    """Take an address to listen at.

    Raises:
        StoreUnavailableError: It is taken, or is none of this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener: Any = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise StoreUnavailableError(
            f"cannot listen at {host} port {port}: {error.strerror}",
            hint="end the program that listens there, or choose another port with --port; 0 takes"
            " any that is free",
            host=host,
            port=port,
        ) from None
    listener.setblocking(False)
    return listener  # type: ignore[no-any-return] # a socket
