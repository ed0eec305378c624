"""Write the Method page: factors, weights, bands, actions, rules, seal formula, engine version.

Everything comes from the code that does the work, so the page cannot say something else.
"""

import textwrap
from typing import Any, Final

from both_sides.domain.adjudications import Factor
from both_sides.domain.disputes import (
    CONTESTED_FROM_CENTIPOINTS,
    SETTLED_FROM_CENTIPOINTS,
    WHAT_THIS_IS_NOT,
    Band,
)
from both_sides.scoring.version import ENGINE_NAME, ENGINE_VERSION

TITLE: Final = (
    "How a claim wins, how a ruling is sealed, and what the engine deliberately refuses to do."
)
RULES: Final = (
    (
        "A deprecated claim cannot govern.",
        "Upstream editors marking a claim deprecated is an explicit rejection, so it is barred"
        " while any active claim exists, however many references it carries.",
    ),
    (
        "Ties break on claim id.",
        "Identical scores are ordered by reference count and then lexicographically by claim id,"
        " so two runs on the same input always produce the same ranking.",
    ),
)
SEAL_FORMULA: Final = (
    'seal_0 = SHA-384("both-sides/genesis/v1:" + scopeId)',
    "seal_n = SHA-384( UTF-8(seal_{n-1}) || canonicalJson(event_n) )",
)
SEAL_SENTENCE: Final = (
    "canonicalJson sorts object keys recursively and drops undefined members, so equal payloads"
    " hash equally. Every create, update and retire appends one event. Replaying the chain"
    " recomputes each seal and reports the first link that does not match. Deleting a ruling keeps"
    " a tombstone, so the replay still works after a removal."
)
_FROM_CENTIPOINTS: Final = {
    Band.SETTLED: SETTLED_FROM_CENTIPOINTS,
    Band.CONTESTED: CONTESTED_FROM_CENTIPOINTS,
    Band.UNRESOLVED: 0,
}


def method_members() -> dict[str, Any]:
    """Write the Method page as JSON members.

    *Source:* Method page, whole.
    """
    return {
        "engine": ENGINE_NAME,
        "version": ENGINE_VERSION,
        "factors": [
            {
                "factor": factor.value,
                "label": factor.label,
                "weight": factor.weight,
                "measures": factor.measures,
            }
            for factor in Factor
        ],
        "bands": [
            {
                "band": band.value,
                "marginFrom": _FROM_CENTIPOINTS[band] / 100,
                "meaning": band.meaning,
                "requiredAction": band.required_action,
            }
            for band in Band
        ],
        "rules": [{"rule": rule, "because": because} for rule, because in RULES],
        "seal": {"formula": list(SEAL_FORMULA), "meaning": SEAL_SENTENCE},
        "whatThisIsNot": WHAT_THIS_IS_NOT,
    }


def method_text() -> str:
    """Write the Method page as plain text, at most 100 columns wide.

    *Source:* Method page, whole.
    """
    lines = [
        f"Method of {ENGINE_NAME} {ENGINE_VERSION}",
        TITLE,
        "",
        "The five factors (each 0 to 1, times its weight, times 100 points)",
    ]
    lines += [f"  {factor.value:<14} {factor.weight:.2f}  {factor.measures}" for factor in Factor]
    lines += ["", "Bands of the margin (leader minus runner-up)"]
    for band in Band:
        lines.append(
            f"  {band.value:<11} from {_FROM_CENTIPOINTS[band] / 100:5.2f}  {band.meaning}"
        )
        lines.append(f"  {'':<23}{band.required_action}")
    lines += ["", "Two rules the engine will not bend"]
    for rule, because in RULES:
        lines += [f"  {rule}", *_wrapped(because)]
    lines += ["", "How the chain is sealed", *(f"  {line}" for line in SEAL_FORMULA)]
    lines += _wrapped(SEAL_SENTENCE)
    lines += ["", "What this is not", *_wrapped(WHAT_THIS_IS_NOT)]
    return "\n".join(lines) + "\n"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 92, initial_indent="    ", subsequent_indent="    ")
