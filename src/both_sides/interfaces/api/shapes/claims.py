"""Describe claims, evidence and verdicts."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from both_sides.interfaces.api.shapes.common import (
    ClaimIdText,
    Cursor,
    NameText,
    ReceiptShape,
    Shape,
    ShortText,
    Text,
    VerdictWord,
)

StanceWord = Literal["supports", "refutes", "context"]
EvidenceWord = Literal[
    "code",
    "test",
    "command",
    "document",
    "measurement",
    "web",
    "reference",
    "analysis",
    "testimony",
]
ConclusionWord = Literal["supported", "refuted", "not_enough_info"]
Parents = Annotated[list[ClaimIdText], Field(max_length=100)]
Tags = Annotated[list[NameText], Field(max_length=50)]


class SourceShape(Shape):
    """Where a claim was made."""

    document: ShortText | None = None
    """The document that makes it."""
    locator: ShortText | None = None
    """Where in the document."""
    key: ShortText | None = None
    """The id that it has there."""


class ClaimAsked(Shape):
    """A claim that is to be audited."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "statement": "The parser rejects RSA keys below 2048 bits.",
                    "source": {"document": "README.md", "locator": "line 12"},
                }
            ]
        }
    )

    statement: Text
    """What is claimed."""
    parents: Parents = Field(default_factory=list)
    """The claims that rest on it."""
    source: SourceShape | None = None
    """Where it was made."""
    tags: Tags = Field(default_factory=list)
    """Words to find it by."""


class ClaimChange(Shape):
    """What a claim is to say of itself; what is left out stays as it is."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"statement": "The parser rejects RSA keys below 2048 bits by default."}]
        }
    )

    statement: Text | None = None
    """What is claimed; another statement makes the verdict stale."""
    parents: Parents | None = None
    """The claims that rest on it."""
    source: SourceShape | None = None
    """Where it was made."""
    tags: Tags | None = None
    """Words to find it by."""


class ClaimParts(Shape):
    """The statements that cover a claim together."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"statements": ["RSA keys are checked.", "The check refuses 1024 bits."]}]
        }
    )

    statements: list[Text] = Field(min_length=1, max_length=100)
    """The statements; each becomes a claim whose parent is this one."""


class ClaimRowShape(Shape):
    """One claim in a list."""

    id: str
    """Its id, for example `CLM-0001`."""
    verdict: VerdictWord
    """Its current verdict, or that it has none."""
    statement: str
    """What is claimed."""
    next_step: str | None
    """What would decide it, from the text after `Fix:`; or null."""
    status: Literal["active", "retired"]
    """Whether it is audited."""
    parents: list[str]
    """The claims that rest on it."""
    children: int
    """How many claims it rests on."""
    evidence: int
    """How many items count."""
    tags: list[str]
    """Words to find it by."""


class ClaimPage(Shape):
    """One page of claims."""

    claims: list[ClaimRowShape]
    """The claims, in the order of their registration."""
    next_cursor: Cursor


class TreeRowShape(ClaimRowShape):
    """One line of the tree of claims."""

    depth: int
    """How far below the root it stands."""
    repeated: bool
    """Whether it stood above already, under another parent."""


class TreePage(Shape):
    """One page of the tree of claims."""

    claims: list[TreeRowShape]
    """Parents above their children."""
    next_cursor: Cursor


class ClaimRetirementShape(Shape):
    """Why a claim is no longer audited."""

    reason: str
    """Why."""
    actor: str
    """Who retired it."""
    at: str
    """When, UTC."""
    superseded_by: str | None
    """The claim that took its place, or null."""


class DecompositionShape(Shape):
    """What the children of a claim say."""

    readiness: str
    """Whether it may be judged."""
    path: str
    """Which verdict the children lead to."""
    missing: str | None
    """What it lacks, or null."""


class ItemWithdrawalShape(Shape):
    """Why an item no longer counts."""

    reason: str
    """Why."""
    actor: str
    """Who withdrew it."""
    at: str
    """When, UTC."""
    superseded_by: str | None
    """The item that took its place, or null."""


class EvidenceShape(Shape):
    """An item for or against a claim."""

    id: str
    """Its id, for example `EVD-0001`."""
    claim_id: str
    """The claim that it belongs to."""
    stance: StanceWord
    """Which side it is on."""
    kind: EvidenceWord
    """What it is."""
    locator: str
    """Where exactly to look."""
    summary: str
    """What it shows."""
    quote: str | None
    """What stands there, word for word, or null."""
    digest: str | None
    """Digest of what was looked at, or null."""
    commit: str | None
    """The version that was looked at, or null."""
    collector: str
    """Who collected it."""
    at: str | None
    """When it was recorded, UTC; null for a reference that came with its claim."""
    withdrawn: ItemWithdrawalShape | None
    """Why it no longer counts, or null."""


class VerdictShape(Shape):
    """One verdict of a history."""

    seq: int
    """Its place in the history; the first is 1."""
    verdict: ConclusionWord
    """What was concluded."""
    citations: list[str]
    """The evidence that decides it."""
    rationale: str
    """Why."""
    auditor: str
    """Who concluded."""
    at: str
    """When, UTC."""
    warnings: list[str]
    """What was said when it was accepted."""


class ClaimShape(ClaimRowShape):
    """A claim with everything recorded about it."""

    author: str
    """Who registered it."""
    at: str | None
    """When, UTC; null for a claim that came with an entity."""
    source: SourceShape
    """Where it was made."""
    imported: bool
    """Whether it came with an entity and follows its source."""
    retirement: ClaimRetirementShape | None
    """Why it is no longer audited, or null."""
    stale: str | None
    """Why its verdict no longer holds, or null."""
    decomposition: DecompositionShape | None
    """What its children say; null for a leaf."""
    parent_claims: list[ClaimRowShape]
    """The claims that rest on it."""
    child_claims: list[ClaimRowShape]
    """The claims that it rests on."""
    evidence_items: list[EvidenceShape]
    """All its evidence, withdrawn items too."""
    verdicts: list[VerdictShape]
    """Its verdicts, the first one first."""


class RecordedClaimShape(ClaimShape):
    """A claim as it is after a request, with the receipt."""

    receipt: ReceiptShape
    """What was sealed."""


class RecordedClaimsShape(Shape):
    """Claims that were just registered, with the receipt."""

    claims: list[ClaimRowShape]
    """The claims."""
    receipt: ReceiptShape
    """What was sealed."""
