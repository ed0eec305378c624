"""Say which logs and witnesses are trusted, and how many witnesses must have cosigned.

    log example.com/log+33d7b496+AeHTu4Q3hEIM…
    witness W1 witness.example/w1+b8a2cf20+BFLN3yik…  https://witness.example/w1
    witness W2 …
    group two 2 W1 W2
    quorum two

*This module does not* ask anybody; see `both_sides.service.trust`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from both_sides.chain.note_keys import SignatureKind, VerifierKey, parse_verifier_key
from both_sides.errors import MalformedDocumentError

NOBODY: Final = "none"
MOST_LINES: Final = 1_000


@dataclass(frozen=True, slots=True)
class Party:
    """Hold a log or a witness.

    Args:
        key: Its key.
        url: Where it is asked, or empty.
    """

    key: VerifierKey
    url: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Hold a group: it has cosigned where so many of its members have."""

    threshold: int
    members: tuple[str, ...]


@dataclass(slots=True)
class WitnessPolicy:
    """Hold whom to trust.

    Args:
        logs: The logs.
        witnesses: The witnesses by their names in the policy.
        groups: The groups by their names.
        quorum: The witness or group that must have cosigned; ``none`` where nobody must.
    """

    logs: list[Party] = field(default_factory=list)
    witnesses: dict[str, Party] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    quorum: str = NOBODY

    def is_met(self, cosigners: Iterable[VerifierKey]) -> bool:
        """Tell whether those who cosigned are enough.

        *Source:* C2SP tlog-policy, "Defining the quorum".
        """
        found = set(cosigners)
        met: dict[str, bool] = {NOBODY: True}
        for name, witness in self.witnesses.items():
            met[name] = witness.key in found
        for name, group in self.groups.items():  # members are defined before their group
            met[name] = sum(met[member] for member in group.members) >= group.threshold
        return met[self.quorum]

    def witness_keys(self) -> list[VerifierKey]:
        """List the keys of all witnesses."""
        return [witness.key for witness in self.witnesses.values()]


def parse_policy(data: bytes) -> WitnessPolicy:
    """Read a policy.

    Raises:
        MalformedDocumentError: A line is wrong, a name is not defined before it is used, or there
            is not exactly one quorum.

    *Source:* C2SP tlog-policy, "Policy file syntax and structure".
    """
    if any((byte < 0x20 and byte not in b"\t\n") or byte == 0x7F for byte in data):  # noqa: PLR2004 - controls
        raise _refusal(0, "a control character")
    reader = _Reader()
    lines = data.split(b"\n")
    if len(lines) > MOST_LINES:
        raise _refusal(MOST_LINES, f"more than {MOST_LINES:,} lines")
    for number, line in enumerate(lines, start=1):
        # Octets above ASCII are opaque; they come back as they went in.
        words = line.decode("utf-8", "surrogateescape").strip(" \t").replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if words and not words[0].startswith("#"):
            reader.read(number, words)
    if not reader.has_quorum:
        raise _refusal(len(lines), "no quorum line; `quorum none` asks for no witness")
    return reader.policy


class _Reader:
    """Read line by line, remembering what has been defined."""

    def __init__(self) -> None:
        self.policy = WitnessPolicy()
        self.has_quorum = False
        self._grouped: set[str] = set()

    def read(self, number: int, words: list[str]) -> None:
        kind, *rest = words
        match kind, rest:
            case "log", [key, *url] if len(url) <= 1:
                self._add_log(number, key, *url)
            case "witness", [name, key, *url] if len(url) <= 1:
                self._add_witness(number, name, key, *url)
            case "group", [name, threshold, first, *others]:
                self._add_group(number, name, threshold, (first, *others))
            case "quorum", [name]:
                self._set_quorum(number, name)
            case _:
                raise _refusal(number, "not a log, witness, group or quorum line")

    def _add_log(self, number: int, key: str, url: str = "") -> None:
        party = Party(_parse_key(number, key, SignatureKind.NOTE), url)
        if any(log.key.public == party.key.public for log in self.policy.logs):
            raise _refusal(number, "a log that is there already")
        self.policy.logs.append(party)

    def _add_witness(self, number: int, name: str, key: str, url: str = "") -> None:
        self._require_new(number, name)
        party = Party(_parse_key(number, key, SignatureKind.COSIGNATURE), url)
        if any(known.key.public == party.key.public for known in self.policy.witnesses.values()):
            raise _refusal(number, "a witness that is there already")
        self.policy.witnesses[name] = party

    def _add_group(self, number: int, name: str, threshold: str, members: tuple[str, ...]) -> None:
        self._require_new(number, name)
        known = self.policy.witnesses.keys() | self.policy.groups.keys()
        for member in members:
            if member not in known or member in self._grouped:
                raise _refusal(number, f"{member} is not defined before, or in a group already")
            self._grouped.add(member)
        needed = {"any": 1, "all": len(members)}.get(threshold)
        if needed is None and threshold.isascii() and threshold.isdecimal():
            needed = int(threshold)
        if needed is None or not 1 <= needed <= len(members):
            raise _refusal(number, "a group needs all, any, or 1 to as many as it has members")
        self.policy.groups[name] = Group(needed, members)

    def _set_quorum(self, number: int, name: str) -> None:
        known = {NOBODY} | self.policy.witnesses.keys() | self.policy.groups.keys()
        if name not in known or self.has_quorum:
            raise _refusal(number, f"{name} is not defined before, or there is a second quorum")
        self.policy.quorum = name
        self.has_quorum = True

    def _require_new(self, number: int, name: str) -> None:
        if name == NOBODY or name in self.policy.witnesses or name in self.policy.groups:
            raise _refusal(number, f"the name {name} is taken")


def _parse_key(number: int, text: str, kind: SignatureKind) -> VerifierKey:
    try:
        key = parse_verifier_key(text)
    except MalformedDocumentError as error:
        raise _refusal(number, error.message) from None
    if key.kind is not kind:
        raise _refusal(number, "a log needs a key that signs notes, a witness one that cosigns")
    return key


def _refusal(number: int, reason: str) -> MalformedDocumentError:
    return MalformedDocumentError(
        f"line {number} of the witness policy: {reason}",
        hint="lines are `log KEY [URL]`, `witness NAME KEY [URL]`, `group NAME all|any|K NAME…` and"
        " one `quorum NAME`",
        line=number,
    )
