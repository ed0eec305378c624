"""Hold an auditor's verdicts on a claim: an append-only history whose last entry is current.

`unverified` is derived, never recorded: it is the absence of a verdict. *This module does not*
decide whether a verdict may be recorded; see `both_sides.domain.audit_rules`.
"""

from dataclasses import dataclass
from enum import StrEnum

from both_sides.domain.ids import EvidenceId


class Conclusion(StrEnum):
    """Name what an auditor can conclude.

    *Source:* Verdicts page, "Verdicts"; spec/claims.md, F1.
    """

    SUPPORTED = "supported"
    REFUTED = "refuted"
    NOT_ENOUGH_INFO = "not_enough_info"

    @property
    def means(self) -> str:
        """State what it means, in the words of the Verdicts page."""
        return _MEANING[self]


_MEANING = {
    Conclusion.SUPPORTED: "Cited evidence shows the claim holds.",
    Conclusion.REFUTED: "Cited evidence shows the claim does not hold.",
    Conclusion.NOT_ENOUGH_INFO: "The evidence can't decide the claim.",
}

UNVERIFIED = "unverified"

HONESTY = (
    "not_enough_info is an honest, legitimate outcome. Use it instead of guessing. Never infer"
    " support from the absence of failure (“no errors, so it works”), and never infer absence from"
    " not having looked."
)


class Caveat(StrEnum):
    """Name what is accepted and said, and refused under strict rules.

    *Source:* spec/claims.md, R2, R3, R8, F15, F18, F19.
    """

    FIX_MISSING = "fix_missing"
    FIX_VAGUE = "fix_vague"
    FIX_CROSS_REFERENCE = "fix_cross_reference"
    AGAINST_CHILDREN = "against_children"
    ANALYSIS_MISSING = "analysis_missing"
    CHILDREN_NOT_NAMED = "children_not_named"
    CONFLICTING_CITATIONS = "conflicting_citations"

    @property
    def sentence(self) -> str:
        """Say what is warned of."""
        return _SENTENCE[self]


_SENTENCE = {
    Caveat.FIX_MISSING: "the rationale names no next step after Fix:",
    Caveat.FIX_VAGUE: "the next step is not specific",
    Caveat.FIX_CROSS_REFERENCE: "the next step only points to another claim",
    Caveat.AGAINST_CHILDREN: "the verdict does not follow from the children",
    Caveat.ANALYSIS_MISSING: "the verdict cites no analysis of the children as they are now",
    Caveat.CHILDREN_NOT_NAMED: "the analysis does not name the refuted children",
    Caveat.CONFLICTING_CITATIONS: "the verdict cites evidence on both sides",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hold one verdict.

    Args:
        seq: Its place in the history of its claim; the first is 1.
        conclusion: What was concluded.
        citations: The evidence that decides it.
        rationale: Why the evidence decides the claim.
        auditor: The person or model that concluded.
        at: When, UTC.
        n: Its place in the chain; order never depends on the clock.
        warnings: What was said when it was accepted.
    """

    seq: int
    conclusion: Conclusion
    citations: tuple[EvidenceId, ...]
    rationale: str
    auditor: str
    at: str
    n: int
    warnings: tuple[Caveat, ...] = ()
