"""What any sequence of commands leaves replays to the same state; a refusal changes nothing."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.chain.payload import decode_event, encode_event
from both_sides.domain.commands import Command, ImportEntity, RetireRuling, ReviseRuling
from both_sides.domain.disputes import Subject
from both_sides.domain.entities import Entity
from both_sides.domain.ids import EntityId, PropertyId, RulingId
from both_sides.domain.rulings import Acknowledgement, Ruling, Standing
from both_sides.domain.state import Counters, Docket
from both_sides.domain.time_series import ALL_CLAIMS, Narrowing
from both_sides.errors import InvalidInputError, RefusedError
from tests.samples import Scope, entity, group, ruling_on, statement

Step = Callable[[Scope], Command | None]

ENTITIES = st.sampled_from(["Q1", "Q2"])
PROPERTIES = st.sampled_from(["P1", "P2"])
RULINGS = st.sampled_from([None, *(RulingId(f"RUL-000{number}") for number in range(1, 5))])
TEXTS = st.sampled_from(["", " ", "\u200b", "Why.", "Because."])


def import_step(entity_id: str, property_id: str, values: list[str], revision: int) -> Step:
    """Import an entity with one group."""
    rows = (
        statement(
            f"{entity_id}-{n}",
            value,
            rank="deprecated" if n == 2 else "normal",
            references=n,
            point_in_time=None if n == 0 else f"20{n:02d}",
        )
        for n, value in enumerate(values)
    )
    found = entity(
        group(property_id, *rows),
        entity_id=entity_id,
        label=entity_id,
        revision=revision,
        digest=f"{property_id}{values}{revision}",
    )
    return lambda _scope: ImportEntity(found, (PropertyId(property_id),))


def rule_step(  # noqa: PLR0913 - all that a ruling may differ in
    entity_id: str,
    property_id: str,
    chosen: int,
    rationale: str,
    supersedes: RulingId | None,
    acknowledged: tuple[Acknowledgement, ...],
    how: Narrowing,
) -> Step:
    """Rule on a dispute, where there is one."""
    subject = Subject(EntityId(entity_id), PropertyId(property_id))

    def make(scope: Scope) -> Command | None:
        found = scope.get(Entity, entity_id)
        if found is None or found.group(subject.property_id) is None:
            return None
        return ruling_on(
            scope,
            f"{entity_id}-{chosen}",
            rationale=rationale,
            subject=subject,
            supersedes=supersedes,
            acknowledged=acknowledged,
            narrowing=how,
        )

    return make


steps: st.SearchStrategy[Step] = st.one_of(
    st.builds(
        import_step,
        ENTITIES,
        PROPERTIES,
        st.lists(st.sampled_from("12"), min_size=1, max_size=4),
        st.integers(1, 3),
    ),
    st.builds(
        rule_step,
        ENTITIES,
        PROPERTIES,
        st.integers(0, 3),
        TEXTS,
        RULINGS,
        st.sampled_from([(), (Acknowledgement.BARRED,)]),
        st.sampled_from([ALL_CLAIMS, Narrowing(newest=True), Narrowing(at="2002")]),
    ),
    st.builds(
        lambda ruling_id, text: lambda _scope: ReviseRuling(ruling_id, text),
        RULINGS.filter(bool),
        TEXTS,
    ),
    st.builds(
        lambda ruling_id, text: lambda _scope: RetireRuling(ruling_id, text),
        RULINGS.filter(bool),
        TEXTS,
    ),
)


@pytest.mark.slow
@given(st.lists(steps, max_size=14))
@settings(max_examples=150)
def test_any_sequence_of_commands(sequence: list[Step]) -> None:
    """Whatever is asked for, in whatever order."""
    scope = Scope()
    for make in sequence:
        command = make(scope)
        if command is None:
            continue
        before, length = dict(scope.aggregates), len(scope.recorded)
        try:
            scope.do(command, actor="ada")
        except (RefusedError, InvalidInputError):
            assert scope.aggregates == before
            assert len(scope.recorded) == length
    assert scope.replayed().aggregates == scope.aggregates
    _check_sealing(scope)
    _check_rulings(scope)


def _check_sealing(scope: Scope) -> None:
    """Every event survives being written down and read back."""
    for recorded in scope.recorded:
        body = encode_event(recorded.event, actor=recorded.actor, at=recorded.at)
        assert decode_event(body, n=recorded.n, source="test") == recorded


def _check_rulings(scope: Scope) -> None:
    """At most one ruling stands for a question, and the docket names it; no number twice."""
    rulings = [found for found in scope.aggregates.values() if isinstance(found, Ruling)]
    standing = [found for found in rulings if found.standing is Standing.STANDING]
    assert len({found.subject for found in standing}) == len(standing)
    dockets = [found for found in scope.aggregates.values() if isinstance(found, Docket)]
    assert {docket.standing for docket in dockets if docket.standing} == {
        found.ruling_id for found in standing
    }
    counters = scope.get(Counters, "") or Counters()
    assert sorted(found.ruling_id for found in rulings) == [
        f"RUL-{number:04d}" for number in range(1, counters.rulings + 1)
    ]
