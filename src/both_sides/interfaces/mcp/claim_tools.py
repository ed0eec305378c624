"""Offer the claims themselves as tools: register, take apart, change, retire, read."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from both_sides.domain.claims import NO_SOURCE, ClaimSource
from both_sides.domain.commands import NewClaim, RetireClaim, UpdateClaim
from both_sides.domain.ids import ScopeId, parse_claim_id
from both_sides.errors import InvalidInputError, LimitExceededError, NotFoundError
from both_sides.interfaces.mcp.audit_results import ChangedClaims, ClaimList
from both_sides.interfaces.mcp.bounds import Shortener, fit_page
from both_sides.interfaces.mcp.offering import Offer, Toolset
from both_sides.interfaces.mcp.parameters import (
    ABSENT,
    MOST_STATEMENTS,
    USUAL_PAGE,
    ClaimParam,
    CursorParam,
    DetailParam,
    KeyParam,
    LimitParam,
    ReasonParam,
)
from both_sides.interfaces.wire.audit_shapes import claim_row
from both_sides.service.audit import Audit, RecordedClaims
from both_sides.service.claim_reading import ClaimFilter
from both_sides.service.ledger import Ledger
from both_sides.service.wiring import utc_now
from both_sides.store.memory import MemoryStore


class ClaimTools(Toolset):
    """Register, change and list claims."""

    def offers(self) -> tuple[Offer, ...]:
        """List the tools."""
        return (
            Offer(self.add_claims, "Register claims", writes=True),
            Offer(self.decompose_claim, "Split a claim into children", writes=True),
            Offer(self.update_claim, "Change a claim", writes=True, is_repeatable=True),
            Offer(self.retire_claim, "Retire a claim", writes=True, is_repeatable=True),
            Offer(self.reactivate_claim, "Bring back a claim", writes=True, is_repeatable=True),
            Offer(self.list_claims, "List or search claims"),
        )

    def add_claims(  # noqa: PLR0913 - each is a parameter of the tool
        self,
        statements: Annotated[
            list[str], Field(description="One checkable sentence each, 50 at most.")
        ],
        parents: Annotated[
            list[str] | None, Field(description="Claims that rest on these.")
        ] = None,
        document: Annotated[str, ABSENT, Field(description="Document that makes the claims.")] = "",
        locators: Annotated[
            list[str] | None,
            Field(description="Place in the document: one for all, or one for each statement."),
        ] = None,
        tags: Annotated[list[str] | None, Field(description="Words to find them by.")] = None,
        idempotency_key: KeyParam = "",
    ) -> ChangedClaims:
        """Register statements as new claims to audit, all or none; each gets an id, unverified.

        Not for claims that are there (list_claims finds them): to cover one use decompose_claim,
        to reword one update_claim. Makes the ledger on first use.
        """
        _require_few(statements)
        where = _locators(locators or [], len(statements))
        above = tuple(map(parse_claim_id, parents or ()))
        claims = [
            NewClaim(statement, above, _source(document, place), tuple(tags or ()))
            for statement, place in zip(statements, where, strict=True)
        ]
        recorded = self._audit_for(claims).add_claims(
            claims, actor=self.actor(), idempotency_key=idempotency_key or None
        )
        return _changed(recorded)

    def _audit_for(self, claims: Sequence[NewClaim]) -> Audit:
        """Give the audit; where there is no ledger yet, make one unless the claims are refused."""
        try:
            return self.audit()
        except NotFoundError:
            ledger = Ledger(MemoryStore(), utc_now)
            Audit(ledger, ScopeId("rehearsal")).add_claims(claims, actor=self.actor())
            return self.audit(create=True)

    def decompose_claim(
        self,
        claim_id: ClaimParam,
        statements: Annotated[
            list[str], Field(description="Statements that cover the claim together, 50 at most.")
        ],
        idempotency_key: KeyParam = "",
    ) -> ChangedClaims:
        """Split one claim into new child claims that cover it together; it becomes their parent.

        Use it where a claim is too broad to judge from one place. Its verdict then follows from
        the children, so judge these first; an earlier verdict on it goes stale. To make existing
        claims its children use update_claim on them.
        """
        _require_few(statements)
        recorded = self.audit().decompose(
            parse_claim_id(claim_id),
            statements,
            actor=self.actor(),
            idempotency_key=idempotency_key or None,
        )
        return _changed(recorded)

    def update_claim(  # noqa: PLR0913 - each is a parameter of the tool
        self,
        claim_id: ClaimParam,
        statement: Annotated[str, ABSENT, Field(description="New statement.")] = "",
        parents: Annotated[
            list[str] | None, Field(description="Replaces all parents; [] takes them away.")
        ] = None,
        document: Annotated[str, ABSENT, Field(description="New source document.")] = "",
        locator: Annotated[str, ABSENT, Field(description="New place in it.")] = "",
        tags: Annotated[list[str] | None, Field(description="Replaces all tags.")] = None,
        idempotency_key: KeyParam = "",
    ) -> ChangedClaims:
        """Change what an active claim says of itself: statement, parents, source or tags.

        What is left out stays. A new statement makes the current verdict stale: judge it again
        with record_verdict. To stop auditing a claim use retire_claim. The old wording stays in
        the ledger.
        """
        audit, wanted = self.audit(), parse_claim_id(claim_id)
        source = None
        if document or locator:
            before = audit.claim(wanted).claim.source
            source = ClaimSource(document or before.document, locator or before.locator, before.key)
        command = UpdateClaim(
            claim_id=wanted,
            statement=statement or None,
            parents=None if parents is None else tuple(map(parse_claim_id, parents)),
            source=source,
            tags=None if tags is None else tuple(tags),
        )
        recorded = audit.update_claim(
            command, actor=self.actor(), idempotency_key=idempotency_key or None
        )
        return _changed(recorded)

    def retire_claim(
        self,
        claim_id: ClaimParam,
        reason: ReasonParam,
        superseded_by: Annotated[
            str, ABSENT, Field(description="Claim that takes its place.")
        ] = "",
        idempotency_key: KeyParam = "",
    ) -> ChangedClaims:
        """Stop auditing a claim: nobody claims it any more, or another took its place.

        Not for a claim that is wrong: that is a refuted verdict (record_verdict). It takes no more
        evidence or verdicts and no longer counts for its parents; its history stays, and
        reactivate_claim brings it back.
        """
        command = RetireClaim(
            parse_claim_id(claim_id),
            reason,
            parse_claim_id(superseded_by) if superseded_by else None,
        )
        recorded = self.audit().retire_claim(
            command, actor=self.actor(), idempotency_key=idempotency_key or None
        )
        return _changed(recorded)

    def reactivate_claim(
        self, claim_id: ClaimParam, reason: ReasonParam, idempotency_key: KeyParam = ""
    ) -> ChangedClaims:
        """Audit a retired claim again, with the evidence and verdicts it had.

        Only for what retire_claim retired. Parents that rest on it are open again.
        """
        recorded = self.audit().reactivate_claim(
            parse_claim_id(claim_id),
            reason,
            actor=self.actor(),
            idempotency_key=idempotency_key or None,
        )
        return _changed(recorded)

    def list_claims(  # noqa: PLR0913 - each is a parameter of the tool
        self,
        text: Annotated[
            str, ABSENT, Field(description="Words that id, statement, key or tags all have.")
        ] = "",
        verdict: Annotated[
            Literal["supported", "refuted", "not_enough_info", "unverified"] | None,
            Field(description="Current verdict."),
        ] = None,
        status: Annotated[
            Literal["active", "retired"] | None, Field(description="Default: both.")
        ] = None,
        tag: Annotated[str, ABSENT, Field(description="Exact tag.")] = "",
        parent: Annotated[str, ABSENT, Field(description="Children of this claim.")] = "",
        document: Annotated[str, ABSENT, Field(description="Exact source document.")] = "",
        detail: DetailParam = "concise",
        cursor: CursorParam = "",
        limit: LimitParam = USUAL_PAGE,
    ) -> ClaimList:
        """List or search claims, in the order of their registration, a page at a time.

        Filters combine. Use it to find ids; get_claim reads one claim with its evidence, and
        next_steps gives the open ones by urgency.
        """
        wanted = ClaimFilter(
            verdict=verdict,
            tag=tag or None,
            parent=parse_claim_id(parent) if parent else None,
            document=document or None,
            is_active=None if status is None else status == "active",
        )
        audit, short = self.audit(), Shortener(detail)
        page = fit_page(
            lambda most: (
                audit.search(text, wanted, cursor=cursor or None, limit=most)
                if text
                else audit.claims(wanted, cursor=cursor or None, limit=most)
            ),
            lambda claim: short(claim_row(claim)),
            limit=limit,
        )
        return ClaimList.model_validate(
            {"claims": page.rows, "nextCursor": page.next_cursor, "truncated": short.truncated}
        )


def _changed(recorded: RecordedClaims) -> ChangedClaims:
    receipt = recorded.receipt
    return ChangedClaims.model_validate(
        {
            "ids": [claim.claim_id for claim in recorded.claims],
            "seal": receipt.events[-1][2],
            "replayed": receipt.replayed,
        }
    )


def _source(document: str, locator: str) -> ClaimSource:
    return ClaimSource(document or None, locator or None) if document or locator else NO_SOURCE


def _locators(given: list[str], count: int) -> list[str]:
    if len(given) in {0, 1}:
        return (given or [""]) * count
    if len(given) != count:
        raise InvalidInputError(
            f"{len(given)} locators do not fit {count} statements",
            hint="give one locator for all statements, or one for each, in their order",
            field="locators",
        )
    return given


def _require_few(statements: list[str]) -> None:
    if len(statements) > MOST_STATEMENTS:
        raise LimitExceededError(
            f"{len(statements)} statements are too many for one call",
            hint=f"send at most {MOST_STATEMENTS} a call",
            field="statements",
            longest=MOST_STATEMENTS,
        )
