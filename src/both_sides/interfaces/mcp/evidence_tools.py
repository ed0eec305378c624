"""Offer evidence as tools: record an item, withdraw one."""

from typing import Annotated, Literal

from pydantic import Field

from both_sides.domain.commands import AddEvidence, WithdrawEvidence
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import parse_claim_id, parse_evidence_id
from both_sides.interfaces.mcp.audit_results import RecordedEvidence
from both_sides.interfaces.mcp.offering import Offer, Toolset
from both_sides.interfaces.mcp.parameters import ABSENT, ClaimParam, KeyParam, ReasonParam
from both_sides.interfaces.wire.audit_shapes import evidence_members
from both_sides.service.audit import RecordedEvidence as ServiceEvidence

KindName = Literal[
    "code",
    "test",
    "command",
    "document",
    "measurement",
    "web",
    "reference",
    "analysis",
    "testimony",
]


class EvidenceTools(Toolset):
    """Record and withdraw evidence."""

    def offers(self) -> tuple[Offer, ...]:
        """List the tools."""
        return (
            Offer(self.add_evidence, "Record evidence", writes=True),
            Offer(
                self.withdraw_evidence,
                "Withdraw evidence",
                writes=True,
                is_final=True,
                is_repeatable=True,
            ),
        )

    def add_evidence(  # noqa: PLR0913 - each is a parameter of the tool
        self,
        claim_id: ClaimParam,
        locator: Annotated[
            str,
            Field(description="Where anybody can look again: file and line, test, URL, command."),
        ],
        summary: Annotated[str, Field(description="What it shows about this claim.")],
        stance: Annotated[
            Literal["supports", "refutes", "context"],
            Field(description="Its side. context takes none; no verdict can rest on it."),
        ] = "context",
        kind: Annotated[
            KindName | None,
            Field(description="Default: analysis for children of …, web for a URL, else document."),
        ] = None,
        quote: Annotated[str, ABSENT, Field(description="What stands there, verbatim.")] = "",
        digest: Annotated[str, ABSENT, Field(description="Content digest, algorithm:hex.")] = "",
        commit: Annotated[str, ABSENT, Field(description="Source version looked at.")] = "",
        supersedes: Annotated[
            str, ABSENT, Field(description="Item of the same claim that this replaces.")
        ] = "",
        idempotency_key: KeyParam = "",
    ) -> RecordedEvidence:
        """Record one thing you looked at, for or against one claim; the answer has the id to cite.

        Call it before record_verdict, for both sides; not having looked is no evidence. An item
        belongs to one claim and is never edited: replace it with supersedes, or withdraw_evidence.
        For a parent: kind analysis, locator children of <its id>.
        """
        command = AddEvidence(
            claim_id=parse_claim_id(claim_id),
            stance=Stance(stance),
            kind=EvidenceKind(kind) if kind is not None else _kind_of(locator),
            locator=locator,
            summary=summary,
            quote=quote or None,
            digest=digest or None,
            commit=commit or None,
            supersedes=parse_evidence_id(supersedes) if supersedes else None,
        )
        recorded = self.audit().add_evidence(
            command, actor=self.actor(), idempotency_key=idempotency_key or None
        )
        return _recorded(recorded)

    def withdraw_evidence(
        self,
        evidence_id: Annotated[str, Field(description="Like EVD-0001.")],
        reason: ReasonParam,
        idempotency_key: KeyParam = "",
    ) -> RecordedEvidence:
        """Let an evidence item no longer count, because it is wrong or no longer holds; for good.

        Verdicts that cite it go stale: judge those claims again. To put a better item in its place
        use add_evidence with supersedes. The item stays readable.
        """
        command = WithdrawEvidence(parse_evidence_id(evidence_id), reason)
        recorded = self.audit().withdraw_evidence(
            command, actor=self.actor(), idempotency_key=idempotency_key or None
        )
        return _recorded(recorded)


def _kind_of(locator: str) -> EvidenceKind:
    """Say what an item is where the caller did not.

    *Source:* Verdicts page, "Parent claims" (the locator of an analysis).
    """
    if locator.strip().startswith("children of "):
        return EvidenceKind.ANALYSIS
    is_address = locator.strip().startswith(("http://", "https://"))
    return EvidenceKind.WEB if is_address else EvidenceKind.DOCUMENT


def _recorded(recorded: ServiceEvidence) -> RecordedEvidence:
    item, receipt = recorded.item, recorded.receipt
    return RecordedEvidence.model_validate(
        {
            **evidence_members(item),
            "seal": receipt.events[-1][2],
            "replayed": receipt.replayed,
        }
    )
