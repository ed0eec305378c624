"""Say what follows from the events of the desk: imports and rulings."""

from collections.abc import Iterator
from dataclasses import replace

from both_sides.domain.disputes import Subject
from both_sides.domain.entities import Entity, StatementGroup
from both_sides.domain.events import Recorded, RulingCreated
from both_sides.domain.ids import EntityId, PropertyId, RulingId
from both_sides.domain.rulings import Revision, Ruling, Tombstone
from both_sides.domain.state import (
    Change,
    DisputeSummary,
    Docket,
    EntityName,
    State,
    changed,
    counters,
    created,
)
from both_sides.domain.time_series import classify


def import_entity(state: State, entity: Entity) -> Iterator[Change]:
    """Take over an entity, its name, and a summary of each of its disputes."""
    before = state.get(Entity, entity.entity_id)
    yield changed(entity)
    if entity.label != entity.entity_id:
        yield changed(EntityName(entity.entity_id, entity.label))
    disputed: set[PropertyId] = set()
    for group in entity.groups:
        if group.distinct_values > 1:
            disputed.add(group.property_id)
            yield changed(summarise(entity, group))
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


def create_ruling(state: State, recorded: Recorded, event: RulingCreated) -> Iterator[Change]:
    """Add a ruling, and let it stand for its dispute."""
    yield created(
        state,
        Ruling(
            ruling_id=event.ruling_id,
            chosen=event.chosen,
            case=event.case,
            adjudication=event.adjudication,
            acknowledged=event.acknowledged,
            revisions=(Revision(event.rationale, recorded.actor, recorded.at),),
            trail=(recorded.n,),
            supersedes=event.supersedes,
        ),
    )
    given = counters(state)
    yield changed(replace(given, rulings=given.rulings + 1))
    yield changed(Docket(event.case.subject, event.ruling_id))


def update_ruling(
    state: State, recorded: Recorded, ruling_id: RulingId, rationale: str
) -> Iterator[Change]:
    """Add a rationale to a ruling."""
    ruling = _ruling(state, ruling_id)
    revision = Revision(rationale, recorded.actor, recorded.at)
    yield changed(
        replace(
            ruling,
            revisions=(*ruling.revisions, revision),
            trail=(*ruling.trail, recorded.n),
        )
    )


def supersede_ruling(
    state: State, recorded: Recorded, ruling_id: RulingId, superseded_by: RulingId
) -> Iterator[Change]:
    """Let a newer ruling take a ruling's place."""
    ruling = _ruling(state, ruling_id)
    yield changed(replace(ruling, superseded_by=superseded_by, trail=(*ruling.trail, recorded.n)))


def retire_ruling(
    state: State, recorded: Recorded, ruling_id: RulingId, reason: str
) -> Iterator[Change]:
    """Put a tombstone on a ruling, and free its dispute."""
    ruling = _ruling(state, ruling_id)
    tombstone = Tombstone(reason, recorded.actor, recorded.at)
    yield changed(replace(ruling, tombstone=tombstone, trail=(*ruling.trail, recorded.n)))
    docket = state.get(Docket, str(ruling.subject))
    if docket is not None and docket.standing == ruling_id:
        yield changed(Docket(ruling.subject, None))


def _ruling(state: State, ruling_id: RulingId) -> Ruling:
    ruling = state.get(Ruling, ruling_id)
    if ruling is None:  # only a chain that no decision wrote can come here
        raise LookupError(f"an event names {ruling_id}, which no event created")
    return ruling
