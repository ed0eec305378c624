"""Serve a ledger within a test: the whole application, a client in the same process, no socket."""

import io
import itertools
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from fastapi.testclient import TestClient
from httpx2 import Response

from both_sides.domain.access import Role
from both_sides.domain.entities import Entity
from both_sides.domain.ids import ScopeId
from both_sides.interfaces.api.app import Addition, create_app
from both_sides.interfaces.http.logs import make_log
from both_sides.interfaces.http.office import Office, open_office
from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from both_sides.service.serve_settings import ServeSettings
from both_sides.service.wiring import open_access, read_settings
from tests.replayed import require_replay
from tests.samples import POPULATION, Clock, entity, group, statement

LOCAL = ScopeId("local")
LOCAL_ADDRESS = "http://127.0.0.1:8080"
PUBLIC_ADDRESS = "https://desk.example.org"
A, B, C = "Q35765$a", "Q35765$b", "Q35765$c"
# For the counters of requests: however slow the machine is, one test lies in one minute.
NO_TIME_PASSES = SimpleNamespace(time=lambda: 1_800_000_000.0)
QUESTION = {"entityId": "Q35765", "propertyId": "P1082"}


@dataclass
class Served:
    """Be a server with one client.

    Args:
        office: What its handlers work with.
        http: Sends requests.
        log: What it wrote.
        token: Is sent with every request, where there is one.
    """

    office: Office
    http: TestClient
    log: io.BytesIO
    token: str | None = None
    keys: Iterator[int] = field(default_factory=itertools.count)

    def ask(self, method: str, path: str, **options: Any) -> Response:  # noqa: ANN401 - httpx's own
        """Send a request below /api/v1, whatever comes of it."""
        headers = dict(options.pop("headers", None) or {})
        if self.token is not None:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        address = path if path.startswith("http") else f"/api/v1{path}"
        return self.http.request(method, address, headers=headers, **options)

    def get(self, path: str, **options: Any) -> Response:  # noqa: ANN401 - as above
        """Read something that is there."""
        return answered(self.ask("GET", path, **options), 200)

    def post(self, path: str, body: Any, status: int = 201, **options: Any) -> Response:  # noqa: ANN401 - as above
        """Send something that is taken, under a new key."""
        headers = {"Idempotency-Key": f"key-{next(self.keys)}"} | options.pop("headers", {})
        return answered(self.ask("POST", path, json=body, headers=headers, **options), status)

    def change(self, method: str, path: str, body: Any = None, **options: Any) -> Response:  # noqa: ANN401 - as above
        """Change the version of something that is there now."""
        seen = options.pop("seen", None) or self.version(path)
        return self.ask(method, path, json=body, headers={"If-Match": seen}, **options)

    def version(self, path: str) -> str:
        """Read the version of something."""
        return self.get(path).headers["etag"]

    def rule(self, **more: Any) -> Response:  # noqa: ANN401 - members of the body
        """Rule on the sample's question."""
        rationale = "The newer census counts residents."
        return self.post("/rulings", QUESTION | {"choose": A, "rationale": rationale} | more)

    def claim(self, statement: str = "Weak keys are rejected.", **more: Any) -> str:  # noqa: ANN401 - as above
        """Register a claim, and give its id."""
        return str(self.post("/claims", {"statement": statement} | more).json()["id"])

    def evidence(self, claim: str, stance: str = "supports", **more: Any) -> str:  # noqa: ANN401 - as above
        """Record an item, and give its id."""
        body = {"stance": stance, "kind": "test", "locator": "tests/a.py", "summary": "It is seen."}
        return str(self.post(f"/claims/{claim}/evidence", body | more).json()["id"])

    def lines(self) -> list[dict[str, Any]]:
        """Read the log."""
        return [json.loads(line) for line in self.log.getvalue().splitlines()]


def answered(response: Response, status: int) -> Response:
    """Require a status, and show the whole answer where it is another one."""
    assert response.status_code == status, (response.status_code, response.text)
    return response


def refused(response: Response, status: int, code: str) -> dict[str, Any]:
    """Require a problem document of this kind, and give its members."""
    assert response.status_code == status, (response.status_code, response.text)
    assert response.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert problem["code"] == code, problem
    assert problem["status"] == status
    assert problem["type"] == f"urn:both-sides:problem:{code}"
    assert problem["detail"]
    assert problem["hint"]
    assert problem["requestId"] == response.headers["x-request-id"]
    assert "Traceback" not in response.text
    return problem


@contextmanager
def serving(  # noqa: PLR0913 - a server
    ledger: str | Path = ":memory:",
    *entities: Entity,
    serve: ServeSettings | None = None,
    address: str = LOCAL_ADDRESS,
    clock: Clock | None = None,
    environment: dict[str, str] | None = None,
    additions: Sequence[Addition] = (),
) -> Iterator[Served]:
    """Serve a ledger, and replay all of it at the end.

    Args:
        ledger: Which ledger.
        entities: What is imported first; none for the sample.
        serve: What the server is told.
        address: Under which address the client asks.
        clock: A clock that stands still; None for the real one.
        environment: Further settings.
        additions: What else is served.
    """
    settings = read_settings(ledger=str(ledger), actor="ada", environment=environment or {})
    log = io.BytesIO()
    told = serve or ServeSettings()
    ticking = {} if clock is None else {"clock": clock}
    office = open_office(settings, told, log=make_log("info", log), **ticking)
    import_entities(Desk(office.ledger, LOCAL), entities or (city(),), actor="ada")
    app = create_app(office, additions=additions)
    with (
        patch("limits.storage.memory.time", NO_TIME_PASSES),
        patch("limits.strategies.time", NO_TIME_PASSES),
        TestClient(app, base_url=address, raise_server_exceptions=False) as http,
    ):
        yield Served(office, http, log)
        require_replay(office.ledger.store)


def city(**more: Any) -> Entity:  # noqa: ANN401 - members of the entity
    """Make a city with a disputed population: a leader, a rival, a barred claim."""
    population = group(
        POPULATION,
        statement(A, "2751862", references=3),
        statement(B, "2691742", references=1),
        statement(C, "2668586", rank="deprecated", references=2),
    )
    return entity(population, **more)


def public(**more: Any) -> ServeSettings:  # noqa: ANN401 - members of the settings
    """Tell a server that others reach it."""
    return ServeSettings(**({"public_url": PUBLIC_ADDRESS, "rate_limit": None} | more))


def new_token(
    ledger: str | Path, role: Role, *scopes: str, name: str = "grace", expires: str | None = None
) -> str:
    """Make a token as the command line does, and give its secret."""
    access = open_access(read_settings(ledger=str(ledger), environment={}), create=True)
    try:
        wanted = tuple(map(ScopeId, scopes or ("local",)))
        made = access.create_token(
            name=name, role=role, scopes=wanted, actor="operator", expires=expires
        )
        return made.secret
    finally:
        access.ledger.store.close()
