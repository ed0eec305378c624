"""Linters and fuzzers of other people."""

import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from both_sides.domain.ids import ScopeId
from both_sides.service.replaying import replay_scope
from both_sides.store.sqlite import SqliteStore
from tests.foreign.clients import http_server, program, run, tool

pytestmark = pytest.mark.slow

KINDS = ("claims-mcp", "both-sides")


@pytest.mark.parametrize("kind", KINDS)
def test_the_tool_definitions_have_no_finding(kind: str, tmp_path: Path) -> None:
    """Of the score that directories give: no error, no warning."""
    server = program(kind, tmp_path, tmp_path / "ledger.db")
    found = run(
        [tool("tdqs"), "lint", "--command", server, "--fail-on", "warning", "--format", "json"]
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert json.loads(found.stdout)["findings"] == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["stdio", "streamablehttp"])
def test_a_fuzzer_finds_no_crash(kind: str, way: str, tmp_path: Path) -> None:
    """Whatever it sends is answered; what was recorded replays."""
    ledger = tmp_path / "ledger.db"
    with ExitStack() as stack:
        if way == "stdio":
            server = program(kind, tmp_path, ledger)
        else:
            server = stack.enter_context(http_server(kind, ledger))
        found = run(
            [
                tool("mcp-fuzzer"),
                *("--mode", "tools", "--protocol", way, "--endpoint", server),
                *("--runs", "10", "--seed", "20261003", "--phase", "both"),
                *("--no-network", "--allow-host", "127.0.0.1"),
                *("--output-dir", str(tmp_path / "out"), "--log-level", "ERROR"),
            ],
            cwd=str(tmp_path),
        )
    assert found.returncode == 0, found.stdout[-3000:] + found.stderr[-3000:]
    summary = json.loads((tmp_path / "out" / "run_summary.json").read_text(encoding="utf-8"))
    assert summary["status"] == "completed"
    for name, counts in summary["tools"]["by_name"].items():
        outcomes = counts["outcomes"]
        bad = (outcomes["crashed"], outcomes["exceptions"], outcomes["anomaly"])
        assert bad == (0, 0, 0), name
    if ledger.exists():
        store = SqliteStore(ledger)
        if store.head(ScopeId("local")).n:
            assert replay_scope(store, ScopeId("local")).ok
        store.close()
