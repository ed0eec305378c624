"""Describe what is ranked without being recorded: a dispute that is named, or sent along."""

from typing import Any, Literal

from pydantic import ConfigDict

from both_sides.interfaces.api.shapes.common import InstantText, Shape, SubjectId
from both_sides.interfaces.api.shapes.disputes import BandWord


class DisputeNamed(Shape):
    """A dispute of the ledger that is to be ranked."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"entityId": "Q597", "propertyId": "P1082"}]}
    )

    entity_id: SubjectId
    """The entity, for example `Q1764`."""
    property_id: SubjectId
    """The property, for example `P1082`."""
    as_of: InstantText | None = None
    """The instant to rank for, ISO; now where it is left out."""
    at: InstantText | None = None
    """Narrow to what holds at this date, for example `2015`."""
    newest: bool = False
    """Narrow to the newest point in time."""


class RivalSent(Shape):
    """A claim of a dispute that is sent along."""

    model_config = ConfigDict(extra="ignore")

    claim_id: str
    """Names it."""
    value: str | None = None
    """What it states."""
    numeric: float | None = None
    """The same as a number."""
    rank: Any = None
    """`preferred`, `normal` or `deprecated`; anything else counts as normal."""
    reference_count: float | None = None
    """How many independent references it has."""
    reference_urls: list[str] | None = None
    """Their addresses."""
    retrieved: str | None = None
    """The newest date of a reference, ISO."""
    precision: str | None = None
    """How precise its value is."""


class DisputeSent(Shape):
    """A dispute that is sent along and not kept; as a line of `both-sides adjudicate --input`."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {
                    "entityId": "Q1",
                    "propertyId": "P1082",
                    "claims": [
                        {"claimId": "a", "numeric": 10, "rank": "preferred", "referenceCount": 2},
                        {"claimId": "b", "numeric": 12, "retrieved": "2024-05-01"},
                    ],
                    "figures": [10],
                    "asOf": "2026-10-03",
                }
            ]
        },
    )

    claims: list[RivalSent]
    """The rival claims, at most 1,000."""
    entity_id: str | None = None
    """The entity."""
    entity_label: str | None = None
    """Its name."""
    property_id: str | None = None
    """The property."""
    property_label: str | None = None
    """Its name."""
    figures: list[float] | None = None
    """The numbers that a second source quotes."""
    corroborating_text: str | None = None
    """Or its text, from which they are read."""
    as_of: str | None = None
    """The instant to rank for, ISO; now where it is left out."""


class SentRanked(Shape):
    """One claim in its place."""

    claim_id: str
    """Which claim."""
    score: float | int
    """0 to 100 points."""
    eligible: bool
    """Whether it may govern."""
    factors: dict[str, list[float | int]]
    """For each factor its value and its contribution."""


class SentRanking(Shape):
    """The ranking of a dispute that was sent along."""

    status: Literal["ok", "degenerate", "empty"]
    """Whether there was anything to compare."""
    ranked: list[SentRanked]
    """Every claim, the leader first."""
    leader: str | None
    """The claim that leads, or null."""
    runner_up: str | None
    """The claim after it, or null."""
    score: float | int
    """The leader's points."""
    margin: float | int
    """Leader minus runner-up, in points."""
    band: BandWord
    """What the margin says."""
