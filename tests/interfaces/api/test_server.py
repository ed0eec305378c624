"""The server itself: whether it runs, whether it can work, what it counts."""

import json
from contextlib import ExitStack

import pytest

from both_sides import __version__
from both_sides.errors import StoreUnavailableError
from both_sides.interfaces.http.heavy import MOST_AT_ONCE
from both_sides.interfaces.wire.method import method_members
from both_sides.request_errors import BusyError
from tests.served import LOCAL, QUESTION, Served, answered, refused


@pytest.mark.parametrize("prefix", ["http://127.0.0.1:8080", ""])
def test_it_tells_that_it_runs_and_can_work(served: Served, prefix: str) -> None:
    """At the root, where watchers look, and beside everything else."""
    for path in ("/healthz", "/readyz"):
        assert served.get(f"{prefix}{path}").json() == {"status": "ok", "version": __version__}


def test_it_is_not_ready_without_its_ledger_or_when_it_ends(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But it still runs."""

    def gone(*_: object) -> None:
        raise StoreUnavailableError("the disk is gone", hint="bring it back")

    monkeypatch.setattr(served.office.ledger.store, "head", gone)
    refused(served.ask("GET", "/readyz"), 503, "store_unavailable")
    served.get("/healthz")
    monkeypatch.undo()
    served.office.is_open = False
    refused(served.ask("GET", "/readyz"), 503, "busy")
    served.get("/healthz")
    served.office.is_open = True


def test_the_method_is_the_same_as_everywhere(served: Served) -> None:
    """And may be kept for a while."""
    answer = served.get("/method")
    assert answer.json() == json.loads(json.dumps(method_members()))
    assert answer.headers["cache-control"] == "public, max-age=300"


@pytest.mark.parametrize("path", ["/metrics", "http://127.0.0.1:8080/metrics"])
def test_counters_say_what_happened_and_not_to_whom(served: Served, path: str) -> None:
    """By route, method and status."""
    served.rule()
    served.ask("GET", "/rulings/RUL-0404")
    served.ask("BREW", "/rulings")
    text = served.get(path).text
    route = 'route="/api/v1/rulings"'
    assert f'both_sides_requests_total{{method="POST",{route},status="201"}} 1.0' in text
    assert 'route="/api/v1/rulings/{ruling}",status="404"} 1.0' in text
    assert 'method="OTHER"' in text
    assert "both_sides_links_total 1.0" in text
    assert "both_sides_request_seconds_bucket" in text
    for personal in ("ada", "127.0.0.1", "RUL-0001", "Q35765", "local"):
        assert personal not in text


def test_only_so_many_long_answers_are_put_together_at_once(served: Served) -> None:
    """One more is told when to come again; short ones are served."""
    served.rule()
    heavy = served.office.heavy
    with ExitStack() as stack:
        for _ in range(MOST_AT_ONCE):
            stack.enter_context(heavy.place())
        require_busy(served)
    served.get("/rulings/RUL-0001/replay")


def require_busy(served: Served) -> None:
    """Require that long answers are refused, and short ones are not."""
    for path in ("/rulings/RUL-0001/replay", "/rulings/RUL-0001/dossier", "/audit-report"):
        answer = served.ask("GET", path)
        refused(answer, 503, "busy")
        assert answer.headers["retry-after"] == "2"
    answered(served.ask("POST", "/adjudications", json=QUESTION), 200)


def test_a_place_is_given_back_after_a_refusal(served: Served) -> None:
    """However often."""
    for _ in range(10):
        refused(served.ask("GET", "/claim-tree?root=CLM-0404"), 404, "not_found")
    with ExitStack() as stack:
        for _ in range(MOST_AT_ONCE):
            stack.enter_context(served.office.heavy.place())
        with pytest.raises(BusyError):
            stack.enter_context(served.office.heavy.place())


def test_a_line_of_the_log_says_what_was_answered(served: Served) -> None:
    """The route, the status, the time it took, the id; nothing else."""
    answer = served.get("/rulings")
    line = served.lines()[-1]
    assert line.pop("at").endswith("Z")
    assert line.pop("ms") >= 0
    assert line == {
        "event": "request",
        "level": "info",
        "method": "GET",
        "route": "/api/v1/rulings",
        "status": 200,
        "bytes": len(answer.content),
        "request_id": answer.headers["x-request-id"],
    }


def test_what_is_remembered_stays_within_bounds(served: Served) -> None:
    """However many different pages are asked for."""
    for number in range(40):
        served.claim(f"Claim {number} " + "x" * 5_000)
    remembered = served.office.remembered
    for limit in range(1, 41):
        for _ in range(2):
            served.get(f"/claims?limit={limit}")
    assert 0 < remembered.weight <= 16 * 1024 * 1024
    head = served.office.ledger.head(LOCAL)
    assert head == served.office.ledger.store.head(LOCAL)
