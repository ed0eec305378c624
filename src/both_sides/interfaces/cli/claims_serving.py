"""Serve the audit tools to agents."""

from both_sides.interfaces.cli.mcp_serving import serve_over_stdio
from both_sides.interfaces.cli.options import DEFAULTS, Common


def serve(*, read_only: bool = False, common: Common = DEFAULTS) -> None:
    """Serve MCP over standard input and output: claims, evidence, verdicts, next steps, report.

    It starts without a ledger; add_claims makes one. Events carry the name of --actor, else that
    of the client.

    Args:
        read_only: Leave out the tools that write.
        common: Ledger, scope, actor, language, JSON.
    """
    serve_over_stdio("claims-mcp", common, read_only=read_only)
