"""The adapter itself: who acts, what the unexpected says, resources, prompts, completions."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp.types import PromptReference, ResourceTemplateReference

from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.domain.verdicts import HONESTY
from both_sides.interfaces.mcp.guidance import FIX, LEAVES_FIRST, Kind
from both_sides.interfaces.mcp.provider import Caller, LazyLedger
from both_sides.interfaces.mcp.refusals import UNEXPECTED
from both_sides.interfaces.mcp.schemas import input_schema, without_nulls
from both_sides.interfaces.mcp.server import build_server
from both_sides.interfaces.mcp.spelling import call_in, spell
from both_sides.service.audit import Audit
from both_sides.service.desk import Desk
from both_sides.service.wiring import read_settings
from tests.interfaces.mcp.agents import Agent
from tests.interfaces.mcp.conftest import Connect

SECRET = "/srv/secret/ledger.db: password=hunter2"


class Broken:
    """Be a provider in which everything fails in a way that nobody foresaw."""

    def audit(self, _caller: Caller, *, create: bool = False) -> Audit:
        """Fail."""
        raise RuntimeError(f"{SECRET} {create}")

    def desk(self, _caller: Caller) -> Desk:
        """Fail."""
        raise KeyError(SECRET)

    def actor(self, _caller: Caller) -> str:
        """Fail."""
        raise OSError(SECRET)

    def auditor(self, _caller: Caller) -> str:
        """Fail."""
        raise OSError(SECRET)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("kind", "tool"), [(Kind.AUDIT, "next_steps"), (Kind.DESK, "list_disputes")]
)
def test_the_unexpected_is_one_short_sentence(
    caplog: pytest.LogCaptureFixture, mode: str, kind: Kind, tool: str
) -> None:
    """Without stack trace or path; the log has both."""
    with Agent(build_server(kind, Broken()), mode=mode) as agent:
        with caplog.at_level(logging.ERROR):
            assert agent.refused(tool) == UNEXPECTED
        assert "hunter2" in caplog.text
        with pytest.raises(MCPError) as failure:
            agent.do(agent.client.read_resource, "both-sides://audit-report")
        assert "hunter2" not in str(failure.value)


def test_an_error_that_cannot_be_worded_is_one_short_sentence(
    audit: Agent, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The wording itself may fail."""
    from both_sides.interfaces.mcp import server

    def fail(*_: object) -> str:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(server, "refusal_text", fail)
    with caplog.at_level(logging.ERROR):
        assert audit.refused("next_steps") == UNEXPECTED
    assert "hunter2" in caplog.text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_events_carry_the_name_of_the_client(connect: Connect, mode: str) -> None:
    """Where nobody named the actor."""
    agent = connect(Kind.AUDIT, mode=mode, name="claude-code")
    agent.call("add_claims", statements=["x"])
    assert agent.call("get_claim", claim_id="CLM-0001")["author"] == "mcp:claude-code"


def test_a_named_actor_goes_before_the_client(connect: Connect) -> None:
    """And is the auditor of a call that names none."""
    agent = connect(Kind.AUDIT, actor="ada", name="claude-code")
    agent.call("add_claims", statements=["x"])
    assert agent.call("get_claim", claim_id="CLM-0001")["author"] == "ada"
    verdict = {"claim_id": "CLM-0001", "verdict": "not_enough_info", "rationale": "?"}
    agent.call("record_verdict", **verdict)
    agent.call("record_verdict", **verdict, auditor="model-7")
    history = agent.call("verdict_history", claim_id="CLM-0001")["verdicts"]
    assert [row["auditor"] for row in history] == ["ada", "model-7"]


def test_a_client_is_nobody_who_judges(connect: Connect) -> None:
    """Where nobody was named, a verdict has to say who concludes."""
    agent = connect(Kind.AUDIT, name="claude-code")
    agent.call("add_claims", statements=["x"])
    text = agent.refused(
        "record_verdict", claim_id="CLM-0001", verdict="not_enough_info", rationale="?"
    )
    assert text.startswith("the auditor is empty [actor_missing]")


