"""Who may do what: tokens, roles, scopes, sessions, and what a wrong one gets."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import pytest
from fastapi import FastAPI, Form, Request, Response

from both_sides.domain.access import ACCESS_SCOPE, Role
from both_sides.domain.ids import ScopeId
from both_sides.errors import TokenMissingError
from both_sides.interfaces.http.office import Office, open_office
from both_sides.interfaces.http.sessions import (
    SECURE_COOKIE,
    csrf_token,
    drop_session,
    require_csrf,
    session_secret,
    set_session,
)
from both_sides.service.serve_settings import ServeSettings
from both_sides.service.wiring import open_access, read_settings
from tests.samples import Clock
from tests.served import (
    LOCAL,
    PUBLIC_ADDRESS,
    QUESTION,
    A,
    Served,
    answered,
    city,
    new_token,
    public,
    refused,
    serving,
)

READING = [
    "/disputes",
    "/disputes/Q35765/P1082",
    "/rulings",
    "/rulings/RUL-0001",
    "/rulings/RUL-0001/replay",
    "/rulings/RUL-0001/dossier",
    "/claims",
    "/claim-search?text=weak",
    "/claim-tree",
    "/claims/CLM-0001",
    "/claims/CLM-0001/evidence",
    "/claims/CLM-0001/evidence/EVD-0001",
    "/claims/CLM-0001/verdicts",
    "/next-steps",
    "/audit-report",
    "/policy",
    "/events",
    "/events/1",
    "/imports",
    "/metrics",
]
WORKING: list[tuple[str, str, Any]] = [
    ("POST", "/rulings", QUESTION | {"choose": A, "rationale": "Because."}),
    ("PATCH", "/rulings/RUL-0001", {"rationale": "Because."}),
    ("DELETE", "/rulings/RUL-0001", {"reason": "Because."}),
    ("GET", "/rulings/RUL-0001/shares", None),
    ("POST", "/rulings/RUL-0001/shares", {}),
    ("DELETE", "/rulings/RUL-0001/shares/SHR-0001", {"reason": "Because."}),
    ("POST", "/claims", {"statement": "Another."}),
    ("PATCH", "/claims/CLM-0001", {"tags": ["x"]}),
    ("DELETE", "/claims/CLM-0001", {"reason": "Because."}),
    ("POST", "/claims/CLM-0001/reactivation", {"reason": "Because."}),
    ("POST", "/claims/CLM-0001/children", {"statements": ["A part."]}),
    (
        "POST",
        "/claims/CLM-0001/evidence",
        {"stance": "supports", "kind": "test", "locator": "a", "summary": "s"},
    ),
    ("DELETE", "/claims/CLM-0001/evidence/EVD-0001", {"reason": "Because."}),
    ("POST", "/claims/CLM-0001/verdicts", {"verdict": "not_enough_info", "rationale": "r"}),
    ("POST", "/imports", {"entityId": "Q1"}),
    ("DELETE", "/imports/JOB-0001", None),
]
PUBLIC = ["/method", "/healthz", "/readyz", "/openapi.json"]
FormField = Annotated[str, Form()]
HEADERS = {"Idempotency-Key": "k", "If-Match": f'"{"0" * 96}"'}


@pytest.fixture
def furnished(shared_desk: Served) -> Served:
    """Serve a ruling, a claim and an item to others; the client is an auditor."""
    shared_desk.rule()
    shared_desk.evidence(shared_desk.claim())
    return shared_desk


def with_token(served: Served, token: str | None) -> Served:
    """Be the same client with another token."""
    return replace(served, token=token)


def test_whoever_shows_nothing_is_asked_for_a_token(furnished: Served) -> None:
    """At every address but the public ones, and told how to show one."""
    stranger = with_token(furnished, None)
    for path in READING:
        answer = stranger.ask("GET", path)
        refused(answer, 401, "credential_refused")
        assert answer.headers["www-authenticate"] == 'Bearer realm="both-sides"'
    for method, path, body in WORKING:
        refused(stranger.ask(method, path, json=body, headers=HEADERS), 401, "credential_refused")
    for path in PUBLIC:
        answered(stranger.ask("GET", path), 200)


def test_a_reader_reads_and_ranks_and_records_nothing(furnished: Served, tmp_path: Path) -> None:
    """Every change is refused with the role that it needs."""
    reader = with_token(furnished, new_token(tmp_path / "ledger.db", Role.READER))
    for path in READING:
        answered(reader.ask("GET", path), 200)
    answered(reader.ask("POST", "/adjudications", json=QUESTION), 200)
    head = furnished.office.ledger.store.head(LOCAL)
    for method, path, body in WORKING:
        answer = reader.ask(method, path, json=body, headers=HEADERS)
        problem = refused(answer, 403, "role_insufficient")
        assert problem["facts"] == {"needed": "auditor", "role": "reader"}
    assert furnished.office.ledger.store.head(LOCAL) == head


def test_only_an_admin_sets_the_rules(furnished: Served, tmp_path: Path) -> None:
    """An auditor is told so."""
    rules = {"strict": True, "separateAuthorAndAuditor": False}
    refused(furnished.ask("PUT", "/policy", json=rules), 403, "role_insufficient")
    admin = with_token(furnished, new_token(tmp_path / "ledger.db", Role.ADMIN))
    answered(admin.ask("PUT", "/policy", json=rules), 200)


def test_what_is_recorded_is_signed_with_the_name_of_the_token(furnished: Served) -> None:
    """A caller cannot sign with another one."""
    events = furnished.get("/events").json()["events"]
    assert [event["actor"] for event in events] == ["ada", "grace", "grace", "grace"]


def test_another_scope_is_as_if_it_were_not_there(furnished: Served, tmp_path: Path) -> None:
    """To read and to write, by name and by id, whether it exists or not."""
    other = with_token(furnished, new_token(tmp_path / "ledger.db", Role.ADMIN, "team/other"))
    head = furnished.office.ledger.store.head(LOCAL)
    for path in READING:
        answer = other.ask("GET", path)
        assert answer.status_code in {200, 404}, answer.text
        assert "weak" not in answer.text.lower()
        assert "Osaka" not in answer.text
    for method, path, body in WORKING:
        if path not in {"/claims", "/imports"}:  # those make something new, in their own scope
            refused(other.ask(method, path, json=body, headers=HEADERS), 404, "not_found")
    for scope in ("local", "team/nobody", ACCESS_SCOPE):
        for path in READING:
            answer = other.ask("GET", path, headers={"Both-Sides-Scope": scope})
            problem = refused(answer, 404, "not_found")
            assert scope not in json.dumps(problem)
        for method, path, body in WORKING:
            headers = HEADERS | {"Both-Sides-Scope": scope}
            refused(other.ask(method, path, json=body, headers=headers), 404, "not_found")
    assert furnished.office.ledger.store.head(LOCAL) == head


def test_a_token_for_several_scopes_names_one(furnished: Served, tmp_path: Path) -> None:
    """The installation's own scope needs no name; without it one must be named."""
    path = tmp_path / "ledger.db"
    both = with_token(furnished, new_token(path, Role.READER, "local", "team/a"))
    assert len(both.get("/claims").json()["claims"]) == 1
    assert both.get("/claims", headers={"Both-Sides-Scope": "team/a"}).json()["claims"] == []
    teams = with_token(furnished, new_token(path, Role.READER, "team/a", "team/b"))
    problem = refused(teams.ask("GET", "/claims"), 400, "request_invalid")
    assert problem["facts"]["scopes"] == ["team/a", "team/b"]
    assert teams.get("/claims", headers={"Both-Sides-Scope": "team/b"}).json()["claims"] == []
    bad = teams.ask("GET", "/claims", headers={"Both-Sides-Scope": "no scope"})
    refused(bad, 422, "invalid_input")


