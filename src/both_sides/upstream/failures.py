"""Say in one clear error why a server gave no document, and what can be done without it.

*This module does not* decide that something failed.
"""

import socket
import ssl
from typing import Final

from both_sides.errors import UpstreamUnavailableError

IMPORT_INSTEAD: Final = (
    "try again later, or import a file that was downloaded elsewhere:"
    " both-sides import wikidata FILE"
)


def unavailable(
    address: str, what: str, *, hint: str = IMPORT_INSTEAD, **facts: object
) -> UpstreamUnavailableError:
    """Build the error for a request that brought no document.

    Args:
        address: What was asked.
        what: What happened, so that "ADDRESS what" is a sentence.
        hint: What to do next.
        facts: Further facts.
    """
    return UpstreamUnavailableError(f"{address} {what}", hint=hint, address=address, **facts)


def unreachable(address: str, error: Exception) -> UpstreamUnavailableError:
    """Build the error for a connection that failed, in words that say on which side."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return unavailable(
            address,
            f"has a certificate that cannot be verified: {error.verify_message}",
            hint="check the clock and the certificates of this machine; or import a downloaded"
            " file: both-sides import wikidata FILE",
        )
    if isinstance(error, socket.gaierror):
        return unavailable(address, "cannot be found: there is no such host, or no network")
    if isinstance(error, TimeoutError):
        return unavailable(address, "did not answer in time")
    return unavailable(address, f"cannot be reached: {str(error) or type(error).__name__}")
