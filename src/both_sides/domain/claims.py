"""Hold a claim under audit: its statement, its place in the tree, its evidence, its verdicts.

A claim is one statement under judgement. It is registered here (`CLM-0001`) or imported with an
entity, and then its references are evidence. *This module does not* know the claim's children's
verdicts; see `both_sides.domain.decomposition`.
"""

from dataclasses import dataclass
from typing import Final

from both_sides.domain.evidence import Evidence
from both_sides.domain.fix import next_step
from both_sides.domain.ids import ClaimId, EvidenceId
from both_sides.domain.verdicts import UNVERIFIED, Conclusion, Verdict


@dataclass(frozen=True, slots=True)
class ClaimSource:
    """Say where a claim was made.

    Args:
        document: The document that makes it, or None.
        locator: Where in the document, or None.
        key: The id that the claim has there, or None; with the document it tells a claim that is
            imported again from a new one.
    """

    document: str | None = None
    locator: str | None = None
    key: str | None = None


NO_SOURCE: Final = ClaimSource()


@dataclass(frozen=True, slots=True)
class Retirement:
    """Hold why a claim is no longer audited.

    Args:
        reason: Why.
        actor: Who retired it.
        at: When, UTC.
        n: Its place in the chain.
        superseded_by: The claim that took its place, or None.
    """

    reason: str
    actor: str
    at: str
    n: int
    superseded_by: ClaimId | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Hold one claim with everything recorded about it.

    Args:
        claim_id: Its id.
        statement: What is claimed.
        author: Who registered it.
        at: When it was registered, UTC.
        n: Its place in the chain.
        statement_n: Where its statement was last changed.
        parents: The claims that rest on it.
        children: The claims it rests on, retired ones too, in the order in which they came.
        children_n: Where a child last came, went, or changed its verdict; 0 for never.
        source: Where it was made.
        tags: Words to find it by.
        evidence: All items, withdrawn ones too, in the order in which they came.
        verdicts: The history, the first one first.
        retirement: Why it is no longer audited, or None while it is active.
        is_imported: Whether it came with an entity and follows its source.
    """

    claim_id: ClaimId
    statement: str
    author: str
    at: str
    n: int
    statement_n: int
    parents: tuple[ClaimId, ...] = ()
    children: tuple[ClaimId, ...] = ()
    children_n: int = 0
    source: ClaimSource = NO_SOURCE
    tags: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    retirement: Retirement | None = None
    is_imported: bool = False

    @property
    def is_active(self) -> bool:
        """Tell whether it is audited."""
        return self.retirement is None

    @property
    def current(self) -> Verdict | None:
        """Give the latest verdict, or None where it is unverified.

        *Source:* Verdicts page, "History is append-only"; spec/claims.md, F11.
        """
        return self.verdicts[-1] if self.verdicts else None

    @property
    def conclusion(self) -> Conclusion | None:
        """Give the conclusion of the latest verdict, or None where it is unverified."""
        return None if self.current is None else self.current.conclusion

    @property
    def verdict_word(self) -> str:
        """Name the current verdict, or say unverified."""
        return UNVERIFIED if self.current is None else self.current.conclusion.value

    @property
    def next_step(self) -> str | None:
        """Give the next step of the current verdict; none is shown for a supported claim.

        *Source:* spec/claims.md, F14, R2.
        """
        if self.current is None or self.current.conclusion is Conclusion.SUPPORTED:
            return None
        return next_step(self.current.rationale)

    @property
    def live_evidence(self) -> tuple[Evidence, ...]:
        """List the items that still count."""
        return tuple(item for item in self.evidence if item.is_live)

    def item(self, evidence_id: EvidenceId) -> Evidence | None:
        """Find an item of its evidence, or answer None."""
        return next((item for item in self.evidence if item.evidence_id == evidence_id), None)

    def cited(self) -> tuple[Evidence, ...]:
        """List the items that the current verdict cites."""
        if self.current is None:
            return ()
        wanted = set(self.current.citations)
        return tuple(item for item in self.evidence if item.evidence_id in wanted)
