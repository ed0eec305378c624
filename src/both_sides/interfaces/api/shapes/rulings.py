"""Describe rulings, their dossiers and replays, and the links that share them."""

from typing import Literal

from pydantic import ConfigDict, Field

from both_sides.interfaces.api.shapes.common import (
    ClaimIdText,
    Cursor,
    InstantText,
    ReceiptShape,
    RulingIdText,
    Shape,
    SubjectId,
    Text,
)
from both_sides.interfaces.api.shapes.disputes import (
    AdjudicationShape,
    CaseShape,
    RankedClaimShape,
    RulingRow,
)


class NewRuling(Shape):
    """A decision on a dispute."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "entityId": "Q597",
                    "propertyId": "P1082",
                    "choose": "q597-P1082-1",
                    "rationale": "The 2021 census counts residents.",
                }
            ]
        }
    )

    entity_id: SubjectId
    """The entity, for example `Q1764`."""
    property_id: SubjectId
    """The property, for example `P1082`."""
    choose: ClaimIdText
    """The claim that is to govern."""
    rationale: Text
    """Why."""
    as_of: InstantText | None = None
    """The instant to rank for, ISO; the time of the ruling where it is left out."""
    at: InstantText | None = None
    """Narrow to what holds at this date first."""
    newest: bool = False
    """Narrow to the newest point in time first."""
    acknowledge: list[Literal["barred", "refuted"]] = Field(default_factory=list, max_length=2)
    """What the person says to have seen before ruling against a warning."""
    supersedes: RulingIdText | None = None
    """The standing ruling that this one replaces."""


class NewRationale(Shape):
    """Another rationale for a ruling; the choice stays, and so does the old rationale."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"rationale": "The 2021 census counts residents; the rival is older."}]
        }
    )

    rationale: Text
    """The new rationale."""


class Reason(Shape):
    """Why something is withdrawn."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"reason": "The census was corrected."}]}
    )

    reason: Text
    """Why; it stays visible."""


class RevisionShape(Shape):
    """One rationale of a ruling."""

    rationale: str
    """What was said."""
    actor: str
    """By whom."""
    at: str
    """When, UTC."""


class EndingShape(Shape):
    """Why something holds no more."""

    reason: str
    """Why."""
    actor: str
    """Who ended it."""
    at: str
    """When, UTC."""


class RulingShape(RulingRow):
    """A ruling with its history and everything it was based on."""

    losing: list[str]
    """The claims that were not chosen, in the order of the ranking."""
    acknowledged: list[Literal["barred", "refuted"]]
    """What the person said to have seen."""
    revisions: list[RevisionShape]
    """Every rationale, the first one first."""
    supersedes: str | None
    """The ruling that it replaced, or null."""
    superseded_by: str | None
    """The ruling that replaced it, or null."""
    tombstone: EndingShape | None
    """Why it was retired, or null."""
    trail: list[int]
    """The places in the chain of the events about it."""
    case: CaseShape
    """The dispute as it stood."""
    adjudication: AdjudicationShape
    """The engine's answer as it stood."""
    claims: list[RankedClaimShape]
    """Every claim as it stood, the leader first."""
    what_this_is_not: str
    """What no ruling says."""


class RecordedRulingShape(RulingShape):
    """A ruling as it is after a request, with the receipt."""

    receipt: ReceiptShape
    """What was sealed."""


class RulingPage(Shape):
    """One page of rulings."""

    rulings: list[RulingRow]
    """The rulings, in the order in which they were made."""
    next_cursor: Cursor


class NewShare(Shape):
    """A link that shows one ruling to whoever has it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"expires": "2030-01-01"}]})

    expires: InstantText | None = None
    """From when on it shows nothing, ISO; never where it is left out."""


class ShareShape(Shape):
    """A link that shows one ruling."""

    id: str
    """Its id, for example `SHR-0001`."""
    ruling_id: str
    """The ruling that it shows."""
    holds: bool
    """Whether it shows anything now."""
    at: str
    """When it was made, UTC."""
    actor: str
    """Who made it."""
    expires: str | None
    """From when on it shows nothing, UTC, or null."""
    revoked: EndingShape | None
    """Why it shows nothing, or null."""


class NewShareShape(ShareShape):
    """A link that was just made, with its key, which nobody sees again."""

    key: str
    """What opens it: `GET /api/v1/shared/{key}`."""


class SharePage(Shape):
    """The links to one ruling."""

    shares: list[ShareShape]
    """The links, in the order in which they were made."""