def test_the_environment_names_the_actor() -> None:
    """Set to nothing counts as not set; a login name is no name that anybody gave."""
    caller = Caller("claude-code")

    def actor(environment: dict[str, str]) -> str:
        return LazyLedger(read_settings(environment=environment)).actor(caller)

    assert actor({"BOTH_SIDES_ACTOR": "ada"}) == "ada"
    assert actor({"BOTH_SIDES_ACTOR": ""}) == "mcp:claude-code"
    assert actor({}) == "mcp:claude-code"
    login = read_settings(environment={}).actor
    assert LazyLedger(read_settings(environment={})).actor(Caller()) == login
    long = LazyLedger(read_settings(environment={})).actor(Caller("x" * 500))
    assert len(long) == 200


def test_resources_are_whole(connect: Connect, desk_ledger: Path) -> None:
    """The same on both servers; what is not there is said with the same words."""
    assert desk_ledger.exists()
    for kind in Kind:
        agent = connect(kind, actor="ada")
        listed = agent.do(agent.client.list_resources).resources
        assert {str(resource.uri) for resource in listed} == {
            "both-sides://method",
            "both-sides://audit-report",
        }
        templates = agent.do(agent.client.list_resource_templates).resource_templates
        assert {template.uri_template for template in templates} == {
            "both-sides://claims/{claim_id}",
            "both-sides://disputes/{entity}/{property}",
            "both-sides://rulings/{ruling_id}",
        }
        assert all(item.title and item.description for item in [*listed, *templates])

        def read(uri: str, agent: Agent = agent) -> tuple[str, str]:
            content = agent.do(agent.client.read_resource, uri).contents[0]
            return content.mime_type, content.text

        assert WHAT_THIS_IS_NOT[:60] in read("both-sides://method")[1]
        mime_type, report = read("both-sides://audit-report")
        assert mime_type == "text/markdown"
        assert HONESTY in report
        claim = json.loads(read("both-sides://claims/Q597-P1082-1")[1])
        assert claim["imported"] is True
        dispute = json.loads(read("both-sides://disputes/Q597/P1082")[1])
        assert len(dispute["claims"]) == 2
        with pytest.raises(MCPError) as failure:
            read("both-sides://rulings/RUL-0001")
        assert str(failure.value) == (
            "there is no ruling RUL-0001 [not_found]\n"
            "Hint: `both-sides rulings` lists the rulings of this scope\n"
            "Accepted: list_rulings()"
        )
        for uri in ("both-sides://claims/..%2F..%2Fetc", "both-sides://nothing", "file:///etc"):
            with pytest.raises(MCPError):
                read(uri)


def test_prompts_carry_the_rules(connect: Connect) -> None:
    """Word for word; an unknown one and a missing argument are said with words."""
    audit, desk = connect(Kind.AUDIT), connect(Kind.DESK)

    def prompt(agent: Agent, name: str, **arguments: str) -> str:
        return str(agent.do(agent.client.get_prompt, name, arguments).messages[0].content.text)

    names = [item.name for item in audit.do(audit.client.list_prompts).prompts]
    assert names == ["audit_claim", "decompose", "judge_parents"]
    one = prompt(audit, "audit_claim", claim_id="CLM-0007")
    assert HONESTY in one
    assert FIX in one
    assert 'get_claim(claim_id="CLM-0007")' in one
    assert LEAVES_FIRST in prompt(audit, "decompose", claim_id="CLM-0007")
    assert LEAVES_FIRST in prompt(audit, "judge_parents")
    assert WHAT_THIS_IS_NOT in prompt(desk, "prepare_ruling", entity="Q597", property="P1082")
    with pytest.raises(MCPError, match=r"^there is no prompt 'audit' \[not_found\]"):
        prompt(audit, "audit")
    with pytest.raises(MCPError, match=r"^the prompt audit_claim needs claim_id \[invalid_input\]"):
        prompt(audit, "audit_claim")


def test_ids_are_completed(connect: Connect, desk_ledger: Path) -> None:
    """As they are typed; nothing where nothing fits, or where there is no ledger."""
    assert desk_ledger.exists()
    agent = connect(Kind.AUDIT, actor="ada")
    agent.call("add_claims", statements=["x", "y"])

    def complete(name: str, typed: str, **given: str) -> list[str]:
        reference = ResourceTemplateReference(type="ref/resource", uri="both-sides://x")
        argument = {"name": name, "value": typed}
        answer = agent.do(agent.client.complete, reference, argument, given or None)
        return list(answer.completion.values)

    assert complete("claim_id", "clm-000") == ["CLM-0001", "CLM-0002"]
    assert complete("claim_id", "") == ["CLM-0001", "CLM-0002"]
    assert complete("entity", "Q59") == ["Q597"]
    assert complete("property", "P1", entity="Q597") == ["P1082"]
    assert complete("ruling_id", "RUL") == []
    assert complete("nothing", "x") == []


