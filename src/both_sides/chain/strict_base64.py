"""Read base64 that has one form only, so that no character of a note can be changed unseen.

The standard library accepts texts whose last character carries bits that are thrown away; two texts
would then mean the same bytes. *This module does not* read the URL alphabet.

    >>> decode("AAE=") == bytes([0, 1])
    True
    >>> decode("AAF=") is None
    True
"""

import base64
import binascii

from both_sides.chain.merkle import HASH_SIZE


def encode(data: bytes) -> str:
    """Write bytes as base64.

    *Source:* RFC 4648, 4.
    """
    return base64.b64encode(data).decode("ascii")


def decode(text: str) -> bytes | None:
    """Read the one base64 text of some bytes, or answer None for any other text.

    *Source:* RFC 4648, 4 and 3.5.
    """
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if encode(data) == text else None


def decode_hash(text: str) -> bytes | None:
    """Read the hash of a tree, or answer None for any other text."""
    data = decode(text)
    return data if data is not None and len(data) == HASH_SIZE else None
