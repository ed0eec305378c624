"""Decide on the sealing of batch runs."""

from both_sides.domain.events import Event, RunSealed
from both_sides.domain.ids import format_number
from both_sides.domain.runs import BatchRun, RunId, SealedRun
from both_sides.domain.state import State, counters


def seal_run(state: State, run: BatchRun) -> tuple[Event, ...]:
    """Seal what a run says of itself; the same run is sealed once."""
    before = state.get(SealedRun, run.output.digest)
    if before is not None and before.run == run:
        return ()
    return (RunSealed(RunId(format_number("RUN", counters(state).runs + 1)), run),)
