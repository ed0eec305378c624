"""Word what pages say beside the services' own sentences: numbers, instants, hints beside fields.

*This module does not* word anything that another face says too.
"""

import re
from typing import Final

from markupsafe import Markup, escape

from both_sides.domain.adjudications import Factor
from both_sides.domain.claims import Claim
from both_sides.domain.verdicts import HONESTY, UNVERIFIED, Caveat, Conclusion
from both_sides.interfaces.wire.audit_markdown import WHAT_A_VERDICT_IS_NOT

ON_HONESTY: Final = HONESTY
ON_VERDICTS: Final = WHAT_A_VERDICT_IS_NOT
FACTOR_CLASS: Final = {
    factor.value: f"factor-{place}" for place, factor in enumerate(Factor, start=1)
}
SHORT_FACTOR: Final = {
    Factor.EDITORIAL_RANK.value: "rank",
    Factor.EVIDENCE_DEPTH.value: "depth",
    Factor.CORROBORATION.value: "corroboration",
    Factor.RECENCY.value: "recency",
    Factor.SPECIFICITY.value: "specificity",
}
VERDICT_WORDS: Final = {
    Conclusion.SUPPORTED.value: "supported",
    Conclusion.REFUTED.value: "refuted",
    Conclusion.NOT_ENOUGH_INFO.value: "not enough info",
    UNVERIFIED: "unverified",
}
KIND_MEANS: Final = {
    "contradiction": "The values cannot all hold: they are for the same moment, or undated.",
    "time_series": "Each value holds for a moment of its own. That is no contradiction: narrow it"
    " to one point in time, or to the newest.",
    "mixed": "Some values are told apart by their moment, others are not. Narrow it first.",
    "undisputed": "All claims say the same.",
}
EVENT_WORDS: Final = {
    "entity.imported": "entity imported",
    "ruling.created": "ruling recorded",
    "ruling.updated": "ruling revised",
    "ruling.superseded": "ruling superseded",
    "ruling.retired": "ruling retired",
    "claim.created": "claim registered",
    "claim.updated": "claim changed",
    "claim.retired": "claim retired",
    "claim.reactivated": "claim brought back",
    "evidence.added": "evidence added",
    "evidence.withdrawn": "evidence withdrawn",
    "verdict.recorded": "verdict recorded",
    "policy.changed": "rules changed",
}
READINESS_WORDS: Final = {
    "waiting": "waits for its children",
    "ready_supported": "ready to be judged: every child is supported",
    "ready_refuted": "ready to be judged: a child is refuted",
    "settled": "settled: its verdict follows from its children",
    "stale": "stale: the children changed after its verdict",
}
REASON_WORDS: Final = {
    "refuted": "refuted",
    "ready_supported": "parent, ready to be supported",
    "ready_refuted": "parent, ready to be refuted",
    "not_enough_info": "undecided",
    "unverified_with_evidence": "has evidence, no verdict",
    "unverified": "nobody has looked",
    "stale": "stale verdict",
    "waiting": "parent, waits for its children",
    "refuted_parent": "parent, stands refuted",
}

NO_STEP: Final = (
    "No next step was given. Conclude again, with a rationale that ends with Fix: and one concrete"
    " step."
)
STEPS: Final = {
    "ready_supported": "Every child is supported: record how they cover it, then its verdict.",
    "ready_refuted": "A child is refuted: record which, as evidence against it, then its verdict.",
    "unverified": "Gather evidence for and against.",
    "unverified_with_evidence": "Weigh the evidence, and conclude.",
    "stale": "Look again, and conclude anew: what the verdict rested on has changed.",
    "refuted": NO_STEP,
    "not_enough_info": NO_STEP,
}
STEP_PLACES: Final = {
    "ready_supported": "#add-evidence",
    "ready_refuted": "#add-evidence",
    "unverified": "#add-evidence",
    "unverified_with_evidence": "#judge",
    "stale": "#judge",
}

