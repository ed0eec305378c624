"""The description of REST, as a linter of other people reads it."""

import json
from pathlib import Path

import pytest

from both_sides.interfaces.mcp.over_http import serve_agents
from tests.foreign.clients import node_modules, run, tool
from tests.served import serving

pytestmark = pytest.mark.slow


def test_the_description_has_no_finding(tmp_path: Path) -> None:
    """Under the strictest rules that the linter recommends: no error, no warning."""
    with serving(additions=[serve_agents]) as served:
        document = served.get("/openapi.json").json()
    described = tmp_path / "openapi.json"
    described.write_text(json.dumps(document), encoding="utf-8")
    script = str(node_modules() / ".bin" / "redocly")
    rules = ("--extends", "recommended-strict", "--format", "json")
    found = run(
        [tool("node"), script, "lint", str(described), *rules],
        cwd=str(tmp_path),
        more={"REDOCLY_TELEMETRY": "off"},
    )
    assert found.returncode == 0, found.stdout + found.stderr
    counts = json.loads(found.stdout)["totals"]
    assert counts == {"errors": 0, "warnings": 0, "ignored": 0}
