"""Add the web desk to the application.

    app = create_app(office, additions=[add_pages], larger_bodies=larger_bodies(office))

*This module does not* make the application; see `both_sides.interfaces.api.app`.
"""

from typing import Final

from fastapi import FastAPI
from starlette.middleware import Middleware

from both_sides.interfaces.http.office import Office
from both_sides.interfaces.web.assets import PREFIX, Assets
from both_sides.interfaces.web.failures import ErrorPages
from both_sides.interfaces.web.rendering import RENDERER, Renderer
from both_sides.interfaces.web.routes import (
    agent,
    chain,
    claim_forms,
    claims,
    desk,
    disputes,
    entrance,
    finding,
    home,
    jobs,
    overview,
    ruling_forms,
    rulings,
    shared,
)

MIB: Final = 1024 * 1024
ROUTERS: Final = (
    home.router,
    desk.router,
    disputes.router,
    jobs.router,
    ruling_forms.router,
    rulings.router,
    claim_forms.router,
    claims.router,
    overview.router,
    chain.router,
    agent.router,
    shared.router,
    entrance.router,
    finding.router,
)


def add_pages(app: FastAPI, office: Office) -> None:
    """Add the pages, their files, and the layer that shows failures to people.

    Args:
        app: The application.
        office: What its handlers work with.
    """
    assets = Assets()
    renderer = Renderer(assets)
    setattr(app.state, RENDERER, renderer)
    for router in ROUTERS:
        router.serve_in(app)
    app.add_route(f"{PREFIX}/{{path:path}}", assets.serve, methods=["GET"], include_in_schema=False)
    # The outermost layer: it sees what all the others refuse.
    app.user_middleware.insert(0, Middleware(ErrorPages, office=office, renderer=renderer))


def larger_bodies(office: Office) -> dict[str, int]:
    """Say which addresses of pages take larger bodies, with how many bytes."""
    return {desk.IMPORT: office.serve.upload_mib * MIB}
