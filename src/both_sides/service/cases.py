"""Put a dispute together as it stands: claims, figures, names, and a digest of the exact input.

Pure functions of a scope's state. *This module does not* rank or record.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha384

from both_sides.chain.canonical import canonicalise
from both_sides.domain.disputes import Subject
from both_sides.domain.entities import Entity, StatementGroup
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.domain.rulings import CaseFile
from both_sides.domain.state import EntityName, State
from both_sides.domain.time_series import Narrowing, classify, narrow
from both_sides.errors import NotFoundError
from both_sides.exchange.engine_lines import figures_in, format_dispute
from both_sides.exchange.wikidata import known_name
from both_sides.service.names import Names, ids_mentioned


def build_case(state: State, subject: Subject, narrowing: Narrowing) -> CaseFile:
    """Put together a dispute as it stands.

    Args:
        state: The scope.
        subject: The question.
        narrowing: To which point in time the dispute is narrowed; it is part of the input.

    Raises:
        NotFoundError: The scope holds no claim about it.
        InvalidInputError: The narrowing is no date.
    """
    entity = find_entity(state, subject.entity_id)
    group = find_group(entity, subject.property_id)
    statements = narrow(group.statements, narrowing)
    names = names_in(state, entity)
    text = "" if entity.second_source is None else entity.second_source.text
    mentioned = ((identifier, names.find(identifier)) for identifier in ids_mentioned(statements))
    case = CaseFile(
        subject=subject,
        entity_label=entity.label,
        property_label=group.label or names.find(subject.property_id) or subject.property_id,
        kind=classify(statements),
        narrowing=narrowing,
        statements=statements,
        figures=figures_in(text, tuple(statement.rival for statement in statements)),
        provenance=entity.provenance,
        inputs_digest="",
        second_source=entity.second_source,
        names=tuple((identifier, name) for identifier, name in mentioned if name is not None),
    )
    return replace(case, inputs_digest=inputs_digest(case))


def inputs_digest(case: CaseFile) -> str:
    """Digest the engine's exact input: SHA-384 of its canonical form, without the instant.

    *Source:* spec/ledger.md, 2 ("a digest of the exact inputs").
    """
    members = format_dispute(case.dispute, as_of="")
    del members["asOf"]
    return sha384(canonicalise(members)).hexdigest()


def names_in(state: State, entity: Entity | None = None) -> Names:
    """Look up names: those that came with an entity, those of the scope, then the bundled ones."""
    own = {} if entity is None else dict(entity.names)

    def imported(identifier: str) -> str | None:
        name = state.get(EntityName, identifier)
        return None if name is None else name.label

    return Names(own.get, imported, known_name)


def find_entity(state: State, entity_id: EntityId) -> Entity:
    """Find all that was imported about an entity.

    Raises:
        NotFoundError: The scope holds no such entity.
    """
    entity = state.get(Entity, entity_id)
    if entity is None:
        raise NotFoundError(
            f"{entity_id} is not in this ledger",
            hint=f"fetch it with `both-sides fetch {entity_id}`, or import a dump that has it",
            entity=entity_id,
        )
    return entity


def find_group(entity: Entity, property_id: PropertyId) -> StatementGroup:
    """Find the claims about one property of an entity.

    Raises:
        NotFoundError: It has none.
    """
    group = entity.group(property_id)
    if group is None:
        known = [group.property_id for group in entity.groups]
        raise NotFoundError(
            f"{entity.entity_id} ({entity.label}) has no claim about {property_id}",
            hint=f"it has claims about {_some(known)}" if known else "it has no claims at all",
            entity=entity.entity_id,
            property=property_id,
        )
    return group


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:8]) + (" …" if len(ids) > 8 else "")  # noqa: PLR2004 - fits a line
