"""One contract, every store."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from both_sides.chain.replay import replay
from both_sides.chain.seal import Head, Link, genesis_seal, next_link
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError, StoreUnavailableError
from both_sides.store.memory import MemoryStore
from both_sides.store.port import (
    Batch,
    EventRow,
    LedgerStore,
    StoredReceipt,
    ViewKey,
    ViewRow,
    WriteSession,
)

LOCAL = ScopeId("local")
OTHER = ScopeId("team/other")


def append(session: WriteSession, *bodies: bytes, scope: ScopeId = LOCAL) -> None:
    """Seal bodies after the session's head and write them."""
    head, rows = session.head, []
    for body in bodies:
        link = next_link(head, scope, body)
        head = Head(link.n, link.seal_hex)
        rows.append(EventRow(link, "test.happened", f"t{link.n}"))
    session.write(Batch(events=rows))


def append_one(session: WriteSession, *, body: bytes, scope: ScopeId) -> None:
    """Append one body to a scope."""
    append(session, body, scope=scope)


def view(key: str, body: bytes = b"{}", *, ordinal: int = 1, kind: str = "thing") -> ViewRow:
    """Make a view row."""
    return ViewRow(kind, key, ordinal, 1, body, "digest")


def test_an_unknown_scope_is_empty(store: LedgerStore) -> None:
    """Its head is the genesis."""
    assert store.head(LOCAL) == Head(0, genesis_seal(LOCAL))
    assert list(store.read(LOCAL)) == []
    assert store.scopes() == ()
    assert store.view(LOCAL, "thing", "a") is None
    assert list(store.views(LOCAL)) == []


def test_links_come_back_as_they_went_in(store: LedgerStore) -> None:
    """In order, with bytes untouched."""
    bodies = ['{"a":"é😀"}'.encode(), b"\x00\xff", b""]
    store.write(LOCAL, lambda session: append(session, *bodies))
    rows = list(store.read(LOCAL))
    assert [row.link.body for row in rows] == bodies
    assert [row.link.n for row in rows] == [1, 2, 3]
    assert rows[0].link.previous_hex == genesis_seal(LOCAL)
    assert store.head(LOCAL) == Head(3, rows[2].link.seal_hex, "t3")


def test_reads_are_bounded_by_place(store: LedgerStore) -> None:
    """After one place, up to and with another, over many pages."""
    store.write(LOCAL, lambda session: append(session, *(b"%d" % n for n in range(1200))))
    assert [row.link.n for row in store.read(LOCAL, after=3, upto=6)] == [4, 5, 6]
    assert len(list(store.read(LOCAL, after=1198))) == 2
    assert len(list(store.read(LOCAL))) == 1200


def test_scopes_are_strangers(store: LedgerStore) -> None:
    """Each has its own chain, views and receipts."""
    store.write(LOCAL, lambda session: append(session, b"1"))
    store.write(OTHER, lambda session: append(session, b"1", b"2", scope=OTHER))
    store.write(
        LOCAL,
        lambda session: session.write(
            Batch(views=[view("a")], receipts=[StoredReceipt("k", "d", b"{}")])
        ),
    )
    assert store.scopes() == (LOCAL, OTHER)
    assert list(store.heads()) == [(LOCAL, store.head(LOCAL)), (OTHER, store.head(OTHER))]
    assert (store.head(LOCAL).n, store.head(OTHER).n) == (1, 2)
    assert store.view(OTHER, "thing", "a") is None
    assert store.write(OTHER, lambda session: session.receipt("k")) is None


def test_a_session_sees_what_it_wrote(store: LedgerStore) -> None:
    """Head, views and receipts move with its own writes."""

    def work(session: WriteSession) -> None:
        append(session, b"1")
        assert session.head.n == 1
        session.write(Batch(views=[view("a")], receipts=[StoredReceipt("k", "d", b"answer")]))
        assert session.view("thing", "a") == view("a")
        receipt = session.receipt("k")
        assert receipt is not None
        assert receipt.body == b"answer"
        session.write(Batch(dropped=[ViewKey("thing", "a")]))
        assert session.view("thing", "a") is None

    store.write(LOCAL, work)
    assert store.view(LOCAL, "thing", "a") is None


