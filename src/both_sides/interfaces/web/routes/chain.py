"""The ledger: what was sealed, link by link, each with an address; and its verification."""

from typing import Annotated, Any, Final

import orjson
from fastapi import Path, Response

from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.rendering import go_to, renderer_of
from both_sides.interfaces.web.verify_jobs import VERIFY, start_verify
from both_sides.interfaces.web.views.links import document_of, link_row, links_before
from both_sides.interfaces.web.visits import Asking, Looking, Visit
from both_sides.service.history import find_link

PAGE: Final = 40
LARGEST_SHOWN: Final = 200_000
Place = Annotated[int, Path(ge=1, le=2**53 - 1)]

router = OfficeRouter(include_in_schema=False)


@router.get("/ledger")
def get_ledger(visit: Looking) -> Response:
    """Show the newest links, and what is known of the whole."""
    head = visit.office.ledger.store.head(visit.scope)
    text = visit.request.query_params.get("before", "")
    is_number = text.isascii() and text.isdecimal() and len(text) < 17  # noqa: PLR2004 - fits
    before = min(int(text), head.n + 1) if is_number else head.n + 1
    rows = links_before(visit.office.ledger, visit.scope, before, PAGE)
    older = rows[-1].n if rows and rows[-1].n > 1 else None
    shown: dict[str, Any] = {
        "rows": rows,
        "head": head,
        "older": older,
        "newer": min(before + PAGE, head.n + 1) if before <= head.n else None,
        "checkpoint": _checkpoint(visit),
        "jobs": [job for job in visit.office.jobs.of(visit.scope) if job.kind == VERIFY][:3],
    }
    return renderer_of(visit.request).page(visit, "ledger.html", **shown)


@router.get("/ledger/{n}")
def get_link(visit: Looking, n: Place) -> Response:
    """Show one link with what was sealed, as it was sealed."""
    found = find_link(visit.office.ledger, visit.scope, n)
    head = visit.office.ledger.store.head(visit.scope)
    body = found.row.link.body
    return renderer_of(visit.request).page(
        visit,
        "link.html",
        link=link_row(found),
        raw=body[:LARGEST_SHOWN].decode("utf-8", "backslashreplace"),
        pretty=_pretty(body),
        size=len(body),
        is_cut=len(body) > LARGEST_SHOWN,
        head=head,
        beside={
            "previous": f"/ledger/{n - 1}" if n > 1 else None,
            "next": f"/ledger/{n + 1}" if n < head.n else None,
        },
    )


@router.get("/ledger/{n}/raw")
def download_link(visit: Looking, n: Place) -> Response:
    """Hand over exactly the bytes that were sealed."""
    link = find_link(visit.office.ledger, visit.scope, n).row.link
    name = f'attachment; filename="event-{link.n}.json"'
    headers = {"Content-Disposition": name}
    return Response(link.body, headers=headers, media_type="application/octet-stream")


@router.post("/ledger/verify")
def verify(visit: Asking) -> Response:
    """Begin to verify the whole chain."""
    return go_to(f"/jobs/{start_verify(visit).job_id}")


def _checkpoint(visit: Visit) -> str | None:
    """Give the last signed checkpoint, where the ledger has one."""
    prover = visit.office.prover()
    return None if prover is None else str(prover.note)


def _pretty(body: bytes) -> str | None:
    """Lay a body out for reading; None where it is too long or is no JSON."""
    if len(body) > LARGEST_SHOWN:
        return None
    document = document_of(body)
    if isinstance(document, str):
        return None
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()
