"""Say how much time, how many bytes and how many detours a request may take.

*This module does not* hold anybody to them; `http_get` does.

    >>> Limits().redirects
    3
"""

from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Hold the limits of one request.

    Args:
        read_seconds: How long to wait for the next bytes, or for a connection.
        total_seconds: How long the whole request may take, detours and waiting included.
        reply_bytes: The most bytes of a reply, unpacked; the largest item has about 5 MB.
        redirects: How many redirects are followed.
        wait_seconds: How long a busy server may ask to wait before the one second try.
    """

    read_seconds: float = 10.0
    total_seconds: float = 60.0
    reply_bytes: int = 64 * MIB
    redirects: int = 3
    wait_seconds: float = 15.0
