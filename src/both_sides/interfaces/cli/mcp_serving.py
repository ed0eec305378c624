"""Serve the desk's tools to agents."""

import sys

from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import note


def mcp(*, read_only: bool = False, common: Common = DEFAULTS) -> None:
    """Serve MCP over standard input and output: disputes, rankings, rulings, the chain.

    It starts without a ledger. Events carry the name of --actor, else that of the client.

    Args:
        read_only: Leave out the tools that write.
        common: Ledger, scope, actor, language, JSON.
    """
    serve_over_stdio("both-sides", common, read_only=read_only)


def serve_over_stdio(program: str, common: Common, *, read_only: bool) -> None:
    """Serve one kind of tools until the client closes standard input."""
    settings = common.settings()
    if sys.stdin.isatty():
        note(
            f"{program} speaks MCP on standard input and output, to agents; ctrl-D ends it."
            f" `{program} --help` lists the commands for people."
        )
    from both_sides.interfaces.mcp.guidance import Kind
    from both_sides.interfaces.mcp.serving import serve_stdio

    serve_stdio(Kind(program), settings, read_only=read_only)
