"""A request with an idempotency key happens once, however often and however fast it is sent."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from both_sides.domain.ids import ScopeId
from both_sides.service.ledger import Ledger
from both_sides.service.requests import Receipt, Request
from tests.served import LOCAL, QUESTION, A, Served, answered, refused, serving

RULING = QUESTION | {"choose": A, "rationale": "The newer census counts residents."}
CREATING: list[tuple[str, dict[str, Any]]] = [
    ("/rulings", RULING),
    ("/claims", {"statement": "Weak keys are rejected."}),
    ("/claims/CLM-0001/children", {"statements": ["One.", "Two."]}),
    (
        "/claims/CLM-0001/evidence",
        {"stance": "supports", "kind": "test", "locator": "a.py", "summary": "It is seen."},
    ),
    ("/claims/CLM-0001/verdicts", {"verdict": "not_enough_info", "rationale": "Nobody looked."}),
]


@pytest.mark.parametrize(("path", "body"), CREATING, ids=[path for path, _ in CREATING])
def test_a_request_that_records_needs_a_key(
    served: Served, path: str, body: dict[str, Any]
) -> None:
    """Without one it is told so, and nothing is recorded."""
    served.claim()
    before = served.office.ledger.store.head(LOCAL).n
    refused(served.ask("POST", path, json=body), 400, "idempotency_key_missing")
    for key in ("", " ", "k\u00e9y", "k" * 201):
        headers = {"Idempotency-Key": key.encode("latin-1")}
        refused(served.ask("POST", path, json=body, headers=headers), 422, "invalid_input")
    assert served.office.ledger.store.head(LOCAL).n == before


@pytest.mark.parametrize(("path", "body"), CREATING, ids=[path for path, _ in CREATING])
def test_the_same_request_gets_the_same_answer(
    served: Served, path: str, body: dict[str, Any]
) -> None:
    """It says that it was answered before; another request under the key is refused."""
    served.claim()
    headers = {"Idempotency-Key": "once"}
    first = answered(served.ask("POST", path, json=body, headers=headers), 201)
    head = served.office.ledger.store.head(LOCAL)
    second = answered(served.ask("POST", path, json=body, headers=headers), 201)
    assert served.office.ledger.store.head(LOCAL) == head
    assert "idempotency-replayed" not in first.headers
    assert second.headers["idempotency-replayed"] == "true"
    assert second.headers["location"] == first.headers["location"]
    assert _without_replayed(second.json()) == _without_replayed(first.json())
    other = {name: value for name, value in body.items() if name != "rationale"}
    changed = other | {"rationale": "Another one."} if "rationale" in body else _other(body)
    answer = served.ask("POST", path, json=changed, headers=headers)
    problem = refused(answer, 422, "idempotency_conflict")
    assert problem["facts"] == {"key": "once"}


def _other(body: dict[str, Any]) -> dict[str, Any]:
    name = next(iter(body))
    value = body[name]
    if name == "stance":
        return body | {"stance": "refutes"}
    return body | {name: [*value, "Three."] if isinstance(value, list) else f"Not: {value}"}


def _without_replayed(members: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in members.items() if name != "replayed"}
    if "receipt" in kept:
        kept["receipt"] = {k: v for k, v in kept["receipt"].items() if k != "replayed"}
    return kept


def test_a_change_that_was_answered_before_is_not_stale(served: Served) -> None:
    """After a lost answer the same request with the same version gets its receipt."""
    seen = served.rule().headers["etag"]
    headers = {"If-Match": seen, "Idempotency-Key": "change"}
    body = {"rationale": "It was counted anew."}
    first = answered(served.ask("PATCH", "/rulings/RUL-0001", json=body, headers=headers), 200)
    second = answered(served.ask("PATCH", "/rulings/RUL-0001", json=body, headers=headers), 200)
    assert second.json()["receipt"]["replayed"] is True
    assert second.headers["etag"] == first.headers["etag"]
    assert served.office.ledger.store.head(LOCAL).n == 3


def test_a_hundred_sendings_at_once_record_one_event(tmp_path: Path) -> None:
    """Each is answered with the receipt, or told to wait; told to wait, it sends again."""
    with serving(tmp_path / "ledger.db") as served:

        def send(_: int) -> dict[str, Any]:
            while True:
                answer = served.ask(
                    "POST", "/rulings", json=RULING, headers={"Idempotency-Key": "once"}
                )
                if answer.status_code == 201:
                    receipt: dict[str, Any] = answer.json()["receipt"]
                    return receipt
                refused(answer, 409, "idempotency_in_flight")
                assert answer.headers["retry-after"] == "1"

        with ThreadPoolExecutor(16) as pool:
            receipts = list(pool.map(send, range(100)))
        assert sum(not receipt["replayed"] for receipt in receipts) == 1
        assert len({receipt["events"][0]["seal"] for receipt in receipts}) == 1
        assert served.office.ledger.store.head(LOCAL).n == 2


def test_while_a_request_is_worked_on_its_key_is_taken(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second sending is told so; afterwards it gets the receipt."""
    begun, go_on = threading.Event(), threading.Event()
    record = Ledger.record

    def slowly(ledger: Ledger, scope: ScopeId, request: Request) -> Receipt:
        begun.set()
        assert go_on.wait(60)
        return record(ledger, scope, request)

    monkeypatch.setattr(Ledger, "record", slowly)
    headers = {"Idempotency-Key": "once"}
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(served.ask, "POST", "/rulings", json=RULING, headers=headers)
        assert begun.wait(60)
        second = served.ask("POST", "/rulings", json=RULING, headers=headers)
        refused(second, 409, "idempotency_in_flight")
        go_on.set()
        answered(first.result(), 201)
    again = answered(served.ask("POST", "/rulings", json=RULING, headers=headers), 201)
    assert again.json()["receipt"]["replayed"] is True


def test_a_refused_request_does_not_use_its_key_up(served: Served) -> None:
    """What is mended is sent under the same key."""
    headers = {"Idempotency-Key": "once"}
    empty = RULING | {"rationale": " "}
    refused(served.ask("POST", "/rulings", json=empty, headers=headers), 409, "rationale_missing")
    answered(served.ask("POST", "/rulings", json=RULING, headers=headers), 201)
