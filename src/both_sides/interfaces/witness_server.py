"""Speak C2SP tlog-witness over HTTP: one call, `POST /add-checkpoint`.

A request is bounded in bytes and in time, and nothing else is served. Put a proxy with TLS before
it where others than the ledgers' hosts can reach it. *This module does not* decide anything.
"""

import contextlib
import socket
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from both_sides.chain.witness_protocol import WitnessAnswer
from both_sides.errors import LedgerError
from both_sides.interfaces.wire.errors import WITNESS_STATUS, http_status
from both_sides.service.trust.witness import Witness

LARGEST_REQUEST: Final = 1 << 20
REQUEST_SECONDS: Final = 10
PATH: Final = "/add-checkpoint"
_TEXT: Final = "text/plain; charset=utf-8"
_SIZE: Final = "text/x.tlog.size"  # C2SP tlog-witness: the type of a conflict's answer


def serve(
    witness: Witness, host: str, port: int, *, ready: Callable[[str], None] = lambda _address: None
) -> None:
    """Serve until the process is interrupted.

    Args:
        witness: Who answers.
        host: Where to listen.
        port: Where to listen; 0 for any port that is free.
        ready: Told the address when requests can come.
    """
    with make_server(witness, host, port) as server:
        bound = server.server_address
        ready(f"http://{host}:{bound[1]}")
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever(poll_interval=0.2)


def make_server(witness: Witness, host: str, port: int) -> ThreadingHTTPServer:
    """Make the server; who calls runs and closes it."""

    class Handler(_Handler):
        """Answer for this witness."""

        def answer(self, body: bytes) -> None:
            response = witness.add_checkpoint(body)
            answer = response.decision.answer
            kind = _SIZE if answer is WitnessAnswer.CONFLICT else _TEXT
            self.send(WITNESS_STATUS[answer.value], response.text, kind)

    class Server(ThreadingHTTPServer):
        """Listen without looking names up."""

        daemon_threads = True
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    return Server((host, port), Handler)


class _Handler(BaseHTTPRequestHandler):
    """Read one bounded request, and answer it."""

    protocol_version = "HTTP/1.1"
    server_version = "both-sides-witness"
    sys_version = ""
    timeout = REQUEST_SECONDS

    def answer(self, body: bytes) -> None:
        raise NotImplementedError

    def do_POST(self) -> None:
        """Answer a request to cosign."""
        if self.path != PATH:
            self._refuse("elsewhere", "there is only POST /add-checkpoint here\n")
            return
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()):
            self._refuse("without length", "say how long the request is\n")
            return
        if int(length) > LARGEST_REQUEST:
            self._refuse("too large", f"a request has at most {LARGEST_REQUEST} bytes\n")
            return
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self.close_connection = True
            return
        try:
            self.answer(body)
        except LedgerError as error:  # nothing was cosigned
            self.close_connection = True
            self.send(http_status(error), f"{error.code}\n")

    def do_GET(self) -> None:
        """Answer that nothing is to be got here."""
        self._refuse("elsewhere", "there is only POST /add-checkpoint here\n")

    def send(self, status: int, text: str, kind: str = _TEXT) -> None:
        """Send an answer."""
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _refuse(self, why: str, text: str) -> None:
        """Answer without having read the request, and close the connection."""
        self.close_connection = True
        self.send(WITNESS_STATUS[why], text)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, ANN401 - as http.server has it
        """Log nothing: what counts is in the state and in the notes."""
