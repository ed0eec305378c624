"""Lay out how far two claims are apart: the margin on its scale, and both sides face to face.

*This module does not* decide a band; the marks are those of the Method page.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from both_sides.domain.disputes import CONTESTED_FROM_CENTIPOINTS, SETTLED_FROM_CENTIPOINTS
from both_sides.interfaces.web.views.rivals import percent

CONTESTED_FROM: Final = CONTESTED_FROM_CENTIPOINTS / 100
SETTLED_FROM: Final = SETTLED_FROM_CENTIPOINTS / 100
SCALE_POINTS: Final = 2 * SETTLED_FROM  # the settled mark stands in the middle
ROOM_BEYOND: Final = 1.1


def margin_gauge(adjudication: Mapping[str, Any]) -> dict[str, Any]:
    """Place a margin on a scale with the marks at 8 and 18 points.

    Args:
        adjudication: As `adjudication_members` writes it.
    """
    margin = float(adjudication["margin"])
    scale = max(SCALE_POINTS, margin * ROOM_BEYOND)
    return {
        "margin": margin,
        "band": adjudication["band"],
        "at": percent(margin / scale),
        "contestedAt": percent(CONTESTED_FROM / scale),
        "settledAt": percent(SETTLED_FROM / scale),
        "contestedWidth": percent((SETTLED_FROM - CONTESTED_FROM) / scale),
        "settledWidth": percent(1 - SETTLED_FROM / scale),
        "contestedFrom": CONTESTED_FROM,
        "settledFrom": SETTLED_FROM,
        "isMeasured": adjudication["status"] == "ok",
    }


def both_sides(rivals: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Set leader and runner-up face to face, factor by factor; None where there is one claim.

    Args:
        rivals: As `rival_rows` gives them.
    """
    if len(rivals) < 2:  # noqa: PLR2004 - a pair
        return None
    leader, rival = rivals[0], rivals[1]
    lines = [
        {
            "label": ours["label"],
            "css": ours["css"],
            "full": ours["full"],
            "left": ours,
            "right": theirs,
            "lead": float(ours["contribution"]) - float(theirs["contribution"]),
        }
        for ours, theirs in zip(leader["bars"], rival["bars"], strict=True)
    ]
    return {"left": leader, "right": rival, "lines": lines}
