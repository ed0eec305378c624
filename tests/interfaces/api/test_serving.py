"""The server as its users run it: a process on loopback, from its first line to its last."""

import json
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from both_sides.corpus import WIKIDATA
from both_sides.domain.access import Role
from both_sides.interfaces.cli.app import run as run_here
from both_sides.service.wiring import open_desk, read_settings
from both_sides.store.sqlite import SqliteStore
from tests.replayed import require_replay
from tests.running_server import RunningServer, clean_environment, command, running_server
from tests.served import LOCAL, QUESTION, A, answered, new_token, refused, serving

pytestmark = pytest.mark.slow

RULING = QUESTION | {"choose": A, "rationale": "The newer census counts residents."}
CORPUS = Path(__file__).resolve().parents[3] / "src" / "both_sides" / "corpus" / WIKIDATA


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Path]:
    """Give a ledger with the sample; all of it is replayed at the end."""
    path = tmp_path / "ledger.db"
    with serving(path):
        pass
    yield path
    store = SqliteStore(path)
    require_replay(store)
    store.close()


@contextmanager
def client(server: RunningServer, **options: Any) -> Iterator[httpx2.Client]:  # noqa: ANN401
    """Talk to a server."""
    with httpx2.Client(base_url=f"{server.address}/api/v1", timeout=30, **options) as http:
        yield http


def raw(server: RunningServer, *pieces: bytes, pause_s: float = 0.0) -> bytes:
    """Send bytes, and read until the server closes or has nothing more to say."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        for piece in pieces:
            sock.sendall(piece)
            time.sleep(pause_s)
        answer = b""
        try:
            while piece := sock.recv(65_536):
                answer += piece
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, check=False, env=clean_environment()
    )


def test_the_whole_story_of_the_desk(tmp_path: Path) -> None:
    """Import, dispute, ruling, revision, retirement, replay, dossier; others verify the dossier."""
    path = tmp_path / "ledger.db"
    with running_server(path) as server, client(server) as http:
        headers = {"Content-Type": "application/x-ndjson"}
        started = answered(http.post("/imports", content=CORPUS.read_bytes(), headers=headers), 202)
        address = started.headers["location"].removeprefix("/api/v1")
        while (job := http.get(address).json())["state"] in {"waiting", "running"}:
            time.sleep(0.02)
        assert job["state"] == "done", job
        dispute = http.get("/disputes?kind=contradiction&limit=1").json()["disputes"][0]
        question = {name: dispute[name] for name in ("entityId", "propertyId")}
        hearing = answered(http.post("/adjudications", json=question), 200).json()
        body = question | {"choose": hearing["adjudication"]["leader"], "rationale": "It leads."}
        made = answered(http.post("/rulings", json=body, headers={"Idempotency-Key": "one"}), 201)
        ruling = made.headers["location"].removeprefix("/api/v1")
        revised = http.patch(
            ruling, json={"rationale": "It leads."[:-1]}, headers={"If-Match": made.headers["etag"]}
        )
        answered(revised, 200)
        retired = http.request(
            "DELETE",
            ruling,
            json={"reason": "The census was corrected."},
            headers={"If-Match": revised.headers["etag"]},
        )
        assert answered(retired, 200).json()["tombstone"]["actor"] == "ada"
        assert answered(http.get(f"{ruling}/replay"), 200).json()["ok"] is True
        dossier = tmp_path / "dossier.json"
        dossier.write_bytes(answered(http.get(f"{ruling}/dossier?chain=complete"), 200).content)
        code, log = server.end(signal.SIGTERM)
    assert code == 0
    assert all(json.loads(line)["status"] < 400 for line in log.splitlines())
    replayed = run("replay", "--input", str(dossier))
    assert (replayed.returncode, json.loads(replayed.stdout)["ok"]) == (0, True)
    assert run("replay", "--ledger", str(path)).returncode == 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_good_order(ledger: Path, how: signal.Signals) -> None:
    """What is being answered is finished; the exit code says that all is well."""
    with running_server(ledger) as server, client(server) as http:
        answers: list[int] = []

        def ask() -> None:
            for number in range(40):
                body = {"statement": f"Claim {number}."}
                key = {"Idempotency-Key": str(number)}
                try:
                    answers.append(http.post("/claims", json=body, headers=key).status_code)
                except httpx2.TransportError:
                    return

        asking = threading.Thread(target=ask)
        asking.start()
        while not answers:
            time.sleep(0.005)
        code, _ = server.end(how)
        asking.join()
    assert code == 0
    assert set(answers) == {201}
    store = SqliteStore(ledger)
    assert len(list(store.views(LOCAL, "claim"))) >= len(answers)
    store.close()


def test_a_taken_address_is_told_in_words(ledger: Path) -> None:
    """With what to do, and no stack trace."""
    with running_server(ledger) as server:
        second = run("serve", "--ledger", str(ledger), "--port", str(server.port))
    assert second.returncode == 5
    assert f"port {server.port}" in second.stderr
    assert "--port" in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--host", "0.0.0.0"), 3, "both-sides token create"),
        (("--public-url", "https://desk.example.org"), 3, "both-sides token create"),
        (("--host", "desk.example.org"), 2, "give an address"),
        (("--port", "70000"), 2, "from 0 to 65535"),
        (("--port", "http"), 2, "from 0 to 65535"),
        (("--public-url", "desk.example.org"), 2, "give an origin"),
        (("--public-url", "https://a.example/desk"), 2, "give an origin"),
        (("--log-level", "loud"), 2, "debug, info"),
    ],
)
def test_what_cannot_be_served_is_refused_at_once(
    ledger: Path,
    arguments: tuple[str, ...],
    code: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In words, with what would be accepted."""
    assert run_here(["serve", "--ledger", str(ledger), *arguments]) == code
    refusal = capsys.readouterr().err
    assert words in refusal
    assert "Traceback" not in refusal


