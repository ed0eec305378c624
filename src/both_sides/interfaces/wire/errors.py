"""Say what each family of errors means to a caller: exit code, HTTP status, JSON.

This is the one table. No other module knows an exit code or a status, and none ends the process.
"""

from typing import Any, Final

from both_sides.errors import (
    IdempotencyConflictError,
    InvalidInputError,
    LedgerError,
    NotFoundError,
    RefusedError,
    StaleHeadError,
    StoreUnavailableError,
    TamperedError,
)
from both_sides.request_errors import (
    AddressTooLongError,
    BodyTooLargeError,
    CredentialError,
    HeadersTooLargeError,
    MediaTypeError,
    MethodError,
    NotAcceptableError,
    OriginError,
    PreconditionMissingError,
    RequestError,
    RoleError,
    RouteMissingError,
    TooManyRequestsError,
    TooSlowError,
)

USAGE_EXIT_CODE: Final = 2
INTERRUPTED_EXIT_CODE: Final = 130
CUT_OFF_EXIT_CODE: Final = 141  # as of a program that SIGPIPE ended

_MEANING: Final[tuple[tuple[type[LedgerError], int, int], ...]] = (
    # the most special first: error, exit code, HTTP status
    (NotFoundError, 2, 404),
    (RouteMissingError, 2, 404),
    (MethodError, 2, 405),
    (NotAcceptableError, 2, 406),
    (TooSlowError, 2, 408),
    (BodyTooLargeError, 2, 413),
    (AddressTooLongError, 2, 414),
    (MediaTypeError, 2, 415),
    (PreconditionMissingError, 2, 428),
    (HeadersTooLargeError, 2, 431),
    (RequestError, 2, 400),
    (InvalidInputError, 2, 422),
    (StaleHeadError, 3, 412),
    (CredentialError, 3, 401),
    (RoleError, 3, 403),
    (OriginError, 3, 403),
    (IdempotencyConflictError, 3, 422),
    (RefusedError, 3, 409),
    (TamperedError, 4, 500),
    (TooManyRequestsError, 5, 429),
    (StoreUnavailableError, 5, 503),
    (LedgerError, 1, 500),
)


# What `both-sides verify` ends with: the outcome of a verification, by its word.
OUTCOME_EXIT_CODES: Final = {
    "verified": 0,
    "tampered": 1,
    "truncated": 2,
    "fork": 3,
    "incomplete": 4,
}
UNREADABLE_EXIT_CODE: Final = 5

# What a witness answers over HTTP: its decision, by its word. *Source:* C2SP tlog-witness.
WITNESS_STATUS: Final = {
    "cosign": 200,
    "malformed": 400,
    "unknown log": 404,
    "invalid signature": 403,
    "conflict": 409,
    "inconsistent": 422,
    "elsewhere": 404,
    "without length": 411,
    "too large": 413,
}


def exit_code(error: LedgerError) -> int:
    """Give the exit code of a command that ended with this error.

    *Source:* house-style.md, "Errors".
    """
    return next(code for kind, code, _ in _MEANING if isinstance(error, kind))


def http_status(error: LedgerError) -> int:
    """Give the HTTP status of a request that ended with this error.

    *Source:* house-style.md, "Errors".
    """
    return next(status for kind, _, status in _MEANING if isinstance(error, kind))


def error_members(error: LedgerError) -> dict[str, Any]:
    """Write an error as JSON members.

    *Source:* spec/interfaces.md, "A refusal prints …".
    """
    return {
        "code": error.code,
        "message": error.message,
        "hint": error.hint,
        "facts": {name: _plain(fact) for name, fact in error.facts.items()},
    }


def _plain(fact: object) -> object:
    if fact is None or isinstance(fact, str | int | float | bool):
        return fact
    if isinstance(fact, list | tuple):
        return [_plain(member) for member in fact]
    return str(fact)
