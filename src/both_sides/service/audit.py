"""Audit claims: register them, gather evidence, record verdicts, and see what is left to do.

Command line and agent tool call these functions and show what they answer, in the same words and
the same order. *This module does not* parse arguments and prints nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

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
from both_sides.domain.decomposition import Parent, Staleness, as_parent, staleness
from both_sides.domain.events import Event, EvidenceAdded, EvidenceWithdrawn
from both_sides.domain.evidence import Evidence
from both_sides.domain.ids import ClaimId, ScopeId, entity_of
from both_sides.domain.lookup import require_claim, require_evidence
from both_sides.domain.next_steps import NextStep, depths_of, next_steps, place_of
from both_sides.domain.policy import Policy
from both_sides.domain.state import State
from both_sides.domain.verdicts import Conclusion, Verdict
from both_sides.errors import InvalidInputError
from both_sides.service.fold import decode_view
from both_sides.service.ledger import Decision, Ledger, Members, Receipt, Request, Seen
from both_sides.service.pages import Page, take_page
from both_sides.store.port import ViewKey


@dataclass(frozen=True, slots=True)
class ClaimFilter:
    """Say which claims are listed; what is None does not matter.

    Args:
        verdict: Only with this current verdict, or ``unverified``.
        tag: Only with this tag.
        parent: Only children of this claim.
        document: Only from this document.
        is_active: Only active ones, or only retired ones.
    """

    verdict: str | None = None
    tag: str | None = None
    parent: ClaimId | None = None
    document: str | None = None
    is_active: bool | None = None


EVERY_CLAIM: Final = ClaimFilter()


@dataclass(frozen=True, slots=True)
class ClaimDetail:
    """Hold a claim with what is derived from its neighbours.

    Args:
        claim: The claim.
        parents: The claims that rest on it.
        children: The claims it rests on, retired ones too.
        as_parent: What the children say, or None for a leaf.
        stale: Why its verdict no longer holds, or None.
    """

    claim: Claim
    parents: tuple[Claim, ...]
    children: tuple[Claim, ...]
    as_parent: Parent | None
    stale: Staleness | None


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


@dataclass(frozen=True, slots=True)
class TreeRow:
    """Hold one line of the tree of claims.

    Args:
        claim: The claim.
        depth: How far below the root it stands on this line.
        is_repeated: Whether it stood above already, under another parent; its children stand
            there.
    """

    claim: Claim
    depth: int
    is_repeated: bool


@dataclass
class Audit:
    """Work on the claims of one scope.

    Args:
        ledger: Where everything is recorded.
        scope: Whose chain.
    """

    ledger: Ledger
    scope: ScopeId

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

    def claim(self, claim_id: ClaimId) -> ClaimDetail:
        """Read a claim with its neighbours.

        Raises:
            NotFoundError: The scope holds no such claim.
        """
        state = self.ledger.state(self.scope)
        claim = require_claim(state, claim_id)

        def lookup(wanted: ClaimId) -> Claim | None:
            return state.get(Claim, wanted)

        return ClaimDetail(
            claim=claim,
            parents=tuple(c for p in claim.parents if (c := lookup(p)) is not None),
            children=tuple(c for p in claim.children if (c := lookup(p)) is not None),
            as_parent=as_parent(claim, lookup),
            stale=staleness(claim),
        )

    def version_keys(self, detail: ClaimDetail) -> tuple[ViewKey, ...]:
        """Name the view rows that a claim is shown from: its own and those of its neighbours."""
        claim = detail.claim
        shown = (claim, *detail.parents, *detail.children)
        keys = [ViewKey("claim", row.claim_id) for row in shown]
        entity_id = entity_of(claim.claim_id) if claim.is_imported else None
        if entity_id is not None:
            keys.append(ViewKey("entity", entity_id))
        return tuple(keys)

    def version(self, detail: ClaimDetail) -> str | None:
        """Give the seal of the last event that changed a claim or what is shown with it."""
        return self.ledger.version(self.scope, self.version_keys(detail))

    def claims(
        self, wanted: ClaimFilter = EVERY_CLAIM, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Claim]:
        """List claims in the order of their registration.

        Raises:
            InvalidInputError: The cursor is not one that this list gave, or the limit is out of
                range.
        """

        def rows(after: int) -> Iterator[tuple[int, Claim]]:
            for ordinal, claim in self.ledger.all(self.scope, Claim, after=after):
                if _is_wanted(claim, wanted):
                    yield ordinal, claim

        return take_page(rows, query=("claims", wanted), cursor=cursor, limit=limit)

    def search(
        self,
        text: str,
        wanted: ClaimFilter = EVERY_CLAIM,
        *,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Claim]:
        """Find claims that have every word of a text in id, statement, key or tags.

        Args:
            text: The words.
            wanted: Which of these claims.
            cursor: Where the last page ended, or None.
            limit: How many at most, 1 to 100.

        Raises:
            InvalidInputError: The text has no word, or the cursor is of another search.
        """
        words = text.split()
        if not words:
            raise InvalidInputError(
                "there is nothing to search for",
                hint="give a word, for example claims-mcp search parser",
                field="text",
            )

        def rows(after: int) -> Iterator[tuple[int, Claim]]:
            for row in self.ledger.store.search(self.scope, "claim", words, after=after):
                claim = decode_view(row)
                assert isinstance(claim, Claim)
                if _is_wanted(claim, wanted):
                    yield row.ordinal, claim

        return take_page(rows, query=("search", words, wanted), cursor=cursor, limit=limit)

    def tree(self, root: ClaimId | None = None) -> tuple[TreeRow, ...]:
        """Lay the active claims out as a tree: parents above their children.

        Args:
            root: Where to begin; None for all claims without an active parent.

        Raises:
            NotFoundError: There is no such claim.
        """
        claims = self.all_claims()
        if root is not None:
            require_claim(self.ledger.state(self.scope), root)
        roots = [root] if root is not None else [c for c in claims if _is_root(claims, c)]
        rows: list[TreeRow] = []
        seen: set[ClaimId] = set()
        pending = [(claim_id, 0) for claim_id in reversed(roots) if claim_id in claims]
        while pending:
            claim_id, depth = pending.pop()
            claim = claims[claim_id]
            rows.append(TreeRow(claim, depth, claim_id in seen))
            if claim_id not in seen:
                seen.add(claim_id)
                children = [c for c in claim.children if c in claims and claims[c].is_active]
                pending.extend((child, depth + 1) for child in reversed(children))
        return tuple(rows)

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

    # --- what is left to do -------------------------------------------------------

    def next_steps(self, *, cursor: str | None = None, limit: int = 50) -> Page[NextStep]:
        """List open claims, the most urgent first.

        *Source:* spec/claims.md, Surfaces (`next_steps`).
        """
        claims = self.all_claims()
        depths, registered = depths_of(claims), {c: i for i, c in enumerate(claims)}

        def rows(after: int) -> Iterator[tuple[int, NextStep]]:
            for step in next_steps(claims):
                order, shallowness = place_of(step, depths)
                # One number that grows along the list, also where claims come and go meanwhile;
                # it fits a cursor as long as there are fewer than 2^29 claims.
                place = (
                    (order << 60)
                    + ((1 << 29) + shallowness << 30)
                    + registered[step.claim.claim_id]
                )
                if place > after:
                    yield place, step

        return take_page(rows, query=("next",), cursor=cursor, limit=limit)

    def all_claims(self) -> Mapping[ClaimId, Claim]:
        """Read all claims under audit by id, in the order of their registration."""
        return {claim.claim_id: claim for _, claim in self.ledger.all(self.scope, Claim)}

    # --- the rules of the scope -----------------------------------------------------

    def policy(self) -> Policy:
        """Read the rules of the scope."""
        return self.ledger.get(self.scope, Policy, "") or Policy()

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


def read_verdict_filter(text: str | None) -> str | None:
    """Accept a verdict, or ``unverified``, to filter by.

    Raises:
        InvalidInputError: It is neither.
    """
    words = [*map(str, Conclusion), "unverified"]
    if text is not None and text not in words:
        raise InvalidInputError(
            f"{text[:40]!r} is no verdict",
            hint=f"use one of {', '.join(words)}",
            field="verdict",
            value=text[:40],
        )
    return text


def _id_of(event: Event) -> str:
    if isinstance(event, EvidenceAdded | EvidenceWithdrawn):
        return event.evidence_id
    return getattr(event, "claim_id", "")


def _is_root(claims: Mapping[ClaimId, Claim], claim_id: ClaimId) -> bool:
    claim = claims[claim_id]
    return claim.is_active and not any(
        parent in claims and claims[parent].is_active for parent in claim.parents
    )


def _is_wanted(claim: Claim, wanted: ClaimFilter) -> bool:
    return (
        wanted.verdict in {None, claim.verdict_word}
        and (wanted.tag is None or wanted.tag in claim.tags)
        and (wanted.parent is None or wanted.parent in claim.parents)
        and wanted.document in {None, claim.source.document}
        and wanted.is_active in {None, claim.is_active}
    )
