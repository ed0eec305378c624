"""Write an audit report as Markdown for people; text from outside is escaped."""

from collections.abc import Iterator

from both_sides.domain.counting import counted
from both_sides.domain.verdicts import HONESTY
from both_sides.interfaces.wire.audit_shapes import summary_members
from both_sides.interfaces.wire.plain_markdown import inline
from both_sides.service.audit_report import AuditReport, ReportRow, Section

TITLES = {
    Section.REFUTED: "Refuted",
    Section.UNDECIDED: "Not enough info",
    Section.UNVERIFIED: "Unverified",
    Section.DECOMPOSITION: "Decomposition",
    Section.STALE: "Stale",
    Section.MISSING_FIXES: "Missing fixes",
    Section.CONFLICTS: "Conflicts",
}
SUPPORTED_TITLE = "Supported"
WHAT_A_VERDICT_IS_NOT = (
    "A verdict is an auditor's conclusion from the evidence that it cites. It is not proof: read"
    " the evidence."
)


def report_markdown(report: AuditReport) -> str:
    """Write a report as Markdown.

    Returns:
        Text that ends with a line end; the same ledger gives the same bytes.

    *Source:* spec/claims.md, Surfaces (`audit_report`).
    """
    return "\n".join(_lines(report)) + "\n"


def _lines(report: AuditReport) -> Iterator[str]:
    yield "# Audit report"
    yield ""
    yield "## Summary"
    yield ""
    for name, count in summary_members(report).items():
        yield f"- {name.replace('_', ' ')}: {count}"
    yield ""
    order = (Section.REFUTED, Section.UNDECIDED, Section.UNVERIFIED, Section.DECOMPOSITION)
    for section in order:
        yield from _section(TITLES[section], report.sections[section])
    yield from _section(SUPPORTED_TITLE, report.supported)
    for section in (Section.MISSING_FIXES, Section.CONFLICTS, Section.STALE):
        yield from _section(TITLES[section], report.sections[section])
    yield "## Integrity"
    yield ""
    yield _integrity(report)
    yield ""
    yield HONESTY
    yield ""
    yield WHAT_A_VERDICT_IS_NOT


def _section(title: str, rows: tuple[ReportRow, ...]) -> Iterator[str]:
    yield f"## {title} ({len(rows)})"
    yield ""
    for row in rows:
        claim = row.claim
        yield f"- **{inline(claim.claim_id)}** ({claim.verdict_word}): {inline(claim.statement)}"
        if row.parent is not None:
            yield f"  - {row.parent.readiness.value.replace('_', ' ')}"
        if row.detail:
            yield f"  - {inline(row.detail)}"
        if claim.next_step is not None:
            yield f"  - next step: {inline(claim.next_step)}"
    yield "" if rows else "None.\n"


def _integrity(report: AuditReport) -> str:
    found = report.integrity
    if found is None:
        return "The ledger has no events yet."
    if found.ok:
        bodies = "its body" if found.chain.events == 1 else "their bodies"
        return (
            f"{counted(found.chain.events, 'link')} recomputed from {bodies}: every seal matches."
            f" Head seal `{found.chain.head_seal_hex}`."
        )
    return f"**{inline(found.finding)}.**"
