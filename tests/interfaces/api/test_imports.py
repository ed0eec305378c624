"""Imports over REST: files and fetched entities, as work that goes on after the answer."""

import bz2
import gzip
import json
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from both_sides.interfaces.http import import_jobs
from both_sides.interfaces.http.uploads import PREFIX
from both_sides.service.importing import ImportReport
from both_sides.service.jobs import MOST_WAITING, WORKERS, Job, JobCancelledError
from both_sides.service.serve_settings import ServeSettings
from tests.served import LOCAL, Served, answered, refused, serving
from tests.upstream.stand_in import StandIn, running

FILE = {"Content-Type": "application/octet-stream"}
ENTITY = {
    "id": "Q1",
    "labels": {"en": {"language": "en", "value": "universe"}},
    "claims": {
        "P1082": [
            {
                "id": f"Q1${number}",
                "rank": "normal",
                "mainsnak": {
                    "snaktype": "value",
                    "property": "P1082",
                    "datavalue": {
                        "type": "quantity",
                        "value": {"amount": f"+{number}", "unit": "1"},
                    },
                },
            }
            for number in (1, 2)
        ]
    },
}


def entity(number: int) -> dict[str, Any]:
    """Make an entity without claims."""
    return {"id": f"Q{number}", "labels": {}, "claims": {}}


def lines(*entities: dict[str, Any]) -> bytes:
    """Write entities as dump lines."""
    return b"".join(json.dumps(found).encode() + b"\n" for found in entities)


def over(served: Served, started: Any) -> dict[str, Any]:  # noqa: ANN401 - a response
    """Wait until a job is over, and give it."""
    for _ in range(2_000):
        job: dict[str, Any] = served.get(started.headers["location"][len("/api/v1") :]).json()
        if job["state"] in {"done", "failed", "cancelled"}:
            return job
        time.sleep(0.005)
    raise AssertionError(job)


