"""Send requests over a number of connections as fast as they are answered, and take the time.

Each connection has one request under way. What is sent is made beforehand, and of an answer only
its status and its length are looked at, so that the client takes as little as can be from the
machine that it shares with the server. *This module does not* know what is asked.
"""

import selectors
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

RECEIVED = 256 * 1024
ANSWERED_WITHIN_S = 30


@dataclass
class Load:
    """Hold what came of a load.

    Args:
        seconds: How long it lasted.
        latencies: How long each answer took, in seconds.
        refused: How many answers were no success.
        first_refusal: The first of them.
    """

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    refused: int = 0
    first_refusal: bytes = b""

    @property
    def rate(self) -> float:
        """Give the answers a second."""
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        """Give the time within which a share of the answers came, in seconds."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def request(
    method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
) -> bytes:
    """Write a whole request."""
    lines = {"Host": "127.0.0.1", **(headers or {})}
    if body:
        lines |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


class _Connection:
    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWERED_WITHIN_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""
        self._length = -1
        self.began = 0.0

    def send(self, what: bytes) -> None:
        self._received, self._length = b"", -1
        self.began = perf_counter()
        self.socket.sendall(what)

    def receive(self) -> bytes | None:
        """Give the answer as soon as it is whole."""
        piece = self.socket.recv(RECEIVED)
        if not piece:
            raise ConnectionError("the server closed the connection")
        self._received += piece
        if self._length < 0:
            end = self._received.find(b"\r\n\r\n")
            if end < 0:
                return None
            head = self._received[:end].lower()
            length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
            self._length = end + 4 + int(length or b"0")
        return self._received if len(self._received) >= self._length else None


def load(
    port: int, connections: int, seconds: float, following: Callable[[], bytes | None]
) -> Load:
    """Send requests for a time.

    Args:
        port: Where the server listens on this machine.
        connections: How many requests are under way at once.
        seconds: For how long new ones are sent.
        following: Gives the next request; None ends the load.
    """
    found = Load()
    selector = selectors.DefaultSelector()
    began = perf_counter()
    waiting = 0
    for _ in range(connections):
        connection = _Connection(port)
        selector.register(connection.socket, selectors.EVENT_READ, connection)
        if (what := following()) is not None:
            connection.send(what)
            waiting += 1
    while waiting:
        ready = selector.select(ANSWERED_WITHIN_S)
        if not ready:
            raise TimeoutError("no answer came")
        for key, _ in ready:
            connection = key.data
            answer = connection.receive()
            if answer is None:
                continue
            now = perf_counter()
            found.latencies.append(now - connection.began)
            if answer[9:10] != b"2":
                found.refused += 1
                found.first_refusal = found.first_refusal or answer
            what = following() if now - began < seconds else None
            if what is None:
                waiting -= 1
            else:
                connection.send(what)
    found.seconds = perf_counter() - began
    for key in list(selector.get_map().values()):
        key.data.socket.close()
    selector.close()
    return found
