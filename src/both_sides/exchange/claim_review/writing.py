"""Write the current verdicts of claims as ClaimReview in plain JSON-LD.

A claim that nobody has judged has no review. Not enough information is rated in words only: a
number in the middle of a scale would say "half true". *This module does not* say where the review
is published; whoever publishes it gives the address.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from both_sides.domain.claims import Claim, ClaimSource
from both_sides.domain.ids import ClaimId
from both_sides.domain.verdicts import Conclusion, Verdict

CONTEXT: Final = "https://schema.org"
WORST: Final = 1
BEST: Final = 5
_WORDS: Final = {
    Conclusion.SUPPORTED: "Supported",
    Conclusion.REFUTED: "Refuted",
    Conclusion.NOT_ENOUGH_INFO: "Not enough information",
}
_VALUES: Final = {Conclusion.SUPPORTED: BEST, Conclusion.REFUTED: WORST}


def format_claim_reviews(
    claims: Iterable[Claim],
    *,
    address: Callable[[ClaimId], str] | None = None,
    publisher: str | None = None,
) -> Iterator[dict[str, Any]]:
    """Write the current verdicts of claims as reviews.

    Args:
        claims: The claims; those without a verdict are passed over.
        address: Gives the address at which a claim's review is published, or None.
        publisher: The organization that publishes them, or None.

    Yields:
        One ClaimReview for each verdict. Its author is the auditor, as a Person: schema.org knows
        no author that is a model.

    *Source:* schema.org, ClaimReview, Rating, Claim.
    """
    for claim in claims:
        verdict = claim.current
        if verdict is None:
            continue
        review: dict[str, Any] = {
            "@context": CONTEXT,
            "@type": "ClaimReview",
            "identifier": claim.claim_id,
            "claimReviewed": claim.statement,
            "datePublished": verdict.at[:10],
            "author": {"@type": "Person", "name": verdict.auditor},
            "reviewRating": _rating(verdict),
            "reviewBody": verdict.rationale,
            "itemReviewed": _item(claim.source),
        }
        if address is not None:
            review["url"] = address(claim.claim_id)
        if publisher is not None:
            review["publisher"] = {"@type": "Organization", "name": publisher}
        citations = [item.locator for item in claim.cited()]
        if citations:
            review["citation"] = citations
        yield review


def _rating(verdict: Verdict) -> dict[str, Any]:
    rating: dict[str, Any] = {"@type": "Rating", "alternateName": _WORDS[verdict.conclusion]}
    value = _VALUES.get(verdict.conclusion)
    if value is not None:
        rating |= {"ratingValue": value, "bestRating": BEST, "worstRating": WORST}
    return rating


def _item(source: ClaimSource) -> dict[str, Any]:
    item: dict[str, Any] = {"@type": "Claim"}
    if source.key is not None:
        item["identifier"] = source.key
    if source.document is not None:
        is_address = source.document.startswith(("https://", "http://"))
        member = "url" if is_address else "name"
        item["appearance"] = {"@type": "CreativeWork", member: source.document}
    return item
