"""Fact checks in ClaimReview are claims; a rating is a verdict only where it is beyond doubt."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from both_sides.domain.claims import Claim, ClaimSource
from both_sides.domain.fix import caveats_of_step, next_step
from both_sides.exchange.claim_review import format_claim_reviews, read_claim_reviews
from both_sides.exchange.claim_review.ratings import read_rating
from both_sides.exchange.claim_trees import ClaimTree
from tests.shared import shared
from tests.trees import codes, said, vector, verdicts

REVIEW: Final[dict[str, Any]] = json.loads(vector("claimreview/world_is_flat.jsonld"))
# What schema.org lets the types that are written here have; of CreativeWork and Thing only these.
PROPERTIES: Final = {
    "ClaimReview": {
        "author",
        "citation",
        "claimReviewed",
        "datePublished",
        "identifier",
        "itemReviewed",
        "publisher",
        "reviewBody",
        "reviewRating",
        "url",
    },
    "Rating": {"alternateName", "bestRating", "ratingValue", "worstRating"},
    "Claim": {"appearance", "firstAppearance", "identifier", "author"},
    "CreativeWork": {"name", "url"},
    "Person": {"name"},
    "Organization": {"name"},
}


def read(*reviews: Any) -> ClaimTree:  # noqa: ANN401 - JSON
    """Read a document with these reviews."""
    return read_claim_reviews(json.dumps(reviews), document="reviews.jsonld")


def require_schema(value: Any) -> None:  # noqa: ANN401 - JSON
    """Require that every object has a type of schema.org and only members of that type."""
    if isinstance(value, list):
        for member in value:
            require_schema(member)
    elif isinstance(value, dict):
        members = set(value) - {"@type", "@context"}
        assert members <= PROPERTIES[value["@type"]], (value["@type"], members)
        for member in value.values():
            require_schema(member)


# --- reading ------------------------------------------------------------------------


def test_a_review_is_a_claim_that_its_reviewer_judged() -> None:
    """Google's own example."""
    tree = read_claim_reviews(vector("claimreview/world_is_flat.jsonld"), document="flat.jsonld")
    assert (codes(tree), tree.remarks) == ([], ())
    (found,) = tree.claims
    assert found.statement == "The world is flat"
    assert found.key == "https://example.com/news/science/worldisflat.html"
    assert found.source.document == "https://example.com/news/a122121"
    assert found.source.locator == (
        "Square World Society, 2024-06-20, Square Earth - Flat earthers for the Internet age"
    )
    assert found.tags == ("rating: False", "reviewer: Example.com science watch")
    assert list(map(said, found.evidence)) == [("refutes", "web", found.key)]
    assert found.verdict is not None
    assert (found.verdict.conclusion, found.verdict.auditor) == (
        "refuted",
        "Example.com science watch",
    )
    assert next_step(found.verdict.rationale) == (
        "correct or withdraw “The world is flat” where it stands: https://example.com/news/a122121"
    )


def test_words_and_a_number_that_disagree_are_no_verdict() -> None:
    """Schema.org's own example says True beside a picture of trousers on fire."""
    tree = read_claim_reviews(vector("claimreview/rated_true_and_worst.jsonld"), document="r")
    (found,) = tree.claims
    assert found.verdict is None
    assert found.tags[0] == "rating: True"
    assert [item.stance.value for item in found.evidence] == ["context"]
    (remark,) = tree.remarks
    assert remark.endswith("is rated “True” and 1 on a scale from 1 to 6: no verdict was recorded")
    assert found.source.document == "The St. Petersburg Times interview [...]"


def test_prose_alone_is_no_verdict() -> None:
    """A review body that says "This claim is true" is for people to read."""
    tree = read_claim_reviews(vector("claimreview/unrated.jsonld"), document="r")
    (found,) = tree.claims
    assert found.verdict is None
    assert found.source.document == "https://www.youtube.com/watch?v=B_889oBKkNU"


