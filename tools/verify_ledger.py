#!/usr/bin/env python3
"""Verify what a Both Sides ledger gave you, without Both Sides and without a network.

One file; it needs Python 3.11 or newer and, for signatures, the package `cryptography`.

    python verify_ledger.py export DIRECTORY --key NAME+id+base64
    python verify_ledger.py proof FILE.tlog-proof --key NAME+id+base64
    python verify_ledger.py dossier FILE.json [--key NAME+id+base64]

Pin the verifier key by a way of your own: from the publisher's site, in print, from a colleague. A
key that comes with the files proves nothing. Exit codes: 0 verified, 1 tampered, 2 truncated, 3
fork, 4 incomplete (no key was given, or nothing is signed), 5 unreadable.

This program shares no code with the package: it is written from docs/spec alone, so that two
programs have to be wrong in the same way to be wrong together.
"""

import argparse
import base64
import binascii
import hashlib
import json
import math
import re
import struct
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO

LEAF_HEADER = "both-sides/leaf/v1"
GENESIS = "both-sides/genesis/v1:"
EXPORT_FORMAT = "both-sides/export/v1"
PROOF_HEADER = "c2sp.org/tlog-proof@v1"
DASH = "\u2014 "
TILE_WIDTH = 256
LARGEST_INTEGER = 2**53 - 1
MOST_PLACES = 50
EXIT = {"verified": 0, "tampered": 1, "truncated": 2, "fork": 3, "incomplete": 4, "unreadable": 5}
WORST_FIRST = ("unreadable", "tampered", "fork", "truncated", "incomplete", "verified")


class Problem(Exception):
    """Stop with a finding."""

    def __init__(self, outcome: str, what: str) -> None:
        super().__init__(what)
        self.outcome = outcome
        self.what = what


class Report:
    """Collect what was found, and what was covered.

    What is wrong with the whole is always told, and first. Of what is wrong in single places the
    first are told and the rest is counted, however many there are.
    """

    def __init__(self) -> None:
        self.covered: list[str] = []
        self.not_checked: list[str] = []
        self.more = 0
        self._outcomes = {"verified"}
        self._of_whole: list[tuple[str, str]] = []
        self._of_places: list[tuple[str, str]] = []

    def add(self, outcome: str, what: str) -> None:
        """Remember a finding about the whole."""
        self._outcomes.add(outcome)
        self._of_whole.append((outcome, what))

    def add_place(self, outcome: str, what: str) -> None:
        """Remember a finding about one event or file."""
        self._outcomes.add(outcome)
        if len(self._of_places) < MOST_PLACES:
            self._of_places.append((outcome, what))
        else:
            self.more += 1

    @property
    def findings(self) -> list[tuple[str, str]]:
        """Give what is told."""
        return self._of_whole + self._of_places

    @property
    def outcome(self) -> str:
        """Give the worst of what was found."""
        return next(outcome for outcome in WORST_FIRST if outcome in self._outcomes)


# --- hashes: docs/spec/seal.md, docs/spec/checkpoint.md, RFC 6962 -------------------------------


def genesis_seal(scope: str) -> str:
    """Compute seal_0 of a scope."""
    return hashlib.sha384((GENESIS + scope).encode("utf-8", "surrogatepass")).hexdigest()


def seal(previous: str, body: bytes) -> str:
    """Compute the seal of a body that follows a seal."""
    return hashlib.sha384(previous.encode("utf-8", "surrogatepass") + body).hexdigest()


