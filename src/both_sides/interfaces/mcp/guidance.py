"""Say to an agent what a server is for, how to work with it, and what it is not.

The sentences of the seed pages come from the constants of the rules, so no face can say them in
other words.
"""

from enum import StrEnum
from typing import Final

from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.domain.verdicts import HONESTY


class Kind(StrEnum):
    """Name the two servers."""

    AUDIT = "claims-mcp"
    DESK = "both-sides"


LEAVES_FIRST: Final = (
    "A parent claim's verdict follows from its children. Judge the leaves first. Once every active"
    " child is supported, record one analysis evidence item on the parent (locator children of"
    " CLM-0002, the parent's own id) explaining how the children cover the parent, then record the"
    " parent's verdict citing it. If any child is refuted, record refutes evidence on the parent"
    " the same way, naming the refuted children, and mark the parent refuted."
)
"""The Verdicts page on parent claims; spec/claims.md, F16, F18, F19."""

FIX: Final = (
    "A refuted or not_enough_info rationale should end with Fix: <one concrete next step>: what to"
    " change, or which test or evidence would decide the claim. Make it specific and"
    ' self-contained: "Fix: add a test that sends a 1024-bit RSA JWK and asserts it is rejected",'
    ' not "Fix: add tests" or "same as CLM-0012".'
)
"""The Verdicts page on the Fix: convention; spec/claims.md, F13, F15."""

_REFUSALS: Final = (
    "A refused call changes nothing and says what would have been accepted. Long texts are"
    " shortened and named under truncated; detail=full shows more, a resource shows all."
)

_INSTRUCTIONS: Final = {
    Kind.AUDIT: (
        "Audit claims: gather evidence for and against, record verdicts, see what is left to do.",
        HONESTY,
        LEAVES_FIRST,
        FIX,
        "How to work: next_steps says what to do first. Look before you judge: add_evidence with"
        " a locator where anybody can look again, for and against; then record_verdict, citing it."
        " The history is append-only: after a fix, add new evidence and record a new verdict.",
        _REFUSALS,
        WHAT_THIS_IS_NOT,
    ),
    Kind.DESK: (
        "Work the desk for sources that disagree: rank rival claims, record a human decision, show"
        " how it was reached.",
        WHAT_THIS_IS_NOT,
        "How to work: list_disputes, then adjudicate (the engine's ranking and every factor's"
        " sentence) and get_dispute (references, qualifiers, verdicts). Do what the band requires."
        " record_ruling only for a decision that a person takes; get_audit_trail proves it.",
        HONESTY,
        LEAVES_FIRST,
        _REFUSALS,
    ),
}

TITLES: Final = {
    Kind.AUDIT: "Both Sides: audit of claims",
    Kind.DESK: "Both Sides: desk of disputes",
}


def instructions(kind: Kind) -> str:
    """Write the instructions that a server gives at the start of a session.

    *Source:* spec/interfaces.md, MCP ("server instructions carry F8, F9, F16 and *What this is
    not*").
    """
    return "\n\n".join(_INSTRUCTIONS[kind])
