"""Come in and go out: signing in with a token, signing out, and the theme of the pages."""

from typing import Final
from urllib.parse import urlsplit

from fastapi import Request, Response

from both_sides.domain.ids import parse_scope_id
from both_sides.errors import LedgerError
from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.requests import client_address
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.http.seats import Visiting
from both_sides.interfaces.http.sessions import drop_session, session_secret, set_session
from both_sides.interfaces.web.forms import Draft, refuse
from both_sides.interfaces.web.rendering import THEME_COOKIE, THEMES, go_to, renderer_of
from both_sides.interfaces.web.visits import Typed
from both_sides.interfaces.web.words import HINTS
from both_sides.request_errors import CredentialError

FIRST_PAGE: Final = "/desk"
A_YEAR_SECONDS: Final = 365 * 24 * 3600
FIELDS: Final = {"credential_refused": "token", "scope": "scope", "not_found": "scope"}

router = OfficeRouter(include_in_schema=False)


@router.get("/sign-in")
def get_sign_in(request: Request, office: Visiting) -> Response:
    """Ask for a token."""
    return _sign_in_page(request, office, Draft())


@router.post("/sign-in")
def sign_in(request: Request, office: Visiting, form: Typed) -> Response:
    """Open a session with a token, and go on to the page that was asked for."""
    where = client_address(request.scope)
    office.rates.require_patience(where)
    try:
        named = form.optional("scope")
        scope = None if named is None else parse_scope_id(named)
        opened = office.access.open_session(form.text("token").strip(), scope)
    except LedgerError as error:
        if isinstance(error, CredentialError):
            office.rates.count_wrong(where)
            office.metrics.refused_credentials.inc()
        return _sign_in_page(request, office, Draft(form, refuse(error, FIELDS, HINTS)))
    response = go_to(own_address(form.text("next")))
    set_session(office, response, opened.secret)
    return response


@router.post("/sign-out")
def sign_out(request: Request, office: Visiting, form: Typed) -> Response:
    """Close the session."""
    del form  # it carries nothing but the mark
    secret = session_secret(office, request)
    if secret is not None:
        office.access.close_session(secret)
    response = go_to("/sign-in")
    drop_session(office, response)
    response.headers["Clear-Site-Data"] = '"cache"'  # nor is there anything to go back to
    return response


@router.post("/theme")
def choose_theme(request: Request, office: Visiting, form: Typed) -> Response:
    """Remember light or dark in the browser, or follow the system again."""
    chosen = form.text("theme")
    response = go_to(own_address(form.text("next")))
    if chosen in THEMES:
        response.set_cookie(
            THEME_COOKIE,
            chosen,
            max_age=A_YEAR_SECONDS,
            path="/",
            secure=office.serve.is_secure,
            httponly=True,
            samesite="lax",
        )
    else:
        response.delete_cookie(THEME_COOKIE, path="/")
    del request
    return response


def own_address(text: str) -> str:
    """Take an address of this server to go on to; whatever else was named is not gone to."""
    parts = urlsplit(text.replace("\\", "/"))
    is_own = text.startswith("/") and not text.startswith(("//", "/\\"))
    if not is_own or parts.scheme or parts.netloc or not text.isprintable():
        return FIRST_PAGE
    return text


def _sign_in_page(request: Request, office: Office, draft: Draft) -> Response:
    following = draft.typed("next") or request.query_params.get("next", "")
    return renderer_of(request).open_page(
        request,
        office,
        "sign_in.html",
        200 if draft.refusal is None else draft.refusal.status,
        draft=draft,
        following=own_address(following),
        is_local=office.is_local,
        is_signed_in=session_secret(office, request) is not None,
    )
