"""Run the handlers of routes, which are plain functions, in the office's own threads.

A route's body must be JSON, is read strictly (no duplicate key, no NaN, no deep nesting), and comes
as what it is: nothing is read into it. A route that is described takes the query parameters that
its description names, and no others; a page takes whatever a link has appended.

A handler can be marked as one whose answer follows from the chain, or as one that can answer
without waiting; `both_sides.interfaces.http.express` then spares the thread and the framework.
*This module does not* know any route.
"""

import functools
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, APIRouter

from both_sides.errors import LedgerError
from both_sides.exchange.strict_json import parse_json
from both_sides.interfaces.http.express import AtOnce, recall, remember, take_seat
from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.problems import BodyRefusedError
from both_sides.interfaces.http.requests import require_json
from both_sides.interfaces.http.seats import Seat
from both_sides.interfaces.http.validation import require_known

AT_ONCE: Final = "answers_at_once"
FOLLOWS_FROM_CHAIN: Final = "follows_from_chain"

PlainHandler = Callable[..., Response]
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
    """Run a plain handler in the office's threads, unless its answer is there without it."""

    def get_route_handler(self) -> Handler:
        """Give the handler of the whole request."""
        handle = super().get_route_handler()
        takes_json = self.body_field is not None
        follows_from_chain = getattr(self.endpoint, FOLLOWS_FROM_CHAIN, False)
        known = frozenset(query_parameters(self.dependant)) if self.include_in_schema else None

        async def strictly(request: Request) -> Response:
            if known is not None and request.scope["query_string"]:
                require_known(request.query_params, known)
            if takes_json and has_body(request):
                require_json(request.scope)
            return await handle(StrictRequest(request.scope, request.receive))

        async def remembering(request: Request) -> Response:
            seat = await take_seat(request)
            head = seat.office.ledger.peek_head(seat.scope)
            if head is None:
                return await strictly(request)
            answer = recall(seat, request.scope, head.seal_hex)
            if answer is None:
                answer = await strictly(request)
                remember(seat, request.scope, head.seal_hex, answer)
            return answer

        return remembering if follows_from_chain else strictly

    @property
    def at_once(self) -> AtOnce | None:
        """Give what puts an answer together without waiting, where the handler has it."""
        found: AtOnce | None = getattr(self.endpoint, AT_ONCE, None)
        return found


class OfficeRouter(APIRouter):
    """Hold routes whose handlers are plain functions.

    Every handler takes a seat or the office among its arguments, and returns a response.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - those of `APIRouter`
        super().__init__(route_class=OfficeRoute, redirect_slashes=False, **options)

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:  # noqa: ANN401 - as above
        """Add a route whose handler runs in the office's threads."""
        options["response_model"] = None
        super().add_api_route(path, threaded(endpoint), **options)

    def serve_in(self, app: FastAPI) -> None:
        """Add the routes to an application as they are, so that each is found by its whole path."""
        app.router.routes.extend(self.routes)


def threaded(handler: PlainHandler) -> Callable[..., Coroutine[Any, Any, Response]]:
    """Make a handler that runs a plain function in the office's threads.

    Args:
        handler: A plain function that takes a seat or the office among its arguments.
    """

    @functools.wraps(handler)  # takes over the marks below, too
    async def in_thread(**arguments: Any) -> Response:  # noqa: ANN401 - the handler's own
        return await _office_among(arguments).threads.run(handler, **arguments)

    return in_thread


def from_chain(handler: PlainHandler) -> PlainHandler:
    """Say that a handler's answer follows from the chain of its scope and from what is asked.

    It is remembered as long as the chain does not grow. So it must not depend on the time or on who
    asks, and it must not be one that checks what is stored.
    """
    setattr(handler, FOLLOWS_FROM_CHAIN, True)
    return handler


def first_at_once(at_once: AtOnce) -> Callable[[PlainHandler], PlainHandler]:
    """Let a handler try to answer without waiting for anything, before it gets a thread.

    Args:
        at_once: Takes the seat and the body; answers, or gives None where that would take long.
    """

    def mark(handler: PlainHandler) -> PlainHandler:
        setattr(handler, AT_ONCE, at_once)
        return handler

    return mark


def query_parameters(dependant: Dependant) -> Iterator[str]:
    """Give the names of the query parameters that a handler and what it depends on take."""
    yield from (parameter.alias for parameter in dependant.query_params)
    for needed in dependant.dependencies:
        yield from query_parameters(needed)


def has_body(request: Request) -> bool:
    """Tell whether a request brings a body."""
    length = request.headers.get("content-length", "0")
    return length != "0" or "transfer-encoding" in request.headers


def _office_among(arguments: dict[str, Any]) -> Office:
    for argument in arguments.values():
        if isinstance(argument, Seat):
            return argument.office
        if isinstance(argument, Office):
            return argument
    raise TypeError("a handler takes a seat or the office")
