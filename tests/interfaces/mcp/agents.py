"""Be an agent: call tools through a real client, in this process or over standard input and output.

The client's coroutines run in a thread of their own, so that a test reads as what an agent does.
"""

import ast
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

from anyio.from_thread import BlockingPortal, start_blocking_portal
from httpx2 import AsyncClient
from mcp import Client
from mcp.client import Transport
from mcp.client._transport import TransportStreams
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, Implementation, TextContent

Answer = dict[str, Any]


class Agent:
    """Speak to one server; a context manager.

    Args:
        server: A server in this process, how to start one, or the way to one over HTTP.
        mode: ``auto`` for the stateless protocol, ``legacy`` for the handshake of before.
        name: What the client calls itself.
    """

    def __init__(
        self,
        server: MCPServer | StdioServerParameters | Transport,
        *,
        mode: str = "auto",
        name: str = "tester",
    ) -> None:
        info = Implementation(name=name, version="1")
        self._client = Client(server, mode=mode, client_info=info, read_timeout_seconds=60)

    def __enter__(self) -> Self:
        self._threads = start_blocking_portal()
        self.portal: BlockingPortal = self._threads.__enter__()
        self._session = self.portal.wrap_async_context_manager(self._client)
        self.client = self._session.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._session.__exit__(None, None, None)
        self._threads.__exit__(None, None, None)

    def raw(self, tool: str, arguments: Answer) -> CallToolResult:
        """Call a tool and give all that comes back."""
        result = self.portal.call(self.client.call_tool, tool, arguments)
        assert isinstance(result, CallToolResult)
        return result

    def call(self, tool: str, **arguments: Any) -> Answer:  # noqa: ANN401
        """Call a tool that answers."""
        result = self.raw(tool, arguments)
        assert not result.is_error, text_of(result)
        structure: Answer | None = result.structured_content
        assert structure is not None
        assert json.loads(text_of(result)) == structure
        return structure

    def refused(self, tool: str, **arguments: Any) -> str:  # noqa: ANN401
        """Call a tool that refuses, and give the text that the model reads."""
        result = self.raw(tool, arguments)
        assert result.is_error, result.structured_content
        assert result.structured_content is None
        return text_of(result)

    def do(self, function: Callable[..., Any], *arguments: Any) -> Any:  # noqa: ANN401
        """Await something of the client."""
        return self.portal.call(function, *arguments)


@asynccontextmanager
async def over_http(address: str, token: str) -> AsyncIterator[TransportStreams]:
    """Give the way to a server over HTTP, with a token."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        AsyncClient(headers=headers, timeout=60) as http,
        streamable_http_client(address, http_client=http) as streams,
    ):
        yield streams


def text_of(result: CallToolResult) -> str:
    """Give the one text of a result."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def serve(program: str, ledger: Path, *options: str, **environment: str) -> StdioServerParameters:
    """Say how to start a server of this checkout, as an agent's configuration would."""
    start = "from both_sides.__main__ import {} as main; main()"
    entry = "claims_main" if program == "claims-mcp" else "main"
    words = ["serve"] if program == "claims-mcp" and options else []
    words = ["mcp"] if program == "both-sides" else words
    return StdioServerParameters(
        command=sys.executable,
        args=["-c", start.format(entry), *words, *options],
        env={"BOTH_SIDES_LEDGER": str(ledger), **environment},
    )


def accepted(text: str) -> tuple[str, Answer]:
    """Read the call that a refusal says would have been accepted."""
    line = next(line for line in text.splitlines() if line.startswith("Accepted: "))
    source = line.removeprefix("Accepted: ")
    names = {"true": True, "false": False, "null": None}
    call = ast.parse(source, mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)

    def value(node: ast.expr) -> Any:  # noqa: ANN401 - any JSON value
        return names[node.id] if isinstance(node, ast.Name) else ast.literal_eval(node)

    return call.func.id, {str(word.arg): value(word.value) for word in call.keywords}
