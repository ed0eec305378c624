"""The tree of RFC 6962: every public vector, and every small tree against naive recursion."""

import base64
import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from both_sides.chain.merkle import (
    EMPTY_ROOT,
    CompactRange,
    hash_leaf,
    hash_node,
    prove_consistency,
    prove_inclusion,
    prove_subtree,
    subtree_root,
)
from both_sides.chain.merkle_proofs import (
    verify_consistency,
    verify_inclusion,
    verify_subtree,
    verify_subtree_inclusion,
)
from both_sides.errors import ProofInvalidError
from tests.shared import shared

LARGEST = 257
LEAVES = [sha256(b"\0%d" % n).digest() for n in range(LARGEST)]


@cache
def naive_root(start: int, end: int) -> bytes:
    """Compute MTH(D[start:end]) as RFC 6962, 2.1 says, by recursion."""
    if end - start == 1:
        return LEAVES[start]
    split = 1
    while split * 2 < end - start:
        split *= 2
    left, right = naive_root(start, start + split), naive_root(start + split, end)
    return sha256(b"\1" + left + right).digest()


def naive_path(m: int, start: int, end: int) -> list[bytes]:
    """Compute PATH(m, D[start:end]) as RFC 6962, 2.1.1 says, by recursion."""
    if end - start == 1:
        return []
    split = 1
    while split * 2 < end - start:
        split *= 2
    if m < split:
        return [*naive_path(m, start, start + split), naive_root(start + split, end)]
    return [*naive_path(m - split, start + split, end), naive_root(start, start + split)]


def naive_subproof(m: int, start: int, end: int, *, complete: bool) -> list[bytes]:
    """Compute SUBPROOF(m, D[start:end], b) as RFC 6962, 2.1.2 says, by recursion."""
    if m == end - start:
        return [] if complete else [naive_root(start, end)]
    split = 1
    while split * 2 < end - start:
        split *= 2
    if m <= split:
        below = naive_subproof(m, start, start + split, complete=complete)
        return [*below, naive_root(start + split, end)]
    below = naive_subproof(m - split, start + split, end, complete=False)
    return [*below, naive_root(start, start + split)]


def node(level: int, index: int) -> bytes:
    """Give a perfect subtree by recursion."""
    return naive_root(index << level, (index + 1) << level)


def tree_of(size: int) -> CompactRange:
    """Grow a tree leaf by leaf."""
    tree = CompactRange()
    for leaf in LEAVES[:size]:
        tree.append(leaf)
    return tree


def test_the_hasher_gives_the_published_values() -> None:
    """Empty root, empty leaf, leaf, node."""
    document = json.loads(shared("data/tlog/rfc6962_hasher.json").read_text())
    by_name = {vector["desc"]: vector for vector in document["vectors"]}
    assert by_name["empty root"]["hash"] == EMPTY_ROOT.hex()
    for name in ("empty leaf", "leaf L123456"):
        entry = bytes.fromhex(by_name[name]["leaf_hex"])
        assert hash_leaf(entry).hex() == by_name[name]["hash"]
    pair = by_name["node N123,N456"]
    left, right = bytes.fromhex(pair["left_hex"]), bytes.fromhex(pair["right_hex"])
    assert hash_node(left, right).hex() == pair["hash"]


def decoded(text: str | None) -> bytes:
    """Read a hash of a vector."""
    return base64.b64decode(text or "")


def check_inclusion(case: dict[str, Any], proof: list[bytes]) -> None:
    """Check a vector of its kind."""
    leaf, root = decoded(case["leafHash"]), decoded(case["root"])
    verify_inclusion(case["leafIdx"], case["treeSize"], leaf, proof, root)


def check_consistency(case: dict[str, Any], proof: list[bytes]) -> None:
    """Check a vector of its kind."""
    old_root, new_root = decoded(case["root1"]), decoded(case["root2"])
    verify_consistency(case["size1"], case["size2"], old_root, new_root, proof)


def check_subtree_inclusion(case: dict[str, Any], proof: list[bytes]) -> None:
    """Check a vector of its kind."""
    leaf, root = decoded(case["leafHash"]), decoded(case["root"])
    index, start, end = case["leafIdx"], case["start"], case["end"]
    verify_subtree_inclusion(index, start, end, leaf=leaf, proof=proof, root=root)


def check_subtree_consistency(case: dict[str, Any], proof: list[bytes]) -> None:
    """Check a vector of its kind."""
    subtree, root = decoded(case["root1"]), decoded(case["root2"])
    start, end, size = case["start"], case["end"], case["size"]
    verify_subtree(start, end, size, subtree=subtree, proof=proof, root=root)


