"""Hold the state of a scope: small aggregates, each under a key of its own.

A scope is a fold over its events; because its state is cut into aggregates, one command needs only
those it touches. Who keeps them (a dictionary, a table) is not the domain's business. *This module
does not* say what an event changes; see `both_sides.domain.evolve`.
"""

from dataclasses import dataclass
from typing import Protocol, TypeVar

from both_sides.domain.access import AccessToken, Session, ShareLink
from both_sides.domain.claims import Claim
from both_sides.domain.custody import LogKey
from both_sides.domain.disputes import DisputeKind, Subject
from both_sides.domain.entities import Entity
from both_sides.domain.ids import ClaimId, EntityId, EvidenceId, RulingId
from both_sides.domain.policy import Policy
from both_sides.domain.rulings import Ruling
from both_sides.domain.runs import SealedRun


@dataclass(frozen=True, slots=True)
class Counters:
    """Count the ids that a scope has given out, so that none is given twice."""

    rulings: int = 0
    claims: int = 0
    evidence: int = 0
    runs: int = 0
    tokens: int = 0
    sessions: int = 0
    shares: int = 0


@dataclass(frozen=True, slots=True)
class DisputeSummary:
    """Hold what a list of disputes shows of one.

    Args:
        subject: The question.
        entity_label: The entity's name.
        property_label: The property's name where the source gives it, or None.
        kind: Why the values differ.
        claims: How many claims there are.
        distinct_values: How many distinct values they state.
        deprecated: How many of them are deprecated.
    """

    subject: Subject
    entity_label: str
    property_label: str | None
    kind: DisputeKind
    claims: int
    distinct_values: int
    deprecated: int


@dataclass(frozen=True, slots=True)
class Docket:
    """Name the ruling that stands for a dispute, or None after it was retired."""

    subject: Subject
    standing: RulingId | None


@dataclass(frozen=True, slots=True)
class EntityName:
    """Name an entity, so that others can be shown by name without reading all about them."""

    entity_id: EntityId
    label: str


@dataclass(frozen=True, slots=True)
class EvidenceOwner:
    """Name the claim that an evidence item belongs to."""

    evidence_id: EvidenceId
    claim_id: ClaimId


@dataclass(frozen=True, slots=True)
class AuditedStatements:
    """List the imported claims of an entity that carry evidence or verdicts of this ledger."""

    entity_id: EntityId
    claim_ids: tuple[ClaimId, ...]


Aggregate = (
    Counters
    | Entity
    | EntityName
    | DisputeSummary
    | Docket
    | Ruling
    | Claim
    | EvidenceOwner
    | AuditedStatements
    | Policy
    | LogKey
    | SealedRun
    | AccessToken
    | Session
    | ShareLink
)
A = TypeVar(
    "A",
    Counters,
    Entity,
    EntityName,
    DisputeSummary,
    Docket,
    Ruling,
    Claim,
    EvidenceOwner,
    AuditedStatements,
    Policy,
    LogKey,
    SealedRun,
    AccessToken,
    Session,
    ShareLink,
)


@dataclass(frozen=True, slots=True)
class Change:
    """Hold one aggregate that an event changes.

    Args:
        key: Names it among its kind.
        kind: The class of the aggregate.
        value: What it is from now on, or None where it is no more.
    """

    kind: type[Aggregate]
    key: str
    value: Aggregate | None


class State(Protocol):
    """Give the aggregates of one scope as they are now."""

    def get(self, kind: type[A], key: str) -> A | None:
        """Find an aggregate by its kind and key, or answer None."""
        ...


def key_of(aggregate: Aggregate) -> str:  # noqa: PLR0911 - one return a kind
    """Name an aggregate among its kind."""
    match aggregate:
        case Counters() | Policy():
            return ""
        case Entity() | EntityName() | AuditedStatements():
            return aggregate.entity_id
        case Claim():
            return aggregate.claim_id
        case EvidenceOwner():
            return aggregate.evidence_id
        case Ruling():
            return aggregate.ruling_id
        case AccessToken() | Session() | ShareLink():
            return aggregate.digest
        case DisputeSummary() | Docket():
            return str(aggregate.subject)
        case LogKey():
            return aggregate.verifier_key
        case SealedRun():
            return aggregate.run.output.digest


def counters(state: State) -> Counters:
    """Give the counters of a scope, all zero before its first event."""
    return state.get(Counters, "") or Counters()


def changed(aggregate: Aggregate) -> Change:
    """Say that an aggregate is like this from now on."""
    return Change(type(aggregate), key_of(aggregate), aggregate)


def created(state: State, aggregate: Aggregate) -> Change:
    """Say that there is an aggregate from now on, where there was none of its name.

    Args:
        state: The scope before the event.
        aggregate: The new one.

    Returns:
        The change.

    Raises:
        LookupError: Its name is taken. A number is given once: where the counters of a scope were
            changed by hand, a second ruling would otherwise be sealed under the name of the first.
    """
    change = changed(aggregate)
    if state.get(change.kind, change.key) is not None:  # type: ignore[type-var] # one of the kinds
        raise LookupError(f"an event creates {change.key}, which an event before it created")
    return change
