"""Describe evidence and verdicts as they are recorded and listed."""

from pydantic import ConfigDict, Field

from both_sides.interfaces.api.shapes.claims import (
    ConclusionWord,
    EvidenceShape,
    EvidenceWord,
    StanceWord,
    VerdictShape,
)
from both_sides.interfaces.api.shapes.common import (
    Cursor,
    EvidenceIdText,
    NameText,
    ReceiptShape,
    Seal,
    Shape,
    ShortText,
    Text,
    VerdictWord,
)


class EvidenceAsked(Shape):
    """An item for or against a claim."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "stance": "supports",
                    "kind": "test",
                    "locator": "tests/test_keys.py::test_a_short_key_is_rejected",
                    "summary": "A 1024-bit key is refused with an error.",
                }
            ]
        }
    )

    stance: StanceWord
    """Which side it is on."""
    kind: EvidenceWord
    """What it is."""
    locator: ShortText
    """Where exactly to look."""
    summary: Text
    """What it shows."""
    quote: Text | None = None
    """What stands there, word for word."""
    digest: NameText | None = None
    """Digest of what was looked at, as `sha256:…`."""
    commit: NameText | None = None
    """The version that was looked at."""
    supersedes: EvidenceIdText | None = None
    """The item of the same claim that it replaces."""
    collector: NameText | None = None
    """Who collected it, where that is not who asks."""


class RecordedEvidenceShape(EvidenceShape):
    """An item as it is after a request, with the receipt."""

    receipt: ReceiptShape
    """What was sealed."""


class EvidencePage(Shape):
    """One page of the evidence of a claim."""

    claim_id: str
    """The claim."""
    evidence: list[EvidenceShape]
    """The items, in the order in which they came; withdrawn ones too."""
    next_cursor: Cursor


class VerdictAsked(Shape):
    """What an auditor concludes on a claim."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "verdict": "not_enough_info",
                    "rationale": "No test sends a weak key. Fix: add a test that sends a 1024-bit"
                    " RSA JWK and asserts that it is rejected.",
                }
            ]
        }
    )

    verdict: ConclusionWord
    """What is concluded."""
    rationale: Text
    """Why the evidence decides the claim; should end with `Fix: …` unless it is supported."""
    citations: list[EvidenceIdText] = Field(default_factory=list, max_length=1000)
    """The evidence that decides it."""
    auditor: NameText | None = None
    """The person or model that concludes, where that is not who asks."""
    strict: bool = False
    """Refuse what is otherwise accepted with a warning."""


class RecordedVerdictShape(Shape):
    """A verdict that was just recorded."""

    claim_id: str
    """The claim."""
    seq: int
    """Its place in the history of the claim."""
    verdict: ConclusionWord
    """What was concluded."""
    warnings: list[str]
    """What is said of it, although it was accepted."""
    seal: Seal
    replayed: bool
    """Whether this is the answer to an earlier sending of the same request."""


class HistoryShape(Shape):
    """One page of the verdicts of a claim."""

    claim_id: str
    """The claim."""
    current: VerdictWord
    """Its current verdict, or that it has none."""
    verdicts: list[VerdictShape]
    """The verdicts, the first one first."""
    next_cursor: Cursor
