"""Put the state of an audit together: what holds, what does not, what is open, and why.

A report is a function of the ledger alone: the same ledger gives the same report. *This module does
not* write it down; see `both_sides.interfaces.wire`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from both_sides.domain.claims import Claim
from both_sides.domain.decomposition import Parent, Readiness, as_parent, missing_step, staleness
from both_sides.domain.evidence import Stance
from both_sides.domain.fix import caveats_of_step
from both_sides.domain.ids import ClaimId
from both_sides.domain.verdicts import Conclusion
from both_sides.errors import NotFoundError
from both_sides.service.audit import Audit
from both_sides.service.replaying import ScopeReplay, replay_scope


class Section(StrEnum):
    """Name the parts of a report that a check can fail on.

    *Source:* spec/interfaces.md, `check`.
    """

    REFUTED = "refuted"
    UNDECIDED = "not_enough_info"
    UNVERIFIED = "unverified"
    DECOMPOSITION = "decomposition"
    STALE = "stale"
    MISSING_FIXES = "missing_fixes"
    CONFLICTS = "conflicts"


@dataclass(frozen=True, slots=True)
class ReportRow:
    """Hold one claim in one section of a report.

    Args:
        claim: The claim.
        detail: Why it stands in this section, as a sentence; or empty.
        parent: What its children say, or None for a leaf.
    """

    claim: Claim
    detail: str = ""
    parent: Parent | None = None


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Hold a report.

    Args:
        claims: How many active claims there are.
        retired: How many are retired.
        verdicts: How many verdicts were recorded.
        evidence: How many items count.
        supported: Claims whose current verdict is supported.
        sections: What a check can fail on.
        integrity: What a replay of the ledger found; None where it has no events, or none was made.
    """

    claims: int
    retired: int
    verdicts: int
    evidence: int
    supported: tuple[ReportRow, ...]
    sections: Mapping[Section, tuple[ReportRow, ...]]
    integrity: ScopeReplay | None

    @property
    def is_intact(self) -> bool:
        """Tell whether everything that was replayed matches."""
        return self.integrity is None or self.integrity.ok


def audit_report(audit: Audit) -> AuditReport:
    """Put a report together, and replay the ledger for it.

    *Source:* spec/claims.md, Surfaces (`audit_report`), F20.
    """
    return report_on(audit.all_claims(), integrity=_integrity(audit))


def report_on(
    claims: Mapping[ClaimId, Claim], *, integrity: ScopeReplay | None = None
) -> AuditReport:
    """Put a report together from claims that were read already.

    Args:
        claims: All claims by id, in the order of their registration.
        integrity: What a replay found, or None where none was made.
    """
    active = [claim for claim in claims.values() if claim.is_active]
    return AuditReport(
        claims=len(active),
        retired=len(claims) - len(active),
        verdicts=sum(len(claim.verdicts) for claim in claims.values()),
        evidence=sum(len(claim.live_evidence) for claim in claims.values()),
        supported=_rows(active, lambda c: "" if _concludes(c, Conclusion.SUPPORTED) else None),
        sections=sections_of(claims),
        integrity=integrity,
    )


def sections_of(claims: Mapping[ClaimId, Claim]) -> dict[Section, tuple[ReportRow, ...]]:
    """Sort active claims into the sections of a report; one claim can stand in several.

    Args:
        claims: All claims by id, in the order of their registration.
    """
    active = [claim for claim in claims.values() if claim.is_active]
    return {
        Section.REFUTED: _rows(active, _rationale_if(Conclusion.REFUTED)),
        Section.UNDECIDED: _rows(active, _rationale_if(Conclusion.NOT_ENOUGH_INFO)),
        Section.UNVERIFIED: _rows(active, _unverified),
        Section.DECOMPOSITION: _decomposition(active, claims),
        Section.STALE: _rows(active, staleness),
        Section.MISSING_FIXES: _rows(active, _missing_fix),
        Section.CONFLICTS: _rows(active, _conflict),
    }


def _rows(
    claims: Iterable[Claim], detail_of: Callable[[Claim], str | None]
) -> tuple[ReportRow, ...]:
    details = ((claim, detail_of(claim)) for claim in claims)
    return tuple(ReportRow(claim, str(detail)) for claim, detail in details if detail is not None)


def _concludes(claim: Claim, conclusion: Conclusion) -> bool:
    return claim.conclusion is conclusion


def _rationale_if(conclusion: Conclusion) -> Callable[[Claim], str | None]:
    def detail(claim: Claim) -> str | None:
        if claim.current is None or claim.conclusion is not conclusion:
            return None
        return claim.current.rationale

    return detail


def _unverified(claim: Claim) -> str | None:
    if claim.current is not None:
        return None
    count = len(claim.live_evidence)
    if count == 0:
        return "no evidence yet"
    return f"{count} item{'' if count == 1 else 's'} of evidence, no verdict yet"


def _missing_fix(claim: Claim) -> str | None:
    """Say what is wrong with the next step of a verdict that should have one.

    *Source:* spec/claims.md, F13, F15, R2.
    """
    if claim.current is None or claim.conclusion is Conclusion.SUPPORTED:
        return None
    caveats = caveats_of_step(claim.current.rationale)
    return caveats[0].sentence if caveats else None


def _conflict(claim: Claim) -> str | None:
    """Say which cited items stand on both sides.

    *Source:* spec/claims.md, R8.
    """
    cited = claim.cited()
    for_it = [item.evidence_id for item in cited if item.stance is Stance.SUPPORTS]
    against_it = [item.evidence_id for item in cited if item.stance is Stance.REFUTES]
    if not for_it or not against_it:
        return None
    return (
        f"the verdict {claim.verdict_word} cites {', '.join(for_it)} for and"
        f" {', '.join(against_it)} against the claim"
    )


def _decomposition(
    active: Iterable[Claim], claims: Mapping[ClaimId, Claim]
) -> tuple[ReportRow, ...]:
    """List the parents that are not settled, each with exactly what it lacks.

    *Source:* spec/claims.md, F20; the page's "audit_report lists the parent under decomposition".
    """
    rows = []
    for claim in active:
        parent = as_parent(claim, claims.get)
        if parent is not None and parent.readiness is not Readiness.SETTLED:
            rows.append(ReportRow(claim, missing_step(parent) or "", parent))
    return tuple(rows)


def _integrity(audit: Audit) -> ScopeReplay | None:
    try:
        return replay_scope(audit.ledger.store, audit.scope, compares_views=False)
    except NotFoundError:
        return None