def test_a_review_of_a_picture_gives_the_claim_that_it_is_taken_for() -> None:
    """What is said of the picture is a tag."""
    tree = read_claim_reviews(vector("claimreview/media_review.jsonld"), document="r")
    (found,) = tree.claims
    assert found.statement.startswith("Mariah Carey faked getting her COVID-19 vaccine")
    assert found.tags == ("media: DecontextualizedContent", "reviewer: PolitiFact")
    assert found.source.document == "https://www.instagram.com/p/CNtao_WA0Dr/"
    assert found.verdict is None


@pytest.mark.parametrize(
    ("rating", "conclusion"),
    [
        ({"alternateName": "True"}, "supported"),
        ({"alternateName": " FALSE! "}, "refuted"),
        ({"alternateName": "Pants on Fire!", "ratingValue": "1", "bestRating": 6}, "refuted"),
        ({"alternateName": "Not enough information"}, "not_enough_info"),
        ({"alternateName": "True", "ratingValue": 5}, "supported"),
        ({"alternateName": "False", "ratingValue": 0, "worstRating": 0}, "refuted"),
        # A scale whose ends are one number says nothing, as many publishers write it.
        (
            {"alternateName": "False", "ratingValue": -1, "bestRating": -1, "worstRating": -1},
            "refuted",
        ),
        # In between, or the other end.
        ({"alternateName": "False", "ratingValue": 2}, None),
        ({"alternateName": "True", "ratingValue": 1}, None),
        # Words that everybody understands in another way.
        ({"alternateName": "Mostly false"}, None),
        ({"alternateName": "Misleading"}, None),
        ({"alternateName": "Unproven"}, None),
        ({"alternateName": "Not true"}, None),
        ({"alternateName": "Falsch"}, None),
        # A number alone.
        ({"ratingValue": 1, "bestRating": 5, "worstRating": 1}, None),
        ({"alternateName": 5}, None),
        ({"alternateName": "True", "ratingValue": "high", "bestRating": True}, "supported"),
        ({}, None),
    ],
)
def test_a_rating_is_a_verdict_only_beyond_doubt(
    rating: dict[str, Any], conclusion: str | None
) -> None:
    """The same in the tree: with a verdict, or with a tag alone."""
    read_one = read_rating(rating)
    assert read_one is not None
    assert read_one.conclusion == conclusion
    tree = read({**REVIEW, "reviewRating": rating})
    assert verdicts(tree) == {conclusion or "none": 1}


def test_reviews_are_found_anywhere() -> None:
    """In a graph, in a feed, under a type with an address."""
    other = {**REVIEW, "@type": ["http://schema.org/ClaimReview"], "url": "https://example.com/2"}
    tree = read({"@graph": [REVIEW]}, {"dataFeedElement": [{"item": [other]}]})
    assert [claim.key for claim in tree.claims] == [REVIEW["url"], "https://example.com/2"]


def test_two_claims_reviewed_on_one_page_have_keys_of_their_own() -> None:
    """Without an address the words make the key."""
    tree = read(REVIEW, {**REVIEW, "claimReviewed": "The world is a cube"})
    assert [claim.key.rpartition("#")[2] for claim in tree.claims] == [
        "the-world-is-flat",
        "the-world-is-a-cube",
    ]
    bare = {name: member for name, member in REVIEW.items() if name != "url"}
    assert [claim.key for claim in read(bare).claims] == ["the-world-is-flat"]


@pytest.mark.parametrize(
    ("item", "document", "locator"),
    [
        ({"@type": "Claim", "appearance": "https://example.com/1"}, "https://example.com/1", None),
        (
            {"@type": "Claim", "firstAppearance": {"url": "https://e.com/a", "name": "A"}},
            "https://e.com/a",
            "A",
        ),
        (
            {"@type": "Claim", "appearance": [{"name": "A talk"}], "author": "Ada"},
            "A talk",
            "Ada",
        ),
        ({"@type": "Claim", "author": {"name": "Ada"}}, "reviews.jsonld", "Ada"),
        ([{"@type": "Book", "name": "B", "author": [{"name": "Ada"}]}], "B", "Ada"),
    ],
)
def test_the_source_is_where_the_claim_appeared(
    item: object, document: str, locator: str | None
) -> None:
    """Its address, else its name, else the file; and who said it."""
    (found,) = read({**REVIEW, "itemReviewed": item}).claims
    assert (found.source.document, found.source.locator) == (document, locator)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("nonsense", ["malformed_document"]),
        ("{}", ["malformed_document"]),
        (json.dumps({**REVIEW, "claimReviewed": None}), ["missing_statement"]),
        (json.dumps({**REVIEW, "author": 5, "itemReviewed": 5, "reviewRating": []}), []),
    ],
)
def test_bad_documents_are_problems(text: str, wanted: list[str]) -> None:
    """Whatever is missing."""
    assert codes(read_claim_reviews(text, document="r")) == wanted


