"""Take a body only as large, as fast and as plain as it may be.

The size is known before anything reads the body, or counted while it comes. A packed body is not
taken at all, so nothing can unpack to more than it is. *This module does not* read what is in it;
how deep it may be nested is the parser's business.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from both_sides.errors import LedgerError
from both_sides.interfaces.http.problems import BodyRefusedError, problem_response
from both_sides.interfaces.http.requests import header_of, request_id_of
from both_sides.request_errors import BodyTooLargeError, MediaTypeError, RequestError, TooSlowError

MOST_BYTES: Final = 1024 * 1024
MOST_SECONDS: Final = 30.0
# A larger body may take longer, as long as this much of it comes a second.
BYTES_A_SECOND: Final = 16 * 1024
METHODS_WITHOUT: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class Bodies:
    """Hold the bodies of requests to their limits.

    Args:
        app: What reads them.
        larger: Addresses that take more than `MOST_BYTES`, with how much they take.
        seconds: How long a body of `MOST_BYTES` may take to come.
    """

    def __init__(
        self, app: ASGIApp, larger: Mapping[str, int], *, seconds: float = MOST_SECONDS
    ) -> None:
        self._app = app
        self._larger = larger
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with a body that is held to its limits."""
        if scope["type"] != "http" or scope["method"] in METHODS_WITHOUT:
            await self._app(scope, receive, send)
            return
        most = self._larger.get(scope["path"], MOST_BYTES)
        try:
            _require_plain(scope, most)
        except LedgerError as error:
            response = problem_response(error, request_id_of(scope), {"Connection": "close"})
            await response(scope, receive, send)
            return
        bounded = _BoundedBody(receive, most, self._seconds + (most - MOST_BYTES) / BYTES_A_SECOND)
        await self._app(scope, bounded.receive, send)


class _BoundedBody:
    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self._receive = receive
        self._most = most
        self._deadline = asyncio.get_running_loop().time() + seconds
        self._taken = 0
        self._is_over = False

    async def receive(self) -> Message:
        if self._is_over:  # a disconnect is waited for without a deadline
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise BodyRefusedError(
                TooSlowError("the body took too long to come", hint="send it faster, or less of it")
            ) from None
        if message["type"] == "http.request":
            self._taken += len(message.get("body", b""))
            self._is_over = not message.get("more_body", False)
            if self._taken > self._most:
                raise BodyRefusedError(too_large(self._taken, self._most))
        return message


def too_large(size: int, most: int) -> BodyTooLargeError:
    """Say that a body is larger than what is taken."""
    return BodyTooLargeError(
        f"the body has {size:,} bytes or more",
        hint=f"send at most {most:,} bytes at once",
        most_bytes=most,
    )


def _require_plain(scope: Scope, most: int) -> None:
    encoding = header_of(scope, b"content-encoding")
    if encoding is not None and encoding.strip().lower() not in {"", "identity"}:
        raise MediaTypeError(
            f"a body packed with {encoding[:40]!r} is not taken",
            hint="send it plain; a packed file for import is sent as it is, without this header",
            header="Content-Encoding",
        )
    announced = header_of(scope, b"content-length")
    if announced is None:
        return
    if not (announced.isascii() and announced.isdecimal()):
        raise RequestError(
            "the header Content-Length is no number", hint="send the number of bytes"
        )
    if int(announced[:20]) > most:
        raise too_large(int(announced[:20]), most)
