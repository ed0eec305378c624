"""An older ledger is brought up to date in one step or not at all, and nothing sealed changes."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, make_url

from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError, NotFoundError, UnsupportedSchemaError
from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.store.opening import migrate, open_store
from both_sides.store.postgres import PostgresStore
from both_sides.store.sqlite import SqliteStore
from both_sides.store.sqlite_schema import APPLICATION_ID
from both_sides.store.tables import SCHEMA_VERSION, metadata
from tests.postgres.databases import address_of, run_sql
from tests.replayed import require_replay
from tests.samples import Clock, osaka

LOCAL = ScopeId("local")
NEW_IN_0002 = ("tiles", "checkpoints", "cosignatures", "closures")


def schema(path: Path) -> list[tuple[str, str, str]]:
    """List tables, indexes and triggers as SQLite describes them, whatever the spaces."""
    connection = sqlite3.connect(path)
    rows = connection.execute(
        "SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'view_texts%'"
    ).fetchall()
    connection.close()
    return sorted(
        (kind, name, " ".join(sql.split()).replace(" )", ")")) for kind, name, sql in rows
    )


def old_ledger(path: Path) -> Path:
    """Make a ledger as version 0001 left it, with a ruling's worth of events."""
    store = SqliteStore(path)
    import_entities(Desk(Ledger(store, Clock()), LOCAL), [osaka()], actor="ada")
    store.close()
    connection = sqlite3.connect(path)
    triggers = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    for (name,) in triggers.fetchall():
        if name.startswith("checkpoints_") or "closed" in name:
            connection.execute(f"DROP TRIGGER {name}")
    for table in reversed(NEW_IN_0002):
        connection.execute(f"DROP TABLE {table}")
    connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.commit()
    connection.close()
    return path


@pytest.mark.slow
def test_a_migrated_ledger_has_the_tables_of_a_new_one(tmp_path: Path) -> None:
    """Every table, index and trigger, word for word; what was recorded is there and replays."""
    path = old_ledger(tmp_path / "old.db")
    with pytest.raises(UnsupportedSchemaError) as caught:
        SqliteStore(path)
    assert "migrate" in caught.value.hint
    assert migrate(str(path)) == ("0001", SCHEMA_VERSION)
    SqliteStore(tmp_path / "new.db").close()
    assert schema(path) == schema(tmp_path / "new.db")
    store = SqliteStore(path, create=False)
    assert store.head(LOCAL).n == 1
    assert store.tree.sequence() == 1
    require_replay(store)
    store.close()


@pytest.mark.slow
def test_the_first_step_makes_what_the_first_program_made(tmp_path: Path) -> None:
    """So a file of version 0001 and one that was migrated from nothing are the same."""
    path = tmp_path / "empty.db"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(
        "CREATE TABLE alembic_version ( version_num TEXT NOT NULL, PRIMARY KEY (version_num))"
    )
    connection.commit()
    connection.close()
    assert migrate(str(path)) == (None, SCHEMA_VERSION)
    SqliteStore(tmp_path / "new.db").close()
    assert schema(path) == schema(tmp_path / "new.db")


def test_migrating_again_changes_nothing(tmp_path: Path) -> None:
    """The file stays byte for byte."""
    path = tmp_path / "ledger.db"
    SqliteStore(path).close()
    before = path.read_bytes()
    assert migrate(str(path)) == (SCHEMA_VERSION, SCHEMA_VERSION)
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_step_that_fails_leaves_the_old_ledger(tmp_path: Path) -> None:
    """All steps are one transaction."""
    path = old_ledger(tmp_path / "old.db")
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE closures (in_the_way TEXT)")
    connection.commit()
    connection.close()
    before = schema(path)
    with pytest.raises(LedgerError):
        migrate(str(path))
    assert schema(path) == before


def test_what_is_no_ledger_is_not_migrated(tmp_path: Path) -> None:
    """A missing file, another program's, or one of a newer program."""
    with pytest.raises(NotFoundError):
        migrate(str(tmp_path / "none.db"))
    foreign = tmp_path / "foreign.db"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.commit()
    connection.close()
    newer = tmp_path / "newer.db"
    SqliteStore(newer).close()
    connection = sqlite3.connect(newer)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    for path in (foreign, newer):
        before = path.read_bytes()
        with pytest.raises(UnsupportedSchemaError):
            migrate(str(path))
        assert path.read_bytes() == before


@pytest.mark.slow
def test_a_database_gets_its_tables_step_by_step(postgres_server: str) -> None:
    """Every table of ours, with the columns that we read; twice is once."""
    run_sql(postgres_server, "CREATE DATABASE empty")
    address = address_of(postgres_server, "empty")
    with pytest.raises(NotFoundError):
        open_store(address, create=False)
    assert migrate(address) == (None, SCHEMA_VERSION)
    assert migrate(address) == (SCHEMA_VERSION, SCHEMA_VERSION)
    engine = create_engine(address)
    inspector = inspect(engine)
    for table in metadata.tables.values():
        found = {column["name"] for column in inspector.get_columns(table.name)}
        expected = {column.name for column in table.columns}
        assert found == expected - ({"position"} if table.name == "events" else set())
    engine.dispose()
    open_store(address, create=False).close()
    run_sql(address, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(UnsupportedSchemaError):
        migrate(address)
    with pytest.raises(UnsupportedSchemaError):
        open_store(address, create=False)


@pytest.mark.slow
def test_a_database_is_made_when_it_may_be(postgres_server: str) -> None:
    """As a SQLite file is."""
    run_sql(postgres_server, "CREATE DATABASE made")
    store = PostgresStore(make_url(address_of(postgres_server, "made")))
    import_entities(Desk(Ledger(store, Clock()), LOCAL), [osaka()], actor="ada")
    require_replay(store)
    store.close()
