"""Disputed questions, and their rankings."""

from typing import Annotated, Literal

from fastapi import Path, Query, Response

from both_sides.domain.disputes import DisputeKind, Subject
from both_sides.domain.ids import parse_entity_id, parse_property_id
from both_sides.interfaces.api.documented import CursorAsked, Limit, answers
from both_sides.interfaces.api.recording import PREFIX
from both_sides.interfaces.api.shapes.common import INSTANT, SUBJECT_ID
from both_sides.interfaces.api.shapes.disputes import DisputePage, HearingShape
from both_sides.interfaces.http.answers import page_answer
from both_sides.interfaces.http.hearings import hearing_answer
from both_sides.interfaces.http.routes import OfficeRouter, from_chain
from both_sides.interfaces.http.seats import Reading
from both_sides.interfaces.wire.shapes import listed_dispute_members
from both_sides.service.desk_reading import DisputeFilter, read_narrowing

EntityPath = Annotated[
    str,
    Path(max_length=256, pattern=SUBJECT_ID, description="The entity.", examples=["Q1764"]),
]
PropertyPath = Annotated[
    str,
    Path(max_length=256, pattern=SUBJECT_ID, description="The property.", examples=["P1082"]),
]
EntityFilter = Annotated[
    str | None,
    Query(max_length=256, pattern=SUBJECT_ID, description="Only of this entity."),
]
PropertyFilter = Annotated[
    str | None,
    Query(max_length=256, pattern=SUBJECT_ID, description="Only about this property."),
]
AsOf = Annotated[
    str | None,
    Query(
        max_length=40,
        pattern=INSTANT,
        description="The instant to rank for, ISO; now where it is left out.",
        examples=["2026-10-03"],
    ),
]
At = Annotated[
    str | None,
    Query(
        max_length=40,
        pattern=INSTANT,
        description="Narrow to what holds at this date.",
        examples=["2015"],
    ),
]
Newest = Annotated[bool, Query(description="Narrow to the newest point in time.")]

router = OfficeRouter(prefix=f"{PREFIX}/disputes", tags=["Disputes"])


@router.get(
    "",
    operation_id="listDisputes",
    summary="List the disputed questions",
    responses=answers(200, "One page of questions.", DisputePage, 400, headers=("Link",)),
)
@from_chain
def list_disputes(  # noqa: PLR0913 - each is a parameter of the route
    seat: Reading,
    *,
    entity: EntityFilter = None,
    property: PropertyFilter = None,  # noqa: A002 - the parameter is called property
    kind: Annotated[
        Literal["contradiction", "time_series", "mixed"] | None,
        Query(description="Only disputes of this kind."),
    ] = None,
    ruled: Annotated[
        bool | None, Query(description="Only with a standing ruling, or only without.")
    ] = None,
    limit: Limit = 50,
    cursor: CursorAsked = None,
) -> Response:
    """List the disputed questions, in the order in which they were imported."""
    wanted = DisputeFilter(
        entity_id=None if entity is None else parse_entity_id(entity),
        property_id=None if property is None else parse_property_id(property),
        kind=None if kind is None else DisputeKind(kind),
        ruled=ruled,
    )
    page = seat.desk.disputes(wanted, cursor=cursor, limit=limit)
    rows = [listed_dispute_members(row) for row in page.items]
    return page_answer(seat.request, "disputes", rows, page.next_cursor)


@router.get(
    "/{entity}/{property}",
    operation_id="getDispute",
    summary="Show one dispute, ranked",
    responses=answers(200, "The dispute with every claim ranked.", HearingShape, 400, 404),
)
def get_dispute(  # noqa: PLR0913 - each is a parameter of the route
    seat: Reading,
    entity: EntityPath,
    property: PropertyPath,  # noqa: A002 - the parameter is called property
    *,
    as_of: Annotated[AsOf, Query(alias="asOf")] = None,
    at: At = None,
    newest: Newest = False,
) -> Response:
    """Show one dispute: every claim with its five factors, references, qualifiers; the ruling."""
    subject = Subject(parse_entity_id(entity), parse_property_id(property))
    narrowing = read_narrowing(at=at, newest=newest)
    hearing = seat.desk.adjudicate(subject, as_of=as_of, narrowing=narrowing)
    return hearing_answer(seat, hearing)
