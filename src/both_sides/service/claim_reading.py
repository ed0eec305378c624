"""Read the claims of a scope: one with its neighbours, lists, searches, the tree, what is next.

Nothing here writes. *This module does not* parse arguments and prints nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from both_sides.domain.claim_tree import TreeRow, lay_out
from both_sides.domain.claims import Claim
from both_sides.domain.decomposition import Parent, Staleness, as_parent, staleness
from both_sides.domain.ids import ClaimId, ScopeId, entity_of
from both_sides.domain.lookup import require_claim
from both_sides.domain.next_steps import NextStep, depths_of, next_steps, place_of
from both_sides.domain.policy import Policy
from both_sides.domain.verdicts import Conclusion
from both_sides.errors import InvalidInputError
from both_sides.service.fold import decode_view
from both_sides.service.ledger import Ledger
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


@dataclass
class ClaimReading:
    """Read the claims of one scope.

    Args:
        ledger: Where everything is recorded.
        scope: Whose chain.
    """

    ledger: Ledger
    scope: ScopeId

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
        if root is not None:
            require_claim(self.ledger.state(self.scope), root)
        return lay_out(self.all_claims(), root)

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

    def policy(self) -> Policy:
        """Read the rules of the scope."""
        return self.ledger.get(self.scope, Policy, "") or Policy()


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


def _is_wanted(claim: Claim, wanted: ClaimFilter) -> bool:
    return (
        wanted.verdict in {None, claim.verdict_word}
        and (wanted.tag is None or wanted.tag in claim.tags)
        and (wanted.parent is None or wanted.parent in claim.parents)
        and wanted.document in {None, claim.source.document}
        and wanted.is_active in {None, claim.is_active}
    )
