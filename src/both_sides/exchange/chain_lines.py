"""Read chains from files: JSON Lines of events, and dossiers, ours and other implementations'.

A chain line is `{"scopeId": …, "events": [{"seq"?, "payload", "prevSeal", "seal"}]}` with the
payload as JSON text. A dossier is one document with `ruling`, `integrity` and `auditTrail`, whose
events hold the payload as an object; its chain starts from the genesis of the scope that it names,
or of its ruling's id. *This module does not* trust a stored seal: see `both_sides.chain.replay`.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from both_sides.chain import ecmascript
from both_sides.chain.replay import BrokenLink
from both_sides.chain.seal import genesis_seal, seal
from both_sides.errors import LedgerError, LimitExceededError, MalformedDocumentError
from both_sides.exchange.strict_json import LONGEST_BYTES

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
LARGEST_WHOLE: Final = 2**53  # from here on a double stands for several whole numbers


@dataclass(frozen=True, slots=True)
class ForeignEvent:
    """Hold one event as another program wrote it.

    Args:
        seq: The number it gives itself, or its place where it gives none.
        body: The canonical form of its payload; None where the payload cannot be read.
        previous_hex: The seal before it, as stored.
        seal_hex: Its seal, as stored.
        has_vanishing_member: Whether it has a member that their seals do not cover.
    """

    seq: int
    body: bytes | None
    previous_hex: str
    seal_hex: str
    has_vanishing_member: bool


@dataclass(frozen=True, slots=True)
class ForeignChain:
    """Hold a chain from a file.

    Args:
        scope_id: What its genesis is made from.
        events: Its events, in the order of the file.
        is_excerpt: Whether it holds only some links of a longer chain, each with the seal before
            it; such a chain is checked link by link.
    """

    scope_id: str
    events: tuple[ForeignEvent, ...]
    is_excerpt: bool = False


@dataclass(frozen=True, slots=True)
class ForeignReplay:
    """Hold what the replay of a chain from a file found.

    Args:
        ok: Whether there was an event and every one matched.
        events: How many there are.
        head_seal_hex: The last seal as stored up to and with the first event that does not match;
            empty where there is none.
        first_broken: The first event that does not match, under its own number; or None.
        remarks: What no seal can show and a reader should know.
    """

    ok: bool
    events: int
    head_seal_hex: str
    first_broken: BrokenLink | None
    remarks: tuple[str, ...]


NOTHING_FOUND: Final = ForeignReplay(
    ok=False, events=0, head_seal_hex="", first_broken=None, remarks=()
)


def read_documents(
    lines: Iterable[tuple[int, bytes]], *, label: str
) -> Iterator[tuple[str, Any | LedgerError]]:
    """Read the documents of a file: one a line, or the whole file where it is laid out for people.

    Args:
        lines: The numbered lines of the file.
        label: What to call the file.

    Yields:
        What to call each document, and the document, or why it cannot be read.
    """
    numbered = iter(lines)
    first = next(numbered, None)
    if first is None:
        return
    first = (first[0], first[1].removeprefix(BYTE_ORDER_MARK))
    document = _parse(first[1])
    if isinstance(document, LedgerError):
        held = _hold(first, numbered)
        whole = _parse(b"".join(line for _, line in held))
        if len(held) > 1 and not isinstance(whole, LedgerError):
            yield label, whole
            return
        numbered = itertools.chain(held[1:], numbered)
    yield (source := f"{label} line {first[0]}"), _placed(document, source)
    for number, line in numbered:
        yield (source := f"{label} line {number}"), _placed(_parse(line), source)


def _placed(document: Any | LedgerError, source: str) -> Any | LedgerError:  # noqa: ANN401 - any JSON value
    """Say of a line that cannot be read which one it is."""
    if not isinstance(document, LedgerError):
        return document
    facts = {**document.facts, "source": source}
    return type(document)(f"{source}: {document.message}", hint=document.hint, **facts)


def _hold(first: tuple[int, bytes], rest: Iterator[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Take lines that may be one document, as many as a document may be long."""
    held, length = [first], len(first[1])
    while length <= LONGEST_BYTES and (line := next(rest, None)) is not None:
        held.append(line)
        length += len(line[1])
    return held


def _parse(line: bytes) -> Any | LedgerError:  # noqa: ANN401 - any JSON value
    if len(line) > LONGEST_BYTES:
        return LimitExceededError(
            f"the document has more than {LONGEST_BYTES:,} bytes",
            hint="export a dossier with --chain excerpt, or one chain a line",
            bytes=len(line),
        )
    try:
        return ecmascript.parse_text(line.decode())
    except UnicodeDecodeError as error:
        return MalformedDocumentError(
            f"the text is not UTF-8: byte {error.start} cannot be read",
            hint="save it as UTF-8 and send it again",
            byte=error.start,
        )
    except MalformedDocumentError as error:
        return error


