"""A draft keeps what all readers promise: statements, keys of their own, tags that fit."""

import pytest

from both_sides.domain.claims import ClaimSource
from both_sides.exchange.claim_trees import TreeClaim
from both_sides.exchange.tree_draft import MOST_TAGS, TreeDraft, slug_of, tidy_tags


def test_a_claim_that_says_nothing_is_left_out() -> None:
    """And reported with its place."""
    draft = TreeDraft("a.md")
    assert draft.add(TreeClaim("x", " \u200b "), line=3) is None
    (problem,) = draft.tree().problems
    assert (problem.code.value, problem.statements_lost) == ("missing_statement", 1)
    assert str(problem) == "a.md line 3: x: there is no statement"


def test_a_key_used_again_gives_way() -> None:
    """To the next free one."""
    draft = TreeDraft("a.md")
    assert [draft.add(TreeClaim("x", "s")) for _ in range(3)] == ["x", "x-2", "x-3"]
    assert draft.free_key("x") == "x-4"


def test_the_source_is_filled_in_unless_the_claim_has_one() -> None:
    """The key always."""
    draft = TreeDraft("a.md")
    draft.add(TreeClaim("x", "s"), line=3, place="Goals")
    draft.add(TreeClaim("y", "s", source=ClaimSource("https://example.org")))
    draft.add(TreeClaim("z", "s"))
    assert [claim.source for claim in draft.tree().claims] == [
        ClaimSource("a.md", "line 3, Goals", "x"),
        ClaimSource("https://example.org", None, "y"),
        ClaimSource("a.md", None, "z"),
    ]


def test_tags_fit_into_the_ledger() -> None:
    """Short, once, not too many, and none that says nothing."""
    assert tidy_tags(["a  b", "a b", " ", "\u200b", "c" * 300]) == ("a b", "c" * 199 + "…")
    assert len(tidy_tags(map(str, range(99)))) == MOST_TAGS


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("The parser rejects weak keys!", "the-parser-rejects-weak-keys"),
        ("2.1 Goals", "goals"),
        ("7) Goals", "goals"),
        ("2024", "2024"),
        ("1.", "1"),
        ("Größe und Maß", "grösse-und-mass"),
        ("東京", "東京"),
        ("…", ""),
        ("a" * 99, "a" * 80),
    ],
)
def test_a_slug_is_made_of_the_words(text: str, slug: str) -> None:
    """Without the number of its section, which changes when sections come and go."""
    assert slug_of(text) == slug
