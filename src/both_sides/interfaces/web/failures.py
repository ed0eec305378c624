"""Show failures to people as pages: whatever layer refused a request, a browser gets words.

Every failure of the server is a problem document, also those of the layers around the routes. Where
a browser asked for a page, this layer puts the same words, status and hint into a page; whoever is
to sign in first is sent there. *This module does not* touch what REST and agents are answered.
"""

import json
from collections.abc import MutableMapping
from typing import Any, Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.problems import MEDIA_TYPE
from both_sides.interfaces.web import words
from both_sides.interfaces.web.rendering import Renderer, go_to

SIGN_IN: Final = "/sign-in"
NOT_FOR_PEOPLE: Final = ("/api/", "/mcp", "/static/", "/healthz", "/readyz", "/metrics")
UNAUTHORISED: Final = 401
KEPT_HEADERS: Final = frozenset({b"allow", b"retry-after", b"connection", b"x-request-id"})
TITLES: Final = {
    400: "This request cannot be read",
    401: "Sign in first",
    403: "You may not do this",
    404: "There is nothing here",
    405: "This address takes other requests",
    408: "It took too long to come",
    409: "A rule says no",
    412: "Somebody else was first",
    413: "That is too large",
    415: "This is not read here",
    422: "Something has to be typed differently",
    428: "It has to say which version it is meant for",
    429: "Too many requests",
    500: "Something went wrong here",
    503: "Not now",
}
OTHER_TITLE: Final = "That did not work"


class ErrorPages:
    """Turn problem documents into pages for browsers.

    Args:
        app: What answers.
        office: The server.
        renderer: Renders the page.
    """

    def __init__(self, app: ASGIApp, office: Office, renderer: Renderer) -> None:
        self._app = app
        self._office = office
        self._renderer = renderer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; a failure becomes a page where a person looks."""
        if scope["type"] != "http" or not _is_for_people(scope):
            await self._app(scope, receive, send)
            return
        caught: dict[str, Any] = {}

        async def watch(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_problem(message):
                caught.update(start=message, body=b"")
            elif caught and message["type"] == "http.response.body":
                caught["body"] += message.get("body", b"")
                if not message.get("more_body", False):
                    await self._show(scope, receive, send, caught)
            else:
                await send(message)

        await self._app(scope, receive, watch)

    async def _show(
        self, scope: Scope, receive: Receive, send: Send, caught: MutableMapping[str, Any]
    ) -> None:
        request = Request(scope, receive)
        try:
            response = self._page(request, caught)
        except Exception:  # it is told as it is where it cannot be shown
            self._office.log.exception("fault", route="failure page")
            await send(caught["start"])
            await send({"type": "http.response.body", "body": caught["body"]})
            return
        names = {name for name, _ in response.raw_headers}
        response.raw_headers += [
            pair
            for pair in caught["start"].get("headers", ())
            if pair[0] in KEPT_HEADERS or _is_kept(pair[0], names)
        ]
        await response(scope, receive, send)

    def _page(self, request: Request, caught: MutableMapping[str, Any]) -> Response:
        status = caught["start"]["status"]
        if status == UNAUTHORISED and request.method in {"GET", "HEAD"}:
            path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            return go_to(SIGN_IN if path == "/" else f"{SIGN_IN}?next={quote(path, safe='')}")
        problem = _members(caught["body"])
        return self._renderer.open_page(
            request,
            self._office,
            "failure.html",
            status,
            problem=problem,
            hint=words.FAILURE_HINTS.get(problem["code"], problem["hint"]),
            number=status,
            title=TITLES.get(status, OTHER_TITLE),
        )


def _is_for_people(scope: Scope) -> bool:
    path: str = scope["path"]
    if any(path == one.rstrip("/") or path.startswith(one) for one in NOT_FOR_PEOPLE):
        return False
    accepted = next((value for name, value in scope["headers"] if name == b"accept"), b"")
    return b"text/html" in accepted


def _is_problem(message: Message) -> bool:
    return any(
        name.lower() == b"content-type" and value.startswith(MEDIA_TYPE.encode())
        for name, value in message.get("headers", ())
    )


def _is_kept(name: bytes, given: set[bytes]) -> bool:
    """Keep what the layers around added for every answer, such as the security headers."""
    return name not in given and name not in {b"content-type", b"content-length"}


def _members(body: bytes) -> dict[str, Any]:
    if body:
        members: dict[str, Any] = json.loads(body)
        return members
    return {"detail": "", "hint": "", "code": ""}  # the answer to a HEAD has no body
