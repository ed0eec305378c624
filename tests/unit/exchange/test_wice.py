"""WiCE's rows are claims; only `supported` is a verdict, the other labels are tags."""

import json
from typing import Any, Final

import pytest

from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.wice import read_wice
from tests.shared import shared
from tests.trees import codes, vector, verdicts

ROW: Final[dict[str, Any]] = {
    "claim": "It won in 2016.",
    "label": "supported",
    "supporting_sentences": [[1], [1, 2]],
    "evidence": ["(meta data) TITLE: News", "It won.", "In 2016."],
    "meta": {"id": "dev1", "claim_title": "Club", "claim_section": "History."},
}


def read(**members: Any) -> ClaimTree:  # noqa: ANN401 - JSON
    """Read one row with other members."""
    return read_wice(json.dumps({**ROW, **members}), document="dev.jsonl")


def test_each_chosen_sentence_is_evidence_once_with_its_words() -> None:
    """The page and the sentence's place are the locator."""
    (found,) = read().claims
    assert found.source.locator == "line 1, Club > History."
    assert [(item.kind.value, item.locator, item.quote) for item in found.evidence] == [
        ("web", "News (page of dev1), sentence 1", "It won."),
        ("web", "News (page of dev1), sentence 2", "In 2016."),
    ]
    assert found.verdict is not None
    assert (found.verdict.auditor, found.verdict.cites) == ("WiCE annotators", (0, 1))


@pytest.mark.parametrize(
    ("label", "stance", "shows"),
    [
        ("partially_supported", "supports", "supports a part of the claim"),
        ("not_supported", "context", "was looked at; the page does not support the claim"),
    ],
)
def test_other_labels_are_neither_refuted_nor_undecided(
    label: str, stance: str, shows: str
) -> None:
    """A tag, no verdict; what was chosen says what it shows."""
    (found,) = read(label=label).claims
    assert found.verdict is None
    assert found.tags == (f"wice: {label}",)
    assert {item.stance.value for item in found.evidence} == {stance}
    assert all(item.summary.endswith(shows) for item in found.evidence)


@pytest.mark.parametrize(
    ("members", "wanted"),
    [
        ({"label": "maybe"}, ["unknown_label"]),
        ({"label": None}, []),
        ({"meta": None}, ["malformed_claim"]),
        ({"claim": ""}, ["malformed_claim"]),
        ({"supporting_sentences": [[9], [1]]}, ["unreadable_evidence"]),
        ({"supporting_sentences": [["x"], 1]}, ["unreadable_evidence"]),
        ({"supporting_sentences": []}, ["nothing_to_cite"]),
        ({"evidence": None}, ["unreadable_evidence"] * 2 + ["nothing_to_cite"]),
    ],
)
def test_bad_rows_are_problems(members: dict[str, Any], wanted: list[str]) -> None:
    """No verdict is made up."""
    assert codes(read(**members)) == wanted


def test_real_rows_are_read() -> None:
    """One of each label."""
    tree = read_wice(vector("factcheck/wice.jsonl"), document="dev.jsonl")
    assert codes(tree) == []
    assert verdicts(tree) == {"supported": 1, "none": 2}
    assert tree.claims[0].evidence[0].locator.startswith("untitled (page of dev")


def test_all_rows_are_read() -> None:
    """Forty-one are supported."""
    text = shared("data/factcheck/wice/dev_first120.jsonl").read_text()
    tree = read_wice(text, document="dev.jsonl")
    assert codes(tree) == []
    assert verdicts(tree) == {"none": 79, "supported": 41}
    assert sum(len(claim.evidence) for claim in tree.claims) == 508
