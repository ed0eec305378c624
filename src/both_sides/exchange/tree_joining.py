"""Join the trees of several documents that belong together: a project, a case, a folder.

A parent may stand in another document then; whoever imports the tree looks in the claim's own
document first. *This module does not* change a claim.
"""

from collections.abc import Iterable

from both_sides.exchange.claim_trees import ClaimTree


def join_trees(trees: Iterable[ClaimTree]) -> ClaimTree:
    """Join trees in their order, with their problems and remarks."""
    joined = list(trees)
    return ClaimTree(
        claims=tuple(claim for tree in joined for claim in tree.claims),
        problems=tuple(problem for tree in joined for problem in tree.problems),
        remarks=tuple(remark for tree in joined for remark in tree.remarks),
    )
