"""Call the reading tools of the agents' servers from a page: the same tools, on the same services.

*This module does not* offer a tool that writes, and every call sees the scope of whoever looks.
"""

import asyncio
from contextvars import ContextVar
from functools import cache
from typing import Any, Final

import orjson
from mcp.server.mcpserver.exceptions import ToolError

from both_sides.errors import LedgerError
from both_sides.exchange.strict_json import parse_json
from both_sides.interfaces.http.seats import Seat
from both_sides.interfaces.mcp.guidance import TITLES, Kind
from both_sides.interfaces.mcp.provider import Caller
from both_sides.interfaces.mcp.server import LedgerServer, build_server
from both_sides.service.audit import Audit
from both_sides.service.desk import Desk

LONGEST_ARGUMENTS: Final = 8_000
NO_OBJECT: Final = 'Give a JSON object, for example {"limit": 3}.'


_SEAT: Final[ContextVar[Seat]] = ContextVar("seat")
"""Who calls; set for the time of one call, also in the thread that a tool runs in."""


class SeatLedger:
    """Give the tools the ledger of whoever calls."""

    def audit(self, caller: Caller, *, create: bool = False) -> Audit:
        """Give the audit of the seat's scope."""
        del caller, create
        return _SEAT.get().audit

    def desk(self, caller: Caller) -> Desk:
        """Give the desk of the seat's scope."""
        del caller
        return _SEAT.get().desk

    def actor(self, caller: Caller) -> str:
        """Name who has the seat."""
        del caller
        return _SEAT.get().caller.name

    def auditor(self, caller: Caller) -> str:
        """Name who has the seat."""
        return self.actor(caller)


@cache
def reading_tools() -> dict[str, LedgerServer]:
    """Give the server of each tool that only reads."""
    found: dict[str, LedgerServer] = {}
    for kind in (Kind.DESK, Kind.AUDIT):
        server = build_server(kind, SeatLedger(), read_only=True)
        assert isinstance(server, LedgerServer)
        for tool in asyncio.run(server.list_tools()):
            found.setdefault(tool.name, server)
    return found


@cache
def tool_table() -> list[dict[str, Any]]:
    """List the tools of both servers, as they tell agents."""
    table = []
    for kind in (Kind.DESK, Kind.AUDIT):
        server = build_server(kind, SeatLedger())
        rows = [
            {
                "name": tool.name,
                "does": (tool.description or "").partition("\n")[0],
                "writes": tool.annotations is not None and not tool.annotations.read_only_hint,
                "parameters": sorted(tool.input_schema.get("properties", {})),
            }
            for tool in asyncio.run(server.list_tools())
        ]
        table.append({"server": kind.value, "title": TITLES[kind], "tools": rows})
    return table


def call_tool(seat: Seat, name: str, arguments: str) -> dict[str, Any]:
    """Call a reading tool as an agent would.

    Args:
        seat: Who calls.
        name: Which tool.
        arguments: A JSON object, as text.

    Returns:
        The call, and what an agent would read: the answer, or the refusal.
    """
    asked = {"tool": name[:80], "arguments": arguments[:LONGEST_ARGUMENTS]}
    server = reading_tools().get(name)
    if server is None:
        return {**asked, "failed": True, "text": "There is no reading tool of that name."}
    try:
        text = arguments.strip()[:LONGEST_ARGUMENTS] or "{}"
        members = parse_json(text.encode(), source="the arguments")
        if not isinstance(members, dict):
            return {**asked, "failed": True, "text": NO_OBJECT}
        token = _SEAT.set(seat)
        try:
            result = asyncio.run(server.call_tool(name, members))
        finally:
            _SEAT.reset(token)
    except LedgerError as error:
        return {**asked, "failed": True, "text": f"{error.message}\n{error.hint}"}
    except ToolError as error:
        return {**asked, "failed": True, "text": str(error)}
    structure = getattr(result, "structured_content", None)
    shown = orjson.dumps(structure, option=orjson.OPT_INDENT_2).decode()
    return {**asked, "failed": False, "text": shown}
