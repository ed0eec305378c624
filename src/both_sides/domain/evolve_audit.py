"""Say what follows from the events of the audit: claims, evidence, verdicts.

Whenever the conclusion that holds for a claim changes, or the claim comes or goes, the claims that
rest on it are marked: their own verdicts may have gone stale by that.
"""

from collections.abc import Iterator
from dataclasses import replace

from both_sides.domain.claims import Claim, Retirement
from both_sides.domain.decomposition import conclusion_that_holds
from both_sides.domain.entities import Entity
from both_sides.domain.events import (
    ClaimCreated,
    ClaimRetired,
    ClaimUpdated,
    EvidenceAdded,
    EvidenceWithdrawn,
    Recorded,
    VerdictRecorded,
)
from both_sides.domain.evidence import Evidence, Withdrawal
from both_sides.domain.ids import ClaimId, EvidenceId, entity_of
from both_sides.domain.imported_claims import claim_of_statement, find_statement
from both_sides.domain.lookup import find_claim
from both_sides.domain.state import (
    AuditedStatements,
    Change,
    EvidenceOwner,
    State,
    changed,
    counters,
    created,
)
from both_sides.domain.verdicts import Verdict


def create_claim(state: State, recorded: Recorded, event: ClaimCreated) -> Iterator[Change]:
    """Register a claim below its parents."""
    claim = Claim(
        claim_id=event.claim_id,
        statement=event.statement,
        author=recorded.actor,
        at=recorded.at,
        n=recorded.n,
        statement_n=recorded.n,
        parents=event.parents,
        source=event.source,
        tags=event.tags,
    )
    yield created(state, claim)
    given = counters(state)
    yield changed(replace(given, claims=given.claims + 1))
    yield from _link(state, claim.claim_id, (), event.parents, recorded.n)


def update_claim(state: State, recorded: Recorded, event: ClaimUpdated) -> Iterator[Change]:
    """Change what a claim says of itself."""
    before = _claim(state, event.claim_id)
    after = replace(
        before,
        statement=before.statement if event.statement is None else event.statement,
        statement_n=before.statement_n if event.statement is None else recorded.n,
        parents=before.parents if event.parents is None else event.parents,
        source=before.source if event.source is None else event.source,
        tags=before.tags if event.tags is None else event.tags,
    )
    yield changed(after)
    kept = tuple(parent for parent in before.parents if parent in after.parents)
    yield from _link(state, after.claim_id, before.parents, after.parents, recorded.n)
    yield from _tell_parents(state, before, replace(after, parents=kept), recorded.n)


def retire_claim(state: State, recorded: Recorded, event: ClaimRetired) -> Iterator[Change]:
    """Audit a claim no longer."""
    before = _claim(state, event.claim_id)
    retirement = Retirement(
        event.reason, recorded.actor, recorded.at, recorded.n, event.superseded_by
    )
    after = replace(before, retirement=retirement)
    yield changed(after)
    yield from _tell_parents(state, before, after, recorded.n)


def reactivate_claim(state: State, recorded: Recorded, claim_id: ClaimId) -> Iterator[Change]:
    """Audit a retired claim again."""
    before = _claim(state, claim_id)
    after = replace(before, retirement=None)
    yield changed(after)
    yield from _tell_parents(state, before, after, recorded.n)


def add_evidence(state: State, recorded: Recorded, event: EvidenceAdded) -> Iterator[Change]:
    """Add an item to its claim; the item that it supersedes no longer counts."""
    before = _claim(state, event.claim_id)
    item = Evidence(
        evidence_id=event.evidence_id,
        claim_id=event.claim_id,
        stance=event.stance,
        kind=event.kind,
        locator=event.locator,
        summary=event.summary,
        collector=event.collector or recorded.actor,
        at=recorded.at,
        n=recorded.n,
        quote=event.quote,
        digest=event.digest,
        commit=event.commit,
    )
    after = replace(before, evidence=(*before.evidence, item))
    if event.supersedes is not None:
        withdrawal = Withdrawal(
            "superseded", recorded.actor, recorded.at, recorded.n, event.evidence_id
        )
        after = _withdraw(after, event.supersedes, withdrawal)
    given = counters(state)
    yield changed(replace(given, evidence=given.evidence + 1))
    yield created(state, EvidenceOwner(event.evidence_id, event.claim_id))
    yield from _keep(state, before, after, recorded.n)


def withdraw_evidence(
    state: State, recorded: Recorded, event: EvidenceWithdrawn
) -> Iterator[Change]:
    """Let an item no longer count."""
    before = _claim(state, event.claim_id)
    withdrawal = Withdrawal(event.reason, recorded.actor, recorded.at, recorded.n)
    after = _withdraw(before, event.evidence_id, withdrawal)
    yield from _keep(state, before, after, recorded.n)


