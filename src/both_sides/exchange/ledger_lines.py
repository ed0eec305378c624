"""Write a scope's whole chain as JSON Lines, and read it back, losing nothing.

    {"format": "both-sides/ledger/v1", "scopeId": "local", "events": 2, "headSeal": "…"}
    {"seq": 1, "payload": "{…}", "prevSeal": "…", "seal": "…"}

The payload is the sealed text itself. *This module does not* check seals; who imports does.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson

from both_sides.chain.seal import Head, Link
from both_sides.domain.ids import ScopeId, parse_scope_id
from both_sides.errors import MalformedDocumentError
from both_sides.exchange.strict_json import parse_json

FORMAT: Final = "both-sides/ledger/v1"


@dataclass(frozen=True, slots=True)
class LedgerHeader:
    """Hold what an export says of itself.

    Args:
        scope: Whose chain it is.
        events: How many links it has.
        head_seal_hex: Its last seal.
    """

    scope: ScopeId
    events: int
    head_seal_hex: str


def format_header(scope: ScopeId, head: Head) -> bytes:
    """Write the first line."""
    return _line({"format": FORMAT, "scopeId": scope, "events": head.n, "headSeal": head.seal_hex})


def format_link(link: Link) -> bytes:
    """Write the line of one link."""
    return _line(
        {
            "seq": link.n,
            "payload": link.body.decode(),
            "prevSeal": link.previous_hex,
            "seal": link.seal_hex,
        }
    )


def is_ledger_export(first_line: bytes) -> bool:
    """Tell by its first line whether a file is an export."""
    return first_line.lstrip().startswith(b"{") and f'"{FORMAT}"'.encode() in first_line


def parse_header(line: bytes, *, source: str) -> LedgerHeader:
    """Read the first line.

    Raises:
        MalformedDocumentError: It is not the first line of an export.
    """
    document = parse_json(line, source=source)
    header = _read_header(document) if isinstance(document, dict) else None
    if header is None:
        raise MalformedDocumentError(
            f"{source} is not the first line of an export",
            hint=f'an export begins with {{"format": "{FORMAT}", "scopeId": …}};'
            " write one with `claims-mcp export`",
            source=source,
        )
    return header


def _read_header(document: dict[str, Any]) -> LedgerHeader | None:
    scope, events, seal_hex = (document.get(name) for name in ("scopeId", "events", "headSeal"))
    if document.get("format") != FORMAT or type(events) is not int:
        return None
    if not isinstance(scope, str) or not isinstance(seal_hex, str):
        return None
    return LedgerHeader(parse_scope_id(scope), events, seal_hex)


def parse_links(
    lines: Iterable[tuple[int, bytes]], scope: ScopeId, *, label: str
) -> Iterator[Link]:
    """Read the lines after the first.

    Args:
        lines: The numbered lines.
        scope: Whose chain they are of.
        label: What to call the file in an error.

    Raises:
        MalformedDocumentError: A line is no link.
    """
    for number, line in lines:
        source = f"{label} line {number}"
        document = parse_json(line, source=source)
        link = _read_link(document, scope) if isinstance(document, dict) else None
        if link is None:
            raise MalformedDocumentError(
                f"{source} is no link",
                hint='a link is {"seq": 1, "payload": "{…}", "prevSeal": "…", "seal": "…"}',
                source=source,
                line=number,
            )
        yield link


def _read_link(document: dict[str, Any], scope: ScopeId) -> Link | None:
    n, payload = document.get("seq"), document.get("payload")
    previous_hex, seal_hex = document.get("prevSeal"), document.get("seal")
    if type(n) is not int or not isinstance(payload, str):
        return None
    if not isinstance(previous_hex, str) or not isinstance(seal_hex, str):
        return None
    return Link(scope, n, previous_hex, seal_hex, payload.encode())


def _line(members: dict[str, Any]) -> bytes:
    return orjson.dumps(members, option=orjson.OPT_APPEND_NEWLINE)
