"""ClaimReview, schema.org's words for a published fact check, read as claims and written."""

from both_sides.exchange.claim_review.reading import read_claim_reviews
from both_sides.exchange.claim_review.writing import format_claim_reviews

__all__ = ["format_claim_reviews", "read_claim_reviews"]
