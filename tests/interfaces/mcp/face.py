"""Speak to the audit through MCP as the stories of the other faces do.

What a story reads of a claim is read whole, as a resource; what it lists, it lists page by page.
"""

import json
import re
from pathlib import Path
from typing import Any

from both_sides.domain.commands import SetPolicy
from both_sides.domain.ids import ScopeId
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.provider import LazyLedger
from both_sides.interfaces.mcp.server import build_server
from both_sides.interfaces.wire.audit_shapes import policy_members
from both_sides.service.audit import Audit
from both_sides.service.ledger import Ledger
from both_sides.service.wiring import read_settings, utc_now
from both_sides.store.sqlite import SqliteStore
from tests.interfaces.audit.faces import Answer, Refused
from tests.interfaces.mcp.agents import Agent, text_of

REFUSAL = re.compile(
    r"(?P<message>.*) \[(?P<code>\w+)\]\nHint: (?P<hint>.*?)(?:\nAccepted: .*)?", re.DOTALL
)
SECTIONS = (
    "refuted",
    "not_enough_info",
    "unverified",
    "decomposition",
    "supported",
    "missing_fixes",
    "conflicts",
    "stale",
)
FIX = "It was seen. Fix: send a 1024-bit key and assert a rejection"


class McpFace:
    """Be one agent for each name that acts, all on one ledger."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._agents: dict[str, tuple[Agent, LazyLedger]] = {}

    def close(self) -> None:
        """Disconnect."""
        for agent, provider in self._agents.values():
            agent.__exit__(None, None, None)
            provider.close()

    def _agent(self, actor: str) -> Agent:
        if actor not in self._agents:
            settings = read_settings(ledger=str(self.path), actor=actor, environment={})
            provider = LazyLedger(settings)
            agent = Agent(build_server(Kind.AUDIT, provider)).__enter__()
            self._agents[actor] = agent, provider
        return self._agents[actor][0]

    def _call(self, tool: str, arguments: Answer, *, actor: str = "author") -> Answer:
        result = self._agent(actor).raw(tool, arguments)
        if result.is_error:
            match = REFUSAL.fullmatch(text_of(result))
            assert match is not None, text_of(result)
            raise Refused({**match.groupdict(), "facts": {}})
        structure: Answer | None = result.structured_content
        assert structure is not None
        return structure

    def _rows(self, tool: str, rows: str, arguments: Answer) -> list[Answer]:
        found: list[Answer] = []
        page = self._call(tool, {**arguments, "detail": "full", "limit": 50})
        while True:
            found.extend(page[rows])
            if "nextCursor" not in page:
                return found
            cursor = {"cursor": page["nextCursor"]}
            page = self._call(tool, {**arguments, **cursor, "detail": "full", "limit": 50})

    def _row(self, claim: str) -> Answer:
        return {name: value for name, value in self.show(claim).items() if name != "verdicts"}

    def _item(self, recorded: Answer) -> Answer:
        items = self.show(recorded["claimId"])["evidenceItems"]
        item: Answer = next(item for item in items if item["id"] == recorded["id"])
        return item

    def add(self, statement: str, **options: Any) -> Answer:  # noqa: ANN401
        """Register a claim."""
        arguments = {
            "statements": [statement],
            "parents": list(options.get("parents", ())),
            "document": options.get("source"),
            "locators": None if options.get("locator") is None else [options["locator"]],
            "tags": list(options.get("tags", ())),
        }
        actor = options.get("actor", "author")
        (claim_id,) = self._call("add_claims", arguments, actor=actor)["ids"]
        shown = self.show(claim_id)
        return {
            **{name: shown[name] for name in ("id", "verdict", "statement", "parents")},
            "warnings": [],
        }

    def evidence(self, claim: str, stance: str, **options: Any) -> Answer:  # noqa: ANN401
        """Record an item."""
        arguments = {
            "kind": "test",
            "locator": "tests/test_jwk.py::test_weak",
            "summary": "what was seen",
            **options,
            "claim_id": claim,
            "stance": stance,
        }
        return self._item(self._call("add_evidence", arguments, actor="collector"))

    def withdraw(self, evidence: str, reason: str = "wrong file") -> Answer:
        """Withdraw an item."""
        arguments = {"evidence_id": evidence, "reason": reason}
        return self._item(self._call("withdraw_evidence", arguments, actor="collector"))

    def verdict(self, claim: str, verdict: str, **options: Any) -> Answer:  # noqa: ANN401
        """Record a verdict."""
        given = {"rationale": FIX, "auditor": "auditor", **options}
        arguments = {
            **{name: value for name, value in given.items() if name != "cite"},
            "claim_id": claim,
            "verdict": verdict,
            "citations": list(options.get("cite", ())),
        }
        return self._call("record_verdict", arguments, actor="auditor")

    def history(self, claim: str) -> Answer:
        """Read the verdicts."""
        shown = self.show(claim)
        listed = self._rows("verdict_history", "verdicts", {"claim_id": claim})
        assert [row["seq"] for row in listed] == [row["seq"] for row in shown["verdicts"]]
        return {
            "claimId": shown["id"],
            "current": shown["verdict"],
            "verdicts": shown["verdicts"],
        }

    def show(self, claim: str) -> Answer:
        """Read a claim."""
        self._call("get_claim", {"claim_id": claim})  # a claim that is not there is refused
        agent = self._agent("author")
        content = agent.do(agent.client.read_resource, f"both-sides://claims/{claim}").contents[0]
        whole: Answer = json.loads(content.text)
        return whole

    def next(self) -> list[Answer]:
        """List next steps."""
        rows = self._rows("next_steps", "steps", {})
        return [{name: row[name] for name in row if name != "call"} for row in rows]

    def report(self) -> Answer:
        """Put a report together."""
        summary = self._call("audit_report", {})
        missing = {"nextStep": None, "detail": None}
        sections = {
            section: [
                {**missing, **row}
                for row in self._rows("audit_report", "rows", {"section": section})
            ]
            for section in SECTIONS
        }
        integrity = {"ok": summary["intact"], "events": summary["events"]}
        return {"summary": summary["summary"], **sections, "integrity": integrity}

    def update(self, claim: str, **options: Any) -> Answer:  # noqa: ANN401
        """Change a claim."""
        self._call("update_claim", {"claim_id": claim, **options})
        return self._row(claim)

    def retire(self, claim: str, **options: Any) -> Answer:  # noqa: ANN401
        """Retire a claim."""
        self._call("retire_claim", {"claim_id": claim, "reason": "no longer claimed", **options})
        return self._row(claim)

    def reactivate(self, claim: str) -> Answer:
        """Bring a claim back."""
        self._call("reactivate_claim", {"claim_id": claim, "reason": "again"})
        return self._row(claim)

    def policy(self, **options: bool) -> Answer:
        """Set the rules of the scope, which is for people and no tool."""
        store = SqliteStore(self.path)
        audit = Audit(Ledger(store, utc_now), ScopeId("local"))
        command = SetPolicy(options.get("strict"), options.get("separate_author_and_auditor"))
        found = policy_members(audit.set_policy(command, actor="admin"))
        store.close()
        return found