def test_all_shared_reviews_are_read() -> None:
    """Seven claims are reviewed, seven pictures; one rating is beyond doubt."""
    found = []
    for path in sorted(Path(shared("data/claimreview")).rglob("*.jsonld")):
        tree = read_claim_reviews(path.read_text(), document=path.name)
        assert codes(tree) == []
        (claim,) = tree.claims
        found.append((claim.tags[0].partition(":")[0], claim.verdict is not None))
    assert len(found) == 14
    assert found.count(("rating", True)) == 1
    assert found.count(("rating", False)) == 3
    assert found.count(("media", False)) == 7
    assert found.count(("reviewer", False)) == 3


# --- writing ------------------------------------------------------------------------


@pytest.mark.parametrize("conclusion", ["supported", "refuted", "not_enough_info"])
def test_a_verdict_is_written_and_read_back(
    conclusion: str, registered: Callable[..., Claim]
) -> None:
    """Statement, conclusion, auditor, rationale, and the key."""
    claim = registered(
        "The parser rejects weak keys.",
        conclusion=conclusion,
        locators=("tests/test_keys.py:12",),
        rationale="Seen. Fix: send a 1024-bit key and see it rejected",
        source=ClaimSource("https://example.org/readme", "line 3", "REQ-1"),
    )
    (review,) = format_claim_reviews([claim])
    require_schema(review)
    tree = read(review)
    assert codes(tree) == []
    (found,) = tree.claims
    assert (found.statement, found.key) == (claim.statement, claim.claim_id)
    assert found.source.document == "https://example.org/readme"
    assert found.verdict is not None
    assert (found.verdict.conclusion, found.verdict.auditor) == (conclusion, "grace")
    assert "Seen." in found.verdict.rationale
    if conclusion != "supported":
        assert next_step(found.verdict.rationale) == "send a 1024-bit key and see it rejected"
        assert caveats_of_step(found.verdict.rationale) == ()


def test_the_members_are_those_of_schema_org(registered: Callable[..., Claim]) -> None:
    """With an address and a publisher where the caller gives them."""
    claim = registered("It is so.", conclusion="refuted", locators=("A#0",))
    (review,) = format_claim_reviews(
        [claim], address=lambda claim_id: f"https://example.org/{claim_id}", publisher="Desk"
    )
    require_schema(review)
    assert review == {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "identifier": "CLM-0001",
        "claimReviewed": "It is so.",
        "datePublished": "2026-11-30",
        "author": {"@type": "Person", "name": "grace"},
        "reviewRating": {
            "@type": "Rating",
            "alternateName": "Refuted",
            "ratingValue": 1,
            "bestRating": 5,
            "worstRating": 1,
        },
        "reviewBody": "It was looked at.",
        "itemReviewed": {"@type": "Claim"},
        "url": "https://example.org/CLM-0001",
        "publisher": {"@type": "Organization", "name": "Desk"},
        "citation": ["A#0"],
    }


def test_not_enough_information_has_no_number(registered: Callable[..., Claim]) -> None:
    """The middle of a scale would say half true; an unverified claim has no review at all."""
    undecided = registered("It is so.", conclusion="not_enough_info")
    (review,) = format_claim_reviews([registered("Nobody judged it."), undecided])
    assert review["reviewRating"] == {"@type": "Rating", "alternateName": "Not enough information"}
    named = registered(
        "x", conclusion="supported", locators=("a",), source=ClaimSource("README.md")
    )
    (review,) = format_claim_reviews([named])
    assert review["itemReviewed"]["appearance"] == {"@type": "CreativeWork", "name": "README.md"}
