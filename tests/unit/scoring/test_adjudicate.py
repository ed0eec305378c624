"""The engine agrees with the shared vectors and with the Method written naively."""

import dataclasses
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.domain.disputes import (
    Band,
    Dispute,
    EditorialRank,
    QuotedFigure,
    Rival,
    Subject,
)
from both_sides.domain.ids import ClaimId, EntityId, PropertyId
from both_sides.errors import InvalidInputError
from both_sides.exchange.engine_lines import format_adjudication, format_dispute, parse_dispute
from both_sides.exchange.strict_json import parse_json
from both_sides.scoring.adjudicate import adjudicate
from tests import oracle
from tests.shared import json_lines, shared

SUBJECT = Subject(EntityId("Q1"), PropertyId("P1"))
AS_OF = "2026-10-03T00:00:00.000Z"
BEYOND_BMP = {"e01593", "e01613"}  # an id beyond the BMP sorts by code point, not by code unit


def answer(document: dict[str, Any]) -> dict[str, Any]:
    """Run the engine on a document in the shape of the vectors."""
    dispute, as_of = parse_dispute(document, source="test")
    return format_adjudication(adjudicate(dispute, as_of or AS_OF))


@pytest.mark.slow
@pytest.mark.requirement(
    "M4", "M7", "M8", "M9", "M10", "M11", "M13", "M14", "M17", "M20", "M26", "M28", "M40"
)
@pytest.mark.parametrize("name", ["engine", "corpus"])
def test_every_shared_vector_agrees_number_for_number(name: str) -> None:
    """All lines but those that only a guessing date parser reads."""
    checked = 0
    for line in json_lines(shared(f"vectors/{name}.jsonl.gz")):
        if line["lenientDate"]:
            continue
        expected = line["output"]
        found = answer(line["input"])
        by_code_unit = expected.pop("rankedIdsByCodeUnit", None)
        if by_code_unit is not None and line["id"] not in BEYOND_BMP:
            assert [row["claimId"] for row in found["ranked"]] == by_code_unit, line["id"]
            expected["leader"], expected["runnerUp"] = (*by_code_unit, None)[:2]
        if by_code_unit is not None:
            found["ranked"].sort(key=repr)
            expected["ranked"].sort(key=repr)
        if line["id"] in BEYOND_BMP:
            found |= {name: expected[name] for name in ("leader", "runnerUp")}
        assert found == expected, line["id"]
        checked += 1
    assert checked == {"engine": 2665, "corpus": 10}[name]


@pytest.mark.slow
@pytest.mark.requirement("M10")
def test_guessed_dates_count_as_absent() -> None:
    """`lenientDate` lines agree with the oracle, which does not guess either."""
    checked = 0
    for line in json_lines(shared("vectors/engine.jsonl.gz")):
        if line["lenientDate"]:
            assert answer(line["input"]) == oracle.adjudicate(line["input"]), line["id"]
            checked += 1
    assert checked == 111


numbers = st.one_of(
    st.none(),
    st.integers(-(10**15), 10**15),
    st.floats(-1e12, 1e12, allow_nan=False).map(lambda x: round(x, 3)),
    st.sampled_from([0, 10, 1000, 2751862, 2765621.31, 9.99]),
)


def claim_id_of(claim: dict[str, Any]) -> str:
    """Give the id of a claim in the shape of the vectors."""
    return str(claim["claimId"])


dates = st.one_of(
    st.none(),
    st.dates().map(str),
    st.sampled_from(["", "2020", "2020-02", "2020-02-30", "May", "2014-10-03T00:00:00+02:30"]),
)
precisions = st.sampled_from(
    [None, "", "quantity", "coordinate ±1", *(f"year precision {code}" for code in range(15))]
)
claims: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "claimId": st.text("aAbB1é😀", min_size=1, max_size=3),
        "value": st.just("v"),
        "numeric": numbers,
        "rank": st.sampled_from(["preferred", "normal", "deprecated", "weird"]),
        "referenceCount": st.integers(0, 5),
        "referenceUrls": st.just([]),
        "retrieved": dates,
        "precision": precisions,
    }
)
disputes: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "entityId": st.just("Q1"),
        "propertyId": st.just("P1"),
        "claims": st.lists(claims, max_size=12, unique_by=claim_id_of),
        "figures": st.lists(numbers.filter(lambda number: number is not None), max_size=4),
        "asOf": st.sampled_from([AS_OF, "2030-01-01T00:00:00Z", "2024-02-29"]),
    }
)


@pytest.mark.slow
@pytest.mark.requirement("M40")
@given(disputes)
@settings(max_examples=300)
def test_engine_equals_oracle(document: dict[str, Any]) -> None:
    """Whatever the dispute, the kernel and the naive Method give the same numbers."""
    assert answer(document) == oracle.adjudicate(document)


@pytest.mark.slow
@pytest.mark.requirement("M28", "M40")
@given(disputes, st.randoms(use_true_random=False))
def test_order_of_the_input_does_not_matter(document: dict[str, Any], random: Any) -> None:  # noqa: ANN401
    """Two runs on the same claims in another order give the same ranking."""
    shuffled = document["claims"][:]
    random.shuffle(shuffled)
    assert answer({**document, "claims": shuffled}) == answer(document)


