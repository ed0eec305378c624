"""Get one document: follow redirects to permitted hosts, ask a busy server once more, judge.

*This module does not* know what is asked for, keeps no cookies and sends no credentials.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import urljoin

from both_sides.errors import NotFoundError
from both_sides.upstream.failures import unavailable
from both_sides.upstream.hosts import Hosts
from both_sides.upstream.limits import Limits
from both_sides.upstream.one_request import Reply, get_once

OK: Final = 200
NOT_FOUND: Final = 404
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
BUSY: Final = frozenset({429, 503})
DEFAULT_WAIT_SECONDS: Final = 1.0


class HttpGetter:
    """Get documents from permitted hosts.

    Args:
        hosts: Who may be asked.
        user_agent: Who asks.
        limits: How much time, how many bytes and how many redirects a request may take.
        proxy: The address of an HTTP proxy for https, or None.
        sleep: Waits for a number of seconds.
    """

    def __init__(
        self,
        *,
        hosts: Hosts,
        user_agent: str,
        limits: Limits,
        proxy: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._hosts = hosts
        self._user_agent = user_agent
        self._limits = limits
        self._proxy = proxy
        self._sleep = sleep

    def get(self, address: str) -> Reply:
        """Get one document.

        1. Ask; follow at most `limits.redirects` redirects, each to a permitted host.
        2. If the server is busy and the wait it asks for is within the limits, wait and ask again,
           once.
        3. Judge the status.

        Args:
            address: What to ask for.

        Returns:
            The reply with status 200.

        Raises:
            NotFoundError: The server says that there is no such document.
            UpstreamUnavailableError: There is no whole reply within the limits; the hint names the
                alternative.
        """
        deadline = time.monotonic() + self._limits.total_seconds
        reply = self._follow(address, deadline)
        if reply.status in BUSY:
            seconds = wait_seconds(reply.headers.get("retry-after"), now=datetime.now(UTC))
            if seconds > self._limits.wait_seconds or time.monotonic() + seconds > deadline:
                what = f"is busy (HTTP {reply.status}) and asks to wait {seconds:g} seconds"
                raise unavailable(address, what, status=reply.status, wait_seconds=seconds)
            self._sleep(seconds)
            reply = self._follow(address, deadline)
        return _judge(reply, address)

    def _follow(self, address: str, deadline: float) -> Reply:
        asked = address
        for _ in range(self._limits.redirects + 1):
            if not self._hosts.permit(asked):
                what = f"redirects to {asked[:200]}, which is not asked"
                raise unavailable(address, what, target=asked[:200])
            reply = get_once(
                asked,
                user_agent=self._user_agent,
                limits=self._limits,
                deadline=deadline,
                proxy=self._proxy,
            )
            location = reply.headers.get("location")
            if reply.status not in REDIRECTS or not location:
                return reply
            asked = _target(asked, location)
        raise unavailable(address, f"redirects more than {self._limits.redirects} times")


def _target(asked: str, location: str) -> str:
    """Resolve a redirect; what is no address stays as it is, and is not permitted."""
    try:
        return urljoin(asked, location)
    except ValueError:
        return location


def wait_seconds(retry_after: str | None, *, now: datetime) -> float:
    """Read a `Retry-After` header: seconds, or an HTTP date.

    Args:
        retry_after: The header's text, or None.
        now: The present instant, in UTC.

    Returns:
        How long to wait; a second where the header says nothing that can be read.
    """
    text = (retry_after or "").strip()
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        then = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return DEFAULT_WAIT_SECONDS
    if then.tzinfo is None:  # "-0000" is UTC of unknown origin
        then = then.replace(tzinfo=UTC)
    return max(0.0, (then - now).total_seconds())


def _judge(reply: Reply, address: str) -> Reply:
    if reply.status == OK:
        return reply
    if reply.status == NOT_FOUND:
        raise NotFoundError(
            f"{address} does not exist",
            hint="check the id or the title, for example with the search on that site",
            address=address,
        )
    raise unavailable(address, f"answered with HTTP {reply.status}", status=reply.status)
