"""Offer verdicts as tools: record one, read the history."""

from typing import Annotated, Literal

from pydantic import Field

from both_sides.domain.commands import RecordVerdict
from both_sides.domain.ids import parse_claim_id, parse_evidence_id
from both_sides.domain.verdicts import Conclusion
from both_sides.interfaces.mcp.audit_results import RecordedVerdict, VerdictHistory
from both_sides.interfaces.mcp.bounds import Shortener, fit_page
from both_sides.interfaces.mcp.offering import Offer, Toolset
from both_sides.interfaces.mcp.parameters import (
    USUAL_PAGE,
    ClaimParam,
    CursorParam,
    DetailParam,
    KeyParam,
    LimitParam,
)
from both_sides.interfaces.mcp.provider import CALLER
from both_sides.interfaces.wire.audit_shapes import recorded_verdict_members, verdict_members
from both_sides.service.pages import take_page


class VerdictTools(Toolset):
    """Record verdicts, and read them."""

    def offers(self) -> tuple[Offer, ...]:
        """List the tools."""
        return (
            Offer(self.record_verdict, "Record a verdict", writes=True),
            Offer(self.verdict_history, "Read past verdicts"),
        )

    def record_verdict(  # noqa: PLR0913 - each is a parameter of the tool
        self,
        *,
        claim_id: ClaimParam,
        verdict: Annotated[
            Literal["supported", "refuted", "not_enough_info"],
            Field(description="not_enough_info is honest: use it instead of guessing."),
        ],
        rationale: Annotated[
            str,
            Field(
                description="Why the evidence decides the claim. Unless supported, end with"
                " Fix: <one concrete next step>."
            ),
        ],
        auditor: Annotated[
            str | None,
            Field(description="Person or model id that concludes; default: the server's --actor."),
        ] = None,
        citations: Annotated[
            list[str] | None,
            Field(description="Ids of evidence of this claim that decide it."),
        ] = None,
        strict: Annotated[
            bool, Field(description="Refuse what is otherwise accepted with a warning.")
        ] = False,
        idempotency_key: KeyParam = "",
    ) -> RecordedVerdict:
        """Append your conclusion on one claim to its history; nothing is overwritten.

        supported must cite evidence that supports, refuted evidence that refutes (add_evidence
        first). Never infer support from the absence of failure, nor absence from not having
        looked. Judge children before parents. After a fix, add new evidence and record a new
        verdict.
        """
        audit = self.audit()
        command = RecordVerdict(
            claim_id=parse_claim_id(claim_id),
            conclusion=Conclusion(verdict),
            rationale=rationale,
            auditor=self.provider.auditor(CALLER.get()) if auditor is None else auditor,
            citations=tuple(map(parse_evidence_id, citations or ())),
            is_strict=strict,
        )
        recorded = audit.record_verdict(
            command,
            actor=self.actor() or command.auditor,
            idempotency_key=idempotency_key or None,
        )
        return RecordedVerdict.model_validate(
            {
                **recorded_verdict_members(recorded),
                "advice": [caveat.sentence for caveat in recorded.verdict.warnings],
            }
        )

    def verdict_history(
        self,
        claim_id: ClaimParam,
        detail: DetailParam = "concise",
        cursor: CursorParam = "",
        limit: LimitParam = USUAL_PAGE,
    ) -> VerdictHistory:
        """Read every verdict ever recorded on one claim, the first one first, a page at a time.

        Use it to see how a conclusion changed and why. get_claim gives the current one with its
        evidence.
        """
        claim = self.audit().claim(parse_claim_id(claim_id)).claim
        short = Shortener(detail)
        page = fit_page(
            lambda most: take_page(
                lambda after: ((v.seq, v) for v in claim.verdicts if v.seq > after),
                query=("history", claim.claim_id),
                cursor=cursor or None,
                limit=most,
            ),
            lambda verdict: short(verdict_members(verdict)),
            limit=limit,
        )
        return VerdictHistory.model_validate(
            {
                "claimId": claim.claim_id,
                "current": claim.verdict_word,
                "verdicts": page.rows,
                "nextCursor": page.next_cursor,
                "truncated": short.truncated,
            }
        )
