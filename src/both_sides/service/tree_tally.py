"""Name the steps of an import of claims, and count what was recorded.

*This module does not* record anything.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from both_sides.domain.ids import ClaimId
from both_sides.domain.verdicts import Caveat
from both_sides.exchange.tree_wiring import Address, WiredClaim
from both_sides.service.requests import Members


class Fate(StrEnum):
    """Say what became of a claim."""

    NEW = "new"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class VerdictWarning:
    """Hold what was said when a verdict was accepted."""

    claim_id: ClaimId
    caveats: tuple[Caveat, ...]


class Step(StrEnum):
    """Name what a plan records about a claim."""

    CREATE = "claim"
    UPDATE = "change"
    EVIDENCE = "evidence"
    VERDICT = "verdict"


@dataclass(frozen=True, slots=True)
class About:
    """Say which step on which claim a plan is; of evidence also which item, from 0."""

    step: Step
    claim: WiredClaim
    item: int = 0


@dataclass
class Tally:
    """Count what was recorded, over all attempts."""

    evidence: int = 0
    verdicts: int = 0
    warnings: list[VerdictWarning] = field(default_factory=list)
    _fates: dict[Address, Fate] = field(default_factory=dict)

    def fate_of(self, address: Address) -> Fate:
        """Say what became of a claim."""
        return self._fates.get(address, Fate.UNCHANGED)

    def count(self, about: About, claim_id: ClaimId, answer: Members) -> None:
        """Count a step that was recorded; a claim that was new before stays new."""
        match about.step:
            case Step.CREATE:
                self._fates[about.claim.address] = Fate.NEW
            case Step.UPDATE:
                self._fates.setdefault(about.claim.address, Fate.UPDATED)
            case Step.EVIDENCE:
                self.evidence += 1
            case Step.VERDICT:
                self.verdicts += 1
                if answer["warnings"]:
                    caveats = tuple(map(Caveat, answer["warnings"]))
                    self.warnings.append(VerdictWarning(claim_id, caveats))
