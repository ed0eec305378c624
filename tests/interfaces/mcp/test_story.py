"""The example of the Verdicts page, as an agent lives it: the 1024-bit RSA JWK."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from both_sides.chain.payload import decode_envelope
from both_sides.domain.access import Role
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.store.sqlite import SqliteStore
from tests.interfaces.mcp.agents import Agent, over_http, serve
from tests.interfaces.mcp.conftest import LOCAL, Connect
from tests.running_server import running_server
from tests.served import PUBLIC_ADDRESS, new_token

STEP = "add a test that sends a 1024-bit RSA JWK and asserts it is rejected"


def tell(agent: Agent) -> None:
    """Go from a claim nobody checked to a supported parent."""
    # A claim of the README is registered and taken apart; the leaves come first.
    added = agent.call(
        "add_claims",
        statements=["The parser rejects weak RSA keys."],
        document="README.md",
        locators=["line 12"],
        tags=["security"],
    )
    assert added["ids"] == ["CLM-0001"]
    children = agent.call(
        "decompose_claim",
        claim_id="CLM-0001",
        statements=["A 1024-bit RSA JWK is rejected.", "A 2048-bit RSA JWK is accepted."],
    )
    assert children["ids"] == ["CLM-0002", "CLM-0003"]
    steps = agent.call("next_steps")["steps"]
    assert [(step["claimId"], step["reason"]) for step in steps] == [
        ("CLM-0002", "unverified"),
        ("CLM-0003", "unverified"),
        ("CLM-0001", "waiting"),
    ]
    assert steps[0]["step"] is None

    # Looking was not possible yet: an honest outcome, with one concrete next step.
    undecided = agent.call(
        "record_verdict",
        claim_id="CLM-0002",
        verdict="not_enough_info",
        rationale=f"No test sends a short key, and no code measures one. Fix: {STEP}",
        auditor="model-7",
    )
    assert (undecided["seq"], undecided["warnings"]) == (1, [])
    assert agent.call("next_steps")["steps"][0]["step"] == STEP
    assert agent.call("get_claim", claim_id="CLM-0002")["nextStep"] == STEP

    # After the fix: new evidence, a new verdict; the earlier one stays.
    item = agent.call(
        "add_evidence",
        claim_id="CLM-0002",
        stance="supports",
        kind="test",
        locator="tests/test_jwk.py::test_1024_bit_rsa_is_rejected",
        summary="It sends a 1024-bit RSA JWK and asserts that it is rejected; it passes.",
        quote='["1024", "rejected"]',
    )
    agent.call(
        "record_verdict",
        claim_id="CLM-0002",
        verdict="supported",
        rationale="The test sends exactly such a key and it is rejected.",
        auditor="model-7",
        citations=[item["id"]],
    )
    history = agent.call("verdict_history", claim_id="CLM-0002")
    assert history["current"] == "supported"
    assert [(row["seq"], row["verdict"]) for row in history["verdicts"]] == [
        (1, "not_enough_info"),
        (2, "supported"),
    ]
    shown = agent.call("get_claim", claim_id="CLM-0002")
    assert shown["evidenceItems"][0]["quote"] == '["1024", "rejected"]'
    assert "nextStep" not in shown

    # The other child, then the parent, by the calls that next_steps spells out.
    other = agent.call(
        "add_evidence",
        claim_id="CLM-0003",
        stance="supports",
        kind="test",
        locator="tests/test_jwk.py::test_2048_bit_rsa_is_accepted",
        summary="It passes.",
    )
    agent.call(
        "record_verdict",
        claim_id="CLM-0003",
        verdict="supported",
        rationale="The test shows it.",
        auditor="model-7",
        citations=[other["id"]],
    )
    parent = agent.call("next_steps")["steps"][0]
    assert (parent["claimId"], parent["reason"]) == ("CLM-0001", "ready_supported")
    assert parent["call"] == (
        'add_evidence(claim_id="CLM-0001", stance="supports", locator="children of CLM-0001",'
        ' summary="How the children cover the claim …", kind="analysis")'
    )
    report = agent.call("audit_report", section="decomposition")
    assert [row["claimId"] for row in report["rows"]] == ["CLM-0001"]
    analysis = agent.call(
        "add_evidence",
        claim_id="CLM-0001",
        stance="supports",
        locator="children of CLM-0001",
        summary="Short keys are rejected and long ones accepted: nothing else is claimed.",
    )
    kinds = [row["kind"] for row in agent.call("get_claim", claim_id="CLM-0001")["evidenceItems"]]
    assert kinds == ["analysis"]
    settled = agent.call(
        "record_verdict",
        claim_id="CLM-0001",
        verdict="supported",
        rationale="Its children cover it.",
        auditor="model-7",
        citations=[analysis["id"]],
        strict=True,
    )
    assert settled["warnings"] == []
    assert agent.call("next_steps")["steps"] == []
    summary = agent.call("audit_report")
    assert summary["intact"] is True
    assert summary["summary"]["supported"] == 3
    assert summary["summary"]["decomposition"] == 0
    assert summary["headSeal"] == settled["seal"]


def require_told_how_to_begin(agent: Agent) -> None:
    """Require that a call without a ledger says which call makes one."""
    missing = agent.refused("next_steps")
    assert "there is no ledger at" in missing
    assert 'Accepted: add_claims(statements=["The parser rejects weak keys."])' in missing


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_story_is_told_in_this_process(connect: Connect, mode: str) -> None:
    """In both generations of the protocol."""
    agent = connect(Kind.AUDIT, mode=mode)
    require_told_how_to_begin(agent)
    tell(agent)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_story_is_told_over_http(ledger: Path, mode: str) -> None:
    """To a server that others reach, by whoever has a token; the token's name signs."""
    token = new_token(ledger, Role.AUDITOR, name="grace")
    with (
        running_server(ledger, "--public-url", PUBLIC_ADDRESS) as server,
        Agent(over_http(f"{server.address}/audit/mcp", token), mode=mode) as agent,
    ):
        tell(agent)
    store = SqliteStore(ledger)
    bodies = [row.link.body for row in store.read(LOCAL)]
    store.close()
    assert {decode_envelope(body, source="a link")["actor"] for body in bodies} == {"grace"}


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_story_is_told_over_standard_input_and_output(ledger: Path, mode: str) -> None:
    """By `claims-mcp` alone, started by the client, without a ledger to begin with."""
    with Agent(serve("claims-mcp", ledger), mode=mode) as agent:
        require_told_how_to_begin(agent)
        tell(agent)


