"""The official conformance suite, over HTTP, in both protocol generations."""

from pathlib import Path

import pytest

from tests.foreign.clients import HERE, http_server, node_modules, run, tool

pytestmark = pytest.mark.slow

REVISIONS = ("2025-11-25", "2026-07-28")


@pytest.mark.parametrize("kind", ["claims-mcp", "both-sides"])
@pytest.mark.parametrize("revision", REVISIONS)
def test_the_conformance_suite_passes(kind: str, revision: str, tmp_path: Path) -> None:
    """All of it but what the baseline names, and everything in the baseline still fails."""
    script = str(node_modules() / ".bin" / "conformance")
    baseline = HERE / f"conformance-{revision}.yml"
    with http_server(kind, tmp_path / "ledger.db") as address:
        found = run(
            [
                tool("node"),
                script,
                "server",
                "--url",
                address,
                "--suite",
                "all",
                "--spec-version",
                revision,
                "--expected-failures",
                str(baseline),
            ]
        )
    assert found.returncode == 0, found.stdout[-4000:] + found.stderr[-2000:]


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_expected_failure_has_a_reason(revision: str) -> None:
    """On its line, or in the comment above its group."""
    reason = ""
    lines = (HERE / f"conformance-{revision}.yml").read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines[lines.index("server:") + 1 :] if line.strip()]
    assert entries[0].strip().startswith("# ")
    for line in entries:
        reason = line.strip() if line.strip().startswith("#") else reason
        assert line.strip().startswith(("# ", "- ")), line
        assert reason.endswith((".", "of the", "neither hears of the")), reason
