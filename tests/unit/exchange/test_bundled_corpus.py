"""The bundled corpus shows every kind of dispute, all of it real, with its attribution."""

from collections import Counter
from collections.abc import Callable
from importlib.resources import files

import pytest

from both_sides import corpus
from both_sides.domain.disputes import DisputeKind
from both_sides.domain.entities import Entity, Statement, StatementGroup
from both_sides.domain.time_series import classify

LARGEST = 400_000


@pytest.fixture(scope="module")
def entities() -> list[Entity]:
    """Load it once."""
    return list(corpus.load())


def groups(entities: list[Entity]) -> list[StatementGroup]:
    """List all groups of statements."""
    return [group for entity in entities for group in entity.groups]


def test_it_has_the_public_corpus_and_more(entities: list[Entity]) -> None:
    """Seven entities with ten disputes, then those chosen from Wikidata."""
    assert [entity.label for entity in entities[:7]] == [
        "Osaka",
        "Kyoto",
        "Nairobi",
        "Lisbon",
        "Reykjavík",
        "Montevideo",
        "Wellington",
    ]
    assert sum(len(entity.groups) for entity in entities[:7]) == 10
    assert all(entity.second_source is not None for entity in entities[:7])
    assert len(entities) == 29
    assert len({entity.entity_id for entity in entities}) == 29
    assert all(entity.label != entity.entity_id for entity in entities)


def test_it_shows_every_kind_of_dispute(entities: list[Entity]) -> None:
    """Several of each."""
    kinds = Counter(classify(group.statements) for group in groups(entities))
    assert min(kinds[kind] for kind in DisputeKind) >= 4


def _is_deprecated(statement: Statement) -> bool:
    return statement.rival.is_deprecated


@pytest.mark.parametrize(
    ("what", "shows"),
    [
        ("deprecated with a reason", lambda s: _is_deprecated(s) and bool(s.rank_reasons)),
        ("preferred with a reason", lambda s: s.rank.value == "preferred" and s.rank_reasons),
        ("BCE", lambda s: "BCE" in s.value),
        ("Julian", lambda s: s.value.endswith("(Julian)")),
        ("century", lambda s: "century" in s.value),
        ("no value", lambda s: s.value == "no value"),
        ("unknown value", lambda s: s.value == "unknown value"),
        ("coordinates", lambda s: (s.precision or "").startswith("coordinate")),
        ("unit", lambda s: s.unit is not None),
        ("many references", lambda s: s.reference_count >= 10),
        ("point in time", lambda s: s.point_in_time is not None),
        ("start", lambda s: s.start is not None),
    ],
)
def test_it_shows_every_kind_of_claim(
    entities: list[Entity], what: str, shows: Callable[[Statement], bool]
) -> None:
    """At least one of each."""
    statements = [statement for group in groups(entities) for statement in group.statements]
    assert any(shows(statement) for statement in statements), what


def test_it_shows_a_property_whose_claims_are_all_deprecated(entities: list[Entity]) -> None:
    """With two values, so that the rule about them has something to decide."""
    assert any(
        group.distinct_values > 1 and all(map(_is_deprecated, group.statements))
        for group in groups(entities)
    )


def test_it_names_entities_in_the_language_asked_for() -> None:
    """As far as they have a name in it."""
    labels = {str(entity.entity_id): entity.label for entity in corpus.load(language="de")}
    assert labels["Q36"] == "Polen"
    assert labels["Q1764"] == "Reykjavík"


def test_it_is_small_and_carries_its_attribution() -> None:
    """Every licence is named beside the data."""
    folder = files("both_sides.corpus")
    sizes = [
        len(folder.joinpath(name).read_bytes()) for name in (corpus.PUBLIC_CORPUS, corpus.WIKIDATA)
    ]
    assert sum(sizes) < LARGEST
    readme = folder.joinpath("README.md").read_text(encoding="utf-8")
    for word in ("CC0 1.0", "CC BY-SA 4.0", "ODbL", "© OpenStreetMap contributors", "Wikidata"):
        assert word in readme