@pytest.mark.slow
def test_standard_output_carries_nothing_but_the_protocol(ledger: Path) -> None:
    """Every line is a JSON document, also after nonsense; the end of input ends it with 0."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "raw", "version": "1"},
        },
    }
    call = {"method": "tools/call", "params": {"name": "add_claims", "arguments": {}}}
    lines = [
        json.dumps(hello),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        "no json at all",
        json.dumps({"jsonrpc": "2.0", "id": 2, **call}),
        json.dumps({"jsonrpc": "2.0", "id": 3, "method": "tools/list"}),
    ]
    given = serve("claims-mcp", ledger)
    with subprocess.Popen(
        [given.command, *given.args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"BOTH_SIDES_LEDGER": str(ledger), "PATH": "/usr/bin:/bin"},
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("\n".join(lines) + "\n")
        server.stdin.flush()
        # The end of input gives up what is not yet answered, so a client reads first.
        printed = [server.stdout.readline()]
        while not {1, 2, 3} <= {json.loads(line).get("id") for line in printed}:
            printed.append(server.stdout.readline())
        rest, complaints = server.communicate(timeout=60)
    printed += rest.splitlines()
    assert server.returncode == 0, complaints
    answers = {answer.get("id"): answer for answer in map(json.loads, printed)}
    assert answers[1]["result"]["serverInfo"]["name"] == "claims-mcp"
    assert answers[2]["result"]["isError"] is True
    assert not ledger.exists(), "a refused call makes no ledger"
    assert not any(sys.executable in line for line in printed)
