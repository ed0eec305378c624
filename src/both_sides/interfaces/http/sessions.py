"""Keep a browser signed in: the session's cookie, and the mark that its forms carry.

A session's secret lives in a cookie that scripts cannot read and other sites cannot send along with
a change. A form carries a mark besides, made from the session's secret, which no other site can
know; in local mode it is made from a secret of the process. *This module does not* open or close
sessions; see `both_sides.service.access`.
"""

import hmac
from hashlib import sha256
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from both_sides.interfaces.http.office import Office
from both_sides.request_errors import OriginError
from both_sides.service.access import SESSION_HOURS

COOKIE: Final = "bs_session"
SECURE_COOKIE: Final = "__Host-bs_session"  # browsers let only this host set it, and only over TLS
CSRF_FIELD: Final = "csrf_token"
CSRF_HEADER: Final = "X-CSRF-Token"


def cookie_name(office: Office) -> str:
    """Name the cookie that holds a session's secret."""
    return SECURE_COOKIE if office.serve.is_secure else COOKIE


def session_secret(office: Office, request: Request) -> str | None:
    """Give the secret of the session that a request belongs to, or None."""
    return request.cookies.get(cookie_name(office))


def set_session(office: Office, response: Response, secret: str) -> None:
    """Hand a session's secret to the browser."""
    response.set_cookie(
        cookie_name(office),
        secret,
        max_age=SESSION_HOURS * 3600,
        path="/",
        secure=office.serve.is_secure,
        httponly=True,
        samesite="lax",
    )


def drop_session(office: Office, response: Response) -> None:
    """Take a session's secret from the browser."""
    response.delete_cookie(
        cookie_name(office),
        path="/",
        secure=office.serve.is_secure,
        httponly=True,
        samesite="lax",
    )


def csrf_token(office: Office, request: Request) -> str:
    """Make the mark that every form of a page carries, in the field `csrf_token`."""
    secret = session_secret(office, request) or office.csrf_secret
    return hmac.new(office.csrf_secret.encode(), secret.encode(), sha256).hexdigest()


def require_csrf(office: Office, request: Request, given: str | None) -> None:
    """Require that a change comes from a page of ours.

    Args:
        office: The server.
        request: The change that is asked for.
        given: The mark that came with it: the form's field, or the header `X-CSRF-Token`.

    Raises:
        OriginError: There is none, or it is another session's.
    """
    expected = csrf_token(office, request)
    if given is None or not hmac.compare_digest(expected.encode(), given.encode()):
        raise OriginError(
            "the form is from another session or from another page",
            hint="load the page again, then send the form again; nothing was recorded",
            field=CSRF_FIELD,
        )
