"""Answer requests that record something: what was made, where it is, in which version.

*This module does not* record anything.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import quote

from fastapi import Response

from both_sides.interfaces.http.answers import (
    CREATED,
    REPLAYED_HEADER,
    REVALIDATED,
    etag,
    json_answer,
)
from both_sides.interfaces.http.seats import Seat
from both_sides.service.requests import Receipt

PREFIX: Final = "/api/v1"


@contextmanager
def recording(seat: Seat, key: str | None) -> Iterator[None]:
    """Hold the idempotency key of a request as long as it is worked on.

    Raises:
        KeyInFlightError: The same key is being worked on.
    """
    with seat.office.keys.hold(seat.scope, key):
        yield


def address(*parts: str) -> str:
    """Write the address of a resource, whatever is in its id."""
    return "/".join((PREFIX, *(quote(part, safe="$:@") for part in parts)))


def created(
    seat: Seat,
    members: Any,  # noqa: ANN401 - any JSON value
    receipt: Receipt,
    location: str,
    seal_hex: str | None = None,
) -> Response:
    """Answer that something was made."""
    headers = {"Location": location, **_headers(seat, receipt, seal_hex)}
    return json_answer(members, CREATED, headers)


def changed(seat: Seat, members: Any, receipt: Receipt, seal_hex: str | None) -> Response:  # noqa: ANN401 - JSON
    """Answer that something was changed."""
    return json_answer(members, headers=_headers(seat, receipt, seal_hex))


def _headers(seat: Seat, receipt: Receipt, seal_hex: str | None) -> dict[str, str]:
    headers = {}
    if receipt.replayed:
        headers[REPLAYED_HEADER] = "true"
    else:
        seat.office.metrics.links.inc(len(receipt.events))
    if seal_hex is not None:
        headers["ETag"] = etag(seal_hex)
        headers["Cache-Control"] = REVALIDATED
    return headers
