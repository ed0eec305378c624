"""Claims as a ledger would hold them, for formats that write them."""

from collections.abc import Callable, Sequence

import pytest

from both_sides.domain.claims import Claim, ClaimSource
from both_sides.domain.evidence import Evidence, EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, EvidenceId
from both_sides.domain.verdicts import Conclusion, Verdict

AT = "2026-11-30T12:00:00.000Z"


def _registered(
    statement: str,
    *,
    conclusion: str | None = None,
    locators: Sequence[str] = (),
    source: ClaimSource | None = None,
    rationale: str = "It was looked at.",
) -> Claim:
    stance = Stance.REFUTES if conclusion == "refuted" else Stance.SUPPORTS
    claim_id = ClaimId("CLM-0001")
    evidence = tuple(
        Evidence(
            EvidenceId(f"EVD-{number:04d}"),
            claim_id,
            stance,
            EvidenceKind.DOCUMENT,
            locator,
            "what it shows",
            "ada",
            AT,
            number + 1,
        )
        for number, locator in enumerate(locators, start=1)
    )
    cited = tuple(item.evidence_id for item in evidence)
    verdict = None if conclusion is None else Conclusion(conclusion)
    return Claim(
        claim_id,
        statement,
        "ada",
        AT,
        1,
        1,
        source=source or ClaimSource(),
        evidence=evidence,
        verdicts=()
        if verdict is None
        else (Verdict(1, verdict, cited, rationale, "grace", AT, 9),),
    )


@pytest.fixture
def registered() -> Callable[..., Claim]:
    """Make claims with evidence and a verdict."""
    return _registered
