"""What a client reads of the tools before it calls one."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from mcp.types import Tool

from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.domain.verdicts import HONESTY
from both_sides.interfaces.mcp.guidance import LEAVES_FIRST, Kind
from tests.interfaces.mcp.agents import Agent
from tests.interfaces.mcp.conftest import Connect

MOST_TOOLS = 15
MOST_TOKENS = 6_000
READING = {
    Kind.AUDIT: {"get_claim", "list_claims", "verdict_history", "next_steps", "audit_report"},
    Kind.DESK: {
        "list_disputes",
        "get_dispute",
        "adjudicate",
        "list_rulings",
        "get_audit_trail",
        "engine_reference",
    },
}
WRITING = {
    Kind.AUDIT: {
        "add_claims",
        "decompose_claim",
        "update_claim",
        "retire_claim",
        "reactivate_claim",
        "add_evidence",
        "withdraw_evidence",
        "record_verdict",
    },
    Kind.DESK: {"record_ruling", "revise_ruling", "retire_ruling"},
}
FINAL = {"withdraw_evidence", "retire_ruling"}
KINDS = tuple(Kind)


def tools_of(agent: Agent) -> list[Tool]:
    """List the tools."""
    tools: list[Tool] = agent.do(agent.client.list_tools).tools
    return tools


def members(tool: Tool) -> dict[str, Any]:
    """Give a tool as it goes over the wire."""
    return tool.model_dump(mode="json", by_alias=True, exclude_none=True)


def described(schema: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    """Walk over every member of a schema with its description."""
    for name, member in schema.get("properties", {}).items():
        yield f"{path}.{name}", member.get("description", "")
        yield from described(member, f"{path}.{name}")
        yield from described(member.get("items", {}), f"{path}.{name}[]")


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_has_the_tools_of_the_specification(connect: Connect, kind: Kind) -> None:
    """And no more than 15."""
    names = {tool.name for tool in tools_of(connect(kind))}
    assert names == READING[kind] | WRITING[kind]
    assert len(names) <= MOST_TOOLS


@pytest.mark.parametrize("kind", KINDS)
def test_read_only_leaves_the_writing_tools_out(connect: Connect, kind: Kind) -> None:
    """A call of one of them says why it is not there."""
    agent = connect(kind, read_only=True)
    assert {tool.name for tool in tools_of(agent)} == READING[kind]
    for name in sorted(WRITING[kind]):
        assert agent.refused(name) == (
            f"{name} writes, and this server only reads [read_only]\n"
            "Hint: start the server without --read-only to record something"
        )


@pytest.mark.parametrize("kind", KINDS)
def test_every_tool_says_what_it_does_to_the_ledger(connect: Connect, kind: Kind) -> None:
    """Title twice, and all four hints."""
    for tool in tools_of(connect(kind)):
        hints = tool.annotations
        assert hints is not None
        assert tool.title
        assert hints.title == tool.title
        assert hints.read_only_hint is (tool.name in READING[kind]), tool.name
        assert hints.destructive_hint is (tool.name in FINAL), tool.name
        assert hints.idempotent_hint is not None
        assert hints.open_world_hint is False


@pytest.mark.parametrize("kind", KINDS)
def test_everything_is_described(connect: Connect, kind: Kind) -> None:
    """Every parameter, every member of a result, and each tool names one to use instead."""
    tools = tools_of(connect(kind))
    names = {tool.name for tool in tools}
    for tool in tools:
        text = tool.description or ""
        assert any(other in text for other in names - {tool.name}), tool.name
        assert len(text) < 500, tool.name
        assert tool.output_schema is not None
        assert tool.output_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        for schema in (tool.input_schema, tool.output_schema):
            for path, description in described(schema, tool.name):
                assert description, path
            assert "$ref" not in json.dumps(schema), tool.name


@pytest.mark.parametrize("kind", KINDS)
def test_the_definitions_fit_into_a_small_part_of_a_context(connect: Connect, kind: Kind) -> None:
    """At most 6,000 tokens with everything, at four characters a token."""
    listed = [members(tool) for tool in tools_of(connect(kind))]
    assert len(json.dumps(listed)) / 4 <= MOST_TOKENS


@pytest.mark.parametrize("kind", KINDS)
def test_writing_tools_take_an_idempotency_key(connect: Connect, kind: Kind) -> None:
    """It may be left out."""
    for tool in tools_of(connect(kind)):
        has_key = "idempotency_key" in tool.input_schema["properties"]
        assert has_key is (tool.name in WRITING[kind])
        assert "idempotency_key" not in tool.input_schema.get("required", [])


@pytest.mark.requirement("V15", "V16", "F9")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_instructions_carry_what_must_not_be_forgotten(
    connect: Connect, kind: Kind, mode: str
) -> None:
    """Word for word: honesty, leaves first, what this is not.

    *Source:* spec/interfaces.md, MCP (F8, F9, F16).
    """
    text = connect(kind, mode=mode).client.instructions or ""
    for sentence in (HONESTY, LEAVES_FIRST, WHAT_THIS_IS_NOT):
        assert sentence in text
    assert LEAVES_FIRST.startswith(
        "A parent claim's verdict follows from its children. Judge the leaves first."
    )
    assert len(text) / 4 < 800


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_kept_is_announced(connect: Connect, kind: Kind) -> None:
    """No list changes, no subscriptions, no protocol logging."""
    capabilities = connect(kind).client.server_capabilities
    assert capabilities.logging is None
    assert capabilities.resources is not None
    assert not capabilities.resources.subscribe
    assert not capabilities.resources.list_changed
    assert capabilities.tools is not None
    assert not capabilities.tools.list_changed
