"""Describe rulings, their dossiers and replays, and the links that share them."""

from typing import Any, Literal

from pydantic import ConfigDict, Field

from both_sides.interfaces.api.shapes.common import (
    ClaimIdText,
    Cursor,
    InstantText,
    ReceiptShape,
    RulingIdText,
    Seal,
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


class FindingShape(Shape):
    """The first link that does not match."""

    n: int
    """Its place."""
    finding: str
    """What does not match."""
    expected: str
    """What was recomputed."""
    found: str
    """What is stored."""


class ViewFindingShape(Shape):
    """A row that is not what the events say."""

    kind: str
    """Which kind of row."""
    key: str
    """Which row."""
    finding: str
    """What is wrong with it."""


class ReplayShape(Shape):
    """What a replay of the chain found."""

    ok: bool
    """Whether everything that was checked matches."""
    events: int
    """How many links were read."""
    head_seal: str
    """The last seal."""
    first_broken_seq: int | None
    """The first link that does not match, or null."""
    scope_id: str
    """The scope whose chain was replayed."""
    finding: FindingShape | None
    """What does not match, or null."""
    views: list[ViewFindingShape]
    """Rows that are not what the events say."""
    ruling_links: list[int] | None
    """The links about the ruling."""
    not_checked: list[str]
    """What a replay cannot see."""


class IntegrityShape(Shape):
    """How a dossier can be checked."""

    algorithm: Literal["SHA-384"]
    """How seals are computed."""
    scope_id: str
    """What the chain starts from."""
    genesis_seal: Seal
    """The seal before the first link."""
    coverage: Literal["complete", "excerpt"]
    """Whether the dossier carries the whole chain."""
    events: int
    """How many links it carries."""
    head_n: int
    """How many links the chain had."""
    head_seal: Seal
    """The last seal then."""
    ok: bool
    """What a replay found then."""
    first_broken_seq: int | None
    """The first link that did not match, or null."""
    not_checked: list[str]
    """What a replay cannot see."""


class InclusionShape(Shape):
    """The proof that a link is in the tree of the checkpoint (RFC 6962)."""

    index: int
    """Its place in the tree; the first is 0."""
    hashes: list[str]
    """The hashes beside its way to the root, base64, the nearest first."""


class TrailEvent(Shape):
    """One link of the chain with its full payload."""

    seq: int
    """Its place."""
    at: str
    """When, UTC."""
    action: str
    """What happened."""
    payload: Any
    """The document that was sealed."""
    prev_seal: str
    """The seal before it."""
    seal: str
    """Its seal."""
    proof: InclusionShape | None
    """The proof that the checkpoint covers it, or null where none does."""


class LicenceShape(Shape):
    """What a dossier quotes, from where, under which licence."""

    what: str
    """What is quoted."""
    from_: str | None = Field(alias="from")
    """From whom."""
    url: str | None
    """Where it stands, or null."""
    licence: str | None
    """Its licence, or null."""


class DossierShape(Shape):
    """A ruling with everything that others need to check it."""

    format: Literal["both-sides/dossier/v1"]
    """The format."""
    ruling: RulingShape
    """The ruling."""
    engine_input: dict[str, Any]
    """The engine's exact input."""
    integrity: IntegrityShape
    """How it can be checked."""
    audit_trail: list[TrailEvent]
    """The links that it carries."""
    checkpoint: str | None
    """The signed checkpoint that the proofs lead to, as a C2SP signed note, or null."""
    licences: list[LicenceShape]
    """What it quotes."""
    how_to_verify: list[str]
    """How to check it."""
    what_this_is_not: str
    """What no ruling says."""


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
