"""Answer failures as RFC 9457 problem documents, in the words of the error.

    {"type": "urn:both-sides:problem:not_found", "title": "Not found", "status": 404,
     "detail": "there is no ruling RUL-0009", "code": "not_found",
     "hint": "`both-sides rulings` lists …", "facts": {"ruling": "RUL-0009"}, "requestId": "…"}

Every answer that is no success goes through here, also those of the layers around the routes, so
they all have one form. *This module does not* know what status an error has; the wire table does.
"""

from collections.abc import Mapping
from typing import Any, Final

import orjson
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from both_sides.errors import InvalidInputError, LedgerError, StoreUnavailableError, TamperedError
from both_sides.interfaces.http.validation import validation_error
from both_sides.interfaces.wire.errors import error_members, http_status
from both_sides.request_errors import (
    BodyTooLargeError,
    CredentialError,
    InternalError,
    MethodError,
    RequestError,
    RouteMissingError,
)

MEDIA_TYPE: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:both-sides:problem:"
CHALLENGE: Final = 'Bearer realm="both-sides"'

METHOD_NOT_ALLOWED: Final = 405
NOT_FOUND: Final = 404
TOO_LARGE: Final = 413


class BodyRefusedError(HTTPException):
    """Carry a refusal out through the framework, which swallows other exceptions of a body.

    Args:
        error: Why the body is refused.
    """

    def __init__(self, error: LedgerError) -> None:
        super().__init__(http_status(error))
        self.error = error


def problem_members(error: LedgerError, request_id: str | None = None) -> dict[str, Any]:
    """Write an error as the members of a problem document.

    *Source:* spec/interfaces.md, REST ("RFC 9457 problem documents with our `code`, `hint` and
    facts").
    """
    members = error_members(error)
    problem = {
        "type": TYPE_PREFIX + members["code"],
        "title": members["code"].replace("_", " ").capitalize(),
        "status": http_status(error),
        "detail": members["message"],
        "code": members["code"],
        "hint": members["hint"],
        "facts": members["facts"],
    }
    if request_id is not None:
        problem["requestId"] = request_id
    return problem


def problem_response(
    error: LedgerError,
    request_id: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with a problem document."""
    problem = problem_members(error, request_id)
    more = dict(headers or {})
    seconds = error.facts.get("retry_seconds")
    if seconds is not None:
        more["Retry-After"] = str(seconds)
    if isinstance(error, CredentialError):
        more["WWW-Authenticate"] = CHALLENGE
    return Response(orjson.dumps(problem), problem["status"], more, MEDIA_TYPE)


def error_of(request: Request, raised: Exception, ledger: str) -> LedgerError:
    """Say what an exception means to the caller.

    Args:
        request: What was asked.
        raised: What was raised while it was answered.
        ledger: The address of the ledger, which is nobody's business.
    """
    if isinstance(raised, StoreUnavailableError | TamperedError):
        return _without(raised, ledger)
    if isinstance(raised, LedgerError):
        return raised
    if isinstance(raised, RequestValidationError):
        return validation_error(raised.errors())
    if isinstance(raised, HTTPException):
        return _error_of_framework(request, raised)
    return internal_error()


def internal_error() -> InternalError:
    """Say that something went wrong that is a fault of this program."""
    return InternalError(
        "something went wrong that is a fault of this program; nothing half-written was kept",
        hint="send the request again; if it stays so, report the request id to the operator",
    )


def _without(error: LedgerError, ledger: str) -> LedgerError:
    """Take the place of the ledger out of an error; it is a path of the server's machine."""
    facts = {name: fact for name, fact in error.facts.items() if name not in {"ledger", "sqlite"}}
    words = (text.replace(ledger, "the ledger") for text in (error.message, error.hint))
    message, hint = words
    return type(error)(message, hint=hint, **facts)


def _error_of_framework(request: Request, raised: HTTPException) -> LedgerError:
    if isinstance(raised, BodyRefusedError):
        return raised.error
    if raised.status_code == NOT_FOUND:
        return RouteMissingError(
            "there is nothing at this address",
            hint="GET /api/v1/openapi.json lists every address",
        )
    if raised.status_code == METHOD_NOT_ALLOWED:
        allowed = (raised.headers or {}).get("Allow", "")
        return MethodError(
            f"this address does not take {request.method[:20]}",
            hint=f"it takes {allowed}",
            allow=allowed,
        )
    if raised.status_code == TOO_LARGE:
        return BodyTooLargeError("the body is too large", hint="send less at once")
    if raised.status_code < 500:  # noqa: PLR2004 - a fault of the caller
        return RequestError("the request cannot be read", hint="check its headers and its body")
    return InvalidInputError("the request cannot be answered", hint="check what was sent")
