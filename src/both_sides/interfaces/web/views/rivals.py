"""Put the rival claims of a dispute together for a page: factors as bars, verdicts, evidence.

The members are those of `both_sides.interfaces.wire.shapes`; what is added here is where a bar
begins and ends, and what auditors concluded. *This module does not* compute a score.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from both_sides.domain.adjudications import Factor
from both_sides.domain.claims import Claim
from both_sides.domain.decomposition import staleness
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId
from both_sides.domain.lookup import find_claim
from both_sides.domain.state import State
from both_sides.domain.verdicts import UNVERIFIED
from both_sides.interfaces.web.words import FACTOR_CLASS

UNTOLD: Final[Mapping[str, Any]] = {
    "verdict": None,
    "verdictStale": None,
    "verdictBy": None,
    "evidence": (),
    "for": 0,
    "against": 0,
}
WEIGHT_POINTS: Final = {factor.value: factor.weight_points for factor in Factor}


def rival_rows(claims: Sequence[Mapping[str, Any]], state: State | None) -> list[dict[str, Any]]:
    """Add to the claims of a ranking what a page shows besides.

    Args:
        claims: The claims as `claims_members` writes them.
        state: The scope, for verdicts and evidence; None to show none.
    """
    return [
        {
            **row,
            "anchor": f"claim-{row['position']}",
            "bars": factor_bars(row["factors"]),
            **(UNTOLD if state is None else judged(find_claim(state, ClaimId(row["claimId"])))),
        }
        for row in claims
    ]


def factor_bars(factors: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Say where the bar of each factor begins and ends.

    Returns:
        Each factor with `share`, the percentage of its own weight that it reached (`rest` is what
        is missing), and `begin`, the points before it, so that five bars make one of the score.
    """
    bars, begin = [], 0.0
    for factor in factors:
        full = WEIGHT_POINTS[factor["factor"]]
        contribution = float(factor["contribution"])
        bars.append(
            {
                **factor,
                "full": full,
                "css": FACTOR_CLASS[factor["factor"]],
                "share": percent(contribution / full),
                "rest": percent(1 - contribution / full),
                "begin": f"{begin:.2f}%",
                "width": f"{contribution:.2f}%",
            }
        )
        begin += contribution
    return bars


def judged(claim: Claim | None) -> dict[str, Any]:
    """Say what auditors concluded on a claim, and how much evidence stands on each side.

    References that came with an import are listed as references, so they are counted apart.
    """
    if claim is None:
        return {**UNTOLD, "verdict": UNVERIFIED}
    own = [item for item in claim.live_evidence if item.kind is not EvidenceKind.REFERENCE]
    sides = Counter(item.stance for item in claim.live_evidence)
    stale = staleness(claim)
    return {
        "verdict": claim.verdict_word,
        "verdictStale": None if stale is None else stale.value,
        "verdictBy": None if claim.current is None else claim.current,
        "evidence": own,
        "for": sides[Stance.SUPPORTS],
        "against": sides[Stance.REFUTES],
    }


def percent(share: float) -> str:
    """Write a share of a bar, 0 to 1, as SVG takes it."""
    return f"{100 * min(max(share, 0.0), 1.0):.2f}%"
