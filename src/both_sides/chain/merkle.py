"""Grow a Merkle tree as in RFC 6962, and prove what is in it.

    leaf = SHA-256(0x00 || entry)      node = SHA-256(0x01 || left || right)

A compact range keeps the roots of the perfect subtrees only, so a tree of any size grows in a few
hundred bytes. Proofs are made from any source of perfect subtrees, see `both_sides.chain.tiles`,
and checked by `both_sides.chain.merkle_proofs`. *This module does not* know what a leaf says.

    >>> tree = CompactRange()
    >>> tree.append(hash_leaf(b"one"))
    >>> tree.root() == hash_leaf(b"one")
    True
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Final

HASH_SIZE: Final = 32
EMPTY_ROOT: Final = sha256(b"").digest()

_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"

Node = Callable[[int, int], bytes]
"""Give the root of the perfect subtree of 2^level leaves that is the index-th of its level."""


def hash_leaf(entry: bytes) -> bytes:
    """Hash an entry into a leaf.

    *Source:* RFC 6962, 2.1; spec/ledger.md, 2.
    """
    return sha256(_LEAF + entry).digest()


def hash_node(left: bytes, right: bytes) -> bytes:
    """Hash two subtrees into the one above them.

    *Source:* RFC 6962, 2.1.
    """
    return sha256(_NODE + left + right).digest()


class CompactRange:
    """Keep the roots of the perfect subtrees that make up the first leaves of a tree.

    Args:
        size: How many leaves there are.
        hashes: The roots, the largest subtree first: one for every binary digit 1 of the size.

    Raises:
        ValueError: There are not as many hashes as the size has binary digits 1.

    *Source:* RFC 6962, 2.1.
    """

    __slots__ = ("hashes", "size")

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()) -> None:
        self.size = size
        self.hashes = list(hashes)
        if len(self.hashes) != size.bit_count():
            raise ValueError(f"{len(self.hashes)} hashes do not make {size} leaves")

    def append(self, leaf: bytes) -> None:
        """Add a leaf's hash at the end."""
        self.append_subtree(0, leaf)

    def append_subtree(self, level: int, root: bytes) -> None:
        """Add 2^level leaves at once, by the root of their perfect subtree.

        Raises:
            ValueError: The subtree would not be aligned.
        """
        place = self.size >> level
        if place << level != self.size:
            raise ValueError(f"a subtree of level {level} cannot follow {self.size} leaves")
        self.size += 1 << level
        while place & 1:
            root = hash_node(self.hashes.pop(), root)
            place >>= 1
        self.hashes.append(root)

    def extend(self, other: "CompactRange") -> None:
        """Add the leaves of another tree, whose subtrees must be aligned where they come."""
        for level, root in zip(levels_of(other.size), other.hashes, strict=True):
            self.append_subtree(level, root)

    def root(self) -> bytes:
        """Compute the root of the tree."""
        return fold(self.hashes) if self.hashes else EMPTY_ROOT

    def copy(self) -> "CompactRange":
        """Give a range of its own."""
        return CompactRange(self.size, self.hashes)


def levels_of(size: int) -> list[int]:
    """List the levels of the perfect subtrees that make up a number of leaves, largest first."""
    return [level for level in range(size.bit_length() - 1, -1, -1) if size >> level & 1]


def fold(hashes: Sequence[bytes]) -> bytes:
    """Hash the roots of perfect subtrees, the largest first, into the root above them."""
    root = hashes[-1]
    for left in reversed(hashes[:-1]):
        root = hash_node(left, root)
    return root


def reduce_row(row: Sequence[bytes]) -> list[bytes]:
    """Hash a row of subtrees into the row above; an odd one at the end is left out."""
    pairs = iter(row)
    return [
        sha256(_NODE + left + right).digest() for left, right in zip(pairs, pairs, strict=False)
    ]


def prove_inclusion(index: int, size: int, node: Node) -> list[bytes]:
    """List the hashes that lead from a leaf to the root, the leaf's sibling first.

    Args:
        index: The leaf's place, from 0.
        size: How many leaves the tree has.
        node: Where the subtrees are.

    Raises:
        ValueError: The tree has no such leaf.

    *Source:* RFC 6962, 2.1.1.
    """
    return prove_subtree(index, index + 1, size, node)


def prove_consistency(old: int, new: int, node: Node) -> list[bytes]:
    """List the hashes that show that the first `old` leaves of a tree of `new` are unchanged.

    Args:
        old: A size, at least 1.
        new: A size, at least `old`.
        node: Where the subtrees of the new tree are.

    Raises:
        ValueError: The sizes are not so.

    *Source:* RFC 6962, 2.1.2.
    """
    return prove_subtree(0, old, new, node)


def prove_subtree(start: int, end: int, size: int, node: Node) -> list[bytes]:
    """List the hashes that show that leaves `start` to `end` (without) are a subtree of a tree.

    A leaf is a subtree of one, an older tree one that starts at 0: the two proofs above are of this
    kind.

    Raises:
        ValueError: That is no subtree of it.

    *Source:* draft-ietf-plants-merkle-tree-certs, 4.4.1; RFC 6962, 2.1.1 and 2.1.2.
    """
    if not (is_subtree(start, end) and end <= size):
        raise ValueError(f"leaves {start} to {end} are no subtree of a tree of {size}")
    proof: list[bytes] = []
    low, high = 0, size  # the part of the tree that the subtree lies in
    is_known = True  # whether who checks has the root of the subtree itself
    while (low, high) != (start, end):
        split = low + largest_power_below(high - low)
        if end <= split:
            proof.append(subtree_root(split, high, node))
            high = split
        else:  # also where the subtree reaches over the split: then its left part is whole
            proof.append(subtree_root(low, split, node))
            is_known = is_known and start >= split
            start = max(start, split)
            low = split
    if not is_known:
        proof.append(subtree_root(low, high, node))
    proof.reverse()
    return proof


def subtree_root(start: int, end: int, node: Node) -> bytes:
    """Compute the root of leaves `start` to `end` (without) from perfect subtrees."""
    hashes = []
    for level in levels_of(end - start):
        hashes.append(node(level, start >> level))
        start += 1 << level
    return fold(hashes)


def is_subtree(start: int, end: int) -> bool:
    """Tell whether leaves `start` to `end` (without) can be a subtree of a tree.

    *Source:* draft-ietf-plants-merkle-tree-certs, 4.1.
    """
    return 0 <= start < end and start % (1 << (end - start - 1).bit_length()) == 0


def largest_power_below(number: int) -> int:
    """Give the largest power of two that is smaller than a number above 1."""
    return 1 << (number - 1).bit_length() - 1
