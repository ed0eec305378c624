"""Seal batch runs in a scope's chain, and find the one that had a certain output.

*This module does not* rank, and does not digest anything; see `both_sides.batch`.
"""

from both_sides.domain.commands import SealRun
from both_sides.domain.decide import decide
from both_sides.domain.ids import ScopeId
from both_sides.domain.runs import BatchRun, SealedRun
from both_sides.domain.state import State
from both_sides.service.ledger import Ledger
from both_sides.service.requests import Decision, Request


def seal_run(ledger: Ledger, scope: ScopeId, run: BatchRun, *, actor: str) -> SealedRun:
    """Record what a run says of itself, once.

    Returns:
        The run as the ledger keeps it.

    *Source:* issue 6, Build 5.
    """

    def plan(state: State, _at: str) -> Decision:
        return Decision(decide(state, SealRun(run)))

    ledger.record(scope, Request(plan, actor, {"command": "seal-run", "output": run.output.digest}))
    sealed = find_run(ledger, scope, run.output.digest)
    assert sealed is not None  # it was recorded now or before
    return sealed


def find_run(ledger: Ledger, scope: ScopeId, output_digest: str) -> SealedRun | None:
    """Find the newest run whose output has this digest, or answer None."""
    return ledger.get(scope, SealedRun, output_digest)
