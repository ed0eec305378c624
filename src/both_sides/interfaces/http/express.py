"""Answer at once what needs no thread, no waiting and no framework.

1. What was asked before at the same address of the same scope, as long as its chain has not grown.
2. What a handler can put together without waiting for anything, for example a small ranking.

Everything else goes on to the routes, which take the same steps as if this were not here. *This
module does not* know any route; `both_sides.interfaces.http.routes` says which can be answered so.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from both_sides.domain.access import Role
from both_sides.errors import LedgerError
from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.requests import header_of, require_json
from both_sides.interfaces.http.seats import Seat, seat_for

BYTES_AN_ANSWER: Final = 2048

AtOnce = Callable[[Seat, bytes], Response | None]
AnswerFailure = Callable[[Request, Exception], Awaitable[Response]]

take_seat: Final = seat_for(Role.READER)


class Express:
    """Answer at once, or pass a request on.

    Args:
        app: Answers what cannot be answered at once.
        office: What was answered before.
        at_once: What may be put together at once, by method and address, with its route.
        answer_failure: Answers what goes wrong.
    """

    def __init__(
        self,
        app: ASGIApp,
        office: Office,
        at_once: Mapping[tuple[str, str], tuple[BaseRoute, AtOnce]],
        answer_failure: AnswerFailure,
    ) -> None:
        self._app = app
        self._office = office
        self._at_once = at_once
        self._answer_failure = answer_failure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method, path = scope["method"], scope["path"]
        answer, read = None, receive
        found = self._at_once.get((method, path))
        if found is not None and not scope["query_string"]:
            request = Request(scope, receive)
            answer = await self._attempt(request, *found)
            read = _again(request, receive)
        elif method == "GET" and (route := self._office.chain_paths.get(path)) is not None:
            answer = await self._recall(Request(scope, receive), route)
        if answer is None:
            await self._app(scope, read, send)
        else:
            await answer(scope, receive, send)

    async def _attempt(
        self, request: Request, route: BaseRoute, at_once: AtOnce
    ) -> Response | None:
        request.scope["route"] = route
        try:
            seat = await take_seat(request)
            require_json(request.scope)
            return at_once(seat, await request.body())
        except (LedgerError, HTTPException) as error:
            return await self._answer_failure(request, error)

    async def _recall(self, request: Request, route: BaseRoute) -> Response | None:
        request.scope["route"] = route
        try:
            seat = await take_seat(request)
        except LedgerError as error:
            return await self._answer_failure(request, error)
        head = self._office.ledger.peek_head(seat.scope)
        return None if head is None else recall(seat, request.scope, head.seal_hex)


def recall(seat: Seat, scope: Scope, head_seal: str) -> Response | None:
    """Give the answer that is remembered for this head, or None."""
    known: Response | None = seat.office.remembered.peek(_question(seat, scope), head_seal)
    return known


def remember(seat: Seat, scope: Scope, head_seal: str, answer: Response) -> None:
    """Remember an answer for as long as the head stays."""
    seat.office.know_path(scope["path"], scope["route"])
    weight = len(answer.body) + BYTES_AN_ANSWER
    seat.office.remembered.put(_question(seat, scope), head_seal, answer, weight)


def _question(seat: Seat, scope: Scope) -> tuple[object, ...]:
    return (
        "answer",
        seat.scope,
        scope["path"],
        scope["query_string"],
        header_of(scope, b"accept"),
        header_of(scope, b"if-none-match"),
    )


def _again(request: Request, receive: Receive) -> Receive:
    """Give a body again that was read before, then whatever else comes."""
    body: bytes | None = getattr(request, "_body", None)
    is_given = body is None

    async def give() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give
