"""Read vectors of trees of claims, and say in short what was read."""

from collections import Counter
from pathlib import Path

from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence

VECTORS = Path(__file__).resolve().parent / "vectors"


def vector(name: str) -> str:
    """Read a vector, for example ``trees/outline.md``."""
    return Path(VECTORS, name).read_text(encoding="utf-8")


def claim(tree: ClaimTree, key: str) -> TreeClaim:
    """Find the one claim with a key."""
    (found,) = (claim for claim in tree.claims if claim.key == key)
    return found


def links(tree: ClaimTree) -> dict[str, tuple[str, ...]]:
    """Give the parents of each claim, by key."""
    return {claim.key: claim.parents for claim in tree.claims}


def codes(tree: ClaimTree) -> list[str]:
    """Give the codes of the problems, in order."""
    return [problem.code.value for problem in tree.problems]


def verdicts(tree: ClaimTree) -> dict[str, int]:
    """Count the verdicts by conclusion; claims without one count as ``none``."""
    return dict(
        Counter(
            "none" if claim.verdict is None else claim.verdict.conclusion.value
            for claim in tree.claims
        )
    )


def said(item: TreeEvidence) -> tuple[str, str, str]:
    """Give stance, kind and locator of an item."""
    return item.stance.value, item.kind.value, item.locator


def unknown_parents(tree: ClaimTree) -> list[str]:
    """Give the parents that are nowhere in the tree, in the order of the tree."""
    keys = {claim.key for claim in tree.claims}
    return [key for claim in tree.claims for key in claim.parents if key not in keys]