# What to do on the page, where the error itself speaks of the command line.
HINTS: Final = {
    "rationale_missing": "Say why, in words that a reader can check. It is sealed with the event.",
    "deprecated_cannot_govern": "Choose another claim, or tick that you have seen that it is"
    " barred; the acknowledgement is sealed with the ruling.",
    "claim_refuted": "Choose another claim, or tick that you have seen that it stands refuted; the"
    " acknowledgement is sealed with the ruling.",
    "ruling_stands": "Tick that your ruling takes its place, or open that ruling and revise its"
    " rationale.",
    "foreign_claim": "Choose one of the claims below.",
    "nothing_to_rank": "Import the entity again, or narrow to a point in time at which a claim"
    " holds.",
    "ruling_retired": "Retired is final. Open the dispute and rule anew.",
    "citation_missing": "Tick an item of that side, or add one first; not_enough_info needs none.",
    "actor_missing": "Name the person or the model that concludes.",
    "claim_retired": "Bring the claim back first, at the end of this page.",
    "judge_is_author": "In this scope somebody else than the author judges.",
    "fix_missing": "End the rationale with Fix: and one concrete next step.",
    "fix_vague": "Say after Fix: exactly what to change, or which test or evidence would decide"
    " it.",
    "fix_cross_reference": "Say the step itself after Fix:, so that it can be read alone.",
    "idempotency_conflict": "This form was sent before with other words. Send it again.",
    "credential_refused": "Copy the whole token; it begins with bs_.",
}
# The same for a page that cannot be shown at all.
FAILURE_HINTS: Final = {
    "not_found": "Look for it in the search box above, or go to the list that it belongs to. Ids"
    " are those of one scope.",
}

_QUOTED: Final = re.compile(r"`([^`]+)`")
_LONG_NUMBER: Final = re.compile(r"(?P<sign>-?)(?P<digits>[0-9]{5,})(?![0-9])")


def points(value: float | str | None) -> str:
    """Print points with two decimals, as all faces do."""
    return "-" if value is None else f"{float(value):.2f}"


def when(instant: str | None) -> str:
    """Print an instant for people: ``2026-10-03 09:30 UTC``."""
    if not instant:
        return "at the import"
    date, _, clock = instant.partition("T")
    return f"{date} {clock[:5]} UTC" if clock else date


def day(instant: str | None) -> str:
    """Print the day of an instant."""
    return (instant or "").partition("T")[0]


def spaced(word: str) -> str:
    """Print a word of the wire for people: ``time_series`` is ``time series``."""
    return word.replace("_", " ")


def grouped(value: str) -> Markup:
    """Set the digits of a long number apart in threes, by marks that leave its text as it is.

    What is read aloud, searched for or copied is the value itself.
    """
    match = _LONG_NUMBER.match(value)
    if match is None:
        return escape(value)
    digits = match["digits"]
    first = len(digits) % 3 or 3
    threes = (digits[place : place + 3] for place in range(first, len(digits), 3))
    marked = Markup().join(Markup('<span class="g">{}</span>').format(three) for three in threes)
    number = Markup('<span class="d">{}{}{}</span>').format(match["sign"], digits[:first], marked)
    return number + escape(value[match.end() :])


def is_linkable(address: str | None) -> bool:
    """Tell whether an address from outside is one that a reader may be led to: a web page."""
    return bool(address) and str(address).lower().startswith(("https://", "http://"))


def sentence(text: str) -> str:
    """Print a text as a sentence: its first letter large, a full stop at its end."""
    text = text.strip()
    return text if not text else text[:1].upper() + text[1:] + ("" if text[-1] in ".!?…:" else ".")


def code(text: str) -> Markup:
    """Set what stands between backticks in a message as something to type."""
    parts = _QUOTED.split(text)
    return Markup().join(
        Markup("<code>{}</code>").format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )


def caveat_sentence(word: str) -> str:
    """Say what a warning of a verdict means."""
    return Caveat(word).sentence


def name_of(claim: Claim, longest: int = 120) -> str:
    """Shorten a statement for a heading; the whole stands on the page."""
    text = " ".join(claim.statement.split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