@pytest.mark.slow
@given(disputes)
def test_the_written_input_gives_the_same_answer_again(document: dict[str, Any]) -> None:
    """What a ruling seals as its input can be run again."""
    dispute, as_of = parse_dispute(document, source="test")
    again = format_dispute(dispute, as_of or AS_OF)
    assert answer(again) == answer(document)


def rival(claim_id: str, **members: Any) -> Rival:  # noqa: ANN401
    """Make a claim with normal rank, no reference and no number."""
    return dataclasses.replace(Rival(ClaimId(claim_id), "3"), **members)


def ranked(*rivals: Rival, figures: tuple[QuotedFigure, ...] = ()) -> Any:  # noqa: ANN401
    """Rank claims."""
    return adjudicate(Dispute(SUBJECT, "Entity", "Property", rivals, figures), AS_OF)


@pytest.mark.requirement("M25", "M26")
def test_a_deprecated_claim_is_barred_while_another_is_active() -> None:
    """However many references it carries, and the reason is stated."""
    barred = rival("b", rank=EditorialRank.DEPRECATED, reference_count=9, precision="quantity")
    answer = ranked(rival("a"), barred)
    assert (answer.leader, answer.runner_up) == ("a", "b")
    assert not answer.ranked[1].eligible
    assert "deprecated" in (answer.ranked[1].barred_because or "")


@pytest.mark.requirement("M13")
def test_a_barred_claim_that_outscores_the_leader_makes_the_margin_negative() -> None:
    """The band is then unresolved, and the recommendation names the claim."""
    barred = rival("b", rank=EditorialRank.DEPRECATED, reference_count=9, precision="quantity")
    answer = ranked(rival("a"), barred)
    assert answer.margin < 0
    assert answer.band is Band.UNRESOLVED
    assert "b" in answer.recommendation
    assert "outscores" in answer.recommendation


@pytest.mark.requirement("M26")
def test_all_deprecated_claims_are_eligible() -> None:
    """Where editors rejected everything, one of the rejected leads."""
    answer = ranked(
        rival("a", rank=EditorialRank.DEPRECATED), rival("b", rank=EditorialRank.DEPRECATED)
    )
    assert [claim.eligible for claim in answer.ranked] == [True, True]


@pytest.mark.requirement("M27", "M28")
def test_ties_break_on_references_then_on_id_by_code_point() -> None:
    """`a` comes after `Z`, as code points order them."""
    answer = ranked(rival("a"), rival("Z"), rival("é"))
    assert [claim.claim_id for claim in answer.ranked] == ["Z", "a", "é"]
    deep = ranked(rival("a", reference_count=3), rival("b", reference_count=4))
    assert [claim.claim_id for claim in deep.ranked] == ["b", "a"]


@pytest.mark.requirement("M14", "M17", "M20")
def test_a_margin_of_exactly_eighteen_is_settled() -> None:
    """Scores are whole hundredths, so no rounding question is left."""
    assert Band.of(1800) is Band.SETTLED
    assert Band.of(1799) is Band.CONTESTED
    assert Band.of(800) is Band.CONTESTED
    assert Band.of(799) is Band.UNRESOLVED
    assert Band.of(-1) is Band.UNRESOLVED


def test_every_factor_states_the_number_behind_it() -> None:
    """The figure is quoted with the words it was read from."""
    figures = (QuotedFigure(Decimal(2800000), "2.8 million"),)
    claim = rival(
        "a",
        numeric=Decimal(2791862),
        reference_count=2,
        retrieved="2021-04-02",
        precision="quantity",
        rank=EditorialRank.PREFERRED,
    )
    sentences = [score.sentence for score in ranked(claim, figures=figures).ranked[0].factors]
    assert sentences == [
        "Upstream editors mark this claim preferred, which is worth the full value.",
        "2 independent references are attached, of three for full value.",
        "The second source quotes 2,800,000 (“2.8 million”), 8,138 away from the claimed"
        " 2,791,862; up to 13,959.31 matches.",
        "The newest reference was retrieved 2021-04-02, 5.5 years before 2026-10-03; the value"
        " decays over 12 years.",
        "The statement is a quantity.",
    ]


def test_an_instant_that_is_no_date_is_refused() -> None:
    """The clock is never read inside the engine, so `as_of` must be right."""
    with pytest.raises(InvalidInputError) as caught:
        adjudicate(Dispute(SUBJECT, "", "", ()), "yesterday")
    assert caught.value.facts["field"] == "as_of"


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ('{"claims": 3}', "claims"),
        ('{"claims": [3]}', "claims[0]"),
        ('{"claims": [{"value": "3"}]}', "claims[0].claimId"),
        ('{"claims": [{"claimId": "a", "numeric": "3"}]}', "claims[0].numeric"),
        ('{"claims": [{"claimId": "a", "referenceUrls": [3]}]}', "claims[0].referenceUrls[0]"),
        ('{"claims": [], "figures": ["3"]}', "figures[0]"),
        ('{"claims": [], "figures": [true]}', "figures[0]"),
        ('{"entityId": 3}', "entityId"),
        ("[]", "dispute"),
    ],
)
def test_a_wrong_member_is_named(document: str, field: str) -> None:
    """The error says which member is wrong and what would have been accepted."""
    with pytest.raises(InvalidInputError) as caught:
        parse_dispute(parse_json(document), source="line 1")
    assert caught.value.facts["field"] == field
    assert caught.value.hint.startswith("send ")
