"""Send one GET request and read the reply, within a deadline and a number of bytes.

The deadline is enforced by a watchdog that closes the connection: a server that sends one byte a
second, in its headers or in its text, cannot hold it longer. TLS is verified. *This module does
not* follow redirects, try again or judge the status; `http_get` does.
"""

import http.client
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from both_sides.errors import UpstreamUnavailableError
from both_sides.upstream.failures import unavailable, unreachable
from both_sides.upstream.limits import Limits

CHUNK_BYTES: Final = 64 * 1024
_GZIP_HEADER: Final = 31  # for zlib: 15 bits of window, and a gzip header around the data


@dataclass(frozen=True, slots=True)
class Reply:
    """Hold what a server answered.

    Args:
        address: What was asked.
        status: The HTTP status.
        headers: By lower-case name.
        body: Unpacked.
    """

    address: str
    status: int
    headers: Mapping[str, str]
    body: bytes


def get_once(
    address: str, *, user_agent: str, limits: Limits, deadline: float, proxy: str | None
) -> Reply:
    """Ask for one document.

    Args:
        address: An http or https address.
        user_agent: Who asks.
        limits: How long to wait for bytes, and how many of them to take.
        deadline: When it must be over, on the clock of `time.monotonic`.
        proxy: The address of an HTTP proxy for https, or None.

    Raises:
        UpstreamUnavailableError: There is no whole reply in time.
    """
    headers = {"User-Agent": user_agent, "Accept-Encoding": "gzip", "Accept": "application/json"}
    return _send_once(address, "GET", None, headers, limits, deadline, proxy)


def post_once(address: str, body: bytes, *, user_agent: str, limits: Limits) -> Reply:
    """Send one document, and read the answer.

    Args:
        address: An http or https address.
        body: The document.
        user_agent: Who sends it.
        limits: How long to wait, and how many bytes of the answer to take.

    Raises:
        UpstreamUnavailableError: There is no whole reply in time.
    """
    headers = {"User-Agent": user_agent, "Content-Type": "text/plain; charset=utf-8"}
    deadline = time.monotonic() + limits.total_seconds
    return _send_once(address, "POST", body, headers, limits, deadline, None)


def _send_once(  # noqa: PLR0913 - a request
    address: str,
    method: str,
    document: bytes | None,
    headers: Mapping[str, str],
    limits: Limits,
    deadline: float,
    proxy: str | None,
) -> Reply:
    parts = urlsplit(address)
    target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    late = unavailable(address, f"took longer than {limits.total_seconds:g} seconds")
    seconds_left = deadline - time.monotonic()
    if seconds_left <= 0:
        raise late
    connection = _connection(address, proxy, min(limits.read_seconds, seconds_left))
    try:
        connection.connect()
        with _watchdog(connection.sock, deadline) as has_barked:
            connection.request(method, target, body=document, headers=dict(headers))
            response = connection.getresponse()
            with response:
                body = _read_body(response, address, limits.reply_bytes)
            # A reply that announced no length seems whole when the watchdog cuts it.
            if has_barked.is_set():
                raise late
    except (OSError, http.client.HTTPException) as error:
        if time.monotonic() >= deadline:
            raise late from None
        if isinstance(error, http.client.IncompleteRead):
            raise _cut_off(address) from None
        raise unreachable(address, error) from None
    finally:
        connection.close()
    found = {name.lower(): value for name, value in response.getheaders()}
    return Reply(address, response.status, found, body)


def _connection(address: str, proxy: str | None, seconds: float) -> http.client.HTTPConnection:
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.scheme == "http":  # a server that the caller configured, for tests
        return http.client.HTTPConnection(host, parts.port, timeout=seconds)
    context = ssl.create_default_context()
    if proxy is None:
        return http.client.HTTPSConnection(host, parts.port, timeout=seconds, context=context)
    through = urlsplit(proxy)
    connection = http.client.HTTPSConnection(
        through.hostname or "", through.port, timeout=seconds, context=context
    )
    connection.set_tunnel(host, parts.port)
    return connection


@contextmanager
def _watchdog(sock: socket.socket, deadline: float) -> Iterator[threading.Event]:
    """Close the connection at the deadline, even in the middle of a read, and tell of it."""
    has_barked = threading.Event()

    def bark() -> None:
        has_barked.set()
        with suppress(OSError):  # it may just have been closed
            # The method of the plain socket: that of a TLS socket forgets the session first, and
            # a read in another thread then fails with something that is no OSError.
            socket.socket.shutdown(sock, socket.SHUT_RDWR)

    timer = threading.Timer(max(0.0, deadline - time.monotonic()), bark)
    timer.daemon = True
    timer.start()
    try:
        yield has_barked
    finally:
        timer.cancel()


def _read_body(response: http.client.HTTPResponse, address: str, most: int) -> bytes:
    """Read and unpack the reply; a packed bomb ends at the limit like anything else."""
    encoding = response.getheader("Content-Encoding", "identity").strip().lower()
    if encoding not in {"identity", "gzip"}:
        raise unavailable(
            address, f"sent a reply packed as {encoding[:40]}, which was not asked for"
        )
    unpacker = zlib.decompressobj(_GZIP_HEADER) if encoding == "gzip" else None
    pieces: list[bytes] = []
    received = unpacked = 0
    while chunk := response.read1(CHUNK_BYTES):
        received += len(chunk)
        piece = (
            chunk if unpacker is None else _unpack(unpacker, chunk, most - unpacked + 1, address)
        )
        unpacked += len(piece)
        if unpacked > most:
            what = f"sent more than the {most:,} bytes that are read"
            raise unavailable(address, what, most_bytes=most)
        pieces.append(piece)
    announced = response.getheader("Content-Length", "")
    if (announced.isdecimal() and received < int(announced)) or (unpacker and not unpacker.eof):
        raise _cut_off(address)
    return b"".join(pieces)


def _unpack(unpacker: "zlib._Decompress", chunk: bytes, most: int, address: str) -> bytes:
    try:
        return unpacker.decompress(chunk, most)
    except zlib.error as error:
        raise unavailable(address, f"sent a damaged reply: {error}") from None


def _cut_off(address: str) -> UpstreamUnavailableError:
    return unavailable(address, "sent a reply that is cut off")
