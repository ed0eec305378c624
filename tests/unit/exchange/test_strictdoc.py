"""The requirements of a StrictDoc document are claims; relations lead to their parents."""

import pytest

from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.strictdoc import read_strictdoc
from both_sides.exchange.tree_joining import join_trees
from tests.shared import shared
from tests.trees import claim, codes, links, said, unknown_parents, vector

DOCUMENTS = (
    # name, claims, links, links out of the document, files named
    ("strictdoc_02_feature_map", 13, 0, 0, 0),
    ("strictdoc_20_l1_system_requirements", 69, 15, 15, 0),
    ("strictdoc_21_l2_high_level_requirements", 133, 168, 168, 36),
    ("strictdoc_22_l3_low_level_requirements", 36, 33, 33, 1),
    ("strictdoc_25_design", 2, 1, 1, 0),
    ("strictdoc_28_Backlog", 27, 13, 13, 0),
)


def read(text: str) -> ClaimTree:
    """Read a document with a header."""
    return read_strictdoc(f"[DOCUMENT]\nTITLE: T\n\n{text}", document="t.sdoc")


def test_a_document_is_read() -> None:
    """Statements over several lines, titles where there is no statement, sections as places."""
    tree = read_strictdoc(vector("trees/strictdoc/backlog.sdoc"), document="backlog.sdoc")
    assert codes(tree) == []
    assert [(claim.key, claim.statement) for claim in tree.claims] == [
        ("SDOC-BACKLOG-6", "Auto-commit to Git repository"),
        ("SDOC-SRS-86", "TBD"),
        ("SDOC-SRS-52", "View project home page"),
        ("SDOC-SRS-113", "StrictDoc shall provide a traceability navigator screen."),
    ]
    last = claim(tree, "SDOC-SRS-113")
    assert last.parents == ("SDOC-SSS-56",)
    assert last.tags == ("requirement", "status: Backlog")
    assert last.source.locator == (
        "line 121, Backlog > Screen: Traceability navigator > Traceability navigator"
    )
    assert last.verdict is None


@pytest.mark.parametrize(("name", "claims", "parents", "unknown", "files"), DOCUMENTS)
def test_every_shared_document_gives_exactly_these(
    name: str, claims: int, parents: int, unknown: int, files: int
) -> None:
    """Claims, links, links to other documents of the project, files named, and no problem."""
    text = shared(f"data/trees/strictdoc/docs/{name}.sdoc").read_text()
    tree = read_strictdoc(text, document=name)
    assert codes(tree) == []
    assert len(tree.claims) == claims
    assert sum(len(claim.parents) for claim in tree.claims) == parents
    assert len(unknown_parents(tree)) == unknown
    assert sum(len(claim.evidence) for claim in tree.claims) == files


def test_the_documents_of_a_project_know_each_others_requirements() -> None:
    """Only links to two standards, whose documents are not here, lead out of it."""
    tree = join_trees(
        read_strictdoc(shared(f"data/trees/strictdoc/docs/{name}.sdoc").read_text(), document=name)
        for name, *_ in DOCUMENTS
    )
    assert len(tree.claims) == 280
    unknown = unknown_parents(tree)
    assert len(unknown) == 39
    assert {key.partition("-")[0] for key in unknown} == {"ZEP", "DO178"}


def test_relations_lead_up_down_and_to_files() -> None:
    """Parent, Child, File with a function; roles do not matter."""
    tree = read(
        "[REQUIREMENT]\nUID: A\nSTATEMENT: a\nRELATIONS:\n- TYPE: Child\n  VALUE: B\n"
        "- TYPE: File\n  VALUE: src/a.c\n  FUNCTION: main\n\n"
        "[REQUIREMENT]\nUID: B\nSTATEMENT: b\nRELATIONS:\n- TYPE: Parent\n  VALUE: C\n"
        "  ROLE: Refines\n- TYPE: Child\n  VALUE: Z\n\n"
        "[REQUIREMENT]\nUID: C\nSTATEMENT: c\n"
    )
    assert links(tree) == {"A": (), "B": ("C", "A"), "C": ()}
    (item,) = claim(tree, "A").evidence
    assert said(item) == ("context", "code", "src/a.c, main")
    assert codes(tree) == ["unknown_parent"]


