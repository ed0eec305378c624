"""The SQLite store guards its file, says what SQLite's errors mean, and keeps chains unforked."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from both_sides.chain.seal import Head, genesis_seal, next_link
from both_sides.domain.ids import ScopeId
from both_sides.errors import (
    LedgerError,
    NotFoundError,
    StoreUnavailableError,
    TamperedError,
    UnsupportedSchemaError,
)
from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.store.port import Batch, EventRow, WriteSession
from both_sides.store.sqlite import APPLICATION_ID, SqliteStore, is_wal_safe, journal_mode
from tests.replayed import require_replay
from tests.samples import Clock, entity, osaka

LOCAL = ScopeId("local")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a ledger with three links."""
    path = tmp_path / "ledger.db"
    store = SqliteStore(path)
    three = [osaka(), entity(entity_id="Q1"), entity(entity_id="Q2")]
    import_entities(Desk(Ledger(store, Clock()), LOCAL), three, actor="ada")
    store.close()
    return path


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    """Give that ledger, open and quick to give up; it is replayed at the end."""
    opened = SqliteStore(path, busy_timeout_ms=50)
    yield opened
    require_replay(opened)
    opened.close()


@pytest.fixture
def raw(path: Path, store: SqliteStore) -> Iterator[sqlite3.Connection]:
    """Give a connection of somebody else to the same file."""
    assert store.path == path
    connection = sqlite3.connect(path, isolation_level=None)
    yield connection
    connection.close()


def append(session: WriteSession) -> None:
    """Append one link that is no event of ours."""
    link = next_link(session.head, LOCAL, b"more")
    session.write(Batch([EventRow(link, "test.happened", session.head.at)]))


# --- guards ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = x'00' WHERE n = 2",
        "UPDATE events SET at = at",
        "UPDATE events SET n = n + 10",
        "DELETE FROM events WHERE n = 3",
        "DELETE FROM events",
    ],
)
def test_events_are_never_updated_or_deleted(raw: sqlite3.Connection, statement: str) -> None:
    """By anybody who uses the database as it is."""
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute(statement)


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["INSERT", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
@pytest.mark.parametrize(
    ("n", "previous"),
    [
        (1, "(SELECT genesis FROM scopes)"),
        (2, "(SELECT seal FROM events WHERE n = 1)"),
        (3, "(SELECT seal FROM events WHERE n = 2)"),
        (4, "'0'"),
        (5, "(SELECT seal FROM events WHERE n = 3)"),
        (0, "(SELECT genesis FROM scopes)"),
        (-1, "(SELECT genesis FROM scopes)"),
    ],
)
def test_an_event_that_does_not_follow_from_the_last_one_is_not_inserted(
    raw: sqlite3.Connection, verb: str, n: int, previous: str
) -> None:
    """Nor put in the place of another, whichever way of inserting is used."""
    before = raw.execute("SELECT * FROM events").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match="does not follow"):
        raw.execute(
            f"{verb} INTO events (scope, n, previous, seal, type, at, body)"
            f" VALUES ('local', {n}, {previous}, 'f', 'x', '', x'')"
        )
    assert raw.execute("SELECT * FROM events").fetchall() == before


def test_an_event_does_not_take_the_row_of_another(raw: sqlite3.Connection) -> None:
    """Replacing by the row's own key is a deletion too."""
    with pytest.raises(sqlite3.IntegrityError, match="does not follow"):
        raw.execute(
            "REPLACE INTO events (position, scope, n, previous, seal, type, at, body)"
            " SELECT 2, scope, 4, seal, 'f', 'x', '', x'' FROM events WHERE n = 3"
        )


def test_an_event_of_a_scope_that_has_no_head_is_not_inserted(raw: sqlite3.Connection) -> None:
    """A chain begins with its genesis."""
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(
            "INSERT INTO events (scope, n, previous, seal, type, at, body)"
            f" VALUES ('other', 1, '{genesis_seal('other')}', 'f', 'x', '', x'')"
        )


