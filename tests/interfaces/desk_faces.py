"""Work the desk through each face, and say what a reader of it sees, in one form for all.

A face ranks one dispute, records a ruling on it, revises and retires it, and replays the chain.
What comes back is what the face itself says, taken apart as little as can be.
"""

import io
import json
import re
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final, Protocol

from fastapi.testclient import TestClient

from both_sides.domain.disputes import WHAT_THIS_IS_NOT, Subject
from both_sides.domain.ids import ClaimId, EntityId, PropertyId, RulingId
from both_sides.domain.rulings import Ruling
from both_sides.errors import LedgerError
from both_sides.interfaces.api.app import create_app
from both_sides.interfaces.cli import app as command_line
from both_sides.interfaces.http.logs import make_log
from both_sides.interfaces.http.office import open_office
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.provider import LazyLedger
from both_sides.interfaces.mcp.server import build_server
from both_sides.service.desk import RuleRequest
from both_sides.service.replaying import replay_scope
from both_sides.service.serve_settings import ServeSettings
from both_sides.service.wiring import Settings, open_desk, read_settings
from tests.interfaces.mcp.agents import Agent, text_of
from tests.served import LOCAL_ADDRESS

ENTITY, PROPERTY = "Q597", "P1082"
AS_OF = "2026-10-03"
ACTOR = "ada"
Seen = dict[str, Any]

_RANKING: Final = (
    *("engine", "asOf", "band", "requiredAction", "recommendation", "leader", "runnerUp"),
    *("score", "margin"),
)
_CLAIM: Final = ("claimId", "position", "score", "eligible", "barredBecause")
_FACTOR: Final = ("factor", "value", "contribution", "sentence")
_RULING: Final = (
    *("id", "standing", "chosen", "value", "rationale", "actor", "band", "margin", "losing"),
    "whatThisIsNot",
)


