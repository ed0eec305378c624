"""Describe the results of the audit tools."""

from typing import Final

from pydantic import Field

from both_sides.interfaces.mcp.results import Listing, Recorded, Wire

NEXT_STEP: Final = "After the last Fix:."
VERDICT: Final = "Current verdict."


class ClaimRow(Wire):
    """Be a claim as a row of a list."""

    id: str = Field(description="Claim id.")
    verdict: str = Field(description=VERDICT)
    statement: str = Field(description="What is claimed.")
    next_step: str | None = Field(description=NEXT_STEP)
    status: str = Field(description="active or retired.")
    parents: list[str] = Field(description="Claims that rest on it.")
    children: int = Field(description="How many claims it rests on.")
    evidence: int = Field(description="How many items count.")
    tags: list[str] = Field(description="Tags.")


class ClaimList(Listing):
    """Be a page of claims."""

    claims: list[ClaimRow] = Field(description="In order of registration.")


class ChangedClaims(Recorded):
    """Be the claims that a call registered or changed."""

    ids: list[str] = Field(description="Claim ids, in the order of the call.")


class EvidenceRow(Wire):
    """Be an evidence item."""

    id: str = Field(description="Evidence id, to be cited.")
    stance: str = Field(description="supports, refutes or context.")
    kind: str = Field(description="What it is.")
    locator: str = Field(description="Where to look.")
    summary: str = Field(description="What it shows.")
    quote: str | None = Field(description="Verbatim words.")
    digest: str | None = Field(description="Content digest.")
    commit: str | None = Field(description="Source version.")
    collector: str = Field(description="Who collected it.")
    withdrawn: str | None = Field(description="Why it no longer counts.")


class ClaimDetails(ClaimRow, Listing):
    """Be a claim with everything around it."""

    author: str = Field(description="Who registered it.")
    document: str | None = Field(description="Source document.")
    locator: str | None = Field(description="Place in it.")
    retired: str | None = Field(description="Why it is retired.")
    superseded_by: str | None = Field(description="Claim in its place.")
    stale: str | None = Field(description="Why the verdict no longer holds.")
    readiness: str | None = Field(description="Of a parent: what the children allow.")
    missing: str | None = Field(description="Of a parent: what is to be done.")
    verdicts: int = Field(description="How many verdicts; see verdict_history.")
    rationale: str | None = Field(description="Of the current verdict.")
    auditor: str | None = Field(description="Of the current verdict.")
    citations: list[str] = Field(description="Of the current verdict.")
    child_claims: list[str] = Field(description="id verdict: statement, the first ones.")
    evidence_items: list[EvidenceRow] = Field(description="A page of items, withdrawn ones too.")


class RecordedEvidence(Recorded):
    """Be an evidence item that was recorded or withdrawn."""

    id: str = Field(description="Evidence id, to be cited.")
    claim_id: str = Field(description="Its claim.")
    stance: str = Field(description="Its side.")


class RecordedVerdict(Recorded):
    """Be a verdict that was recorded."""

    claim_id: str = Field(description="The claim.")
    seq: int = Field(description="Place in its history, from 1.")
    verdict: str = Field(description="What was recorded.")
    warnings: list[str] = Field(description="Codes of what strict would refuse.")
    advice: list[str] = Field(description="The warnings as sentences.")


class VerdictRow(Wire):
    """Be one verdict of a history."""

    seq: int = Field(description="Place, from 1.")
    verdict: str = Field(description="Conclusion.")
    citations: list[str] = Field(description="Evidence cited.")
    rationale: str = Field(description="Why.")
    auditor: str = Field(description="Who.")
    at: str = Field(description="When, UTC.")
    warnings: list[str] = Field(description="Codes of warnings.")


class VerdictHistory(Listing):
    """Be a page of the verdicts of a claim."""

    claim_id: str = Field(description="The claim.")
    current: str = Field(description=VERDICT)
    verdicts: list[VerdictRow] = Field(description="First one first.")


class StepRow(Wire):
    """Be one open claim with what to do."""

    claim_id: str = Field(description="The claim.")
    reason: str = Field(description="Why it is open.")
    step: str | None = Field(description=NEXT_STEP)
    advice: str = Field(description="What would move it on.")
    call: str | None = Field(description="The call for that; fill in each ….")
    statement: str = Field(description="What is claimed.")
    verdict: str = Field(description=VERDICT)


class NextSteps(Listing):
    """Be a page of next steps."""

    steps: list[StepRow] = Field(description="Most urgent first.")


class ReportRow(Wire):
    """Be one claim in a section of the report."""

    claim_id: str = Field(description="The claim.")
    verdict: str = Field(description=VERDICT)
    statement: str = Field(description="What is claimed.")
    next_step: str | None = Field(description=NEXT_STEP)
    detail: str | None = Field(description="Why it is in this section.")


class ReportPage(Listing):
    """Be the summary of the report, or a page of one section."""

    summary: dict[str, int] = Field(description="Totals, and claims in each section.")
    rows: list[ReportRow] = Field(description="Claims of the section.")
    intact: bool | None = Field(description="summary only: every seal matches.")
    events: int | None = Field(description="summary only: links replayed.")
    head_seal: str | None = Field(description="summary only: last seal.")
    not_checked: list[str] = Field(description="summary only: what replay cannot see.")