def test_a_session_reads_the_seals_of_its_scope(store: LedgerStore) -> None:
    """Those that were there, and those that it has just written."""
    store.write(LOCAL, lambda session: append(session, b"1"))
    store.write(OTHER, lambda session: append(session, b"x", b"y", scope=OTHER))

    def work(session: WriteSession) -> None:
        append(session, b"2")
        kept = store.head(LOCAL).seal_hex
        assert session.seal_at(1) == kept
        assert session.seal_at(2) == session.head.seal_hex
        assert session.seal_at(0) is None
        assert session.seal_at(3) is None

    store.write(LOCAL, work)


def test_a_head_that_is_told_without_waiting_is_the_head(store: LedgerStore) -> None:
    """Also after a write, and for a scope that nobody has written to."""
    peek = getattr(store, "peek_head", None)
    if peek is None:
        return  # this store has to be asked
    assert peek(LOCAL) == store.head(LOCAL)
    for number in range(1, 4):
        store.write(LOCAL, lambda session: append(session, b"1"))
        assert peek(LOCAL) == peek(LOCAL) == store.head(LOCAL)
        assert peek(LOCAL).n == number
    assert peek(OTHER) == store.head(OTHER)


def test_a_replaced_view_keeps_its_place(store: LedgerStore) -> None:
    """Unless it was dropped and made again."""
    store.write(LOCAL, lambda session: append(session, b"1"))
    store.write(LOCAL, lambda session: session.write(Batch(views=[view("a", ordinal=5)])))
    store.write(LOCAL, lambda session: session.write(Batch(views=[view("a", b"2", ordinal=9)])))
    found = store.view(LOCAL, "thing", "a")
    assert found is not None
    assert (found.ordinal, found.body) == (5, b"2")
    store.write(
        LOCAL,
        lambda session: session.write(
            Batch(dropped=[ViewKey("thing", "a")], views=[view("a", b"3", ordinal=9)])
        ),
    )
    again = store.view(LOCAL, "thing", "a")
    assert again is not None
    assert (again.ordinal, again.body) == (9, b"3")


def test_views_come_by_ordinal(store: LedgerStore) -> None:
    """Of one kind or of all, over many pages, after a place."""
    rows = [view(f"k{n}", ordinal=n, kind="thing" if n % 2 else "other") for n in range(1300)]
    store.write(LOCAL, lambda session: append(session, b"1"))
    store.write(LOCAL, lambda session: session.write(Batch(views=rows[::-1])))
    assert [row.ordinal for row in store.views(LOCAL)] == list(range(1300))
    assert [row.ordinal for row in store.views(LOCAL, "thing", after=1295)] == [1297, 1299]


def texts_found(store: LedgerStore, *words: str) -> list[str]:
    """Search, and give the keys that were found."""
    return [row.key for row in store.search(LOCAL, "thing", words)]


def test_views_are_found_by_their_words(store: LedgerStore) -> None:
    """Inside other words too, in either case and any script; what is replaced or gone is not."""
    rows = [
        replace(view("a", ordinal=1), text="The parser rejects weak keys"),
        replace(view("b", ordinal=2), text="Ōsaka 人口 2,751,862"),
        replace(view("c", ordinal=3), text='A "quoted" word, and 100 % of it'),
        replace(view("d", ordinal=4, kind="other"), text="The parser of another kind"),
        view("e", ordinal=5),
    ]
    store.write(LOCAL, lambda session: append(session, b"1"))
    store.write(LOCAL, lambda session: session.write(Batch(views=rows)))
    assert texts_found(store, "PARSER") == ["a"]
    assert texts_found(store, "arse", "weak") == ["a"]
    assert texts_found(store, "weak", "strong") == []
    assert texts_found(store, "人口") == ["b"]
    assert texts_found(store, "ŌSAKA") == ["b"]
    assert texts_found(store, '"quoted"', "%") == ["c"]
    assert texts_found(store, "a") == ["a", "b", "c"]
    assert texts_found(store) == ["a", "b", "c", "e"]
    changed = replace(view("a", b"2"), text="Another statement")
    batch = Batch(dropped=[ViewKey("thing", "c")], views=[changed])
    store.write(LOCAL, lambda session: session.write(batch))
    assert texts_found(store, "parser") == []
    assert texts_found(store, "another") == ["a"]
    assert texts_found(store, "quoted") == []


