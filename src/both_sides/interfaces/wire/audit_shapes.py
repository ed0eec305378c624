"""Write claims, evidence, verdicts, next steps and reports as the JSON that every face gives."""

from typing import Any

from both_sides.domain.claim_tree import TreeRow
from both_sides.domain.claims import Claim
from both_sides.domain.decomposition import missing_step
from both_sides.domain.evidence import Evidence
from both_sides.domain.next_steps import NextStep
from both_sides.domain.policy import Policy
from both_sides.domain.verdicts import Verdict
from both_sides.service.audit import RecordedVerdict
from both_sides.service.audit_report import AuditReport, ReportRow
from both_sides.service.claim_reading import ClaimDetail


def claim_row(claim: Claim) -> dict[str, Any]:
    """Write a claim as one row of a list.

    *Source:* spec/interfaces.md, `tldr`, `list`, `show`, `tree`, `search`.
    """
    return {
        "id": claim.claim_id,
        "verdict": claim.verdict_word,
        "statement": claim.statement,
        "nextStep": claim.next_step,
        "status": "active" if claim.is_active else "retired",
        "parents": list(claim.parents),
        "children": len(claim.children),
        "evidence": len(claim.live_evidence),
        "tags": list(claim.tags),
    }


def added_members(claim: Claim) -> dict[str, Any]:
    """Write a claim that was just registered.

    *Source:* spec/interfaces.md, `add`.
    """
    return {
        "id": claim.claim_id,
        "verdict": claim.verdict_word,
        "warnings": [],
        "statement": claim.statement,
        "parents": list(claim.parents),
    }


def claim_members(detail: ClaimDetail) -> dict[str, Any]:
    """Write a claim with everything recorded about it and derived from its neighbours."""
    claim, parent = detail.claim, detail.as_parent
    retirement = claim.retirement
    return {
        **claim_row(claim),
        "author": claim.author,
        "at": claim.at or None,
        "source": {
            "document": claim.source.document,
            "locator": claim.source.locator,
            "key": claim.source.key,
        },
        "imported": claim.is_imported,
        "retirement": None
        if retirement is None
        else {
            "reason": retirement.reason,
            "actor": retirement.actor,
            "at": retirement.at,
            "supersededBy": retirement.superseded_by,
        },
        "stale": None if detail.stale is None else detail.stale.value,
        "decomposition": None
        if parent is None
        else {
            "readiness": parent.readiness.value,
            "path": parent.path.value,
            "missing": missing_step(parent),
        },
        "parentClaims": [claim_row(row) for row in detail.parents],
        "childClaims": [claim_row(row) for row in detail.children],
        "evidenceItems": [evidence_members(item) for item in claim.evidence],
        "verdicts": [verdict_members(verdict) for verdict in claim.verdicts],
    }


def evidence_members(item: Evidence) -> dict[str, Any]:
    """Write an evidence item.

    *Source:* spec/interfaces.md, `evidence add`.
    """
    withdrawal = item.withdrawal
    return {
        "id": item.evidence_id,
        "claimId": item.claim_id,
        "stance": item.stance.value,
        "kind": item.kind.value,
        "locator": item.locator,
        "summary": item.summary,
        "quote": item.quote,
        "digest": item.digest,
        "commit": item.commit,
        "collector": item.collector,
        "at": item.at or None,
        "withdrawn": None
        if withdrawal is None
        else {
            "reason": withdrawal.reason,
            "actor": withdrawal.actor,
            "at": withdrawal.at,
            "supersededBy": withdrawal.superseded_by,
        },
    }


def verdict_members(verdict: Verdict) -> dict[str, Any]:
    """Write one verdict of a history.

    *Source:* spec/interfaces.md, `history`.
    """
    return {
        "seq": verdict.seq,
        "verdict": verdict.conclusion.value,
        "citations": list(verdict.citations),
        "rationale": verdict.rationale,
        "auditor": verdict.auditor,
        "at": verdict.at,
        "warnings": [caveat.value for caveat in verdict.warnings],
    }


