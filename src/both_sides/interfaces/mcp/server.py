"""Put a server together: tools, resources, prompts and instructions on one adapter.

    server = build_server(Kind.AUDIT, LazyLedger(settings), read_only=False)

The adapter notes who calls, calls the tool, writes its answer small, and turns every error into a
text for the model. The same server is served over standard input and output or mounted in an HTTP
application. *This module does not* open a ledger.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import orjson
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import (
    ResourceError,
    ResourceNotFoundError,
    ToolError,
    UnexpectedToolError,
)
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolResult,
    GetPromptResult,
    InputRequiredResult,
    TextContent,
)
from pydantic import AnyUrl, ValidationError
from starlette.requests import Request

from both_sides import __version__
from both_sides.errors import LedgerError, NotFoundError
from both_sides.interfaces.mcp.accepted import Attempt
from both_sides.interfaces.mcp.claim_page import ClaimPage
from both_sides.interfaces.mcp.claim_tools import ClaimTools
from both_sides.interfaces.mcp.completions import Completions
from both_sides.interfaces.mcp.desk_tools import DeskTools
from both_sides.interfaces.mcp.evidence_tools import EvidenceTools
from both_sides.interfaces.mcp.guidance import TITLES, Kind, instructions
from both_sides.interfaces.mcp.offering import Offer
from both_sides.interfaces.mcp.overview_tools import OverviewTools
from both_sides.interfaces.mcp.prompts import offer_prompts
from both_sides.interfaces.mcp.provider import CALLER, Caller, LedgerProvider
from both_sides.interfaces.mcp.refusals import (
    UNEXPECTED,
    argument_error,
    missing_argument,
    refusal_text,
    unknown_arguments,
    unknown_prompt,
    unknown_tool,
)
from both_sides.interfaces.mcp.resources import Resources
from both_sides.interfaces.mcp.ruling_tools import RulingTools
from both_sides.interfaces.mcp.schemas import without_nulls
from both_sides.interfaces.mcp.verdict_tools import VerdictTools

Call = Context[dict[str, Any], Any]

_LOG: Final = logging.getLogger(__name__)
_LAST: Final = ("nextCursor", "truncated", "seal", "replayed")
"""Members of a result that stand at its end, after what was asked for."""

_TOOLS: Final = {
    Kind.AUDIT: (OverviewTools, ClaimTools, ClaimPage, EvidenceTools, VerdictTools),
    Kind.DESK: (DeskTools, RulingTools),
}


def build_server(kind: Kind, provider: LedgerProvider, *, read_only: bool = False) -> MCPServer:
    """Put a server together.

    Args:
        kind: Which tools.
        provider: Gives each call its ledger.
        read_only: Leave out the tools that write.

    *Source:* spec/interfaces.md, MCP.
    """
    offers = [offer for tools in _TOOLS[kind] for offer in tools(provider).offers()]
    server = LedgerServer(kind, offers, read_only=read_only)
    Resources(provider).offer(server)
    Completions(provider).offer(server)
    offer_prompts(server, kind)
    return server


class LedgerServer(MCPServer[dict[str, Any]]):
    """Be the SDK's server, with our words for everything that goes wrong.

    Args:
        kind: Which server.
        offers: Its tools, those that write too.
        read_only: Leave out the tools that write.
    """

    def __init__(self, kind: Kind, offers: Iterable[Offer], *, read_only: bool) -> None:
        every = list(offers)
        served = [offer for offer in every if not (read_only and offer.writes)]
        tools = [offer.tool() for offer in served]
        super().__init__(
            kind.value,
            title=TITLES[kind],
            instructions=instructions(kind),
            version=__version__,
            tools=tools,
            log_level="WARNING",  # a line for each request says nothing to anybody
            subscriptions=False,  # two processes may write to one ledger; we hear of neither
        )
        self._schemas = {tool.name: tool.parameters for tool in tools}
        self._left_out = frozenset(offer.name for offer in every) - set(self._schemas)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Call | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool.

        Raises:
            ToolError: It failed; the text is for the model.
        """
        schema = self._schemas.get(name)
        if schema is None:
            is_left_out = name in self._left_out
            raise ToolError(unknown_tool(name, tuple(self._schemas), is_left_out=is_left_out))
        parameters = tuple(schema["properties"])
        attempt = Attempt(name, arguments, parameters, tuple(schema.get("required", ())))
        if not set(parameters).issuperset(arguments):
            raise ToolError(unknown_arguments(attempt))
        try:
            with _calling(context):
                return _small(await super().call_tool(name, arguments, context))
        except ToolError as error:
            raise ToolError(_explain(attempt, error)) from error.__cause__

    async def read_resource(
        self, uri: AnyUrl | str, context: Call | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a resource.

        Raises:
            ResourceNotFoundError: There is no such thing.
            ResourceError: It cannot be read.
        """
        try:
            with _calling(context):
                return await super().read_resource(uri, context)
        except ResourceError as error:
            cause = _root(error)
            if not isinstance(cause, LedgerError):
                raise
            kind = ResourceNotFoundError if isinstance(cause, NotFoundError) else ResourceError
            raise kind(refusal_text(Attempt("resources/read", {}), cause)) from cause

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Call | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """Write a prompt.

        Raises:
            MCPError: There is no such prompt, or it needs another argument.
        """
        prompts = {prompt.name: prompt for prompt in await self.list_prompts()}
        if name not in prompts:
            raise MCPError(code=INVALID_PARAMS, message=unknown_prompt(name, tuple(prompts)))
        expected = prompts[name].arguments or []
        missing = [a.name for a in expected if a.required and a.name not in (arguments or {})]
        if missing:
            raise MCPError(code=INVALID_PARAMS, message=missing_argument(name, missing[0]))
        return await super().get_prompt(name, arguments, context)


@contextmanager
def _calling(context: Call | None) -> Iterator[None]:
    """Note who calls, for as long as the call takes."""
    token = CALLER.set(_caller(context))
    try:
        yield
    finally:
        CALLER.reset(token)


def _caller(context: Call | None) -> Caller:
    if context is None:
        return Caller()
    try:
        params = context.session.client_params
    except ValueError:  # outside of a request
        return Caller()
    client = None if params is None else params.client_info.name
    request = context.request_context.request
    return Caller(client, request if isinstance(request, Request) else None)


def _explain(attempt: Attempt, error: ToolError) -> str:
    """Say what went wrong; whatever that is, the model gets a sentence and the log the rest."""
    cause = _root(error)
    try:
        if isinstance(cause, ValidationError) and not isinstance(error, UnexpectedToolError):
            return refusal_text(attempt, argument_error(cause, attempt.parameters))
        if isinstance(cause, LedgerError):
            return refusal_text(attempt, cause)
    except Exception:  # noqa: BLE001 - an error in wording an error would reach the model as it is
        _LOG.exception("%s was refused, which could not be said", attempt.tool)
        return UNEXPECTED
    _LOG.error("%s failed", attempt.tool, exc_info=cause)
    return UNEXPECTED


def _root(error: BaseException) -> BaseException:
    """Find what the SDK's own errors are wrapped around."""
    while isinstance(error, ToolError | ResourceError) and error.__cause__ is not None:
        error = error.__cause__
    return error


def _small(result: CallToolResult | InputRequiredResult) -> CallToolResult | InputRequiredResult:
    """Leave null out of a result, and write its text as JSON without indentation."""
    if not isinstance(result, CallToolResult) or result.structured_content is None:
        return result
    structure = without_nulls(result.structured_content)
    for name in _LAST:
        if name in structure:
            structure[name] = structure.pop(name)
    content = [TextContent(type="text", text=orjson.dumps(structure).decode())]
    return result.model_copy(update={"content": content, "structured_content": structure})
