"""Checkpoints, the entries of the log, and proofs that travel: as in C2SP, in one form only."""

import base64
import json
from hashlib import sha256

import pytest

from both_sides.chain.checkpoint import (
    Checkpoint,
    checkpoint_of,
    leaf_entry,
    leaf_hash,
    parse_checkpoint,
    parse_leaf_entry,
)
from both_sides.chain.merkle import CompactRange, hash_leaf, prove_inclusion
from both_sides.chain.merkle_proofs import verify_inclusion
from both_sides.chain.note_keys import SignatureKind, SigningKey, VerifierKey
from both_sides.chain.seal import genesis_seal
from both_sides.chain.signed_note import parse_note, sign_note
from both_sides.chain.tlog_proof import TlogProof, parse_tlog_proof
from both_sides.errors import LedgerError, MalformedDocumentError, SignatureInvalidError
from tests.shared import shared

ORIGIN = "example.org/log"
KEY = SigningKey(ORIGIN, SignatureKind.NOTE, bytes(range(32)))
SEAL = genesis_seal("local")
LEAVES = [leaf_hash("local", n, SEAL) for n in range(1, 12)]


def signed(size: int = 11) -> Checkpoint:
    """Give the checkpoint of a small log."""
    tree = CompactRange()
    for leaf in LEAVES[:size]:
        tree.append(leaf)
    return Checkpoint(ORIGIN, size, tree.root())


def proof_of(index: int, *, extra: bytes = b"") -> TlogProof:
    """Prove that a leaf of the small log is there."""
    steps = prove_inclusion(index, len(LEAVES), perfect)
    return TlogProof(index, tuple(steps), sign_note(str(signed()), [KEY]), extra)


def perfect(level: int, place: int) -> bytes:
    """Hash a perfect subtree of the small log."""
    tree = CompactRange()
    for leaf in LEAVES[place << level : (place + 1) << level]:
        tree.append(leaf)
    return tree.root()


def test_the_entry_is_the_one_that_is_specified() -> None:
    """By hand: four lines, and the leaf is their hash after a zero byte."""
    by_hand = b"both-sides/leaf/v1\nteam/a\n12\n" + SEAL.encode() + b"\n"
    assert leaf_entry("team/a", 12, SEAL) == by_hand
    assert leaf_hash("team/a", 12, SEAL) == sha256(b"\0" + by_hand).digest()
    assert len(leaf_entry("x" * 128, 2**63 - 1, SEAL)) < 300
    assert parse_leaf_entry(by_hand) == ("team/a", 12, SEAL)


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"\xff",
        leaf_entry("local", 1, SEAL)[:-1],
        leaf_entry("local", 0, SEAL),
        leaf_entry("lo cal", 1, SEAL),
        leaf_entry("local", 1, SEAL.upper()),
        leaf_entry("local", 1, SEAL) + b"more",
    ],
)
def test_another_entry_is_refused(entry: bytes) -> None:
    """With the typed error."""
    with pytest.raises(MalformedDocumentError):
        parse_leaf_entry(entry)


def test_every_public_checkpoint_is_read() -> None:
    """sum.golang.org, sigsum, Rekor, Sunlight, and the sixteen of a whole public log."""
    notes = json.loads(shared("data/tlog/notes.json").read_text())["notes"][2:]
    sizes = [checkpoint_of(parse_note(vector["note"].encode())).size for vector in notes]
    assert sizes == [35225469, 10, 300, 646]
    folder = shared("data/tlog/tessera-log/log")
    for size in range(16):
        note = parse_note((folder / f"checkpoint.{size}").read_bytes())
        found = checkpoint_of(note)
        assert (found.origin, found.size) == ("example.com/log/testdata", size)
        assert str(found) == note.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "origin\n",
        "origin\n1\n",
        "origin\n01\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n",
        "origin\n-1\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n",
        "origin\n9223372036854775808\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n",
        "origin\n1\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl1=\n",
        "origin\n1\nAAAA\n",
        "\n1\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n",
        "origin\n1\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=",
        "origin\n1\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n\nmore\n",
    ],
)
def test_another_checkpoint_is_refused(text: str) -> None:
    """With the typed error."""
    with pytest.raises(MalformedDocumentError):
        parse_checkpoint(text)


def test_extension_lines_are_passed_over() -> None:
    """They are signed, but mean nothing here."""
    assert parse_checkpoint(f"{signed()}more\n") == signed()


