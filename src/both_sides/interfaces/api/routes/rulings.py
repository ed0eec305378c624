"""Rulings: the recorded human decisions on disputes."""

from typing import Annotated, Literal

from fastapi import Body, Query, Response

from both_sides.domain.disputes import Subject
from both_sides.domain.ids import (
    parse_claim_id,
    parse_entity_id,
    parse_property_id,
    parse_ruling_id,
)
from both_sides.domain.rulings import Acknowledgement, Standing
from both_sides.interfaces.api.documented import (
    WITH_BODY,
    CursorAsked,
    Key,
    Limit,
    OptionalKey,
    Reasoned,
    RulingPath,
    Version,
    answers,
)
from both_sides.interfaces.api.recording import PREFIX, address, changed, created, recording
from both_sides.interfaces.api.shapes.rulings import (
    NewRationale,
    NewRuling,
    Reason,
    RecordedRulingShape,
    RulingPage,
    RulingShape,
)
from both_sides.interfaces.http.answers import page_answer, read_if_match, versioned
from both_sides.interfaces.http.routes import OfficeRouter, from_chain
from both_sides.interfaces.http.seats import Reading, Working
from both_sides.interfaces.wire.shapes import (
    brief_ruling_members,
    receipt_members,
    ruling_members,
)
from both_sides.service.desk import RecordedRuling, RuleRequest
from both_sides.service.desk_reading import read_narrowing

router = OfficeRouter(prefix=f"{PREFIX}/rulings", tags=["Rulings"])


@router.get(
    "",
    operation_id="listRulings",
    summary="List the rulings",
    responses=answers(200, "One page of rulings.", RulingPage, 400, headers=("Link",)),
)
@from_chain
def list_rulings(
    seat: Reading,
    *,
    standing: Annotated[
        Literal["standing", "superseded", "retired"] | None,
        Query(description="Only those that stand, are superseded, or are retired."),
    ] = None,
    limit: Limit = 50,
    cursor: CursorAsked = None,
) -> Response:
    """List the rulings, in the order in which they were made."""
    wanted = None if standing is None else Standing(standing)
    page = seat.desk.rulings(standing=wanted, cursor=cursor, limit=limit)
    rows = list(map(brief_ruling_members, page.items))
    return page_answer(seat.request, "rulings", rows, page.next_cursor)


@router.post(
    "",
    status_code=201,
    operation_id="createRuling",
    summary="Record a ruling",
    responses=answers(
        201,
        "The ruling, with the receipt of its events.",
        RecordedRulingShape,
        *WITH_BODY,
        404,
        409,
        headers=("Location", "ETag", "Idempotency-Replayed"),
    ),
)
def create_ruling(seat: Working, asked: NewRuling, key: Key) -> Response:
    """Record a decision on a dispute, with a rationale.

    What is sealed is what stands at that moment: all competing claims with their factors, the
    engine's version and the instant of the ranking. A standing ruling is replaced by naming it in
    `supersedes`.
    """
    with recording(seat, key):
        recorded = seat.desk.rule(
            RuleRequest(
                subject=Subject(
                    parse_entity_id(asked.entity_id), parse_property_id(asked.property_id)
                ),
                chosen=parse_claim_id(asked.choose),
                rationale=asked.rationale,
                actor=seat.caller.name,
                as_of=asked.as_of,
                narrowing=read_narrowing(at=asked.at, newest=asked.newest),
                acknowledged=tuple(map(Acknowledgement, asked.acknowledge)),
                supersedes=None if asked.supersedes is None else parse_ruling_id(asked.supersedes),
                idempotency_key=key,
            )
        )
    ruling_id = recorded.ruling.ruling_id
    return created(
        seat,
        _recorded_members(recorded),
        recorded.receipt,
        address("rulings", ruling_id),
        seat.desk.version(ruling_id),
    )


@router.get(
    "/{ruling}",
    operation_id="getRuling",
    summary="Show one ruling",
    responses=answers(200, "The ruling.", RulingShape, 404, headers=("ETag",)),
)
@from_chain
def get_ruling(seat: Reading, ruling: RulingPath) -> Response:
    """Show one ruling with its history and everything it was based on; a tombstone stays shown."""
    found = seat.desk.ruling(parse_ruling_id(ruling))
    return versioned(seat.request, ruling_members(found), seat.desk.version(found.ruling_id))


@router.patch(
    "/{ruling}",
    operation_id="reviseRuling",
    summary="Give a ruling a new rationale",
    responses=answers(
        200,
        "The ruling as it is now.",
        RecordedRulingShape,
        *WITH_BODY,
        404,
        409,
        412,
        428,
        headers=("ETag", "Idempotency-Replayed"),
    ),
)
def revise_ruling(
    seat: Working,
    ruling: RulingPath,
    asked: NewRationale,
    version: Version,
    key: OptionalKey = None,
) -> Response:
    """Give a ruling a new rationale; the choice stays, and so does the old rationale."""
    with recording(seat, key):
        recorded = seat.desk.revise(
            parse_ruling_id(ruling),
            asked.rationale,
            actor=seat.caller.name,
            idempotency_key=key,
            seen=read_if_match(version),
        )
    seal_hex = seat.desk.version(recorded.ruling.ruling_id)
    return changed(seat, _recorded_members(recorded), recorded.receipt, seal_hex)


@router.delete(
    "/{ruling}",
    operation_id="retireRuling",
    summary="Withdraw a ruling for good",
    responses=answers(
        200,
        "The ruling with its tombstone.",
        RecordedRulingShape,
        *WITH_BODY,
        404,
        409,
        412,
        428,
        headers=("ETag", "Idempotency-Replayed"),
    ),
)
def retire_ruling(  # noqa: PLR0913 - each is a parameter of the route
    seat: Working,
    ruling: RulingPath,
    version: Version,
    asked: Annotated[Reason | None, Body()] = None,
    reason: Reasoned = None,
    key: OptionalKey = None,
) -> Response:
    """Withdraw a ruling for good. A tombstone stays: who retired it, when and why."""
    with recording(seat, key):
        recorded = seat.desk.retire(
            parse_ruling_id(ruling),
            reason_of(asked, reason),
            actor=seat.caller.name,
            idempotency_key=key,
            seen=read_if_match(version),
        )
    seal_hex = seat.desk.version(recorded.ruling.ruling_id)
    return changed(seat, _recorded_members(recorded), recorded.receipt, seal_hex)


def reason_of(asked: Reason | None, in_query: str | None) -> str:
    """Take the reason from the body, or from the query where there is no body."""
    return asked.reason if asked is not None else in_query or ""


def _recorded_members(recorded: RecordedRuling) -> dict[str, object]:
    return {**ruling_members(recorded.ruling), "receipt": receipt_members(recorded.receipt)}