def test_others_are_served_with_a_token(ledger: Path) -> None:
    """On every address of the machine; who shows none is asked for one."""
    token = new_token(ledger, Role.READER)
    with running_server(ledger, "--host", "0.0.0.0") as server:
        loopback = RunningServer(f"http://127.0.0.1:{server.port}", server.process)
        with client(loopback) as http:
            refused(http.get("/rulings"), 401, "credential_refused")
            http.headers["Authorization"] = f"Bearer {token}"
            answered(http.get("/rulings"), 200)
            assert http.get(f"http://127.0.0.1:{server.port}/healthz").status_code == 200


def test_a_lost_answer_is_had_by_sending_again(ledger: Path) -> None:
    """The client hangs up before the answer; what was recorded is recorded once."""
    body = json.dumps(RULING).encode()
    head = (
        b"POST /api/v1/rulings HTTP/1.1\r\nHost: 127.0.0.1\r\nIdempotency-Key: lost\r\n"
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    )
    with running_server(ledger) as server, client(server) as http:
        with socket.create_connection(("127.0.0.1", server.port)) as sock:
            sock.sendall(head + body)
        while not http.get("/rulings").json()["rulings"]:
            time.sleep(0.01)
        key = {"Idempotency-Key": "lost"}
        again = answered(http.post("/rulings", json=RULING, headers=key), 201)
        assert again.json()["receipt"]["replayed"] is True
        assert len(http.get("/rulings").json()["rulings"]) == 1


def test_a_request_that_never_comes_whole_leaves_no_trace(ledger: Path) -> None:
    """The client hangs up in the middle of the head, of the body, of a file."""
    with running_server(ledger) as server, client(server) as http:
        for path, kind in (("rulings", "application/json"), ("imports", "application/gzip")):
            head = (
                f"POST /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nIdempotency-Key: half\r\n"
                f"Content-Type: {kind}\r\nContent-Length: 100000\r\n\r\n"
            ).encode()
            for sent in (head[:30], head, head + b'{"entityId"', head + b"x" * 50_000):
                with socket.create_connection(("127.0.0.1", server.port)) as sock:
                    sock.sendall(sent)
        assert http.get("/rulings").json()["rulings"] == []
        assert http.get("/imports").json()["imports"] == []
        code, log = server.end(signal.SIGTERM)
    assert code == 0
    assert "fault" not in log


