"""Make small entities, disputes and scopes, so that a test says only what matters to it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from both_sides.domain.commands import Command, CreateRuling, ImportEntity
from both_sides.domain.decide import decide
from both_sides.domain.disputes import EditorialRank, Subject
from both_sides.domain.entities import Entity, Provenance, Reference, Statement, StatementGroup
from both_sides.domain.events import Event, Recorded
from both_sides.domain.evolve import evolve
from both_sides.domain.ids import ClaimId, EntityId, PropertyId, RulingId
from both_sides.domain.rulings import CaseFile
from both_sides.domain.state import A, Aggregate
from both_sides.domain.time_series import ALL_CLAIMS, Narrowing, classify, narrow
from both_sides.scoring.adjudicate import adjudicate

OSAKA = EntityId("Q35765")
POPULATION = PropertyId("P1082")
INCEPTION = PropertyId("P571")
QUESTION = Subject(OSAKA, POPULATION)
AS_OF = "2026-10-03"
AT = "2026-10-03T09:30:00.000Z"


def statement(claim_id: str, value: str = "1", **more: Any) -> Statement:  # noqa: ANN401
    """Make a statement; its rank may be given as text, its references as a number."""
    rank = EditorialRank(more.pop("rank", "normal"))
    count = more.pop("references", 0)
    references = tuple(
        Reference(f"r{number}", url=f"https://example.org/{claim_id}/{number}")
        for number in range(count)
    )
    return Statement(
        ClaimId(claim_id),
        value,
        rank=rank,
        reference_count=count,
        references=references,
        **more,
    )


def group(property_id: str, *statements: Statement, **more: Any) -> StatementGroup:  # noqa: ANN401
    """Make the group of an entity's statements about one property."""
    return StatementGroup(PropertyId(property_id), statements, **more)


def entity(
    *groups: StatementGroup,
    entity_id: str = OSAKA,
    label: str = "Osaka",
    revision: int | None = None,
    digest: str = "first",
    **more: Any,  # noqa: ANN401
) -> Entity:
    """Make an entity as an import would."""
    return Entity(
        EntityId(entity_id),
        label,
        Provenance("Wikidata", "CC0 1.0", digest, revision=revision),
        groups=groups,
        **more,
    )


def osaka(**more: Any) -> Entity:  # noqa: ANN401
    """Make a city with a disputed population (a leader, a rival, a barred claim) and inception."""
    population = group(
        POPULATION,
        statement("a", "2751862", references=3),
        statement("b", "2691742", references=1),
        statement("c", "2668586", rank="deprecated", references=2),
    )
    return entity(population, group(INCEPTION, statement("d", "1889")), **more)


@dataclass
class Scope:
    """Be the state of one scope in a dictionary, and remember what was recorded."""

    aggregates: dict[tuple[type[Aggregate], str], Aggregate] = field(default_factory=dict)
    recorded: list[Recorded] = field(default_factory=list)

    def get(self, kind: type[A], key: str) -> A | None:
        """Find an aggregate."""
        return self.aggregates.get((kind, key))  # type: ignore[return-value] # as filed

    def do(self, command: Command, *, actor: str = "ada", at: str = AT) -> tuple[Event, ...]:
        """Decide on a command, and apply what follows."""
        events = decide(self, command)
        for event in events:
            self.apply(Recorded(event, actor, at, len(self.recorded) + 1))
        return events

    def apply(self, recorded: Recorded) -> None:
        """Apply one event."""
        self.recorded.append(recorded)
        for change in evolve(self, recorded):
            if change.value is None:
                del self.aggregates[change.kind, change.key]
            else:
                self.aggregates[change.kind, change.key] = change.value

    def replayed(self) -> "Scope":
        """Fold the same events anew."""
        again = Scope()
        for recorded in self.recorded:
            again.apply(recorded)
        return again


def case_of(scope: Scope, subject: Subject = QUESTION, how: Narrowing = ALL_CLAIMS) -> CaseFile:
    """Put a dispute together as it stands, without names and figures."""
    found = scope.get(Entity, subject.entity_id)
    assert found is not None
    group = found.group(subject.property_id)
    assert group is not None
    statements = narrow(group.statements, how)
    return CaseFile(
        subject=subject,
        entity_label=found.label,
        property_label=group.label or subject.property_id,
        kind=classify(statements),
        narrowing=how,
        statements=statements,
        figures=(),
        provenance=found.provenance,
        inputs_digest="",
    )


def ruling_on(
    scope: Scope,
    chosen: str = "a",
    *,
    rationale: str = "The newer census counts residents.",
    subject: Subject = QUESTION,
    **more: Any,  # noqa: ANN401
) -> CreateRuling:
    """Make the command to rule on a dispute as it stands."""
    case = case_of(scope, subject, more.pop("narrowing", ALL_CLAIMS))
    return CreateRuling(ClaimId(chosen), rationale, case, adjudicate(case.dispute, AS_OF), **more)


def scope_with(*entities: Entity) -> Scope:
    """Give a scope into which entities were imported."""
    scope = Scope()
    for found in entities:
        scope.do(ImportEntity(found))
    return scope


def ruled_scope() -> tuple[Scope, RulingId]:
    """Give a scope with one ruling that stands."""
    scope = scope_with(osaka())
    scope.do(ruling_on(scope))
    return scope, RulingId("RUL-0001")


@dataclass
class Clock:
    """Be a clock that a test sets; it stands still until it is told otherwise."""

    now: str = AT

    def __call__(self) -> str:
        """Read it."""
        return self.now


def renamed(found: Entity, **more: Any) -> Entity:  # noqa: ANN401
    """Give the same entity with other members; `revision` and `digest` are its provenance's."""
    names = more.keys() & {"revision", "digest"}
    provenance = replace(found.provenance, **{name: more.pop(name) for name in names})
    return replace(found, provenance=provenance, **more)


def lines(text: str) -> Iterator[str]:
    """Cut a text at line feeds only, as JSON Lines are."""
    return iter(text.removesuffix("\n").split("\n"))
