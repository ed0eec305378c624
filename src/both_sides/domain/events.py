"""Name what has happened, one frozen value each.

An event is a fact: past tense, never changed, sealed in the chain. `Recorded` adds who did it,
when, and its place. The names and versions under which events are sealed stand in
`both_sides.chain.payload`; *this module does not* know how they are written.
"""

from dataclasses import dataclass

from both_sides.domain.access import Role
from both_sides.domain.adjudications import Adjudication
from both_sides.domain.claims import NO_SOURCE, ClaimSource
from both_sides.domain.entities import Entity
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, EvidenceId, RulingId, ScopeId
from both_sides.domain.policy import Policy
from both_sides.domain.rulings import Acknowledgement, CaseFile
from both_sides.domain.runs import BatchRun, RunId
from both_sides.domain.verdicts import Caveat, Conclusion


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


@dataclass(frozen=True, slots=True)
class ClaimCreated:
    """A claim was registered for audit."""

    claim_id: ClaimId
    statement: str
    parents: tuple[ClaimId, ...] = ()
    source: ClaimSource = NO_SOURCE
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimUpdated:
    """What a claim says of itself was changed; members that are None stayed as they were."""

    claim_id: ClaimId
    statement: str | None = None
    parents: tuple[ClaimId, ...] | None = None
    source: ClaimSource | None = None
    tags: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ClaimRetired:
    """A claim is no longer audited; perhaps another took its place."""

    claim_id: ClaimId
    reason: str
    superseded_by: ClaimId | None = None


@dataclass(frozen=True, slots=True)
class ClaimReactivated:
    """A retired claim is audited again."""

    claim_id: ClaimId
    reason: str


@dataclass(frozen=True, slots=True)
class EvidenceAdded:
    """An item for or against a claim was recorded; its collector is who did it, or is named."""

    evidence_id: EvidenceId
    claim_id: ClaimId
    stance: Stance
    kind: EvidenceKind
    locator: str
    summary: str
    quote: str | None = None
    digest: str | None = None
    commit: str | None = None
    supersedes: EvidenceId | None = None
    collector: str | None = None


@dataclass(frozen=True, slots=True)
class EvidenceWithdrawn:
    """An item no longer counts."""

    evidence_id: EvidenceId
    claim_id: ClaimId
    reason: str


@dataclass(frozen=True, slots=True)
class VerdictRecorded:
    """An auditor concluded on a claim."""

    claim_id: ClaimId
    conclusion: Conclusion
    citations: tuple[EvidenceId, ...]
    rationale: str
    auditor: str
    warnings: tuple[Caveat, ...] = ()


@dataclass(frozen=True, slots=True)
class PolicyChanged:
    """The rules of a scope were set."""

    policy: Policy


@dataclass(frozen=True, slots=True)
class KeyIntroduced:
    """A key signs the checkpoints of the ledger from now on."""

    verifier_key: str
    reason: str


@dataclass(frozen=True, slots=True)
class KeyRetired:
    """A key signs no more; one that was revoked is not believed any more either."""

    verifier_key: str
    reason: str
    is_revoked: bool = False


@dataclass(frozen=True, slots=True)
class LedgerRecovered:
    """An operator let the ledger go on under another name, after a rollback or a fork."""

    origin: str
    size_found: int
    root_found: str
    abandoned: str
    reason: str


@dataclass(frozen=True, slots=True)
class RunSealed:
    """A dataset was ranked; this is what was read, how, and what came out."""

    run_id: RunId
    run: BatchRun


@dataclass(frozen=True, slots=True)
class TokenCreated:
    """Somebody was given a token; its secret is known to nobody else."""

    token_id: str
    digest: str
    name: str
    role: Role
    scopes: tuple[ScopeId, ...]
    expires: str | None = None


@dataclass(frozen=True, slots=True)
class TokenRevoked:
    """A token holds no more."""

    token_id: str
    digest: str
    reason: str


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """Somebody signed in with a token."""

    session_id: str
    digest: str
    token_id: str
    token_digest: str
    scope: ScopeId
    expires: str


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """Somebody signed out, or was signed out."""

    session_id: str
    digest: str
    reason: str


@dataclass(frozen=True, slots=True)
class ShareCreated:
    """One ruling was shared by a link."""

    share_id: str
    digest: str
    scope: ScopeId
    ruling_id: RulingId
    expires: str | None = None


@dataclass(frozen=True, slots=True)
class ShareRevoked:
    """A link shows nothing any more."""

    share_id: str
    digest: str
    reason: str


CustodyEvent = KeyIntroduced | KeyRetired | LedgerRecovered
AccessEvent = (
    TokenCreated | TokenRevoked | SessionOpened | SessionClosed | ShareCreated | ShareRevoked
)
Event = (
    EntityImported
    | RulingCreated
    | RulingUpdated
    | RulingSuperseded
    | RulingRetired
    | ClaimCreated
    | ClaimUpdated
    | ClaimRetired
    | ClaimReactivated
    | EvidenceAdded
    | EvidenceWithdrawn
    | VerdictRecorded
    | PolicyChanged
    | RunSealed
    | CustodyEvent
    | AccessEvent
)


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
