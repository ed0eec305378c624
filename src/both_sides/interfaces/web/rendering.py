"""Render pages: templates that escape everything, with what every page shows around its own.

*This module does not* put together what a page is about; see `views/`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from both_sides import __version__
from both_sides.domain.access import Role
from both_sides.domain.counting import counted
from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.interfaces.http.office import Office
from both_sides.interfaces.http.sessions import CSRF_FIELD, csrf_token
from both_sides.interfaces.web import words
from both_sides.interfaces.web.assets import Assets
from both_sides.interfaces.web.visits import Visit

SEE_OTHER: Final = 303
# A page may be kept to go back to, and what was typed with it; it is asked for again each time.
KEPT: Final = "private, no-cache"
THEME_COOKIE: Final = "bs_theme"
THEMES: Final = ("light", "dark")
PAGES: Final = (
    ("/desk", "Desk"),
    ("/rulings", "Rulings"),
    ("/claims", "Claims"),
    ("/steps", "Next steps"),
    ("/report", "Report"),
    ("/ledger", "Ledger"),
    ("/method", "Method"),
    ("/agent", "Agents"),
)
# Controls, surrogates and noncharacters: HTML takes none of them, whoever typed them.
_UNHELD: Final = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(
        f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(1 << 16, 17 << 16, 1 << 16)
    )
    + "]"
)
REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
BELONGING: Final = {"/desk": ("/disputes", "/jobs"), "/rulings": ("/shared",)}


@dataclass(frozen=True)
class Around:
    """Hold what every page shows around its own.

    Args:
        request: What is asked.
        office: The server.
        visit: Who looks, or None where nobody had to say.
    """

    request: Request
    office: Office
    visit: Visit | None

    @property
    def theme(self) -> str | None:
        """Give the theme that was chosen; None follows the system."""
        chosen = self.request.cookies.get(THEME_COOKIE)
        return chosen if chosen in THEMES else None

    @property
    def path(self) -> str:
        """Give the address of the page, to come back to."""
        query = self.request.url.query
        return self.request.url.path + (f"?{query}" if query else "")

    @cached_property
    def csrf(self) -> str:
        """Give the mark that every form carries."""
        return csrf_token(self.office, self.request)

    @property
    def may_record(self) -> bool:
        """Tell whether who looks may record something."""
        return self.visit is not None and self.visit.caller.may(Role.AUDITOR)

    def is_here(self, address: str) -> bool:
        """Tell whether a page belongs to an address of the navigation."""
        path = self.request.url.path
        parts = (address, *BELONGING.get(address, ()))
        return any(path == part or path.startswith(f"{part}/") for part in parts)


class Renderer:
    """Render templates.

    Args:
        assets: The files of the pages.
    """

    def __init__(self, assets: Assets) -> None:
        self._environment = Environment(
            loader=PackageLoader("both_sides.interfaces.web", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals.update(
            asset=assets.url,
            integrity=assets.integrity,
            pages=PAGES,
            csrf_field=CSRF_FIELD,
            program_version=__version__,
            what_this_is_not=WHAT_THIS_IS_NOT,
            words=words,
        )
        self._environment.tests["linkable"] = words.is_linkable
        self._environment.filters.update(
            points=words.points,
            when=words.when,
            day=words.day,
            spaced=words.spaced,
            count=counted,
            grouped=words.grouped,
            sentence=words.sentence,
            code=words.code,
            segment=lambda text: quote(text, safe="$:@"),
        )

    def text(self, template: str, around: Around, **shown: Any) -> str:  # noqa: ANN401 - a view
        """Render a template into text, without characters that a page cannot hold."""
        text = self._environment.get_template(template).render(around=around, **shown)
        return _UNHELD.sub(REPLACEMENT, text)

    def page(
        self,
        visit: Visit,
        template: str,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        **shown: Any,  # noqa: ANN401 - a view
    ) -> HTMLResponse:
        """Answer with a page for somebody who has a seat."""
        text = self.text(template, Around(visit.request, visit.office, visit), **shown)
        return html(text, status, headers)

    def open_page(
        self,
        request: Request,
        office: Office,
        template: str,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        **shown: Any,  # noqa: ANN401 - a view
    ) -> HTMLResponse:
        """Answer with a page for anybody."""
        return html(self.text(template, Around(request, office, None), **shown), status, headers)


def html(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """Answer with HTML that is asked for again each time, and differs for a part of a page.

    Other sites are told nothing of the address; our own are, for under a stricter policy browsers
    call the origin of a form null, and a form of an unknown origin is refused.
    """
    around = {
        "Cache-Control": KEPT,
        "Vary": "HX-Request, Cookie",
        "Referrer-Policy": "same-origin",
    }
    return HTMLResponse(text, status, {**around, **(headers or {})})


def go_to(address: str) -> RedirectResponse:
    """Send the browser on after a form, so that loading again does not send it again."""
    return RedirectResponse(address, SEE_OTHER)


RENDERER: Final = "both_sides_renderer"


def renderer_of(request: Request) -> Renderer:
    """Give the renderer of the server that a request came to."""
    renderer = getattr(request.app.state, RENDERER)
    assert isinstance(renderer, Renderer)
    return renderer
