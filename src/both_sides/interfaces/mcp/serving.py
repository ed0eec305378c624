"""Serve agents over standard input and output, for as long as the client keeps them open."""

import contextlib
import logging
import sys

from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.provider import LazyLedger
from both_sides.interfaces.mcp.server import build_server
from both_sides.service.wiring import Settings


def serve_stdio(kind: Kind, settings: Settings, *, read_only: bool) -> None:
    """Serve until standard input ends.

    Args:
        kind: Which tools.
        settings: Which ledger, scope and actor; the ledger is opened by the first call.
        read_only: Leave out the tools that write.

    *Source:* spec/interfaces.md, MCP; standard output carries nothing but the protocol.
    """
    logging.basicConfig(  # before the SDK does, which would draw boxes
        stream=sys.stderr,
        level=logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    with contextlib.closing(LazyLedger(settings)) as ledger:
        build_server(kind, ledger, read_only=read_only).run("stdio")