def test_a_link_that_follows_is_inserted(raw: sqlite3.Connection) -> None:
    """The guards do not stop what is in order."""
    raw.execute("BEGIN")
    raw.execute(
        "INSERT INTO events (scope, n, previous, seal, type, at, body)"
        " SELECT scope, 4, seal, 'f', 'x', '', x'' FROM events WHERE n = 3"
    )
    raw.execute("ROLLBACK")


def test_an_append_after_a_head_that_was_changed_is_refused_as_tampering(path: Path) -> None:
    """Nothing is sealed after a link that is not the last; the message says what to do."""
    connection = sqlite3.connect(path)
    connection.execute("UPDATE scopes SET n = 2, seal = (SELECT seal FROM events WHERE n = 2)")
    connection.commit()
    connection.close()
    store = SqliteStore(path)
    with pytest.raises(TamperedError) as caught:
        store.write(LOCAL, append)
    assert "replay" in caught.value.hint
    assert [row.link.n for row in store.read(LOCAL)] == [1, 2, 3]
    found = replay_scope(store, LOCAL).first_broken
    assert found is not None
    assert found.n == 3
    store.close()


# --- settings -------------------------------------------------------------------------------------


def test_every_connection_is_set_up_as_the_specification_says(store: SqliteStore) -> None:
    """Flushed to the disk, foreign keys, no trust in the schema, a time to wait."""
    with store._connect() as connection:
        found = {
            pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()
            for pragma in (
                *("synchronous", "foreign_keys", "trusted_schema", "journal_mode"),
                *("busy_timeout", "application_id"),
            )
        }
    assert found == {
        "synchronous": 2,
        "foreign_keys": 1,
        "trusted_schema": 0,
        "journal_mode": journal_mode().lower(),
        "busy_timeout": 50,
        "application_id": APPLICATION_ID,
    }


@pytest.mark.parametrize(
    ("version", "is_safe"),
    [
        ((3, 7, 17), False),
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 44, 7), True),
        ((3, 45, 0), False),
        ((3, 49, 2), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 0), False),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
        ((4, 0, 0), True),
    ],
)
def test_a_write_ahead_log_is_used_only_where_the_library_is_repaired(
    version: tuple[int, int, int], *, is_safe: bool
) -> None:
    """In 3.44.6, 3.50.7 and from 3.51.3 on."""
    assert is_wal_safe(version) is is_safe


def test_the_journal_mode_follows_the_library() -> None:
    """Of this process."""
    expected = "WAL" if is_wal_safe(sqlite3.sqlite_version_info) else "TRUNCATE"
    assert journal_mode() == expected


def test_no_random_key_is_indexed(raw: sqlite3.Connection) -> None:
    """An index on seals would cut a bulk append to a sixth."""
    indexed = set()
    for _, name, *_ in raw.execute("PRAGMA index_list(events)").fetchall():
        indexed |= {row[2] for row in raw.execute(f"PRAGMA index_info({name})").fetchall()}
    assert indexed == {"scope", "n"}


# --- files that are no ledger, or one that cannot be had ------------------------------------------


def refusal(path: Path, **options: bool) -> LedgerError:
    """Give the refusal to open a file, which must leave it as it was."""
    before = path.read_bytes() if os.path.isfile(path) else None  # noqa: PTH113 - answers for any name
    with pytest.raises(LedgerError) as caught:
        SqliteStore(path, **options).close()
    assert before is None or path.read_bytes() == before
    assert caught.value.hint
    return caught.value


def test_a_ledger_that_is_not_there_is_not_found_unless_it_may_be_made(tmp_path: Path) -> None:
    """And a directory that is not there is never made."""
    path = tmp_path / "none.db"
    assert isinstance(refusal(path, create=False), NotFoundError)
    assert not path.exists()
    below = refusal(tmp_path / "missing" / "ledger.db")
    assert below.code == "store_unavailable"
    assert "mkdir -p" in below.hint