@pytest.mark.parametrize(
    "authorization",
    [
        "Bearer",
        "Bearer ",
        "Bearer bs_wrong",
        "Bearer local",
        "Basic YWRhOmFkYQ==",
        "bs_" + "a" * 43,
        "Bearer " + "a" * 5_000,
        "Bearer bs_\u00e9",
        "Bearer ' OR 1=1 --",
    ],
)
def test_a_wrong_token_is_refused(furnished: Served, authorization: str) -> None:
    """A scope's name is no token, and neither is anything else."""
    stranger = with_token(furnished, None)
    headers = {"Authorization": authorization.encode("latin-1")}
    problem = refused(stranger.ask("GET", "/rulings", headers=headers), 401, "credential_refused")
    assert "wrong" not in json.dumps(problem)


def test_a_revoked_token_holds_no_more_from_that_moment_on(
    furnished: Served, tmp_path: Path
) -> None:
    """Also where another process revoked it, and for its sessions."""
    path = tmp_path / "ledger.db"
    token = new_token(path, Role.READER, name="lin")
    reader = with_token(furnished, token)
    session = furnished.office.access.open_session(token)
    answered(reader.ask("GET", "/rulings"), 200)
    cookie = {"Cookie": f"{SECURE_COOKIE}={session.secret}"}
    answered(with_token(furnished, None).ask("GET", "/rulings", headers=cookie), 200)
    access = open_access(read_settings(ledger=str(path), environment={}))
    access.revoke_token("TOK-0002", "It was lost.", actor="operator")
    access.ledger.store.close()
    problem = refused(reader.ask("GET", "/rulings"), 401, "credential_refused")
    assert "TOK-0002 was revoked" in problem["detail"]
    answer = with_token(furnished, None).ask("GET", "/rulings", headers=cookie)
    refused(answer, 401, "credential_refused")