class DeskFace(Protocol):
    """Work the desk through one face."""

    def ranking(self) -> Seen:
        """Rank the dispute."""
        ...

    def rule(self, choose: str, rationale: str) -> Seen:
        """Record a ruling; a refusal is what is seen where it is refused."""
        ...

    def revise(self, ruling: str, rationale: str) -> Seen:
        """Give it a new rationale."""
        ...

    def retire(self, ruling: str, reason: str) -> Seen:
        """Withdraw it."""
        ...

    def ruling(self, ruling: str) -> Seen:
        """Show it."""
        ...

    def replay(self) -> Seen:
        """Replay the chain."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class PythonFace:
    """Call the service as a library."""

    def __init__(self, ledger: Path) -> None:
        self._desk = open_desk(_settings(ledger))

    def ranking(self) -> Seen:
        """Rank the dispute."""
        hearing = self._desk.adjudicate(_subject(), as_of=AS_OF)
        found = hearing.adjudication
        return {
            "engine": found.engine_version,
            "asOf": found.as_of,
            "band": found.band.value,
            "requiredAction": found.band.required_action,
            "recommendation": found.recommendation,
            "leader": found.leader,
            "runnerUp": found.runner_up,
            "score": found.score,
            "margin": found.margin,
            "whatThisIsNot": WHAT_THIS_IS_NOT,
            "claims": [
                {
                    "claimId": claim.claim_id,
                    "position": claim.position,
                    "score": claim.score,
                    "eligible": claim.eligible,
                    "barredBecause": claim.barred_because,
                    "factors": [
                        {
                            "factor": score.factor.value,
                            "value": score.value,
                            "contribution": score.contribution,
                            "sentence": score.sentence,
                        }
                        for score in claim.factors
                    ],
                }
                for claim in found.ranked
            ],
        }

    def rule(self, choose: str, rationale: str) -> Seen:
        """Record a ruling, or be refused."""
        asked = RuleRequest(_subject(), ClaimId(choose), rationale, ACTOR, as_of=AS_OF)
        try:
            return _of_domain(self._desk.rule(asked).ruling)
        except LedgerError as error:
            return {"code": error.code, "message": error.message, "hint": error.hint}

    def revise(self, ruling: str, rationale: str) -> Seen:
        """Give it a new rationale."""
        return _of_domain(self._desk.revise(RulingId(ruling), rationale, actor=ACTOR).ruling)

    def retire(self, ruling: str, reason: str) -> Seen:
        """Withdraw it."""
        return _of_domain(self._desk.retire(RulingId(ruling), reason, actor=ACTOR).ruling)

    def ruling(self, ruling: str) -> Seen:
        """Show it."""
        return _of_domain(self._desk.ruling(RulingId(ruling)))

    def replay(self) -> Seen:
        """Replay the chain."""
        found = replay_scope(self._desk.ledger.store, self._desk.scope)
        return _replayed(found.ok, found.chain.events, found.chain.head_seal_hex)

    def close(self) -> None:
        """Let go of the ledger."""
        self._desk.ledger.store.close()


class CommandFace:
    """Run commands with --json."""

    def __init__(self, ledger: Path) -> None:
        self._ledger = ledger

    def ranking(self) -> Seen:
        """Rank the dispute."""
        return _ranking(self._run("adjudicate", ENTITY, PROPERTY, "--as-of", AS_OF))

    def rule(self, choose: str, rationale: str) -> Seen:
        """Record a ruling, or be refused."""
        asked = ("--choose", choose, "--rationale", rationale, "--as-of", AS_OF)
        return _ruling_or_refusal(self._run("rule", ENTITY, PROPERTY, *asked))

    def revise(self, ruling: str, rationale: str) -> Seen:
        """Give it a new rationale."""
        return _ruling(self._run("revise", ruling, "--rationale", rationale))

    def retire(self, ruling: str, reason: str) -> Seen:
        """Withdraw it."""
        return _ruling(self._run("retire", ruling, "--reason", reason))

    def ruling(self, ruling: str) -> Seen:
        """Show it."""
        return _ruling(self._run("ruling", ruling))

    def replay(self) -> Seen:
        """Replay the chain."""
        found = self._run("replay")
        return _replayed(found["ok"], found["events"], found["headSeal"])

    def close(self) -> None:
        """Nothing is held."""

    def _run(self, *words: str) -> Seen:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            given = ("--json", "--ledger", str(self._ledger), "--actor", ACTOR)
            code = command_line.run([*words, *given])
        out.flush()
        written = out.buffer.getvalue() if code == 0 else err.getvalue()
        found: Seen = json.loads(written)
        return found


class RestFace:
    """Ask a server within this process."""

    def __init__(self, ledger: Path) -> None:
        office = open_office(
            _settings(ledger), ServeSettings(), log=make_log("error", io.BytesIO())
        )
        self._http = TestClient(create_app(office), base_url=f"{LOCAL_ADDRESS}/api/v1")
        self._http.__enter__()

    def ranking(self) -> Seen:
        """Rank the dispute."""
        return _ranking(self._ask("GET", f"/disputes/{ENTITY}/{PROPERTY}?asOf={AS_OF}"))

    def rule(self, choose: str, rationale: str) -> Seen:
        """Record a ruling, or be refused."""
        body = {"choose": choose, "rationale": rationale, "asOf": AS_OF}
        body |= {"entityId": ENTITY, "propertyId": PROPERTY}
        headers = {"Idempotency-Key": f"{choose} {rationale}".replace(" ", "-")}
        return _ruling_or_refusal(self._ask("POST", "/rulings", body, headers))

    def revise(self, ruling: str, rationale: str) -> Seen:
        """Give it a new rationale."""
        return _ruling(self._change("PATCH", ruling, {"rationale": rationale}))

    def retire(self, ruling: str, reason: str) -> Seen:
        """Withdraw it."""
        return _ruling(self._change("DELETE", ruling, {"reason": reason}))

    def ruling(self, ruling: str) -> Seen:
        """Show it."""
        return _ruling(self._ask("GET", f"/rulings/{ruling}"))

    def replay(self) -> Seen:
        """Replay the chain."""
        found = self._ask("GET", "/rulings/RUL-0001/replay")
        return _replayed(found["ok"], found["events"], found["headSeal"])

    def close(self) -> None:
        """End the server."""
        self._http.__exit__(None, None, None)

    def _change(self, method: str, ruling: str, body: Seen) -> Seen:
        version = self._http.get(f"/rulings/{ruling}").headers["etag"]
        return self._ask(method, f"/rulings/{ruling}", body, {"If-Match": version})

    def _ask(
        self, method: str, path: str, body: Seen | None = None, headers: Seen | None = None
    ) -> Seen:
        found: Seen = self._http.request(method, path, json=body, headers=headers).json()
        return found


class AgentFace:
    """Call tools through a real client."""

    REFUSAL: Final = re.compile(
        r"(?P<message>.*) \[(?P<code>\w+)\]\nHint: (?P<hint>.*?)\n", re.DOTALL
    )

    def __init__(self, ledger: Path) -> None:
        self._provider = LazyLedger(_settings(ledger))
        self._agent = Agent(build_server(Kind.DESK, self._provider)).__enter__()

    def ranking(self) -> Seen:
        """Rank the dispute."""
        asked = {"entity": ENTITY, "property": PROPERTY, "as_of": AS_OF, "limit": 50}
        return _ranking(self._agent.call("adjudicate", **asked))

    def rule(self, choose: str, rationale: str) -> Seen:
        """Record a ruling, or be refused."""
        subject = {"entity": ENTITY, "property": PROPERTY, "as_of": AS_OF}
        asked = {**subject, "choose": choose, "rationale": rationale}
        result = self._agent.raw("record_ruling", asked)
        if result.is_error:
            match = self.REFUSAL.match(text_of(result))
            assert match is not None, text_of(result)
            return match.groupdict()
        return self.ruling("RUL-0001")

    def revise(self, ruling: str, rationale: str) -> Seen:
        """Give it a new rationale."""
        self._agent.call("revise_ruling", ruling_id=ruling, rationale=rationale)
        return self.ruling(ruling)

    def retire(self, ruling: str, reason: str) -> Seen:
        """Withdraw it."""
        self._agent.call("retire_ruling", ruling_id=ruling, reason=reason)
        return self.ruling(ruling)

    def ruling(self, ruling: str) -> Seen:
        """Show it, as the resource that has all of it."""
        uri = f"both-sides://rulings/{ruling}"
        read = self._agent.do(self._agent.client.read_resource, uri)
        return _ruling(json.loads(read.contents[0].text))

    def replay(self) -> Seen:
        """Replay the chain."""
        found = self._agent.call("get_audit_trail", ruling_id="RUL-0001")
        return _replayed(found["intact"], found["events"], found["headSeal"])

    def close(self) -> None:
        """Disconnect."""
        self._agent.__exit__(None, None, None)
        self._provider.close()


FACES: dict[str, Callable[[Path], DeskFace]] = {
    "python": PythonFace,
    "command line": CommandFace,
    "rest": RestFace,
    "agent": AgentFace,
}


def _settings(ledger: Path) -> Settings:
    return read_settings(ledger=str(ledger), actor=ACTOR, environment={})


def _subject() -> Subject:
    return Subject(EntityId(ENTITY), PropertyId(PROPERTY))


def _ranking(members: Mapping[str, Any]) -> Seen:
    """Take a ranking out of what a face answered; agents get it flat, and null left out."""
    answer = members.get("adjudication", members)
    return {
        **{name: answer.get(name) for name in _RANKING},
        "whatThisIsNot": members["whatThisIsNot"],
        "claims": [
            {
                **{name: claim.get(name) for name in _CLAIM},
                "factors": [
                    {name: factor[name] for name in _FACTOR} for factor in claim["factors"]
                ],
            }
            for claim in members["claims"]
        ],
    }


def _ruling(members: Mapping[str, Any]) -> Seen:
    tombstone = members.get("tombstone")
    return {
        **{name: members[name] for name in _RULING},
        "rationales": [revision["rationale"] for revision in members["revisions"]],
        "retiredBecause": None if tombstone is None else tombstone["reason"],
        "sentences": [
            factor["sentence"] for claim in members["claims"] for factor in claim["factors"]
        ],
    }


def _ruling_or_refusal(members: Mapping[str, Any]) -> Seen:
    if "code" not in members:
        return _ruling(members)
    message = members.get("message") or members["detail"]  # as a problem document calls it
    return {"code": members["code"], "message": message, "hint": members["hint"]}


def _of_domain(ruling: Ruling) -> Seen:
    chosen = next(s for s in ruling.case.statements if s.claim_id == ruling.chosen)
    return {
        "id": ruling.ruling_id,
        "standing": ruling.standing.value,
        "chosen": ruling.chosen,
        "value": chosen.value,
        "rationale": ruling.rationale,
        "actor": ruling.revisions[0].actor,
        "band": ruling.adjudication.band.value,
        "margin": ruling.adjudication.margin,
        "losing": list(ruling.losing_claims),
        "whatThisIsNot": WHAT_THIS_IS_NOT,
        "rationales": [revision.rationale for revision in ruling.revisions],
        "retiredBecause": None if ruling.tombstone is None else ruling.tombstone.reason,
        "sentences": [
            score.sentence for claim in ruling.adjudication.ranked for score in claim.factors
        ],
    }


def _replayed(ok: object, events: int, head_seal: str) -> Seen:
    return {"ok": ok, "events": events, "headSeal": head_seal}
