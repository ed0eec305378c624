"""Serve one of our MCP servers over streamable HTTP on loopback, for foreign clients in tests.

    python tests/foreign/serve_http.py claims-mcp LEDGER

It prints its address when it is ready, and serves until it is ended.
"""

import socket
import sys

import uvicorn

from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.provider import LazyLedger
from both_sides.interfaces.mcp.server import build_server
from both_sides.service.wiring import read_settings

HOST = "127.0.0.1"


def main() -> None:
    """Serve until the process is ended."""
    kind, ledger = Kind(sys.argv[1]), sys.argv[2]
    provider = LazyLedger(read_settings(ledger=ledger))
    application = build_server(kind, provider).streamable_http_app(host=HOST)
    listener = socket.create_server((HOST, 0))
    sys.stdout.write(f"http://{HOST}:{listener.getsockname()[1]}/mcp\n")
    sys.stdout.flush()
    config = uvicorn.Config(application, log_level="warning")
    uvicorn.Server(config).run(sockets=[listener])
    provider.close()


if __name__ == "__main__":
    main()
