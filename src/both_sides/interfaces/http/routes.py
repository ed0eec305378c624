"""Run the handlers of routes, which are plain functions, in the office's own threads.

A route's body must be JSON, is read strictly (no duplicate key, no NaN, no deep nesting), and comes
as what it is: nothing is read into it. *This module does not* know any route.
"""

import functools
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.routing import APIRoute, APIRouter

from both_sides.errors import LedgerError
from both_sides.exchange.strict_json import parse_json
from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.problems import BodyRefusedError
from both_sides.interfaces.http.seats import Seat
from both_sides.request_errors import MediaTypeError

JSON: Final = "application/json"
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class StrictRequest(Request):
    """Read a JSON body strictly."""

    async def json(self) -> Any:  # noqa: ANN401 - any JSON value
        """Read the body.

        Raises:
            BodyRefusedError: It is no JSON document that is taken; its cause says why.
        """
        try:
            return parse_json(await self.body(), source="the body")
        except LedgerError as error:
            raise BodyRefusedError(error) from None


class OfficeRoute(APIRoute):
    """Run a plain handler in the office's threads."""

    def get_route_handler(self) -> Handler:
        """Give the handler of the whole request."""
        handle = super().get_route_handler()
        takes_json = self.body_field is not None

        async def strictly(request: Request) -> Response:
            if takes_json and has_body(request):
                require_json(request)
            return await handle(StrictRequest(request.scope, request.receive))

        return strictly


class OfficeRouter(APIRouter):
    """Hold routes whose handlers are plain functions.

    Every handler takes a seat or the office among its arguments, and returns a response.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - those of `APIRouter`
        super().__init__(route_class=OfficeRoute, redirect_slashes=False, **options)

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:  # noqa: ANN401 - as above
        """Add a route whose handler runs in the office's threads."""
        super().add_api_route(path, threaded(endpoint), response_model=None, **_without(options))

    def serve_in(self, app: FastAPI) -> None:
        """Add the routes to an application as they are, so that each is found by its whole path."""
        app.router.routes.extend(self.routes)


def threaded(handler: Callable[..., Response]) -> Callable[..., Coroutine[Any, Any, Response]]:
    """Make a handler that runs a plain function in the office's threads.

    Args:
        handler: A plain function that takes a seat or the office among its arguments.
    """

    @functools.wraps(handler)
    async def in_thread(**arguments: Any) -> Response:  # noqa: ANN401 - the handler's own
        return await _office_among(arguments).threads.run(handler, **arguments)

    return in_thread


def has_body(request: Request) -> bool:
    """Tell whether a request brings a body."""
    length = request.headers.get("content-length", "0")
    return length != "0" or "transfer-encoding" in request.headers


def require_json(request: Request) -> None:
    """Require that a body says it is JSON.

    Raises:
        MediaTypeError: It says something else, or nothing.
    """
    named = request.headers.get("content-type", "")
    media_type, _, parameters = named.partition(";")
    charset = parameters.strip().lower().replace('"', "")
    if media_type.strip().lower() != JSON or charset not in {"", "charset=utf-8"}:
        raise MediaTypeError(
            f"a body of the type {named[:80]!r} is not read here",
            hint=f"send JSON in UTF-8, with the header Content-Type: {JSON}",
            header="Content-Type",
        )


def _office_among(arguments: dict[str, Any]) -> Office:
    for argument in arguments.values():
        if isinstance(argument, Seat):
            return argument.office
        if isinstance(argument, Office):
            return argument
    raise TypeError("a handler takes a seat or the office")


def _without(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "response_model"}
