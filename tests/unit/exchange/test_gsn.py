"""An assurance case in GSN is a tree of claims; what it cites is evidence that nobody examined."""

from pathlib import Path

import pytest

from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.gsn import read_gsn, read_gsn_modules
from tests.shared import shared
from tests.trees import claim, codes, links, said, unknown_parents, vector


def read(text: str) -> ClaimTree:
    """Read a case of one document."""
    return read_gsn(text, document="case.gsn.yaml")


def modules(*names: str) -> ClaimTree:
    """Read a case of several documents."""
    documents = [f"{name}.gsn.yaml" for name in names]
    return read_gsn_modules({name: vector(f"trees/gsn/{name}") for name in documents})


def items(tree: ClaimTree, key: str) -> list[tuple[str, str, str]]:
    """Give stance, kind and place of a claim's evidence."""
    return [
        (stance, kind, locator.rpartition("#")[2])
        for stance, kind, locator in map(said, claim(tree, key).evidence)
    ]


def test_goals_and_strategies_are_the_tree() -> None:
    """Who supports stands below; a strategy is a claim in between."""
    tree = read(vector("trees/gsn/example.gsn.yaml"))
    assert codes(tree) == []
    assert tree.remarks == ()
    assert links(tree) == {
        "G1": (),
        "G2": ("G1",),
        "G4": ("S2",),
        "G3": ("G1",),
        "S1": ("G2",),
        "G5": ("S1",),
        "G6": ("S1",),
        "S2": ("G1",),
        "G7": ("S2",),
    }
    assert claim(tree, "G7").tags == ("goal", "undeveloped")
    assert claim(tree, "S1").tags == ("strategy",)
    assert claim(tree, "G2").source.locator == "line 6"


def test_solutions_are_cited_evidence_and_no_verdict() -> None:
    """The summary says that nobody examined it here."""
    tree = read(vector("trees/gsn/example.gsn.yaml"))
    assert items(tree, "G5") == [
        ("supports", "document", "Sn3"),
        ("supports", "document", "Sn4"),
        ("context", "document", "C2"),
        ("context", "testimony", "A2"),
    ]
    (solution, _) = claim(tree, "G3").evidence
    assert solution.locator == "https://github.com/jonasthewolf/gsn2x (case.gsn.yaml#Sn1)"
    assert solution.summary == "solution Sn1, cited by the case, not examined here: Solution 1"
    assert all(claim.verdict is None for claim in tree.claims)


def test_a_challenge_refutes_the_claim_that_it_attacks() -> None:
    """Not where it attacks a solution or a relation, or is itself defeated: that is context."""
    tree = read(vector("trees/gsn/dialectic.gsn.yaml"))
    assert codes(tree) == []
    assert items(tree, "S2") == [("refutes", "analysis", "CG4")]
    assert items(tree, "CG3") == [
        ("supports", "document", "CSn3"),
        ("refutes", "document", "CCSn3"),
    ]
    assert items(tree, "G2") == [("supports", "document", "Sn1"), ("context", "analysis", "CG1")]
    assert items(tree, "G5") == [
        ("supports", "document", "Sn2"),
        ("context", "document", "CSn2"),
        ("context", "analysis", "CCG1"),
    ]
    assert items(tree, "G6") == [("supports", "document", "Sn3"), ("context", "analysis", "CG3")]
    assert items(tree, "CG1") == [("context", "document", "CCSn1")]
    assert "defeated" in claim(tree, "G2").tags
    assert links(tree)["CG2"] == ("CG1",)


def test_an_element_without_text_is_called_by_its_id() -> None:
    """And that is said once."""
    tree = read(vector("trees/gsn/dialectic.gsn.yaml"))
    assert claim(tree, "G1").statement == "G1"
    assert len(tree.remarks) == 1
    assert tree.remarks[0].endswith("no text; the id stands for it")


def test_a_defeated_solution_is_context() -> None:
    """Also where only the relation to it is defeated."""
    tree = read(
        "G1: {text: a, supportedBy: [Sn1, Sn2, Sn3], defeatedRelation: Sn2}\n"
        "Sn1: {text: one, defeated: true}\nSn2: {text: two}\nSn3: {text: three}\n"
    )
    assert [stance for stance, _, _ in items(tree, "G1")] == ["context", "context", "supports"]


