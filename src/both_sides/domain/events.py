"""Name what has happened, one frozen value each.

An event is a fact: past tense, never changed, sealed in the chain. `Recorded` adds who did it,
when, and its place. The names and versions under which events are sealed stand in
`both_sides.chain.payload`; *this module does not* know how they are written.
"""

from dataclasses import dataclass

from both_sides.domain.adjudications import Adjudication
from both_sides.domain.entities import Entity
from both_sides.domain.ids import ClaimId, RulingId
from both_sides.domain.rulings import Acknowledgement, CaseFile


@dataclass(frozen=True, slots=True)
class EntityImported:
    """An entity was read, for the first time or anew; its statements are claims from now on."""

    entity: Entity


@dataclass(frozen=True, slots=True)
class RulingCreated:
    """A person ruled on a dispute, having this case and this adjudication before them."""

    ruling_id: RulingId
    chosen: ClaimId
    rationale: str
    case: CaseFile
    adjudication: Adjudication
    acknowledged: tuple[Acknowledgement, ...] = ()
    supersedes: RulingId | None = None


@dataclass(frozen=True, slots=True)
class RulingUpdated:
    """A person gave a ruling a new rationale; the choice stays."""

    ruling_id: RulingId
    rationale: str


@dataclass(frozen=True, slots=True)
class RulingSuperseded:
    """A newer ruling on the same dispute took a ruling's place."""

    ruling_id: RulingId
    superseded_by: RulingId


@dataclass(frozen=True, slots=True)
class RulingRetired:
    """A person withdrew a ruling for good."""

    ruling_id: RulingId
    reason: str


Event = EntityImported | RulingCreated | RulingUpdated | RulingSuperseded | RulingRetired


@dataclass(frozen=True, slots=True)
class Recorded:
    """Hold an event with who did it, when, and its place in the chain.

    Args:
        event: What happened.
        actor: The person or model that did it.
        at: When, UTC as ISO text; never earlier than the event before it.
        n: Its place in the scope's chain; the first is 1.
    """

    event: Event
    actor: str
    at: str
    n: int
