"""Agents over HTTP: the same tools, behind the guard, the tokens and the limits of REST."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response

from both_sides.domain.access import ACCESS_SCOPE, Role
from both_sides.domain.custody import CUSTODY_SCOPE
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.over_http import PATHS, serve_agents
from both_sides.service.serve_settings import ServeSettings
from tests.foreign.test_inspector import CALLS
from tests.interfaces.mcp.conftest import Connect
from tests.served import (
    LOCAL,
    PUBLIC_ADDRESS,
    QUESTION,
    A,
    Served,
    answered,
    new_token,
    public,
    refused,
    serving,
)

HANDSHAKE, STATELESS = "2025-11-25", "2026-07-28"
DESK, AUDIT = PATHS[Kind.DESK], PATHS[Kind.AUDIT]
ACCEPTED = {"Accept": "application/json, text/event-stream"}
META = "io.modelcontextprotocol"


@pytest.fixture
def here() -> Iterator[Served]:
    """Serve the sample in memory, for one person."""
    with serving(additions=[serve_agents]) as served:
        yield served


@pytest.fixture
def out_there(tmp_path: Path) -> Iterator[Served]:
    """Serve a ruling, a claim and an item to others; the client is an auditor."""
    path = tmp_path / "ledger.db"
    token = new_token(path, Role.AUDITOR)
    with serving(path, serve=public(), address=PUBLIC_ADDRESS, additions=[serve_agents]) as served:
        served.token = token
        served.rule()
        served.evidence(served.claim())
        yield served


def send(  # noqa: PLR0913 - a message with its way
    served: Served,
    path: str,
    method: str,
    params: dict[str, Any] | None = None,
    *,
    revision: str = STATELESS,
    headers: dict[str, str] | None = None,
) -> Response:
    """Send a message as a client of one of the revisions does."""
    asked = dict(params or {})
    more = ACCEPTED | {"MCP-Protocol-Version": revision} | (headers or {})
    if revision == STATELESS:
        asked["_meta"] = {
            f"{META}/protocolVersion": revision,
            f"{META}/clientCapabilities": {},
            f"{META}/clientInfo": {"name": "tester", "version": "1"},
        }
        more["Mcp-Method"] = method
        if "name" in asked:
            more["Mcp-Name"] = asked["name"]
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": asked}
    return served.ask("POST", f"{served.http.base_url}{path}", json=message, headers=more)


def call(served: Served, path: str, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401
    """Call a tool, and give its result, whatever it is."""
    params = {"name": tool, "arguments": arguments}
    result: dict[str, Any] = answered(send(served, path, "tools/call", params), 200).json()[
        "result"
    ]
    return result


def tools(served: Served, path: str, **options: Any) -> list[str]:  # noqa: ANN401
    """Name the tools that are offered."""
    listed = answered(send(served, path, "tools/list", **options), 200).json()["result"]["tools"]
    return [tool["name"] for tool in listed]


def as_another(served: Served, token: str | None) -> Served:
    """Be the same client with another token."""
    return replace(served, token=token)


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("revision", [HANDSHAKE, STATELESS])
def test_the_tools_are_those_of_standard_input_and_output(
    here: Served, connect: Connect, kind: Kind, revision: str
) -> None:
    """With the same titles, hints, words and schemas."""
    answer = answered(send(here, PATHS[kind], "tools/list", revision=revision), 200)
    agent = connect(kind, mode="auto" if revision == STATELESS else "legacy")
    listed = agent.do(agent.client.list_tools)
    expected = [
        tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed.tools
    ]
    assert answer.json()["result"]["tools"] == expected
    assert answer.headers["content-type"] == "application/json"
    assert "mcp-session-id" not in answer.headers


def test_what_one_face_records_the_other_shows(here: Served) -> None:
    """REST and agents work on one ledger, and sign with the same name."""
    made = call(here, DESK, "record_ruling", entity="Q35765", choose=A, rationale="It counts.")
    shown = here.get(f"/rulings/{made['structuredContent']['id']}").json()
    assert (shown["rationale"], shown["actor"]) == ("It counts.", "ada")
    claim = here.claim()
    found = call(here, AUDIT, "get_claim", claim_id=claim)["structuredContent"]
    assert found["author"] == "ada"


# --- who may do what ---------------------------------------------------------


def test_whoever_shows_no_token_is_asked_for_one(out_there: Served) -> None:
    """At both addresses, whatever they send; a wrong one is refused and counted."""
    for path in PATHS.values():
        for token in (None, "bs_wrong", out_there.token and out_there.token[:-1]):
            answer = send(as_another(out_there, token), path, "tools/list")
            refused(answer, 401, "credential_refused")
            assert answer.headers["www-authenticate"] == 'Bearer realm="both-sides"'
    guesser = as_another(out_there, "bs_guess")
    statuses = [send(guesser, DESK, "tools/list").status_code for _ in range(20)]
    assert statuses[0] == 401
    assert statuses[-1] == 429
    assert "both_sides_refused_credentials_total 20.0" in out_there.office.metrics.text().decode()


def test_a_reader_is_offered_what_reads(out_there: Served, tmp_path: Path) -> None:
    """A call of anything else says why it is not there, and records nothing."""
    reader = as_another(out_there, new_token(tmp_path / "ledger.db", Role.READER))
    head = out_there.office.ledger.store.head(LOCAL)
    for kind, path in PATHS.items():
        offered, every = tools(reader, path), tools(out_there, path)
        assert set(offered) < set(every)
        for name, arguments in CALLS[kind.value]:
            if name not in offered:
                result = call(reader, path, name, **arguments)
                assert result["isError"]
                assert "read" in result["content"][0]["text"]
        assert {name for name, _ in CALLS[kind.value]} == set(every)
    assert out_there.office.ledger.store.head(LOCAL) == head


def test_what_an_agent_records_is_signed_with_the_name_of_its_token(out_there: Served) -> None:
    """Whatever the client calls itself; it is the auditor of its verdicts, too."""
    call(out_there, AUDIT, "add_claims", statements=["x"])
    verdict = {"verdict": "not_enough_info", "rationale": "Nobody looked."}
    recorded = call(out_there, AUDIT, "record_verdict", claim_id="CLM-0002", **verdict)
    assert not recorded["isError"], recorded
    events = out_there.get("/events").json()["events"]
    assert {event["actor"] for event in events[-2:]} == {"grace"}
    (row,) = out_there.get("/claims/CLM-0002/verdicts").json()["verdicts"]
    assert row["auditor"] == "grace"


def test_another_scope_is_as_if_it_were_not_there_for_every_tool(
    out_there: Served, tmp_path: Path
) -> None:
    """To read and to write, by id and by name; nothing of it is shown, nothing in it changes."""
    head = out_there.office.ledger.store.head(LOCAL)
    other = as_another(out_there, new_token(tmp_path / "ledger.db", Role.ADMIN, "team/other"))
    own = {"entity": "Q35765", "property": "P1082"}
    for kind, path in PATHS.items():
        for name, arguments in CALLS[kind.value]:
            known = dict(arguments)
            known |= {"entity": "Q35765"} if "entity" in known else {}
            known |= {"choose": A} if "choose" in known else {}
            known |= own if name in {"get_dispute", "adjudicate"} else {}
            known |= {"claim_id": "CLM-0001"} if "claim_id" in known else {}
            text = json.dumps(call(other, path, name, **known))
            for secret in ("weak", "Weak", "Osaka", "newer census", "It is seen", "2751862"):
                assert secret not in text, (name, text)
        for uri in ("rulings/RUL-0001", "disputes/Q35765/P1082", "claims/CLM-0001"):
            answer = send(other, path, "resources/read", {"uri": f"both-sides://{uri}"})
            assert "error" in answer.json(), answer.text
    for scope in ("local", "team/nobody", ACCESS_SCOPE, CUSTODY_SCOPE):
        for path in PATHS.values():
            answer = send(other, path, "tools/list", headers={"Both-Sides-Scope": scope})
            assert scope not in json.dumps(refused(answer, 404, "not_found"))
    assert out_there.office.ledger.store.head(LOCAL) == head


def test_a_token_for_several_scopes_names_one(out_there: Served, tmp_path: Path) -> None:
    """In the same header as with REST."""
    teams = as_another(
        out_there, new_token(tmp_path / "ledger.db", Role.READER, "team/a", "team/b")
    )
    problem = refused(send(teams, AUDIT, "tools/list"), 400, "request_invalid")
    assert problem["facts"]["scopes"] == ["team/a", "team/b"]
    answered(send(teams, AUDIT, "tools/list", headers={"Both-Sides-Scope": "team/a"}), 200)


def test_an_agent_may_send_only_so_many_requests(tmp_path: Path) -> None:
    """They count together with those of REST."""
    path = tmp_path / "ledger.db"
    token = new_token(path, Role.READER)
    told = public(rate_limit="4/minute")
    with serving(path, serve=told, address=PUBLIC_ADDRESS, additions=[serve_agents]) as served:
        served.token = token
        for _ in range(2):
            answered(send(served, DESK, "tools/list"), 200)
            answered(served.ask("GET", "/rulings"), 200)
        refused(send(served, AUDIT, "tools/list"), 429, "too_many_requests")


# --- what is let in ----------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:8080"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"X-Forwarded-For": "203.0.113.9"},
        {"X-Forwarded-Host": "evil.example"},
    ],
)
def test_a_page_that_lets_its_name_point_here_is_not_let_in(
    here: Served, headers: dict[str, str]
) -> None:
    """In local mode nobody is asked for a token, so host and origin must be this machine's."""
    for path in PATHS.values():
        refused(send(here, path, "tools/list", headers=headers), 403, "origin_refused")