def record_verdict(state: State, recorded: Recorded, event: VerdictRecorded) -> Iterator[Change]:
    """Append a verdict to the history of its claim."""
    before = _claim(state, event.claim_id)
    verdict = Verdict(
        seq=len(before.verdicts) + 1,
        conclusion=event.conclusion,
        citations=event.citations,
        rationale=event.rationale,
        auditor=event.auditor,
        at=recorded.at,
        n=recorded.n,
        warnings=event.warnings,
    )
    after = replace(before, verdicts=(*before.verdicts, verdict))
    yield from _keep(state, before, after, recorded.n)


def follow_source(state: State, recorded: Recorded, entity: Entity) -> Iterator[Change]:
    """Let audited claims of an entity follow its new import; what is gone stays as it was known."""
    audited = state.get(AuditedStatements, entity.entity_id)
    for claim_id in () if audited is None else audited.claim_ids:
        before = _claim(state, claim_id)
        imported = claim_of_statement(entity, claim_id)
        after = (
            _gone(before, recorded) if imported is None else _followed(before, imported, recorded)
        )
        if after != before:
            yield changed(after)
            yield from _tell_parents(state, before, after, recorded.n)


def _gone(before: Claim, recorded: Recorded) -> Claim:
    if before.retirement is not None:
        return before
    reason = "the statement is no longer in its source"
    return replace(before, retirement=Retirement(reason, recorded.actor, recorded.at, recorded.n))


def _followed(before: Claim, imported: Claim, recorded: Recorded) -> Claim:
    named = {item.evidence_id for item in imported.evidence}
    known = {item.evidence_id: item for item in before.evidence}
    withdrawal = Withdrawal(
        "the reference is no longer in its source", recorded.actor, recorded.at, recorded.n
    )
    evidence = tuple(
        replace(item, withdrawal=withdrawal)
        if item.is_live and _is_reference_of(item) and item.evidence_id not in named
        else item
        for item in before.evidence
    )
    added = tuple(
        replace(item, n=recorded.n) for item in imported.evidence if item.evidence_id not in known
    )
    is_changed = imported.statement != before.statement
    return replace(
        before,
        statement=imported.statement,
        statement_n=recorded.n if is_changed else before.statement_n,
        evidence=(*evidence, *added),
    )


def _is_reference_of(item: Evidence) -> bool:
    return item.evidence_id.startswith(f"{item.claim_id}#")


def _claim(state: State, claim_id: ClaimId) -> Claim:
    claim = find_claim(state, claim_id)
    if claim is None:  # only a chain that no decision wrote can come here
        raise LookupError(f"an event names {claim_id}, which no event created")
    return claim


def _withdraw(claim: Claim, evidence_id: EvidenceId, withdrawal: Withdrawal) -> Claim:
    evidence = tuple(
        replace(item, withdrawal=withdrawal) if item.evidence_id == evidence_id else item
        for item in claim.evidence
    )
    return replace(claim, evidence=evidence)


def _keep(state: State, before: Claim, after: Claim, n: int) -> Iterator[Change]:
    """Keep a claim that evidence or verdicts changed; an imported one is audited from now on."""
    yield changed(after)
    entity_id = entity_of(after.claim_id) if after.is_imported else None
    if entity_id is not None and find_statement(state, entity_id, after.claim_id) is not None:
        audited = state.get(AuditedStatements, entity_id)
        known = () if audited is None else audited.claim_ids
        if after.claim_id not in known:
            yield changed(AuditedStatements(entity_id, (*known, after.claim_id)))
    yield from _tell_parents(state, before, after, n)


def _link(
    state: State,
    claim_id: ClaimId,
    before: tuple[ClaimId, ...],
    after: tuple[ClaimId, ...],
    n: int,
) -> Iterator[Change]:
    """Enter a claim with its new parents, and leave the old ones."""
    for parent_id in before:
        if parent_id not in after:
            parent = _claim(state, parent_id)
            rest = tuple(child for child in parent.children if child != claim_id)
            yield from _children_changed(state, replace(parent, children=rest), parent, n)
    for parent_id in after:
        if parent_id not in before:
            parent = _claim(state, parent_id)
            more = (*parent.children, claim_id)
            yield from _children_changed(state, replace(parent, children=more), parent, n)


def _tell_parents(state: State, before: Claim, after: Claim, n: int) -> Iterator[Change]:
    """Mark the claims that rest on one whose standing changed."""
    stands_as = (after.is_active, conclusion_that_holds(after))
    if stands_as == (before.is_active, conclusion_that_holds(before)):
        return
    for parent_id in after.parents:
        parent = _claim(state, parent_id)
        yield from _children_changed(state, parent, parent, n)


def _children_changed(state: State, after: Claim, before: Claim, n: int) -> Iterator[Change]:
    marked = replace(after, children_n=n)
    yield changed(marked)
    yield from _tell_parents(state, before, marked, n)