def test_a_token_holds_until_it_expires(tmp_path: Path) -> None:
    """By the server's clock."""
    path, clock = tmp_path / "ledger.db", Clock("2026-10-03T00:00:00.000Z")
    token = new_token(path, Role.READER, expires="2999-10-04")
    with serving(path, serve=public(), address=PUBLIC_ADDRESS, clock=clock) as served:
        served.token = token
        answered(served.ask("GET", "/rulings"), 200)
        clock.now = "2999-10-04T00:00:00.000Z"
        problem = refused(served.ask("GET", "/rulings"), 401, "credential_refused")
        assert "has expired" in problem["detail"]


def test_guessing_is_slowed_down(furnished: Served) -> None:
    """After twenty wrong tokens from one address none is looked at, for a while."""
    guesser = with_token(furnished, "bs_guess")
    for _ in range(20):
        refused(guesser.ask("GET", "/rulings"), 401, "credential_refused")
    answer = guesser.ask("GET", "/rulings")
    refused(answer, 429, "too_many_requests")
    assert int(answer.headers["retry-after"]) > 0
    refused(furnished.ask("GET", "/rulings"), 429, "too_many_requests")
    counters = furnished.office.metrics.text().decode()
    assert "both_sides_refused_credentials_total 20.0" in counters
    assert "both_sides_throttled_total 2.0" in counters


def test_a_caller_may_send_only_so_many_requests(tmp_path: Path) -> None:
    """Each is counted by itself; whoever needs no token, by where they come from."""
    path = tmp_path / "ledger.db"
    one, two = new_token(path, Role.READER), new_token(path, Role.READER)
    serve = public(rate_limit="5/minute")
    with serving(path, serve=serve, address=PUBLIC_ADDRESS) as served:
        served.token = one
        for _ in range(5):
            answered(served.ask("GET", "/rulings"), 200)
        refused(served.ask("GET", "/rulings"), 429, "too_many_requests")
        refused(served.ask("POST", "/adjudications", json=QUESTION), 429, "too_many_requests")
        answered(with_token(served, two).ask("GET", "/rulings"), 200)
        stranger = with_token(served, None)
        statuses = [stranger.ask("GET", "/healthz").status_code for _ in range(310)]
        assert statuses.count(200) == 300
        assert statuses[-1] == 429


def test_sign_ins_and_tokens_are_sealed_like_everything_else(furnished: Served) -> None:
    """In a scope of their own; no secret stands in it, only digests."""
    access = furnished.office.access
    assert furnished.token is not None
    session = access.open_session(furnished.token)
    access.close_session(session.secret)
    rows = list(furnished.office.ledger.store.read(ACCESS_SCOPE))
    assert [row.type for row in rows] == ["token.created", "session.opened", "session.closed"]
    sealed = b"".join(row.link.body for row in rows)
    assert furnished.token.encode() not in sealed
    assert session.secret.encode() not in sealed


