"""The PostgreSQL store guards its tables, locks by scope, and says what errors mean."""

import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import psycopg
import pytest
from sqlalchemy import make_url

from both_sides.chain.seal import Head, next_link
from both_sides.domain.ids import ScopeId
from both_sides.errors import (
    InvalidInputError,
    LedgerClosedError,
    LedgerError,
    StoreUnavailableError,
    TamperedError,
)
from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.store.opening import migrate, open_store, postgres_url
from both_sides.store.port import Batch, EventRow, WriteSession
from both_sides.store.postgres import PostgresStore
from tests.postgres.databases import address_of, run_sql
from tests.postgres.server import find_binaries
from tests.replayed import require_links, require_replay
from tests.samples import Clock, osaka
from tests.shared import ROOT

pytestmark = pytest.mark.slow  # a server is started
LOCAL = ScopeId("local")


def append(session: WriteSession, count: int = 1, *, scope: ScopeId = LOCAL) -> int:
    """Append links that are no events of ours."""
    head, rows = session.head, []
    for number in range(count):
        link = next_link(head, scope, b"%d" % number)
        head = Head(link.n, link.seal_hex)
        rows.append(EventRow(link, "test.happened", ""))
    session.write(Batch(events=rows))
    return head.n


@pytest.fixture
def store(postgres_address: str) -> Iterator[PostgresStore]:
    """Give a ledger with three links."""
    made = PostgresStore(make_url(postgres_address), lock_timeout_ms=200)
    made.write(LOCAL, partial(append, count=3))
    yield made
    made.close()


@pytest.fixture
def raw(postgres_address: str) -> Iterator[psycopg.Connection]:
    """Give a connection of somebody else to the same database."""
    parts = make_url(postgres_address)
    host = str(parts.query["host"])
    with psycopg.connect(
        user="postgres", host=host, dbname=parts.database, autocommit=True
    ) as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = ''",
        "UPDATE events SET at = at",
        "DELETE FROM events WHERE n = 3",
        "TRUNCATE events CASCADE",
    ],
)
def test_events_are_never_changed(
    store: PostgresStore, raw: psycopg.Connection, statement: str
) -> None:
    """Not even by the owner, as long as the triggers are there."""
    with pytest.raises(psycopg.IntegrityError, match="append-only"):
        raw.execute(statement.encode())
    require_links(store, LOCAL, 3)


@pytest.mark.parametrize("statement", ["UPDATE positions SET n = n + 9", "DELETE FROM positions"])
def test_positions_and_what_was_signed_are_never_changed(
    store: PostgresStore, raw: psycopg.Connection, statement: str
) -> None:
    """Once given, once signed."""
    store.tree.sequence()
    with pytest.raises(psycopg.IntegrityError, match="append-only"):
        raw.execute(statement.encode())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "previous"),
    [
        (3, "(SELECT previous FROM events WHERE n = 3)"),
        (4, "repeat('f', 96)"),
        (5, "(SELECT seal FROM events WHERE n = 3)"),
        (0, "(SELECT genesis FROM scopes)"),
        (1, "(SELECT genesis FROM scopes)"),
    ],
)
def test_an_event_that_does_not_follow_is_not_inserted(
    store: PostgresStore, raw: psycopg.Connection, n: int, previous: str
) -> None:
    """Whichever place or seal before it is claimed, also with ON CONFLICT."""
    values = f"SELECT 'local', {n}, {previous}, 'f', 'x', '', ''::bytea"
    for suffix in ("", " ON CONFLICT DO NOTHING", " ON CONFLICT (scope, n) DO UPDATE SET at = 'x'"):
        statement = (
            f"INSERT INTO events (scope, n, previous, seal, type, at, body) {values}{suffix}"
        )
        with pytest.raises(psycopg.IntegrityError, match="does not follow"):
            raw.execute(statement.encode())
    require_links(store, LOCAL, 3)


@pytest.mark.parametrize("count", [1, 500])
def test_a_head_that_was_changed_is_found_by_the_next_append(
    store: PostgresStore, raw: psycopg.Connection, count: int
) -> None:
    """By a plain insert as by a COPY; nothing is sealed after a link that is not the last."""
    raw.execute(b"UPDATE scopes SET n = 2, seal = (SELECT seal FROM events WHERE n = 2)")
    with pytest.raises(TamperedError) as caught:
        store.write(LOCAL, partial(append, count=count))
    assert "replay" in caught.value.hint
    assert len(list(store.read(LOCAL))) == 3


@pytest.mark.slow
def test_many_links_go_in_at_once(store: PostgresStore) -> None:
    """With COPY, in one transaction, with bytes untouched."""
    assert store.write(LOCAL, partial(append, count=5_000)) == 5_003
    require_links(store, LOCAL, 5_003)
    assert store.tree.sequence() == 5_003


def test_a_writer_waits_for_its_scope_and_for_no_other(
    store: PostgresStore, raw: psycopg.Connection
) -> None:
    """One that waits too long is told so, and nothing is lost."""
    raw.autocommit = False
    raw.execute(b"SELECT 1 FROM scopes WHERE scope = 'local' FOR UPDATE")
    other = ScopeId("other")
    assert store.write(other, partial(append, scope=other)) == 1
    with pytest.raises(StoreUnavailableError) as caught:
        store.write(LOCAL, append)
    assert "lock" in caught.value.message
    raw.rollback()
    assert store.write(LOCAL, append) == 4


