"""Every route of the description, whatever it is: who is let in, and what another scope sees of it.

The other tests of access name what each route does; these are made from the description, so that
no route can be forgotten.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response

from both_sides.domain.access import ACCESS_SCOPE, Role
from both_sides.domain.custody import CUSTODY_SCOPE
from both_sides.interfaces.api.description import PUBLIC
from tests.served import (
    LOCAL,
    PUBLIC_ADDRESS,
    QUESTION,
    A,
    Served,
    new_token,
    public,
    refused,
    serving,
)

IDS = {
    "claim": "CLM-0001",
    "entity": "Q35765",
    "evidence": "EVD-0001",
    "job": "JOB-0001",
    "key": "bsl_wrong",
    "position": "1",
    "property": "P1082",
    "ruling": "RUL-0001",
    "share": "SHR-0001",
}
BODIES: dict[str, dict[str, Any]] = {
    "adjudicate": dict(QUESTION),
    "createRuling": QUESTION | {"choose": A, "rationale": "Because."},
    "reviseRuling": {"rationale": "Because."},
    "createShare": {},
    "createClaim": {"statement": "Another."},
    "updateClaim": {"tags": ["x"]},
    "decomposeClaim": {"statements": ["A part."]},
    "addEvidence": {"stance": "supports", "kind": "test", "locator": "a", "summary": "s"},
    "recordVerdict": {"verdict": "not_enough_info", "rationale": "r"},
    "setPolicy": {"strict": True, "separateAuthorAndAuditor": False},
    "startImport": {"entityId": "Q1"},
}
REASON = {"reason": "Because."}
# They make something new in the caller's own scope.
MAKING = {"createClaim", "startImport", "setPolicy"}
# They speak of no scope.
SCOPELESS = {*PUBLIC, "getMetrics"}
# What stands in the ledger of the other scope, in words and numbers.
SECRETS = ("weak", "Weak", "Osaka", "newer census", "It is seen", "2751862", "Q35765$")
WORKING = {"post", "patch", "put", "delete"}


@pytest.fixture
def furnished(tmp_path: Path) -> Iterator[Served]:
    """Serve one of everything to others; the client is an auditor."""
    path = tmp_path / "ledger.db"
    token = new_token(path, Role.AUDITOR)
    with serving(path, serve=public(), address=PUBLIC_ADDRESS) as served:
        served.token = token
        served.rule()
        served.evidence(served.claim())
        served.post("/rulings/RUL-0001/shares", {})
        yield served


def operations(served: Served) -> Iterator[tuple[str, str, str]]:
    """Give the id, the method and the address of every operation, with ids that exist."""
    for path, methods in served.get("/openapi.json").json()["paths"].items():
        address = re.sub(r"\{(\w+)\}", lambda match: IDS[match[1]], path)
        for method, operation in methods.items():
            yield operation["operationId"], method, address.removeprefix("/api/v1")


def ask(
    served: Served,
    operation: str,
    method: str,
    path: str,
    scope: str | None,
    **more: str,
) -> Response:
    """Send what the operation takes, and more query parameters."""
    headers = {"Idempotency-Key": f"{operation}-1", "If-Match": f'"{"0" * 96}"'}
    headers |= {} if scope is None else {"Both-Sides-Scope": scope}
    body = BODIES.get(operation, REASON) if method in WORKING else None
    query = {"text": "weak"} if operation == "searchClaims" else {}
    return served.ask(method.upper(), path, json=body, headers=headers, params=query | more)


def test_no_route_is_left_out(furnished: Served) -> None:
    """Every operation that takes a body is sent one that it takes."""
    known = {operation for operation, *_ in operations(furnished)}
    assert known >= set(BODIES)
    assert known >= MAKING | (SCOPELESS - {"getMetrics"})
    for operation, method, path in operations(furnished):
        answer = ask(furnished, operation, method, path, None)
        assert answer.status_code not in {400, 405, 415, 422, 500}, (operation, answer.text)


def test_every_route_asks_for_a_token_but_the_public_ones(furnished: Served) -> None:
    """To read and to write."""
    furnished.token = None
    for operation, method, path in operations(furnished):
        status = ask(furnished, operation, method, path, None).status_code
        assert (status == 401) == (operation not in PUBLIC), operation


def test_a_reader_changes_nothing_through_any_route(furnished: Served, tmp_path: Path) -> None:
    """What records asks for a role."""
    heads = dict(furnished.office.ledger.store.heads())
    furnished.token = new_token(tmp_path / "ledger.db", Role.READER)
    made = dict(furnished.office.ledger.store.heads())[ACCESS_SCOPE]
    for operation, method, path in operations(furnished):
        status = ask(furnished, operation, method, path, None).status_code
        if method in WORKING and operation != "adjudicate":
            assert status == 403, operation
    assert dict(furnished.office.ledger.store.heads()) == heads | {ACCESS_SCOPE: made}


def test_no_route_shows_or_changes_another_scope(furnished: Served, tmp_path: Path) -> None:
    """By the ids of what is there, and by the name of the scope."""
    head = furnished.office.ledger.store.head(LOCAL)
    furnished.token = new_token(tmp_path / "ledger.db", Role.ADMIN, "team/other")
    for operation, method, path in list(operations(furnished)):
        if operation not in MAKING:
            answer = ask(furnished, operation, method, path, None)
            for secret in SECRETS:
                assert secret not in answer.text, operation
            if re.search(r"/(RUL|CLM|EVD|SHR|JOB|Q)", path):
                assert answer.status_code == 404, (operation, answer.text)
        if operation in SCOPELESS:
            continue
        for scope in (LOCAL, "team/nobody", ACCESS_SCOPE, CUSTODY_SCOPE):
            answer = ask(furnished, operation, method, path, scope)
            assert answer.status_code == 404, (operation, scope, answer.text)
            assert scope not in json.dumps(answer.json()), operation
    assert furnished.office.ledger.store.head(LOCAL) == head


def test_a_query_parameter_that_is_not_described_is_named(furnished: Served) -> None:
    """A misspelt filter would otherwise list everything; the problem says what would be taken."""
    paths = furnished.get("/openapi.json").json()["paths"]
    described = {
        operation["operationId"]: sorted(
            one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"
        )
        for methods in paths.values()
        for operation in methods.values()
    }
    head = furnished.office.ledger.store.head(LOCAL)
    for operation, method, path in list(operations(furnished)):
        answer = ask(furnished, operation, method, path, None, limmit="5")
        problem = refused(answer, 422, "invalid_input")
        assert problem["facts"]["field"] == "query.limmit", operation
        assert problem["facts"]["accepted"] == described[operation]
        assert all(name in problem["hint"] for name in described[operation])
    assert furnished.office.ledger.store.head(LOCAL) == head


@pytest.mark.parametrize("hostile", ["a\r\nX-Evil: 1", "a\nb", "a\0b", "\x85", "é" * 40])
def test_what_is_sent_in_a_header_comes_back_in_none(furnished: Served, hostile: str) -> None:
    """Through any route; a client that lets such headers out is not ours to trust."""
    value = hostile.encode("utf-8")
    for operation, method, path in operations(furnished):
        headers = {"X-Request-Id": value, "Both-Sides-Scope": b"local"}
        body = BODIES.get(operation, REASON) if method in WORKING else None
        answer = furnished.ask(method.upper(), path, json=body, headers=headers)
        assert "x-evil" not in answer.headers, operation
        for name, given in answer.headers.items():
            assert hostile not in given, (operation, name)
        assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