def test_a_search_goes_on_after_a_place(store: LedgerStore) -> None:
    """Over many pages, by ordinal."""
    rows = [replace(view(f"k{n}", ordinal=n), text=f"word {n}") for n in range(1300)]
    store.write(LOCAL, lambda session: append(session, b"1"))
    store.write(LOCAL, lambda session: session.write(Batch(views=rows)))
    found = [row.ordinal for row in store.search(LOCAL, "thing", ["word"], after=1297)]
    assert found == [1298, 1299]
    assert len(list(store.search(LOCAL, "thing", ["wo", "rd"]))) == 1300


def test_work_that_raises_keeps_nothing(store: LedgerStore) -> None:
    """Links, views and receipts go together or not at all."""

    def work(session: WriteSession) -> None:
        append(session, b"1")
        session.write(Batch(views=[view("a")], receipts=[StoredReceipt("k", "d", b"")]))
        raise KeyError("in the middle")

    with pytest.raises(KeyError):
        store.write(LOCAL, work)
    assert store.head(LOCAL).n == 0
    assert list(store.read(LOCAL)) == []
    assert store.view(LOCAL, "thing", "a") is None
    assert store.write(LOCAL, lambda session: session.receipt("k")) is None
    store.write(LOCAL, lambda session: append(session, b"after"))
    assert store.head(LOCAL).n == 1


@pytest.mark.parametrize(("n", "previous"), [(1, "f" * 96), (3, None), (2, "f" * 96)])
def test_a_link_that_does_not_follow_is_refused(
    store: LedgerStore, n: int, previous: str | None
) -> None:
    """By the store itself, whatever the caller believes; nothing is kept."""
    if n > 1:
        store.write(LOCAL, lambda session: append(session, b"1"))
    before = store.head(LOCAL)

    def work(session: WriteSession) -> None:
        link = Link(LOCAL, n, previous or session.head.seal_hex, "0" * 96, b"forged")
        session.write(Batch(events=[EventRow(link, "forged", "")]))

    with pytest.raises(LedgerError):
        store.write(LOCAL, work)
    assert store.head(LOCAL) == before


def test_threads_append_without_forks_or_gaps(store: LedgerStore) -> None:
    """Eight threads, two scopes: every append is there once, in one line."""
    barrier = threading.Barrier(8)

    def run(worker: int) -> None:
        scope = (LOCAL, OTHER)[worker % 2]
        barrier.wait()
        for count in range(25):
            body = b"%d.%d" % (worker, count)
            store.write(scope, partial(append_one, body=body, scope=scope))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(run, range(8)))
    for scope in (LOCAL, OTHER):
        rows = list(store.read(scope))
        assert [row.link.n for row in rows] == list(range(1, 101))
        assert len({row.link.body for row in rows}) == 100


def test_a_reader_in_the_middle_stops_no_writer(store: LedgerStore) -> None:
    """A slow reader holds no lock between two rows."""
    store.write(LOCAL, lambda session: append(session, *(b"%d" % n for n in range(600))))
    reader = store.read(LOCAL)
    next(reader)
    store.write(LOCAL, lambda session: append(session, b"more"))
    assert len(list(reader)) in {599, 600}


@pytest.mark.parametrize("when", ["before", "after"])
def test_memory_can_fail_around_a_commit(when: str) -> None:
    """As a disk does: a caller that saw an error must look whether its write was kept."""
    store = MemoryStore(fail_before=when == "before", fail_after=when == "after")
    with pytest.raises(StoreUnavailableError):
        store.write(LOCAL, lambda session: append(session, b"1"))
    assert store.head(LOCAL).n == (0 if when == "before" else 1)
    store.write(LOCAL, lambda session: append(session, b"2"))
    assert replay(LOCAL, (row.link for row in store.read(LOCAL))).ok
