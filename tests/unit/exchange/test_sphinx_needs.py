"""The needs of a needs.json are claims; what they link to rests on them."""

import json
from collections import Counter
from typing import Any

import pytest

from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.sphinx_needs import read_sphinx_needs
from tests.shared import shared
from tests.trees import claim, codes, links, unknown_parents, vector


def needs(**needs: Any) -> str:  # noqa: ANN401 - JSON
    """Write a file with these needs."""
    version = {"needs": {key: {"id": key, "title": key, **need} for key, need in needs.items()}}
    return json.dumps({"project": "p", "current_version": "1", "versions": {"1": version}})


def read(text: str) -> ClaimTree:
    """Read a file."""
    return read_sphinx_needs(text, document="needs.json")


def test_a_small_file_is_read() -> None:
    """Statements, places, tags; links and parent needs are parents."""
    tree = read(vector("trees/sphinx-needs/needs_test_small.json"))
    assert codes(tree) == []
    assert links(tree) == {
        "TEST_01": ("SPEC_1",),
        "TEST_02": ("TEST_01", "REQ_1"),
        "TEST_03": (),
    }
    found = claim(tree, "TEST_02")
    assert found.statement == "TEST_02 DESCRIPTION: TEST_02"
    assert found.tags == ("type: req", "status: open", "test_02", "test")
    assert found.source.locator == "index > Sub-heading > Heading"
    assert found.verdict is None


@pytest.mark.parametrize(
    ("name", "claims", "parents", "unknown", "problems", "remarks"),
    [
        ("external_doc/needs_test.json", 14, 6, 0, [], 1),
        ("external_doc/needs_test_small.json", 3, 3, 2, [], 0),
        ("external_doc/needs_test_invalid.json", 0, 0, 0, ["malformed_document"], 0),
        ("import_doc/needs_test.json", 14, 6, 0, [], 1),
        ("import_doc/subdoc/needs_test_small.json", 3, 0, 0, [], 0),
        ("import_doc_invalid/needs_test_no_needs.json", 0, 0, 0, ["malformed_document"] * 2, 0),
        ("import_doc_invalid/needs_test_not_valid.json", 14, 6, 0, ["malformed_document"], 1),
    ],
)
def test_every_shared_file_gives_exactly_these(  # noqa: PLR0913 - one column each
    name: str, claims: int, parents: int, unknown: int, problems: list[str], remarks: int
) -> None:
    """Claims, links, links that lead out of the file, problems, remarks."""
    text = shared(f"data/trees/sphinx-needs-json/tests/doc_test/{name}").read_text()
    tree = read(text)
    assert len(tree.claims) == claims
    assert sum(len(claim.parents) for claim in tree.claims) == parents
    assert len(unknown_parents(tree)) == unknown
    assert codes(tree) == problems
    assert len(tree.remarks) == remarks


def test_the_invalid_files_say_what_they_lack() -> None:
    """In words."""
    tree = read(vector("trees/sphinx-needs/needs_test_no_needs.json"))
    assert [problem.what for problem in tree.problems] == [
        "it has no project",
        "version 0.1.33 has no needs",
    ]
    (problem,) = read("This is not JSON!").problems
    assert problem.what == "the document is not JSON: Expecting value at line 1, column 1"


def test_only_the_current_version_is_read() -> None:
    """What else is there is a remark; a version that is not there is a problem."""
    content = json.loads(needs(A={}))
    content["versions"]["0"] = content["versions"]["1"]
    assert read(json.dumps(content)).remarks == ("version 1 was read; 1 others were not: 0",)
    content["current_version"] = "2"
    tree = read(json.dumps(content))
    assert (codes(tree), tree.claims) == (["malformed_document"], ())


def test_a_link_may_lead_to_a_part() -> None:
    """A part is a claim below its need; a link to one that is not there is one to the need."""
    tree = read(
        needs(
            REQ={"parts": {"1": {"id": "1", "content": "Half of it."}, "2": {"content": ""}}},
            SPEC={"links": ["REQ.1", "REQ.9"]},
        )
    )
    assert links(tree) == {"REQ": (), "REQ.1": ("REQ",), "SPEC": ("REQ.1", "REQ")}
    assert claim(tree, "REQ.1").statement == "Half of it."
    assert codes(tree) == ["missing_statement"]


def test_links_of_a_projects_own_types_are_tags() -> None:
    """Nobody but the project knows which way they point."""
    tree = read(needs(A={"blocks": ["B"], "blocks_back": [], "tags": "x; y"}, B={}))
    assert claim(tree, "A").tags == ("x", "y", "blocks: B")
    assert links(tree)["A"] == ()


def test_bad_needs_are_problems_and_stop_nothing() -> None:
    """No need, another id, no statement, no lists."""
    tree = read(
        needs(A={"id": "B"}, C={"title": None}, D={"links": 5, "tags": None, "title": "d"}).replace(
            '"C": {', '"E": 5, "C": {'
        )
    )
    assert Counter(codes(tree)) == {"malformed_claim": 2, "missing_statement": 1}
    assert [claim.key for claim in tree.claims] == ["A", "D"]
    assert sum(problem.statements_lost for problem in tree.problems) == 2


@pytest.mark.parametrize("text", ["[]", "null", '{"versions": []}', '{"current_version": ["1"]}'])
def test_another_shape_is_a_problem(text: str) -> None:
    """Nothing is read, and it is said."""
    tree = read(text)
    assert tree.claims == ()
    assert codes(tree)
