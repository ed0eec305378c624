"""Hold an item of evidence for or against one claim, and where exactly to look.

Evidence is never edited: it is withdrawn, or superseded by a new item. *This module does not*
weigh it; a verdict says what it decides.
"""

from dataclasses import dataclass
from enum import StrEnum

from both_sides.domain.ids import ClaimId, EvidenceId


class Stance(StrEnum):
    """Say on which side an item stands."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    CONTEXT = "context"


class EvidenceKind(StrEnum):
    """Say what an item is.

    *Source:* spec/claims.md, R12.
    """

    CODE = "code"
    TEST = "test"
    COMMAND = "command"
    DOCUMENT = "document"
    MEASUREMENT = "measurement"
    WEB = "web"
    REFERENCE = "reference"
    ANALYSIS = "analysis"
    TESTIMONY = "testimony"


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Hold why an item no longer counts, and what took its place.

    Args:
        reason: Why.
        actor: Who withdrew it.
        at: When, UTC.
        n: Its place in the chain.
        superseded_by: The item that took its place, or None.
    """

    reason: str
    actor: str
    at: str
    n: int
    superseded_by: EvidenceId | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hold one item.

    Args:
        evidence_id: Its id, `EVD-0001`; imported references have the id of their claim in it.
        claim_id: The one claim it belongs to.
        stance: Which side it is on.
        kind: What it is.
        locator: Where exactly to look: a file and line, a test, an address, a command.
        summary: What it shows.
        quote: What stands there, word for word; or None.
        digest: Digest of what was looked at, as ``algorithm:hex``; or None.
        commit: The version of the source that was looked at, or None.
        collector: Who collected it.
        at: When it was recorded, UTC.
        n: Its place in the chain.
        withdrawal: Why it no longer counts, or None.

    *Source:* spec/claims.md, R12.
    """

    evidence_id: EvidenceId
    claim_id: ClaimId
    stance: Stance
    kind: EvidenceKind
    locator: str
    summary: str
    collector: str
    at: str
    n: int
    quote: str | None = None
    digest: str | None = None
    commit: str | None = None
    withdrawal: Withdrawal | None = None

    @property
    def is_live(self) -> bool:
        """Tell whether it still counts."""
        return self.withdrawal is None
