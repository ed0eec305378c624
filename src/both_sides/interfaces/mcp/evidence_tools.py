"""Offer evidence and verdicts as tools, and one claim with all of both."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from both_sides.domain.claims import Claim
from both_sides.domain.commands import AddEvidence, RecordVerdict, WithdrawEvidence
from both_sides.domain.decomposition import missing_step
from both_sides.domain.evidence import Evidence, EvidenceKind, Stance
from both_sides.domain.ids import parse_claim_id, parse_evidence_id
from both_sides.domain.verdicts import Conclusion, Verdict
from both_sides.interfaces.mcp.audit_results import (
    ClaimDetails,
    RecordedEvidence,
    RecordedVerdict,
    VerdictHistory,
)
from both_sides.interfaces.mcp.bounds import ROOM, Detail, Shortener, fit_page, size
from both_sides.interfaces.mcp.offering import Offer, Toolset
from both_sides.interfaces.mcp.parameters import (
    ABSENT,
    USUAL_PAGE,
    ClaimParam,
    CursorParam,
    DetailParam,
    KeyParam,
    LimitParam,
    ReasonParam,
)
from both_sides.interfaces.mcp.provider import CALLER
from both_sides.interfaces.wire.audit_shapes import (
    claim_row,
    evidence_members,
    recorded_verdict_members,
    verdict_members,
)
from both_sides.service.audit import ClaimDetail
from both_sides.service.audit import RecordedEvidence as ServiceEvidence
from both_sides.service.pages import take_page

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
HEADER_TEXTS: Final[dict[Detail, tuple[int, ...]]] = {
    "concise": (600, 240, 100),
    "full": (6_000, 3_000, 1_000, 400, 150, 60),
}
"""How long the texts of one claim may be; shorter ones are tried where the whole is too long."""
ROOM_FOR_HEADER: Final = ROOM * 2 // 3


class EvidenceTools(Toolset):
    """Record evidence and verdicts, and read them."""

    def offers(self) -> tuple[Offer, ...]:
        """List the tools."""
        return (
            Offer(self.get_claim, "Read one claim"),
            Offer(self.add_evidence, "Record evidence", writes=True),
            Offer(
                self.withdraw_evidence,
                "Withdraw evidence",
                writes=True,
                is_final=True,
                is_repeatable=True,
            ),
            Offer(self.record_verdict, "Record a verdict", writes=True),
            Offer(self.verdict_history, "Read the verdicts of a claim"),
        )

    def get_claim(
        self,
        claim_id: ClaimParam,
        detail: DetailParam = "concise",
        cursor: CursorParam = "",
        limit: LimitParam = USUAL_PAGE,
    ) -> ClaimDetails:
        """Read one claim: current verdict, why it is stale, parents, children, and its evidence.

        Use it before judging. Evidence comes a page at a time, withdrawn items too. Imported
        Wikidata statements are claims as well: give their id (Q1764$…). Earlier verdicts are in
        verdict_history.
        """
        found = self.audit().claim(parse_claim_id(claim_id))
        header, short = _header(found, detail)
        rows = list(enumerate(found.claim.evidence))
        page = fit_page(
            lambda most: take_page(
                lambda after: (row for row in rows if row[0] > after),
                query=("evidence", found.claim.claim_id),
                cursor=cursor or None,
                limit=most,
            ),
            lambda item: short(_evidence_row(item)),
            limit=limit,
            room=ROOM - size(header),
        )
        return ClaimDetails.model_validate(
            {
                **header,
                "evidenceItems": page.rows,
                "nextCursor": page.next_cursor,
                "truncated": short.truncated,
            }
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

        Call it before record_verdict, and look for both sides. Say only what was seen: passing
        over something is no evidence. An item belongs to one claim and is never edited: replace it
        with supersedes, or withdraw_evidence. For a parent: kind analysis, locator children of
        <its id>.
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
        evidence_id: Annotated[str, Field(description="Evidence id, like EVD-0001.")],
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
            str,
            ABSENT,
            Field(description="Person or model id that concludes; default: the server's --actor."),
        ] = "",
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
            auditor=auditor or self.provider.auditor(CALLER.get()),
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
            lambda verdict: short(_verdict_row(verdict)),
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


def _verdict_row(verdict: Verdict) -> dict[str, Any]:
    return verdict_members(verdict)


def _evidence_row(item: Evidence) -> dict[str, Any]:
    withdrawal = item.withdrawal
    return {
        **evidence_members(item),
        "withdrawn": None if withdrawal is None else withdrawal.reason,
    }


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
            **Shortener("concise")(_evidence_row(item)),
            "seal": receipt.events[-1][2],
            "replayed": receipt.replayed,
        }
    )


def _header(found: ClaimDetail, detail: Detail) -> tuple[dict[str, Any], Shortener]:
    """Write what stands above the evidence, with texts as long as there is room for."""
    members = _claim_members(found)
    for longest in HEADER_TEXTS[detail]:
        header_short = Shortener(detail, longest)
        header = header_short(members)
        if size(header) <= ROOM_FOR_HEADER:
            break
    short = Shortener(detail)
    short.truncated.extend(header_short.truncated)
    return header, short


def _claim_members(found: ClaimDetail) -> dict[str, Any]:
    claim, parent = found.claim, found.as_parent
    retirement, current = claim.retirement, claim.current
    return {
        **claim_row(claim),
        "author": claim.author,
        "document": claim.source.document,
        "locator": claim.source.locator,
        "retired": None if retirement is None else retirement.reason,
        "supersededBy": None if retirement is None else retirement.superseded_by,
        "stale": None if found.stale is None else found.stale.value,
        "readiness": None if parent is None else parent.readiness.value,
        "missing": None if parent is None else missing_step(parent),
        "verdicts": len(claim.verdicts),
        "rationale": None if current is None else current.rationale,
        "auditor": None if current is None else current.auditor,
        "citations": [] if current is None else list(current.citations),
        "childClaims": [_brief(row) for row in found.children],
    }


def _brief(claim: Claim) -> str:
    statement = Shortener("concise", 120).text("statement", claim.statement)
    return f"{claim.claim_id} {claim.verdict_word}: {statement}"
