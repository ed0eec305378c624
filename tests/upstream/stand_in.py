"""A server on this machine that plays Wikidata and Wikipedia, well and badly behaved.

Each test says what it answers to which path; what was asked is kept. It closes every connection
after one reply.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

Handler = Callable[[BaseHTTPRequestHandler], None]
JSON: Final = "application/json; charset=utf-8"


class StandIn:
    """Hold the routes of a running server, and what was asked.

    Args:
        address: Where it listens, for example ``http://127.0.0.1:1234``.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.routes: dict[str, Handler] = {}
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.released = threading.Event()

    def answer(self, path: str, body: bytes, *, status: int = 200, **headers: str) -> None:
        """Answer a path, query and all, with a whole reply."""
        self.routes[path] = lambda request: reply(request, body, status=status, **headers)

    def play(self, path: str, handler: Handler) -> None:
        """Answer a path with whatever the handler writes."""
        self.routes[path] = handler

    def serve(self, request: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        self.asked.append(request.path)
        self.headers.append({key.lower(): value for key, value in request.headers.items()})
        handler = self.routes.get(request.path) or self.routes.get("*")
        if handler is None:
            reply(request, b"not here", status=404)
        else:
            handler(request)


def reply(
    request: BaseHTTPRequestHandler, body: bytes, *, status: int = 200, **headers: str
) -> None:
    """Write a whole reply; a header's name has underscores for dashes."""
    request.send_response(status)
    given = {"Content-Type": JSON, "Content-Length": str(len(body))}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    for name, value in given.items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(body)


@contextmanager
def running() -> Iterator[StandIn]:
    """Run a server for the time of a test."""
    stand_in: StandIn

    class Request(BaseHTTPRequestHandler):
        """Hand every request to the stand-in."""

        def do_GET(self) -> None:
            """Answer."""
            try:
                stand_in.serve(self)
            except ConnectionError:  # the client has had enough, which is the point
                self.close_connection = True

        def log_message(self, *_: Any) -> None:  # noqa: ANN401 - the library's signature
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Request)
    server.daemon_threads = True
    stand_in = StandIn(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield stand_in
    finally:
        stand_in.released.set()
        server.shutdown()
        server.server_close()
        thread.join()