def test_no_secret_and_no_scope_stands_in_the_log(furnished: Served) -> None:
    """A line names the route, not the address."""
    assert furnished.token is not None
    key = furnished.post("/rulings/RUL-0001/shares", {}).json()["key"]
    stranger = with_token(furnished, None)
    answered(stranger.ask("GET", f"/shared/{key}"), 200)
    stranger.ask("GET", "/rulings", headers={"Authorization": "Bearer bs_wrong-secret"})
    furnished.ask("GET", "/claims", headers={"Both-Sides-Scope": "team/secret"})
    text = furnished.log.getvalue().decode()
    for secret in (furnished.token, key, "bs_wrong-secret", "team/secret", "local", "grace"):
        assert secret not in text
    assert "/api/v1/shared/{key}" in text


# --- binding -----------------------------------------------------------------


@pytest.mark.parametrize(
    "serve",
    [
        ServeSettings(host="0.0.0.0"),
        ServeSettings(host="::"),
        ServeSettings(host="192.0.2.7"),
        ServeSettings(public_url=PUBLIC_ADDRESS),
    ],
)
def test_others_are_served_only_once_there_is_a_token(tmp_path: Path, serve: ServeSettings) -> None:
    """A refusal leaves no ledger behind; with a token it works, with a revoked one it does not."""
    path = tmp_path / "ledger.db"
    settings = read_settings(ledger=str(path), actor="ada", environment={})
    with pytest.raises(TokenMissingError) as refusal:
        open_office(settings, serve)
    assert "both-sides token create" in refusal.value.hint
    assert not path.exists()
    new_token(path, Role.READER)
    office = open_office(settings, serve)
    assert not office.is_local
    office.access.revoke_token("TOK-0001", "Not needed.", actor="ada")
    office.close()
    with pytest.raises(TokenMissingError):
        open_office(settings, serve)


def test_the_one_person_of_local_mode_may_name_a_scope(served: Served) -> None:
    """They have the whole ledger in a file; but the scope of tokens is not for claims."""
    elsewhere = {"Both-Sides-Scope": "team/a"}
    served.post("/claims", {"statement": "a"}, headers=elsewhere)
    assert served.get("/claims").json()["claims"] == []
    assert len(served.get("/claims", headers=elsewhere).json()["claims"]) == 1
    reserved = served.ask("GET", "/claims", headers={"Both-Sides-Scope": ACCESS_SCOPE})
    refused(reserved, 404, "not_found")


def test_in_local_mode_a_wrong_token_is_refused_all_the_same(served: Served) -> None:
    """Whoever shows one wants to be recognised."""
    with_wrong = replace(served, token="bs_wrong")
    refused(with_wrong.ask("GET", "/rulings"), 401, "credential_refused")


def test_in_local_mode_a_token_counts(tmp_path: Path) -> None:
    """Its role and its scopes, and its name signs."""
    path = tmp_path / "ledger.db"
    token = new_token(path, Role.AUDITOR, "team/a", name="lin")
    with serving(path) as served:
        served.token = token
        served.claim()
        (event,) = served.get("/events").json()["events"]
        assert event["actor"] == "lin"
        assert served.office.ledger.store.head(ScopeId("team/a")).n == 1


# --- behind a proxy ----------------------------------------------------------


def test_others_reach_the_server_under_its_public_address_only(furnished: Served) -> None:
    """With its own host and its own origin; a change from elsewhere is refused."""
    answered(furnished.ask("GET", "/rulings", headers={"Origin": PUBLIC_ADDRESS}), 200)
    foreign = furnished.ask("GET", "/rulings", headers={"Host": "evil.example"})
    refused(foreign, 403, "origin_refused")
    foreign = furnished.ask("GET", "/rulings", headers={"Origin": "https://evil.example"})
    refused(foreign, 403, "origin_refused")
    answer = furnished.ask("GET", "/rulings", headers={"X-Forwarded-For": "203.0.113.9"})
    assert answered(answer, 200).headers["strict-transport-security"].startswith("max-age=")


# --- sessions, as the pages will use them ------------------------------------