@pytest.fixture(autouse=True)
def no_file_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give uploads a folder of their own, which is empty at the end."""
    folder = tmp_path / "uploads"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.glob(f"{PREFIX}*")) == []


@pytest.mark.parametrize(
    ("pack", "media_type"),
    [
        (bytes, "application/octet-stream"),
        (gzip.compress, "application/gzip"),
        (bz2.compress, "application/x-bzip2"),
        (bytes, "application/x-ndjson"),
    ],
)
def test_a_file_is_imported_after_the_answer(served: Served, pack: Any, media_type: str) -> None:  # noqa: ANN401
    """The answer says where to ask how far it is; the claims are there afterwards."""
    headers = {"Content-Type": media_type}
    started = served.ask("POST", "/imports", content=pack(lines(ENTITY)), headers=headers)
    answered(started, 202)
    assert started.headers["location"] == "/api/v1/imports/JOB-0001"
    assert int(started.headers["retry-after"]) > 0
    job = over(served, started)
    assert job["state"] == "done"
    assert job["result"]["claims"] == 2
    assert job["result"]["recorded"] == 1
    assert job["problem"] is None
    assert served.get("/disputes?entity=Q1").json()["disputes"][0]["claims"] == 2
    again = over(served, served.ask("POST", "/imports", content=lines(ENTITY), headers=FILE))
    assert (again["result"]["recorded"], again["result"]["unchanged"]) == (0, 1)
    listed = served.get("/imports").json()["imports"]
    assert [job["id"] for job in listed] == ["JOB-0002", "JOB-0001"]


def test_only_what_is_asked_for_is_imported(served: Served) -> None:
    """Of the entities and of the properties."""
    path = "/imports?entity=Q1&entity=q3&property=P571"
    body = lines(ENTITY, entity(2), entity(3))
    job = over(served, served.ask("POST", path, content=body, headers=FILE))
    assert (job["result"]["entities"], job["result"]["leftOut"]) == (2, 2)
    for query in ("entity=P%20", "property=../x", "entity="):
        answer = served.ask("POST", f"/imports?{query}", content=body, headers=FILE)
        refused(answer, 422, "invalid_input")


def test_what_cannot_be_read_is_reported_and_stops_nothing(served: Served) -> None:
    """With the line; the file is called what it is to the server, not what the client says."""
    body = b'{"id": "Q1"\n' + lines(ENTITY)
    job = over(served, served.ask("POST", "/imports", content=body, headers=FILE))
    assert job["state"] == "done"
    (problem,) = job["result"]["problems"]
    assert (problem["file"], problem["line"]) == ("upload", 1)


def test_an_empty_file_is_refused(served: Served) -> None:
    """At once, without a job."""
    refused(served.ask("POST", "/imports", content=b"", headers=FILE), 422, "invalid_input")
    assert served.get("/imports").json() == {"imports": []}


def test_a_file_is_bounded_in_size() -> None:
    """By its announced size, or while it comes; nothing is left on the disk."""
    with serving(serve=ServeSettings(upload_mib=1)) as served:
        large = b" " * (1024 * 1024 + 1)
        refused(served.ask("POST", "/imports", content=large, headers=FILE), 413, "body_too_large")

        def pieces() -> Iterator[bytes]:
            for _ in range(20):
                yield b" " * 65_536

        answer = served.ask("POST", "/imports", content=pieces(), headers=FILE)
        refused(answer, 413, "body_too_large")
        just_right = b" " * (1024 * 1024)
        answered(served.ask("POST", "/imports", content=just_right, headers=FILE), 202)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_a_file_that_unpacks_to_too_much_is_left_off(pack: Any) -> None:  # noqa: ANN401 - a function
    """What came before is imported; memory stays flat."""
    with serving(serve=ServeSettings(upload_mib=1)) as served:
        bomb = pack(lines(ENTITY) + (b" " * 65_535 + b"\n") * 600)
        assert len(bomb) < 100_000
        job = over(served, served.ask("POST", "/imports", content=bomb, headers=FILE))
        assert job["state"] == "done"
        assert job["result"]["problemCounts"] == {"too_large_unpacked": 1}
        assert job["result"]["claims"] == 2


def test_a_deeply_nested_line_is_reported(served: Served) -> None:
    """Like any other that cannot be read."""
    deep = b'{"id":"Q1","claims":' + b"[" * 100_000 + b"\n" + lines(ENTITY)
    job = over(served, served.ask("POST", "/imports", content=deep, headers=FILE))
    assert job["result"]["claims"] == 2
    assert sum(job["result"]["problemCounts"].values()) == 1


@pytest.fixture
def upstream() -> Iterator[StandIn]:
    """Play Wikidata on this machine."""
    with running() as stand_in:
        yield stand_in


def environment(upstream: StandIn) -> dict[str, str]:
    """Name the stand-in as the upstream."""
    return {
        "BOTH_SIDES_WIKIDATA": upstream.address,
        "BOTH_SIDES_WIKIPEDIA": upstream.address,
    }


def test_an_entity_is_fetched_from_the_named_upstream(upstream: StandIn) -> None:
    """Nothing that a caller sends names another."""
    reply = json.dumps({"entities": {"Q1": ENTITY}}).encode()
    upstream.answer("/wiki/Special:EntityData/Q1.json", reply)
    with serving(environment=environment(upstream)) as served:
        job = over(served, served.ask("POST", "/imports", json={"entityId": "q1"}))
        assert job["state"] == "done", job
        assert job["kind"] == "fetch"
        assert job["result"]["entityId"] == "Q1"
        assert served.get("/disputes?entity=Q1").json()["disputes"]


@pytest.mark.parametrize(
    "target",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://127.0.0.1:1/",
        "http://[::1]/",
        "http://localhost/",
        "http://10.0.0.1/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "https://evil.example/",
        "http://www.wikidata.org/",
        "https://www.wikidata.org:8443/",
        "https://www.wikidata.org@127.0.0.1/",
        "//127.0.0.1/",
    ],
)
def test_a_redirect_out_of_the_upstream_is_not_followed(upstream: StandIn, target: str) -> None:
    """The job fails in words, and nobody else was asked."""
    path = "/wiki/Special:EntityData/Q1.json"
    upstream.answer(path, b"", status=302, Location=target)
    with serving(environment=environment(upstream)) as served:
        job = over(served, served.ask("POST", "/imports", json={"entityId": "Q1"}))
        assert job["state"] == "failed"
        assert job["problem"]["code"] == "upstream_unavailable"
        assert upstream.asked == [path]


@pytest.mark.parametrize(
    "entity_id",
    [
        "http://127.0.0.1/",
        "../../etc/passwd",
        "Q1/../Q2",
        "Q1?x=y",
        "Q1#x",
        "Q1\r\nHost: evil",
        "Q" + "1" * 60,
        "@evil.example",
        "",
        " Q1",
        "Q1%2f..",
    ],
)
def test_only_ids_are_fetched(upstream: StandIn, entity_id: str) -> None:
    """Anything else is refused at once, or by the job, and nobody is asked."""
    with serving(environment=environment(upstream)) as served:
        answer = served.ask("POST", "/imports", json={"entityId": entity_id})
        if answer.status_code == 202:
            job = over(served, answer)
            assert (job["state"], job["problem"]["code"]) == ("failed", "invalid_input")
        else:
            refused(answer, 422, "invalid_input")
        assert upstream.asked == []
        bodies: list[Any] = [{"url": upstream.address}, {"entityId": "Q1", "from": "x"}, {}, []]
        for body in bodies:
            refused(served.ask("POST", "/imports", json=body), 422, "invalid_input")


def hold(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let imports wait until they are let go, or cancelled."""
    let_go = threading.Event()

    def wait(*_: object, progress: Any, **__: object) -> None:  # noqa: ANN401 - a function
        while not let_go.wait(0.005):
            progress(ImportReport())

    monkeypatch.setattr(import_jobs, "import_stream", wait)
    return let_go


