"""Find the claims of a scope again by where they come from, and tell what is new about them.

*This module does not* record anything.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from both_sides.domain.claims import Claim
from both_sides.domain.commands import UpdateClaim
from both_sides.domain.evidence import Evidence
from both_sides.domain.ids import ClaimId, EvidenceId
from both_sides.exchange.claim_trees import TreeClaim, TreeEvidence, TreeVerdict
from both_sides.exchange.tree_draft import tidy_tags
from both_sides.exchange.tree_wiring import Address

_ITEM: Final = ("stance", "kind", "locator", "summary", "quote", "digest", "commit")


class KnownClaims:
    """Look up the claims of a scope.

    Args:
        claims: All claims by id, in the order of their registration.
    """

    def __init__(self, claims: Mapping[ClaimId, Claim]) -> None:
        self._claims = claims
        self._by_address: dict[Address, Claim] = {}
        for claim in claims.values():
            if claim.source.key is not None:
                address = (claim.source.document, claim.source.key)
                before = self._by_address.get(address)
                if before is None or claim.is_active or not before.is_active:
                    self._by_address[address] = claim

    def at(self, address: Address) -> Claim | None:
        """Find the claim that a document makes under a key; an active one before a retired one."""
        return self._by_address.get(address)

    def parents_of(self, claim: Claim) -> list[Claim]:
        """List the active claims that rest on a claim."""
        found = (self._claims.get(parent) for parent in claim.parents)
        return [parent for parent in found if parent is not None and parent.is_active]

    def missing_from(self, tree: Iterable[Address]) -> Iterator[Claim]:
        """Find the active claims of the documents of a tree that the tree does not hold."""
        held = set(tree)
        documents = {document for document, _ in held if document is not None}
        for address, claim in self._by_address.items():
            if claim.is_active and address[0] in documents and address not in held:
                yield claim


def changes_of(known: Claim, found: TreeClaim) -> UpdateClaim | None:
    """Say what a claim's document says differently now, or answer None; not of its parents."""
    source = replace(found.source, key=found.key)
    statement, tags = found.statement.strip(), tidy_tags(found.tags)
    command = UpdateClaim(
        known.claim_id,
        statement=None if statement == known.statement else statement,
        source=None if source == known.source else source,
        tags=None if tags == known.tags else tags,
    )
    return None if command == UpdateClaim(known.claim_id) else command


def items_of(known: Claim | None, found: TreeClaim) -> list[EvidenceId | None]:
    """Find the items of evidence that a claim has already, withdrawn ones too.

    Returns:
        For each item of the found claim its id, or None where it is new.
    """
    items = () if known is None else reversed(known.evidence)  # of two alike the first one counts
    ids = {_print_of(item): item.evidence_id for item in items}
    return [ids.get(_print_of(item)) for item in found.evidence]


def first_places(evidence: Sequence[TreeEvidence]) -> list[int]:
    """Give for each item the place of the first one that says the same, mostly its own."""
    places: dict[tuple[str | None, ...], int] = {}
    return [places.setdefault(_print_of(item), place) for place, item in enumerate(evidence)]


def has_verdict(known: Claim, verdict: TreeVerdict, cites: Iterable[EvidenceId | None]) -> bool:
    """Tell whether an auditor's last verdict on a claim is this one, on the same statement."""
    auditor = verdict.auditor.strip()
    own = next((each for each in reversed(known.verdicts) if each.auditor == auditor), None)
    return (
        own is not None
        and own.n >= known.statement_n
        and own.conclusion is verdict.conclusion
        and own.rationale == verdict.rationale.strip()
        and set(own.citations) == set(cites)
    )


def _print_of(item: Evidence | TreeEvidence) -> tuple[str | None, ...]:
    values = (getattr(item, name) for name in _ITEM)
    return tuple(None if value is None else value.strip() for value in values)
