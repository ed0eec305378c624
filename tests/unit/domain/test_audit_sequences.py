"""Whatever is asked in whatever order: what was accepted replays, a refusal leaves no trace."""

import itertools
from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)

from both_sides.domain.claims import Claim
from both_sides.domain.commands import (
    AddClaims,
    AddEvidence,
    Command,
    NewClaim,
    ReactivateClaim,
    RecordVerdict,
    RetireClaim,
    UpdateClaim,
    WithdrawEvidence,
)
from both_sides.domain.decide import decide
from both_sides.domain.decomposition import (
    Readiness,
    active_children,
    as_parent,
    conclusion_that_holds,
    staleness,
)
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, EvidenceId, ScopeId
from both_sides.domain.next_steps import next_steps
from both_sides.domain.state import State
from both_sides.domain.verdicts import Conclusion
from both_sides.errors import LedgerError
from both_sides.service.audit import Audit
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.service.requests import Decision, Request
from both_sides.store.memory import MemoryStore

SCOPE = ScopeId("local")
MOST = 12
# Small numbers are usually there, so that most of what is asked is accepted; a few are not.
numbers = st.integers(1, 6)


def claim(number: int) -> ClaimId:
    """Name a claim, whether it is there or not."""
    return ClaimId(f"CLM-{number:04d}")


def item(number: int) -> EvidenceId:
    """Name an item, whether it is there or not."""
    return EvidenceId(f"EVD-{number:04d}")


