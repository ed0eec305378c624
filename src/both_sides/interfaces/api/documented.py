"""Say in one place what every route documents: parameters that recur, and what can go wrong.

*This module does not* handle a request.
"""

from typing import Annotated, Any, Final

from fastapi import Header, Path, Query
from pydantic import BaseModel

from both_sides.interfaces.api.shapes.common import RULING_ID, STATEMENT_ID, Problem
from both_sides.interfaces.http.problems import MEDIA_TYPE
from both_sides.service.pages import LARGEST_PAGE
from both_sides.service.requests import LONGEST_KEY

Limit = Annotated[
    int,
    Query(ge=1, le=LARGEST_PAGE, description="How many at most.", examples=[50]),
]
CursorAsked = Annotated[
    str | None,
    Query(
        max_length=200,
        description="Where the last page ended: its `nextCursor`, with the same filters.",
    ),
]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=LONGEST_KEY,
        pattern="^[!-~]+$",
        description="Makes the request happen once, however often it is sent; for example a UUID."
        " The same key with another request is refused.",
        examples=["0b3a1c52-7f2d-4c1e-9a57-3e5f6c2d1b00"],
    ),
]
OptionalKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=LONGEST_KEY,
        pattern="^[!-~]+$",
        description="Makes the request happen once, however often it is sent.",
        examples=["0b3a1c52-7f2d-4c1e-9a57-3e5f6c2d1b00"],
    ),
]
Version = Annotated[
    str,
    Header(
        alias="If-Match",
        pattern='^"[^", ]+"$',
        description="The `ETag` of the version that the change is meant for.",
        examples=[f'"{"0" * 96}"'],
    ),
]
RulingPath = Annotated[
    str,
    Path(
        pattern=RULING_ID,
        description="The ruling.",
        examples=["RUL-0001"],
    ),
]
ClaimPath = Annotated[
    str,
    Path(
        min_length=1,
        max_length=256,
        pattern=STATEMENT_ID,
        description="The claim: registered here, or imported under the id of its statement.",
        examples=["CLM-0001"],
    ),
]
EvidencePath = Annotated[
    str,
    Path(
        min_length=1,
        max_length=512,
        pattern=STATEMENT_ID,
        description="The evidence item, percent-encoded.",
        examples=["EVD-0001"],
    ),
]
Position = Annotated[
    int,
    Path(ge=1, le=2**53 - 1, description="The place in the chain; the first is 1.", examples=[1]),
]
Reasoned = Annotated[
    str | None,
    Query(
        max_length=2_000,
        description="Why, for clients that send no body with DELETE.",
        examples=["The census was corrected."],
    ),
]

_MEANS: Final = {
    400: "The request cannot be taken as it is: a header is missing or wrong.",
    401: "No token that holds was shown.",
    403: "The token allows less, or a page of another site sent the request.",
    404: "There is no such thing for you.",
    406: "There is no answer in a form that you accept.",
    409: "A rule says no.",
    412: "It was changed since the version that `If-Match` names.",
    413: "The body is too large.",
    414: "The address is too long.",
    415: "The body is in a form that is not read.",
    422: "A parameter or a member of the body cannot be accepted; the problem names it.",
    428: "`If-Match` is missing.",
    429: "Too many requests.",
    431: "The headers are too many or too large.",
    500: "What is stored is not what was sealed, or the program has a fault.",
    503: "The ledger or an upstream cannot be reached, or the server is busy.",
}
EVERYWHERE: Final = (401, 403, 414, 422, 429, 431, 500, 503)
WITH_BODY: Final = (400, 413, 415)


def answers(
    status: int,
    description: str,
    shape: type[BaseModel] | None,
    *errors: int,
    headers: tuple[str, ...] = (),
) -> dict[int | str, dict[str, Any]]:
    """Document what a route answers.

    Args:
        status: The status of success.
        description: What it means.
        shape: What comes back, or None where that is no JSON.
        errors: What can go wrong besides what can go wrong everywhere.
        headers: The headers of success.
    """
    success: dict[str, Any] = {"description": description}
    if shape is not None:
        success["model"] = shape
    if headers:
        success["headers"] = {name: _HEADERS[name] for name in headers}
    documented: dict[int | str, dict[str, Any]] = {status: success}
    for code in sorted({*EVERYWHERE, *errors}):
        documented[code] = {
            "description": _MEANS[code],
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    return documented


def _header(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "schema": schema}


_HEADERS: Final = {
    "ETag": _header(
        "The version: the seal of the last event of what is shown, in quotation marks.",
        {"type": "string", "examples": [f'"{"0" * 96}"']},
    ),
    "Location": _header("Where it is.", {"type": "string", "format": "uri-reference"}),
    "Link": _header('Where the next page is, as `rel="next"`.', {"type": "string"}),
    "Idempotency-Replayed": _header(
        "`true` where this answers an earlier sending of the same request.",
        {"type": "string", "enum": ["true"]},
    ),
}
COMPONENTS: Final[tuple[type[BaseModel], ...]] = (Problem,)