def test_a_new_scope_is_made_once(postgres_address: str) -> None:
    """By eight threads at the same moment; a writer that is refused leaves nothing."""
    store = PostgresStore(make_url(postgres_address))

    def refuse(_session: WriteSession) -> None:
        raise KeyError("refused")

    with pytest.raises(KeyError):
        store.write(LOCAL, refuse)
    assert store.scopes() == ()
    barrier = threading.Barrier(8)

    def run(_worker: int) -> int:
        barrier.wait()
        return store.write(LOCAL, append)

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(run, range(8))) == list(range(1, 9))
    require_links(store, LOCAL, 8)
    store.close()


def test_commits_are_flushed_whatever_the_server_says(
    store: PostgresStore, raw: psycopg.Connection, postgres_address: str
) -> None:
    """A receipt means that the event survives a crash."""
    database = make_url(postgres_address).database
    raw.execute(f"ALTER DATABASE {database} SET synchronous_commit = off".encode())
    again = PostgresStore(make_url(postgres_address))
    with again._connect() as connection:
        shown = connection.exec_driver_sql("SHOW synchronous_commit").scalar_one()
        level = connection.exec_driver_sql("SHOW transaction_isolation").scalar_one()
    assert (shown, level) == ("on", "read committed")
    again.close()
    assert store.write(LOCAL, append) == 4


def test_a_connection_that_was_cut_is_replaced(
    store: PostgresStore, raw: psycopg.Connection
) -> None:
    """The caller who was cut is told to try again; the next is not troubled."""

    def cut(session: WriteSession) -> int:
        raw.execute(
            b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            b" WHERE application_name = 'both-sides'"
        )
        return append(session)

    with pytest.raises(StoreUnavailableError) as caught:
        store.write(LOCAL, cut)
    assert "idempotency key" in caught.value.hint
    assert store.write(LOCAL, append) == 4


def test_a_server_that_is_not_there_is_unavailable() -> None:
    """In words, and without the password."""
    with pytest.raises(StoreUnavailableError) as caught:
        open_store("postgresql+psycopg://ada:secret@127.0.0.1:1/none", create=False)
    assert "secret" not in caught.value.message + caught.value.hint + str(caught.value.facts)
    assert "127.0.0.1" in caught.value.message


@pytest.mark.parametrize("address", ["mysql://host/db", "postgresql+asyncpg://h/d", "http://x"])
def test_other_databases_are_refused(address: str) -> None:
    """With what would be accepted."""
    with pytest.raises(InvalidInputError) as caught:
        open_store(address, create=False)
    assert "postgresql+psycopg://" in caught.value.hint


def test_a_plain_address_means_the_same_driver() -> None:
    """So what other programs write is accepted."""
    assert postgres_url("postgresql://h/d").drivername == "postgresql+psycopg"


@pytest.fixture
def roles(postgres_server: str) -> Iterator[str]:
    """Give a ledger made with the roles that deploy/ makes."""
    run_sql(postgres_server, "CREATE DATABASE guarded")
    address = address_of(postgres_server, "guarded")
    binaries = find_binaries()
    assert binaries is not None
    script = ROOT / "deploy" / "postgresql" / "roles.sql"
    host = str(make_url(address).query["host"])
    subprocess.run(
        [binaries / "psql", "-q", "-h", host, "-U", "postgres", "-d", "guarded", "-f", "-"],
        input=script.read_bytes(),
        check=True,
    )
    migrate(as_role(address, "owner"))
    yield address
    run_sql(postgres_server, "DROP DATABASE guarded WITH (FORCE)")
    for role in ("writer", "sequencer", "reader", "owner"):
        run_sql(postgres_server, f"DROP ROLE both_sides_{role}")


def as_role(address: str, role: str) -> str:
    """Name the same database for one of the roles."""
    url = make_url(address).set(username=f"both_sides_{role}")
    return url.render_as_string(hide_password=False)


@pytest.mark.slow
def test_each_role_can_do_its_work_and_no_more(roles: str) -> None:
    """Record, give positions and sign, or read: never change, never the work of another."""
    writer = PostgresStore(make_url(as_role(roles, "writer")), create=False)
    import_entities(Desk(Ledger(writer, Clock()), LOCAL), [osaka()], actor="ada")
    with pytest.raises(StoreUnavailableError):
        writer.tree.sequence()
    with pytest.raises(StoreUnavailableError):
        writer.tree.close_appends("by the writer", at="")
    sequencer = PostgresStore(make_url(as_role(roles, "sequencer")), create=False)
    assert sequencer.tree.sequence() == 1
    with pytest.raises(StoreUnavailableError):
        sequencer.write(LOCAL, append)
    sequencer.tree.close_appends("a rollback", at="")
    with pytest.raises(LedgerClosedError):
        writer.write(LOCAL, append)
    sequencer.tree.open_appends("looked into", at="")
    reader = PostgresStore(make_url(as_role(roles, "reader")), create=False)
    require_replay(reader)
    for store in (reader, writer, sequencer):
        for statement in (
            "UPDATE events SET at = ''",
            "DELETE FROM events",
            "TRUNCATE events",
            "DELETE FROM receipts",
            "UPDATE checkpoints SET note = ''",
            "ALTER TABLE events DISABLE TRIGGER ALL",
            "DROP TABLE closures",
        ):
            with pytest.raises(LedgerError), store._transaction() as connection:
                connection.exec_driver_sql(statement)
        store.close()
