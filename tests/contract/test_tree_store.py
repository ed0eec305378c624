"""One contract for the tree, every store: positions, tiles, what was signed, closures."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain

import pytest

from both_sides.chain.seal import Head, next_link
from both_sides.chain.tiles import Tile
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerClosedError, LedgerError, RolledBackError
from both_sides.store.port import Batch, EventRow, LedgerStore, ViewRow, WriteSession
from both_sides.store.tree_port import Closure, PlacedEvent, StoredCheckpoint

LOCAL = ScopeId("local")
OTHER = ScopeId("team/other")
AT = "2026-10-03T09:30:00.000Z"


def append(session: WriteSession, *bodies: bytes, scope: ScopeId) -> None:
    """Seal bodies after the session's head and write them."""
    head, rows = session.head, []
    for body in bodies:
        link = next_link(head, scope, body)
        head = Head(link.n, link.seal_hex)
        rows.append(EventRow(link, "test.happened", f"t{link.n}"))
    session.write(Batch(events=rows))


def append_to(store: LedgerStore, scope: ScopeId, *bodies: bytes) -> None:
    """Append bodies in one transaction."""
    store.write(scope, lambda session: append(session, *bodies, scope=scope))


def placed(store: LedgerStore, *, after: int = 0) -> list[PlacedEvent]:
    """Give every event with its position, having given positions to all."""
    size = store.tree.sequence()
    return list(chain.from_iterable(store.tree.pages(after=after, upto=size)))


def test_an_empty_ledger_has_no_positions(store: LedgerStore) -> None:
    """And nothing signed."""
    assert store.tree.sequence() == 0
    assert placed(store) == []
    assert store.tree.position(LOCAL, 1) is None
    assert store.tree.origins() == ()
    assert store.tree.checkpoint("log") is None
    assert list(store.tree.checkpoints("log")) == []
    assert store.tree.tile(Tile(0, 0)) == b""
    assert store.tree.closure() is None


def test_positions_follow_the_commits_and_the_chains(store: LedgerStore) -> None:
    """From 1, without gaps, with everything that is stored of an event."""
    append_to(store, LOCAL, b"a", b"\x00\xff")
    assert store.tree.sequence() == 2
    append_to(store, OTHER, b"x")
    append_to(store, LOCAL, b"c")
    rows = placed(store)
    assert [row[0] for row in rows] == [1, 2, 3, 4]
    first_two, last_two = rows[:2], rows[2:]
    assert [(row[1], row[2], row[7]) for row in first_two] == [
        (LOCAL, 1, b"a"),
        (LOCAL, 2, b"\x00\xff"),
    ]
    assert {(row[1], row[2], row[7]) for row in last_two} == {(LOCAL, 3, b"c"), (OTHER, 1, b"x")}
    (kept,) = store.read(OTHER)
    (found,) = (row for row in rows if row[1] == OTHER)
    assert found[3:7] == (kept.link.previous_hex, kept.link.seal_hex, kept.type, kept.at)
    assert store.tree.position(OTHER, 1) == found[0]
    assert store.tree.position(OTHER, 2) is None


def test_a_position_is_given_once_for_ever(store: LedgerStore) -> None:
    """Whatever is appended later."""
    append_to(store, LOCAL, b"a")
    append_to(store, OTHER, b"x")
    before = placed(store)
    append_to(store, LOCAL, b"b", b"c")
    after = placed(store)
    assert after[:2] == before
    assert len(after) == 4
    assert placed(store) == after


def test_what_was_not_committed_gets_no_position(store: LedgerStore) -> None:
    """A refused write leaves no gap."""
    append_to(store, LOCAL, b"a")

    def refuse(session: WriteSession) -> None:
        append(session, b"lost", b"too", scope=LOCAL)
        raise KeyError("refused")

    for _ in range(3):
        with pytest.raises(KeyError):
            store.write(LOCAL, refuse)
    append_to(store, LOCAL, b"b")
    assert [(row[0], row[2], row[7]) for row in placed(store)] == [(1, 1, b"a"), (2, 2, b"b")]


