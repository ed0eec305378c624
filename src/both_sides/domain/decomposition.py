"""Say when a parent may be judged: its verdict follows from its children, leaves first.

Everything here is derived on read from the claims as they are; nothing of it is stored as truth.

1. Only active children count; a claim without one is a leaf.
2. One refuted child opens the refuted path; all supported open the supported path; else it waits.
3. A verdict goes stale when its claim's statement, the evidence it cites, or the children change.
4. A parent is settled when its verdict is not stale, follows from the children, and cites an
   analysis of them.

*This module does not* record verdicts; see `both_sides.domain.audit_rules`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from both_sides.domain.claims import Claim
from both_sides.domain.evidence import Evidence, EvidenceKind, Stance
from both_sides.domain.ids import ClaimId
from both_sides.domain.verdicts import Conclusion

Lookup = Callable[[ClaimId], Claim | None]


class Readiness(StrEnum):
    """Say whether a parent may be judged.

    *Source:* spec/claims.md, R3, R4.
    """

    WAITING = "waiting"
    READY_SUPPORTED = "ready_supported"
    READY_REFUTED = "ready_refuted"
    SETTLED = "settled"
    STALE = "stale"


class Staleness(StrEnum):
    """Say why a verdict no longer holds as it was given."""

    STATEMENT_CHANGED = "the statement was changed after the verdict"
    EVIDENCE_WITHDRAWN = "evidence that the verdict cites was withdrawn"
    CHILDREN_CHANGED = "the children changed after the verdict"


@dataclass(frozen=True, slots=True)
class Parent:
    """Hold a parent with what its children say.

    Args:
        claim: The parent.
        children: Its active children.
        path: What follows from the children: ready_supported, ready_refuted or waiting.
        readiness: The same, or settled or stale in view of its own verdict.
    """

    claim: Claim
    children: tuple[Claim, ...]
    path: Readiness
    readiness: Readiness

    @property
    def refuted_children(self) -> tuple[Claim, ...]:
        """List the children that refute it."""
        return tuple(c for c in self.children if conclusion_that_holds(c) is Conclusion.REFUTED)

    @property
    def open_children(self) -> tuple[Claim, ...]:
        """List the children that it waits for."""
        return tuple(
            child
            for child in self.children
            if conclusion_that_holds(child) not in {Conclusion.SUPPORTED, Conclusion.REFUTED}
        )


def staleness(claim: Claim) -> Staleness | None:
    """Say why the current verdict of a claim no longer holds, or answer None.

    *Source:* spec/claims.md, R4, R6, R11.
    """
    verdict = claim.current
    if verdict is None:
        return None
    if claim.statement_n > verdict.n:
        return Staleness.STATEMENT_CHANGED
    if any(not item.is_live for item in claim.cited()):
        return Staleness.EVIDENCE_WITHDRAWN
    if claim.children_n > verdict.n:
        return Staleness.CHILDREN_CHANGED
    return None


def conclusion_that_holds(claim: Claim) -> Conclusion | None:
    """Give what a claim's verdict concludes, unless it is stale or there is none."""
    return None if staleness(claim) is not None else claim.conclusion


def active_children(claim: Claim, lookup: Lookup) -> tuple[Claim, ...]:
    """List the children that count.

    *Source:* spec/claims.md, F17.
    """
    children = (lookup(child_id) for child_id in claim.children)
    return tuple(child for child in children if child is not None and child.is_active)


def path_of(children: Sequence[Claim]) -> Readiness:
    """Say what follows from the active children of a parent.

    *Source:* spec/claims.md, F18, F19, R3.
    """
    conclusions = [conclusion_that_holds(child) for child in children]
    if Conclusion.REFUTED in conclusions:
        return Readiness.READY_REFUTED
    if all(conclusion is Conclusion.SUPPORTED for conclusion in conclusions):
        return Readiness.READY_SUPPORTED
    return Readiness.WAITING


def as_parent(claim: Claim, lookup: Lookup) -> Parent | None:
    """Look at a claim as a parent; answer None where it is a leaf.

    Args:
        claim: Any claim.
        lookup: Finds a claim by id.
    """
    children = active_children(claim, lookup)
    if not children:
        return None
    path = path_of(children)
    parent = Parent(claim, children, path, path)
    return Parent(claim, children, path, _readiness(parent))


def _readiness(parent: Parent) -> Readiness:
    claim = parent.claim
    if claim.current is None:
        return parent.path
    if staleness(claim) is not None:
        return Readiness.STALE
    follows = follows_from(parent.path, claim.current.conclusion)
    analysis = analysis_among(claim.cited(), parent)
    return Readiness.SETTLED if follows and analysis is not None else parent.path


def follows_from(path: Readiness, conclusion: Conclusion) -> bool:
    """Tell whether a conclusion on a parent is the one that its children lead to."""
    return (path, conclusion) in {
        (Readiness.READY_SUPPORTED, Conclusion.SUPPORTED),
        (Readiness.READY_REFUTED, Conclusion.REFUTED),
    }


def analysis_locator(claim_id: ClaimId) -> str:
    """Give the locator of the analysis of a parent's children.

    *Source:* Verdicts page, "Parent claims"; spec/claims.md, F18.
    """
    return f"children of {claim_id}"


def analysis_among(items: Sequence[Evidence], parent: Parent) -> Evidence | None:
    """Find a live analysis of the children, of the right stance and made after they last changed.

    *Source:* spec/claims.md, F18, F19, R7 ("a second round of analysis needs a new item").
    """
    wanted = Stance.REFUTES if parent.path is Readiness.READY_REFUTED else Stance.SUPPORTS
    found = [
        item
        for item in items
        if item.is_live
        and item.kind is EvidenceKind.ANALYSIS
        and item.stance is wanted
        and item.n > parent.claim.children_n
        and " ".join(item.locator.split()) == analysis_locator(parent.claim.claim_id)
    ]
    return found[-1] if found else None


def names_all(item: Evidence, claims: Sequence[Claim]) -> bool:
    """Tell whether an item names every one of these claims.

    *Source:* spec/claims.md, F19 ("naming the refuted children").
    """
    text = f"{item.summary} {item.quote or ''}"
    return all(claim.claim_id in text for claim in claims)


def missing_step(parent: Parent) -> str | None:
    """Say exactly what a parent lacks, and the command that would add it.

    Returns:
        One sentence, or None where it is settled.

    *Source:* spec/claims.md, F20; the page's "Parent claims".
    """
    claim_id = parent.claim.claim_id
    if parent.readiness is Readiness.SETTLED:
        return None
    if parent.path is Readiness.WAITING:
        waiting = ", ".join(child.claim_id for child in parent.open_children)
        return f"Judge {waiting} first; the parent follows from its children."
    is_refuted = parent.path is Readiness.READY_REFUTED
    stance = Stance.REFUTES if is_refuted else Stance.SUPPORTS
    conclusion = Conclusion.REFUTED if is_refuted else Conclusion.SUPPORTED
    analysis = analysis_among(parent.claim.live_evidence, parent)
    if analysis is None:
        what = (
            "Refuted: " + ", ".join(child.claim_id for child in parent.refuted_children) + " …"
            if is_refuted
            else "How the children cover the claim …"
        )
        return (
            f"Add the analysis of the children: claims-mcp evidence add {claim_id} --stance"
            f" {stance} --kind analysis --locator '{analysis_locator(claim_id)}'"
            f" --summary '{what}'"
        )
    return (
        f"Record the verdict: claims-mcp verdict {claim_id} {conclusion} --cite"
        f" {analysis.evidence_id} --rationale '…' --auditor …"
    )
