"""FoolMeTwice's rows are claims with quoted evidence and the verdict of who wrote them."""

import json
from typing import Any, Final

import pytest

from both_sides.domain.fix import caveats_of_step
from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.fool_me_twice import read_fool_me_twice
from tests.shared import shared
from tests.trees import codes, said, vector, verdicts

ROW: Final = json.loads(vector("factcheck/fool_me_twice.jsonl").splitlines()[1])


def read(**members: Any) -> ClaimTree:  # noqa: ANN401 - JSON
    """Read the second row with other members."""
    return read_fool_me_twice(json.dumps({**ROW, **members}), document="dev.jsonl")


def test_rows_are_claims_with_quotes() -> None:
    """The article and the section are the place."""
    tree = read_fool_me_twice(vector("factcheck/fool_me_twice.jsonl"), document="dev.jsonl")
    assert codes(tree) == []
    assert verdicts(tree) == {"supported": 1, "refuted": 1}
    first = tree.claims[0]
    assert (first.key, first.source.locator) == ("01EICaMMy6uOPHdoEGAf", "line 1")
    assert first.tags == ("category: Popular Culture",)
    (item,) = first.evidence
    assert said(item) == ("supports", "document", "Gandhi (film) § Production")
    assert item.quote
    assert item.quote.startswith("Then prime minister Indira Gandhi")


def test_a_refuted_claim_has_a_next_step_of_its_own() -> None:
    """It says what to do with which words."""
    (found,) = read().claims
    assert found.verdict is not None
    assert found.verdict.auditor == "FoolMeTwice players"
    assert caveats_of_step(found.verdict.rationale) == ()


@pytest.mark.parametrize(
    ("members", "wanted"),
    [
        ({"label": "PERHAPS"}, ["unknown_label"]),
        ({"label": None}, []),
        ({"text": None}, ["malformed_claim"]),
        ({"gold_evidence": None}, ["nothing_to_cite"]),
        ({"gold_evidence": [{"text": " "}]}, ["unreadable_evidence", "nothing_to_cite"]),
    ],
)
def test_bad_rows_are_problems(members: dict[str, Any], wanted: list[str]) -> None:
    """No verdict is made up."""
    assert codes(read(**members)) == wanted


def test_all_four_hundred_rows_are_read() -> None:
    """With every gold sentence."""
    text = shared("data/factcheck/fool-me-twice/dev_first400.jsonl").read_text()
    tree = read_fool_me_twice(text, document="dev.jsonl")
    assert codes(tree) == []
    assert verdicts(tree) == {"supported": 204, "refuted": 196}
    assert sum(len(claim.evidence) for claim in tree.claims) == 497