def test_events_are_read_in_pages_within_bounds(store: LedgerStore) -> None:
    """After one position, up to and with another, over many pages."""
    append_to(store, LOCAL, *(b"%d" % n for n in range(5_000)))
    assert store.tree.sequence() == 5_000
    pages = list(store.tree.pages(after=10, upto=4_990))
    assert len(pages) > 1
    assert [row[0] for page in pages for row in page] == list(range(11, 4_991))
    assert list(store.tree.pages(after=3, upto=3)) == []
    assert [row[0] for row in placed(store, after=4_999)] == [5_000]


def test_threads_of_many_scopes_get_positions_without_gaps(store: LedgerStore) -> None:
    """While somebody keeps giving positions."""
    barrier = threading.Barrier(5)
    is_over = threading.Event()

    def run(worker: int) -> None:
        scope = ScopeId(f"scope/{worker}")
        barrier.wait()
        for count in range(20):
            store.write(scope, partial(append_one, body=b"%d" % count, scope=scope))

    def keep_sequencing() -> None:
        barrier.wait()
        while not is_over.is_set():
            store.tree.sequence()

    with ThreadPoolExecutor(5) as pool:
        sequencer = pool.submit(keep_sequencing)
        list(pool.map(run, range(4)))
        is_over.set()
        sequencer.result()
    rows = placed(store)
    assert [row[0] for row in rows] == list(range(1, 81))
    for worker in range(4):
        chain_of = [row[2] for row in rows if row[1] == f"scope/{worker}"]
        assert chain_of == list(range(1, 21))


def append_one(session: WriteSession, *, body: bytes, scope: ScopeId) -> None:
    """Append one body to a scope."""
    append(session, body, scope=scope)


def test_tiles_are_kept_and_replaced(store: LedgerStore) -> None:
    """A larger one in the place of a smaller; the beginning of it is still the smaller."""
    small, large = b"a" * 32, b"a" * 32 + b"b" * 32
    store.tree.keep_tiles([(Tile(0, 0, 1), small), (Tile(0, 7), b"c" * 8192)])
    store.tree.keep_tiles([(Tile(0, 0, 2), large)])
    assert store.tree.tile(Tile(0, 0, 2)) == large
    assert store.tree.tile(Tile(0, 0, 1)) == small
    assert store.tree.tile(Tile(0, 0)) == large
    assert store.tree.tile(Tile(1, 7)) == b""
    assert store.tree.tile(Tile(0, 7)) == b"c" * 8192


def signed(size: int, note: str | None = None, *, origin: str = "log") -> StoredCheckpoint:
    """Make a checkpoint, as far as a store looks at it."""
    return StoredCheckpoint(origin, size, note or f"note {size}\n\n— a AAAA\n")


def test_checkpoints_are_kept_by_size_with_their_tiles(store: LedgerStore) -> None:
    """The last one, one of a size, or all after a size; of the name that is asked for."""
    for size in (0, 3, 700):
        tile = (Tile(0, 0, 1), bytes([size % 256]) * 32)
        store.tree.keep_checkpoint(signed(size), [tile])
    store.tree.keep_checkpoint(signed(900, origin="other"), [])
    store.tree.keep_checkpoint(signed(3, "another\n", origin="other"), [])
    assert store.tree.origins() == ("log", "other")
    assert store.tree.checkpoint("log") == signed(700)
    assert store.tree.checkpoint("log", 3) == signed(3)
    assert store.tree.checkpoint("other", 3) == signed(3, "another\n", origin="other")
    assert store.tree.checkpoint("log", 4) is None
    assert store.tree.checkpoint("none") is None
    assert [found.size for found in store.tree.checkpoints("log")] == [0, 3, 700]
    assert [found.size for found in store.tree.checkpoints("log", after=0)] == [3, 700]
    assert store.tree.tile(Tile(0, 0, 1)) == bytes([700 % 256]) * 32


