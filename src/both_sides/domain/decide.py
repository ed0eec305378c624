"""Answer a command with events, or refuse it.

`decide` is pure: the same state and command give the same answer, nothing is changed, and a refusal
leaves no trace. The rules stand in `decide_desk`, `decide_claims`, `decide_evidence`,
`verdict_rules` and `decide_access`.
"""

from both_sides.domain import (
    decide_access,
    decide_claims,
    decide_custody,
    decide_desk,
    decide_evidence,
    decide_runs,
)
from both_sides.domain.commands import (
    AddClaims,
    AddEvidence,
    Command,
    CreateRuling,
    ImportEntity,
    IntroduceKey,
    ReactivateClaim,
    RecordRecovery,
    RecordVerdict,
    RetireClaim,
    RetireKey,
    RetireRuling,
    ReviseRuling,
    SealRun,
    SetPolicy,
    UpdateClaim,
    WithdrawEvidence,
)
from both_sides.domain.events import Event
from both_sides.domain.state import State


def decide(  # noqa: PLR0911, PLR0912 - one answer a command
    state: State, command: Command
) -> tuple[Event, ...]:
    """Answer a command with the events that follow from it.

    Args:
        state: The scope as it is; it is only read.
        command: What is asked for.

    Returns:
        The events in order; none where there is nothing to record.

    Raises:
        RefusedError: A rule says no; each rule has a class of its own.
        InvalidInputError: The command names something that the scope does not hold, or a text in
            it is too long.

    *Source:* spec/engine.md; spec/claims.md; spec/interfaces.md.
    """
    match command:
        case ImportEntity(entity, properties):
            return decide_desk.import_entity(state, entity, properties)
        case CreateRuling():
            return decide_desk.create_ruling(state, command)
        case ReviseRuling(ruling_id, rationale):
            return decide_desk.revise_ruling(state, ruling_id, rationale)
        case RetireRuling(ruling_id, reason):
            return decide_desk.retire_ruling(state, ruling_id, reason)
        case AddClaims(claims):
            return decide_claims.add_claims(state, claims)
        case UpdateClaim():
            return decide_claims.update_claim(state, command)
        case RetireClaim():
            return decide_claims.retire_claim(state, command)
        case ReactivateClaim(claim_id, reason):
            return decide_claims.reactivate_claim(state, claim_id, reason)
        case AddEvidence():
            return decide_evidence.add_evidence(state, command)
        case WithdrawEvidence(evidence_id, reason):
            return decide_evidence.withdraw_evidence(state, evidence_id, reason)
        case RecordVerdict():
            return decide_evidence.record_verdict(state, command)
        case SetPolicy():
            return decide_evidence.set_policy(state, command)
        case IntroduceKey():
            return decide_custody.introduce_key(state, command)
        case RetireKey():
            return decide_custody.retire_key(state, command)
        case RecordRecovery():
            return decide_custody.record_recovery(command)
        case SealRun(run):
            return decide_runs.seal_run(state, run)
        case _:
            return decide_access.decide_access(state, command)
