"""Record evidence and verdicts, and show them."""

from typing import Annotated, Literal

from cyclopts import Parameter

from both_sides.domain.commands import AddEvidence, RecordVerdict, WithdrawEvidence
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import parse_claim_id, parse_evidence_id
from both_sides.domain.verdicts import Conclusion
from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import console, note, print_json
from both_sides.interfaces.cli.terminal_text import one_line
from both_sides.interfaces.wire.audit_shapes import (
    evidence_members,
    history_members,
    recorded_verdict_members,
)

Many = Parameter(consume_multiple=True)
StanceName = Literal["supports", "refutes", "context"]
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
VerdictName = Literal["supported", "refuted", "not_enough_info"]


def add(  # noqa: PLR0913 - each is an option of the command
    claim: str,
    /,
    *,
    stance: StanceName,
    kind: KindName,
    locator: str,
    summary: str,
    quote: str | None = None,
    digest: str | None = None,
    commit: str | None = None,
    supersedes: str | None = None,
    idempotency_key: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Record an item for or against a claim. You are its collector.

    Args:
        claim: The claim, for example CLM-0001.
        stance: Which side it is on.
        kind: What it is.
        locator: Where exactly to look: a file and line, a test, an address, a command.
        summary: What it shows.
        quote: What stands there, word for word.
        digest: Digest of what was looked at, as algorithm:hex.
        commit: The version of the source that was looked at.
        supersedes: The item of the same claim that it replaces.
        idempotency_key: Send the request again with the same key, and it happens once.
        common: Ledger, scope, actor, language, JSON.
    """
    command = AddEvidence(
        claim_id=parse_claim_id(claim),
        stance=Stance(stance),
        kind=EvidenceKind(kind),
        locator=locator,
        summary=summary,
        quote=quote,
        digest=digest,
        commit=commit,
        supersedes=None if supersedes is None else parse_evidence_id(supersedes),
    )
    with common.audit() as (audit, settings):
        recorded = audit.add_evidence(
            command, actor=settings.actor, idempotency_key=idempotency_key
        )
    if common.json:
        print_json(evidence_members(recorded.item))
    else:
        item = recorded.item
        console().print(
            f"{item.evidence_id}  {item.stance.value} {item.claim_id}: {one_line(item.summary)}",
            soft_wrap=True,
        )


def withdraw(evidence: str, /, *, reason: str, common: Common = DEFAULTS) -> None:
    """Let an item no longer count; verdicts that cite it go stale.

    Args:
        evidence: The item, for example EVD-0001.
        reason: Why.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, settings):
        command = WithdrawEvidence(parse_evidence_id(evidence), reason)
        recorded = audit.withdraw_evidence(command, actor=settings.actor)
    if common.json:
        print_json(evidence_members(recorded.item))
    else:
        console().print(
            f"{recorded.item.evidence_id}  withdrawn: {one_line(reason)}", soft_wrap=True
        )


def list_(claim: str, /, *, common: Common = DEFAULTS) -> None:
    """List the evidence of a claim, for and against, withdrawn items too.

    Args:
        claim: The claim, for example CLM-0001.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        found = audit.claim(parse_claim_id(claim)).claim
    if common.json:
        rows = [evidence_members(item) for item in found.evidence]
        print_json({"claimId": found.claim_id, "evidence": rows})
        return
    from both_sides.interfaces.cli.claims_tables import evidence_lines

    out = console()
    if not found.evidence:
        note(f"{found.claim_id} has no evidence yet")
    for line in evidence_lines(found):
        out.print(line)


def verdict(  # noqa: PLR0913 - each is an option of the command
    claim: str,
    verdict: VerdictName,
    /,
    *,
    rationale: str,
    auditor: str,
    cite: Annotated[tuple[str, ...], Many] = (),
    strict: bool = False,
    idempotency_key: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Record a verdict; it is appended, nothing is overwritten.

    supported and refuted must cite evidence that supports or refutes. not_enough_info is an honest
    outcome: use it instead of guessing. Never infer support from the absence of failure, and never
    infer absence from not having looked. A refuted or not_enough_info rationale should end with
    Fix: <one concrete next step>.

    Args:
        claim: The claim, for example CLM-0001.
        verdict: What you conclude.
        rationale: Why the evidence decides the claim.
        auditor: The person or model that concludes.
        cite: The evidence that decides it, for example --cite EVD-0001 EVD-0002.
        strict: Refuse what is otherwise accepted with a warning.
        idempotency_key: Send the request again with the same key, and it happens once.
        common: Ledger, scope, actor, language, JSON.
    """
    command = RecordVerdict(
        claim_id=parse_claim_id(claim),
        conclusion=Conclusion(verdict),
        rationale=rationale,
        auditor=auditor,
        citations=tuple(map(parse_evidence_id, cite)),
        is_strict=strict,
    )
    with common.audit() as (audit, settings):
        recorded = audit.record_verdict(
            command, actor=settings.actor or auditor, idempotency_key=idempotency_key
        )
    if common.json:
        print_json(recorded_verdict_members(recorded))
        return
    console().print(
        f"{recorded.claim_id}  {recorded.verdict.conclusion.value}"
        f"  (verdict {recorded.verdict.seq}, link {recorded.verdict.n})"
    )
    for caveat in recorded.verdict.warnings:
        note(f"warning: {caveat.sentence} [{caveat.value}]")


def history(claim: str, /, *, common: Common = DEFAULTS) -> None:
    """Show the verdicts of a claim, the first one first.

    Args:
        claim: The claim, for example CLM-0001.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        found = audit.claim(parse_claim_id(claim)).claim
    if common.json:
        print_json(history_members(found))
        return
    from both_sides.interfaces.cli.claims_tables import history_lines

    out = console()
    for line in history_lines(found):
        out.print(line)
