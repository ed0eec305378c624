"""Real entities with anything deleted, replaced or shuffled never raise and lose nothing."""

import copy
import json
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.exchange.wikidata import entities_in, read_entity
from tests.shared import ROOT

SEEDS: Final = Path(ROOT, "tests/vectors/wikidata/entities.ndjson")
JUNK: Final[list[Any]] = [
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    "",
    "x",
    "+0000-00-00T00:00:00Z",
    "\ud800",
    [],
    [[]],
    {},
    {"0": {}},
    {"mainsnak": {}},
    {"snaktype": "value", "datavalue": {"value": {"time": 5}}},
    {"P31": [{"mainsnak": {"snaktype": "novalue"}}]},
]
JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


def seeds() -> list[dict[str, Any]]:
    """Read the small real entities that are mutated."""
    return [json.loads(line) for line in SEEDS.read_bytes().splitlines()]


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:  # noqa: ANN401 - JSON
    """List the paths of all sub-trees."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, member in value.items():
            found += paths(member, (*path, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            found += paths(member, (*path, index))
    return found


def container_at(value: Any, path: tuple[Any, ...]) -> Any:  # noqa: ANN401 - JSON
    """Find the container of the sub-tree at a path."""
    for step in path[:-1]:
        value = value[step]
    return value


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, Any]:
    """Delete, replace, duplicate or shuffle a few sub-trees of a real entity."""
    entity: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(seeds())))
    for _ in range(draw(st.integers(1, 4))):
        available = paths(entity)
        if not available:
            break
        path = draw(st.sampled_from(available))
        container, step = container_at(entity, path), path[-1]
        action = draw(st.sampled_from(["delete", "junk", "json", "double", "shuffle", "nest"]))
        if action == "delete":
            del container[step]
        elif action == "junk":
            container[step] = copy.deepcopy(draw(st.sampled_from(JUNK)))
        elif action == "json":
            container[step] = draw(JSON)
        elif action == "double" and isinstance(container, list):
            container.append(copy.deepcopy(container[step]))
        elif action == "shuffle" and isinstance(container[step], list):
            container[step] = draw(st.permutations(container[step]))
        else:
            container[step] = [container[step]]
    return entity


def statements_in(document: dict[str, Any]) -> int:
    """Count statements the naive way: the members of every list under claims and statements."""
    count = 0
    for claims in (document.get("claims"), document.get("statements")):
        if isinstance(claims, list):
            count += len(claims)
        elif isinstance(claims, dict):
            for listed in claims.values():
                if isinstance(listed, dict):
                    count += 1 if "mainsnak" in listed else len(listed)
                elif isinstance(listed, list):
                    count += len(listed)
    return count


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(mutated())
def test_a_mutated_entity_never_raises_and_loses_nothing_silently(entity: dict[str, Any]) -> None:
    """Claims and lost statements add up to what was there; claim ids are unique."""
    read = read_entity(entity, digest="")
    assert read.statements_found == statements_in(entity)
    assert read.claims + read.statements_lost == read.statements_found
    if read.entity is not None:
        claims = [
            statement.claim_id for group in read.entity.groups for statement in group.statements
        ]
        assert len(set(claims)) == len(claims)
        properties = [group.property_id for group in read.entity.groups]
        assert len(set(properties)) == len(properties)
    assert all(problem.what and problem.hint for problem in read.problems)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(JSON | mutated())
def test_whatever_is_given_is_taken_apart(document: object) -> None:
    """Documents of any shape give entities and problems."""
    for found in entities_in(document):
        if isinstance(found, dict):
            read_entity(found, digest="")
