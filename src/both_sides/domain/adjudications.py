"""Hold what the engine answers: every claim with its five factors, in order, and what to do.

Plain values: `both_sides.scoring` makes them, everything else shows or seals them. Points are the
public two-decimal numbers (0 to 100); they are made from whole hundredths, so they are exact to
the last digit shown.
"""

from dataclasses import dataclass
from enum import StrEnum

from both_sides.domain.disputes import Band
from both_sides.domain.ids import ClaimId


class Factor(StrEnum):
    """Name the five factors, in the order in which they are added.

    *Source:* Method page, "The five factors".
    """

    EDITORIAL_RANK = "editorialRank"
    EVIDENCE_DEPTH = "evidenceDepth"
    CORROBORATION = "corroboration"
    RECENCY = "recency"
    SPECIFICITY = "specificity"

    @property
    def label(self) -> str:
        """Name the factor for people."""
        return _LABEL[self]

    @property
    def weight_points(self) -> int:
        """Give the weight as the points that a full value is worth; the five sum to 100."""
        return _WEIGHT_POINTS[self]

    @property
    def weight(self) -> float:
        """Give the weight as the Method page prints it; the five sum to 1."""
        return _WEIGHT_POINTS[self] / 100

    @property
    def measures(self) -> str:
        """State what the factor measures, in the words of the Method page."""
        return _MEASURES[self]


_LABEL = {
    Factor.EDITORIAL_RANK: "editorial rank",
    Factor.EVIDENCE_DEPTH: "evidence depth",
    Factor.CORROBORATION: "corroboration",
    Factor.RECENCY: "recency",
    Factor.SPECIFICITY: "specificity",
}
_WEIGHT_POINTS = {
    Factor.EDITORIAL_RANK: 28,
    Factor.EVIDENCE_DEPTH: 22,
    Factor.CORROBORATION: 20,
    Factor.RECENCY: 16,
    Factor.SPECIFICITY: 14,
}
_MEASURES = {
    Factor.EDITORIAL_RANK: "Upstream editor preference: preferred, normal or deprecated.",
    Factor.EVIDENCE_DEPTH: "How many independent references are attached to the claim.",
    Factor.CORROBORATION: "Whether the second source quotes a matching figure.",
    Factor.RECENCY: "How recently the reference was retrieved, decaying over 12 years.",
    Factor.SPECIFICITY: "Whether the statement is a precise measurement or a vague band.",
}


class Status(StrEnum):
    """Say whether there was anything to compare.

    *Source:* spec/engine.md, Ranking 4.
    """

    OK = "ok"
    DEGENERATE = "degenerate"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class FactorScore:
    """Hold one factor of one claim: its value, what it is worth, and why.

    Args:
        factor: Which of the five.
        value: 0 to 1, two decimals.
        contribution: Points added to the score, two decimals.
        sentence: States the number behind the value.
    """

    factor: Factor
    value: float
    contribution: float
    sentence: str


@dataclass(frozen=True, slots=True)
class RankedClaim:
    """Hold one claim in its place of the ranking.

    Args:
        position: 1 for the leader.
        claim_id: Which claim.
        score: 0 to 100 points, two decimals.
        eligible: Whether it may govern.
        barred_because: Why not, or None.
        factors: The five, in the order in which they are added.
    """

    position: int
    claim_id: ClaimId
    score: float
    eligible: bool
    barred_because: str | None
    factors: tuple[FactorScore, ...]


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Hold the engine's whole answer for one dispute.

    Args:
        engine_version: Which engine answered.
        as_of: The instant the ranking was made for, as it was given.
        status: Whether there was anything to compare.
        ranked: Every claim, the leader first.
        leader: The first of the order, or None.
        runner_up: The second of the order, or None.
        score: The leader's points, 0 where there is none.
        margin: Leader minus runner-up in points; negative where a barred claim outscores it.
        band: Settled, contested or unresolved.
        recommendation: What to do now, in one or two sentences.
    """

    engine_version: str
    as_of: str
    status: Status
    ranked: tuple[RankedClaim, ...]
    leader: ClaimId | None
    runner_up: ClaimId | None
    score: float
    margin: float
    band: Band
    recommendation: str

    def claim(self, claim_id: ClaimId) -> RankedClaim | None:
        """Find the claim with this id, or answer None."""
        return next((ranked for ranked in self.ranked if ranked.claim_id == claim_id), None)
