"""Lay claims out as a tree, although a claim can have several parents.

*This module does not* read claims; it is given all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from both_sides.domain.claims import Claim
from both_sides.domain.ids import ClaimId


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


def lay_out(claims: Mapping[ClaimId, Claim], root: ClaimId | None = None) -> tuple[TreeRow, ...]:
    """Lay active claims out, parents above their children.

    Args:
        claims: All claims by id, in the order of their registration.
        root: Where to begin, one of the claims; None for all without an active parent.

    Returns:
        The lines from above to below. Where a claim stands a second time, its children are left
        out, so there are no more lines than claims and links.

    *Source:* spec/claims.md, Surfaces (`tree`).
    """
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


def _is_root(claims: Mapping[ClaimId, Claim], claim_id: ClaimId) -> bool:
    claim = claims[claim_id]
    return claim.is_active and not any(
        parent in claims and claims[parent].is_active for parent in claim.parents
    )
