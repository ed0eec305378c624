"""Offer one claim as a tool, with all that stands around it: verdict, children, evidence."""

from typing import Any, Final

from both_sides.domain.claims import Claim
from both_sides.domain.decomposition import missing_step
from both_sides.domain.evidence import Evidence
from both_sides.domain.ids import parse_claim_id
from both_sides.interfaces.mcp.audit_results import ClaimDetails
from both_sides.interfaces.mcp.bounds import ROOM, Detail, Shortener, fit_page, size
from both_sides.interfaces.mcp.offering import Offer, Toolset
from both_sides.interfaces.mcp.parameters import (
    USUAL_PAGE,
    ClaimParam,
    CursorParam,
    DetailParam,
    LimitParam,
)
from both_sides.interfaces.wire.audit_shapes import claim_row, evidence_members
from both_sides.service.claim_reading import ClaimDetail
from both_sides.service.pages import take_page

HEADER_TEXTS: Final[dict[Detail, tuple[int, ...]]] = {
    "concise": (600, 240, 100),
    "full": (6_000, 3_000, 1_000, 400, 150, 60),
}
"""How long the texts of one claim may be; shorter ones are tried where the whole is too long."""
ROOM_FOR_HEADER: Final = ROOM * 2 // 3


class ClaimPage(Toolset):
    """Read one claim."""

    def offers(self) -> tuple[Offer, ...]:
        """List the tools."""
        return (Offer(self.get_claim, "Read one claim"),)

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


def _evidence_row(item: Evidence) -> dict[str, Any]:
    withdrawal = item.withdrawal
    withdrawn = None if withdrawal is None else withdrawal.reason
    return {**evidence_members(item), "withdrawn": withdrawn}


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