def leaf_hash(entry: bytes) -> bytes:
    """Hash an entry of the log."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two subtrees."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def entry_of(scope: str, n: int, seal_hex: str) -> bytes:
    """Write the entry of the log that stands for an event."""
    return f"{LEAF_HEADER}\n{scope}\n{n}\n{seal_hex}\n".encode()


class Tree:
    """Grow the tree, keeping the begun tile of every level, and hand over full tiles."""

    def __init__(self, tile: Callable[[int, int, list[bytes]], None]) -> None:
        self.size = 0
        self._tile = tile
        self._rows: list[list[bytes]] = []
        self._stack: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        """Add a leaf."""
        self._push(0, leaf)
        hashed, place = leaf, self.size
        while place & 1:
            hashed = node_hash(self._stack.pop(), hashed)
            place >>= 1
        self._stack.append(hashed)
        self.size += 1

    def root(self) -> bytes:
        """Compute the root."""
        if not self._stack:
            return hashlib.sha256(b"").digest()
        root = self._stack[-1]
        for left in reversed(self._stack[:-1]):
            root = node_hash(left, root)
        return root

    def finish(self) -> None:
        """Hand over the partial tiles."""
        for level, row in enumerate(self._rows):
            if row:
                self._tile(level, (self.size >> 8 * level) // TILE_WIDTH, row)

    def _push(self, level: int, hashed: bytes) -> None:
        if level == len(self._rows):
            self._rows.append([])
        row = self._rows[level]
        row.append(hashed)
        if len(row) == TILE_WIDTH:
            number = ((self.size + 1) >> 8 * level) // TILE_WIDTH - 1
            self._tile(level, number, row)
            self._rows[level] = []
            while len(row) > 1:
                row = [node_hash(*row[place : place + 2]) for place in range(0, len(row), 2)]
            self._push(level + 1, row[0])


def check_inclusion(index: int, size: int, leaf: bytes, proof: list[bytes]) -> bytes:
    """Compute the root that an inclusion proof leads to (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        raise Problem("tampered", "the proof is of a leaf that is not in the tree")
    first, last, root = index, size - 1, leaf
    for step in proof:
        if last == 0:
            raise Problem("tampered", "the proof is too long")
        if first & 1 or first == last:
            root = node_hash(step, root)
            while first and not first & 1:
                first, last = first >> 1, last >> 1
        else:
            root = node_hash(root, step)
        first, last = first >> 1, last >> 1
    if last != 0:
        raise Problem("tampered", "the proof is too short")
    return root


# --- signed notes: C2SP signed-note, tlog-checkpoint, tlog-cosignature ---------------------------


def decode64(text: str) -> bytes | None:
    """Read base64 that has its one form."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode() == text else None


class Key:
    """Hold a verifier key."""

    def __init__(self, text: str) -> None:
        parts = text.strip().split("+", 2)
        data = decode64(parts[2]) if len(parts) == 3 else None
        if data is None or len(data) != 33 or data[0] not in {1, 4}:
            raise Problem("unreadable", f"{text[:120]!r} is no verifier key")
        self.text, self.name, self.kind, self.public = text.strip(), parts[0], data[0], data[1:]
        self.key_id = hashlib.sha256(f"{self.name}\n".encode() + data).digest()[:4]
        if self.key_id.hex() != parts[1]:
            raise Problem("unreadable", f"{text[:120]!r} was changed: its id does not match")

    def verifies(self, message: bytes, signature: bytes) -> bool:
        """Tell whether a bare Ed25519 signature is by this key."""
        try:
            from cryptography.exceptions import InvalidSignature
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        except ImportError:
            raise Problem(
                "unreadable", "signatures need the package cryptography: pip install cryptography"
            ) from None
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class Note:
    """Hold a signed checkpoint."""

    def __init__(self, data: bytes) -> None:
        try:
            whole = data.decode("utf-8")
        except UnicodeDecodeError:
            raise Problem("tampered", "the checkpoint is not UTF-8") from None
        text, found, block = whole.rpartition("\n\n")
        if not found or not block.endswith("\n"):
            raise Problem("tampered", "the checkpoint has no signature")
        self.text = text + "\n"
        self.lines = block[:-1].split("\n")  # not splitlines: other line ends are no line ends
        parts = self.text.split("\n")
        root = decode64(parts[2]) if len(parts) >= 4 else None
        if root is None or len(root) != 32 or not re.fullmatch(r"0|[1-9][0-9]{0,18}", parts[1]):
            raise Problem("tampered", "the checkpoint is none")
        self.origin, self.size, self.root = parts[0], int(parts[1]), root

    def signers(self, keys: list[Key]) -> list[Key]:
        """List the keys that signed, as log or as witness."""
        found = []
        for line in self.lines:
            name, _, encoded = line.removeprefix(DASH).partition(" ")
            data = decode64(encoded) or b""
            for key in keys:
                if (name, data[:4]) == (key.name, key.key_id):
                    if not self._is_signed(key, data[4:]):
                        raise Problem("tampered", f"the signature of {name} does not match")
                    found.append(key)
        return found

    def _is_signed(self, key: Key, signature: bytes) -> bool:
        if key.kind == 1:
            return key.verifies(self.text.encode(), signature)
        if len(signature) != 72:
            return False
        (timestamp,) = struct.unpack(">Q", signature[:8])
        message = f"cosignature/v1\ntime {timestamp}\n{self.text}".encode()
        return key.verifies(message, signature[8:])


def check_signature(note: Note, keys: list[Key], report: Report) -> None:
    """Check that a trusted key of the log signed a checkpoint."""
    if not keys:
        report.add("incomplete", "no key was given, so nothing shows who signed the checkpoint")
        return
    try:
        signers = note.signers(keys)
    except Problem as problem:
        report.add(problem.outcome, problem.what)
        return
    loggers = [key for key in signers if key.kind == 1 and key.name == note.origin]
    if not loggers:
        report.add("tampered", f"no key that was given signed the checkpoint of {note.origin}")
        return
    report.covered.append(f"the checkpoint of {note.origin}, signed by {loggers[0].text}")
    for key in signers:
        if key.kind == 4:
            report.covered.append(f"the cosignature of the witness {key.name}")


# --- canonical JSON: RFC 8785, and JavaScript's habits for chains of others ----------------------


def canonical(value: Any, *, like_javascript: bool = False) -> str:
    """Write a value as canonical JSON."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return canonical_number(value)
    if isinstance(value, str):
        return canonical_text(value)
    if isinstance(value, list):
        return (
            "[" + ",".join(canonical(item, like_javascript=like_javascript) for item in value) + "]"
        )
    names = sorted(value, key=javascript_place if like_javascript else utf16)
    members = (
        f"{canonical_text(name)}:{canonical(value[name], like_javascript=like_javascript)}"
        for name in names
        if not (like_javascript and name == "__proto__")
    )
    return "{" + ",".join(members) + "}"


def utf16(text: str) -> bytes:
    """Give what RFC 8785 sorts by."""
    return text.encode("utf-16-be", "surrogatepass")


def javascript_place(name: str) -> tuple[int, int, bytes]:
    """Give what JavaScript orders by: integer-like keys come first."""
    if re.fullmatch(r"0|[1-9][0-9]{0,9}", name) and int(name) <= 2**32 - 2:
        return 0, int(name), b""
    return 1, 0, utf16(name)


def canonical_text(text: str) -> str:
    """Write a text; half of a surrogate pair as its escape, as JavaScript does."""
    written = json.dumps(text, ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", written)


def canonical_number(number: float) -> str:
    """Write a number as ECMAScript does."""
    if isinstance(number, int) and abs(number) <= LARGEST_INTEGER:
        return str(number)
    number = float(number)
    if not math.isfinite(number):
        return "null"
    if number == 0:
        return "0"
    sign, digits_found, exponent = Decimal(repr(number)).normalize().as_tuple()
    digits = "".join(map(str, digits_found))
    minus, point = "-" if sign else "", len(digits) + int(exponent)
    if len(digits) <= point <= 21:
        return minus + digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{minus}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{rest}e{point - 1:+d}"


def strict_json(text: str) -> Any:
    """Read JSON that means one thing to every reader.

    Raises:
        ValueError: It has a key twice, NaN, or an integer beyond 2^53-1.
    """

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) != len(items):
            raise ValueError("a key stands twice")
        return found

    def refuse(name: str) -> None:
        raise ValueError(name)

    return json.loads(text, object_pairs_hook=pairs, parse_constant=refuse)


def is_canonical_event(text: str) -> bool:
    """Tell whether a body is in the one form in which events are sealed."""
    try:
        document = strict_json(text)
        return canonical(document) == text and _has_event_keys(document)
    except (ValueError, RecursionError, UnicodeError):
        return False


def _has_event_keys(value: Any) -> bool:
    """Tell whether no key is one that JavaScript would reorder, and no integer too large."""
    if isinstance(value, dict):
        names = (re.fullmatch(r"0|[1-9][0-9]*", name) for name in value)
        return not any(names) and all(map(_has_event_keys, value.values()))
    if isinstance(value, list):
        return all(map(_has_event_keys, value))
    return not isinstance(value, int) or abs(value) <= LARGEST_INTEGER


# --- an export: docs/spec/export.md ---------------------------------------------------------------


class Chains:
    """Check the links of all scopes as they come in their global order."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._ends: dict[str, tuple[int, str, str]] = {}
        self.events = 0

    @property
    def scopes(self) -> int:
        """Tell how many scopes there are."""
        return len(self._ends)

    def take(self, line: bytes, number: int) -> bytes | None:
        """Check the next event; give its entry of the log, or None where it cannot be read."""
        try:
            event = strict_json(line.decode("utf-8"))
            scope, n, body = event["scope"], event["n"], event["body"]
            previous, seal_hex, position = event["previous"], event["seal"], event["position"]
            texts = (scope, body, previous, seal_hex)
            if not all(isinstance(text, str) for text in texts) or type(n) is not int:
                raise TypeError("a member has another type")
        except (ValueError, KeyError, TypeError):
            self._report.add_place("tampered", f"line {number} of events.ndjson is no event")
            return None
        self.events += 1
        name = f"link {n} of {scope}"
        if position != self.events:
            self._report.add_place(
                "tampered", f"position {self.events} is not there, {position} is"
            )
        if seal(previous, body.encode("utf-8", "surrogatepass")) != seal_hex:
            self._report.add_place("tampered", f"the seal of {name} is not that of its body")
        self._check_link(scope, n, previous, name)
        self._check_body(body, scope, name)
        at = json.loads(body).get("at", "") if body.startswith("{") and body.endswith("}") else ""
        self._ends[scope] = n, seal_hex, at if isinstance(at, str) else ""
        return entry_of(scope, n, seal_hex)

    def _check_link(self, scope: str, n: int, previous: str, name: str) -> None:
        last_n, last_seal, _ = self._ends.get(scope, (0, genesis_seal(scope), ""))
        if n != last_n + 1:
            self._report.add_place("tampered", f"{name} comes after link {last_n}")
        elif previous != last_seal:
            self._report.add_place("tampered", f"{name} does not follow from the link before it")

    def _check_body(self, body: str, scope: str, name: str) -> None:
        if not is_canonical_event(body):
            self._report.add_place("tampered", f"the body of {name} is not in canonical form")
            return
        event = json.loads(body)
        kinds = {"v": int, "type": str, "at": str, "actor": str, "payload": dict}
        if not isinstance(event, dict) or any(
            not isinstance(event.get(member), kind) for member, kind in kinds.items()
        ):
            self._report.add_place("tampered", f"the body of {name} is no event")
        elif event["at"] < self._ends.get(scope, (0, "", ""))[2]:
            self._report.add_place("tampered", f"{name} is older than the link before it")


def tile_path(kind: str, number: int, width: int) -> str:
    """Give the path of a tile or of a bundle of entries."""
    digits = f"{number:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    parts = [digits[place : place + 3] for place in range(0, len(digits), 3)]
    name = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
    return f"tile/{kind}/{name}" + ("" if width == TILE_WIDTH else f".p/{width}")


def verify_export(directory: Path, keys: list[Key]) -> Report:
    """Verify an export: files, events, entries, tiles, root, signature."""
    report = Report()
    manifest = read_manifest(directory)
    files: dict[str, Any] = manifest["files"]
    note = Note(read(directory / "checkpoint"))
    checked = check_files(directory, files, report)
    expected: set[str] = {"checkpoint", "events.ndjson"}

    def compare(name: str, data: bytes, what: str) -> None:
        expected.add(name)
        path = directory / name
        if name not in files:
            report.add_place("tampered", f"the manifest has no {name}")
        if not path.is_file() or path.read_bytes() != data:
            report.add_place("tampered", f"{what} {name} is not that of the events")

    entries: list[bytes] = []

    def tile(level: int, number: int, row: list[bytes]) -> None:
        compare(tile_path(str(level), number, len(row)), b"".join(row), "the tile")
        if level == 0:
            bundle = b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)
            compare(tile_path("entries", number, len(row)), bundle, "the bundle")
            entries.clear()

    chains, tree = Chains(report), Tree(tile)
    with open_file(directory / "events.ndjson") as lines:
        for number, line in enumerate(lines, start=1):
            entry = chains.take(line, number)
            if entry is None:
                entry = b""
            entries.append(entry)
            tree.append(leaf_hash(entry))
    tree.finish()
    for name in sorted(set(files) - expected):
        report.add_place("tampered", f"{name} is listed and does not belong to these events")
    # What was signed decides: fewer events were cut off, other events are another history.
    if tree.size < note.size:
        report.add("truncated", f"the checkpoint has {note.size} events, the export {tree.size}")
    elif tree.size > note.size:
        report.add("tampered", f"the checkpoint has {note.size} events, the export {tree.size}")
    elif tree.root() != note.root:
        worst = "fork" if report.outcome == "verified" else "tampered"
        report.add(worst, "the root of the events is not the one in the checkpoint")
    if (manifest["origin"], manifest["size"]) != (note.origin, note.size):
        report.add("tampered", "the manifest is of another checkpoint")
    check_signature(note, keys, report)
    report.covered.insert(0, f"{chains.events} events of {chains.scopes} scopes, seal by seal")
    report.covered.insert(1, f"{checked} files, their digests, tiles and entries")
    report.not_checked.append(
        "whether events after this checkpoint exist: compare with a newer one"
    )
    report.not_checked.append("whether others were shown another history: compare checkpoints")
    return report


def read_manifest(directory: Path) -> dict[str, Any]:
    """Read the list of files of an export."""
    try:
        manifest: dict[str, Any] = json.loads(read(directory / "manifest.json"))
        if manifest["format"] == EXPORT_FORMAT and isinstance(manifest["files"], dict):
            return manifest
    except (ValueError, KeyError, TypeError):
        pass
    raise Problem("unreadable", f"{directory} has no manifest of an export")


def check_files(directory: Path, files: dict[str, Any], report: Report) -> int:
    """Compare every listed file with its digest."""
    for name, facts in files.items():
        path = directory / name
        if ".." in Path(name).parts or Path(name).is_absolute() or not path.is_file():
            report.add_place("tampered", f"the file {name} is listed and is not there")
            continue
        digest, size = hashlib.sha256(), 0
        with open_file(path) as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
                size += len(chunk)
        listed = facts if isinstance(facts, dict) else {}
        if (size, digest.hexdigest()) != (listed.get("bytes"), listed.get("sha256")):
            report.add_place("tampered", f"the file {name} is not the one that is listed")
    return len(files)


# --- a proof: docs/spec/proof.md ------------------------------------------------------------------


def verify_proof(path: Path, event_path: Path, keys: list[Key]) -> Report:
    """Verify that an event is in the ledger that a key signed."""
    report = Report()
    head, found, rest = read(path).partition(b"\n\n")
    lines = head.decode("utf-8", "replace").split("\n")
    if not found or lines.pop(0) != PROOF_HEADER:
        raise Problem("unreadable", f"{path} is no proof of inclusion")
    if lines and lines[0].startswith("extra "):
        lines.pop(0)
    match = re.fullmatch(r"index (0|[1-9][0-9]{0,18})", lines.pop(0)) if lines else None
    steps = [decode64(line) for line in lines]
    if match is None or any(step is None or len(step) != 32 for step in steps):
        raise Problem("tampered", f"{path} is damaged")
    note, index = Note(rest), int(match[1])
    event = read_event(event_path)
    body = event["body"].encode("utf-8", "surrogatepass")
    seal_hex = seal(event["previous"], body)
    if event.get("seal", seal_hex) != seal_hex:
        report.add("tampered", "the seal of the event is not that of its body")
    leaf = leaf_hash(entry_of(event["scope"], event["n"], seal_hex))
    root = check_inclusion(index, note.size, leaf, [step for step in steps if step is not None])
    if root != note.root:
        report.add("tampered", "the proof does not lead from the event to the signed root")
    check_signature(note, keys, report)
    report.covered.insert(
        0, f"link {event['n']} of {event['scope']}, position {index + 1} of {note.size}"
    )
    report.not_checked.append("the other events of the ledger")
    return report


def read_event(path: Path) -> dict[str, Any]:
    """Read the event that a proof is about."""
    try:
        event: dict[str, Any] = json.loads(read(path))
        texts = (event["scope"], event["previous"], event["body"])
        if all(isinstance(text, str) for text in texts) and type(event["n"]) is int:
            return event
    except (ValueError, KeyError, TypeError):
        pass
    raise Problem("unreadable", f"{path} has no event: scope, n, previous, body")


# --- a dossier: docs/spec/seal.md -----------------------------------------------------------------


def verify_dossier(path: Path, keys: list[Key]) -> Report:
    """Verify a dossier of this or another implementation, signed in an envelope or not."""
    report = Report()
    data = read(path)
    try:
        document = json.loads(data)
    except ValueError:
        raise Problem("unreadable", f"{path} is not JSON") from None
    if isinstance(document, dict) and {"payload", "payloadType", "signatures"} <= set(document):
        document = open_envelope(document, keys, report)
    trail = document.get("auditTrail") if isinstance(document, dict) else None
    if isinstance(trail, dict):
        trail = trail.get("events")
    if not isinstance(trail, list) or not trail:
        raise Problem("unreadable", f"{path} has no auditTrail")
    integrity = document.get("integrity")
    integrity = integrity if isinstance(integrity, dict) else {}
    is_excerpt = integrity.get("coverage") == "excerpt"
    scope = find_scope(document, trail)
    previous = genesis_seal(scope)
    for place, event in enumerate(trail, start=1):
        previous = check_event(event, place, None if is_excerpt else previous, report)
    if not is_excerpt and integrity.get("headSeal", previous) != previous:
        report.add("tampered", "the head seal is not that of the last event")
    check_proofs(document, trail, scope, keys, report)
    words = "an excerpt: links between these are not here" if is_excerpt else "from the genesis on"
    report.covered.insert(0, f"{len(trail)} events of {scope}, seal by seal, {words}")
    report.not_checked.append("the parts of the dossier that are not sealed events")
    return report


def find_scope(document: dict[str, Any], trail: list[Any]) -> str:
    """Find the id whose genesis the first event follows from, among those that are named."""
    named: list[str] = []
    for part in (document.get("integrity"), document.get("ruling"), document):
        if isinstance(part, dict):
            values = (part.get(name) for name in ("scopeId", "rulingId", "id"))
            named.extend(value for value in values if isinstance(value, str))
    first = trail[0].get("prevSeal") if isinstance(trail[0], dict) else None
    matching = (name for name in named if genesis_seal(name) == first)
    return next(matching, named[0] if named else "")


def check_event(event: Any, place: int, previous: str | None, report: Report) -> str:
    """Check one event of a dossier; give its seal as stored."""
    if not isinstance(event, dict) or "payload" not in event:
        report.add_place("tampered", f"event {place} has no payload")
        return ""
    number, payload = event.get("seq", place), event["payload"]
    before, stored = str(event.get("prevSeal", "")), str(event.get("seal", ""))
    if previous is not None and before != previous:
        report.add_place("tampered", f"event {number} does not follow from the event before it")
    if isinstance(payload, str):
        try:
            payload = json.loads(payload)
        except ValueError:
            report.add_place("tampered", f"the payload of event {number} is not JSON")
            return stored
    try:
        body = canonical(payload, like_javascript=True).encode()
    except (RecursionError, UnicodeError):
        body = b""
    if seal(before, body) != stored:
        report.add_place("tampered", f"the seal of event {number} is not that of its payload")
    return stored


def check_proofs(
    document: dict[str, Any], trail: list[Any], scope: str, keys: list[Key], report: Report
) -> None:
    """Check the proofs of inclusion that a dossier carries, against its checkpoint."""
    text = document.get("checkpoint")
    if not isinstance(text, str):
        report.not_checked.append("whether a signed checkpoint covers these events: it has none")
        return
    note = Note(text.encode())
    proved = 0
    for event in trail:
        proof = event.get("proof") if isinstance(event, dict) else None
        if not isinstance(proof, dict):
            continue
        try:
            index = proof["index"]
            steps = [decode64(step) or b"" for step in proof["hashes"]]
            leaf = leaf_hash(entry_of(scope, event["seq"], event["seal"]))
            if check_inclusion(index, note.size, leaf, steps) != note.root:
                raise Problem("tampered", "it leads to another root")
            proved += 1
        except (Problem, KeyError, TypeError):
            report.add_place("tampered", f"the proof of event {event.get('seq')} does not hold")
    check_signature(note, keys, report)
    report.covered.append(f"{proved} events proved to be in the ledger of that checkpoint")


def open_envelope(envelope: dict[str, Any], keys: list[Key], report: Report) -> Any:
    """Check the signature of a DSSE envelope, and give the document in it."""
    kind, payload = str(envelope["payloadType"]).encode(), decode64(str(envelope["payload"]))
    if payload is None:
        raise Problem("tampered", "the payload of the envelope is no base64")
    message = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
    lines = envelope["signatures"] if isinstance(envelope["signatures"], list) else []
    signatures = [decode64(str(line.get("sig"))) for line in lines if isinstance(line, dict)]
    signers = [key for key in keys if any(s and key.verifies(message, s) for s in signatures)]
    if signers:
        report.covered.append(f"the whole document, signed by {signers[0].text}")
    elif keys:
        report.add("tampered", "no key that was given signed the document")
    else:
        report.add("incomplete", "no key was given, so nothing shows who signed the document")
    return json.loads(payload)


# --- the command line -----------------------------------------------------------------------------


def read(path: Path) -> bytes:
    """Read a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Problem("unreadable", f"{path} cannot be read: {error.strerror}") from None


def open_file(path: Path) -> BinaryIO:
    """Open a file."""
    try:
        return path.open("rb")
    except OSError as error:
        raise Problem("unreadable", f"{path} cannot be read: {error.strerror}") from None


def run(options: argparse.Namespace) -> Report:
    """Do what the command line asks for."""
    try:
        keys = [Key(text) for text in options.key]
        if options.what == "export":
            return verify_export(options.path, keys)
        if options.what == "proof":
            beside = options.path.with_name(options.path.name + ".json")
            return verify_proof(options.path, options.event or beside, keys)
        return verify_dossier(options.path, keys)
    except Problem as problem:
        report = Report()
        report.add(problem.outcome, problem.what)
        return report


def main() -> int:
    """Verify, print, and give the exit code."""
    parser = argparse.ArgumentParser(description="Verify what a Both Sides ledger gave you.")
    parser.add_argument("what", choices=["export", "proof", "dossier"])
    parser.add_argument("path", type=Path)
    parser.add_argument("--key", action="append", default=[], help="a verifier key that you pinned")
    parser.add_argument("--event", type=Path, help="the event of a proof; default: PATH.json")
    parser.add_argument("--json", action="store_true", help="answer with one JSON document")
    options = parser.parse_args()
    report = run(options)
    if options.json:
        members = {
            "outcome": report.outcome,
            "findings": [{"outcome": kind, "what": what} for kind, what in report.findings],
            "moreFindings": report.more,
            "covered": report.covered,
            "notChecked": report.not_checked,
        }
        print(json.dumps(members, indent=2))
    else:
        print(report.outcome.upper())
        for kind, what in report.findings:
            print(f"  {kind}: {what}")
        if report.more:
            print(f"  and {report.more} findings more, of single events and files")
        for what in report.covered:
            print(f"  checked: {what}")
        for what in report.not_checked:
            print(f"  not checked: {what}")
    return EXIT[report.outcome]


if __name__ == "__main__":
    sys.exit(main())
