"""Judge whether a verdict may be recorded: what is refused, what is accepted with a warning.

Refused always: no rationale, no auditor, a missing or double citation, an auditor who is the
author where the policy keeps them apart. Warned of, and refused under strict rules: a next step
that is missing, vague or points elsewhere; a verdict on a parent that does not follow from its
children or cites no analysis of them. Only warned of: citations on both sides.

*This module does not* look evidence up; whoever calls it has seen that the citations are the
claim's own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from both_sides.domain.claims import Claim
from both_sides.domain.commands import RecordVerdict
from both_sides.domain.decomposition import (
    Lookup,
    Parent,
    Readiness,
    analysis_among,
    analysis_locator,
    as_parent,
    follows_from,
    missing_step,
    names_all,
)
from both_sides.domain.evidence import Evidence, Stance
from both_sides.domain.fix import caveats_of_step
from both_sides.domain.policy import Policy
from both_sides.domain.verdicts import HONESTY, Caveat, Conclusion
from both_sides.domain.wording import require_name, require_rationale
from both_sides.errors import (
    AgainstChildrenError,
    AnalysisMissingError,
    ChildrenNotNamedError,
    CitationMissingError,
    DuplicateCitationError,
    FixCrossReferenceError,
    FixMissingError,
    FixVagueError,
    JudgeIsAuthorError,
    RefusedError,
)

_MUST_CITE: Final = {
    Conclusion.SUPPORTED: Stance.SUPPORTS,
    Conclusion.REFUTED: Stance.REFUTES,
}
_STEP_EXAMPLE: Final = (
    "end the rationale with one concrete step, for example Fix: add a test that sends a 1024-bit"
    " RSA JWK and asserts it is rejected"
)

_STEP_REFUSALS: Final[dict[Caveat, type[RefusedError]]] = {
    Caveat.FIX_MISSING: FixMissingError,
    Caveat.FIX_VAGUE: FixVagueError,
    Caveat.FIX_CROSS_REFERENCE: FixCrossReferenceError,
}


@dataclass(frozen=True, slots=True)
class _Finding:
    """Hold what is warned of, and the refusal that it is under strict rules."""

    caveat: Caveat
    refusal: RefusedError


def judge_verdict(
    claim: Claim, command: RecordVerdict, policy: Policy, lookup: Lookup
) -> tuple[str, str, tuple[Caveat, ...]]:
    """Judge a verdict.

    Args:
        claim: The claim.
        command: What is asked for; its citations are live items of the claim.
        policy: The rules of the scope.
        lookup: Finds a claim by id.

    Returns:
        The rationale and the auditor, cleaned, and the warnings that go with the verdict.

    Raises:
        RefusedError: A rule says no; each rule has a class of its own.

    *Source:* Verdicts page; spec/claims.md, F2-F7, F13-F19, R2, R3, R7, R8.
    """
    rationale = require_rationale(command.rationale)
    auditor = require_name(command.auditor, field="auditor")
    _require_single_citations(command)
    cited = tuple(item for item in claim.evidence if item.evidence_id in set(command.citations))
    _require_citation(claim, command.conclusion, cited)
    _require_other_judge(claim, auditor, policy)
    findings = [*_findings_on_step(claim, command.conclusion, rationale)]
    parent = as_parent(claim, lookup)
    if parent is not None:
        findings.extend(_findings_on_parent(parent, command.conclusion, cited))
    if findings and (command.is_strict or policy.is_strict):
        raise findings[0].refusal
    caveats = [finding.caveat for finding in findings]
    stances = {item.stance for item in cited}
    if stances >= {Stance.SUPPORTS, Stance.REFUTES}:
        caveats.append(Caveat.CONFLICTING_CITATIONS)  # R8: reported, never refused
    return rationale, auditor, tuple(caveats)


def _require_single_citations(command: RecordVerdict) -> None:
    seen = set()
    for evidence_id in command.citations:
        if evidence_id in seen:
            raise DuplicateCitationError(
                f"{evidence_id} is cited twice",
                hint="cite each item once",
                evidence=evidence_id,
                claim=command.claim_id,
            )
        seen.add(evidence_id)


def _require_citation(claim: Claim, conclusion: Conclusion, cited: tuple[Evidence, ...]) -> None:
    """Require what a conclusion must cite.

    *Source:* Verdicts page, the table; spec/claims.md, F2, F3, F4.
    """
    wanted = _MUST_CITE.get(conclusion)
    if wanted is None or any(item.stance is wanted for item in cited):
        return
    usable = [item.evidence_id for item in claim.live_evidence if item.stance is wanted]
    if usable:
        hint = f"cite one of {', '.join(usable[:5])}"
    else:
        hint = (
            f"record what you saw first: claims-mcp evidence add {claim.claim_id} --stance {wanted}"
            f" …; or record not_enough_info. {HONESTY}"
        )
    raise CitationMissingError(
        f"{conclusion} must cite at least one item that {wanted} {claim.claim_id}",
        hint=hint,
        claim=claim.claim_id,
        verdict=conclusion.value,
        must_cite=wanted.value,
        usable=usable,
    )


def _require_other_judge(claim: Claim, auditor: str, policy: Policy) -> None:
    is_author = auditor.casefold() == claim.author.casefold()
    if policy.separates_author_and_auditor and is_author:
        raise JudgeIsAuthorError(
            f"{auditor} registered {claim.claim_id} and cannot judge it in this scope",
            hint="let somebody else judge it; `claims-mcp policy` shows the rules of the scope",
            claim=claim.claim_id,
            auditor=auditor,
        )


def _findings_on_step(claim: Claim, conclusion: Conclusion, rationale: str) -> Iterator[_Finding]:
    """Look at the next step of a rationale that should have one.

    *Source:* Verdicts page, "The Fix: convention"; spec/claims.md, F13, F15, R2.
    """
    if conclusion is Conclusion.SUPPORTED:
        return
    for caveat in caveats_of_step(rationale):
        error = _STEP_REFUSALS[caveat]
        yield _Finding(caveat, error(caveat.sentence, hint=_STEP_EXAMPLE, claim=claim.claim_id))


def _findings_on_parent(
    parent: Parent, conclusion: Conclusion, cited: tuple[Evidence, ...]
) -> Iterator[_Finding]:
    """Look at a verdict on a parent in the light of its children.

    *Source:* Verdicts page, "Parent claims"; spec/claims.md, F16-F19, R3, R7.
    """
    claim_id = parent.claim.claim_id
    if (parent.path, conclusion) == (Readiness.WAITING, Conclusion.NOT_ENOUGH_INFO):
        return  # honest: the children do not decide it yet
    advice = missing_step(parent)
    if not follows_from(parent.path, conclusion):
        refusal: RefusedError = AgainstChildrenError(
            f"{conclusion} does not follow from the children of {claim_id}",
            hint=advice or "judge the children first",
            claim=claim_id,
            path=parent.path.value,
        )
        yield _Finding(Caveat.AGAINST_CHILDREN, refusal)
        return
    analysis = analysis_among(cited, parent)
    if analysis is None:
        refusal = AnalysisMissingError(
            f"the verdict cites no analysis of the children of {claim_id} as they are now",
            hint=advice or f"cite an analysis with the locator {analysis_locator(claim_id)}",
            claim=claim_id,
        )
        yield _Finding(Caveat.ANALYSIS_MISSING, refusal)
    elif parent.path is Readiness.READY_REFUTED:
        refuted = parent.refuted_children
        if not names_all(analysis, refuted):
            names = ", ".join(child.claim_id for child in refuted)
            refusal = ChildrenNotNamedError(
                f"{analysis.evidence_id} does not name the refuted children of {claim_id}",
                hint=f"name {names} in the summary of a new analysis",
                claim=claim_id,
                children=[child.claim_id for child in refuted],
            )
            yield _Finding(Caveat.CHILDREN_NOT_NAMED, refusal)