def test_whoever_is_let_in_speaks_the_protocol(here: Served) -> None:
    """Everything else is answered in its words, or as a problem; nothing is ever a fault."""
    own = {"Origin": "http://127.0.0.1:8080"}
    answered(send(here, DESK, "tools/list", headers=own), 200)
    for method in ("GET", "DELETE", "PUT", "PATCH"):
        answer = here.ask(method, f"{here.http.base_url}{DESK}", headers=ACCEPTED)
        refused(answer, 405, "method_not_allowed")
        assert answer.headers["allow"] == "POST"
    unknown = send(here, DESK, "tools/everything")
    assert unknown.json()["error"]["code"] == -32601
    future = send(here, DESK, "tools/list", revision="2999-01-01")
    assert future.status_code == 400
    assert "error" in future.json()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"", 400),
        (b"null", 400),
        (b"[]", 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b'{"a":' * 100_000, 400),
        (b'{"jsonrpc": "2.0", "id": ' + b"9" * 5_000 + b', "method": "tools/list"}', 400),
        (b"x" * 2_000_000, 413),
    ],
)
def test_a_body_that_is_no_message_is_refused(here: Served, body: bytes, status: int) -> None:
    """However deep, long or broken it is; the next one is answered."""
    headers = ACCEPTED | {"Content-Type": "application/json", "MCP-Protocol-Version": HANDSHAKE}
    address = f"{here.http.base_url}{DESK}"
    answer = here.ask("POST", address, content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert "Traceback" not in answer.text
    assert tools(here, DESK)


@pytest.mark.parametrize("headers", [{"Content-Type": "text/plain"}, {"Content-Encoding": "gzip"}])
def test_a_body_in_another_form_is_refused(here: Served, headers: dict[str, str]) -> None:
    """A page could send plain text without asking; a packed body could become any size."""
    answer = send(here, DESK, "tools/list", headers=headers)
    refused(answer, 415, "media_type_unsupported")


def test_the_log_names_the_address_and_nothing_else(out_there: Served) -> None:
    """No token, no scope, no word of what was said."""
    call(out_there, AUDIT, "add_claims", statements=["A secret of the house."])
    line = out_there.lines()[-1]
    assert (line["route"], line["method"], line["status"]) == ("/audit/mcp", "POST", 200)
    text = out_there.log.getvalue().decode()
    assert out_there.token is not None
    for secret in ("secret of the house", out_there.token, "grace", "local"):
        assert secret not in text


def test_nobody_is_served_agents_in_public_without_a_token(tmp_path: Path) -> None:
    """They are behind the same door as REST."""
    path = tmp_path / "ledger.db"
    new_token(path, Role.READER)
    told = ServeSettings(host="0.0.0.0")
    with serving(path, serve=told, additions=[serve_agents]) as served:
        refused(send(served, DESK, "tools/list"), 401, "credential_refused")
        refused(served.ask("POST", "/adjudications", json=QUESTION), 401, "credential_refused")
