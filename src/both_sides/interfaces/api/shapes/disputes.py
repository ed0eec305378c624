"""Describe disputes, rankings and what a ranking is asked for."""

from typing import Literal

from both_sides.interfaces.api.shapes.common import Cursor, Shape

ListedKind = Literal["contradiction", "time_series", "mixed"]
Kind = Literal["contradiction", "time_series", "mixed", "undisputed"]
BandWord = Literal["settled", "contested", "unresolved"]
RankWord = Literal["preferred", "normal", "deprecated"]
FactorWord = Literal["editorialRank", "evidenceDepth", "corroboration", "recency", "specificity"]


class DisputeRow(Shape):
    """One disputed question in a list."""

    entity_id: str
    """The entity, for example `Q1764`."""
    entity_label: str
    """Its name."""
    property_id: str
    """The property, for example `P1082`."""
    property_label: str
    """Its name."""
    kind: ListedKind
    """Whether the values contradict each other or are a series in time."""
    claims: int
    """How many claims there are."""
    distinct_values: int
    """How many different values they state."""
    deprecated: int
    """How many of them are deprecated."""
    ruling: str | None
    """The ruling that stands, or null."""


class DisputePage(Shape):
    """One page of disputed questions."""

    disputes: list[DisputeRow]
    """The questions, in the order in which they were imported."""
    next_cursor: Cursor


class NarrowingShape(Shape):
    """To which point in time a dispute is narrowed."""

    newest: bool
    """To the newest point in time."""
    at: str | None
    """To what holds at this date, or null."""


class FigureShape(Shape):
    """A number that the second source quotes."""

    value: float | int
    """The number."""
    quote: str | None
    """How it stands in the text, or null."""


class SecondSourceShape(Shape):
    """The text that may corroborate a claim."""

    title: str
    """Its title."""
    url: str | None
    """Where it stands, or null."""
    licence: str | None
    """Its licence, or null."""
    retrieved: str | None
    """When it was fetched, UTC, or null."""
    text: str
    """What it says."""
    figures: list[FigureShape]
    """The numbers that were read from it."""


class ProvenanceShape(Shape):
    """Where the claims were read from."""

    publisher: str
    """Who publishes them."""
    licence: str
    """Under which licence."""
    url: str | None
    """Where, or null."""
    revision: int | None
    """Which revision, or null."""
    modified: str | None
    """When it was last changed there, or null."""
    digest: str
    """Digest of what was read."""


class AdjudicationShape(Shape):
    """The engine's answer without its claims."""

    engine: str
    """The version of the engine."""
    as_of: str
    """The instant that the ranking was made for."""
    status: Literal["ok", "degenerate", "empty"]
    """Whether there was anything to compare."""
    band: BandWord
    """What the margin says."""
    band_meaning: str
    """The same in words."""
    required_action: str
    """What to do then."""
    recommendation: str
    """The same for this dispute."""
    leader: str | None
    """The claim that leads, or null."""
    runner_up: str | None
    """The claim after it, or null."""
    score: float | int
    """The leader's points, 0 to 100."""
    margin: float | int
    """Leader minus runner-up, in points."""


class FactorShape(Shape):
    """One factor of one claim."""

    factor: FactorWord
    """Which of the five."""
    label: str
    """Its name."""
    value: float | int
    """0 to 1."""
    weight: float | int
    """What share of 100 points a full value is worth."""
    contribution: float | int
    """The points that it adds."""
    sentence: str
    """The number behind it, in words."""


class QualifierShape(Shape):
    """A qualifier of a claim."""

    property_id: str
    """Its property."""
    property: str
    """The property's name."""
    value: str
    """Its value."""
    display: str
    """The same with names for ids."""


class OtherShape(Shape):
    """Something else that a reference says."""

    property: str
    """The property's name."""
    value: str
    """Its value."""


class ReferenceShape(Shape):
    """A reference of a claim."""

    reference_id: str
    """Its id."""
    url: str | None
    """Where to look, or null."""
    retrieved: str | None
    """When it was looked at, or null."""
    title: str | None
    """Its title, or null."""
    stated_in: str | None
    """The work that states it, or null."""
    publisher: str | None
    """Who publishes that, or null."""
    imported_from: str | None
    """The project that it was taken over from, or null."""
    other: list[OtherShape]
    """What else it says."""


class RankedClaimShape(Shape):
    """One claim in its place, with its five factors."""

    position: int
    """1 for the leader."""
    claim_id: str
    """The claim."""
    value: str
    """What it states."""
    display: str
    """The same with names for ids."""
    numeric: float | int | None
    """The same as a number, or null."""
    rank: RankWord
    """What upstream editors say of it."""
    score: float | int
    """0 to 100 points."""
    eligible: bool
    """Whether it may govern."""
    barred_because: str | None
    """Why not, or null."""
    factors: list[FactorShape]
    """The five factors, in the order in which they are added."""
    reference_count: int
    """How many independent references it has."""
    retrieved: str | None
    """The newest date of a reference, or null."""
    precision: str | None
    """How precise its value is, or null."""
    point_in_time: str | None
    """When it holds, or null."""
    start: str | None
    """From when on it holds, or null."""
    end: str | None
    """Until when it holds, or null."""
    rank_reasons: list[str]
    """Why editors ranked it so."""
    qualifiers: list[QualifierShape]
    """Its qualifiers."""
    references: list[ReferenceShape]
    """Its references."""


class RulingRow(Shape):
    """One ruling in a list."""

    id: str
    """Its id, for example `RUL-0001`."""
    entity_id: str
    """The entity."""
    entity_label: str
    """Its name."""
    property_id: str
    """The property."""
    property_label: str
    """Its name."""
    standing: Literal["standing", "superseded", "retired"]
    """Whether it governs."""
    chosen: str
    """The claim that governs."""
    value: str
    """What that claim states."""
    rationale: str
    """Why it was chosen."""
    actor: str
    """Who ruled."""
    at: str
    """When, UTC."""
    band: BandWord
    """What the margin said then."""
    margin: float | int
    """The margin then, in points."""


class CaseShape(Shape):
    """What a dispute is about and where its claims come from."""

    entity_id: str
    """The entity, for example `Q1764`."""
    entity_label: str
    """Its name."""
    property_id: str
    """The property, for example `P1082`."""
    property_label: str
    """Its name."""
    kind: Kind
    """Whether the values contradict each other or are a series in time; `undisputed` where those
    that it is narrowed to say the same, or there are none."""
    narrowing: NarrowingShape
    """To which point in time it is narrowed."""
    inputs_digest: str
    """Digest of the engine's exact input."""
    second_source: SecondSourceShape | None
    """The text that may corroborate a claim, or null."""
    provenance: ProvenanceShape
    """Where the claims were read from."""


class HearingShape(CaseShape):
    """A dispute with every claim ranked."""

    adjudication: AdjudicationShape
    """The engine's answer."""
    claims: list[RankedClaimShape]
    """Every claim, the leader first."""
    ruling: RulingRow | None
    """The ruling that stands, or null."""
    what_this_is_not: str
    """What no ranking says."""
