"""Read a log of static files, written from the C2SP text alone; it imports nothing of the package.

*Source:* C2SP signed-note, tlog-checkpoint, tlog-tiles, tlog-proof; RFC 6962, 2.1.
"""

import base64
import hashlib
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

WIDTH, HASH = 256, 32


class NotALogError(Exception):
    """Say what is wrong with a log."""


@dataclass(frozen=True)
class Head:
    """Hold a checkpoint whose signature was verified."""

    origin: str
    size: int
    root: bytes


def open_checkpoint(data: bytes, vkey: str) -> Head:
    """Open a signed note and read the checkpoint in it.

    A note is text, an empty line, and lines of an em dash, the name and base64 of four bytes of key
    hash and the signature. The key hash is SHA-256 of name, newline, type and public key.
    """
    text, _, signatures = data.decode().rpartition("\n\n")
    text += "\n"
    name, hashed, encoded = vkey.split("+", 2)
    key = base64.b64decode(encoded, validate=True)
    if hashlib.sha256(name.encode() + b"\n" + key).hexdigest()[:8] != hashed or key[0] != 1:
        raise NotALogError("the verifier key does not hold together")
    if not signatures.endswith("\n"):
        raise NotALogError("the last line does not end")
    for line in signatures[:-1].split("\n"):
        dash, signer, blob = line.split(" ")
        raw = base64.b64decode(blob, validate=True)
        if dash != "\u2014" or signer != name or raw[:4].hex() != hashed:
            continue
        try:
            Ed25519PublicKey.from_public_bytes(key[1:]).verify(raw[4:], text.encode())
        except InvalidSignature:
            raise NotALogError("the signature does not match") from None
        origin, size, root, *_ = text.split("\n")
        if origin != name:
            raise NotALogError("the origin is not the name of the key")
        return Head(origin, int(size), base64.b64decode(root, validate=True))
    raise NotALogError("nobody known signed it")


def path_of(number: int) -> str:
    """Write a number as tlog-tiles does: groups of three digits, all but the last with an x."""
    groups = [f"{number % 1000:03}"]
    while number >= 1000:
        number //= 1000
        groups.insert(0, f"x{number % 1000:03}")
    return "/".join(groups)


def file_of(directory: Path, level: str, number: int, width: int) -> bytes:
    """Read a tile, or a bundle of entries."""
    partial = "" if width == WIDTH else f".p/{width}"
    return (directory / f"tile/{level}/{path_of(number)}{partial}").read_bytes()


def leaf(entry: bytes) -> bytes:
    """Hash an entry as RFC 6962 does."""
    return hashlib.sha256(b"\x00" + entry).digest()


def tree(hashes: list[bytes]) -> bytes:
    """Compute the root of a list of leaf hashes, by the recursion of RFC 6962."""
    if not hashes:
        return hashlib.sha256(b"").digest()
    if len(hashes) == 1:
        return hashes[0]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + tree(hashes[:split]) + tree(hashes[split:])).digest()


def widths(count: int) -> list[int]:
    """List the widths of the tiles that hold so many hashes."""
    full, rest = divmod(count, WIDTH)
    return [WIDTH] * full + ([rest] if rest else [])


def entries_of(directory: Path, size: int) -> list[bytes]:
    """Read all entries: each has two bytes of length before it."""
    found = []
    for number, width in enumerate(widths(size)):
        data, count = file_of(directory, "entries", number, width), 0
        while data:
            length = int.from_bytes(data[:2], "big")
            found.append(data[2 : 2 + length])
            data, count = data[2 + length :], count + 1
        if count != width:
            raise NotALogError(f"bundle {number} has {count} entries")
    return found


def read_log(directory: Path, vkey: str) -> tuple[Head, list[bytes]]:
    """Read a log whole: checkpoint, entries and the tiles of every level must agree."""
    head = open_checkpoint((directory / "checkpoint").read_bytes(), vkey)
    entries = entries_of(directory, head.size)
    row, level = [leaf(entry) for entry in entries], 0
    if tree(row) != head.root:
        raise NotALogError("the entries are not those of the checkpoint")
    while row:
        for number, width in enumerate(widths(len(row))):
            expected = b"".join(row[number * WIDTH : number * WIDTH + width])
            if file_of(directory, str(level), number, width) != expected:
                raise NotALogError(f"tile {number} of level {level} is not that of its leaves")
        full = len(row) // WIDTH
        row = [tree(row[number * WIDTH : (number + 1) * WIDTH]) for number in range(full)]
        level += 1
    return head, entries


def read_proof(data: bytes, vkey: str, entry: bytes) -> Head:
    """Check a proof that an entry is in a log, as RFC 9162, 2.1.3.2 does."""
    lines, _, note = data.decode().partition("\n\n")
    header, *rest = lines.split("\n")
    if header != "c2sp.org/tlog-proof@v1":
        raise NotALogError("it is no proof")
    if rest[0].startswith("extra "):
        rest = rest[1:]
    index = int(rest[0].removeprefix("index "))
    steps = [base64.b64decode(step, validate=True) for step in rest[1:]]
    head = open_checkpoint(note.encode(), vkey)
    first, last, root = index, head.size - 1, leaf(entry)
    for step in steps:
        if last == 0:
            raise NotALogError("the proof is too long")
        if first % 2 or first == last:
            root = hashlib.sha256(b"\x01" + step + root).digest()
            while first and not first % 2:
                first, last = first // 2, last // 2
        else:
            root = hashlib.sha256(b"\x01" + root + step).digest()
        first, last = first // 2, last // 2
    if last or root != head.root:
        raise NotALogError("the proof leads to another root")
    return head
