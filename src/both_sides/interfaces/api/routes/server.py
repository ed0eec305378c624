"""The server itself: whether it runs, whether it can work, its counters, its method."""

from typing import Final

from fastapi import Response
from fastapi.responses import PlainTextResponse

from both_sides import __version__
from both_sides.interfaces.api.documented import answers
from both_sides.interfaces.api.recording import PREFIX
from both_sides.interfaces.api.shapes.overview import HealthShape, MethodShape
from both_sides.interfaces.http.answers import json_answer
from both_sides.interfaces.http.metrics import CONTENT_TYPE
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.http.seats import Reading, Visiting
from both_sides.interfaces.wire.method import method_members
from both_sides.request_errors import BusyError

RETRY_SECONDS: Final = 5

router = OfficeRouter(prefix=PREFIX, tags=["Server"])
root_router = OfficeRouter(include_in_schema=False)  # where watchers look for them
_METRICS = answers(200, "The counters.", None)
_METRICS[200]["content"] = {"text/plain": {"schema": {"type": "string"}}}


@router.get(
    "/method",
    operation_id="getMethod",
    summary="Show the method",
    responses=answers(200, "The method.", MethodShape),
)
def get_method(office: Visiting) -> Response:
    """Show how a claim wins, how a ruling is sealed, and what the engine refuses to do."""
    del office  # anybody may read it, at any time
    return json_answer(method_members(), headers={"Cache-Control": "public, max-age=300"})


@root_router.get("/healthz")
@router.get(
    "/healthz",
    operation_id="getHealth",
    summary="Tell whether the server runs",
    responses=answers(200, "It runs.", HealthShape),
)
def get_health(office: Visiting) -> Response:
    """Tell that the server runs, whatever becomes of the ledger."""
    del office
    return json_answer({"status": "ok", "version": __version__})


@root_router.get("/readyz")
@router.get(
    "/readyz",
    operation_id="getReadiness",
    summary="Tell whether the server can work",
    responses=answers(200, "It can work.", HealthShape),
)
def get_readiness(office: Visiting) -> Response:
    """Tell whether the ledger can be read, and whether the server goes on."""
    if not office.is_open:
        raise BusyError(
            "the server is ending",
            hint=f"ask again in {RETRY_SECONDS} seconds",
            retry_seconds=RETRY_SECONDS,
        )
    office.ledger.store.head(office.settings.scope)
    return json_answer({"status": "ok", "version": __version__})


@root_router.get("/metrics")
@router.get(
    "/metrics",
    operation_id="getMetrics",
    response_class=PlainTextResponse,
    summary="Give the counters",
    responses=_METRICS,
)
def get_metrics(seat: Reading) -> Response:
    """Give the counters for Prometheus: by route, method and status, never by person or scope."""
    return Response(seat.office.metrics.text(), media_type=CONTENT_TYPE)
