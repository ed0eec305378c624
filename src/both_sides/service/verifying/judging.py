"""Say what follows for an anchor from everything that was read.

*This module does not* read events.
"""

from both_sides.chain.merkle import EMPTY_ROOT
from both_sides.chain.witness_policy import WitnessPolicy
from both_sides.service.trust.anchoring import Anchored
from both_sides.service.verifying.findings import Finding, Outcome
from both_sides.service.verifying.joining import Joiner
from both_sides.service.verifying.key_history import KeyHistory
from both_sides.store.tree_port import TreeStore


def judge_stored_head(tree: TreeStore, joiner: Joiner, anchor: Anchored | None) -> str | None:
    """Compare the checkpoint that the database has of the anchor's size.

    Args:
        tree: The database.
        joiner: Told what is not in order.
        anchor: The anchor, or None.

    Returns:
        What could not be checked, as a sentence; or None.
    """
    if anchor is None:
        return None
    head = anchor.checkpoint
    stored = tree.checkpoint(head.origin, head.size)
    if stored is not None and not stored.note.startswith(str(head)):
        what = f"the checkpoint stored for size {head.size} is not the anchor"
        joiner.report(Finding(Outcome.TAMPERED, what, table="checkpoints", key=str(head.size)))
    if stored is None and head.size:
        return "the anchor's root: the database has no checkpoint of its size"
    return None


def judge_anchor(joiner: Joiner, anchor: Anchored, history: KeyHistory, size: int) -> None:
    """Hold what there is against the anchor: who signed it, and how many events it covers.

    Args:
        joiner: Told what is not in order.
        anchor: The anchor.
        history: Tells which keys are trusted.
        size: How many events there are.
    """
    head = anchor.checkpoint
    if not history.accept(head.size, anchor.signers):
        what = "no key that is pinned, or that a pinned key leads to, signed the anchor"
        joiner.report(Finding(Outcome.TAMPERED, what, table="anchor"))
    if size < head.size:
        what = f"rollback: anchor size {head.size}, database size {size}"
        joiner.report(Finding(Outcome.TRUNCATED, what, position=size + 1, table="events"))
    elif size > head.size:
        what = f"{size - head.size} events after the anchor of {head.size} are not anchored"
        joiner.report(Finding(Outcome.INCOMPLETE, what, position=head.size + 1))
    if head.size == 0 and head.root != EMPTY_ROOT:
        joiner.report(Finding(Outcome.TAMPERED, "the anchor of nothing has a root"))


def judge_witnesses(joiner: Joiner, policy: WitnessPolicy, anchor: Anchored) -> str | None:
    """Tell whether as many witnesses as the policy asks for have cosigned.

    Args:
        joiner: Has seen the cosignatures; told what is not in order.
        policy: How many are enough.
        anchor: What they should have cosigned.

    Returns:
        What could not be checked, as a sentence; or None.
    """
    if policy.is_met([]):
        return None
    witnessed = joiner.witnessed
    if witnessed is None:
        what = "no checkpoint was cosigned by as many witnesses as the policy asks for"
        joiner.report(Finding(Outcome.INCOMPLETE, what))
    elif witnessed < anchor.checkpoint.size:
        return f"events after the first {witnessed} have not enough cosignatures yet"
    return None
