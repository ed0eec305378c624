"""Find out who looks at a page or sends its form, and give them a seat.

It is the seat of `both_sides.interfaces.http.seats`, with the form that was sent. Every form of a
page carries the mark of its session, in local mode too; who asks is known before the form is read.
*This module does not* decide what anybody may do beyond their role.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import Request

from both_sides.domain.access import Role
from both_sides.interfaces.http.seats import (
    SCOPE_HEADER,
    Seat,
    caller_of,
    office_of,
)
from both_sides.interfaces.http.sessions import (
    CSRF_FIELD,
    CSRF_HEADER,
    csrf_token,
    require_csrf,
)
from both_sides.interfaces.web.forms import NOTHING_TYPED, Form, taken_form

PARTIAL_HEADER: Final = "hx-request"


@dataclass(frozen=True)
class Visit(Seat):
    """Hold who looks at a page, in which scope, and the form that they sent.

    Args:
        form: What was typed.
    """

    form: Form = NOTHING_TYPED

    @property
    def wants_part(self) -> bool:
        """Tell whether a script of the page asks for a part of it only."""
        return PARTIAL_HEADER in self.request.headers


def visit_for(role: Role, *, has_form: bool = False) -> Callable[[Request], AsyncIterator[Visit]]:
    """Make the dependency that gives a seat to whoever may do what a role allows.

    Args:
        role: What they must be allowed.
        has_form: Whether they send a form.
    """

    async def visit(request: Request) -> AsyncIterator[Visit]:
        office = office_of(request)
        # The mark that a form carries stands in the form; it is looked at once who asks is known.
        caller = await caller_of(office, _marked(request) if has_form else request)
        caller.require(role)
        scope = caller.scope(request.headers.get(SCOPE_HEADER), office.settings.scope)
        if not has_form:
            yield Visit(office, caller, scope, request)
            return
        async with taken_form(request) as form:
            require_csrf(office, request, form.text(CSRF_FIELD))
            yield Visit(office, caller, scope, request, form)

    return visit


def _marked(request: Request) -> Request:
    """Give a request that carries the mark of its session in a header."""
    mark = csrf_token(office_of(request), request).encode()
    headers = [
        (name, value)
        for name, value in request.scope["headers"]
        if name != CSRF_HEADER.lower().encode()
    ]
    return Request({**request.scope, "headers": [*headers, (CSRF_HEADER.lower().encode(), mark)]})


Looking = Annotated[Visit, Depends(visit_for(Role.READER))]
Asking = Annotated[Visit, Depends(visit_for(Role.READER, has_form=True))]
Filing = Annotated[Visit, Depends(visit_for(Role.AUDITOR, has_form=True))]
Governing = Annotated[Visit, Depends(visit_for(Role.ADMIN, has_form=True))]


async def _typed(request: Request) -> AsyncIterator[Form]:
    """Read a form that anybody may send; it carries the mark of this server all the same."""
    async with taken_form(request) as form:
        require_csrf(office_of(request), request, form.text(CSRF_FIELD))
        yield form


Typed = Annotated[Form, Depends(_typed)]
