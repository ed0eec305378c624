"""Name what a caller may ask for, one frozen value each."""

from dataclasses import dataclass

from both_sides.domain.access import Role
from both_sides.domain.adjudications import Adjudication
from both_sides.domain.claims import NO_SOURCE, ClaimSource
from both_sides.domain.entities import Entity
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, EvidenceId, PropertyId, RulingId, ScopeId
from both_sides.domain.rulings import Acknowledgement, CaseFile
from both_sides.domain.runs import BatchRun
from both_sides.domain.verdicts import Conclusion


@dataclass(frozen=True, slots=True)
class ImportEntity:
    """Ask to take over what was read about an entity.

    Args:
        entity: What was read.
        properties: The only properties that were read, so that others stay as they are; None
            where all were.
    """

    entity: Entity
    properties: tuple[PropertyId, ...] | None = None


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


@dataclass(frozen=True, slots=True)
class NewClaim:
    """Hold what a claim says of itself before it has an id.

    Args:
        statement: What is claimed.
        parents: The claims that rest on it.
        source: Where it was made.
        tags: Words to find it by.
    """

    statement: str
    parents: tuple[ClaimId, ...] = ()
    source: ClaimSource = NO_SOURCE
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddClaims:
    """Ask to register claims for audit, all of them or none."""

    claims: tuple[NewClaim, ...]


@dataclass(frozen=True, slots=True)
class UpdateClaim:
    """Ask to change what a claim says of itself; members that are None stay as they are."""

    claim_id: ClaimId
    statement: str | None = None
    parents: tuple[ClaimId, ...] | None = None
    source: ClaimSource | None = None
    tags: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class RetireClaim:
    """Ask to audit a claim no longer."""

    claim_id: ClaimId
    reason: str
    superseded_by: ClaimId | None = None


@dataclass(frozen=True, slots=True)
class ReactivateClaim:
    """Ask to audit a retired claim again."""

    claim_id: ClaimId
    reason: str


@dataclass(frozen=True, slots=True)
class AddEvidence:
    """Ask to record an item for or against a claim.

    Args:
        supersedes: The item of the same claim that it replaces, or None.
        collector: Who collected it, where that is not who records it; or None.
    """

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
class WithdrawEvidence:
    """Ask that an item no longer counts."""

    evidence_id: EvidenceId
    reason: str


@dataclass(frozen=True, slots=True)
class RecordVerdict:
    """Ask to record what an auditor concludes on a claim.

    Args:
        is_strict: Refuse what is otherwise accepted with a warning.
    """

    claim_id: ClaimId
    conclusion: Conclusion
    rationale: str
    auditor: str
    citations: tuple[EvidenceId, ...] = ()
    is_strict: bool = False


@dataclass(frozen=True, slots=True)
class SetPolicy:
    """Ask to set the rules of the scope; members that are None stay as they are."""

    is_strict: bool | None = None
    separates_author_and_auditor: bool | None = None


@dataclass(frozen=True, slots=True)
class IntroduceKey:
    """Ask that a key signs the checkpoints of the ledger from now on."""

    verifier_key: str
    reason: str


@dataclass(frozen=True, slots=True)
class RetireKey:
    """Ask that a key signs no more; one that is revoked is not believed any more either."""

    verifier_key: str
    reason: str
    is_revoked: bool = False


@dataclass(frozen=True, slots=True)
class RecordRecovery:
    """Ask to record that the ledger goes on after a rollback or a fork.

    Args:
        origin: The name under which it goes on.
        size_found: How many events the ledger had.
        root_found: The root of the tree over them, as base64.
        abandoned: The last signed checkpoint of the other history.
        reason: What happened.
    """

    origin: str
    size_found: int
    root_found: str
    abandoned: str
    reason: str


@dataclass(frozen=True, slots=True)
class SealRun:
    """Ask to seal what a batch run says of itself."""

    run: BatchRun


@dataclass(frozen=True, slots=True)
class CreateToken:
    """Ask for a token; only the digest of its secret is handed over.

    Args:
        digest: SHA-256 of the secret, hexadecimal.
        name: The person or model that is to hold it.
        role: How much it allows.
        scopes: The only scopes that it opens.
        expires: From when on it holds no more, UTC; or None.
    """

    digest: str
    name: str
    role: Role
    scopes: tuple[ScopeId, ...]
    expires: str | None = None


@dataclass(frozen=True, slots=True)
class RevokeToken:
    """Ask that a token holds no more, and no session opened with it."""

    digest: str
    reason: str


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Ask for a session of whoever holds a token."""

    digest: str
    token_digest: str
    scope: ScopeId
    expires: str


@dataclass(frozen=True, slots=True)
class CloseSession:
    """Ask that a session holds no more."""

    digest: str
    reason: str


@dataclass(frozen=True, slots=True)
class CreateShare:
    """Ask for a link that shows one ruling."""

    digest: str
    scope: ScopeId
    ruling_id: RulingId
    expires: str | None = None


@dataclass(frozen=True, slots=True)
class RevokeShare:
    """Ask that a link shows nothing any more."""

    digest: str
    reason: str


AccessCommand = CreateToken | RevokeToken | OpenSession | CloseSession | CreateShare | RevokeShare
Command = (
    ImportEntity
    | CreateRuling
    | ReviseRuling
    | RetireRuling
    | AddClaims
    | UpdateClaim
    | RetireClaim
    | ReactivateClaim
    | AddEvidence
    | WithdrawEvidence
    | RecordVerdict
    | SetPolicy
    | IntroduceKey
    | RetireKey
    | RecordRecovery
    | SealRun
    | AccessCommand
)
