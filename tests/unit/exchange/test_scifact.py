"""SciFact's rows are claims with evidence in abstracts; its measures are met exactly."""

import json
from dataclasses import asdict
from typing import Any, Final

import pytest

from both_sides.domain.fix import caveats_of_step
from both_sides.errors import InvalidInputError
from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.scifact import measure_predictions, read_scifact
from tests.trees import claim, codes, said, vector, verdicts

GOLD: Final = vector("factcheck/scifact_gold.jsonl")
ROW: Final[dict[str, Any]] = {"id": 1, "claim": "It is so.", "cited_doc_ids": [7, 8]}
SUPPORT: Final = {"sentences": [2, 5], "label": "SUPPORT"}
CONTRADICT: Final = {"sentences": [0], "label": "CONTRADICT"}


def rows(name: str) -> list[dict[str, Any]]:
    """Read the rows of a vector."""
    return [json.loads(line) for line in vector(f"factcheck/scifact_{name}.jsonl").splitlines()]


def read(**members: Any) -> ClaimTree:  # noqa: ANN401 - JSON
    """Read one row with other members."""
    return read_scifact(json.dumps({**ROW, **members}), document="dev.jsonl")


def test_rows_are_claims_with_the_verdict_of_their_labels() -> None:
    """None of the rationales in a labelled row is not enough information."""
    tree = read_scifact(GOLD, document="dev.jsonl")
    assert codes(tree) == []
    assert verdicts(tree) == {"not_enough_info": 3, "supported": 4, "refuted": 3}
    assert list(map(said, claim(tree, "42").evidence)) == [
        ("refutes", "document", "18174210#1"),
        ("refutes", "document", "18174210#9"),
        ("refutes", "document", "18174210#10"),
    ]


def test_next_steps_are_specific() -> None:
    """For every claim that does not stand."""
    for found in read_scifact(GOLD, document="dev.jsonl").claims:
        assert found.verdict is not None
        if found.verdict.conclusion != "supported":
            assert caveats_of_step(found.verdict.rationale) == ()


def test_a_cited_abstract_that_decides_nothing_is_context() -> None:
    """It was read."""
    (found,) = read(evidence={"7": [SUPPORT]}).claims
    assert list(map(said, found.evidence)) == [
        ("supports", "document", "7#2"),
        ("supports", "document", "7#5"),
        ("context", "document", "8"),
    ]


def test_abstracts_that_disagree_are_a_tag_and_no_verdict() -> None:
    """The data set does not say which prevails."""
    (found,) = read(evidence={"7": [SUPPORT], "8": [CONTRADICT]}).claims
    assert found.verdict is None
    assert found.tags == ("scifact: abstracts disagree",)


def test_a_row_without_evidence_is_not_labelled() -> None:
    """As in the test set."""
    assert verdicts(read()) == {"none": 1}
    assert verdicts(read(evidence={})) == {"not_enough_info": 1}


@pytest.mark.parametrize(
    ("members", "wanted"),
    [
        ({"id": None}, ["malformed_claim"]),
        ({"evidence": {"7": [{"sentences": [1], "label": "PERHAPS"}]}}, ["unreadable_evidence"]),
        ({"evidence": {"7": {"sentences": [1]}}}, ["unreadable_evidence"]),
        ({"evidence": {"7": [{**SUPPORT, "sentences": ["x", 1]}]}}, ["unreadable_evidence"]),
        ({"evidence": []}, []),
        ({"cited_doc_ids": ["", None, 7]}, ["unreadable_evidence"] * 2),
    ],
)
def test_bad_rows_are_problems(members: dict[str, Any], wanted: list[str]) -> None:
    """The rest of the row is read."""
    assert codes(read(**members)) == wanted


def test_the_published_numbers_are_met_to_the_last_digit() -> None:
    """All twelve of the evaluator's own fixture."""
    measured = asdict(measure_predictions(rows("predictions"), rows("gold")))
    found = {
        f"{measure}_{name}": number
        for measure, numbers in measured.items()
        for name, number in numbers.items()
    }
    assert found == json.loads(vector("factcheck/scifact_expected.json"))


@pytest.mark.parametrize(
    ("sentences", "label", "wanted"),
    [
        ([2, 5], "SUPPORT", (1, 1, 1, 1)),
        ([2, 5], "CONTRADICT", (0, 0, 1, 0)),
        ([2], "SUPPORT", (1, 0, 0, 0)),
        ([9, 8, 7, 2, 5], "SUPPORT", (1, 0, 0.4, 0.4)),
        ([], "SUPPORT", (1, 0, 0, 0)),
    ],
)
def test_one_prediction_is_measured(
    sentences: list[int], label: str, wanted: tuple[float, ...]
) -> None:
    """Precision by label, by rationale, by sentence, by labelled sentence."""
    gold = [{"id": 1, "evidence": {"7": [SUPPORT]}}]
    prediction = {"id": 1, "evidence": {"7": {"sentences": sentences, "label": label}}}
    found = measure_predictions([prediction], gold)
    assert (
        found.abstract_label_only.precision,
        found.abstract_rationalized.precision,
        found.sentence_selection.precision,
        found.sentence_label.precision,
    ) == wanted


def test_nothing_predicted_measures_nothing() -> None:
    """Zero by definition, also where nothing is right."""
    found = measure_predictions([], [{"id": 1, "evidence": {}}])
    assert asdict(found)["sentence_label"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}


@pytest.mark.parametrize(
    ("predictions", "gold"),
    [
        ([{"id": 2, "evidence": {}}], [{"id": 1, "evidence": {}}]),
        ([{"id": 1}], [{"id": 1, "evidence": {}}]),
        ([{"id": 1, "evidence": {"7": {}}}], [{"id": 1, "evidence": {}}]),
        ([], [{"id": 1, "evidence": {"7": []}}]),
        ([], [{"id": 1, "evidence": {"7": 5}}]),
    ],
)
def test_what_cannot_be_measured_is_refused(predictions: list[Any], gold: list[Any]) -> None:
    """With what is expected."""
    with pytest.raises(InvalidInputError) as caught:
        measure_predictions(predictions, gold)
    assert caught.value.hint
