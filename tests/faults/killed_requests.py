"""The requests of processes that are killed, so that a test can send the same ones again."""

from both_sides.domain.ids import ClaimId, RulingId
from both_sides.service.desk import RuleRequest
from tests.samples import QUESTION


def ask(number: int) -> RuleRequest:
    """Ask for the ruling that supersedes the one before it, under a key of its own."""
    return RuleRequest(
        QUESTION,
        ClaimId("ab"[number % 2]),
        f"Reason {number}.",
        "ada",
        supersedes=RulingId(f"RUL-{number:04d}") if number else None,
        idempotency_key=f"k{number}",
    )