def test_a_killed_server_has_kept_what_it_answered(ledger: Path) -> None:
    """Started anew, it answers the same request with the same receipt."""
    key = {"Idempotency-Key": "killed"}
    with running_server(ledger) as server, client(server) as http:
        first = answered(http.post("/rulings", json=RULING, headers=key), 201).json()
        server.end(signal.SIGKILL)
    with running_server(ledger) as server, client(server) as http:
        second = answered(http.post("/rulings", json=RULING, headers=key), 201).json()
    assert second["receipt"]["replayed"] is True
    assert second["receipt"]["events"] == first["receipt"]["events"]


def test_what_another_program_writes_is_seen_at_once(ledger: Path) -> None:
    """Nothing that the server remembers outlives it."""
    desk = open_desk(read_settings(ledger=str(ledger), actor="grace", environment={}))
    ruling = {"Idempotency-Key": "k"}
    with running_server(ledger) as server, client(server) as http:
        answered(http.post("/rulings", json=RULING, headers=ruling), 201)
        ruling_id = desk.rulings().items[0].ruling_id
        for number in range(25):
            desk.revise(ruling_id, f"Reason {number}.", actor="grace")
            assert http.get("/rulings").json()["rulings"][0]["rationale"] == f"Reason {number}."
            assert http.get("/rulings/RUL-0001").json()["rationale"] == f"Reason {number}."
    desk.ledger.store.close()


NO_REQUESTS = [
    (b"nonsense\r\n\r\n", b"400"),
    (b"GET / HTTP/9.9\r\n\r\n", b"400"),
    (b"GET /\x00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\r\n b\x01\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", b"403"),
    (
        b"POST /api/v1/adjudications HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /evil HTTP/1.1\r\n\r\n",
        b"400",
    ),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 200_000, b"431"),
    (b"GET /" + b"a" * 200_000, b"431"),
]


def test_what_is_no_request_is_refused(ledger: Path) -> None:
    """As a problem, and the connection is closed."""
    with running_server(ledger) as server, client(server) as http:
        for sent, status in NO_REQUESTS:
            answer = raw(server, sent)
            assert answer.startswith(b"HTTP/1.1 " + status), (sent[:80], answer[:300])
            assert b"application/problem+json" in answer
        answered(http.get("/rulings"), 200)


def test_whoever_sends_too_slowly_is_not_waited_for(ledger: Path) -> None:
    """In the head, and in the body; others are served meanwhile."""
    prelude = (
        "import both_sides.interfaces.http.listening as l, both_sides.interfaces.http.bodies as b\n"
        "l.HEAD_SECONDS = 0.4\n"
        "b.Bodies.__init__.__kwdefaults__['seconds'] = 0.4"
    )
    with running_server(ledger, prelude=prelude) as server:
        silent = raw(server)
        assert silent.startswith(b"HTTP/1.1 408"), silent
        half = raw(server, b"GET / HTTP/1.1\r\n", b"X: 1\r\n", pause_s=0.1)
        assert half.startswith(b"HTTP/1.1 408"), half
        head = (
            b"POST /api/v1/adjudications HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"
        )
        slow = raw(server, head, b"{", b" ")
        assert slow.startswith(b"HTTP/1.1 408"), slow
        with client(server) as http:
            answered(http.get("/rulings"), 200)
            time.sleep(0.6)  # a connection that is kept open between requests is no slow sender
            answered(http.get("/rulings"), 200)


def test_a_log_that_nobody_reads_stops_nothing(ledger: Path) -> None:
    """More lines than a pipe holds; whoever reads again is told how many were left out."""
    with running_server(ledger) as server, client(server) as http:
        for _ in range(1_000):
            assert http.get("/healthz").status_code == 200
        log = server.process.stderr
        assert log is not None
        first = json.loads(log.readline())
        assert (first["event"], first["status"]) == ("request", 200)
        counted = 1
        while (line := json.loads(log.readline()))["event"] == "request":
            counted += 1
            if counted % 100 == 0:
                http.get("/healthz")
        assert line["event"] == "lines_left_out"
        assert line["count"] + counted >= 1_000