@pytest.mark.parametrize(
    ("kind", "check", "cases"),
    [
        ("inclusion", check_inclusion, 98),
        ("consistency", check_consistency, 98),
        ("subtreeinclusion", check_subtree_inclusion, 204),
        ("subtreeconsistency", check_subtree_consistency, 118),
    ],
)
def test_every_public_vector_is_accepted_or_refused_as_it_says(
    kind: str, check: Callable[[dict[str, Any], list[bytes]], None], cases: int
) -> None:
    """518 cases of transparency-dev/merkle, positive and negative."""
    folder = shared(f"data/tlog/merkle/testdata/{kind}")
    paths = sorted(Path(folder).rglob("*.json"))
    assert len(paths) == cases
    for path in paths:
        case = json.loads(path.read_text())
        proof = [decoded(step) for step in case["proof"] or ()]
        try:
            check(case, proof)
        except ProofInvalidError:
            assert case["wantErr"], path
        else:
            assert not case["wantErr"], path


def test_a_compact_range_has_the_root_of_naive_recursion() -> None:
    """For every size up to 257, whether grown by leaves or by subtrees."""
    grown = CompactRange()
    assert grown.root() == EMPTY_ROOT
    for size in range(1, LARGEST + 1):
        grown.append(LEAVES[size - 1])
        assert grown.root() == naive_root(0, size) == subtree_root(0, size, node)
        assert CompactRange(size, grown.hashes).root() == grown.root()


@pytest.mark.parametrize("start", [0, 64, 128, 192])
def test_an_aligned_part_can_be_added_at_once(start: int) -> None:
    """Its own compact range is enough, as a worker of a parallel check returns it."""
    for size in range(1, 65):
        part = CompactRange()
        for leaf in LEAVES[start : start + size]:
            part.append(leaf)
        whole = tree_of(start)
        whole.extend(part)
        assert (whole.size, whole.root()) == (start + size, naive_root(0, start + size))


def test_a_part_that_is_not_aligned_is_refused() -> None:
    """Its subtrees would not be those of the tree."""
    with pytest.raises(ValueError, match="cannot follow"):
        tree_of(3).append_subtree(1, LEAVES[0])
    with pytest.raises(ValueError, match="do not make"):
        CompactRange(3, [LEAVES[0]])


@pytest.mark.slow
def test_every_inclusion_proof_up_to_257_is_that_of_naive_recursion() -> None:
    """And is accepted, for every leaf of every size."""
    for size in range(1, LARGEST + 1):
        root = naive_root(0, size)
        for index in range(size):
            proof = prove_inclusion(index, size, node)
            assert proof == naive_path(index, 0, size)
            verify_inclusion(index, size, LEAVES[index], proof, root)


@pytest.mark.slow
def test_every_consistency_proof_up_to_257_is_that_of_naive_recursion() -> None:
    """And is accepted, for every pair of sizes."""
    for new in range(1, LARGEST + 1):
        new_root = naive_root(0, new)
        for old in range(1, new + 1):
            proof = prove_consistency(old, new, node)
            assert proof == naive_subproof(old, 0, new, complete=True)
            verify_consistency(old, new, naive_root(0, old), new_root, proof)


@pytest.mark.slow
def test_every_subtree_of_small_trees_is_proved() -> None:
    """As a check of one slice of a ledger needs it."""
    for size in range(1, 66):
        for width in (1, 2, 4, 8, 16, 32, 64):
            for start in range(0, size, width):
                end = min(start + width, size)
                proof = prove_subtree(start, end, size, node)
                subtree, root = naive_root(start, end), naive_root(0, size)
                verify_subtree(start, end, size, subtree=subtree, proof=proof, root=root)


def mangled(proof: Sequence[bytes]) -> list[list[bytes]]:
    """Damage a proof in every way that is one step from it."""
    found = [[*proof, LEAVES[0]], [LEAVES[0], *proof]]
    for place, step in enumerate(proof):
        others = [step[:-1], step + b"\0", bytes([step[0] ^ 1]) + step[1:]]
        found.extend([*proof[:place], other, *proof[place + 1 :]] for other in others)
        found.append([*proof[:place], *proof[place + 1 :]])
    return found


def test_no_damaged_proof_is_accepted() -> None:
    """A step more, less, changed, cut or lengthened; another place, size or root."""
    for size in (1, 2, 3, 5, 8, 13, 100):
        root = naive_root(0, size)
        for index in range(0, size, 3):
            proof = prove_inclusion(index, size, node)
            for damaged in mangled(proof):
                with pytest.raises(ProofInvalidError):
                    verify_inclusion(index, size, LEAVES[index], damaged, root)
            for other in {index - 1, index + 1, -1, size, 2**64 - 1}:
                with pytest.raises(ProofInvalidError):
                    verify_inclusion(other, size, LEAVES[index], proof, root)
        for old in range(1, size):
            proof = prove_consistency(old, size, node)
            for damaged in mangled(proof):
                with pytest.raises(ProofInvalidError):
                    verify_consistency(old, size, naive_root(0, old), root, damaged)
            with pytest.raises(ProofInvalidError):
                verify_consistency(old, size, root, naive_root(0, old), proof)


@pytest.mark.parametrize(("start", "end", "size"), [(1, 3, 8), (0, 0, 4), (2, 2, 4), (0, 5, 4)])
def test_what_is_no_subtree_cannot_be_proved(start: int, end: int, size: int) -> None:
    """Who asks has made a mistake."""
    with pytest.raises(ValueError, match="no subtree"):
        prove_subtree(start, end, size, node)
