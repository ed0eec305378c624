"""A link shows one ruling to whoever has it, until it is revoked or has expired."""

from dataclasses import replace
from pathlib import Path

from both_sides.domain.access import Role
from both_sides.domain.ids import ScopeId
from tests.samples import Clock
from tests.served import PUBLIC_ADDRESS, Served, answered, new_token, public, refused, serving


def test_a_link_shows_its_ruling_and_nothing_else(shared_desk: Served) -> None:
    """Without a token, in the same shape, and without the scope."""
    ruling = shared_desk.rule().json()
    made = shared_desk.post("/rulings/RUL-0001/shares", {})
    assert made.headers["location"] == "/api/v1/rulings/RUL-0001/shares/SHR-0001"
    key = made.json()["key"]
    assert key.startswith("bsl_")
    stranger = replace(shared_desk, token=None)
    shown = answered(stranger.ask("GET", f"/shared/{key}"), 200)
    assert shown.json() == {name: value for name, value in ruling.items() if name != "receipt"}
    assert shown.headers["x-robots-tag"] == "noindex"
    refused(stranger.ask("GET", "/rulings/RUL-0001"), 401, "credential_refused")


def test_a_revoked_link_shows_nothing(shared_desk: Served) -> None:
    """It stays in the list, without its key; to revoke it twice is refused."""
    shared_desk.rule()
    key = shared_desk.post("/rulings/RUL-0001/shares", {}).json()["key"]
    path = "/rulings/RUL-0001/shares/shr-0001"
    revoked = shared_desk.ask("DELETE", path, json={"reason": "It was sent to the wrong person."})
    assert answered(revoked, 200).json()["holds"] is False
    refused(shared_desk.ask("GET", f"/shared/{key}"), 404, "not_found")
    refused(shared_desk.ask("DELETE", path, params={"reason": "x"}), 409, "already_ended")
    (row,) = shared_desk.get("/rulings/RUL-0001/shares").json()["shares"]
    assert row["revoked"]["actor"] == "grace"
    assert "key" not in row


def test_a_link_can_expire(tmp_path: Path) -> None:
    """An instant that is past or none is refused."""
    path, clock = tmp_path / "ledger.db", Clock("2026-10-03T00:00:00.000Z")
    with serving(path, clock=clock) as served:
        served.rule()
        body = {"expires": "2026-10-04"}
        key = served.post("/rulings/RUL-0001/shares", body).json()["key"]
        answered(served.ask("GET", f"/shared/{key}"), 200)
        clock.now = "2026-10-04T00:00:00.000Z"
        refused(served.ask("GET", f"/shared/{key}"), 404, "not_found")
        for expires in ("2026-10-03", "soon", "+275760-01-01", ""):
            answer = served.ask("POST", "/rulings/RUL-0001/shares", json={"expires": expires})
            refused(answer, 422, "invalid_input")


def test_links_of_another_scope_are_not_there(shared_desk: Served, tmp_path: Path) -> None:
    """To list them or to revoke them, even where a ruling of that id exists."""
    shared_desk.rule()
    shared_desk.post("/rulings/RUL-0001/shares", {})
    token = new_token(tmp_path / "ledger.db", Role.ADMIN, "team/other")
    other = replace(shared_desk, token=token)
    refused(other.ask("GET", "/rulings/RUL-0001/shares"), 404, "not_found")
    path = "/rulings/RUL-0001/shares/SHR-0001"
    refused(other.ask("DELETE", path, params={"reason": "x"}), 404, "not_found")
    refused(other.ask("POST", "/rulings/RUL-0001/shares", json={}), 404, "not_found")
    assert shared_desk.get("/rulings/RUL-0001/shares").json()["shares"][0]["holds"]
    assert shared_desk.office.ledger.store.head(ScopeId("team/other")).n == 0


def test_guessing_keys_is_slowed_down(tmp_path: Path) -> None:
    """Like guessing tokens."""
    path = tmp_path / "ledger.db"
    new_token(path, Role.READER)
    with serving(path, serve=public(), address=PUBLIC_ADDRESS) as served:
        for number in range(20):
            refused(served.ask("GET", f"/shared/bsl_{number}"), 404, "not_found")
        refused(served.ask("GET", "/shared/bsl_20"), 429, "too_many_requests")
