"""HoVer's rows are claims; NOT_SUPPORTED is a tag, for it does not say refuted or undecided."""

import json
from typing import Any, Final

import pytest

from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.hover import read_hover
from tests.shared import shared
from tests.trees import codes, said, vector, verdicts

ROWS: Final[list[dict[str, Any]]] = json.loads(vector("factcheck/hover.json"))


def read(**members: Any) -> ClaimTree:  # noqa: ANN401 - JSON
    """Read the first row with other members."""
    return read_hover(json.dumps([{**ROWS[0], **members}]), document="dev.json")


def test_rows_are_claims_that_rest_on_several_articles() -> None:
    """All facts are cited together."""
    tree = read_hover(vector("factcheck/hover.json"), document="dev.json")
    assert codes(tree) == []
    first = tree.claims[0]
    assert list(map(said, first.evidence)) == [
        ("supports", "document", "Life Goes On (Fergie song)#2"),
        ("supports", "document", "M.I.L.F. $#1"),
    ]
    assert first.tags == ("hover: SUPPORTED", "hops: 2")
    assert first.verdict is not None
    assert (first.verdict.auditor, first.verdict.cites) == ("HoVer annotators", (0, 1))
    assert first.source.locator == "row 1"


def test_not_supported_is_no_verdict() -> None:
    """Its facts are context."""
    (found,) = read(label="NOT_SUPPORTED").claims
    assert found.verdict is None
    assert found.tags[0] == "hover: NOT_SUPPORTED"
    assert {item.stance.value for item in found.evidence} == {"context"}


@pytest.mark.parametrize(
    ("members", "wanted"),
    [
        ({"label": "SUPPORTS"}, ["unknown_label"]),
        ({"label": []}, ["unknown_label"]),
        ({"label": None}, []),
        ({"uid": None}, ["malformed_claim"]),
        ({"supporting_facts": None}, ["nothing_to_cite"]),
        ({"supporting_facts": [["A", -1]]}, ["unreadable_evidence", "nothing_to_cite"]),
    ],
)
def test_bad_rows_are_problems(members: dict[str, Any], wanted: list[str]) -> None:
    """No verdict is made up."""
    assert codes(read(**members)) == wanted


@pytest.mark.parametrize("text", ["[", "[1, null]", "[{}, []]"])
def test_a_list_that_is_none_of_rows_is_a_problem(text: str) -> None:
    """Each member that is no row; a list has no lines worth naming."""
    tree = read_hover(text, document="dev.json")
    assert tree.claims == ()
    assert codes(tree)
    assert all(str(problem.place) == "dev.json" for problem in tree.problems)


def test_a_problem_in_a_list_names_its_row() -> None:
    """Also where the row has no id to name."""
    (problem,) = read_hover('[{"claim": "x"}]', document="dev.json").problems
    assert str(problem) == "dev.json: row 1: uid is missing, expected a text"


def test_all_rows_are_read() -> None:
    """With every fact once."""
    text = shared("data/factcheck/hover/hover_dev_first500.json").read_text()
    tree = read_hover(text, document="dev.json")
    assert codes(tree) == []
    assert verdicts(tree) == {"supported": 500}
    assert sum(len(claim.evidence) for claim in tree.claims) == 1468
