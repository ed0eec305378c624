"""What bad input gets: a problem that says what would be taken; never a fault of ours."""

import gzip
import json
from typing import Any

import pytest

from both_sides.errors import StoreUnavailableError
from both_sides.interfaces.http.bodies import MOST_BYTES
from both_sides.service.desk import Desk
from tests.served import LOCAL_ADDRESS, Served, refused

KEY = {"Idempotency-Key": "k"}
JSON = KEY | {"Content-Type": "application/json"}
PATHS = [
    ("/rulings", "GET, HEAD, POST"),
    ("/rulings/RUL-0001", "DELETE, GET, HEAD, PATCH"),
    ("/claims", "GET, HEAD, POST"),
    ("/claims/CLM-0001", "DELETE, GET, HEAD, PATCH"),
    ("/claims/CLM-0001/evidence", "GET, HEAD, POST"),
    ("/imports/JOB-0001", "DELETE, GET, HEAD"),
    ("/policy", "GET, HEAD, PUT"),
    ("/adjudications", "POST"),
    ("/disputes", "GET, HEAD"),
    ("/openapi.json", "GET, HEAD"),
]


@pytest.mark.parametrize(("path", "allowed"), PATHS)
@pytest.mark.parametrize("method", ["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_a_wrong_method_is_told_all_right_ones(
    served: Served, path: str, allowed: str, method: str
) -> None:
    """Those of every route of the address."""
    if method in allowed:
        return
    answer = served.ask(method, path)
    problem = refused(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == allowed
    assert problem["facts"]["allow"] == allowed


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api",
        "/api/v1",
        "/api/v1/",
        "/api/v1/rulings/",
        "/api/v2/rulings",
        "/docs",
        "/redoc",
        "/openapi.json",
        "/api/v1/../../etc/passwd",
        "/api/v1/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/api/v1/rulings/RUL-0001/replay/more",
        "//evil.example/",
    ],
)
def test_an_address_with_nothing_at_it_is_told_so(served: Served, path: str) -> None:
    """Nothing of the machine is ever served as a file."""
    answer = served.ask("GET", f"{LOCAL_ADDRESS}{path}")
    assert answer.status_code == 404, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nothing",
        b"\xff\xfe",
        b'{"statement": "a", "statement": "b"}',
        b'{"statement": NaN}',
        b'{"statement": 1e999}',
        b'{"statement": "\\ud800"}',
        b"[" * 500 + b"]" * 500,
        b'{"a":' * 100_000,
        b'"just a text"',
        b"null",
        b"[]",
        b"1" + b"0" * 5000,
    ],
)
def test_a_body_that_cannot_be_read_is_refused(served: Served, body: bytes) -> None:
    """Broken, ambiguous, too deep, or of the wrong kind: the problem says which."""
    answer = served.ask("POST", "/claims", content=body, headers=JSON)
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] in {"malformed_document", "limit_exceeded", "invalid_input"}
    ranked = served.ask("POST", "/adjudications", content=body, headers=JSON)
    assert ranked.status_code == 422, ranked.text


@pytest.mark.parametrize(
    "media_type",
    ["text/plain", "application/xml", "application/x-www-form-urlencoded", "json", "", "a" * 500],
)
def test_a_body_of_another_type_is_refused(served: Served, media_type: str) -> None:
    """With the type that is read."""
    headers = KEY | {"Content-Type": media_type}
    for path in ("/claims", "/adjudications", "/imports"):
        answer = served.ask("POST", path, content=b'{"statement": "a"}', headers=headers)
        problem = refused(answer, 415, "media_type_unsupported")
        assert "application/json" in problem["hint"]


def test_a_type_may_name_its_character_set(served: Served) -> None:
    """UTF-8, that is; no other."""
    body = json.dumps({"statement": "a"}).encode()
    for charset, status in (("utf-8", 201), ('"UTF-8"', 201), ("latin-1", 415)):
        headers = {"Idempotency-Key": charset.strip('"')}
        headers["Content-Type"] = f"application/json; charset={charset}"
        answer = served.ask("POST", "/claims", content=body, headers=headers)
        assert answer.status_code == status, answer.text


