"""Follow the parents of a tree: whom they name, in which order claims can come, and no circles.

1. A parent is looked for in the claim's own document, then in the others of the tree, where one
   alone must have its key. One that is in none is left to the caller, who may know it otherwise.
2. Claims are put in order, parents before children, else as they stand in their documents.
3. A link that closes a circle is left out and reported; the claims stay.

*This module does not* know what a ledger holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from both_sides.exchange.claim_trees import ClaimTree, TreeClaim
from both_sides.exchange.problems import Place, Problem, ProblemCode

Address = tuple[str | None, str]
"""The document that makes a claim, and the key that it has there."""


@dataclass(frozen=True, slots=True)
class WiredClaim:
    """Hold a claim of a tree with the claims that rest on it.

    Args:
        claim: The claim.
        parents: Where its parents are in the tree.
        unknown: Keys of parents that are nowhere in the tree.
        depth: How far below a root it stands; deeper than each of its parents.
    """

    claim: TreeClaim
    parents: tuple[Address, ...]
    unknown: tuple[str, ...]
    depth: int

    @property
    def address(self) -> Address:
        """Say where it is."""
        return address_of(self.claim)


@dataclass(frozen=True, slots=True)
class WiredTree:
    """Hold the claims of a tree, parents before children, and what was wrong with their links."""

    claims: tuple[WiredClaim, ...]
    problems: tuple[Problem, ...]


def address_of(claim: TreeClaim) -> Address:
    """Say where a claim of a tree is."""
    return claim.source.document, claim.key


def problem_of(claim: TreeClaim, code: ProblemCode, what: str, *, lost: int = 0) -> Problem:
    """Say what is wrong with a claim of a tree, and where it stands."""
    place = Place(", ".join(filter(None, (claim.source.document, claim.source.locator))))
    return Problem(code, what, place, statement_id=claim.key, statements_lost=lost)


def wire_tree(tree: ClaimTree) -> WiredTree:
    """Follow the parents of a tree.

    Args:
        tree: The tree; its claims may come from several documents.

    *Source:* spec/claims.md, R12 ("parents (several allowed, no cycles)").
    """
    problems: list[Problem] = []
    claims: dict[Address, TreeClaim] = {}
    for claim in tree.claims:
        before = claims.setdefault(address_of(claim), claim)
        if before != claim:
            what = f"the document has a claim {claim.key} already"
            problems.append(problem_of(claim, ProblemCode.REPEATED_KEY, what, lost=1))
    named: dict[str, list[Address]] = {}
    for address in claims:
        named.setdefault(address[1], []).append(address)
    links: dict[Address, list[Address]] = {}
    unknown: dict[Address, list[str]] = {}
    for address, claim in claims.items():
        links[address], unknown[address] = [], []
        for key in dict.fromkeys(claim.parents):
            parent = _find(address[0], key, named)
            if parent is None:
                unknown[address].append(key)
            else:
                links[address].append(parent)
    order = list(_parents_first(links, claims, problems))
    depths: dict[Address, int] = {}
    for address in order:
        depths[address] = 1 + max((depths[parent] for parent in links[address]), default=-1)
    return WiredTree(
        tuple(
            WiredClaim(claims[each], tuple(links[each]), tuple(unknown[each]), depths[each])
            for each in order
        ),
        tuple(problems),
    )


def _find(document: str | None, key: str, named: dict[str, list[Address]]) -> Address | None:
    found = named.get(key, [])
    if (document, key) in found:
        return document, key
    return found[0] if len(found) == 1 else None


def _parents_first(
    links: dict[Address, list[Address]],
    claims: dict[Address, TreeClaim],
    problems: list[Problem],
) -> Iterator[Address]:
    """Give all addresses, parents first; take links that close a circle out of `links`."""
    done: set[Address] = set()
    for start, first_parents in links.items():
        path = {} if start in done else {start: iter(list(first_parents))}
        while path:
            address, parents = next(reversed(path.items()))
            parent = next((each for each in parents if each not in done), None)
            if parent is None:
                del path[address]
                done.add(address)
                yield address
            elif parent in path:
                links[address].remove(parent)
                circle = [*list(path)[list(path).index(parent) :], parent]
                what = f"it would rest on itself: {' below '.join(key for _, key in circle)}"
                problems.append(problem_of(claims[address], ProblemCode.PARENT_CYCLE, what))
            else:
                path[parent] = iter(list(links[parent]))