def test_a_proof_is_read_as_it_was_written() -> None:
    """With and without extra data, for every leaf, and it verifies."""
    for index, leaf in enumerate(LEAVES):
        for extra in (b"", b'{"scope":"local"}'):
            proof = proof_of(index, extra=extra)
            read = parse_tlog_proof(str(proof).encode())
            assert read == proof
            checkpoint, signers = read.verify(leaf, log_keys=[KEY.verifier])
            assert checkpoint == signed()
            assert signers == (KEY.verifier,)


def test_a_proof_needs_a_trusted_key_of_that_log() -> None:
    """Another key, or the same key under another name, is not enough."""
    proof = proof_of(3)
    other = SigningKey(ORIGIN, SignatureKind.NOTE, bytes(32)).verifier
    for keys in ([], [other], [VerifierKey("else", SignatureKind.NOTE, KEY.verifier.public)]):
        with pytest.raises(SignatureInvalidError):
            proof.verify(LEAVES[3], log_keys=keys)


@pytest.mark.slow
def test_no_changed_byte_of_a_proof_is_accepted() -> None:
    """Every byte, changed in each of eight bits, removed or doubled; only extra data are free."""
    whole = str(proof_of(6)).encode()
    for place in range(len(whole)):
        others = [bytes([whole[place] ^ 1 << bit]) for bit in range(8)]
        for other in [*others, b"", whole[place : place + 1] * 2]:
            damaged = whole[:place] + other + whole[place + 1 :]
            if damaged != whole:
                with pytest.raises(LedgerError):
                    parse_tlog_proof(damaged).verify(LEAVES[6], log_keys=[KEY.verifier])


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"c2sp.org/tlog-proof@v1\n\n",
        b"c2sp.org/tlog-proof@v2\nindex 0\n\nx\n\n\xe2\x80\x94 n AAAAAAA=\n",
        b"c2sp.org/tlog-proof@v1\n\nx\n\n\xe2\x80\x94 n AAAAAAA=\n",
        b"c2sp.org/tlog-proof@v1\nindex 00\n\nx\n\n\xe2\x80\x94 n AAAAAAA=\n",
        b"c2sp.org/tlog-proof@v1\nextra ?\nindex 0\n\nx\n\n\xe2\x80\x94 n AAAAAAA=\n",
        b"c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\nx\n\n\xe2\x80\x94 n AAAAAAA=\n",
        b"c2sp.org/tlog-proof@v1\nindex 0\xff\n\nx\n\n\xe2\x80\x94 n AAAAAAA=\n",
    ],
)
def test_what_is_no_proof_is_refused(damaged: bytes) -> None:
    """With the typed error."""
    with pytest.raises(MalformedDocumentError):
        parse_tlog_proof(damaged)


@pytest.mark.parametrize(
    ("name", "has_key"),
    [("staging-rekor-v2.txt", True), ("a.dsse.staging-rekor-v2.txt", False)],
)
def test_the_entry_of_a_public_log_is_in_its_checkpoint(name: str, *, has_key: bool) -> None:
    """Two bundles of Rekor, read with our reader; the key of the second log is not at hand."""
    bundle = json.loads(shared(f"data/tlog/rekor-v2/{name}.sigstore.json").read_text())
    (entry,) = bundle["verificationMaterial"]["tlogEntries"]
    given = entry["inclusionProof"]
    note = parse_note(given["checkpoint"]["envelope"].encode())
    checkpoint = checkpoint_of(note)
    assert checkpoint.root == base64.b64decode(given["rootHash"])
    steps = tuple(map(base64.b64decode, given["hashes"]))
    proof = parse_tlog_proof(str(TlogProof(int(given["logIndex"]), steps, note)).encode())
    vectors = json.loads(shared("data/tlog/notes.json").read_text())["notes"]
    public = base64.b64decode(vectors[5]["spki_b64"])[-32:]
    key = VerifierKey("log2025-alpha1.rekor.sigstage.dev", SignatureKind.NOTE, public)
    leaf = hash_leaf(base64.b64decode(entry["canonicalizedBody"]))
    verify_inclusion(proof.index, checkpoint.size, leaf, proof.steps, checkpoint.root)
    if has_key:
        assert proof.verify(leaf, log_keys=[key]) == (checkpoint, (key,))
    else:
        with pytest.raises(SignatureInvalidError):
            proof.verify(leaf, log_keys=[key])
