"""Rank the claims of a dispute of the ledger, or of one that is sent along; nothing is recorded."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Depends, Request, Response
from pydantic import BaseModel, ValidationError

from both_sides.domain.disputes import Subject
from both_sides.domain.ids import parse_entity_id, parse_property_id
from both_sides.domain.time_series import Narrowing
from both_sides.errors import LimitExceededError, MalformedDocumentError
from both_sides.exchange.engine_lines import format_adjudication, parse_dispute
from both_sides.exchange.strict_json import parse_json
from both_sides.interfaces.api.documented import WITH_BODY, answers
from both_sides.interfaces.api.recording import PREFIX
from both_sides.interfaces.api.shapes.disputes import HearingShape
from both_sides.interfaces.api.shapes.rankings import DisputeNamed, DisputeSent, SentRanking
from both_sides.interfaces.http.answers import json_answer
from both_sides.interfaces.http.hearings import hearing_answer
from both_sides.interfaces.http.requests import require_json
from both_sides.interfaces.http.routes import OfficeRouter, first_at_once
from both_sides.interfaces.http.seats import Reading, Seat
from both_sides.interfaces.http.validation import validation_error
from both_sides.scoring.adjudicate import adjudicate
from both_sides.service.desk_reading import read_narrowing

MOST_CLAIMS: Final = 1_000
# Ranking these takes a millisecond or two; to hand that to a thread would cost a fifth of it.
MOST_BYTES_AT_ONCE: Final = 8 * 1024
MOST_CLAIMS_AT_ONCE: Final = 50
SOURCE: Final = "the body"


async def json_body(request: Request) -> bytes:
    """Take a body that says it is JSON; the handler reads it, with exact numbers."""
    require_json(request.scope)
    return await request.body()


def _either(*names: str) -> dict[str, Any]:
    schemas = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    return {"application/json": {"schema": {"anyOf": schemas}}}


COMPONENTS: Final[tuple[type[BaseModel], ...]] = (
    DisputeNamed,
    DisputeSent,
    HearingShape,
    SentRanking,
)
router = OfficeRouter(prefix=f"{PREFIX}/adjudications", tags=["Disputes"])
_DOCUMENTED = answers(200, "The ranking.", None, *WITH_BODY, 404)
_DOCUMENTED[200]["content"] = _either("HearingShape", "SentRanking")


def rank_at_once(seat: Seat, body: bytes) -> Response | None:
    """Rank a small dispute without a thread, where nothing has to be read from the store."""
    if len(body) > MOST_BYTES_AT_ONCE:
        return None
    document = parse_json(body, source=SOURCE)
    if isinstance(document, dict) and "claims" in document:
        return None if "corroboratingText" in document else _rank_sent(seat, document)
    named = _read_named(document)
    hearing = seat.desk.adjudicate_at_once(
        named.subject,
        as_of=named.as_of,
        narrowing=named.narrowing,
        most_claims=MOST_CLAIMS_AT_ONCE,
    )
    return None if hearing is None else hearing_answer(seat, hearing)


@router.post(
    "",
    operation_id="adjudicate",
    summary="Rank the claims of a dispute",
    responses=_DOCUMENTED,
    openapi_extra={
        "requestBody": {"required": True, "content": _either("DisputeNamed", "DisputeSent")}
    },
)
@first_at_once(rank_at_once)
def adjudicate_dispute(seat: Reading, body: Annotated[bytes, Depends(json_body)]) -> Response:
    """Rank a dispute of the ledger, or one that is sent along with its claims.

    The answer for a dispute of the ledger is that of `GET /disputes/{entity}/{property}`; for one
    that is sent along, that of `both-sides adjudicate --input`. Nothing is recorded.
    """
    document = parse_json(body, source=SOURCE)
    if isinstance(document, dict) and "claims" in document:
        return _rank_sent(seat, document)
    named = _read_named(document)
    hearing = seat.desk.adjudicate(named.subject, as_of=named.as_of, narrowing=named.narrowing)
    return hearing_answer(seat, hearing)


def _rank_sent(seat: Seat, document: dict[str, Any]) -> Response:
    claims = document["claims"]
    if not isinstance(claims, list):
        raise MalformedDocumentError(
            f"{SOURCE}: claims is no list", hint="send a list of claims", field="claims"
        )
    if len(claims) > MOST_CLAIMS:
        raise LimitExceededError(
            f"{SOURCE} has {len(claims):,} claims",
            hint=f"send at most {MOST_CLAIMS:,}; whole datasets are ranked with `both-sides rank`",
            field="claims",
        )
    dispute, as_of = parse_dispute(document, source=SOURCE)
    instant = seat.office.ledger.now() if as_of is None else as_of
    return json_answer(format_adjudication(adjudicate(dispute, instant)))


@dataclass(frozen=True, slots=True)
class _Named:
    """Hold which dispute of the ledger is to be ranked."""

    subject: Subject
    narrowing: Narrowing
    as_of: str | None


def _read_named(document: Any) -> _Named:  # noqa: ANN401 - any JSON value
    try:
        asked = DisputeNamed.model_validate(document)
    except ValidationError as error:
        found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise validation_error(found) from None
    subject = Subject(parse_entity_id(asked.entity_id), parse_property_id(asked.property_id))
    return _Named(subject, read_narrowing(at=asked.at, newest=asked.newest), asked.as_of)
