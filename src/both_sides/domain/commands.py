"""Name what a caller may ask for, one frozen value each."""

from dataclasses import dataclass

from both_sides.domain.adjudications import Adjudication
from both_sides.domain.entities import Entity
from both_sides.domain.ids import ClaimId, RulingId
from both_sides.domain.rulings import Acknowledgement, CaseFile


@dataclass(frozen=True, slots=True)
class ImportEntity:
    """Ask to take over what was read about an entity."""

    entity: Entity


@dataclass(frozen=True, slots=True)
class CreateRuling:
    """Ask to record a decision on a dispute.

    Args:
        chosen: The claim that is to govern.
        rationale: Why.
        case: The dispute as it stands now.
        adjudication: The engine's answer for exactly that case.
        acknowledged: What the person says to have seen.
        supersedes: The standing ruling that is to be replaced, or None.
    """

    chosen: ClaimId
    rationale: str
    case: CaseFile
    adjudication: Adjudication
    acknowledged: tuple[Acknowledgement, ...] = ()
    supersedes: RulingId | None = None


@dataclass(frozen=True, slots=True)
class ReviseRuling:
    """Ask to give a ruling a new rationale."""

    ruling_id: RulingId
    rationale: str


@dataclass(frozen=True, slots=True)
class RetireRuling:
    """Ask to withdraw a ruling for good."""

    ruling_id: RulingId
    reason: str


Command = ImportEntity | CreateRuling | ReviseRuling | RetireRuling
