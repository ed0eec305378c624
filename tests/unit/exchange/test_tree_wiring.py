"""Parents are followed within a document and across; circles are cut, and everything else stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.domain.claims import ClaimSource
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim
from both_sides.exchange.tree_wiring import WiredTree, wire_tree


def made(key: str, *parents: str, document: str = "a") -> TreeClaim:
    """Make a claim."""
    return TreeClaim(key, key, parents, ClaimSource(document, f"line {key}", key))


def wire(*claims: TreeClaim) -> WiredTree:
    """Wire claims."""
    return wire_tree(ClaimTree(claims))


def test_parents_come_first_else_the_order_stays() -> None:
    """With a depth below every parent."""
    wired = wire(made("x", "z"), made("y"), made("z", "y"), made("w", "x", "y"))
    assert [(each.claim.key, each.depth) for each in wired.claims] == [
        ("y", 0),
        ("z", 1),
        ("x", 2),
        ("w", 3),
    ]
    assert wired.problems == ()


def test_a_parent_is_looked_for_in_the_own_document_first() -> None:
    """Then in the others, where one alone must have it."""
    wired = wire(
        made("G1"),
        made("S1", "G1", document="b"),
        made("G1", document="b"),
        made("S2", "G1", document="c"),
        made("S3", "S1", document="c"),
    )
    found = {each.address: (each.parents, each.unknown) for each in wired.claims}
    assert found["b", "S1"] == ((("b", "G1"),), ())
    assert found["c", "S2"] == ((), ("G1",))
    assert found["c", "S3"] == ((("b", "S1"),), ())


def test_a_link_that_closes_a_circle_is_left_out() -> None:
    """And named, with the way round."""
    wired = wire(made("a", "b"), made("b", "c"), made("c", "a"), made("d", "d"))
    assert [problem.what for problem in wired.problems] == [
        "it would rest on itself: a below b below c below a",
        "it would rest on itself: d below d",
    ]
    assert {each.claim.key: each.parents for each in wired.claims} == {
        "a": (("a", "b"),),
        "b": (("a", "c"),),
        "c": (),
        "d": (),
    }
    assert str(wired.problems[0].place) == "a, line c"


def test_a_claim_given_twice_is_one_and_another_one_is_a_problem() -> None:
    """The first one counts."""
    again = made("x")
    assert wire(made("x"), again).problems == ()
    wired = wire(made("x"), made("x", "y"), made("y"))
    assert [problem.code.value for problem in wired.problems] == ["repeated_key"]
    assert [problem.statements_lost for problem in wired.problems] == [1]


@pytest.mark.slow
def test_a_chain_of_ten_thousand_is_no_problem() -> None:
    """There is no recursion."""
    wired = wire(*(made(str(number), str(number + 1)) for number in range(10_000)))
    assert wired.claims[-1].depth == 9_999


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 7), st.lists(st.integers(0, 8), max_size=4)), max_size=8))
def test_any_links_become_an_order(claims: list[tuple[int, list[int]]]) -> None:
    """Every claim once, each below its parents, and every link kept, unknown or reported."""
    named = {str(key): [str(parent) for parent in parents] for key, parents in claims}
    wired = wire(*(made(key, *parents) for key, parents in named.items()))
    depths = {each.address: each.depth for each in wired.claims}
    assert {key for _, key in depths} == set(named)
    for each in wired.claims:
        assert all(depths[parent] < each.depth for parent in each.parents)
    kept = sum(len(each.parents) + len(each.unknown) for each in wired.claims)
    assert kept + len(wired.problems) == sum(len(set(parents)) for parents in named.values())
