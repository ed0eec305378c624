"""Put the application together: routes behind the layers that all faces share.

    app = create_app(open_office(settings, serve))

Pages and agents are served by the same application: whoever starts the server hands over what else
is to be served. *This module does not* listen anywhere.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Match

from both_sides import __version__
from both_sides.errors import LedgerError
from both_sides.interfaces.api import description, documented
from both_sides.interfaces.api.recording import PREFIX
from both_sides.interfaces.api.routes import (
    adjudications,
    claim_lists,
    claims,
    disputes,
    evidence,
    imports,
    links,
    overview,
    ruling_proofs,
    rulings,
    server,
)
from both_sides.interfaces.http.answers import json_answer
from both_sides.interfaces.http.bodies import Bodies
from both_sides.interfaces.http.express import AtOnce, Express
from both_sides.interfaces.http.guard import Guard
from both_sides.interfaces.http.heads import Heads
from both_sides.interfaces.http.observer import Observer
from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.problems import error_of, internal_error, problem_response
from both_sides.interfaces.http.requests import request_id_of
from both_sides.interfaces.http.routes import OfficeRoute
from both_sides.interfaces.http.shield import Shield
from both_sides.request_errors import BodyTooLargeError, TooManyRequestsError, TooSlowError

MIB: Final = 1024 * 1024
IMPORTS: Final = f"{PREFIX}/imports"
OPENAPI: Final = f"{PREFIX}/openapi.json"
ROUTERS: Final = (
    adjudications.router,  # the first to be looked at is found first
    rulings.router,
    disputes.router,
    ruling_proofs.router,
    ruling_proofs.public_router,
    claims.router,
    claim_lists.router,
    evidence.router,
    overview.router,
    links.router,
    imports.router,
    server.router,
    server.root_router,
)
COMPONENTS: Final = (
    *documented.COMPONENTS,
    *adjudications.COMPONENTS,
    *imports.COMPONENTS,
)
Addition = Callable[[FastAPI, Office], Any]
"""Adds routes or a mounted application; may return a context that is held while it serves."""


def create_app(
    office: Office,
    *,
    additions: Sequence[Addition] = (),
    larger_bodies: dict[str, int] | None = None,
) -> FastAPI:
    """Put the application together.

    Args:
        office: What its handlers work with; it is closed when the application ends.
        additions: What else is served: pages, agents.
        larger_bodies: Addresses of theirs that take larger bodies, with how many bytes.
    """
    larger = {IMPORTS: office.serve.upload_mib * MIB, **(larger_bodies or {})}
    app = FastAPI(
        title=description.TITLE,
        version=__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        middleware=[
            Middleware(Shield, is_secure=office.serve.is_secure),
            Middleware(Heads),
            Middleware(Observer, log=office.log, metrics=office.metrics),
            Middleware(Guard, serve=office.serve, is_local=office.is_local),
            Middleware(Bodies, larger=larger),
            Middleware(
                Express, office=office, at_once=at_once_routes(), answer_failure=answer_failure
            ),
        ],
    )
    app.state.office = office
    office.jobs.unexpected = lambda error: _unexpected(office, error)
    for kind in (LedgerError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, answer_failure)
    for router in ROUTERS:
        router.serve_in(app)
    _add_description(app)
    app.state.contexts = [held for add in additions if (held := add(app, office)) is not None]
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    office: Office = app.state.office
    async with AsyncExitStack() as stack:
        stack.callback(office.close)
        for held in app.state.contexts:
            await stack.enter_async_context(held)
        yield
        office.is_open = False


def at_once_routes() -> dict[tuple[str, str], tuple[BaseRoute, AtOnce]]:
    """Give what may be put together at once, by method and address."""
    return {
        (method, route.path): (route, route.at_once)
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, OfficeRoute) and route.at_once is not None
        for method in route.methods or ()
    }


async def answer_failure(request: Request, raised: Exception) -> Response:
    """Answer what a handler raised as a problem document."""
    office: Office = request.app.state.office
    error = error_of(request, raised, office.settings.ledger)
    headers = {}
    if isinstance(raised, HTTPException) and raised.status_code == 405:  # noqa: PLR2004 - the status
        allowed = ", ".join(allowed_methods(request))
        headers["Allow"] = allowed
        error = type(error)(error.message, hint=f"it takes {allowed}", allow=allowed)
    if isinstance(error, BodyTooLargeError | TooSlowError):
        headers["Connection"] = "close"  # what is left of the body is not worth reading
    if isinstance(error, TooManyRequestsError):
        office.metrics.throttled.inc()
    return problem_response(error, request_id_of(request.scope), headers)


def allowed_methods(request: Request) -> list[str]:
    """List every method that an address takes, whichever route takes it.

    *Source:* stack.md, REST (the framework lists those of the first route only).
    """
    methods: set[str] = set()
    for route in request.app.routes:
        match, _ = route.matches(request.scope)
        if match is not Match.NONE:
            methods |= set(getattr(route, "methods", None) or ())
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


def _add_description(app: FastAPI) -> None:
    described: dict[str, Any] = {}

    async def get_description(request: Request) -> Response:
        """Give the description of this interface."""
        if not described:
            described.update(description.describe(request.app, COMPONENTS))
        return json_answer(described, headers={"Cache-Control": "no-cache"})

    app.add_route(OPENAPI, get_description, methods=["GET"], include_in_schema=False)


def _unexpected(office: Office, error: Exception) -> LedgerError:
    office.log.error("fault", route="job", exc_info=error)
    return internal_error()
