"""FEVER's rows are claims with evidence and verdicts; verdicts are predictions again."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from both_sides.domain.claims import Claim
from both_sides.domain.fix import caveats_of_step, next_step
from both_sides.domain.verdicts import Conclusion
from both_sides.errors import InvalidInputError
from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.fever import format_predictions, read_fever, score_predictions
from both_sides.exchange.fever.rows import title_of
from tests.shared import shared
from tests.trees import claim, codes, said, vector, verdicts

ROWS: Final = [json.loads(line) for line in vector("factcheck/fever.jsonl").splitlines()]
GOOD: Final = {"label": "SUPPORTS", "evidence": [[[1, 2, "A", 0]]]}
RIGHT: Final = {"predicted_label": "supports", "predicted_evidence": [["A", 0]]}


def read(*rows: dict[str, Any]) -> ClaimTree:
    """Read rows."""
    return read_fever("\n".join(map(json.dumps, rows)), document="fever.jsonl")


def row(**members: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Make a row; a member that is None is left out."""
    made = {"id": 1, "claim": "It is so.", **GOOD, **members}
    return {name: member for name, member in made.items() if member is not None}


# --- rows ------------------------------------------------------------------------


def test_rows_are_claims_with_the_verdict_of_their_label() -> None:
    """The id is the key, the line is the place."""
    tree = read(*ROWS)
    assert codes(tree) == []
    assert verdicts(tree) == {"not_enough_info": 6, "supported": 2, "refuted": 4}
    found = claim(tree, "137334")
    assert found.statement == "Fox 2000 Pictures released the film Soul Food."
    assert (found.source.document, found.source.locator) == ("fever.jsonl", "line 3")


def test_each_sentence_is_evidence_once_on_the_side_of_the_label() -> None:
    """Its summary names the sets that it is in; the verdict cites all."""
    sets = [[[1, 1, "A_-LRB-b-RRB-", 0], [1, 1, "C", 5]], [[2, 2, "C", 5]]]
    (found,) = read(row(label="REFUTES", evidence=sets)).claims
    assert list(map(said, found.evidence)) == [
        ("refutes", "document", "A_-LRB-b-RRB-#0"),
        ("refutes", "document", "C#5"),
    ]
    assert [item.summary for item in found.evidence] == [
        "sentence 0 of the Wikipedia article “A (b)”, evidence set 1 of 2",
        "sentence 5 of the Wikipedia article “C”, evidence set 1, 2 of 2",
    ]
    assert found.verdict is not None
    assert found.verdict.cites == (0, 1)


def test_the_verdict_says_that_the_label_is_all_there_is() -> None:
    """With a next step of its own where the claim does not stand."""
    tree = read(*ROWS)
    for found in tree.claims:
        assert found.verdict is not None
        assert found.verdict.auditor == "FEVER annotators"
        assert found.verdict.rationale.startswith("The FEVER data set labels this claim ")
        step = next_step(found.verdict.rationale)
        if found.verdict.conclusion is Conclusion.SUPPORTED:
            assert step is None
        else:
            assert step is not None
            assert found.statement in step
            assert caveats_of_step(found.verdict.rationale) == ()


def test_a_row_without_a_label_is_a_claim_without_a_verdict() -> None:
    """As in the shared task's test set; sentences named in it are context."""
    (found,) = read(row(label=None)).claims
    assert found.verdict is None
    assert [item.stance.value for item in found.evidence] == ["context"]


@pytest.mark.parametrize(
    ("members", "wanted", "claims"),
    [
        ({"id": None}, ["malformed_claim"], 0),
        ({"claim": 5.5}, ["malformed_claim"], 0),
        ({"claim": " "}, ["malformed_claim"], 0),
        ({"label": "MAYBE"}, ["unknown_label"], 1),
        ({"label": 5}, ["unknown_label"], 1),
        ({"evidence": []}, ["nothing_to_cite"], 1),
        ({"evidence": [[[1, 2, None, None]]]}, ["nothing_to_cite"], 1),
        ({"evidence": 5}, ["unreadable_evidence", "nothing_to_cite"], 1),
        ({"evidence": [[[1, 2, "A", "x"]]]}, ["unreadable_evidence", "nothing_to_cite"], 1),
        ({"evidence": [[[1, 2, "A", 0]], [5]]}, ["unreadable_evidence"], 1),
        ({"label": "supports"}, [], 1),
    ],
)
def test_bad_rows_are_problems(members: dict[str, Any], wanted: list[str], claims: int) -> None:
    """The claim is kept where it has an id and a statement."""
    tree = read(row(**members))
    assert (codes(tree), len(tree.claims)) == (wanted, claims)


