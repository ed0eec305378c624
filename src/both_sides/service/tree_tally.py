"""Name the steps of an import of claims, and count what was recorded.

*This module does not* record anything.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from both_sides.domain.ids import ClaimId
from both_sides.domain.verdicts import Caveat
from both_sides.exchange.tree_wiring import Address, WiredClaim


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

    def note(self, address: Address, fate: Fate) -> None:
        """Note that a claim was recorded; a new one stays new."""
        self._fates.setdefault(address, fate)
