"""Speak to the audit over REST, each person with a token of their own."""

import itertools
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response

from both_sides.domain.access import Role
from both_sides.interfaces.api.app import create_app
from both_sides.interfaces.http.logs import make_log
from both_sides.interfaces.http.office import open_office
from both_sides.service.wiring import read_settings
from tests.interfaces.audit.faces import Answer, Refused
from tests.served import PUBLIC_ADDRESS, new_token, public

PEOPLE = ("author", "collector", "auditor", "admin")


class RestFace:
    """Ask a server within this process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._tokens = {name: new_token(path, Role.ADMIN, name=name) for name in PEOPLE}
        self._keys = itertools.count()
        self._stack = ExitStack()
        log = make_log("error", self._stack.enter_context((path.parent / "log").open("wb")))
        settings = read_settings(ledger=str(path), environment={})
        office = open_office(settings, public(), log=log)
        client = TestClient(create_app(office), base_url=f"{PUBLIC_ADDRESS}/api/v1")
        self._http = self._stack.enter_context(client)

    def close(self) -> None:
        """End the server."""
        self._stack.close()

    def add(self, statement: str, **options: Any) -> Answer:  # noqa: ANN401
        """Register a claim."""
        source = {
            wire: options[name]
            for name, wire in (("source", "document"), ("locator", "locator"))
            if name in options
        }
        body = {
            "statement": statement,
            "parents": list(options.get("parents", ())),
            "source": source or None,
            "tags": list(options.get("tags", ())),
        }
        made = self._post("/claims", body, options.get("actor", "author"))
        row = self._get(f"/claims/{made['id']}")
        assert row == {name: value for name, value in made.items() if name != "receipt"}
        names = ("id", "verdict", "statement", "parents")
        return {"warnings": [], **{name: row[name] for name in names}}

    def evidence(self, claim: str, stance: str, **options: Any) -> Answer:  # noqa: ANN401
        """Record an item."""
        body = {
            "stance": stance,
            "kind": "test",
            "locator": "tests/test_jwk.py::test_weak",
            "summary": "what was seen",
        } | options
        return _without(self._post(f"/claims/{claim}/evidence", body, "collector"), "receipt")

    def withdraw(self, evidence: str, reason: str = "wrong file") -> Answer:
        """Withdraw an item."""
        owner = self._owner(evidence)
        path = f"/claims/{owner}/evidence/{evidence}"
        headers = {"If-Match": self._version(f"/claims/{owner}")}
        body = {"reason": reason}
        return _without(self._ask("DELETE", path, "collector", body, headers), "receipt")

    def verdict(self, claim: str, verdict: str, **options: Any) -> Answer:  # noqa: ANN401
        """Record a verdict."""
        body = {
            "verdict": verdict,
            "rationale": "It was seen. Fix: send a 1024-bit key and assert a rejection",
            "auditor": "auditor",
        } | options
        body["citations"] = list(body.pop("cite", ()))
        return self._post(f"/claims/{claim}/verdicts", body, "auditor")

    def history(self, claim: str) -> Answer:
        """Read the verdicts."""
        return _without(self._get(f"/claims/{claim}/verdicts?limit=100"), "nextCursor")

    def show(self, claim: str) -> Answer:
        """Read a claim."""
        return self._get(f"/claims/{claim}")

    def next(self) -> list[Answer]:
        """List next steps, a few a page."""
        steps: list[Answer] = []
        path = "/next-steps?limit=3"
        while True:
            page = self._get(path)
            steps += page["steps"]
            if page["nextCursor"] is None:
                return steps
            path = f"/next-steps?limit=3&cursor={page['nextCursor']}"

    def report(self) -> Answer:
        """Put a report together."""
        return self._get("/audit-report")

    def update(self, claim: str, **options: Any) -> Answer:  # noqa: ANN401
        """Change a claim."""
        return self._change("PATCH", claim, options, "author")

    def retire(self, claim: str, **options: Any) -> Answer:  # noqa: ANN401
        """Retire a claim."""
        successor = options.get("superseded_by")
        query = "" if successor is None else f"?supersededBy={successor}"
        body = {"reason": options.get("reason", "no longer claimed")}
        return self._change("DELETE", claim, body, "author", query)

    def reactivate(self, claim: str) -> Answer:
        """Bring a claim back."""
        return _row(self._post(f"/claims/{claim}/reactivation", {"reason": "again"}, "author"))

    def policy(self, **options: bool) -> Answer:
        """Set the rules."""
        rules = self._get("/policy")
        for name, value in options.items():
            first, *rest = name.split("_")
            rules[first + "".join(word.capitalize() for word in rest)] = value
        return self._ask("PUT", "/policy", "admin", rules, {})

    def _change(self, method: str, claim: str, body: Answer, who: str, query: str = "") -> Answer:
        headers = {"If-Match": self._version(f"/claims/{claim}")}
        return _row(self._ask(method, f"/claims/{claim}{query}", who, body, headers))

    def _owner(self, evidence: str) -> str:
        for claim in self._get("/claims?limit=100")["claims"]:
            items = self._get(f"/claims/{claim['id']}/evidence?limit=100")["evidence"]
            if any(item["id"] == evidence for item in items):
                return str(claim["id"])
        return "CLM-0404"

    def _version(self, path: str) -> str:
        return str(self._send("GET", path, "author", None, {}).headers["etag"])

    def _get(self, path: str) -> Answer:
        return self._ask("GET", path, "author", None, {})

    def _post(self, path: str, body: Answer, who: str) -> Answer:
        return self._ask("POST", path, who, body, {"Idempotency-Key": f"k{next(self._keys)}"})

    def _ask(
        self, method: str, path: str, who: str, body: Answer | None, headers: dict[str, str]
    ) -> Answer:
        members: Answer = self._send(method, path, who, body, headers).json()
        return members

    def _send(
        self, method: str, path: str, who: str, body: Answer | None, headers: dict[str, str]
    ) -> Response:
        content = None if body is None else json.dumps(body).encode()
        kind = {} if body is None else {"Content-Type": "application/json"}
        if who not in self._tokens:
            self._tokens[who] = new_token(self.path, Role.ADMIN, name=who)
        sent = headers | kind | {"Authorization": f"Bearer {self._tokens[who]}"}
        answer = self._http.request(method, path, content=content, headers=sent)
        if answer.status_code >= 400:
            problem = answer.json()
            raise Refused({**problem, "message": problem["detail"]})
        return answer


def _row(claim: Answer) -> Answer:
    """Cut a claim down to its row in lists."""
    own = _without(claim, "receipt")
    names = (
        "id",
        "verdict",
        "statement",
        "nextStep",
        "status",
        "parents",
        "children",
        "evidence",
        "tags",
    )
    return {name: own[name] for name in names}


def _without(members: Answer, name: str) -> Answer:
    return {key: value for key, value in members.items() if key != name}
