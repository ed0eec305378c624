"""Describe what is left to do, the audit report, the method, the rules of a scope, and health."""

from typing import Any, Literal

from pydantic import ConfigDict, Field

from both_sides.interfaces.api.shapes.common import Cursor, Shape, SubjectId, VerdictWord


class StepShape(Shape):
    """One thing that is left to do."""

    claim_id: str
    """The claim."""
    reason: str
    """Why it is listed."""
    step: str | None
    """What its rationale gives after `Fix:`, or null."""
    advice: str
    """What to do; never null."""
    statement: str
    """What is claimed."""
    verdict: VerdictWord
    """Its current verdict, or that it has none."""


class StepPage(Shape):
    """One page of what is left to do."""

    steps: list[StepShape]
    """The steps, the most urgent first."""
    next_cursor: Cursor


class ReportRowShape(Shape):
    """One claim in one section of a report."""

    claim_id: str
    """The claim."""
    verdict: VerdictWord
    """Its current verdict, or that it has none."""
    statement: str
    """What is claimed."""
    next_step: str | None
    """What would decide it, or null."""
    detail: str | None
    """Why it stands in this section, or null."""
    readiness: str | None = None
    """For a parent: whether it may be judged."""
    path: str | None = None
    """For a parent: which verdict its children lead to."""
    children: list[str] | None = None
    """For a parent: its active children."""


class ReportIntegrity(Shape):
    """What the replay for a report found."""

    ok: bool
    """Whether every seal matches."""
    events: int
    """How many links were read."""
    head_seal: str | None
    """The last seal, or null where there is none."""
    first_broken_seq: int | None
    """The first link that does not match, or null."""
    not_checked: list[str] | None = None
    """What was not checked."""


class ReportShape(Shape):
    """The state of an audit: what holds, what does not, what is open, and why."""

    model_config = ConfigDict(alias_generator=None)

    summary: dict[str, int]
    """The totals."""
    refuted: list[ReportRowShape]
    """Claims that stand refuted."""
    not_enough_info: list[ReportRowShape]
    """Claims that the evidence does not decide."""
    unverified: list[ReportRowShape]
    """Claims without a verdict."""
    decomposition: list[ReportRowShape]
    """Parents that do not follow from their children yet."""
    supported: list[ReportRowShape]
    """Claims that stand supported."""
    missing_fixes: list[ReportRowShape]
    """Verdicts that name no concrete next step."""
    conflicts: list[ReportRowShape]
    """Verdicts that cite evidence on both sides."""
    stale: list[ReportRowShape]
    """Verdicts that no longer hold as they were given."""
    integrity: ReportIntegrity
    """What the replay for the report found."""


class PolicyShape(Shape):
    """The rules of a scope."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"strict": True, "separateAuthorAndAuditor": False}]}
    )

    strict: bool
    """Refuse verdicts that are otherwise accepted with a warning."""
    separate_author_and_auditor: bool
    """Refuse a verdict by the author of the claim."""


class MethodFactor(Shape):
    """One of the five factors."""

    factor: str
    """Its name in data."""
    label: str
    """Its name."""
    weight: float | int
    """Its weight."""
    measures: str
    """What it measures."""


class MethodBand(Shape):
    """One of the three bands."""

    band: str
    """Its name."""
    margin_from: float | int
    """The margin from which on it holds."""
    meaning: str
    """What it means."""
    required_action: str
    """What to do then."""


class MethodRule(Shape):
    """A rule that the engine does not bend."""

    rule: str
    """The rule."""
    because: str
    """Why."""


class MethodSeal(Shape):
    """How events are sealed."""

    formula: list[str]
    """The formula."""
    meaning: str
    """The same in words."""


class MethodShape(Shape):
    """How a claim wins, how a ruling is sealed, and what the engine refuses to do."""

    engine: str
    """The engine."""
    version: str
    """Its version."""
    factors: list[MethodFactor]
    """The five factors."""
    bands: list[MethodBand]
    """The bands of the margin."""
    rules: list[MethodRule]
    """The rules that it does not bend."""
    seal: MethodSeal
    """How events are sealed."""
    what_this_is_not: str
    """What no ranking says."""


class HealthShape(Shape):
    """That the server runs."""

    status: Literal["ok"]
    """Always `ok`; anything else comes as a problem."""
    version: str
    """The version of the program."""


class LinkRow(Shape):
    """One link of the chain."""

    n: int
    """Its place in the chain of the scope."""
    type: str
    """What happened, for example `ruling.created`."""
    at: str
    """When, UTC."""
    actor: str | None
    """Who did it; null where the body is no event any more."""
    previous: str
    """The seal before it."""
    seal: str
    """Its seal."""
    sealed: bool
    """Whether its seal is that of its body."""


class LinkPage(Shape):
    """One page of the chain."""

    events: list[LinkRow]
    """The links, the first one first."""
    head: dict[str, Any]
    """The end of the chain: `n` and `seal`."""
    next_cursor: Cursor


class LinkShape(LinkRow):
    """One link with what was sealed."""

    event: Any
    """The sealed document; as text where it is no JSON any more."""


class JobShape(Shape):
    """Work that goes on after the answer."""

    id: str
    """Its id, for example `JOB-0001`."""
    kind: Literal["fetch", "import"]
    """What it does."""
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    """How far it is."""
    at: str
    """When it was asked for, UTC."""
    actor: str
    """Who asked for it."""
    progress: dict[str, Any]
    """How far the work itself is."""
    result: dict[str, Any] | None
    """What came of it, or null."""
    problem: dict[str, Any] | None
    """Why it failed, or null."""


class JobPage(Shape):
    """The jobs of a scope."""

    imports: list[JobShape]
    """The jobs, the last one first."""


class FetchAsked(Shape):
    """An entity that is to be fetched from the named upstream."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"entityId": "Q1764"}]})

    entity_id: SubjectId
    """The entity, for example `Q1764`."""
    language: str | None = Field(default=None, max_length=40)
    """In which language to name things; the server's own where it is left out."""
