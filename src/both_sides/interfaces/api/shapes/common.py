"""Say what all shapes have in common, and describe problems and receipts."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Text = Annotated[str, Field(max_length=20_000)]
ShortText = Annotated[str, Field(max_length=2_000)]
NameText = Annotated[str, Field(max_length=200)]

# What an id looks like, in the words of a pattern; the domain has the last word.
SUBJECT_ID: Final = r"^[^\s\x00-\x1f\x7f-\x9f]+$"
STATEMENT_ID: Final = r"^[^\x00-\x1f\x7f-\x9f]+$"
RULING_ID: Final = r"^[Rr][Uu][Ll]-(0[0-9]{3}|[1-9][0-9]{3,11})$"
INSTANT: Final = (
    r"^([0-9]{4}|[+-][0-9]{6})"
    r"(-[0-9]{2}(-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?$"
)
SubjectId = Annotated[str, Field(min_length=1, max_length=256, pattern=SUBJECT_ID)]
ClaimIdText = Annotated[str, Field(min_length=1, max_length=256, pattern=STATEMENT_ID)]
EvidenceIdText = Annotated[str, Field(min_length=1, max_length=512, pattern=STATEMENT_ID)]
RulingIdText = Annotated[str, Field(pattern=RULING_ID)]
InstantText = Annotated[str, Field(max_length=40, pattern=INSTANT)]
Seal = Annotated[
    str,
    Field(pattern="^[0-9a-f]{96}$", description="SHA-384, 96 lower-case hexadecimal digits."),
]
Cursor = Annotated[
    str | None,
    Field(description="Where the next page begins; null on the last one."),
]
VerdictWord = Literal["supported", "refuted", "not_enough_info", "unverified"]


class Shape(BaseModel):
    """Be the base of everything that is described."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        use_attribute_docstrings=True,
        extra="forbid",
        strict=True,
    )


class SealedEvent(Shape):
    """One link that a request became."""

    n: int
    """Its place in the chain of the scope."""
    type: str
    """What happened, for example `ruling.created`."""
    seal: Seal


class HeadShape(Shape):
    """The end of a chain."""

    n: int
    """How many links the chain has."""
    seal: Seal


class ReceiptShape(Shape):
    """What was sealed, so that it can be found again and checked."""

    scope: str
    """The scope whose chain it went to."""
    events: list[SealedEvent]
    """The links that the request became; none where nothing changed."""
    head: HeadShape
    """The end of the chain afterwards."""
    at: str
    """When, UTC."""
    replayed: bool
    """Whether this is the answer to an earlier sending of the same request."""
    checkpoint: str | None
    """The signed checkpoint that covers it, where the ledger waits for one, or null."""


class Problem(Shape):
    """What went wrong, as RFC 9457 asks, with our stable code, a hint and the facts."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:both-sides:problem:not_found",
                    "title": "Not found",
                    "status": 404,
                    "detail": "there is no ruling RUL-0009",
                    "code": "not_found",
                    "hint": "`both-sides rulings` lists the rulings of this scope",
                    "facts": {"ruling": "RUL-0009"},
                    "requestId": "5f0a1c2b3d4e5f60",
                }
            ]
        }
    )

    type: str
    """Tells kinds of problems apart, like `code`."""
    title: str
    """The kind of problem in words."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong, in one sentence with its facts."""
    code: str
    """The stable code of the error."""
    hint: str
    """What to do next; often what would have been accepted."""
    facts: dict[str, Any]
    """The same facts as data."""
    request_id: str | None = None
    """Names the request in the server's log."""
