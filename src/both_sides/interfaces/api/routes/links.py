"""The chain of the scope: its links, their exact bytes, checkpoints and proofs."""

from typing import Annotated, Any, Literal

import orjson
from fastapi import Query, Response
from fastapi.responses import PlainTextResponse

from both_sides.chain.payload import decode_envelope
from both_sides.errors import InvalidInputError, NotFoundError
from both_sides.interfaces.api.documented import CursorAsked, Limit, Position, answers
from both_sides.interfaces.api.recording import PREFIX
from both_sides.interfaces.api.shapes.overview import LinkPage, LinkShape
from both_sides.interfaces.http.answers import REVALIDATED, etag, json_answer, next_link, versioned
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.http.seats import Reading, Seat
from both_sides.service.history import ShownLink, find_link, list_links
from both_sides.service.trust.proving import Prover

router = OfficeRouter(prefix=PREFIX, tags=["Chain"])
_LINK = answers(200, "The link.", LinkShape, 404, headers=("ETag",))
_LINK[200]["content"] = {
    "application/json": {},
    "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
}
_NOTE = answers(200, "The signed note.", None, 404)
_NOTE[200]["content"] = {"text/plain": {"schema": {"type": "string"}}}
_PROOF = answers(200, "The proof.", None, 404)
_PROOF[200]["content"] = {"text/plain": {"schema": {"type": "string"}}}


@router.get(
    "/events",
    operation_id="listEvents",
    summary="List the links of the chain",
    responses=answers(200, "One page of links.", LinkPage, 400, headers=("Link",)),
)
def list_events(seat: Reading, *, limit: Limit = 50, cursor: CursorAsked = None) -> Response:
    """List what was sealed in the scope, the first link first, without the sealed documents."""
    page = list_links(seat.office.ledger, seat.scope, cursor=cursor, limit=limit)
    head = seat.office.ledger.store.head(seat.scope)
    members = {
        "events": list(map(_row, page.items)),
        "head": {"n": head.n, "seal": head.seal_hex},
        "nextCursor": page.next_cursor,
    }
    return json_answer(members, headers=next_link(seat.request, page.next_cursor))


@router.get(
    "/events/{position}",
    operation_id="getEvent",
    summary="Show one link",
    responses=_LINK,
)
def get_event(
    seat: Reading,
    position: Position,
    *,
    format: Annotated[  # noqa: A002 - the parameter is called format
        Literal["json", "raw"],
        Query(description="`raw` gives exactly the bytes that were sealed, as a download."),
    ] = "json",
) -> Response:
    """Show one link with what was sealed, or give exactly the bytes that were sealed."""
    shown = find_link(seat.office.ledger, seat.scope, position)
    link = shown.row.link
    if format == "raw":
        headers = {
            "Content-Disposition": f'attachment; filename="event-{link.n}.json"',
            "ETag": etag(link.seal_hex),
            "Cache-Control": REVALIDATED,
        }
        return Response(link.body, headers=headers, media_type="application/octet-stream")
    members = {**_row(shown), "event": _document(link.body)}
    return versioned(seat.request, members, link.seal_hex)


@router.get(
    "/checkpoint",
    operation_id="getCheckpoint",
    response_class=PlainTextResponse,
    summary="Give the last signed checkpoint",
    responses=_NOTE,
)
def get_checkpoint(seat: Reading) -> Response:
    """Give the last signed checkpoint of the ledger, as a C2SP signed note."""
    return Response(str(_prover(seat).note), media_type="text/plain; charset=utf-8")


@router.get(
    "/proofs/{position}",
    operation_id="getProof",
    response_class=PlainTextResponse,
    summary="Prove one link",
    responses=_PROOF,
)
def get_proof(seat: Reading, position: Position) -> Response:
    """Prove that one link is in the tree that the last checkpoint signs, as a `.tlog-proof`."""
    shown = find_link(seat.office.ledger, seat.scope, position)
    with seat.office.heavy.place():
        text = str(_prover(seat).prove(seat.scope, shown.row.link.n).proof)
    name = {"Content-Disposition": f'attachment; filename="event-{position}.tlog-proof"'}
    return Response(text, headers=name, media_type="text/plain; charset=utf-8")


def _prover(seat: Seat) -> Prover:
    prover = seat.office.prover()
    if prover is None:
        raise NotFoundError(
            "this ledger has no signed checkpoint yet",
            hint="the operator makes one on the server's machine: `both-sides key create`, then"
            " `both-sides checkpoint`",
            what="checkpoint",
        )
    return prover


def _row(shown: ShownLink) -> dict[str, Any]:
    row, link = shown.row, shown.row.link
    return {
        "n": link.n,
        "type": row.type,
        "at": row.at,
        "actor": _actor(link.body),
        "previous": link.previous_hex,
        "seal": link.seal_hex,
        "sealed": shown.is_sealed,
    }


def _actor(body: bytes) -> str | None:
    try:
        return str(decode_envelope(body, source="the link")["actor"])
    except InvalidInputError:
        return None


def _document(body: bytes) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return body.decode("utf-8", "backslashreplace")
