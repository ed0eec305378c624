"""Read fact checks as claims: ClaimReview and MediaReview in JSON-LD.

    {"@context": "https://schema.org", "@type": "ClaimReview",
     "url": "https://example.com/news/science/worldisflat.html",
     "claimReviewed": "The world is flat",
     "author": {"@type": "Organization", "name": "Example.com science watch"},
     "itemReviewed": {"@type": "Claim", "author": {"name": "Square World Society"},
                      "appearance": {"url": "https://example.com/news/a122121"}},
     "reviewRating": {"ratingValue": 1, "bestRating": 5, "worstRating": 1,
                      "alternateName": "False"}}

1. `claimReviewed` is the statement. Its source is where it appeared, and who said it when; its key
   there is the address of the review.
2. The review itself becomes an item of evidence, of the kind web: on the side of its rating where
   that is clear, else context.
3. The rating becomes a tag as it is worded, and a verdict of the reviewer where it is beyond
   doubt; see `both_sides.exchange.claim_review.ratings`.
4. A MediaReview rates a picture or a video, not a claim: the claim that it is interpreted as is
   read, the rating is a tag, and there is no verdict.

Reviews are found anywhere in a document: alone, in a list, in a graph, in a feed. *This module
does not* resolve JSON-LD contexts, and fetches nothing.

*Source:* schema.org, ClaimReview, MediaReview, Claim; Google, Fact Check structured data.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from both_sides.domain.claims import ClaimSource
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.fix import next_step
from both_sides.domain.verdicts import Conclusion
from both_sides.domain.wording import LONGEST_NAME
from both_sides.errors import InvalidInputError
from both_sides.exchange.claim_review.ratings import Rating, read_rating
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence, TreeVerdict
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.strict_json import parse_json
from both_sides.exchange.tree_draft import TreeDraft, slug_of

LONGEST_BODY: Final = 4_000
_CLAIM_REVIEW: Final = "ClaimReview"
_MEDIA_REVIEW: Final = "MediaReview"
_SOMEBODY: Final = "an unnamed reviewer"
_STANCES: Final = {
    Conclusion.SUPPORTED: Stance.SUPPORTS,
    Conclusion.REFUTED: Stance.REFUTES,
}

Members = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Review:
    """Hold a review with the claim that it is about."""

    statement: str
    members: Members
    item: Members
    rating: Rating | None
    tags: tuple[str, ...]

    @property
    def reviewer(self) -> str:
        return (_name_of(self.members.get("author")) or _SOMEBODY)[:LONGEST_NAME]

    @property
    def url(self) -> str | None:
        return _text(self.members.get("url"))


def read_claim_reviews(text: str, *, document: str) -> ClaimTree:
    """Read the reviews of a JSON-LD document as claims.

    Args:
        text: The document.
        document: What to call it.
    """
    draft = TreeDraft(document)
    try:
        content = parse_json(text)
    except InvalidInputError as error:
        draft.report(ProblemCode.MALFORMED_DOCUMENT, error.message)
        return draft.tree()
    reviews = [review for found in _reviews_in(content) for review in _read_review(found)]
    if not reviews:
        draft.report(ProblemCode.MALFORMED_DOCUMENT, f"it holds no {_CLAIM_REVIEW}")
    times = Counter(review.url for review in reviews)
    for review in reviews:
        named = review.url or _text(review.members.get("identifier")) or ""
        slug = slug_of(review.statement)
        key = f"{named}#{slug}" if named and times[review.url] > 1 and review.url else named or slug
        draft.add(_claim(review, key or "claim", draft))
    return draft.tree()


def _reviews_in(value: Any) -> Iterator[Members]:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        for member in value:
            yield from _reviews_in(member)
    elif isinstance(value, Mapping):
        if _types(value) & {_CLAIM_REVIEW, _MEDIA_REVIEW}:
            yield value
        else:
            for member in value.values():
                yield from _reviews_in(member)


def _read_review(members: Members) -> Iterator[_Review]:
    item = _first(members.get("itemReviewed"))
    rating = read_rating(members.get("reviewRating"))
    if _CLAIM_REVIEW in _types(members):
        yield _Review(_text(members.get("claimReviewed")) or "", members, item, rating, ())
        return
    category = _text(members.get("mediaAuthenticityCategory"))
    tags = () if category is None else (f"media: {category}",)
    claims = item.get("interpretedAsClaim")
    for claim in claims if isinstance(claims, list) else [claims]:
        said = _first(claim)
        statement = _text(said.get("description")) or _text(said.get("name"))
        if statement:
            yield _Review(statement, members, item, None, tags)


def _claim(review: _Review, key: str, draft: TreeDraft) -> TreeClaim:
    rating = review.rating
    if rating is not None and rating.contradicts_itself:
        draft.remark(f"{key} is rated “{rating.words}” and {rating.scale}: no verdict was recorded")
    conclusion = None if rating is None else rating.conclusion
    words = None if rating is None else rating.words or rating.scale
    locator = review.url or f"{draft.document}#{key}"
    claim = TreeClaim(
        key,
        review.statement,
        source=_source(review.item, draft.document),
        tags=(
            *review.tags,
            *(() if words is None else (f"rating: {words}",)),
            f"reviewer: {review.reviewer}",
        ),
        evidence=(
            TreeEvidence(
                Stance.CONTEXT if conclusion is None else _STANCES.get(conclusion, Stance.CONTEXT),
                EvidenceKind.WEB,
                locator,
                f"review by {review.reviewer}" + ("" if words is None else f": {words}"),
            ),
        ),
    )
    if conclusion is None or rating is None:
        return claim
    rationale = _rationale(review, rating, conclusion, claim.source, locator)
    cites = () if conclusion is Conclusion.NOT_ENOUGH_INFO else (0,)
    return replace(claim, verdict=TreeVerdict(conclusion, rationale, review.reviewer, cites))


def _rationale(
    review: _Review, rating: Rating, conclusion: Conclusion, source: ClaimSource, locator: str
) -> str:
    scale = "" if rating.scale is None else f" ({rating.scale})"
    said = f"{review.reviewer} reviewed the claim and rates it “{rating.words}”{scale}: {locator}."
    body = _text(review.members.get("reviewBody"))
    if body is not None:
        said = f"{said} {body[:LONGEST_BODY]}"
    if conclusion is Conclusion.SUPPORTED or next_step(said) is not None:
        return said
    step = (
        f"correct or withdraw “{review.statement}” where it stands: {source.document or locator}"
        if conclusion is Conclusion.REFUTED
        else f"find a source that decides “{review.statement}” and compare it with {locator}"
    )
    return f"{said} Fix: {step}"


def _source(item: Members, document: str) -> ClaimSource:
    """Say where a claim appeared, and who said it when.

    What is reviewed is the claim itself, with the works that it appears in, or such a work.
    """
    is_claim = "Claim" in _types(item)
    names = ("firstAppearance", "appearance", "mediaItemAppearance")
    appearances = [work for name in names for work in _all(item.get(name))]
    works = [_first(work) for work in appearances] if appearances or is_claim else [item]
    addresses = (_address(work) for work in (*appearances, *works))
    titles = (_text(work.get(name)) for work in works for name in ("headline", "name"))
    address, title = next(filter(None, addresses), None), next(filter(None, titles), None)
    speaker = _name_of(item.get("author") or item.get("creator"))
    said = (speaker, _text(item.get("datePublished")), title if address else None)
    return ClaimSource(address or title or document, ", ".join(filter(None, said)) or None)


def _address(work: Any) -> str | None:  # noqa: ANN401 - JSON
    """Find the address of a work, which may be written as its address alone, or of the whole."""
    if isinstance(work, str):
        return _text(work)
    members = _first(work)
    own = _text(members.get("url")) or _text(members.get("contentUrl"))
    return own or _text(_first(members.get("isPartOf")).get("url"))


def _name_of(value: Any) -> str | None:  # noqa: ANN401 - JSON
    """Name a person or an organization; without a name by its address."""
    if isinstance(value, str):
        return _text(value)
    members = _first(value)
    return _text(members.get("name")) or _text(members.get("url"))


def _types(members: Members) -> set[str]:
    named = members.get("@type")
    names = named if isinstance(named, list) else [named]
    return {name.rpartition("/")[2].rpartition(":")[2] for name in names if isinstance(name, str)}


def _all(value: Any) -> list[Any]:  # noqa: ANN401 - JSON
    return value if isinstance(value, list) else [] if value is None else [value]


def _first(value: Any) -> Members:  # noqa: ANN401 - JSON
    first = value[0] if isinstance(value, list) and value else value
    return first if isinstance(first, Mapping) else {}


def _text(value: Any) -> str | None:  # noqa: ANN401 - JSON
    return value.strip() or None if isinstance(value, str) else None
