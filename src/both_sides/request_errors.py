"""Name what a caller over the network can get wrong besides: who asks, how, and how often.

    InvalidInputError
    └─ RequestError                the request cannot be taken as it is
       ├─ KeyMissingError          it needs a key that makes it happen once
       ├─ PreconditionMissingError it must say which version it is meant for
       ├─ RouteMissingError        there is nothing at this address
       ├─ MethodError              the address takes other methods
       ├─ NotAcceptableError       there is no answer in a form that it accepts
       ├─ TooSlowError             its text took too long to come
       ├─ BodyTooLargeError        its text is larger than what is taken
       ├─ AddressTooLongError      its address is longer than what is taken
       ├─ MediaTypeError           its text is in a form that is not read
       └─ HeadersTooLargeError     its headers are more than what is taken
    RefusedError
    ├─ CredentialError             nobody knows who asks, or who asks holds nothing valid
    ├─ RoleError                   the token allows less
    ├─ OriginError                 the request comes from a page of another site
    └─ KeyInFlightError            the same request is being worked on
    StoreUnavailableError
    ├─ TooManyRequestsError        ask again later
    └─ BusyError                   as much is being done as can be at once
    InternalError                  something went wrong that is a fault of this program

*This module does not* know what any of them is in HTTP; `both_sides.interfaces.wire.errors` does.
"""

from both_sides.errors import (
    InvalidInputError,
    LedgerError,
    RefusedError,
    StoreUnavailableError,
)

# --- the request cannot be taken as it is ------------------------------------


class RequestError(InvalidInputError):
    """Say that a request cannot be taken as it is."""

    code = "request_invalid"


class KeyMissingError(RequestError):
    """Ask for the key that makes a request happen once."""

    code = "idempotency_key_missing"


class PreconditionMissingError(RequestError):
    """Ask for the version that a change is meant for."""

    code = "precondition_missing"


class RouteMissingError(RequestError):
    """Say that there is nothing at an address."""

    code = "route_missing"


class MethodError(RequestError):
    """Say that an address takes other methods."""

    code = "method_not_allowed"


class NotAcceptableError(RequestError):
    """Say that there is no answer in a form that the caller accepts."""

    code = "not_acceptable"


class TooSlowError(RequestError):
    """Say that the text of a request took too long to come."""

    code = "too_slow"


class BodyTooLargeError(RequestError):
    """Say that the text of a request is larger than what is taken."""

    code = "body_too_large"


class AddressTooLongError(RequestError):
    """Say that an address is longer than what is taken."""

    code = "address_too_long"


class MediaTypeError(RequestError):
    """Say that the text of a request is in a form that is not read."""

    code = "media_type_unsupported"


class HeadersTooLargeError(RequestError):
    """Say that the headers of a request are more than what is taken."""

    code = "headers_too_large"


# --- a rule says no ----------------------------------------------------------


class CredentialError(RefusedError):
    """Refuse whoever shows no token that holds."""

    code = "credential_refused"


class RoleError(RefusedError):
    """Refuse what a token does not allow."""

    code = "role_insufficient"


class OriginError(RefusedError):
    """Refuse a request that a page of another site may have sent."""

    code = "origin_refused"


class KeyInFlightError(RefusedError):
    """Refuse the second sending of a request while the first one is being worked on."""

    code = "idempotency_in_flight"


# --- later, perhaps ----------------------------------------------------------


class TooManyRequestsError(StoreUnavailableError):
    """Ask for patience: too many requests came from there."""

    code = "too_many_requests"


class BusyError(StoreUnavailableError):
    """Ask for patience: as much is being done as can be at once."""

    code = "busy"


# --- nobody's fault but ours -------------------------------------------------


class InternalError(LedgerError):
    """Say that something went wrong that is a fault of this program."""

    code = "internal_error"