def test_lines_that_are_no_rows_are_problems_with_their_line() -> None:
    """Each is one lost claim; empty lines are none."""
    text = f'{json.dumps(row())}\nnonsense\n\n[]\nnull\n{{"id": 2, "id": 2}}\n'
    tree = read_fever(text, document="fever.jsonl")
    assert [str(problem.place) for problem in tree.problems] == [
        f"fever.jsonl line {line}" for line in (2, 4, 5, 6)
    ]
    assert codes(tree) == ["not_json", "malformed_claim", "malformed_claim", "not_json"]
    assert [problem.statements_lost for problem in tree.problems] == [1, 1, 1, 1]


@pytest.mark.slow
def test_all_three_thousand_rows_are_read() -> None:
    """With 3,464 sentences, and no problem."""
    text = shared("data/factcheck/fever/paper_dev_first3000.jsonl").read_text()
    tree = read_fever(text, document="paper_dev_first3000.jsonl")
    assert codes(tree) == []
    assert verdicts(tree) == {"not_enough_info": 981, "supported": 1011, "refuted": 1008}
    assert sum(len(claim.evidence) for claim in tree.claims) == 3464


def test_titles_are_written_as_wikipedia_shows_them() -> None:
    """FEVER's dump replaced brackets and colons."""
    assert title_of("Soul_Food_-LRB-film-RRB-") == "Soul Food (film)"
    assert title_of("Star_Trek-COLON-_-LSB-x-RSB-") == "Star Trek: [x]"


# --- predictions -------------------------------------------------------------------


def test_a_claim_that_nobody_judged_is_no_prediction(registered: Callable[..., Claim]) -> None:
    """Unverified is not NOT ENOUGH INFO."""
    assert list(format_predictions([registered("It is so.")])) == []


def test_a_verdict_is_a_prediction(registered: Callable[..., Claim]) -> None:
    """Under the id of the data set; what is no sentence of a page is left out."""
    judged = registered("It is so.", conclusion="supported", locators=("A#0", "src/a.c", "B#x"))
    of_fever = replace(judged, source=replace(judged.source, key="137334"))
    assert list(format_predictions([of_fever, judged])) == [
        {"id": key, "predicted_label": "SUPPORTS", "predicted_evidence": [["A", 0]]}
        for key in (137334, judged.claim_id)
    ]


# --- score --------------------------------------------------------------------------


def test_the_published_numbers_are_met_to_the_last_digit() -> None:
    """The scorer's own 100 rows."""
    actual, predictions = (
        [json.loads(line) for line in vector(f"factcheck/fever_{name}.jsonl").splitlines()]
        for name in ("actual", "predictions")
    )
    score = score_predictions(predictions, actual)
    wanted = json.loads(vector("factcheck/fever_expected.json"))
    assert {name: getattr(score, name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("prediction", "actual", "wanted"),
    [
        (RIGHT, GOOD, (1, 1, 1, 1, 1)),
        ({**RIGHT, "predicted_label": "REFUTES"}, GOOD, (0, 0, 1, 1, 1)),
        ({**RIGHT, "predicted_evidence": [["A", 1]]}, GOOD, (0, 1, 0, 0, 0)),
        ({**RIGHT, "predicted_evidence": []}, GOOD, (0, 1, 1, 0, 0)),
        ({**RIGHT, "predicted_evidence": [["B", 9]] * 5 + [["A", 0]]}, GOOD, (0, 1, 0, 0, 0)),
        (
            {"predicted_label": "NOT ENOUGH INFO", "predicted_evidence": [["A", 0]]},
            {"label": "NOT ENOUGH INFO", "evidence": [[[1, 2, None, None]]]},
            (1, 1, 1, 0, 0),
        ),
    ],
)
def test_one_pair_scores(
    prediction: dict[str, Any], actual: dict[str, Any], wanted: tuple[float, ...]
) -> None:
    """Strict score, label accuracy, precision, recall, f1."""
    score = score_predictions([prediction], [actual])
    found = (score.strict_score, score.label_accuracy, score.precision, score.recall, score.f1)
    assert found == wanted


@pytest.mark.parametrize(
    ("predictions", "actual"),
    [
        ([], []),
        ([RIGHT], []),
        ([{}], [GOOD]),
        ([RIGHT], [{**GOOD, "evidence": 5}]),
        ([{**RIGHT, "predicted_evidence": [5]}], [GOOD]),
        ([{**RIGHT, "predicted_evidence": [[["A"], 0]]}], [GOOD]),
    ],
)
def test_what_cannot_be_scored_is_refused(predictions: list[Any], actual: list[Any]) -> None:
    """With what is expected."""
    with pytest.raises(InvalidInputError) as caught:
        score_predictions(predictions, actual)
    assert caught.value.hint
