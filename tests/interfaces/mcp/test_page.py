"""The page for agents and the file for directories say what the servers are."""

import json
import re

import pytest

from both_sides import __version__
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.over_http import PATHS
from both_sides.service.wiring import DEFAULT_LEDGER, DEFAULT_SCOPE
from tests.interfaces.mcp.conftest import Connect
from tests.shared import ROOT

PAGE = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, list[str]]:
    """Give the rows of the table under a heading by their first column."""
    _, found, rest = PAGE.partition(f"\n{heading}\n")
    assert found, heading
    table = re.split(r"^#+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]
    lines = [line.strip("| ") for line in table.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    return {row[0].strip("`"): row[1:] for row in cells}


@pytest.mark.parametrize("kind", tuple(Kind))
def test_the_page_has_a_row_for_every_tool(connect: Connect, kind: Kind) -> None:
    """In their order, with the first sentence of its description."""
    agent = connect(kind)
    tools = agent.do(agent.client.list_tools).tools
    table = rows(f"### `{kind.value}`")
    assert list(table) == [tool.name for tool in tools]
    for tool in tools:
        writes, does = table[tool.name]
        hints = tool.annotations
        expected = "" if hints.read_only_hint else "for good" if hints.destructive_hint else "yes"
        assert writes.strip() == expected, tool.name
        assert does == tool.description.splitlines()[0], tool.name


def test_the_page_has_a_row_for_every_resource_and_prompt(connect: Connect) -> None:
    """With its description."""
    found: dict[str, str] = {}
    for kind in Kind:
        agent = connect(kind)
        client = agent.client
        for template in agent.do(client.list_resource_templates).resource_templates:
            found[template.uri_template] = template.description
        for resource in agent.do(client.list_resources).resources:
            found[str(resource.uri)] = resource.description
        for prompt in agent.do(client.list_prompts).prompts:
            found[prompt.name] = prompt.description
    table = rows("## Resources and prompts")
    assert {name: cells[-1] for name, cells in table.items()} == found


def test_the_configuration_on_the_page_is_json() -> None:
    """And names the programs and variables that there are."""
    block = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    servers = json.loads(block[1])["mcpServers"]
    assert {server["command"] for server in servers.values()} == {"claims-mcp", "both-sides"}
    for server in servers.values():
        assert set(server["env"]) <= {"BOTH_SIDES_LEDGER", "BOTH_SIDES_ACTOR"}


def test_the_file_for_directories_fits_the_package() -> None:
    """Name, version, limits of the format, and defaults that are ours."""
    server = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", server["name"])
    assert len(server["description"]) <= 100
    assert server["version"] == __version__
    for package in server["packages"]:
        assert (package["identifier"], package["version"]) == ("both-sides", __version__)
        assert package["transport"] == {"type": "stdio"}
        defaults = {v["name"]: v.get("default") for v in package["environmentVariables"]}
        assert defaults["BOTH_SIDES_LEDGER"] == f"./{DEFAULT_LEDGER}"
        assert defaults.get("BOTH_SIDES_SCOPE") in {None, DEFAULT_SCOPE}
    assert [remote["url"] for remote in server["remotes"]] == [
        f"https://{{host}}{path}" for path in PATHS.values()
    ]
    for remote in server["remotes"]:
        (header,) = remote["headers"]
        assert (header["name"], header["isSecret"]) == ("Authorization", True)


def test_the_page_names_the_addresses() -> None:
    """With the server whose tools they have."""
    table = rows("### Over HTTP")
    assert {name: cells[-1] for name, cells in table.items()} == {
        path: f"those of `{kind.value}`" for kind, path in PATHS.items()
    }
