"""Offer the state of an audit as tools: what to do next, and the report."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from both_sides.domain.next_steps import NextStep
from both_sides.interfaces.mcp.audit_results import NextSteps, ReportPage
from both_sides.interfaces.mcp.bounds import ROOM, Shortener, fit_page
from both_sides.interfaces.mcp.offering import Offer, Toolset
from both_sides.interfaces.mcp.parameters import (
    USUAL_PAGE,
    CursorParam,
    DetailParam,
    LimitParam,
)
from both_sides.interfaces.mcp.spelling import call_in
from both_sides.interfaces.wire.audit_shapes import (
    integrity_members,
    report_members,
    step_members,
    summary_members,
)
from both_sides.service.audit_report import AuditReport, audit_report, report_on
from both_sides.service.pages import take_page

SectionName = Literal[
    "summary",
    "refuted",
    "not_enough_info",
    "unverified",
    "decomposition",
    "supported",
    "missing_fixes",
    "conflicts",
    "stale",
]
ROOM_FOR_ROWS: Final = ROOM - 2_000


class OverviewTools(Toolset):
    """Say what is left to do, and what an audit has found."""

    def offers(self) -> tuple[Offer, ...]:
        """List the tools."""
        return (
            Offer(self.next_steps, "See what to do next"),
            Offer(self.audit_report, "Read the audit report"),
        )

    def next_steps(
        self,
        detail: DetailParam = "concise",
        cursor: CursorParam = "",
        limit: LimitParam = USUAL_PAGE,
    ) -> NextSteps:
        """List the open claims by urgency, each with its next step and the call that does it.

        Start here, and come back after each verdict: refuted leaves first, then parents ready to
        be judged, undecided, unverified, stale, waiting. Without a Fix: step is null. For totals
        use audit_report; to search, list_claims.
        """
        audit, short = self.audit(), Shortener(detail)
        page = fit_page(
            lambda most: audit.next_steps(cursor=cursor or None, limit=most),
            lambda step: short({**step_members(step), "call": _call(step)}),
            limit=limit,
        )
        return NextSteps.model_validate(
            {"steps": page.rows, "nextCursor": page.next_cursor, "truncated": short.truncated}
        )

    def audit_report(
        self,
        section: Annotated[
            SectionName,
            Field(
                description="summary: totals, and the seals replayed. decomposition: parents not"
                " settled. stale: verdicts that no longer hold. missing_fixes: no usable Fix:."
            ),
        ] = "summary",
        detail: DetailParam = "concise",
        cursor: CursorParam = "",
        limit: LimitParam = USUAL_PAGE,
    ) -> ReportPage:
        """Report the state of the whole audit: totals first, then one section a page at a time.

        Use it to tell people where an audit stands, and to check the ledger's seals. To go on
        working use next_steps. The same ledger gives the same report; one claim can stand in
        several sections.
        """
        audit, short = self.audit(), Shortener(detail)
        if section == "summary":
            report, rows, order = audit_report(audit), [], {}
        else:
            claims = audit.all_claims()
            report = report_on(claims)
            rows = report_members(report)[section]
            order = {claim_id: place for place, claim_id in enumerate(claims)}

        def listed(after: int) -> Iterator[tuple[int, dict[str, Any]]]:
            for row in rows:
                if (place := order[row["claimId"]]) > after:
                    yield place, row

        page = fit_page(
            lambda most: take_page(
                listed, query=("report", section), cursor=cursor or None, limit=most
            ),
            short,
            limit=limit,
            room=ROOM_FOR_ROWS,
        )
        return ReportPage.model_validate(
            {
                "summary": summary_members(report),
                "rows": page.rows,
                "nextCursor": page.next_cursor,
                "truncated": short.truncated,
                **_integrity(report, is_shown=section == "summary"),
            }
        )


def _integrity(report: AuditReport, *, is_shown: bool) -> dict[str, Any]:
    if not is_shown:
        return {"intact": None, "events": None, "headSeal": None, "notChecked": []}
    members = integrity_members(report)
    return {
        "intact": members["ok"],
        "events": members["events"],
        "headSeal": members["headSeal"],
        "notChecked": members.get("notChecked", []),
    }


def _call(step: NextStep) -> str | None:
    """Spell the call that does what is advised; what an auditor wrote after Fix: is no command."""
    is_written = step.step is not None and step.advice == step.step
    return None if is_written else call_in(step.advice)