def test_a_body_that_is_too_large_is_refused(served: Served) -> None:
    """By its announced size before any of it is read, or while it comes."""
    large = b" " * (MOST_BYTES + 1)
    answer = served.ask("POST", "/claims", content=large, headers=JSON)
    problem = refused(answer, 413, "body_too_large")
    assert problem["facts"]["most_bytes"] == MOST_BYTES

    def pieces() -> Any:  # noqa: ANN401 - a generator of bytes
        for _ in range(40):
            yield b" " * 65_536

    for path in ("/claims", "/adjudications"):
        answer = served.ask("POST", path, content=pieces(), headers=JSON)
        refused(answer, 413, "body_too_large")
    assert answer.headers["connection"] == "close"


def test_a_packed_body_is_not_unpacked(served: Served) -> None:
    """So nothing can unpack to more than it is."""
    bomb = gzip.compress(b" " * 10_000_000)
    for encoding in ("gzip", "deflate", "br", "zstd"):
        headers = JSON | {"Content-Encoding": encoding}
        answer = served.ask("POST", "/claims", content=bomb, headers=headers)
        refused(answer, 415, "media_type_unsupported")


@pytest.mark.parametrize("length", ["-1", "1e3", "five", "\u0661"])
def test_a_length_that_is_no_number_is_refused(served: Served, length: str) -> None:
    """Also where its digits are not ASCII."""
    headers = JSON | {"Content-Length": length.encode("utf-8")}
    refused(served.ask("POST", "/claims", content=b"{}", headers=headers), 400, "request_invalid")


def test_headers_and_addresses_are_bounded(served: Served) -> None:
    """In number and in size."""
    many = {f"X-{number}": "1" for number in range(120)}
    refused(served.ask("GET", "/rulings", headers=many), 431, "headers_too_large")
    long = {"X-Long": "a" * 40_000}
    refused(served.ask("GET", "/rulings", headers=long), 431, "headers_too_large")
    refused(served.ask("GET", f"/rulings?cursor={'a' * 9_000}"), 414, "address_too_long")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8080", "", "[::2]"]
)
def test_in_local_mode_only_this_machine_is_a_host(served: Served, host: str) -> None:
    """A page whose name was made to point here is not let in, not even to read."""
    answer = served.ask("GET", "/rulings", headers={"Host": host})
    refused(answer, 403, "origin_refused")


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080"])
def test_every_name_of_this_machine_is_a_host(served: Served, host: str) -> None:
    """With any port: one may be forwarded to another."""
    assert served.ask("GET", "/rulings", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Host"]
)
def test_in_local_mode_nothing_that_was_forwarded_is_let_in(served: Served, header: str) -> None:
    """Behind a proxy the server is not for one person any more."""
    answer = served.ask("GET", "/rulings", headers={header: "203.0.113.9"})
    problem = refused(answer, 403, "origin_refused")
    assert "--public-url" in problem["hint"]


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Origin", "http://evil.example"),
        ("Origin", "null"),
        ("Origin", "http://127.0.0.1:9999"),
        ("Origin", "https://127.0.0.1:8080"),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
    ],
)
def test_a_page_of_another_site_changes_nothing(served: Served, header: str, value: str) -> None:
    """Whatever browsers tell of it gives it away."""
    answer = served.ask("POST", "/claims", json={"statement": "a"}, headers=KEY | {header: value})
    refused(answer, 403, "origin_refused")
    assert served.get("/claims").json()["claims"] == []


