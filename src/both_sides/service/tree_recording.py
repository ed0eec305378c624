"""Record a tree of claims on a scope as it was read: one attempt, claims first, verdicts last.

The ids of new claims come into being while a batch is recorded, so the plans that follow in it
look them up, and make sure by the claim's source that it is the one that was meant: a refused
claim's number is given to the next one. *This module does not* try again; see
`both_sides.service.tree_import`.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from both_sides.domain.claims import Claim
from both_sides.domain.commands import (
    AddClaims,
    AddEvidence,
    Command,
    NewClaim,
    RecordVerdict,
    UpdateClaim,
)
from both_sides.domain.decide import decide
from both_sides.domain.events import ClaimCreated, EvidenceAdded, VerdictRecorded
from both_sides.domain.ids import ClaimId, EvidenceId
from both_sides.domain.state import State
from both_sides.errors import LedgerError, NotCanonicalError
from both_sides.exchange.problems import Problem, ProblemCode
from both_sides.exchange.tree_draft import tidy_tags
from both_sides.exchange.tree_wiring import Address, WiredClaim, WiredTree, problem_of
from both_sides.service.audit import Audit
from both_sides.service.batch_writing import BatchWriter, Outcome, Planned
from both_sides.service.known_claims import (
    KnownClaims,
    changes_of,
    first_places,
    has_verdict,
    items_of,
)
from both_sides.service.requests import Decision, Plan
from both_sides.service.tree_tally import About, Step, Tally
from both_sides.store.port import ViewKey

MOST_NAMED: Final = 10


Plans = Iterator[Planned[About]]


class TreeRun:
    """Record a tree on a scope as it is now.

    Args:
        audit: The scope; it is read at once.
        wired: The tree.
        actor: Who imports.
        tally: Where recorded things are counted.
    """

    def __init__(self, audit: Audit, wired: WiredTree, actor: str, tally: Tally) -> None:
        head = audit.ledger.store.head(audit.scope)  # before the claims: what comes after shows
        self._known = KnownClaims(audit.all_claims())
        self._writer = BatchWriter(audit.ledger, audit.scope, actor, head)
        self._claims = wired.claims
        self._documents = {claim.address[0] for claim in wired.claims} - {None}
        self._tally = tally
        self._retired: set[Address] = set()
        self._items: dict[Address, list[EvidenceId | None]] = {}
        self.ids: dict[Address, ClaimId] = {}
        self.problems: list[Problem] = []
        self.remarks: list[str] = []

    def record(self) -> None:
        """Record what is new.

        Raises:
            StaleHeadError: Somebody appended since the scope was read.
        """
        self._recall()
        for about, outcome in self._writer.record(self._plan_claims()):
            self._take(about, outcome)
        for about, outcome in self._writer.record(self._plan_verdicts()):
            self._take(about, outcome)
        self._report_links_to_nowhere()
        self._remark_on_what_is_gone()

    # --- what is here already -----------------------------------------------------

    def _recall(self) -> None:
        """Find the claims that are here, and say which are left alone."""
        for wired in self._claims:
            known = self._known.at(wired.address)
            self._items[wired.address] = items_of(known, wired.claim)
            if known is None:
                continue
            if known.is_active:
                self.ids[wired.address] = known.claim_id
            else:
                self._retired.add(wired.address)
                self.remarks.append(
                    f"{known.claim_id} ({wired.claim.key}) was retired here and is left alone"
                )

    def _report_links_to_nowhere(self) -> None:
        there = {*self.ids, *self._retired}
        for wired in self._claims:
            if wired.address not in self.ids:
                continue
            known = self._known.at(wired.address)
            above = () if known is None else self._known.parents_of(known)
            linked = {parent.source.key for parent in above}
            nowhere = [key for key in wired.unknown if key not in linked]
            nowhere += [parent[1] for parent in wired.parents if parent not in there]
            for key in nowhere:
                what = f"its parent {key} is not there"
                self.problems.append(problem_of(wired.claim, ProblemCode.UNKNOWN_PARENT, what))

    def _remark_on_what_is_gone(self) -> None:
        gone = list(self._known.missing_from(wired.address for wired in self._claims))
        if gone:
            named = ", ".join(claim.claim_id for claim in gone[:MOST_NAMED])
            rest = f" and {len(gone) - MOST_NAMED} more" if len(gone) > MOST_NAMED else ""
            self.remarks.append(
                f"{named}{rest} came from these documents and stand in them no longer; retire"
                " what is no longer claimed"
            )

    # --- claims and their evidence --------------------------------------------------

    def _plan_claims(self) -> Plans:
        for wired in self._claims:
            known = self._known.at(wired.address)
            if wired.address in self._retired:
                continue
            reads = () if known is None else (ViewKey("claim", known.claim_id),)
            if known is None:
                yield Planned(About(Step.CREATE, wired), self._create(wired))
            else:
                changes = changes_of(known, wired.claim)
                if changes is not None:
                    yield Planned(About(Step.UPDATE, wired), _asking(changes), reads)
                if wired.parents or known.parents:
                    yield Planned(About(Step.UPDATE, wired), self._link(wired), reads)
            for number, first in enumerate(first_places(wired.claim.evidence)):
                if number == first and self._items[wired.address][number] is None:
                    plan = self._add_item(wired, number)
                    yield Planned(About(Step.EVIDENCE, wired, number), plan, reads)

    def _create(self, wired: WiredClaim) -> Plan:
        claim = wired.claim
        source = replace(claim.source, key=claim.key)

        def plan(state: State, _at: str) -> Decision:
            parents = tuple(parent.claim_id for parent in self._parents_here(state, wired))
            new = NewClaim(claim.statement, parents, source, tidy_tags(claim.tags))
            (event,) = decide(state, AddClaims((new,)))
            assert isinstance(event, ClaimCreated)
            self.ids[wired.address] = event.claim_id
            return Decision((event,), {"id": event.claim_id})

        return plan

    def _link(self, wired: WiredClaim) -> Plan:
        """Let the claims of the tree that rest on a known claim be those that it names now."""

        def plan(state: State, _at: str) -> Decision:
            claim = self._here(state, wired.address)
            if claim is None:
                return Decision(())
            found = (state.get(Claim, parent) for parent in claim.parents)
            before = [parent for parent in found if parent is not None and parent.is_active]
            wanted = [parent.claim_id for parent in self._parents_here(state, wired)]
            kept = [
                parent.claim_id
                for parent in before
                if parent.claim_id in wanted or self._is_foreign(parent, wired)
            ]
            after = tuple(dict.fromkeys((*kept, *wanted)))
            if after == tuple(parent.claim_id for parent in before):
                return Decision(())
            return Decision(decide(state, UpdateClaim(claim.claim_id, parents=after)))

        return plan

    def _is_foreign(self, parent: Claim, wired: WiredClaim) -> bool:
        """Tell whether a link is not the tree's: to another document, or one that it cannot see."""
        source = parent.source
        return source.document not in self._documents or source.key in wired.unknown

    def _add_item(self, wired: WiredClaim, number: int) -> Plan:
        item = wired.claim.evidence[number]

        def ask(claim: Claim) -> Command:
            return AddEvidence(
                claim.claim_id,
                item.stance,
                item.kind,
                item.locator,
                item.summary,
                quote=item.quote,
                digest=item.digest,
                commit=item.commit,
                collector=item.collector,
            )

        return self._on_claim(wired, ask)

    # --- verdicts ---------------------------------------------------------------------

    def _plan_verdicts(self) -> Plans:
        for wired in sorted(self._claims, key=lambda wired: -wired.depth):
            verdict, known = wired.claim.verdict, self._known.at(wired.address)
            if verdict is None or wired.address not in self.ids:
                continue
            cites = self._cites(wired)
            is_reworded = known is not None and known.statement != wired.claim.statement.strip()
            if known is None or is_reworded or not has_verdict(known, verdict, cites):
                reads = [ViewKey("claim", self.ids[wired.address])]
                reads.extend(ViewKey("evidence", evidence_id) for evidence_id in cites)
                yield Planned(About(Step.VERDICT, wired), self._judge(wired, cites), reads)

    def _cites(self, wired: WiredClaim) -> tuple[EvidenceId, ...]:
        firsts, items = first_places(wired.claim.evidence), self._items[wired.address]
        numbers = () if wired.claim.verdict is None else wired.claim.verdict.cites
        cited = dict.fromkeys(firsts[number] for number in numbers if 0 <= number < len(firsts))
        found = (items[number] for number in cited)
        return tuple(evidence_id for evidence_id in found if evidence_id is not None)

    def _judge(self, wired: WiredClaim, cites: tuple[EvidenceId, ...]) -> Plan:
        verdict = wired.claim.verdict
        assert verdict is not None

        def ask(claim: Claim) -> Command:
            return RecordVerdict(
                claim.claim_id, verdict.conclusion, verdict.rationale, verdict.auditor, cites
            )

        return self._on_claim(wired, ask)

    # --- what came of it ---------------------------------------------------------------

    def _take(self, about: About, outcome: Outcome) -> None:
        address = about.claim.address
        if isinstance(outcome, LedgerError):
            is_text = isinstance(outcome, NotCanonicalError)
            code = ProblemCode.NOT_SEALABLE if is_text else ProblemCode.NOT_RECORDED
            what = f"the {about.step} was not recorded: {outcome.message}"
            lost = 0
            if about.step is Step.CREATE:
                self.ids.pop(address, None)
                lost = 1
            self.problems.append(problem_of(about.claim.claim, code, what, lost=lost))
        elif outcome.events:
            if about.step is Step.CREATE:
                self.ids[address] = ClaimId(outcome.answer["id"])
            elif about.step is Step.EVIDENCE:
                self._items[address][about.item] = EvidenceId(outcome.answer["id"])
            self._tally.count(about, self.ids[address], outcome.answer)

    # --- looking claims up under the lock ------------------------------------------------

    def _here(self, state: State, address: Address) -> Claim | None:
        """Find a claim of the tree, where it was recorded and is active."""
        claim_id = self.ids.get(address)
        claim = None if claim_id is None else state.get(Claim, claim_id)
        if claim is None or (claim.source.document, claim.source.key) != address:
            return None
        return claim if claim.is_active else None

    def _parents_here(self, state: State, wired: WiredClaim) -> Iterator[Claim]:
        found = (self._here(state, parent) for parent in wired.parents)
        return (parent for parent in found if parent is not None)

    def _on_claim(self, wired: WiredClaim, ask: Callable[[Claim], Command]) -> Plan:
        """Plan a command on a claim of the tree; nothing where it could not be recorded."""

        def plan(state: State, _at: str) -> Decision:
            claim = self._here(state, wired.address)
            if claim is None:
                return Decision(())
            (event,) = decide(state, ask(claim))
            answer: dict[str, object] = {}
            if isinstance(event, EvidenceAdded):
                answer["id"] = event.evidence_id
            elif isinstance(event, VerdictRecorded):
                answer["warnings"] = list(event.warnings)
            return Decision((event,), answer)

        return plan


def _asking(command: Command) -> Plan:
    return lambda state, _at: Decision(decide(state, command))
