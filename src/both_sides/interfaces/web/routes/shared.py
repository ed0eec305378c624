"""A shared ruling: shown to whoever has the link, and nothing else with it."""

from typing import Final

from fastapi import Request, Response

from both_sides.domain.ids import ScopeId
from both_sides.errors import NotFoundError
from both_sides.interfaces.http.requests import client_address
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.http.seats import Visiting
from both_sides.interfaces.web.rendering import renderer_of
from both_sides.interfaces.web.views.ruling_page import ruling_view
from both_sides.service.desk import Desk

LONGEST_KEY: Final = 100
NOT_FOUND_BY_ENGINES: Final = {"X-Robots-Tag": "noindex", "Cache-Control": "no-store"}

router = OfficeRouter(include_in_schema=False)


@router.get("/shared/{key}")
def get_shared(request: Request, office: Visiting, key: str) -> Response:
    """Show the ruling that a link shares; no token is asked for."""
    where = client_address(request.scope)
    office.rates.require_patience(where)
    try:
        scope, ruling = office.access.shared_ruling(key[:LONGEST_KEY])
    except NotFoundError:
        office.rates.count_wrong(where)
        raise
    desk = Desk(office.ledger, ScopeId(scope))
    return renderer_of(request).open_page(
        request,
        office,
        "shared.html",
        headers=NOT_FOUND_BY_ENGINES,
        **ruling_view(desk, ruling, is_shared=True),
    )
