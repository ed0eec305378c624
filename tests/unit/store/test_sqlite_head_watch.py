"""The heads of a SQLite ledger are known without being read, and never wrong."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides.chain.seal import Head
from both_sides.domain.ids import ScopeId
from both_sides.service.ledger import Ledger
from both_sides.service.wiring import utc_now
from both_sides.store.sqlite import SqliteStore
from both_sides.store.sqlite_head_watch import HeadWatch
from tests.replayed import require_links
from tests.unit.store.test_sqlite import append

LOCAL = ScopeId("local")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Give a store, and replay what it holds at the end."""
    made = SqliteStore(tmp_path / "ledger.db")
    yield made
    require_links(made, LOCAL, made.head(LOCAL).n)
    made.close()


def test_the_commit_of_another_connection_is_seen_at_once(store: SqliteStore) -> None:
    """As if it were another program."""
    watch = HeadWatch(store.path)
    seen = []
    for _ in range(20):
        store.write(LOCAL, append)
        seen.append(watch.head(LOCAL))
        assert seen[-1] == store.head(LOCAL)
    assert [head.n for head in seen if head is not None] == list(range(1, 21))
    watch.close()


def test_it_does_not_wait_for_a_writer(store: SqliteStore) -> None:
    """While somebody holds the file, it is not known; afterwards it is."""
    store.write(LOCAL, append)
    watch = HeadWatch(store.path)
    assert watch.head(LOCAL) == store.head(LOCAL)
    writer = sqlite3.connect(store.path, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    assert watch.head(LOCAL) is None
    assert Ledger(store, utc_now).peek_head(LOCAL) is None
    writer.execute("ROLLBACK")
    writer.close()
    assert watch.head(LOCAL) == store.head(LOCAL)
    watch.close()


def test_it_does_not_wait_for_another_thread(store: SqliteStore) -> None:
    """Two who ask at once do not queue."""
    store.write(LOCAL, append)
    watch = HeadWatch(store.path)
    watch._lock.acquire()
    found: list[Head | None] = []
    asking = threading.Thread(target=lambda: found.append(watch.head(LOCAL)))
    asking.start()
    asking.join(5)
    assert found == [None]
    watch._lock.release()


def test_a_damaged_head_is_left_to_the_store(store: SqliteStore) -> None:
    """Which says in words what is wrong."""
    store.write(LOCAL, append)
    watch = HeadWatch(store.path)
    vandal = sqlite3.connect(store.path)
    before = vandal.execute("SELECT n FROM scopes").fetchone()[0]
    vandal.execute("UPDATE scopes SET n = 'many'")
    vandal.commit()
    assert watch.head(LOCAL) is None
    vandal.execute("UPDATE scopes SET n = ?", (before,))
    vandal.commit()
    vandal.close()
    assert watch.head(LOCAL) == store.head(LOCAL)
    watch.close()
