"""Offer a method as a tool: its docstring is the description, its annotations are the schema."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import getdoc

from mcp.server.mcpserver.tools import Tool
from mcp.types import ToolAnnotations
from pydantic import BaseModel

from both_sides.interfaces.mcp.provider import CALLER, LedgerProvider
from both_sides.interfaces.mcp.schemas import input_schema, output_schema
from both_sides.service.audit import Audit
from both_sides.service.desk import Desk


@dataclass(frozen=True, slots=True)
class Offer:
    """Say how a method is offered.

    Args:
        method: What answers; it takes JSON and gives a model.
        title: A name for people.
        writes: Whether it records something.
        is_final: Whether what it records cannot be taken back.
        is_repeatable: Whether a second call like the first changes nothing.
    """

    method: Callable[..., BaseModel]
    title: str
    writes: bool = False
    is_final: bool = False
    is_repeatable: bool = False

    @property
    def name(self) -> str:
        """Give the name of the tool."""
        return self.method.__name__

    def tool(self) -> Tool:
        """Make the tool."""
        made = Tool.from_function(
            self.method,
            title=self.title,
            description=_description(self.method),
            annotations=ToolAnnotations(
                title=self.title,
                read_only_hint=not self.writes,
                destructive_hint=self.is_final,
                idempotent_hint=self.is_repeatable or not self.writes,
                open_world_hint=False,
            ),
            structured_output=True,
        )
        made.parameters = input_schema(made.parameters)
        assert made.fn_metadata.output_schema is not None  # every method gives a model
        made.fn_metadata.output_schema = output_schema(made.fn_metadata.output_schema)
        return made


@dataclass(frozen=True, slots=True)
class Toolset:
    """Hold what the tools of one kind share.

    Args:
        provider: Gives the ledger.
    """

    provider: LedgerProvider

    def audit(self, *, create: bool = False) -> Audit:
        """Give the audit of whoever calls."""
        return self.provider.audit(CALLER.get(), create=create)

    def desk(self) -> Desk:
        """Give the desk of whoever calls."""
        return self.provider.desk(CALLER.get())

    def actor(self) -> str:
        """Name who calls."""
        return self.provider.actor(CALLER.get())


def _description(method: Callable[..., BaseModel]) -> str:
    """Give a docstring as one line a paragraph."""
    paragraphs = (getdoc(method) or "").split("\n\n")
    return "\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
