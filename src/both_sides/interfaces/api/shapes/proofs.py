"""Describe what proves a ruling to others: its replay, its dossier."""

from typing import Any, Literal

from pydantic import Field

from both_sides.interfaces.api.shapes.common import Seal, Shape
from both_sides.interfaces.api.shapes.rulings import RulingShape


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
