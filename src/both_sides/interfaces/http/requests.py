"""Read what every layer wants to know of a request.

*This module does not* answer any.
"""

from typing import Final

from starlette.types import Scope

from both_sides.request_errors import MediaTypeError

REQUEST_ID: Final = "both_sides.request_id"
NO_ADDRESS: Final = "unknown"
JSON: Final = "application/json"


def request_id_of(scope: Scope) -> str | None:
    """Give the id of a request, once the observer has given it one."""
    found = scope.get(REQUEST_ID)
    return found if isinstance(found, str) else None


def require_json(scope: Scope) -> None:
    """Require that a body says it is JSON.

    Raises:
        MediaTypeError: It says something else, or nothing.
    """
    named = header_of(scope, b"content-type") or ""
    if named == JSON:
        return
    media_type, _, parameters = named.partition(";")
    charset = parameters.strip().lower().replace('"', "")
    if media_type.strip().lower() != JSON or charset not in {"", "charset=utf-8"}:
        raise MediaTypeError(
            f"a body of the type {named[:80]!r} is not read here",
            hint=f"send JSON in UTF-8, with the header Content-Type: {JSON}",
            header="Content-Type",
        )


def client_address(scope: Scope) -> str:
    """Give the address that a request came from, to count under; it is written nowhere."""
    client = scope.get("client")
    return NO_ADDRESS if client is None else str(client[0])


def header_of(scope: Scope, name: bytes) -> str | None:
    """Give the first header of a name (in lower case), or None."""
    for found, value in scope["headers"]:
        if found == name:
            return str(value, "latin-1")
    return None