def test_an_import_is_cancelled(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that runs ends at its next report; one that waits never begins."""
    hold(monkeypatch)
    started = [
        served.ask("POST", "/imports", content=lines(ENTITY), headers=FILE)
        for _ in range(WORKERS + 1)
    ]
    for answer in reversed(started):
        path = answer.headers["location"][len("/api/v1") :]
        answered(served.ask("DELETE", path), 200)
        assert over(served, answer)["state"] == "cancelled"
        assert answered(served.ask("DELETE", path), 200).json()["state"] == "cancelled"


def test_an_import_that_finds_nothing_is_cancelled_too(served: Served) -> None:
    """Between two chunks of what is unpacked: a file of blank lines takes a while."""
    started = served.ask("POST", "/imports", content=gzip.compress(b"\n" * 2_500_000), headers=FILE)
    path = answered(started, 202).headers["location"][len("/api/v1") :]
    while served.get(path).json()["state"] == "waiting":
        time.sleep(0.005)
    answered(served.ask("DELETE", path), 200)
    assert over(served, started)["state"] == "cancelled"


def test_an_import_ends_when_its_time_is_over(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was recorded before stays."""
    monkeypatch.setattr(import_jobs, "MOST_SECONDS", -1)
    job = over(served, served.ask("POST", "/imports", content=lines(ENTITY), headers=FILE))
    assert (job["state"], job["problem"]["code"]) == ("failed", "limit_exceeded")


def test_too_many_imports_are_refused(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """With when to come again; the file is gone."""
    let_go = hold(monkeypatch)
    for _ in range(WORKERS + MOST_WAITING):
        answered(served.ask("POST", "/imports", content=b"x", headers=FILE), 202)
    deadline = time.monotonic() + 60
    while served.office.jobs.of(LOCAL)[-WORKERS].state.value == "waiting":
        assert time.monotonic() < deadline
        time.sleep(0.005)
    statuses = {
        served.ask("POST", "/imports", content=b"x", headers=FILE).status_code
        for _ in range(WORKERS + 1)
    }
    assert 503 in statuses
    answer = served.ask("POST", "/imports", content=b"x", headers=FILE)
    refused(answer, 503, "busy")
    assert int(answer.headers["retry-after"]) > 0
    let_go.set()


def test_a_fault_of_ours_fails_the_job_without_a_word_of_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has all of it."""

    def break_down(*_: object, **__: object) -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr(import_jobs, "import_stream", break_down)
    job = over(served, served.ask("POST", "/imports", content=lines(ENTITY), headers=FILE))
    assert (job["state"], job["problem"]["code"]) == ("failed", "internal_error")
    assert "secret" not in json.dumps(job)
    assert any("secret inside" in json.dumps(line) for line in served.lines())


def test_jobs_of_another_scope_are_not_there(served: Served) -> None:
    """To ask or to cancel."""
    started = served.ask("POST", "/imports", content=lines(ENTITY), headers=FILE)
    over(served, started)
    other = {"Both-Sides-Scope": "team/other"}
    assert served.get("/imports", headers=other).json() == {"imports": []}
    for method in ("GET", "DELETE"):
        refused(served.ask(method, "/imports/JOB-0001", headers=other), 404, "not_found")
        refused(served.ask(method, "/imports/JOB-0404"), 404, "not_found")
        refused(served.ask(method, "/imports/404"), 422, "invalid_input")


def test_when_the_server_ends_its_jobs_end() -> None:
    """At their next report, and the server waits for them."""
    with serving() as served:
        begun = threading.Event()

        def work(job: Job) -> dict[str, Any]:
            begun.set()
            while True:
                time.sleep(0.005)
                job.report({})

        job = served.office.jobs.start(LOCAL, "import", work, actor="ada", at="")
        assert begun.wait(60)
    assert job.state.value == "cancelled"
    with pytest.raises(JobCancelledError):
        job.check()
