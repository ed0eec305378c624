"""Check Merkle proofs as in RFC 6962: from a leaf, or an older root, to a root.

Every check either returns or raises `ProofInvalidError`. A proof from the empty tree shows nothing
and is refused. *This module does not* trust a root; that takes a signed checkpoint.
"""

from collections.abc import Sequence

from both_sides.chain.merkle import EMPTY_ROOT, HASH_SIZE, hash_node, is_subtree
from both_sides.errors import ProofInvalidError

LONGEST_PROOF = 64
LARGEST_SIZE = 2**63 - 1


def verify_inclusion(
    index: int, size: int, leaf: bytes, proof: Sequence[bytes], root: bytes
) -> None:
    """Check that a leaf is in a tree.

    Args:
        index: Its place, from 0.
        size: How many leaves the tree has.
        leaf: The leaf's hash.
        proof: The hashes, the leaf's sibling first.
        root: The root of the tree.

    Raises:
        ProofInvalidError: That is not shown.

    *Source:* RFC 9162, 2.1.3.2.
    """
    if not 0 <= index < size:
        raise _refusal(f"a tree of {size} leaves has no leaf {index}", index=index, size=size)
    if len(leaf) != HASH_SIZE:
        raise _refusal("the leaf is no hash", length=len(leaf))
    verify_subtree(index, index + 1, size, subtree=leaf, proof=proof, root=root)


def verify_subtree_inclusion(  # noqa: PLR0913 - a statement about a leaf in a subtree
    index: int, start: int, end: int, *, leaf: bytes, proof: Sequence[bytes], root: bytes
) -> None:
    """Check that a leaf is in the subtree of leaves `start` to `end` (without), by its root.

    Raises:
        ProofInvalidError: That is not shown.

    *Source:* draft-ietf-plants-merkle-tree-certs, 4.3.2.
    """
    if not is_subtree(start, end):
        raise _refusal(f"leaves {start} to {end} are no subtree", start=start, end=end)
    verify_inclusion(index - start, end - start, leaf, proof, root)


def verify_consistency(
    old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]
) -> None:
    """Check that a tree continues an older one: the first leaves are the same.

    Args:
        old: How many leaves the older tree has, at least 1.
        new: How many leaves the newer tree has.
        old_root: The older tree's root.
        new_root: The newer tree's root.
        proof: The hashes.

    Raises:
        ProofInvalidError: That is not shown.

    *Source:* RFC 9162, 2.1.4.2.
    """
    if not 1 <= old <= new:
        raise _refusal(f"a tree of {new} leaves continues none of {old}", old=old, new=new)
    verify_subtree(0, old, new, subtree=old_root, proof=proof, root=new_root)


def verify_subtree(  # noqa: PLR0913 - a statement about a part of a tree
    start: int, end: int, size: int, *, subtree: bytes, proof: Sequence[bytes], root: bytes
) -> None:
    """Check that a subtree, given by its root, is a part of a tree.

    Args:
        start: The first leaf of the subtree.
        end: The leaf after its last.
        size: How many leaves the tree has.
        subtree: The root of the subtree.
        proof: The hashes.
        root: The root of the tree.

    Raises:
        ProofInvalidError: That is not shown.

    *Source:* draft-ietf-plants-merkle-tree-certs, 4.4.3; RFC 9162, 2.1.3.2 and 2.1.4.2.
    """
    if start == end and 0 <= start <= size:  # a part without leaves says nothing of the tree
        if subtree == EMPTY_ROOT and not proof:
            return
        raise _refusal("the root or the proof of no leaves is not empty", start=start, end=end)
    # 1. The subtree must be one, and lie in the tree.
    if not (is_subtree(start, end) and end <= size <= LARGEST_SIZE):
        raise _refusal(f"leaves {start} to {end} are no subtree of a tree of {size}", size=size)
    if len(proof) > LONGEST_PROOF or any(len(step) != HASH_SIZE for step in proof):
        raise _refusal("the proof is too long, or has a step that is no hash", steps=len(proof))
    # 2. to 4. Climb to the largest perfect subtree that begins the right edge.
    low, high, last = start, end - 1, size - 1
    while low != high and (high == last or high & 1):
        low, high, last = low >> 1, high >> 1, last >> 1
    # 5. and 6. Where that is not the whole subtree, the proof begins with its root.
    first = subtree if low == high else next(iter(proof), b"")
    part, whole, left_over = _climb((low, high, last), first, proof[low != high :])
    # 8. Both roots must come out, and nothing of the way may be left.
    if left_over != 0:
        raise _refusal("the proof is too short", steps=len(proof))
    if part != subtree or whole != root:
        raise _refusal("the proof leads to another root", expected=root.hex(), found=whole.hex())


def _climb(
    place: tuple[int, int, int], first: bytes, steps: Sequence[bytes]
) -> tuple[bytes, bytes, int]:
    """Hash the way up: the root of the subtree, that of the tree, and what is left of the way."""
    low, high, last = place
    part = whole = first
    for step in steps:  # 7. each is the sibling on the way up
        if last == 0:
            raise _refusal("the proof is too long", steps=len(steps))
        if high & 1 or high == last:
            if low < high:
                part = hash_node(step, part)
            whole = hash_node(step, whole)
            while high and not high & 1:
                low, high, last = low >> 1, high >> 1, last >> 1
        else:
            whole = hash_node(whole, step)
        low, high, last = low >> 1, high >> 1, last >> 1
    return part, whole, last


def _refusal(reason: str, **facts: object) -> ProofInvalidError:
    return ProofInvalidError(
        f"the Merkle proof does not hold: {reason}",
        hint="ask for the proof again, and trust nothing that it was to show",
        **facts,
    )