def test_a_checkpoint_is_never_replaced(store: LedgerStore) -> None:
    """One of the same size adds its new signatures, and that is all."""
    first = "note\n\n— a AAAA\n"
    store.tree.keep_checkpoint(signed(3, first), [])
    store.tree.keep_checkpoint(signed(3, first), [])
    store.tree.keep_checkpoint(signed(3, first + "— b BBBB\n"), [])
    store.tree.keep_cosignatures(signed(3), ["— w CCCC", "— b BBBB", "— w CCCC"])
    found = store.tree.checkpoint("log", 3)
    assert found == signed(3, first + "— b BBBB\n— w CCCC\n")
    assert list(store.tree.checkpoints("log")) == [found]


def test_checkpoints_come_in_pages(store: LedgerStore) -> None:
    """More than one page of them, each with its own cosignatures."""
    for size in range(210):
        store.tree.keep_checkpoint(signed(size), [])
    store.tree.keep_cosignatures(signed(101), ["— w CCCC"])
    found = list(store.tree.checkpoints("log"))
    assert [checkpoint.size for checkpoint in found] == list(range(210))
    assert [checkpoint.size for checkpoint in found if "CCCC" in checkpoint.note] == [101]


def test_nothing_is_appended_to_a_closed_ledger(store: LedgerStore) -> None:
    """By whoever; views and receipts still go, and after opening again, events do too."""
    append_to(store, LOCAL, b"a")
    store.tree.close_appends("a rollback", at=AT)
    store.tree.close_appends("another reason", at=AT)
    assert store.tree.closure() == Closure("a rollback", AT)
    with pytest.raises(LedgerClosedError):
        append_to(store, LOCAL, b"b")
    with pytest.raises(LedgerClosedError):
        append_to(store, OTHER, b"x")
    view = ViewRow("thing", "a", 1, 1, b"{}", "digest")
    store.write(LOCAL, lambda session: session.write(Batch(views=[view])))
    assert store.view(LOCAL, "thing", "a") == view
    store.tree.open_appends("an operator has looked", at=AT)
    store.tree.open_appends("twice", at=AT)
    assert store.tree.closure() is None
    append_to(store, LOCAL, b"b")
    store.tree.close_appends("again", at=AT)
    assert store.tree.closure() == Closure("again", AT)
    assert store.head(LOCAL).n == 2


class Watcher:
    """Remember what happened, and refuse where it is told to."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.refusal: LedgerError | None = None

    def before_write(self) -> None:
        """Refuse, or let it through."""
        if self.refusal is not None:
            raise self.refusal
        self.heard.append("before")

    def after_write(self, events: int) -> None:
        """Remember how many events there were."""
        self.heard.append(f"after {events}")

    def before_close(self) -> None:
        """Remember that."""
        self.heard.append("close")


def test_a_watcher_hears_of_every_write(store: LedgerStore) -> None:
    """Before and after, with the number of events; what it raises, the write raises."""
    watcher = Watcher()
    store.watch(watcher)
    append_to(store, LOCAL, b"a", b"b")
    store.write(LOCAL, lambda _session: None)
    with pytest.raises(KeyError):
        store.write(LOCAL, refuse_late)
    assert watcher.heard == ["before", "after 2", "before", "after 0", "before"]
    watcher.refusal = RolledBackError("older than its anchor", hint="recover")
    with pytest.raises(LedgerError) as caught:
        append_to(store, LOCAL, b"c")
    assert caught.value.code == "rolled_back"
    assert store.head(LOCAL).n == 2
    store.close()
    assert watcher.heard[-1] == "close"


def refuse_late(session: WriteSession) -> None:
    """Write, and then refuse."""
    append(session, b"lost", scope=LOCAL)
    raise KeyError("refused")
