"""Who may see and send what through pages: sessions, marks of forms, roles, scopes."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from both_sides.domain.access import Role
from both_sides.interfaces.web.mounting import ROUTERS, add_pages
from tests.interfaces.web.paper import HTML, Paper, Reader
from tests.interfaces.web.stories import DISPUTE, A, register, rule
from tests.served import LOCAL, PUBLIC_ADDRESS, Served, new_token, public, serving

PAGES = ("/", "/desk", DISPUTE, "/rulings", "/claims", "/steps", "/report", "/ledger", "/agent")
# What anybody may send: it changes nothing but their own browser.
FOR_ANYBODY = {"/sign-in", "/sign-out", "/theme"}
NAMES = {
    "{entity}": "Q35765",
    "{property}": "P1082",
    "{ruling}": "RUL-0001",
    "{share}": "SHR-0001",
    "{claim:path}": "CLM-0001",
    "{job}": "JOB-0001",
}


def writes() -> list[str]:
    """List the addresses of all forms that pages send."""
    found = [route.path for router in ROUTERS for route in router.routes if "POST" in route.methods]  # type: ignore[attr-defined] # they are routes
    for name, value in NAMES.items():
        found = [path.replace(name, value) for path in found]
    return sorted(found)


def sign_in(served: Served, secret: str, scope: str = "", following: str = "") -> Paper:
    """Sign in through the page."""
    reader = Reader(served.http)
    page = reader.read(f"/sign-in?next={following}" if following else "/sign-in")
    return page.form("/sign-in").fill(token=secret, scope=scope).send()


def test_every_form_of_a_page_carries_the_mark_of_its_session(
    served: Served, reader: Reader
) -> None:
    """Whatever is sent without it, or with another one, changes nothing: on every address."""
    rule(reader)
    register(reader)
    head = served.office.ledger.store.head(LOCAL)
    addresses = writes()
    assert len(addresses) > 20
    for address in addresses:
        for mark in (None, "", "x" * 64):
            fields = {} if mark is None else {"csrf_token": mark}
            fields |= {"text": "x", "reason": "x", "rationale": "x", "choose": A, "statement": "x"}
            response = reader.http.post(address, data=fields, headers=HTML, follow_redirects=False)
            assert response.status_code == 403, (address, mark, response.status_code)
            assert "from another session or from another page" in response.text
    assert served.office.ledger.store.head(LOCAL) == head
    assert not served.office.jobs.of(LOCAL)


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}],
)
def test_a_form_of_another_site_is_not_taken(reader: Reader, headers: dict[str, str]) -> None:
    """Even with the right mark."""
    form = reader.read("/claims").form("/claims").fill(statement="Planted.")
    response = reader.http.post("/claims", data=form.typed, headers=HTML | headers)
    assert response.status_code == 403
    assert "No claim is registered yet" in reader.read("/claims").text


def test_whoever_is_not_signed_in_is_led_to_the_door(shared_desk: Served) -> None:
    """And on to the page they wanted; nothing of the ledger is shown before."""
    reader = Reader(shared_desk.http)
    for address in PAGES:
        page = reader.read(address)
        assert page.path == "/sign-in", address
        assert "Osaka" not in page.text
    assert shared_desk.token is not None
    page = sign_in(shared_desk, shared_desk.token, following=DISPUTE)
    assert page.path == DISPUTE
    assert "grace" in page.text


def test_a_session_ends_when_somebody_signs_out(shared_desk: Served) -> None:
    """Its cookie is out of reach of scripts and other sites, and opens nothing afterwards."""
    assert shared_desk.token is not None
    page = sign_in(shared_desk, shared_desk.token)
    assert page.path == "/desk"
    kept = dict(shared_desk.http.cookies)
    (cookie,) = [one for one in shared_desk.http.cookies.jar if one.value and len(one.value) > 30]
    assert cookie.secure
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert str(cookie.get_nonstandard_attr("SameSite")).lower() == "lax"
    left = page.form("/sign-out").send()
    assert left.path == "/sign-in"
    # What the browser keeps in memory for its button "back" goes, too.
    (redirect,) = left.response.history
    assert redirect.headers["clear-site-data"] == '"cache"'
    with TestClient(shared_desk.http.app, base_url=PUBLIC_ADDRESS, cookies=kept) as thief:
        response = thief.get("/desk", headers=HTML, follow_redirects=False)
        assert response.headers["location"].startswith("/sign-in")


def test_a_wrong_token_is_refused_beside_its_field_and_not_shown_again(
    shared_desk: Served,
) -> None:
    """Guessing soon has to wait."""
    page = sign_in(shared_desk, "bs_wrong")
    assert page.status == 401
    assert page.beside("token")
    assert "bs_wrong" not in page.response.text
    statuses = {sign_in(shared_desk, f"bs_{number}").status for number in range(40)}
    assert 429 in statuses


def test_no_page_and_no_address_names_a_token_a_session_or_a_foreign_scope(
    shared_desk: Served,
) -> None:
    """Whatever is read, and wherever it leads."""
    token = shared_desk.token
    assert token is not None
    sign_in(shared_desk, token)
    reader = Reader(shared_desk.http)
    rule(reader)
    register(reader)
    session = max((one.value or "" for one in shared_desk.http.cookies.jar), key=len)
    for address in (*PAGES, "/rulings/RUL-0001", "/claims/CLM-0001", "/ledger/1", "/method"):
        page = reader.read(address)
        assert token not in page.response.text
        assert session not in page.response.text
        assert not re.search(r"bs_[A-Za-z0-9_-]{20,}", page.response.text), address
        for link in page.links():
            assert "scope=" not in link
            assert "token" not in link


@pytest.mark.parametrize(
    "named", ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"]
)
def test_signing_in_leads_to_our_own_pages_only(shared_desk: Served, named: str) -> None:
    """Whatever address was planted."""
    assert shared_desk.token is not None
    assert sign_in(shared_desk, shared_desk.token, following=named).path == "/desk"


def test_a_reader_sees_no_form_and_may_not_send_one(shared_desk: Served, tmp_path: Path) -> None:
    """Each write is refused with the role that it needs."""
    auditor = shared_desk.token
    assert auditor is not None
    sign_in(shared_desk, auditor)
    reader = Reader(shared_desk.http)
    rule(reader)
    register(reader)
    reader.read("/desk").form("/sign-out").send()
    sign_in(shared_desk, new_token(tmp_path / "ledger.db", Role.READER, name="rita"))
    for address in (*PAGES, "/rulings/RUL-0001", "/claims/CLM-0001"):
        page = reader.read(address)
        sent = {form.action.partition("#")[0] for form in page.forms() if form.method == "POST"}
        assert sent <= FOR_ANYBODY | {"/agent", "/ledger/verify"}, (address, sent)
    mark = reader.read("/desk").form("/sign-out").value("csrf_token")
    head = shared_desk.office.ledger.store.head(LOCAL)
    for address in writes():
        if address in FOR_ANYBODY | {"/agent", "/ledger/verify"}:
            continue
        response = reader.http.post(address, data={"csrf_token": mark}, headers=HTML)
        assert response.status_code == 403, address
        assert "You may not do this" in response.text
    assert shared_desk.office.ledger.store.head(LOCAL) == head


def test_a_foreign_scope_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    """No page of one scope shows anything of another, by list, search or address."""
    path = tmp_path / "ledger.db"
    ours, theirs = (new_token(path, Role.ADMIN, name) for name in ("local", "theirs"))
    with serving(path, serve=public(), address=PUBLIC_ADDRESS, additions=[add_pages]) as served:
        sign_in(served, ours)
        reader = Reader(served.http)
        rule(reader)
        claim = register(reader, "A secret of ours.")
        seal = served.office.ledger.store.head(LOCAL).seal_hex
        claim.form("/sign-out").send()
        sign_in(served, theirs)
        for address in (*PAGES, f"/find?q={seal}", "/find?q=secret", "/find?q=RUL-0001"):
            if address == DISPUTE:
                continue
            text = reader.read(address).text
            assert "A secret of ours." not in text, address
            assert seal[:16] not in text.replace(seal, ""), address
        for address in (DISPUTE, "/rulings/RUL-0001", "/claims/CLM-0001", "/ledger/1"):
            assert reader.read(address, 404).title == "There is nothing here"
        mark = reader.read("/desk").form("/sign-out").value("csrf_token")
        fields = {"csrf_token": mark, "text": "x", "reason": "x", "rationale": "x"}
        for address in writes():
            if address in FOR_ANYBODY or "RUL" not in address + "RUL" * ("CLM" in address):
                continue
            response = reader.http.post(address, data=fields, headers=HTML)
            assert response.status_code == 404, address


def test_sign_in_is_open_only_where_there_is_a_door(reader: Reader) -> None:
    """For the one person of this machine the page says that nobody has to sign in."""
    assert "nobody has to sign in" in reader.read("/sign-in").text
