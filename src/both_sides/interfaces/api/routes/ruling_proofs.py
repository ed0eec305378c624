"""What proves a ruling to others: its replay, its dossier, the links that share it."""

from typing import Annotated, Any, Final, Literal

from fastapi import Path, Query, Request, Response

from both_sides.domain.ids import parse_ruling_id
from both_sides.errors import NotFoundError
from both_sides.interfaces.api.documented import WITH_BODY, Reasoned, RulingPath, answers
from both_sides.interfaces.api.recording import PREFIX, address
from both_sides.interfaces.api.routes.rulings import reason_of
from both_sides.interfaces.api.shapes.proofs import DossierShape, ReplayShape
from both_sides.interfaces.api.shapes.rulings import (
    NewShare,
    NewShareShape,
    Reason,
    RulingShape,
    SharePage,
    ShareShape,
)
from both_sides.interfaces.http.answers import CREATED, choose_form, json_answer
from both_sides.interfaces.http.requests import client_address
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.http.seats import Reading, Visiting, Working
from both_sides.interfaces.wire.access import share_members
from both_sides.interfaces.wire.dossier_text import dossier_markdown
from both_sides.interfaces.wire.dossiers import dossier_members
from both_sides.interfaces.wire.replays import scope_replay_members
from both_sides.interfaces.wire.shapes import ruling_members
from both_sides.service.dossiers import Coverage, collect_dossier
from both_sides.service.replaying import replay_scope

FORMS: Final = {"json": "application/json", "md": "text/markdown; charset=utf-8"}
SharePath = Annotated[
    str,
    Path(
        pattern="^[Ss][Hh][Rr]-(0[0-9]{3}|[1-9][0-9]{3,11})$",
        description="The link.",
        examples=["SHR-0001"],
    ),
]

router = OfficeRouter(prefix=f"{PREFIX}/rulings/{{ruling}}", tags=["Rulings"])
public_router = OfficeRouter(prefix=f"{PREFIX}/shared", tags=["Rulings"])
_DOSSIER = answers(200, "The dossier.", DossierShape, 404, 406)
_DOSSIER[200]["content"] = {
    "application/json": {},
    "text/markdown": {"schema": {"type": "string"}},
}


@router.get(
    "/replay",
    operation_id="replayRuling",
    summary="Replay the chain of a ruling",
    responses=answers(200, "What the replay found.", ReplayShape, 404),
)
def replay_ruling(seat: Reading, ruling: RulingPath) -> Response:
    """Recompute every seal of the scope, rebuild what follows, and name the first broken link."""
    found = seat.desk.ruling(parse_ruling_id(ruling))
    with seat.office.heavy.place():
        replayed = replay_scope(seat.office.ledger.store, seat.scope)
    return json_answer(scope_replay_members(replayed, found.trail))


@router.get(
    "/dossier",
    operation_id="getDossier",
    summary="Write a ruling down for others to verify",
    responses=_DOSSIER,
)
def get_dossier(
    seat: Reading,
    ruling: RulingPath,
    *,
    format: Annotated[  # noqa: A002 - the parameter is called format
        Literal["md", "json"] | None,
        Query(description="JSON for programs or Markdown for people; goes before `Accept`."),
    ] = None,
    chain: Annotated[
        Literal["complete", "excerpt"] | None,
        Query(
            description="Hand over the whole chain of the scope, or the links that concern the"
            " ruling. Left out, the whole chain where it has at most 200 links."
        ),
    ] = None,
) -> Response:
    """Write a ruling down: decision, all claims and factors, references, chain, how to verify."""
    form = choose_form(seat.request, format, FORMS, "json")
    coverage = None if chain is None else Coverage(chain)
    ruling_id = parse_ruling_id(ruling)
    with seat.office.heavy.place():
        prover = seat.office.prover()
        dossier = collect_dossier(seat.desk, ruling_id, coverage=coverage, prover=prover)
    name = {"Content-Disposition": f'inline; filename="{ruling_id}.{form}"', "Vary": "Accept"}
    if form == "md":
        return Response(dossier_markdown(dossier), headers=name, media_type=FORMS["md"])
    return json_answer(dossier_members(dossier), headers=name)


@router.get(
    "/shares",
    operation_id="listShares",
    summary="List the links that share a ruling",
    responses=answers(200, "The links.", SharePage, 404),
)
def list_shares(seat: Working, ruling: RulingPath) -> Response:
    """List the links that share a ruling, ended ones too; their keys are known to nobody."""
    found = seat.desk.ruling(parse_ruling_id(ruling))
    shares = seat.office.access.shares(seat.scope, found.ruling_id)
    now = seat.office.ledger.now()
    return json_answer({"shares": [share_members(share, now) for share in shares]})


@router.post(
    "/shares",
    status_code=201,
    operation_id="createShare",
    summary="Share a ruling by a link",
    responses=answers(
        201, "The link with its key.", NewShareShape, *WITH_BODY, 404, headers=("Location",)
    ),
)
def create_share(seat: Working, ruling: RulingPath, asked: NewShare) -> Response:
    """Make a link that shows this ruling, and nothing else, to whoever has it.

    The key is shown this once. The link can be revoked at any time.
    """
    ruling_id = parse_ruling_id(ruling)
    made = seat.office.access.share(
        seat.scope, ruling_id, actor=seat.caller.name, expires=asked.expires
    )
    members = {**share_members(made.share, seat.office.ledger.now()), "key": made.secret}
    location = address("rulings", ruling_id, "shares", made.share.share_id)
    return json_answer(members, CREATED, {"Location": location})


@router.delete(
    "/shares/{share}",
    operation_id="revokeShare",
    summary="Let a link show nothing any more",
    responses=answers(200, "The link as it is now.", ShareShape, *WITH_BODY, 404, 409),
)
def revoke_share(
    seat: Working,
    ruling: RulingPath,
    share: SharePath,
    asked: Reason | None = None,
    reason: Reasoned = None,
) -> Response:
    """Let a link show nothing any more. A link has one version, so `If-Match` is not asked for."""
    revoked = seat.office.access.revoke_share(
        seat.scope,
        parse_ruling_id(ruling),
        share,
        reason_of(asked, reason),
        actor=seat.caller.name,
    )
    return json_answer(share_members(revoked, seat.office.ledger.now()))


@public_router.get(
    "/{key}",
    operation_id="getSharedRuling",
    summary="Show a shared ruling",
    responses=answers(200, "The ruling.", RulingShape, 404),
)
def get_shared_ruling(
    request: Request,
    office: Visiting,
    key: Annotated[
        str, Path(max_length=100, description="The key of the link.", examples=["bsl_…"])
    ],
) -> Response:
    """Show the ruling that a link shares, to whoever has the link; no token is asked for."""
    where = client_address(request.scope)
    office.rates.require_patience(where)
    try:
        _, ruling = office.access.shared_ruling(key)
    except NotFoundError:
        office.rates.count_wrong(where)
        raise
    members: dict[str, Any] = ruling_members(ruling)
    return json_answer(members, headers={"X-Robots-Tag": "noindex"})
