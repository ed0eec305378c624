"""Limit how often somebody may come: each caller, and each address that shows wrong credentials.

*This module does not* know who comes; it is told a name to count under, which goes nowhere else.
"""

from typing import Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from both_sides.request_errors import TooManyRequestsError

# A secret of 256 bits is not guessed; this keeps the noise of trying down.
WRONG_CREDENTIALS: Final = "20/minute"
# Whoever has no token, for example to see a shared ruling.
STRANGERS: Final = "300/minute"


class Rates:
    """Count requests.

    Args:
        limit: How many one caller may send, as ``1200/minute``; None for no limit.
    """

    def __init__(self, limit: str | None) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._callers = None if limit is None else parse(limit)
        self._strangers = None if limit is None else parse(STRANGERS)
        self._wrong = parse(WRONG_CREDENTIALS)

    def count_caller(self, name: str) -> None:
        """Count a request of somebody who is known.

        Raises:
            TooManyRequestsError: They sent more than they may.
        """
        self._count(self._callers, "caller", name)

    def count_stranger(self, address: str) -> None:
        """Count a request of somebody who need not be known.

        Raises:
            TooManyRequestsError: More came from there than may.
        """
        self._count(self._strangers, "stranger", address)

    def count_wrong(self, address: str) -> None:
        """Count a wrong token, session or link."""
        self._limiter.hit(self._wrong, "wrong", address)

    def require_patience(self, address: str) -> None:
        """Refuse to look at another credential from where too many were wrong.

        Raises:
            TooManyRequestsError: Too many were.
        """
        if not self._limiter.test(self._wrong, "wrong", address):
            raise _refusal(self._wrong, "too many wrong tokens came from there")

    def _count(self, limit: RateLimitItem | None, kind: str, name: str) -> None:
        if limit is not None and not self._limiter.hit(limit, kind, name):
            raise _refusal(limit, f"more than {limit.amount} requests came in a {_unit(limit)}")


def _refusal(limit: RateLimitItem, what: str) -> TooManyRequestsError:
    seconds = max(1, limit.get_expiry() // 2)
    return TooManyRequestsError(
        what, hint=f"wait {seconds} seconds, then ask again", retry_seconds=seconds
    )


def _unit(limit: RateLimitItem) -> str:
    return limit.GRANULARITY.name