def add_sign_in(app: FastAPI, office: Office) -> None:
    """Add what a page needs to sign in and out, and a form that changes something."""

    @app.post("/sign-in")
    async def sign_in(request: Request, token: FormField, csrf: FormField = "") -> Response:
        require_csrf(office, request, csrf)
        session = office.access.open_session(token)
        response = Response(session.session.session_id)
        set_session(office, response, session.secret)
        return response

    @app.get("/form")
    async def form(request: Request) -> Response:
        return Response(csrf_token(office, request))

    @app.post("/sign-out")
    async def sign_out(request: Request, csrf: FormField = "") -> Response:
        require_csrf(office, request, csrf)
        secret = session_secret(office, request)
        assert secret is not None
        office.access.close_session(secret)
        response = Response()
        drop_session(office, response)
        return response


def test_a_browser_signs_in_changes_something_and_signs_out(tmp_path: Path) -> None:
    """The cookie is out of reach for scripts and other sites; a change carries our mark."""
    path = tmp_path / "ledger.db"
    token = new_token(path, Role.AUDITOR, name="lin")
    with serving(path, serve=public(), address=PUBLIC_ADDRESS, additions=[add_sign_in]) as browser:
        http = browser.http
        mark = http.get("/form").text
        refused(http.post("/sign-in", data={"token": token, "csrf": "x"}), 403, "origin_refused")
        signed_in = http.post("/sign-in", data={"token": token, "csrf": mark})
        cookie = signed_in.headers["set-cookie"]
        assert cookie.startswith("__Host-bs_session=bse_")
        for attribute in ("HttpOnly", "SameSite=lax", "Secure", "Path=/"):
            assert attribute in cookie
        assert token not in cookie
        assert browser.get("/disputes").json()["disputes"]
        unmarked = browser.ask("POST", "/claims", json={"statement": "a"}, headers=HEADERS)
        refused(unmarked, 403, "origin_refused")
        own_mark = http.get("/form").text
        assert own_mark != mark
        for wrong in (mark, "", own_mark[:-1]):
            headers = HEADERS | {"X-CSRF-Token": wrong}
            answer = browser.ask("POST", "/claims", json={"statement": "a"}, headers=headers)
            refused(answer, 403, "origin_refused")
        browser.post("/claims", {"statement": "a"}, headers={"X-CSRF-Token": own_mark})
        assert browser.get("/events").json()["events"][-1]["actor"] == "lin"
        assert http.post("/sign-out", data={"csrf": own_mark}).status_code == 200
        refused(browser.ask("GET", "/claims"), 401, "credential_refused")


def test_a_session_ends_by_itself(tmp_path: Path) -> None:
    """After half a day, or with its token."""
    path, clock = tmp_path / "ledger.db", Clock("2026-10-03T00:00:00.000Z")
    token = new_token(path, Role.READER, expires="2999-01-01T06:00")
    with serving(path, serve=public(), address=PUBLIC_ADDRESS, clock=clock) as served:
        clock.now = "2998-12-31T00:00:00.000Z"
        long = served.office.access.open_session(token)
        assert long.session.expires == "2998-12-31T12:00:00.000Z"
        clock.now = "2999-01-01T00:00:00.000Z"
        short = served.office.access.open_session(token)
        assert short.session.expires == "2999-01-01T06:00:00.000Z"
        for session, status in ((long, 401), (short, 200)):
            cookie = {"Cookie": f"{SECURE_COOKIE}={session.secret}"}
            assert served.ask("GET", "/rulings", headers=cookie).status_code == status


def test_a_session_opens_one_scope(tmp_path: Path) -> None:
    """The one that was chosen, or the first of its token."""
    path = tmp_path / "ledger.db"
    token = new_token(path, Role.READER, "team/a", "local")
    with serving(path, city(), serve=public(), address=PUBLIC_ADDRESS) as served:
        first = served.office.access.open_session(token)
        local = served.office.access.open_session(token, LOCAL)
        for session, count in ((first, 0), (local, 1)):
            cookie = {"Cookie": f"{SECURE_COOKIE}={session.secret}"}
            rows = served.get("/disputes", headers=cookie).json()["disputes"]
            assert len(rows) == count
        other = {"Cookie": f"{SECURE_COOKIE}={first.secret}", "Both-Sides-Scope": "local"}
        refused(served.ask("GET", "/disputes", headers=other), 404, "not_found")
