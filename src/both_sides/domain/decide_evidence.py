"""Decide on evidence, verdicts and the rules of a scope."""

from typing import Final

from both_sides.domain.claims import Claim
from both_sides.domain.commands import AddEvidence, RecordVerdict, SetPolicy
from both_sides.domain.events import (
    Event,
    EvidenceAdded,
    EvidenceWithdrawn,
    PolicyChanged,
    VerdictRecorded,
)
from both_sides.domain.ids import EvidenceId, format_number
from both_sides.domain.lookup import find_claim, require_active, require_claim, require_evidence
from both_sides.domain.policy import Policy
from both_sides.domain.state import State, counters
from both_sides.domain.verdict_rules import judge_verdict
from both_sides.domain.wording import (
    LONGEST_NAME,
    require_bounded,
    require_name,
    require_rationale,
    require_text,
)
from both_sides.errors import EvidenceWithdrawnError, ForeignEvidenceError

LONGEST_LOCATOR: Final = 4_000


def add_evidence(state: State, command: AddEvidence) -> tuple[Event, ...]:
    """Record an item for or against a claim.

    *Source:* spec/claims.md, R6, R12.
    """
    claim = require_claim(state, command.claim_id)
    require_active(claim)
    if command.supersedes is not None:
        _require_own_live(state, claim, command.supersedes)
    number = counters(state).evidence + 1
    return (
        EvidenceAdded(
            evidence_id=EvidenceId(format_number("EVD", number)),
            claim_id=claim.claim_id,
            stance=command.stance,
            kind=command.kind,
            locator=require_text(command.locator, field="locator", longest=LONGEST_LOCATOR),
            summary=require_text(command.summary, field="summary"),
            quote=None if command.quote is None else require_bounded(command.quote, field="quote"),
            digest=_clean_name(command.digest, field="digest"),
            commit=_clean_name(command.commit, field="commit"),
            supersedes=command.supersedes,
            collector=None
            if command.collector is None
            else require_name(command.collector, field="collector"),
        ),
    )


def withdraw_evidence(state: State, evidence_id: EvidenceId, reason: str) -> tuple[Event, ...]:
    """Let an item no longer count; verdicts that cite it go stale.

    *Source:* spec/claims.md, R6.
    """
    claim, item = require_evidence(state, evidence_id)
    if not item.is_live:
        raise EvidenceWithdrawnError(
            f"{evidence_id} was withdrawn already",
            hint="nothing is left to do",
            evidence=evidence_id,
        )
    text = require_rationale(reason, field="reason")
    return (EvidenceWithdrawn(evidence_id, claim.claim_id, text),)


def record_verdict(state: State, command: RecordVerdict) -> tuple[Event, ...]:
    """Append a verdict, if the rules let it pass; nothing is overwritten.

    *Source:* spec/claims.md, F1-F7, F10, R2, R3, R5-R8.
    """
    claim = require_claim(state, command.claim_id)
    require_active(claim)
    policy = state.get(Policy, "") or Policy()
    for evidence_id in command.citations:
        _require_own_live(state, claim, evidence_id)
    rationale, auditor, warnings = judge_verdict(
        claim, command, policy, lambda claim_id: find_claim(state, claim_id)
    )
    return (
        VerdictRecorded(
            claim_id=claim.claim_id,
            conclusion=command.conclusion,
            citations=command.citations,
            rationale=rationale,
            auditor=auditor,
            warnings=warnings,
        ),
    )


def set_policy(state: State, command: SetPolicy) -> tuple[Event, ...]:
    """Set the rules of the scope."""
    before = state.get(Policy, "") or Policy()
    after = Policy(
        is_strict=before.is_strict if command.is_strict is None else command.is_strict,
        separates_author_and_auditor=before.separates_author_and_auditor
        if command.separates_author_and_auditor is None
        else command.separates_author_and_auditor,
    )
    return () if after == before else (PolicyChanged(after),)


def _require_own_live(state: State, claim: Claim, evidence_id: EvidenceId) -> None:
    """Require an item of this claim that still counts.

    *Source:* Verdicts page, "Cited evidence must belong to the same claim"; spec/claims.md, F5.
    """
    owner, item = require_evidence(state, evidence_id)
    if owner.claim_id != claim.claim_id:
        usable = [item.evidence_id for item in claim.live_evidence]
        own = ", ".join(usable)
        raise ForeignEvidenceError(
            f"{evidence_id} is evidence of {owner.claim_id}, not of {claim.claim_id}",
            hint=f"cite evidence of {claim.claim_id}: {own}"
            if own
            else f"add evidence to {claim.claim_id} first: claims-mcp evidence add"
            f" {claim.claim_id} …",
            evidence=evidence_id,
            claim=claim.claim_id,
            belongs_to=owner.claim_id,
            usable=usable,
        )
    if not item.is_live:
        raise EvidenceWithdrawnError(
            f"{evidence_id} was withdrawn",
            hint="cite an item that still counts, or add a new one",
            evidence=evidence_id,
            claim=claim.claim_id,
        )


def _clean_name(text: str | None, *, field: str) -> str | None:
    return None if text is None else require_text(text, field=field, longest=LONGEST_NAME)
