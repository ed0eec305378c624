"""Read an imported statement as a claim: its references are evidence that supports it.

So both halves meet on one claim: whoever audits a statement finds its references there, adds
evidence, and records verdicts under the statement's own id. *This module does not* record
anything.
"""

from both_sides.domain.claims import Claim, ClaimSource
from both_sides.domain.entities import Entity, Reference, Statement, StatementGroup
from both_sides.domain.evidence import Evidence, EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, EntityId, EvidenceId
from both_sides.domain.state import State
from both_sides.domain.time_series import moment_of


def find_statement(
    state: State, entity_id: EntityId, claim_id: ClaimId
) -> tuple[Entity, StatementGroup, Statement] | None:
    """Find the imported statement with this id, or answer None."""
    entity = state.get(Entity, entity_id)
    return None if entity is None else _locate(entity, claim_id)


def claim_of_statement(entity: Entity, claim_id: ClaimId) -> Claim | None:
    """Read one statement of an entity as a claim, or answer None where it has no such statement.

    *Source:* spec/claims.md, "The two halves are one system".
    """
    found = _locate(entity, claim_id)
    if found is None:
        return None
    _, group, statement = found
    return Claim(
        claim_id=claim_id,
        statement=sentence_of(entity, group, statement),
        author=entity.provenance.publisher,
        at="",
        n=0,
        statement_n=0,
        source=ClaimSource(entity.provenance.url, f"{entity.entity_id} {group.property_id}"),
        evidence=tuple(
            evidence_of(reference, claim_id, entity.provenance.publisher)
            for reference in statement.references
        ),
        is_imported=True,
    )


def sentence_of(entity: Entity, group: StatementGroup, statement: Statement) -> str:
    """State an imported claim as a sentence."""
    moment = moment_of(statement)
    when = "" if moment is None else f" ({moment})"
    return f"{entity.label}, {group.label or group.property_id}: {statement.value}{when}"


def evidence_of(reference: Reference, claim_id: ClaimId, publisher: str) -> Evidence:
    """Read a reference as evidence that supports its claim."""
    named = (reference.url, reference.stated_in, reference.imported_from, reference.title)
    locator = next((name for name in named if name), "(no source named)")
    parts = [
        reference.title,
        reference.publisher and f"published by {reference.publisher}",
        reference.retrieved and f"retrieved {reference.retrieved}",
        reference.imported_from and f"imported from {reference.imported_from}",
    ]
    return Evidence(
        evidence_id=EvidenceId(f"{claim_id}#{reference.reference_id}"),
        claim_id=claim_id,
        stance=Stance.SUPPORTS,
        kind=EvidenceKind.REFERENCE,
        locator=locator,
        summary=", ".join(part for part in parts if part) or "a reference of the statement",
        collector=publisher,
        at="",
        n=0,
    )


def _locate(entity: Entity, claim_id: ClaimId) -> tuple[Entity, StatementGroup, Statement] | None:
    for group in entity.groups:
        for statement in group.statements:
            if statement.claim_id == claim_id:
                return entity, group, statement
    return None
