"""Tests 16 to 19 of spec/ledger.md, 8: old libraries, equal requests, stale heads, edited views."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from both_sides.errors import IdempotencyConflictError, LedgerError, StaleHeadError
from both_sides.service.diagnosis import Health, diagnose
from both_sides.service.requests import Receipt
from both_sides.service.verifying.findings import Level, Outcome
from both_sides.service.verifying.views import check_views
from both_sides.service.wiring import read_settings
from both_sides.store.sqlite import SqliteStore
from tests.trust.workplace import LOCAL, Workplace, claims_request

# --- 16: old SQLite -------------------------------------------------------------


@pytest.mark.parametrize(("version", "mode"), [((3, 40, 1), "truncate"), ((3, 51, 3), "wal")])
def test_an_old_library_writes_no_write_ahead_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int], mode: str
) -> None:
    """Not even to a ledger that a newer one left with a log; the doctor says so."""
    path = tmp_path / "ledger.db"
    SqliteStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    store = SqliteStore(path, create=False)
    with store._connect() as opened:
        assert opened.exec_driver_sql("PRAGMA journal_mode").scalar_one() == mode
    store.close()
    findings = diagnose(read_settings(ledger=str(path), environment={}))
    (found,) = (finding for finding in findings if finding.check == "sqlite")
    assert (found.health is Health.GOOD) is (mode == "wal")
    assert ("none is used" in found.finding) is (mode == "truncate")


# --- 17: one request, many times ------------------------------------------------


def test_a_hundred_equal_requests_make_one_event(place: Workplace) -> None:
    """At the same moment, under one key: a hundred equal receipts; another body is a conflict."""
    barrier = threading.Barrier(20)

    def send(_number: int) -> list[Receipt]:
        barrier.wait()
        return [place.add(1, key="once") for _ in range(5)]

    with ThreadPoolExecutor(20) as pool:
        receipts = [receipt for found in pool.map(send, range(20)) for receipt in found]
    assert len(receipts) == 100
    assert {replace(receipt, replayed=False) for receipt in map(hashable, receipts)} == {
        replace(hashable(receipts[0]), replayed=False)
    }
    assert [receipt.replayed for receipt in receipts].count(False) == 1
    assert place.store.head(LOCAL).n == 1
    with pytest.raises(IdempotencyConflictError):
        place.add(2, key="once")
    assert place.store.head(LOCAL).n == 1
    place.sign()
    assert place.outcome() is Outcome.VERIFIED


def hashable(receipt: Receipt) -> Receipt:
    """Give a receipt that can be put into a set."""
    return replace(receipt, answer=tuple(sorted(receipt.answer.items())))  # type: ignore[arg-type] # for comparing


# --- 18: a stale head -----------------------------------------------------------


def test_of_many_requests_after_one_head_exactly_one_wins(place: Workplace) -> None:
    """The others get a typed conflict with the head that is known now, and can go on from it."""
    place.add(3)
    head = place.store.head(LOCAL)
    barrier = threading.Barrier(12)

    def send(number: int) -> Receipt | LedgerError:
        request = claims_request(1, key=None, statement=f"Claim {number}.")
        barrier.wait()
        try:
            return place.ledger.record(LOCAL, replace(request, expected=head))
        except StaleHeadError as error:
            return error

    with ThreadPoolExecutor(12) as pool:
        outcomes = list(pool.map(send, range(12)))
    winners = [outcome for outcome in outcomes if isinstance(outcome, Receipt)]
    losers = [outcome for outcome in outcomes if isinstance(outcome, StaleHeadError)]
    assert (len(winners), len(losers)) == (1, 11)
    now = place.store.head(LOCAL)
    assert now.n == 4
    assert {(error.facts["head_n"], error.facts["head_seal"]) for error in losers} == {
        (4, now.seal_hex)
    }
    request = replace(claims_request(1, key=None), expected=now)
    assert place.ledger.record(LOCAL, request).head_n == 5
    place.sign()
    assert place.outcome() is Outcome.VERIFIED


# --- 19: views ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE views SET body = :b WHERE kind = 'claim' AND key = 'CLM-0002'", "something else"),
        ("UPDATE views SET digest = 'x' WHERE kind = 'claim' AND key = 'CLM-0002'", "digest"),
        ("UPDATE views SET ordinal = 7 WHERE kind = 'claim' AND key = 'CLM-0002'", "place"),
        ("UPDATE views SET n = 1 WHERE kind = 'claim' AND key = 'CLM-0002'", "place"),
        ("UPDATE views SET text = 'x' WHERE kind = 'claim' AND key = 'CLM-0002'", "place"),
        ("DELETE FROM views WHERE kind = 'claim' AND key = 'CLM-0002'", "missing"),
        ("UPDATE views SET key = 'CLM-0099' WHERE kind = 'claim' AND key = 'CLM-0002'", "missing"),
        (
            "INSERT INTO views (scope, kind, key, ordinal, n, body, digest)"
            " SELECT scope, kind, 'CLM-0077', 77, n, body, digest FROM views"
            " WHERE kind = 'claim' AND key = 'CLM-0002'",
            "no event made it",
        ),
    ],
)
def test_an_edited_view_row_is_named_by_table_and_key(
    place: Workplace, statement: str, what: str
) -> None:
    """Whatever was changed about it; the chain is in order, and the level below does not see it."""
    place.add(3)
    place.sign()
    assert place.outcome() is Outcome.VERIFIED
    place.damage(statement, **({"b": b"{}"} if ":b" in statement else {}))
    found = place.verify()
    assert found.outcome is Outcome.TAMPERED
    assert any(
        finding.table == "views"
        and (finding.key or "").startswith("claim CLM-00")
        and what in finding.what
        for finding in found.findings
    ), found.findings
    assert place.outcome(level=Level.WITNESSES) is Outcome.VERIFIED


def test_views_that_are_rebuilt_equal_those_that_were_written(place: Workplace) -> None:
    """Row by row, for a scope of a thousand events and more, in batches."""
    for number in range(7):
        place.add(300, statement=f"Claim of batch {number}.")
    result = check_views(place.store, LOCAL, upto=place.store.head(LOCAL).n)
    assert result.findings == []
    assert result.rows == len(list(place.store.views(LOCAL)))


def test_views_of_a_scope_that_grows_meanwhile_are_no_false_alarm(place: Workplace) -> None:
    """Rows that change during the comparison are looked at again at the new end."""
    place.add(50)
    is_over = threading.Event()

    def grow() -> None:
        for _ in range(200):
            if is_over.is_set():
                return
            place.add(1)

    with ThreadPoolExecutor(1) as pool:
        growing = pool.submit(grow)
        for _ in range(5):
            upto = place.store.head(LOCAL).n - 10
            assert check_views(place.store, LOCAL, upto=upto).findings == []
        is_over.set()
        growing.result()