def recorded_verdict_members(recorded: RecordedVerdict) -> dict[str, Any]:
    """Write a verdict that was just recorded.

    *Source:* spec/interfaces.md, `verdict`.
    """
    return {
        "claimId": recorded.claim_id,
        "seq": recorded.verdict.seq,
        "verdict": recorded.verdict.conclusion.value,
        "warnings": [caveat.value for caveat in recorded.verdict.warnings],
        "seal": recorded.receipt.events[0][2],
        "replayed": recorded.receipt.replayed,
    }


def history_members(claim: Claim) -> dict[str, Any]:
    """Write the verdict history of a claim.

    *Source:* spec/interfaces.md, `history`.
    """
    return {
        "claimId": claim.claim_id,
        "current": claim.verdict_word,
        "verdicts": [verdict_members(verdict) for verdict in claim.verdicts],
    }


def step_members(step: NextStep) -> dict[str, Any]:
    """Write one next step; `step` is null where no `Fix:` was given, `advice` never is.

    *Source:* spec/interfaces.md, `next`.
    """
    return {
        "claimId": step.claim.claim_id,
        "reason": step.reason.value,
        "step": step.step,
        "advice": step.advice,
        "statement": step.claim.statement,
        "verdict": step.claim.verdict_word,
    }


def tree_row(row: TreeRow) -> dict[str, Any]:
    """Write one line of the tree."""
    return {**claim_row(row.claim), "depth": row.depth, "repeated": row.is_repeated}


def policy_members(policy: Policy) -> dict[str, Any]:
    """Write the rules of a scope."""
    return {
        "strict": policy.is_strict,
        "separateAuthorAndAuditor": policy.separates_author_and_auditor,
    }


def report_members(report: AuditReport) -> dict[str, Any]:
    """Write a report.

    *Source:* spec/interfaces.md, `report`.
    """
    sections = {
        section.value: [_report_row(row) for row in rows]
        for section, rows in report.sections.items()
    }
    return {
        "summary": summary_members(report),
        "refuted": sections["refuted"],
        "not_enough_info": sections["not_enough_info"],
        "unverified": sections["unverified"],
        "decomposition": sections["decomposition"],
        "supported": [_report_row(row) for row in report.supported],
        "missing_fixes": sections["missing_fixes"],
        "conflicts": sections["conflicts"],
        "stale": sections["stale"],
        "integrity": integrity_members(report),
    }


def summary_members(report: AuditReport) -> dict[str, int]:
    """Write the totals of a report."""
    return {
        "claims": report.claims,
        "retired": report.retired,
        "supported": len(report.supported),
        **{section.value: len(rows) for section, rows in report.sections.items()},
        "verdicts": report.verdicts,
        "evidence": report.evidence,
    }


def integrity_members(report: AuditReport) -> dict[str, Any]:
    """Write what the replay for a report found."""
    found = report.integrity
    if found is None:
        return {"ok": True, "events": 0, "headSeal": None, "firstBrokenSeq": None}
    broken = found.first_broken
    return {
        "ok": found.ok,
        "events": found.chain.events,
        "headSeal": found.chain.head_seal_hex,
        "firstBrokenSeq": None if broken is None else broken.n,
        "notChecked": list(found.not_checked),
    }


def _report_row(row: ReportRow) -> dict[str, Any]:
    claim = row.claim
    members: dict[str, Any] = {
        "claimId": claim.claim_id,
        "verdict": claim.verdict_word,
        "statement": claim.statement,
        "nextStep": claim.next_step,
        "detail": row.detail or None,
    }
    if row.parent is not None:
        members |= {
            "readiness": row.parent.readiness.value,
            "path": row.parent.path.value,
            "children": [child.claim_id for child in row.parent.children],
        }
    return members