def test_a_ledger_of_a_newer_version_is_refused(path: Path) -> None:
    """By name, with what to do; older ones are to be migrated."""
    for version, hint in (("0003", "upgrade"), ("9999", "upgrade"), ("0000", "migrate")):
        connection = sqlite3.connect(path)
        connection.execute("UPDATE alembic_version SET version_num = ?", [version])
        connection.commit()
        connection.close()
        error = refusal(path)
        assert isinstance(error, UnsupportedSchemaError)
        assert (error.code, error.facts["found"]) == ("unsupported_schema", version)
        assert hint in error.hint


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    """Also one that is empty but signed by it is not taken for ours."""
    path = tmp_path / "bookmarks.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.commit()
    connection.close()
    error = refusal(path)
    assert error.code == "unsupported_schema"
    assert "another program" in error.message


@pytest.mark.parametrize(
    "content",
    [
        b"Dear Sir or Madam, " * 100,
        b"x",
        b"SQLite format 3",
        b"\x00" * 4096,
        b"SQLite format 3\x00" + b"x" * 84,
        b"SQLite format 3\x00" + b"x" * 8192,
    ],
)
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    """And left as it is: SQLite itself would take a short one for an empty database."""
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    assert refusal(path).code in {"unsupported_schema", "tampered"}


def test_a_device_or_a_pipe_is_no_ledger(tmp_path: Path) -> None:
    """It is neither waited for nor written to, and nothing is made beside it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null")):
        for create in (True, False):
            with pytest.raises(StoreUnavailableError, match="it is no file"):
                SqliteStore(path, create=create)
    assert list(tmp_path.iterdir()) == [pipe]
    assert not Path("/dev/null-journal").exists()


def test_a_directory_is_no_ledger(tmp_path: Path) -> None:
    """It cannot be opened."""
    error = refusal(tmp_path)
    assert error.code == "store_unavailable"
    assert "directory" in error.hint


def test_a_name_that_is_too_long_is_refused_in_words(tmp_path: Path) -> None:
    """As the system says it."""
    error = refusal(tmp_path / ("x" * 5000))
    assert error.code == "store_unavailable"
    assert len(error.message) < 400


def test_an_empty_file_becomes_a_ledger(tmp_path: Path) -> None:
    """As SQLite itself leaves one that was opened and not used; reading does not make one."""
    path = tmp_path / "ledger.db"
    path.touch()
    assert refusal(path, create=False).code == "not_found"
    store = SqliteStore(path)
    assert store.scopes() == ()
    store.close()


def test_a_ledger_can_be_opened_by_several_at_once(tmp_path: Path) -> None:
    """Also while it is being made."""
    path = tmp_path / "ledger.db"
    stores = [SqliteStore(path) for _ in range(3)]
    for store in stores:
        store.write(LOCAL, append)
    assert [store.head(LOCAL).n for store in stores] == [3, 3, 3]
    for store in stores:
        store.close()


# --- a machine that says no ----------------------------------------------------------------------


def test_a_locked_ledger_is_unavailable_and_the_hint_says_what_to_do(
    store: SqliteStore, raw: sqlite3.Connection
) -> None:
    """Nothing is lost, and afterwards it works."""
    raw.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailableError) as caught:
        store.write(LOCAL, append)
    assert caught.value.code == "store_unavailable"
    assert "lsof" in caught.value.hint
    raw.execute("ROLLBACK")
    assert store.head(LOCAL).n == 3
    import_entities(Desk(Ledger(store, Clock()), LOCAL), [entity(entity_id="Q3")], actor="ada")
    assert store.head(LOCAL).n == 4


def test_a_writer_waits_for_another_to_finish(path: Path) -> None:
    """Up to its time limit."""
    code = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline()
connection.execute("COMMIT")
"""
    store = SqliteStore(path, busy_timeout_ms=20_000)
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"

        def work(session: WriteSession) -> None:
            assert session.head.n == 3

        other.stdin.write(b"go on\n")
        other.stdin.close()
        store.write(LOCAL, work)
    require_replay(store)
    store.close()


