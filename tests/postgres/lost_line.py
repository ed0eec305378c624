"""Stand between a client and a PostgreSQL server, and cut the line at one of the client's requests.

What passes is the server's own protocol, read message by message; the client is the real one. A
request is what the server answers with one ReadyForQuery: the startup, a simple query, or extended
messages up to a Sync. Rows for a COPY that follow one are a request of their own. *This module does
not* know what is asked.

*Source:* PostgreSQL 15, "Frontend/Backend Protocol", 55.2 and 55.7.
"""

import shutil
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import BinaryIO, Self

from sqlalchemy import make_url

SOCKET = ".s.PGSQL.5432"
ENDS_OF_REQUESTS = b"QS"  # Query, Sync
ENDS_OF_ANSWERS = b"ZG"  # ReadyForQuery, CopyInResponse


class Cut(Enum):
    """Say when the line is cut."""

    UNSENT = "before the request reaches the server"
    HALF_SENT = "in the middle of the request"
    UNANSWERED = "after it was carried out, before any of the answer arrives"


class LostLine:
    """Listen where a client connects, pass everything on, and cut one connection once.

    Args:
        address: Of a database, on a server that listens on a socket in a directory.
        cut: When the line is cut.
        at: At which request, counted from one over all connections; None for never.
    """

    def __init__(self, address: str, cut: Cut = Cut.UNSENT, *, at: int | None = None) -> None:
        url = make_url(address)
        self._server = Path(str(url.query["host"])) / SOCKET
        self._directory = Path(tempfile.mkdtemp(prefix="bs-line-"))
        lost = url.update_query_dict({"host": str(self._directory)})
        self.address = lost.render_as_string(hide_password=False)
        self.requests: list[bytes] = []
        self._cut, self._at = cut, at
        self._threads: list[threading.Thread] = []
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(self._directory / SOCKET))
        self._listening.listen()

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_exception: object) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        while self._threads:  # the first of them starts the others
            self._threads.pop(0).join()
        self._listening.close()
        shutil.rmtree(self._directory)

    def next_request(self, request: bytes) -> bool:
        """Remember a request; tell whether the line is to be cut at it."""
        self.requests.append(request)
        return len(self.requests) == self._at

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:  # it is over
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self._server))
            line = _Line(self, self._cut, client, server)
            self._start(line.ask)
            self._start(line.answer)


class _Line:
    """Pass on what one connection says, each way in a thread."""

    def __init__(
        self, owner: LostLine, cut: Cut, client: socket.socket, server: socket.socket
    ) -> None:
        self._owner = owner
        self._cut = cut
        self._client = client
        self._server = server
        self._is_mute = False
        self._ends = threading.Semaphore(1)  # the first way that ends takes it

    def ask(self) -> None:
        """Pass on what the client asks, request by request."""
        with suppress(OSError), self._client.makefile("rb") as messages:
            request = _read_message(messages, kind_size=0)  # the startup says no kind
            while request:
                if not self._pass_on(request):
                    break
                request = _read_request(messages)
        self._end()

    def answer(self) -> None:
        """Pass on what the server answers; or nothing, until it has carried a request out."""
        with suppress(OSError), self._server.makefile("rb") as messages:
            while message := _read_message(messages):
                if not self._is_mute:
                    self._client.sendall(message)
                elif message[:1] in ENDS_OF_ANSWERS:
                    break
        self._end()

    def _pass_on(self, request: bytes) -> bool:
        """Give the server a request; tell whether the client may go on asking."""
        if not self._owner.next_request(request):
            self._server.sendall(request)
            return True
        if self._cut is Cut.UNANSWERED:
            self._is_mute = True
            self._server.sendall(request)
            return True
        if self._cut is Cut.HALF_SENT:
            self._server.sendall(request[: len(request) // 2])
        return False

    def _end(self) -> None:
        """Hang up on both sides; the second way to end lets go of the sockets."""
        is_first = self._ends.acquire(blocking=False)
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            if not is_first:
                end.close()


def _read_request(messages: BinaryIO) -> bytes:
    """Read messages up to one that the server answers; empty where the client has gone."""
    request = b""
    while message := _read_message(messages):
        request += message
        if message[:1] in ENDS_OF_REQUESTS:
            return request
    return b""


def _read_message(messages: BinaryIO, *, kind_size: int = 1) -> bytes:
    """Read one message: its kind, its length, and the rest; empty where nothing comes any more."""
    head = messages.read(kind_size + 4)
    if len(head) < kind_size + 4:
        return b""
    return head + messages.read(int.from_bytes(head[kind_size:], "big") - 4)
