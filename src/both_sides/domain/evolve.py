"""Say what follows from an event.

`evolve` reads the aggregates there are and answers with those that change, one after the other.
Who applies them does so before asking for the next, so a change sees those before it.
"""

from collections.abc import Iterator
from dataclasses import replace

from both_sides.domain import evolve_access, evolve_audit, evolve_custody, evolve_desk
from both_sides.domain.events import (
    ClaimCreated,
    ClaimReactivated,
    ClaimRetired,
    ClaimUpdated,
    EntityImported,
    EvidenceAdded,
    EvidenceWithdrawn,
    KeyIntroduced,
    KeyRetired,
    LedgerRecovered,
    PolicyChanged,
    Recorded,
    RulingCreated,
    RulingRetired,
    RulingSuperseded,
    RulingUpdated,
    RunSealed,
    VerdictRecorded,
)
from both_sides.domain.runs import SealedRun
from both_sides.domain.state import Change, State, changed, counters


def evolve(  # noqa: PLR0912 - one branch an event
    state: State, recorded: Recorded
) -> Iterator[Change]:
    """Say what follows from an event.

    Args:
        state: The scope; each change that was yielded is in it when the next is asked for.
        recorded: The event in its place.

    Yields:
        Each aggregate that changes, as it is afterwards.

    Raises:
        LookupError: The event names something that no event created, or creates what is there, so
            no decision wrote it.

    *Source:* house-style.md, "The one idea".
    """
    match recorded.event:
        case EntityImported(entity):
            yield from evolve_audit.follow_source(state, recorded, entity)
            yield from evolve_desk.import_entity(state, entity)
        case RulingCreated():
            yield from evolve_desk.create_ruling(state, recorded, recorded.event)
        case RulingUpdated(ruling_id, rationale):
            yield from evolve_desk.update_ruling(state, recorded, ruling_id, rationale)
        case RulingSuperseded(ruling_id, superseded_by):
            yield from evolve_desk.supersede_ruling(state, recorded, ruling_id, superseded_by)
        case RulingRetired(ruling_id, reason):
            yield from evolve_desk.retire_ruling(state, recorded, ruling_id, reason)
        case ClaimCreated():
            yield from evolve_audit.create_claim(state, recorded, recorded.event)
        case ClaimUpdated():
            yield from evolve_audit.update_claim(state, recorded, recorded.event)
        case ClaimRetired():
            yield from evolve_audit.retire_claim(state, recorded, recorded.event)
        case ClaimReactivated(claim_id):
            yield from evolve_audit.reactivate_claim(state, recorded, claim_id)
        case EvidenceAdded():
            yield from evolve_audit.add_evidence(state, recorded, recorded.event)
        case EvidenceWithdrawn():
            yield from evolve_audit.withdraw_evidence(state, recorded, recorded.event)
        case VerdictRecorded():
            yield from evolve_audit.record_verdict(state, recorded, recorded.event)
        case PolicyChanged(policy):
            yield changed(policy)
        case KeyIntroduced():
            yield from evolve_custody.introduce_key(recorded, recorded.event)
        case KeyRetired():
            yield from evolve_custody.retire_key(state, recorded, recorded.event)
        case LedgerRecovered():
            pass  # it speaks of the whole ledger, and changes no aggregate
        case RunSealed(run_id, run):
            yield changed(SealedRun(run_id, run, recorded.actor, recorded.at, recorded.n))
            given = counters(state)
            yield changed(replace(given, runs=given.runs + 1))
        case _:
            yield from evolve_access.follow_access(state, recorded, recorded.event)