def parse_chain(document: Any, *, source: str) -> ForeignChain:  # noqa: ANN401 - any JSON value
    """Read a chain line or a dossier.

    Args:
        document: What `ecmascript.parse_text` read.
        source: What to call it in an error.

    Raises:
        MalformedDocumentError: It is neither.

    *Source:* spec/interfaces.md, `replay --input`; spec/ledger.md, 6.
    """
    if isinstance(document, Mapping) and "auditTrail" in document:
        return _parse_dossier(document, source)
    if not isinstance(document, Mapping) or not isinstance(document.get("events"), list):
        raise MalformedDocumentError(
            f"{source} is neither a chain nor a dossier",
            hint='a chain is {"scopeId": "…", "events": [{"payload": "{…}", "prevSeal": "…",'
            ' "seal": "…"}]}; a dossier has auditTrail',
            source=source,
        )
    scope_id = document.get("scopeId", "")
    if not isinstance(scope_id, str):
        raise MalformedDocumentError(
            f"{source}: scopeId is no text", hint="give the scope's id as text", source=source
        )
    return ForeignChain(scope_id, _parse_events(document["events"], source))


def replay_chain(chain: ForeignChain) -> ForeignReplay:
    """Recompute the seals of a chain from a file.

    *Source:* Method page, "Replaying the chain"; vectors/chains.jsonl.gz.
    """
    first_broken: BrokenLink | None = None
    head_seal_hex = ""
    previous_hex = genesis_seal(chain.scope_id)
    for event in chain.events:
        first_broken = _check(event, event.previous_hex if chain.is_excerpt else previous_hex)
        previous_hex = head_seal_hex = event.seal_hex
        if first_broken is not None:
            break
    return ForeignReplay(
        ok=bool(chain.events) and first_broken is None,
        events=len(chain.events),
        head_seal_hex=head_seal_hex,
        first_broken=first_broken,
        remarks=_remarks(chain),
    )


def _check(event: ForeignEvent, previous_hex: str) -> BrokenLink | None:
    if event.previous_hex != previous_hex:
        return BrokenLink(
            event.seq,
            "it does not follow from the event before it",
            previous_hex,
            event.previous_hex,
        )
    if event.body is None:
        return BrokenLink(event.seq, "its payload is not JSON", "", "")
    recomputed_hex = seal(event.previous_hex, event.body)
    if event.seal_hex != recomputed_hex:
        return BrokenLink(
            event.seq, "its seal is not that of its payload", recomputed_hex, event.seal_hex
        )
    return None


def _remarks(chain: ForeignChain) -> tuple[str, ...]:
    remarks = []
    numbers = [event.seq for event in chain.events]
    if not chain.is_excerpt and numbers != list(range(1, len(numbers) + 1)):
        remarks.append(
            "the events are not numbered 1, 2, 3 …: these seals do not cover the numbers, so links"
            " may be missing at the end or the numbers may have been changed"
        )
    vanishing = [event.seq for event in chain.events if event.has_vanishing_member]
    if vanishing:
        remarks.append(
            f"event {vanishing[0]} has a member named __proto__, which its seal does not cover"
        )
    if chain.is_excerpt:
        remarks.append(
            "this is an excerpt: each link is checked by itself, the links in between are not here"
        )
    return tuple(remarks)


def _parse_dossier(document: Mapping[str, Any], source: str) -> ForeignChain:
    trail = document["auditTrail"]
    if isinstance(trail, Mapping):
        trail = trail.get("events")
    if not isinstance(trail, list):
        raise MalformedDocumentError(
            f"{source}: auditTrail holds no list of events",
            hint="export the dossier again",
            source=source,
        )
    events = _parse_events(trail, source)
    integrity = document.get("integrity")
    coverage = integrity.get("coverage") if isinstance(integrity, Mapping) else None
    return ForeignChain(_scope_of(document, events), events, is_excerpt=coverage == "excerpt")


def _scope_of(document: Mapping[str, Any], events: tuple[ForeignEvent, ...]) -> str:
    """Find the id whose genesis the first event follows from, among those the dossier names."""
    named: list[str] = []
    for part in (document.get("integrity"), document.get("ruling"), document):
        if isinstance(part, Mapping):
            members = ("scopeId", "rulingId", "id")
            named.extend(part[name] for name in members if isinstance(part.get(name), str))
    for candidate in named:
        if events and genesis_seal(candidate) == events[0].previous_hex:
            return candidate
    return named[0] if named else ""


def _parse_events(rows: list[Any], source: str) -> tuple[ForeignEvent, ...]:
    return tuple(_parse_event(row, place, source) for place, row in enumerate(rows, start=1))


def _parse_event(row: Any, place: int, source: str) -> ForeignEvent:  # noqa: ANN401 - any JSON value
    if not isinstance(row, Mapping) or "payload" not in row:
        raise MalformedDocumentError(
            f"{source}: event {place} has no payload",
            hint='an event is {"payload": "{…}", "prevSeal": "…", "seal": "…"}',
            source=source,
            event=place,
        )
    number = _whole_number(row.get("seq"))
    seals = [row.get(name) for name in ("prevSeal", "seal")]
    previous_hex, seal_hex = (value if isinstance(value, str) else "" for value in seals)
    payload = row["payload"]
    try:
        value = ecmascript.parse_text(payload) if isinstance(payload, str) else payload
        body = ecmascript.canonicalise_parsed(value)
    except MalformedDocumentError:
        value, body = None, None
    return ForeignEvent(
        seq=place if number is None else number,
        body=body,
        previous_hex=previous_hex,
        seal_hex=seal_hex,
        has_vanishing_member=ecmascript.vanishing_members(value),
    )


def _whole_number(value: Any) -> int | None:  # noqa: ANN401 - any JSON value
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) <= LARGEST_WHOLE
    return int(value) if is_whole else None
