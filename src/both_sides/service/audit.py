"""Audit claims: register them, gather evidence, record verdicts, and see what is left to do.

Command line and agent tool call these functions and show what they answer, in the same words and
the same order. *This module does not* parse arguments and prints nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from both_sides.domain.claims import Claim
from both_sides.domain.commands import (
    AddClaims,
    AddEvidence,
    Command,
    NewClaim,
    ReactivateClaim,
    RecordVerdict,
    RetireClaim,
    SetPolicy,
    UpdateClaim,
    WithdrawEvidence,
)
from both_sides.domain.decide import decide
from both_sides.domain.events import Event, EvidenceAdded, EvidenceWithdrawn
from both_sides.domain.evidence import Evidence
from both_sides.domain.ids import ClaimId
from both_sides.domain.lookup import require_claim, require_evidence
from both_sides.domain.policy import Policy
from both_sides.domain.state import State
from both_sides.domain.verdicts import Verdict
from both_sides.service.claim_reading import ClaimReading
from both_sides.service.requests import Decision, Members, Receipt, Request, Seen


@dataclass(frozen=True, slots=True)
class RecordedClaims:
    """Hold the claims of a request as they are after it, with its receipt."""

    claims: tuple[Claim, ...]
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class RecordedEvidence:
    """Hold an evidence item as it is after a request, with the receipt."""

    item: Evidence
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class RecordedVerdict:
    """Hold a verdict that was recorded, with the receipt."""

    claim_id: ClaimId
    verdict: Verdict
    receipt: Receipt


class Audit(ClaimReading):
    """Read and change the claims of one scope."""

    # --- claims ---------------------------------------------------------------

    def add_claims(
        self, claims: Sequence[NewClaim], *, actor: str, idempotency_key: str | None = None
    ) -> RecordedClaims:
        """Register claims, all of them or none.

        Raises:
            InvalidInputError: A statement is empty or too long, or a parent does not exist.
            RefusedError: A parent is retired.

        *Source:* spec/claims.md, F22, R12.
        """
        command = AddClaims(tuple(claims))
        members = {
            "command": "add_claims",
            "claims": [
                {
                    "statement": claim.statement,
                    "parents": list(claim.parents),
                    "document": claim.source.document,
                    "locator": claim.source.locator,
                    "key": claim.source.key,
                    "tags": list(claim.tags),
                }
                for claim in claims
            ],
        }
        return self._claims(self._record(command, members, actor, idempotency_key))

    def decompose(
        self,
        claim_id: ClaimId,
        statements: Sequence[str],
        *,
        actor: str,
        idempotency_key: str | None = None,
    ) -> RecordedClaims:
        """Register claims that cover a claim together; it becomes their parent.

        *Source:* spec/claims.md, Surfaces (`decompose`).
        """
        children = [NewClaim(statement, parents=(claim_id,)) for statement in statements]
        return self.add_claims(children, actor=actor, idempotency_key=idempotency_key)

    def update_claim(
        self,
        command: UpdateClaim,
        *,
        actor: str,
        idempotency_key: str | None = None,
        seen: Seen | None = None,
    ) -> RecordedClaims:
        """Change what a claim says of itself; a changed statement makes its verdict stale.

        Args:
            command: What is to change.
            actor: Who changes it.
            idempotency_key: Makes the request happen once; or None.
            seen: The version of the claim that the caller has seen; or None.

        Raises:
            StaleHeadError: The claim was changed since.
        """
        source = command.source
        members = {
            "command": "update_claim",
            "claimId": command.claim_id,
            "statement": command.statement,
            "parents": None if command.parents is None else list(command.parents),
            "source": None if source is None else [source.document, source.locator, source.key],
            "tags": None if command.tags is None else list(command.tags),
        }
        return self._claims(self._record(command, members, actor, idempotency_key, seen))

    def retire_claim(
        self,
        command: RetireClaim,
        *,
        actor: str,
        idempotency_key: str | None = None,
        seen: Seen | None = None,
    ) -> RecordedClaims:
        """Audit a claim no longer; its history stays. Arguments as for `update_claim`."""
        members = {
            "command": "retire_claim",
            "claimId": command.claim_id,
            "reason": command.reason,
            "supersededBy": command.superseded_by,
        }
        return self._claims(self._record(command, members, actor, idempotency_key, seen))

    def reactivate_claim(
        self, claim_id: ClaimId, reason: str, *, actor: str, idempotency_key: str | None = None
    ) -> RecordedClaims:
        """Audit a retired claim again."""
        members = {"command": "reactivate_claim", "claimId": claim_id, "reason": reason}
        command = ReactivateClaim(claim_id, reason)
        return self._claims(self._record(command, members, actor, idempotency_key))

    # --- evidence and verdicts --------------------------------------------------

    def add_evidence(
        self, command: AddEvidence, *, actor: str, idempotency_key: str | None = None
    ) -> RecordedEvidence:
        """Record an item for or against a claim; who records it is its collector.

        Raises:
            NotFoundError: There is no such claim.
            RefusedError: The claim is retired, or the item that is superseded is not its own.
        """
        members = {
            "command": "add_evidence",
            "claimId": command.claim_id,
            "stance": command.stance.value,
            "kind": command.kind.value,
            "locator": command.locator,
            "summary": command.summary,
            "quote": command.quote,
            "digest": command.digest,
            "commit": command.commit,
            "supersedes": command.supersedes,
            "collector": command.collector,
        }
        return self._evidence(self._record(command, members, actor, idempotency_key))

    def withdraw_evidence(
        self,
        command: WithdrawEvidence,
        *,
        actor: str,
        idempotency_key: str | None = None,
        seen: Seen | None = None,
    ) -> RecordedEvidence:
        """Let an item no longer count; verdicts that cite it go stale.

        Args:
            command: Which item, and why.
            actor: Who withdraws it.
            idempotency_key: Makes the request happen once; or None.
            seen: The version of its claim that the caller has seen; or None.

        Raises:
            StaleHeadError: The claim was changed since.
        """
        members = {
            "command": "withdraw_evidence",
            "evidenceId": command.evidence_id,
            "reason": command.reason,
        }
        return self._evidence(self._record(command, members, actor, idempotency_key, seen))

    def record_verdict(
        self, command: RecordVerdict, *, actor: str, idempotency_key: str | None = None
    ) -> RecordedVerdict:
        """Append a verdict to the history of its claim.

        Raises:
            NotFoundError: There is no such claim or evidence.
            RefusedError: A rule says no; see `both_sides.domain.verdict_rules`.

        *Source:* Verdicts page; spec/claims.md, F1-F22, R1-R12.
        """
        members = {
            "command": "record_verdict",
            "claimId": command.claim_id,
            "verdict": command.conclusion.value,
            "rationale": command.rationale,
            "auditor": command.auditor,
            "citations": list(command.citations),
            "strict": command.is_strict,
        }
        receipt = self._record(command, members, actor, idempotency_key)
        n = receipt.events[0][0]
        claim = require_claim(self.ledger.state(self.scope), command.claim_id)
        verdict = next(verdict for verdict in claim.verdicts if verdict.n == n)
        return RecordedVerdict(command.claim_id, verdict, receipt)

    # --- the rules of the scope -----------------------------------------------------

    def set_policy(self, command: SetPolicy, *, actor: str) -> Policy:
        """Set the rules of the scope."""
        self._record(command, {}, actor, None)
        return self.policy()

    def _record(
        self,
        command: Command,
        members: Members,
        actor: str,
        idempotency_key: str | None,
        seen: Seen | None = None,
    ) -> Receipt:
        def plan(state: State, _at: str) -> Decision:
            events = decide(state, command)
            return Decision(events, {"ids": list(dict.fromkeys(map(_id_of, events)))})

        request = Request(plan, actor, members, idempotency_key, seen=seen)
        return self.ledger.record(self.scope, request)

    def _claims(self, receipt: Receipt) -> RecordedClaims:
        state = self.ledger.state(self.scope)
        ids = map(ClaimId, receipt.answer["ids"])
        return RecordedClaims(tuple(require_claim(state, claim_id) for claim_id in ids), receipt)

    def _evidence(self, receipt: Receipt) -> RecordedEvidence:
        (evidence_id,) = receipt.answer["ids"]
        _, item = require_evidence(self.ledger.state(self.scope), evidence_id)
        return RecordedEvidence(item, receipt)


def _id_of(event: Event) -> str:
    if isinstance(event, EvidenceAdded | EvidenceWithdrawn):
        return event.evidence_id
    return getattr(event, "claim_id", "")
