"""Say what follows from an event: a scope is a fold over its events.

The state of a scope is a set of small aggregates, each under a key of its own, so that one command
needs only those it touches. `evolve` is pure: it reads the aggregates there are and answers with
those that change. Who keeps them (a dictionary, a table) is not its business.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from both_sides.domain.disputes import DisputeKind, Subject
from both_sides.domain.entities import Entity, StatementGroup
from both_sides.domain.events import (
    EntityImported,
    Recorded,
    RulingCreated,
    RulingRetired,
    RulingSuperseded,
    RulingUpdated,
)
from both_sides.domain.ids import EntityId, PropertyId, RulingId
from both_sides.domain.rulings import Revision, Ruling, Tombstone
from both_sides.domain.time_series import classify


@dataclass(frozen=True, slots=True)
class Counters:
    """Count the ids that a scope has given out, so that none is given twice."""

    rulings: int = 0


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


Aggregate = Counters | Entity | EntityName | DisputeSummary | Docket | Ruling
A = TypeVar("A", Counters, Entity, EntityName, DisputeSummary, Docket, Ruling)


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


def key_of(aggregate: Aggregate) -> str:
    """Name an aggregate among its kind."""
    match aggregate:
        case Counters():
            return ""
        case Entity() | EntityName():
            return aggregate.entity_id
        case Ruling():
            return aggregate.ruling_id
        case DisputeSummary() | Docket():
            return str(aggregate.subject)


def counters(state: State) -> Counters:
    """Give the counters of a scope, all zero before its first event."""
    return state.get(Counters, "") or Counters()


def evolve(state: State, recorded: Recorded) -> Iterator[Change]:
    """Say what follows from an event.

    Args:
        state: The scope before the event; it is only read.
        recorded: The event in its place.

    Yields:
        Each aggregate that changes, as it is afterwards.

    *Source:* house-style.md, "The one idea".
    """
    match recorded.event:
        case EntityImported(entity):
            yield from _import_entity(state, entity)
        case RulingCreated():
            yield from _create_ruling(state, recorded, recorded.event)
        case RulingUpdated(ruling_id, rationale):
            ruling = _ruling(state, ruling_id)
            revision = Revision(rationale, recorded.actor, recorded.at)
            yield _changed(
                replace(
                    ruling,
                    revisions=(*ruling.revisions, revision),
                    trail=(*ruling.trail, recorded.n),
                )
            )
        case RulingSuperseded(ruling_id, superseded_by):
            ruling = _ruling(state, ruling_id)
            yield _changed(
                replace(
                    ruling, superseded_by=superseded_by, trail=(*ruling.trail, recorded.n)
                )
            )
        case RulingRetired(ruling_id, reason):
            ruling = _ruling(state, ruling_id)
            tombstone = Tombstone(reason, recorded.actor, recorded.at)
            yield _changed(
                replace(ruling, tombstone=tombstone, trail=(*ruling.trail, recorded.n))
            )
            docket = state.get(Docket, str(ruling.subject))
            if docket is not None and docket.standing == ruling_id:
                yield _changed(Docket(ruling.subject, None))


def _changed(aggregate: Aggregate) -> Change:
    return Change(type(aggregate), key_of(aggregate), aggregate)


def _ruling(state: State, ruling_id: RulingId) -> Ruling:
    ruling = state.get(Ruling, ruling_id)
    if ruling is None:  # only a chain that no decision wrote can come here
        raise LookupError(f"an event names {ruling_id}, which no event created")
    return ruling


def _import_entity(state: State, entity: Entity) -> Iterator[Change]:
    before = state.get(Entity, entity.entity_id)
    yield _changed(entity)
    if entity.label != entity.entity_id:
        yield _changed(EntityName(entity.entity_id, entity.label))
    disputed: set[PropertyId] = set()
    for group in entity.groups:
        if group.distinct_values > 1:
            disputed.add(group.property_id)
            yield _changed(summarise(entity, group))
    if before is not None:
        for group in before.groups:
            if group.distinct_values > 1 and group.property_id not in disputed:
                subject = Subject(EntityId(entity.entity_id), group.property_id)
                yield Change(DisputeSummary, str(subject), None)


def summarise(entity: Entity, group: StatementGroup) -> DisputeSummary:
    """Sum up one disputed property of an entity."""
    return DisputeSummary(
        subject=entity.subject(group),
        entity_label=entity.label,
        property_label=group.label,
        kind=classify(group.statements),
        claims=len(group.statements),
        distinct_values=group.distinct_values,
        deprecated=sum(statement.rival.is_deprecated for statement in group.statements),
    )


def _create_ruling(state: State, recorded: Recorded, event: RulingCreated) -> Iterator[Change]:
    yield _changed(
        Ruling(
            ruling_id=event.ruling_id,
            chosen=event.chosen,
            case=event.case,
            adjudication=event.adjudication,
            acknowledged=event.acknowledged,
            revisions=(Revision(event.rationale, recorded.actor, recorded.at),),
            trail=(recorded.n,),
            supersedes=event.supersedes,
        )
    )
    yield _changed(replace(counters(state), rulings=counters(state).rulings + 1))
    yield _changed(Docket(event.case.subject, event.ruling_id))