def test_nothing_is_completed_without_a_ledger(connect: Connect) -> None:
    """It is a help, never an error."""
    agent = connect(Kind.AUDIT)
    reference = PromptReference(type="ref/prompt", name="audit_claim")
    argument = {"name": "claim_id", "value": "C"}
    assert agent.do(agent.client.complete, reference, argument).completion.values == []


def test_null_stands_for_what_is_left_out(audit: Agent) -> None:
    """Some clients send every parameter; a quote that looks like JSON stays a text."""
    audit.call("add_claims", statements=["x"], parents=None, document=None, tags=None)
    for quote in ("null", "true", "[1, 2]", '{"a": 1}', "12"):
        audit.call(
            "add_evidence",
            claim_id="CLM-0001",
            locator="a.json:1",
            summary="it stands there",
            quote=quote,
            kind=None,
            digest=None,
        )
    items = audit.call("get_claim", claim_id="CLM-0001")["evidenceItems"]
    assert [item["quote"] for item in items] == ["null", "true", "[1, 2]", '{"a": 1}', "12"]
    assert {item["kind"] for item in items} == {"document"}
    assert {item["stance"] for item in items} == {"context"}


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("nothing to do", None),
        ("run claims-mcp listing", None),
        ("`claims-mcp list` lists them", "list_claims()"),
        ("`claims-mcp evidence list CLM-…` lists them", 'get_claim(claim_id="CLM-…")'),
        (
            "Judge it again: it changed. claims-mcp verdict CLM-0001 …",
            'record_verdict(claim_id="CLM-0001", verdict="…", rationale="…", auditor="…")',
        ),
        (
            "Record the verdict: claims-mcp verdict CLM-0001 refuted --cite EVD-0002 --rationale"
            " '…' --auditor …",
            'record_verdict(claim_id="CLM-0001", verdict="refuted", rationale="…", auditor="…",'
            ' citations=["EVD-0002"])',
        ),
        (
            "`both-sides revise RUL-0001 --rationale …`",
            'revise_ruling(ruling_id="RUL-0001", rationale="…")',
        ),
        ('for example claims-mcp add "An odd \' one"', 'add_claims(statements=["An odd \' one"])'),
        ("for example claims-mcp add it's odd", 'add_claims(statements="…")'),
    ],
)
def test_commands_are_spelled_as_calls(text: str, call: str | None) -> None:
    """What is a command of ours, and nothing else."""
    assert call_in(text) == call


def test_a_spelled_call_is_short() -> None:
    """Whatever it was given."""
    long = spell("add_claims", {"statements": ["x" * 9_999] * 99})
    assert len(long) < 1_500
    assert spell("f", {"a": True, "b": None, "c": "é\n"}) == 'f(a=true, b=null, c="é\\n")'


def test_schemas_are_small_and_closed() -> None:
    """No titles, no references, no null beside a type; the defaults that say something stay."""
    schema: dict[str, Any] = {
        "$defs": {"Kind": {"title": "Kind", "type": "string", "enum": ["a"]}},
        "title": "Arguments",
        "type": "object",
        "properties": {
            "title": {"title": "Title", "type": "string", "default": ""},
            "kind": {"anyOf": [{"$ref": "#/$defs/Kind"}, {"type": "null"}], "default": None},
            "limit": {"title": "Limit", "type": "integer", "default": 20},
        },
    }
    assert input_schema(schema) == {
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "kind": {"type": "string", "enum": ["a"]},
            "limit": {"type": "integer", "default": 20},
        },
        "additionalProperties": False,
    }
    assert without_nulls({"a": None, "step": None, "rows": [{"b": None, "c": 1}]}) == {
        "step": None,
        "rows": [{"c": 1}],
    }


@pytest.mark.slow
def test_commands_that_do_not_serve_do_not_import_the_sdk() -> None:
    """So that a short command starts fast."""
    import subprocess
    import sys

    script = (
        "import sys; from both_sides.interfaces.cli.claims_app import run; run(['--help']);"
        " from both_sides.interfaces.cli.app import run; run(['mcp', '--help']);"
        " sys.exit('mcp' in sys.modules or 'pydantic' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert found.returncode == 0, found.stderr
