"""State a whole ledger in three lines: which log, how many events, and the root of its tree.

    both-sides/0cf4b1
    20852163
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

Signed, that is a checkpoint. The leaves are the seals of all scopes in their global order, so chain
and tree cannot disagree, and a proof for one event says nothing of its neighbours. *This module
does not* sign or grow trees; see `both_sides.chain.signed_note` and `both_sides.chain.merkle`.
"""

import re
from dataclasses import dataclass
from typing import Final

from both_sides.chain.merkle import hash_leaf
from both_sides.chain.signed_note import SignedNote
from both_sides.chain.strict_base64 import decode_hash, encode
from both_sides.errors import MalformedDocumentError

LEAF_HEADER: Final = "both-sides/leaf/v1"
LARGEST_SIZE: Final = 2**63 - 1

_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_LEAF: Final = re.compile(
    rf"{LEAF_HEADER}\n([A-Za-z0-9._~/-]{{1,128}})\n([1-9][0-9]{{0,18}})\n([0-9a-f]{{96}})\n"
)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Hold the head of a log.

    Args:
        origin: Which log.
        size: How many leaves its tree has.
        root: The root of the tree, 32 bytes.
    """

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        """Write the text that is signed.

        *Source:* C2SP tlog-checkpoint, "Note text"; spec/ledger.md, 2.
        """
        return f"{self.origin}\n{self.size}\n{encode(self.root)}\n"


def parse_checkpoint(text: str) -> Checkpoint:
    """Read the text of a checkpoint; extension lines are passed over, the signature covers them.

    Raises:
        MalformedDocumentError: It is no checkpoint.

    *Source:* C2SP tlog-checkpoint, "Note text".
    """
    lines = text.split("\n")
    is_whole = lines.pop() == "" and len(lines) >= 3 and all(lines)  # noqa: PLR2004 - as the format says
    root = decode_hash(lines[2]) if is_whole else None
    if root is None or _SIZE.fullmatch(lines[1]) is None or int(lines[1]) > LARGEST_SIZE:
        raise MalformedDocumentError(
            "that is no checkpoint",
            hint="a checkpoint begins with three lines: origin, size, and the root as base64",
        )
    return Checkpoint(lines[0], int(lines[1]), root)


def checkpoint_of(note: SignedNote) -> Checkpoint:
    """Read the checkpoint that a note signs.

    Raises:
        MalformedDocumentError: Its text is no checkpoint.
    """
    return parse_checkpoint(note.text)


def leaf_entry(scope: str, n: int, seal_hex: str) -> bytes:
    """Write the entry of the log that stands for one event.

    Args:
        scope: Whose chain.
        n: Its place there.
        seal_hex: Its seal, 96 hexadecimal digits.

    *Source:* spec/ledger.md, 2.
    """
    return f"{LEAF_HEADER}\n{scope}\n{n}\n{seal_hex}\n".encode()


def leaf_hash(scope: str, n: int, seal_hex: str) -> bytes:
    """Hash the entry that stands for one event."""
    return hash_leaf(leaf_entry(scope, n, seal_hex))


def parse_leaf_entry(entry: bytes) -> tuple[str, int, str]:
    """Read an entry: scope, place, seal.

    Raises:
        MalformedDocumentError: It is none.
    """
    match = _LEAF.fullmatch(entry.decode("utf-8", "replace"))
    if match is None:
        raise MalformedDocumentError(
            f"{entry[:80]!r} is no entry of a ledger's log",
            hint=f"an entry has the lines {LEAF_HEADER}, scope, place and seal",
        )
    return match[1], int(match[2]), match[3]