def test_a_full_disk_is_unavailable_and_keeps_nothing_half_written(store: SqliteStore) -> None:
    """A limit on the pages of the file stands for the end of the disk."""
    pages: list[int] = []

    def limit(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
        (count,) = connection.execute("PRAGMA page_count").fetchone()
        pages.append(count)
        connection.execute(f"PRAGMA max_page_count = {count}")

    event.listen(store._engine, "checkout", limit)
    ledger = Ledger(store, Clock())
    many = [entity(entity_id=f"Q{n}", label="x" * 2000) for n in range(10, 60)]
    with pytest.raises(StoreUnavailableError) as caught:
        import_entities(Desk(ledger, LOCAL), many, actor="ada")
    assert "full" in caught.value.message
    assert store.head(LOCAL).n == 3
    require_replay(store)
    event.remove(store._engine, "checkout", limit)
    with store._connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        assert import_entities(Desk(ledger, LOCAL), many, actor="ada").recorded == 50


def test_a_file_that_cannot_be_written_is_unavailable_for_writing_only(store: SqliteStore) -> None:
    """Reading and replaying go on. `query_only` stands for the permission that is missing."""

    def forbid(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
        connection.execute("PRAGMA query_only = ON")

    event.listen(store._engine, "checkout", forbid)
    with pytest.raises(StoreUnavailableError) as caught:
        store.write(LOCAL, append)
    assert "cannot be written" in caught.value.message
    assert replay_scope(store, LOCAL).ok
    event.remove(store._engine, "checkout", forbid)


def outcome(path: Path) -> str:
    """Open a file, replay it, and say how that went."""
    try:
        store = SqliteStore(path, create=False)
    except LedgerError as error:
        return error.code
    try:
        return "ok" if replay_scope(store, LOCAL).ok else "tampered"
    except LedgerError as error:
        return error.code
    finally:
        store.close()


@pytest.mark.slow
def test_a_damaged_file_is_never_taken_for_a_sound_one(path: Path) -> None:
    """Whichever page was overwritten: it is said, and nothing is repaired."""
    whole = path.read_bytes()
    connection = sqlite3.connect(path)
    pages = range(1, len(whole) // 4096)
    root = dict(connection.execute("SELECT name, rootpage FROM sqlite_schema").fetchall())
    connection.close()
    for page in pages:
        path.write_bytes(whole[: page * 4096] + b"\xff" * 256 + whole[page * 4096 + 256 :])
        found = outcome(path)
        if page + 1 in {root["events"], root["views"], root["scopes"]}:
            assert found in {"tampered", "not_found"}
        else:  # an index, the index of texts, receipts: no part of what is sealed
            assert found in {"ok", "tampered", "unsupported_schema", "store_unavailable"}


def test_a_file_that_was_cut_off_is_never_taken_for_a_whole_one(path: Path) -> None:
    """By the page."""
    whole = path.read_bytes()
    for keep in range(1, len(whole) // 4096):
        path.write_bytes(whole[: keep * 4096])
        assert outcome(path) in {"tampered", "not_found", "unsupported_schema"}


# --- several processes ----------------------------------------------------------------------------

APPENDING = """
import sys
from pathlib import Path
from both_sides.chain.seal import next_link
from both_sides.store.port import Batch, EventRow
from both_sides.store.sqlite import SqliteStore

store, worker, count = SqliteStore(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
for number in range(count):
    def work(session):
        link = next_link(session.head, "local", f"{worker}.{number}".encode())
        session.write(Batch([EventRow(link, "test.happened", "")]))
        return link.n
    print(store.write("local", work), flush=True)
"""


@pytest.mark.slow
def test_processes_append_to_one_file_without_forks_or_gaps(tmp_path: Path) -> None:
    """Two of them, two hundred appends: each acknowledged place is given once, in one line."""
    path = tmp_path / "ledger.db"
    SqliteStore(path).close()
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", APPENDING, str(path), str(worker), "100"],
            stdout=subprocess.PIPE,
            text=True,
        )
        for worker in range(2)
    ]
    places = [int(place) for worker in workers for place in worker.communicate()[0].split()]
    assert [worker.returncode for worker in workers] == [0, 0]
    assert sorted(places) == list(range(1, 201))
    store = SqliteStore(path, create=False)
    rows = list(store.read(LOCAL))
    assert len({row.link.body for row in rows}) == 200
    previous = genesis_seal(LOCAL)
    for place, row in enumerate(rows, start=1):
        assert (row.link.n, row.link.previous_hex) == (place, previous)
        previous = row.link.seal_hex
    assert store.head(LOCAL) == Head(200, previous, "")
    store.close()
