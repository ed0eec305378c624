"""An import records what is new, once; what it did not read stays; the newer version wins."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.domain.commands import ImportEntity
from both_sides.domain.disputes import DisputeKind, Subject
from both_sides.domain.entities import Entity, SecondSource
from both_sides.domain.events import EntityImported
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.domain.state import DisputeSummary, EntityName
from tests.samples import (
    INCEPTION,
    OSAKA,
    POPULATION,
    QUESTION,
    Scope,
    entity,
    group,
    osaka,
    renamed,
    scope_with,
    statement,
)

SOURCE = SecondSource("Osaka has 2.7 million inhabitants.", "Osaka")


def held(scope: Scope, entity_id: str = OSAKA) -> Entity:
    """Give what a scope holds about an entity."""
    found = scope.get(Entity, entity_id)
    assert found is not None
    return found


def summaries(scope: Scope) -> set[str]:
    """Name the disputes that a scope lists."""
    return {key for kind, key in scope.aggregates if kind is DisputeSummary}


def test_an_import_is_one_event_and_lists_the_disputed_questions() -> None:
    """A property with two distinct values is disputed, one with a single value is not."""
    scope = Scope()
    (event,) = scope.do(ImportEntity(osaka()))
    assert event == EntityImported(osaka())
    assert summaries(scope) == {str(QUESTION)}
    summary = scope.get(DisputeSummary, str(QUESTION))
    assert summary is not None
    assert (summary.claims, summary.distinct_values, summary.deprecated) == (3, 3, 1)
    assert summary.kind is DisputeKind.CONTRADICTION


def test_a_repeated_import_is_no_event() -> None:
    """However often, and whichever properties are asked for."""
    scope = scope_with(osaka())
    assert scope.do(ImportEntity(osaka())) == ()
    for wanted in ((POPULATION,), (INCEPTION,), (POPULATION, INCEPTION)):
        groups = tuple(found for found in osaka().groups if found.property_id in wanted)
        assert scope.do(ImportEntity(replace(osaka(), groups=groups), wanted)) == ()


def test_an_import_of_some_properties_keeps_the_others() -> None:
    """In their places; a property that is new comes after them."""
    scope = scope_with(osaka())
    new = group("P2046", statement("e", "225"), statement("f", "223"))
    changed = group(POPULATION, statement("a", "2751862"))
    read = renamed(entity(new, changed), digest="second")
    scope.do(ImportEntity(read, (PropertyId("P2046"), POPULATION)))
    assert held(scope).groups == (changed, osaka().groups[1], new)
    assert summaries(scope) == {f"{OSAKA} P2046"}


def test_only_the_properties_that_were_asked_for_are_taken_over() -> None:
    """Whatever else came along, the first time and later."""
    scope = Scope()
    scope.do(ImportEntity(osaka(), (INCEPTION,)))
    assert held(scope).groups == osaka().groups[1:]
    assert scope.do(ImportEntity(osaka(), (INCEPTION,))) == ()
    scope.do(ImportEntity(osaka(), (POPULATION,)))
    assert held(scope).groups == osaka().groups[::-1]


def test_a_property_that_is_gone_from_the_source_goes() -> None:
    """Where it was asked for, or where everything was."""
    for wanted, groups in ((None, osaka().groups[1:]), ((POPULATION,), ())):
        scope = scope_with(osaka())
        scope.do(ImportEntity(entity(*groups, digest="second"), wanted))
        assert [found.property_id for found in held(scope).groups] == [INCEPTION]
        assert summaries(scope) == set()


def test_a_dispute_that_ends_is_listed_no_longer_and_one_that_returns_is_again() -> None:
    """The list follows the source."""
    scope = scope_with(osaka(revision=1))
    settled = group(POPULATION, statement("a", "2751862"))
    scope.do(ImportEntity(entity(settled, revision=2, digest="second")))
    assert summaries(scope) == set()
    scope.do(ImportEntity(osaka(revision=3, digest="third")))
    assert summaries(scope) == {str(QUESTION)}
    assert scope.replayed().aggregates == scope.aggregates


def test_an_older_revision_never_replaces_a_newer_one() -> None:
    """Not even a property that is unknown: the newer revision may have dropped it."""
    newer = entity(osaka().groups[0], revision=20, digest="newer")
    scope = scope_with(newer)
    for wanted in (None, (INCEPTION,), (POPULATION,)):
        older = osaka(revision=10, digest="older", label="Old name")
        assert scope.do(ImportEntity(older, wanted)) == ()
    assert held(scope) == newer


def test_without_revisions_the_first_version_does_not_come_back() -> None:
    """Two files that are imported in turn, again and again, make two events and no more."""
    first, second = osaka(digest="one"), osaka(digest="two", label="Ōsaka")
    scope = scope_with(first, second)
    assert len(scope.recorded) == 2
    for found in (first, second, first, second):
        assert scope.do(ImportEntity(found)) == ()
    assert held(scope).label == "Ōsaka"
    assert held(scope).provenance.replaces == ("one",)


def test_a_second_source_and_names_that_this_import_did_not_read_stay() -> None:
    """A dump knows neither; a later fetch may bring others."""
    names = (("Q1490", "Tokyo"),)
    scope = scope_with(osaka(revision=1, second_source=SOURCE, names=names))
    scope.do(ImportEntity(osaka(revision=2, digest="dump")))
    assert (held(scope).second_source, held(scope).names) == (SOURCE, names)
    other = replace(SOURCE, text="Osaka has 2.8 million inhabitants.")
    scope.do(ImportEntity(osaka(revision=3, digest="fetch", second_source=other)))
    assert held(scope).second_source == other


def test_an_entity_names_itself_unless_it_has_no_name() -> None:
    """An id in the place of a label is no name to show elsewhere."""
    scope = scope_with(osaka(), entity(entity_id="Q1", label="Q1"))
    assert scope.get(EntityName, OSAKA) == EntityName(OSAKA, "Osaka")
    assert scope.get(EntityName, "Q1") is None


def test_entities_are_strangers() -> None:
    """What is imported about one says nothing of another."""
    scope = scope_with(osaka())
    before = held(scope)
    other = entity(osaka().groups[0], entity_id="Q1490", label="Tokyo")
    scope.do(ImportEntity(other))
    assert held(scope) == before
    assert summaries(scope) == {str(QUESTION), str(Subject(EntityId("Q1490"), POPULATION))}


values = st.sampled_from(["1", "2", "3"])
groups = st.dictionaries(
    st.sampled_from(["P1", "P2", "P3"]), st.lists(values, min_size=1, max_size=3)
).map(
    lambda found: [
        group(name, *(statement(f"{name}-{n}", value) for n, value in enumerate(listed)))
        for name, listed in found.items()
    ]
)
imports = st.builds(
    lambda found, revision, wanted: ImportEntity(
        entity(
            *(one for one in found if wanted is None or one.property_id in wanted),
            revision=revision,
            digest=f"{revision} {found!r}",
        ),
        wanted,
    ),
    groups,
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from([None, (PropertyId("P1"),), (PropertyId("P2"), PropertyId("P3"))]),
)


@pytest.mark.slow
@given(st.lists(imports, max_size=8))
@settings(max_examples=40)
def test_whatever_is_imported_in_whatever_order(commands: list[ImportEntity]) -> None:
    """Replays to the same state, never goes back to an older revision, and repeats to nothing."""
    scope = Scope()
    newest = 0
    for command in commands:
        scope.do(command)
        assert scope.do(command) == ()
        revision = held(scope).provenance.revision or 0
        assert revision >= newest
        newest = revision
        disputed = {found.property_id for found in held(scope).groups if found.distinct_values > 1}
        assert summaries(scope) == {f"{OSAKA} {property_id}" for property_id in disputed}
    assert scope.replayed().aggregates == scope.aggregates