class AuditMachine(RuleBasedStateMachine):
    """Ask for anything; compare what is kept with a replay after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.store = MemoryStore()
        ticks = itertools.count()
        self.audit = Audit(Ledger(self.store, lambda: f"{next(ticks):06d}"), SCOPE)

    def ask(self, command: Command) -> None:
        """Ask for something; a refusal must change nothing."""
        before = (self.store.head(SCOPE), list(self.store.views(SCOPE)))
        try:
            self.audit.ledger.record(SCOPE, Request(plan_of(command), "author"))
        except LedgerError:
            assert (self.store.head(SCOPE), list(self.store.views(SCOPE))) == before

    @initialize()
    def begin_with_a_tree(self) -> None:
        """Register a grandparent, two parents and three leaves, and evidence for each leaf."""
        for parents in ((), (1,), (1,), (2,), (2,), (3,)):
            self.ask(AddClaims((NewClaim("a claim", tuple(map(claim, parents))),)))
        for number in (4, 5, 6):
            self.ask(AddEvidence(claim(number), Stance.SUPPORTS, EvidenceKind.TEST, "x", "y"))

    @rule(parents=st.lists(numbers, max_size=2))
    def add(self, parents: list[int]) -> None:
        """Register a claim."""
        self.ask(AddClaims((NewClaim("a claim", tuple(map(claim, parents))),)))

    @rule(number=numbers, parents=st.none() | st.lists(numbers, max_size=2), changes=st.booleans())
    def update(self, number: int, parents: list[int] | None, *, changes: bool) -> None:
        """Move a claim, or change its statement."""
        statement = f"changed {self.store.head(SCOPE).n}" if changes else None
        moved = None if parents is None else tuple(map(claim, parents))
        self.ask(UpdateClaim(claim(number), statement, moved))

    @rule(number=numbers)
    def retire(self, number: int) -> None:
        """Retire a claim."""
        self.ask(RetireClaim(claim(number), "no more"))

    @rule(number=numbers)
    def reactivate(self, number: int) -> None:
        """Bring a claim back."""
        self.ask(ReactivateClaim(claim(number), "again"))

    @rule(number=numbers, stance=st.sampled_from(Stance), analyses=st.booleans())
    def add_evidence(self, number: int, stance: Stance, *, analyses: bool) -> None:
        """Record an item, sometimes an analysis of the children."""
        kind = EvidenceKind.ANALYSIS if analyses else EvidenceKind.TEST
        locator = f"children of {claim(number)}" if analyses else "somewhere"
        everybody = " ".join(map(claim, range(1, MOST + 1)))
        self.ask(AddEvidence(claim(number), stance, kind, locator, everybody))

    @rule(number=numbers)
    def withdraw(self, number: int) -> None:
        """Withdraw an item."""
        self.ask(WithdrawEvidence(item(number), "wrong"))

    @rule(number=numbers, conclusion=st.sampled_from(Conclusion), strict=st.booleans())
    def ask_for_verdict(self, number: int, conclusion: Conclusion, *, strict: bool) -> None:
        """Judge a claim by all its live evidence."""
        self.judge(number, conclusion, strict=strict)

    def judge(self, number: int, conclusion: Conclusion, *, strict: bool) -> None:
        """Record a verdict that cites all live evidence, a parent's with a fresh analysis."""
        found = self.audit.all_claims().get(claim(number))
        cites = () if found is None else tuple(i.evidence_id for i in found.live_evidence)
        if conclusion is not Conclusion.NOT_ENOUGH_INFO and found is not None:
            wanted = {Conclusion.SUPPORTED: Stance.SUPPORTS}.get(conclusion, Stance.REFUTES)
            self.ask_for_analysis(found, wanted)
            found = self.audit.all_claims()[claim(number)]
            cites = tuple(i.evidence_id for i in found.live_evidence)
        rationale = "Seen. Fix: send a 1024-bit key and assert a rejection"
        self.ask(RecordVerdict(claim(number), conclusion, rationale, "m", cites, strict))

    @rule(numbers=st.permutations((4, 5, 6, 3, 2, 1)))
    def support_one_after_the_other(self, numbers: list[int]) -> None:
        """Support claims in some order; only leaves first leads to settled parents."""
        for number in numbers:
            self.judge(number, Conclusion.SUPPORTED, strict=False)

    def ask_for_analysis(self, found: Claim, stance: Stance) -> None:
        """Record an analysis of the children of a claim that has some, now."""
        if found.is_active and as_parent(found, self.audit.all_claims().get) is not None:
            locator = f"children of {found.claim_id}"
            everybody = " ".join(map(claim, range(1, MOST + 1)))
            analysis = AddEvidence(
                found.claim_id, stance, EvidenceKind.ANALYSIS, locator, everybody
            )
            self.ask(analysis)

    @invariant()
    def everything_replays(self) -> None:
        """The views are what the events say."""
        if self.store.head(SCOPE).n:
            found = replay_scope(self.store, SCOPE)
            assert found.ok, (found.first_broken, found.view_findings)

    @invariant()
    def no_parent_is_settled_while_a_child_disagrees(self) -> None:
        """Settled as supported: all active children are; as refuted: one is."""
        claims = self.audit.all_claims()
        for found in claims.values():
            parent = as_parent(found, claims.get)
            if parent is None or parent.readiness is not Readiness.SETTLED:
                continue
            children = [conclusion_that_holds(c) for c in active_children(found, claims.get)]
            if found.conclusion is Conclusion.SUPPORTED:
                assert set(children) == {Conclusion.SUPPORTED}
            else:
                assert found.conclusion is Conclusion.REFUTED
                assert Conclusion.REFUTED in children

    @invariant()
    def next_steps_lose_nobody(self) -> None:
        """Every active claim is in it, unless it is supported, not stale, and follows."""
        claims = self.audit.all_claims()
        listed = [step.claim.claim_id for step in next_steps(claims)]
        assert len(listed) == len(set(listed))
        for found in claims.values():
            parent = as_parent(found, claims.get)
            is_done = (
                found.conclusion is Conclusion.SUPPORTED
                and staleness(found) is None
                and (parent is None or parent.readiness is Readiness.SETTLED)
            )
            assert (found.claim_id in listed) == (found.is_active and not is_done)

    @invariant()
    def children_and_parents_agree(self) -> None:
        """Each link of the tree stands on both of its ends."""
        claims = self.audit.all_claims()
        below = {(c.claim_id, parent) for c in claims.values() for parent in c.parents}
        above = {(child, c.claim_id) for c in claims.values() for child in c.children}
        assert below == above


def plan_of(command: Command) -> Callable[[State, str], Decision]:
    """Decide on a command."""
    return lambda state, _at: Decision(decide(state, command))


TestAudit = pytest.mark.slow(AuditMachine.TestCase)
TestAudit.settings = settings(max_examples=40, stateful_step_count=30)