def test_a_page_of_ours_is_let_in(served: Served) -> None:
    """And so is a program that sends no origin."""
    own = {"Origin": LOCAL_ADDRESS, "Sec-Fetch-Site": "same-origin"}
    served.post("/claims", {"statement": "a"}, headers=own)
    served.get("/claims", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"})


def test_two_hosts_are_one_too_many(served: Served) -> None:
    """Which one was meant cannot be guessed."""
    headers = [("Host", "127.0.0.1"), ("Host", "evil.example")]
    answer = served.http.get("/api/v1/rulings", headers=headers)
    refused(answer, 400, "request_invalid")


def test_every_answer_carries_the_headers_that_bind_browsers(served: Served) -> None:
    """Successes, refusals and faults alike."""
    for answer in (
        served.ask("GET", "/rulings"),
        served.ask("GET", "/nothing"),
        served.ask("GET", "/rulings", headers={"Host": "evil.example"}),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert "strict-transport-security" not in answer.headers
        assert "server" not in answer.headers


def test_a_request_keeps_its_id_if_it_is_one(served: Served) -> None:
    """Anything else gets a new one, so that nothing is injected into headers or logs."""
    kept = served.ask("GET", "/rulings", headers={"X-Request-Id": "trace-0001.a_b"})
    assert kept.headers["x-request-id"] == "trace-0001.a_b"
    for given in ("short", "a b c d e f g h", "a" * 65, '{"level":"error"}', "x\tyyyyyyyyy"):
        answer = served.ask("GET", "/rulings", headers={"X-Request-Id": given})
        assert answer.headers["x-request-id"] != given
        assert len(answer.headers["x-request-id"]) == 16


def test_what_callers_write_stays_out_of_headers(served: Served) -> None:
    """Ids with line ends, quotes and brackets cannot end a header or a link."""
    evil = "x%0d%0aSet-Cookie:%20a=b"
    for path in (f"/claims/{evil}", f"/claim-search?text={evil}&limit=1", f"/disputes/{evil}/P1"):
        answer = served.ask("GET", path)
        assert "set-cookie" not in answer.headers
        assert answer.status_code in {200, 404, 422}
    for _ in range(2):
        served.claim("Fine > words; rel=self, <http://evil.example>")
    page = served.get("/claim-search?text=%3E%3B%20rel%3D%22x%22%20%3C&limit=1")
    assert "link" not in page.headers
    page = served.get("/claim-search?text=%3E&limit=1")
    assert page.headers["link"].startswith("</api/v1/claim-search?text=%3E&limit=1&cursor=")
    assert page.headers["link"].endswith('>; rel="next"')


def test_a_fault_of_ours_is_answered_without_a_word_of_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has all of it, under the same request id."""

    def break_down(*_: object, **__: object) -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr(Desk, "disputes", break_down)
    problem = refused(served.ask("GET", "/disputes"), 500, "internal_error")
    assert "secret" not in json.dumps(problem)
    fault = next(line for line in served.lines() if line["event"] == "fault")
    assert fault["request_id"] == problem["requestId"]
    assert "secret inside" in fault["exception"]
    monkeypatch.undo()
    assert served.get("/disputes").json()["disputes"]


def test_the_place_of_the_ledger_is_nobodys_business(
    on_disk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong with the store is told without its path."""
    path = on_disk.office.settings.ledger

    def locked(*_: object) -> None:
        raise StoreUnavailableError(f"{path}: it is locked", hint=f"lsof {path}", ledger=path)

    monkeypatch.setattr(on_disk.office.ledger.store, "view", locked)
    problem = refused(on_disk.ask("GET", "/claims/CLM-0001"), 503, "store_unavailable")
    assert problem["detail"] == "the ledger: it is locked"
    assert path not in json.dumps(problem)


def test_head_is_get_without_the_body(served: Served) -> None:
    """With the same headers, the length too; also where there is nothing."""
    for path in ("/rulings", "/claims/Q35765$a", "/rulings/RUL-0404", "/nothing"):
        whole, head = served.ask("GET", path), served.ask("HEAD", path)
        assert (head.status_code, head.content) == (whole.status_code, b"")
        assert head.headers["content-length"] == whole.headers["content-length"]
        assert head.headers.get("etag") == whole.headers.get("etag")
    assert served.ask("HEAD", "/adjudications").status_code == 405