def test_the_modules_of_a_case_are_read_together() -> None:
    """References lead to the modules that go with it, although another one has the same id."""
    tree = modules("index", "sub1", "sub2", "sub3")
    assert codes(tree) == []
    (goal,) = (claim for claim in tree.claims if claim.key == "G3")
    assert goal.parents == ("S1",)
    assert goal.source.document == "sub1.gsn.yaml"
    assert [said(item)[2] for item in goal.evidence] == [
        "sub3.gsn.yaml#Sn1",
        "index.gsn.yaml#J1",
        "sub3.gsn.yaml#C2",
    ]
    assert "module: Sub1" in goal.tags


def test_a_module_alone_says_what_it_lacks() -> None:
    """Each reference that leads nowhere."""
    tree = modules("sub1")
    assert codes(tree) == ["unknown_parent"] * 3
    assert tree.problems[0].what == "Sn1 is not there; it supports G3"


def test_what_a_module_develops_stands_below_it() -> None:
    """In another module, which may be read at another time."""
    assert links(modules("instance", "template"))["G2"] == ("G1",)
    alone = modules("instance")
    assert unknown_parents(alone) == ["G1"]


@pytest.mark.parametrize(
    ("name", "claims", "parents", "evidence", "problems", "remarks"),
    [
        ("bullet_lists", 1, 0, 1, 0, 0),
        ("confidence", 4, 3, 4, 0, 0),
        ("dialectic/first", 15, 11, 13, 0, 1),
        ("dialectic/second", 16, 11, 17, 0, 1),
        ("entangled", 2, 0, 2, 0, 0),
        ("example", 9, 8, 12, 0, 0),
        ("minimalcss/min", 1, 0, 0, 0, 0),
        ("modular/index", 3, 2, 1, 2, 0),
        ("modular/sub1", 1, 0, 0, 3, 1),
        ("modular/sub2", 1, 0, 1, 0, 0),
        ("modular/sub3", 0, 0, 0, 0, 1),
        ("template/instance", 1, 1, 1, 0, 0),
        ("template/template", 3, 2, 1, 0, 0),
    ],
)
def test_every_shared_case_gives_exactly_these(  # noqa: PLR0913 - one column each
    name: str, claims: int, parents: int, evidence: int, problems: int, remarks: int
) -> None:
    """Claims, links, items, problems, remarks."""
    text = shared(f"data/trees/gsn2x/examples/{name}.gsn.yaml").read_text()
    tree = read_gsn(text, document=name)
    assert len(tree.claims) == claims
    assert sum(len(claim.parents) for claim in tree.claims) == parents
    assert sum(len(claim.evidence) for claim in tree.claims) == evidence
    assert len(tree.problems) == problems
    assert len(tree.remarks) == remarks


def test_all_shared_cases_were_named() -> None:
    """So none is forgotten when more come."""
    folder = shared("data/trees/gsn2x/examples")
    assert len(list(Path(folder).rglob("*.gsn.yaml"))) == 13


def test_claim_points_and_classes_are_tags() -> None:
    """They say something about the case, not about the claim."""
    tree = read("G1: {text: a, classes: [x], acp: {ACP1: [S1, G1], ACP2: S1}}\n")
    assert claim(tree, "G1").tags == ("goal", "x", "acp ACP1: S1, G1", "acp ACP2: S1")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("G1: {text: a}\nG1: {text: b}\n", ["duplicate_key"]),
        ("X1: {text: a}\n", ["malformed_claim"]),
        ("G1: {text: a, nodeType: Wish}\n", ["malformed_claim"]),
        ("G1: words\n", ["malformed_claim"]),
        ("G1: {text: a, supportedBy: [J1]}\nJ1: {text: b}\n", ["malformed_claim"]),
        ("G1: {text: a, supportedBy: [G9]}\n", ["unknown_parent"]),
        ("G1: {text: a, challenges: G9}\n", ["unknown_parent"]),
        ("module: {name: m, extends: [{module: n, develops: {G1: [G9]}}]}\n", ["unknown_parent"]),
        ("module: m\nG1: {text: a}\n", []),
        ("module: {extends: [n]}\nG1: {text: a}\n", []),
        ("- G1\n", ["malformed_document"]),
        ("G1: [\n", ["not_yaml"]),
        ("", ["malformed_document"]),
    ],
)
def test_bad_parts_are_problems(text: str, wanted: list[str]) -> None:
    """One each."""
    assert codes(read(text)) == wanted


def test_a_node_type_overrides_the_id() -> None:
    """As gsn2x has it."""
    tree = read(
        "Top: {text: a, nodeType: Goal, supportedBy: How}\nHow: {text: b, nodeType: strategy}\n"
    )
    assert links(tree) == {"Top": (), "How": ("Top",)}
