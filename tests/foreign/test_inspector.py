"""The official inspector, over both ways to our servers, in both protocol generations."""

import json
from pathlib import Path
from typing import Any

import pytest

from both_sides.corpus import load
from both_sides.domain.access import Role
from both_sides.domain.ids import ScopeId
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.over_http import PATHS
from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.service.wiring import utc_now
from both_sides.store.sqlite import SqliteStore
from tests.foreign.clients import inspect, node_modules, program, run, tool
from tests.running_server import running_server
from tests.served import PUBLIC_ADDRESS, new_token

pytestmark = pytest.mark.slow

Call = tuple[str, dict[str, Any]]

AUDIT_CALLS: tuple[Call, ...] = (
    ("add_claims", {"statements": ["The parser rejects 1024-bit RSA JWKs.", "Twice."]}),
    ("decompose_claim", {"claim_id": "CLM-0001", "statements": ["Short keys are measured."]}),
    ("update_claim", {"claim_id": "CLM-0002", "tags": ["security"]}),
    ("retire_claim", {"claim_id": "CLM-0002", "reason": "said twice"}),
    ("reactivate_claim", {"claim_id": "CLM-0002", "reason": "it is another one"}),
    ("list_claims", {"text": "rsa"}),
    (
        "add_evidence",
        {"claim_id": "CLM-0003", "stance": "supports", "locator": "jwk.py:12", "summary": "yes"},
    ),
    (
        "record_verdict",
        {
            "claim_id": "CLM-0003",
            "verdict": "supported",
            "rationale": "Line 12 measures it.",
            "auditor": "inspector",
            "citations": ["EVD-0001"],
        },
    ),
    ("withdraw_evidence", {"evidence_id": "EVD-0001", "reason": "another version"}),
    ("get_claim", {"claim_id": "CLM-0003", "detail": "full"}),
    ("verdict_history", {"claim_id": "CLM-0003"}),
    ("next_steps", {}),
    ("audit_report", {"section": "stale"}),
)
DESK_CALLS: tuple[Call, ...] = (
    ("list_disputes", {"limit": 2}),
    ("get_dispute", {"entity": "Q597", "property": "P1082"}),
    ("adjudicate", {"entity": "Q597", "property": "P1082", "as_of": "2026-10-03"}),
    ("record_ruling", {"entity": "Q597", "choose": "Q597-P1082-2", "rationale": "newer census"}),
    ("revise_ruling", {"ruling_id": "RUL-0001", "rationale": "The 2021 census is newer."}),
    ("list_rulings", {}),
    ("retire_ruling", {"ruling_id": "RUL-0001", "reason": "a test"}),
    ("get_audit_trail", {"ruling_id": "RUL-0001"}),
    ("engine_reference", {}),
)
CALLS = {"claims-mcp": AUDIT_CALLS, "both-sides": DESK_CALLS}
RESOURCES = {
    "claims-mcp": ("both-sides://claims/CLM-0001", "both-sides://audit-report"),
    "both-sides": ("both-sides://disputes/Q597/P1082", "both-sides://rulings/RUL-0001"),
}
PROMPTS: dict[str, tuple[tuple[str, list[str]], ...]] = {
    "claims-mcp": (("audit_claim", ["claim_id=CLM-0001"]), ("judge_parents", [])),
    "both-sides": (("prepare_ruling", ["entity=Q597", "property=P1082"]),),
}


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Give the path of a ledger with the bundled disputes."""
    path = tmp_path / "ledger.db"
    store = SqliteStore(path)
    desk = Desk(Ledger(store, utc_now), ScopeId("local"))
    import_entities(desk, load(language="en"), actor="test")
    store.close()
    return path


@pytest.mark.parametrize("kind", sorted(CALLS))
def test_every_tool_resource_and_prompt_answers(kind: str, tmp_path: Path, ledger: Path) -> None:
    """With schemas that every client can read; and the ledger replays afterwards."""
    server = program(kind, tmp_path, ledger)
    modern = ("--protocol-era", "modern")
    tools = inspect(server, "--method", "tools/list", "--strict", *modern)["result"]["tools"]
    assert {name for name, _ in CALLS[kind]} == {offered["name"] for offered in tools}
    for name, arguments in CALLS[kind]:
        answer = _call(server, name, arguments, *modern)
        assert not answer.get("isError"), answer
        assert json.loads(answer["content"][0]["text"]) == answer["structuredContent"]
    for uri in ("both-sides://method", *RESOURCES[kind]):
        read = inspect(server, "--method", "resources/read", "--uri", uri, *modern)["result"]
        assert read["contents"][0]["text"]
    for name, words in PROMPTS[kind]:
        given = ("--prompt-args", *words) if words else ()
        wanted = ("--method", "prompts/get", "--prompt-name", name, *given)
        prompt = inspect(server, *wanted, *modern)["result"]
        assert prompt["messages"][0]["content"]["text"]
    store = SqliteStore(ledger)
    assert replay_scope(store, ScopeId("local")).ok
    store.close()


@pytest.mark.parametrize("kind", sorted(CALLS))
def test_the_handshake_of_before_works_too(kind: str, tmp_path: Path, ledger: Path) -> None:
    """The same tools, the same answers."""
    server = program(kind, tmp_path, ledger)
    listed = [
        inspect(server, "--method", "tools/list", "--strict", "--protocol-era", era)["result"]
        for era in ("legacy", "modern")
    ]
    assert listed[0]["tools"] == listed[1]["tools"]
    name, arguments = CALLS[kind][0]
    answer = _call(server, name, arguments, "--protocol-era", "legacy")
    assert not answer.get("isError"), answer


@pytest.mark.parametrize("kind", sorted(CALLS))
@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_a_token_opens_the_same_tools_over_http(kind: str, era: str, ledger: Path) -> None:
    """To an auditor all of them, to a reader those that read; to nobody else any."""
    auditor, reader = new_token(ledger, Role.AUDITOR), new_token(ledger, Role.READER)
    with running_server(ledger, "--public-url", PUBLIC_ADDRESS) as server:
        address = f"{server.address}{PATHS[Kind(kind)]}"

        def shown(token: str) -> tuple[str, ...]:
            return ("--protocol-era", era, "--header", f"Authorization: Bearer {token}")

        listed = ("--method", "tools/list", "--strict")
        tools = inspect(address, *listed, *shown(auditor))["result"]["tools"]
        assert {name for name, _ in CALLS[kind]} == {offered["name"] for offered in tools}
        reading = inspect(address, *listed, *shown(reader))["result"]["tools"]
        assert [offered for offered in tools if offered["annotations"]["readOnlyHint"]] == reading
        name, arguments = CALLS[kind][0]
        answer = _call(address, name, arguments, *shown(auditor))
        assert not answer.get("isError"), answer
        script = str(node_modules() / ".bin" / "mcp-inspector")
        asked = (address, "--format", "json", *listed, *shown("bs_wrong"))
        assert run([tool("node"), script, "--cli", *asked]).returncode != 0


def _call(server: str, name: str, arguments: dict[str, Any], *more: str) -> Any:  # noqa: ANN401
    given = ("--method", "tools/call", "--tool-name", name, "--tool-args-json")
    return inspect(server, *given, json.dumps(arguments), *more)["result"]