def test_a_node_in_a_composite_one_rests_below_it() -> None:
    """In the new spelling and the old one; sections are places only."""
    new = "[[REQUIREMENT]]\nUID: A\nSTATEMENT: a\n\n[REQUIREMENT]\nUID: B\nSTATEMENT: b\n\n"
    assert links(read(f"{new}[[/REQUIREMENT]]\n")) == {"A": (), "B": ("A",)}
    old = new.replace("[[REQUIREMENT]]", "[COMPOSITE_REQUIREMENT]")
    assert links(read(f"{old}[/COMPOSITE_REQUIREMENT]\n")) == {"A": (), "B": ("A",)}
    section = "[SECTION]\nTITLE: S\n\n[REQUIREMENT]\nUID: B\nSTATEMENT: b\n\n[/SECTION]\n"
    assert links(read(section)) == {"B": ()}


def test_what_stands_in_a_text_is_text() -> None:
    """Also where it looks like a node; free text of older documents is no claim."""
    tree = read(
        "[FREETEXT]\n[REQUIREMENT]\nUID: X\n[/FREETEXT]\n\n"
        "[TEXT]\nSTATEMENT: >>>\n[REQUIREMENT]\nUID: Y\n<<<\n\n"
        "[REQUIREMENT]\nUID: A\nSTATEMENT: >>>\n[REQUIREMENT]\nUID: Z\n<<<\nREFS:\n"
        "- TYPE: Parent\n  VALUE: P\n"
    )
    assert [claim.key for claim in tree.claims] == ["A"]
    assert claim(tree, "A").statement == "[REQUIREMENT]\nUID: Z"
    assert claim(tree, "A").parents == ("P",)


def test_without_a_uid_the_mid_or_the_words_are_the_key() -> None:
    """So a requirement is known again."""
    tree = read(
        "[REQUIREMENT]\nMID: m1\nSTATEMENT: a\n\n[REQUIREMENT]\nSTATEMENT: It shall start\n\n"
        "[NOTE]\nTAGS: x, y\nCONTENT: It shall start\n"
    )
    assert [claim.key for claim in tree.claims] == ["m1", "it-shall-start", "it-shall-start-2"]
    assert tree.claims[-1].tags == ("note", "x", "y")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[REQUIREMENT]\nUID: A\n", ["missing_statement"]),
        ("[REQUIREMENT]\nUID: A\nSTATEMENT: a\nnonsense\n", ["malformed_claim"]),
        ("[REQUIREMENT]\nUID: A\nSTATEMENT: >>>\nno end\n", ["truncated"]),
        ("[[SECTION]]\nTITLE: S\n", ["malformed_document"]),
        ("[[/SECTION]]\n", ["malformed_document"]),
        ("[REQUIREMENT]\nUID: A\nSTATEMENT: a\nRELATIONS:\n- TYPE: Odd\n", ["malformed_claim"]),
        ("[REQUIREMENT]\nUID: A\nSTATEMENT: a\n\n" * 2, ["repeated_key"]),
    ],
)
def test_bad_parts_are_problems_and_stop_nothing(text: str, wanted: list[str]) -> None:
    """What comes after is read."""
    tree = read(f"{text}\n[REQUIREMENT]\nUID: LAST\nSTATEMENT: last\n")
    assert codes(tree) == wanted
    is_swallowed = "truncated" in wanted
    assert is_swallowed or claim(tree, "LAST").statement == "last"


def test_a_text_that_is_no_document_says_so() -> None:
    """Its first line is not understood either."""
    tree = read_strictdoc("Dear all,\n", document="t.sdoc")
    assert codes(tree) == ["malformed_claim", "malformed_document"]
