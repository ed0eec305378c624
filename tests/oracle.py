"""The Method written naively, one claim at a time: what the engine is compared with.

It shares no code with the package. Every line follows spec/engine.md in its order.
"""

import math
import re
from datetime import UTC, datetime, timedelta
from typing import Any

WEIGHTS = {
    "editorialRank": 0.28,
    "evidenceDepth": 0.22,
    "corroboration": 0.20,
    "recency": 0.16,
    "specificity": 0.14,
}
ISO = re.compile(
    r"([0-9]{4}|[+-][0-9]{6})(?:-([0-9]{2})(?:-([0-9]{2})"
    r"(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?"
)
LEAP_CYCLE_DAYS = 146_097


def round2(x: float) -> float:
    """Round half up, as JavaScript's Math.round does."""
    return math.floor(x * 100 + 0.5) / 100


def instant_ms(text: str | None) -> int | None:
    """Read an ISO date as milliseconds since 1970, slowly."""
    match = ISO.fullmatch(text or "")
    if match is None or match[1] == "-000000":
        return None
    year, month, day, hour, minute, second = (
        int(match[group] or default)
        for group, default in ((1, 0), (2, 1), (3, 1), (4, 0), (5, 0), (6, 0))
    )
    fraction = int(((match[7] or "") + "000")[:3])
    extra = timedelta(0)
    if hour == 24 and minute == second == fraction == 0:
        hour, extra = 0, timedelta(days=1)
    cycles, year = divmod(year - 2000, 400)
    try:
        moment = datetime(2000 + year, month, day, hour, minute, second, tzinfo=UTC) + extra
    except ValueError:
        return None
    ms = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    ms += cycles * LEAP_CYCLE_DAYS * 86_400_000 + fraction
    zone = match[8]
    if zone and zone != "Z":
        hours, minutes = int(zone[1:3]), int(zone[4:6])
        if hours > 23 or minutes > 59:
            return None
        offset = (hours * 60 + minutes) * 60_000
        ms += -offset if zone[0] == "+" else offset
    return ms


def factor_values(claim: dict[str, Any], figures: list[float], as_of: str) -> dict[str, float]:
    """Give the five unrounded values of one claim."""
    values = {"editorialRank": {"preferred": 1, "deprecated": 0.1}.get(claim.get("rank", ""), 0.55)}
    references = claim.get("referenceCount") or 0
    values["evidenceDepth"] = 0.15 if references <= 0 else min(1, references / 3)
    claimed = claim.get("numeric")
    values["corroboration"] = 0.5
    if claimed is not None:
        comparable = [f for f in figures if abs(f) >= max(10, 0.01 * abs(claimed))]
        if any(abs(f - claimed) <= max(1, 0.005 * abs(claimed)) for f in comparable):
            values["corroboration"] = 1
        elif comparable:
            values["corroboration"] = 0
    retrieved, now = instant_ms(claim.get("retrieved")), instant_ms(as_of)
    assert now is not None
    values["recency"] = 0.4
    if retrieved is not None:
        age = max(0, now - retrieved) / (365.25 * 86_400_000)
        values["recency"] = min(1, max(0.05, 1 - age / 12))
    precision = claim.get("precision") or ""
    values["specificity"] = 0.5
    code = re.search(r"year precision ([0-9]+)", precision)
    if precision == "quantity" or precision.startswith("coordinate"):
        values["specificity"] = 1
    elif code is not None:
        known = {11: 1, 10: 0.9, 9: 0.75, 8: 0.6, 7: 0.35, 6: 0.15}
        values["specificity"] = known.get(int(code[1]), 0.5)
    return values


def adjudicate(dispute: dict[str, Any]) -> dict[str, Any]:
    """Rank one dispute, in the shapes of the shared vectors."""
    claims, figures, as_of = dispute["claims"], dispute["figures"], dispute["asOf"]
    any_active = any(claim.get("rank") != "deprecated" for claim in claims)
    rows = []
    for claim in claims:
        values = factor_values(claim, figures, as_of)
        contributions = {name: round2(values[name] * w * 100) for name, w in WEIGHTS.items()}
        score = 0.0
        for contribution in contributions.values():
            score += contribution
        rows.append(
            {
                "claimId": claim["claimId"],
                "score": round2(score),
                "eligible": not (any_active and claim.get("rank") == "deprecated"),
                "references": claim.get("referenceCount") or 0,
                "factors": {name: [round2(values[name]), contributions[name]] for name in WEIGHTS},
            }
        )
    rows.sort(key=lambda row: row["claimId"])
    rows.sort(key=lambda row: row["references"], reverse=True)
    rows.sort(key=lambda row: row["score"], reverse=True)
    rows.sort(key=lambda row: not row["eligible"])
    for row in rows:
        del row["references"]
    margin = 0.0
    if len(rows) > 1:
        margin = round2(rows[0]["score"] - rows[1]["score"])
    elif rows:
        margin = rows[0]["score"]
    band = "settled" if margin >= 18 else "contested" if margin >= 8 else "unresolved"
    return {
        "status": "ok" if len(rows) > 1 else "degenerate" if rows else "empty",
        "ranked": rows,
        "leader": rows[0]["claimId"] if rows else None,
        "runnerUp": rows[1]["claimId"] if len(rows) > 1 else None,
        "score": rows[0]["score"] if rows else 0,
        "margin": margin,
        "band": "settled" if len(rows) == 1 else band,
    }
