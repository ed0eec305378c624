"""Describe the results of the desk's tools."""

from pydantic import Field

from both_sides.interfaces.mcp.results import Listing, Recorded, Result, Wire


class DisputeRow(Wire):
    """Be a disputed question as a row of a list."""

    entity_id: str = Field(description="Entity id.")
    entity_label: str = Field(description="Its name.")
    property_id: str = Field(description="Property id.")
    property_label: str = Field(description="Its name.")
    kind: str = Field(description="contradiction, time_series or mixed.")
    claims: int = Field(description="How many claims.")
    distinct_values: int = Field(description="How many values.")
    deprecated: int = Field(description="How many are deprecated.")
    ruling: str | None = Field(description="Standing ruling.")


class DisputeList(Listing):
    """Be a page of disputes."""

    disputes: list[DisputeRow] = Field(description="In order of import.")


class RivalRow(Wire):
    """Be one rival claim with what stands behind it."""

    position: int = Field(description="Place in the ranking.")
    claim_id: str = Field(description="Claim id.")
    display: str = Field(description="The value.")
    rank: str = Field(description="Editorial rank.")
    score: float = Field(description="0 to 100 points.")
    verdict: str = Field(description="An auditor's verdict, or unverified.")
    point_in_time: str | None = Field(description="When it holds.")
    rank_reasons: list[str] = Field(description="Why the rank.")
    qualifiers: list[str] = Field(description="property: value.")
    reference_count: int = Field(description="Independent references.")
    references: list[str] = Field(description="Title; publisher; URL; retrieved.")


class DisputeDetails(Listing):
    """Be one dispute as it stands."""

    entity_id: str = Field(description="Entity id.")
    entity_label: str = Field(description="Its name.")
    property_id: str = Field(description="Property id.")
    property_label: str = Field(description="Its name.")
    kind: str = Field(description="Why the values differ, or undisputed.")
    publisher: str = Field(description="Who publishes the claims.")
    licence: str = Field(description="Under which licence.")
    url: str | None = Field(description="Where they stand.")
    revision: int | None = Field(description="Which version.")
    second_title: str | None = Field(description="Title of the second source.")
    second_url: str | None = Field(description="Its address.")
    second_text: str | None = Field(description="Its text.")
    figures: list[float | int] = Field(description="Numbers read from it.")
    ruling: str | None = Field(description="Standing ruling.")
    claims: list[RivalRow] = Field(description="Every rival, in the order of the ranking.")


class FactorRow(Wire):
    """Be one factor of one claim."""

    factor: str = Field(description="Which.")
    value: float = Field(description="0 to 1.")
    contribution: float = Field(description="Points.")
    sentence: str | None = Field(default=None, description="Why; left out when concise.")


class RankedRow(Wire):
    """Be one claim in its place of the ranking."""

    position: int = Field(description="1 leads.")
    claim_id: str = Field(description="Claim id.")
    display: str = Field(description="The value.")
    rank: str = Field(description="Editorial rank.")
    score: float = Field(description="0 to 100 points.")
    eligible: bool = Field(description="May it govern?")
    barred_because: str | None = Field(description="Why not.")
    factors: list[FactorRow] = Field(description="The five factors.")


class Ranking(Listing):
    """Be the engine's answer for one dispute."""

    entity_id: str = Field(description="Entity id.")
    property_id: str = Field(description="Property id.")
    engine: str = Field(description="Engine version.")
    as_of: str = Field(description="Instant ranked for.")
    status: str = Field(description="ok, degenerate or empty.")
    band: str = Field(description="settled, contested or unresolved.")
    band_meaning: str = Field(description="What that says.")
    required_action: str = Field(description="What to do now.")
    recommendation: str = Field(description="The engine's sentence.")
    leader: str | None = Field(description="Leading claim.")
    runner_up: str | None = Field(description="Next claim.")
    score: float | None = Field(description="Of the leader.")
    margin: float | None = Field(description="Leader minus runner-up.")
    ruling: str | None = Field(description="Standing ruling.")
    claims: list[RankedRow] = Field(description="In order.")
    what_this_is_not: str = Field(description="Show it with the result.")


class RulingRow(Wire):
    """Be a ruling as a row of a list."""

    id: str = Field(description="Ruling id.")
    entity_id: str = Field(description="Entity id.")
    entity_label: str = Field(description="Its name.")
    property_id: str = Field(description="Property id.")
    property_label: str = Field(description="Its name.")
    standing: str = Field(description="standing, superseded or retired.")
    chosen: str = Field(description="Claim that governs.")
    value: str = Field(description="Its value.")
    rationale: str = Field(description="Why.")
    actor: str = Field(description="Who ruled.")
    at: str = Field(description="When, UTC.")
    band: str = Field(description="Band then.")
    margin: float | None = Field(description="Margin then.")


class RulingList(Listing):
    """Be a page of rulings."""

    rulings: list[RulingRow] = Field(description="In order of decision.")


class RecordedRuling(Recorded):
    """Be a ruling that was recorded, revised or retired."""

    id: str = Field(description="Ruling id.")
    standing: str = Field(description="standing or retired.")
    chosen: str = Field(description="Claim that governs.")
    value: str = Field(description="Its value.")
    band: str = Field(description="Band.")
    margin: float | None = Field(description="Margin.")
    losing: list[str] = Field(description="Claims not chosen.")
    supersedes: str | None = Field(description="Ruling it replaced.")
    what_this_is_not: str = Field(description="Show it with the ruling.")


class LinkRow(Wire):
    """Be one link of the chain."""

    n: int = Field(description="Place.")
    type: str = Field(description="What happened.")
    at: str = Field(description="When, UTC.")
    actor: str = Field(description="Who.")
    about: str | None = Field(description="What it is about.")
    seal: str = Field(description="Its seal.")


class AuditTrail(Listing):
    """Be a page of the chain, with what a replay found."""

    scope: str = Field(description="Whose chain.")
    intact: bool | None = Field(description="Every seal matches; null where not replayed.")
    events: int = Field(description="Links in the chain.")
    head_seal: str = Field(description="The last seal.")
    first_broken: int | None = Field(description="First link that does not match.")
    finding: str | None = Field(description="What is wrong with it.")
    not_checked: list[str] = Field(description="What replay cannot see.")
    links: list[LinkRow] = Field(description="First one first.")


class FactorReference(Wire):
    """Be one factor of the method."""

    factor: str = Field(description="Which.")
    weight: float = Field(description="Weight; they sum to 1.")
    measures: str = Field(description="What it measures.")


class BandReference(Wire):
    """Be one band of the method."""

    band: str = Field(description="Which.")
    margin_from: float = Field(description="From which margin.")
    meaning: str = Field(description="What it says.")
    required_action: str = Field(description="What to do.")


class RuleReference(Wire):
    """Be one rule of the method."""

    rule: str = Field(description="The rule.")
    because: str = Field(description="Its reason.")


class EngineReference(Result):
    """Be the method."""

    engine: str = Field(description="Name.")
    version: str = Field(description="Version.")
    factors: list[FactorReference] = Field(description="The five factors.")
    bands: list[BandReference] = Field(description="The bands.")
    rules: list[RuleReference] = Field(description="Rules it will not bend.")
    seal_formula: list[str] = Field(description="How links are sealed.")
    seal_meaning: str = Field(description="What that gives.")
    what_this_is_not: str = Field(description="Its limits.")
