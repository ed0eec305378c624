"""Tests 1 to 6 of spec/ledger.md, 8: whatever somebody does to the database is found and named."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from both_sides.chain.checkpoint import Checkpoint, leaf_hash
from both_sides.chain.merkle import CompactRange
from both_sides.chain.note_keys import SignatureKind, SigningKey
from both_sides.chain.seal import genesis_seal, seal
from both_sides.chain.signed_note import sign_note
from both_sides.domain.ids import ScopeId
from both_sides.service.verifying.findings import Level, Outcome, Verification
from tests.trust.amounts import amount
from tests.trust.workplace import LOCAL, ORIGIN, Workplace

TEAM = ScopeId("team/a")
COLUMNS = ("position", "scope", "n", "previous", "seal", "type", "at", "body")


def first_place(found: Verification) -> int | None:
    """Give the first position that a finding names."""
    return min((f.position for f in found.findings if f.position is not None), default=None)


# --- 1: bits --------------------------------------------------------------------------------------


def flipped(value: Any) -> Iterator[Any]:  # noqa: ANN401 - whatever a column holds
    """Flip each bit of a stored value; of long values a part, unless everything is to be done."""
    if isinstance(value, int):
        yield from (value ^ (1 << bit) for bit in range(63))
        return
    data = value.encode() if isinstance(value, str) else bytes(value)
    step = amount(37, 1)
    for bit in range(0, 8 * len(data), step):
        other = bytearray(data)
        other[bit // 8] ^= 1 << bit % 8
        yield other.decode("utf-8", "surrogateescape") if isinstance(value, str) else bytes(other)


class SqliteRow:
    """Change the columns of the fourth event."""

    def __init__(self, address: str) -> None:
        self._connection = sqlite3.connect(address, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = OFF")
        triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
        for (name,) in self._connection.execute(triggers).fetchall():
            self._connection.execute(f"DROP TRIGGER {name}")
        query = f"SELECT {', '.join(COLUMNS)} FROM events WHERE position = 4"
        self.values = self._connection.execute(query).fetchone()
        self._rowid = 4

    def change(self, column: str, value: Any) -> bool:  # noqa: ANN401 - whatever a column holds
        """Change a column; tell whether the database let it happen."""
        # A text is put in as bytes, so that what is no UTF-8 any more can stand there too.
        kind = "TEXT" if isinstance(value, str) else "BLOB"
        target = f"CAST(? AS {kind})" if isinstance(value, str | bytes) else "?"
        data = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
        statement = f"UPDATE events SET {column} = {target} WHERE rowid = ?"
        try:
            self._connection.execute(statement, (data, self._rowid))
        except sqlite3.IntegrityError:  # the place is taken by another event
            return False
        self._rowid = value if column == "position" else self._rowid
        return True

    def close(self) -> None:
        """Let go of the database."""
        self._connection.close()


class PostgresRow:
    """Change the columns of the fourth event."""

    def __init__(self, address: str) -> None:
        url = make_url(address)
        host = str(url.query["host"])
        self._connection = psycopg.connect(
            user="postgres", host=host, dbname=url.database, autocommit=True
        )
        self._connection.execute("SET session_replication_role = replica")
        query = (
            "SELECT p.position, e.scope, e.n, previous, seal, type, at, body, e.ctid, p.ctid"
            " FROM positions p JOIN events e USING (scope, n) WHERE position = 4"
        )
        row = self._connection.execute(query).fetchone()
        assert row is not None
        self.values = row[: len(COLUMNS)]
        self._places = {"events": row[-2], "positions": row[-1]}

    def change(self, column: str, value: Any) -> bool:  # noqa: ANN401 - whatever a column holds
        """Change a column; tell whether the database let it happen."""
        if isinstance(value, str) and not is_text(value):
            return False
        table = "positions" if column == "position" else "events"
        statement = f"UPDATE {table} SET {column} = %s WHERE ctid = %s RETURNING ctid"
        try:
            changed = self._connection.execute(
                statement.encode(), (value, self._places[table])
            ).fetchone()
        except psycopg.errors.UniqueViolation:  # the place is taken by another event
            return False
        assert changed is not None
        self._places[table] = changed[0]
        return True

    def close(self) -> None:
        """Let go of the database."""
        self._connection.close()


@pytest.mark.parametrize("column", COLUMNS)
def test_each_flipped_bit_of_an_event_is_reported_at_that_event(
    place: Workplace, column: str
) -> None:
    """Whichever column it is in; put back, everything verifies again."""
    place.add(3)
    place.add(2, scope=TEAM)
    place.sign()
    row = SqliteRow(place.address) if place.is_sqlite else PostgresRow(place.address)
    before = row.values[COLUMNS.index(column)]
    changes = 0
    for value in flipped(before):
        if not row.change(column, value):
            continue
        found = place.verify(level=Level.TREE)
        assert found.outcome is Outcome.TAMPERED, (column, value)
        assert first_place(found) == 4, (column, value, found.findings)
        assert row.change(column, before)
        changes += 1
    row.close()
    assert changes >= 2
    assert place.outcome(level=Level.TREE) is Outcome.VERIFIED


def is_text(value: str) -> bool:
    """Tell whether PostgreSQL can hold it."""
    return value.isprintable() and "\0" not in value


# --- 2: rows --------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [2, 3, 5])
def test_a_deleted_row_is_named_by_its_place(place: Workplace, position: int) -> None:
    """In the global order; the chain names it too."""
    place.add(6)
    place.sign()
    place.delete_events(scope=LOCAL, only=position - 1)  # the key is the first event of all
    found = place.verify()
    assert found.outcome is Outcome.TAMPERED
    assert first_place(found) == position
    assert f"no event at position {position}" in found.findings[0].what


def test_swapped_rows_are_named_by_the_first_of_them(place: Workplace) -> None:
    """Bodies and seals exchanged, places kept."""
    place.add(6)
    place.sign()
    rows = place.query(
        "SELECT n, previous, seal, body FROM events WHERE scope = 'local' ORDER BY n"
    )
    for target, source in ((2, 3), (3, 2)):
        row = rows[source - 1]
        place.damage(
            "UPDATE events SET previous = :p, seal = :s, body = :b"
            " WHERE scope = 'local' AND n = :n",
            p=row.previous,
            s=row.seal,
            b=row.body,
            n=target,
        )
    found = place.verify()
    assert found.outcome is Outcome.TAMPERED
    assert first_place(found) == 3  # the key is the first event, so link 2 is the third


def test_a_duplicated_row_is_named_by_its_place(place: Workplace) -> None:
    """As the next link of its chain, with a place of its own in the global order."""
    place.add(4)
    place.sign()
    place.damage(
        "INSERT INTO events (scope, n, previous, seal, type, at, body)"
        " SELECT scope, 5, previous, seal, type, at, body FROM events"
        " WHERE scope = 'local' AND n = 4",
        "UPDATE scopes SET n = 5 WHERE scope = 'local'",
    )
    place.store.tree.sequence()
    found = place.verify()
    assert found.outcome is Outcome.TAMPERED
    assert first_place(found) == 6


def test_two_events_after_one_link_are_a_fork_and_not_tampering(place: Workplace) -> None:
    """Both sealed as they should be, as two writers without a lock would leave them."""
    place.add(4)
    place.sign()
    place.drop_uniqueness()
    (row,) = place.query("SELECT * FROM events WHERE scope = 'local' AND n = 4")
    body = bytes(row.body).replace(b"refuses", b"accepts")
    values = {"p": row.previous, "s": seal(row.previous, body), "t": row.type, "at": row.at}
    if place.is_sqlite:
        place.damage(
            "INSERT INTO events (position, scope, n, previous, seal, type, at, body)"
            " VALUES (6, 'local', 4, :p, :s, :t, :at, :b)",
            b=body,
            **values,
        )
    else:
        place.damage(
            "ALTER TABLE positions DROP CONSTRAINT positions_scope_n_key",
            "INSERT INTO events (scope, n, previous, seal, type, at, body)"
            " VALUES ('local', 4, :p, :s, :t, :at, :b)",
            b=body,
            **values,
        )
    found = place.verify(level=Level.LINKS)
    assert Outcome.FORK in {finding.outcome for finding in found.findings}
    assert any("two events of local follow link 3" in finding.what for finding in found.findings)


# --- 3: the end -----------------------------------------------------------------------------------


def cut_off(place: Workplace, keep: int) -> None:
    """Delete the events of the local scope after a link, with everything that follows from them."""
    place.delete_events(scope=LOCAL, after=keep)
    (row,) = place.query(
        "SELECT n, seal, at FROM events WHERE scope = 'local' ORDER BY n DESC LIMIT 1"
    )
    place.damage(
        "UPDATE scopes SET n = :n, seal = :seal, at = :at WHERE scope = 'local'",
        n=row.n,
        seal=row.seal,
        at=row.at,
    )
    place.damage(f"DELETE FROM views WHERE scope = 'local' AND n > {keep}")
    if not place.is_sqlite:
        place.damage(f"UPDATE sequenced SET n = {keep} WHERE scope = 'local'")


@pytest.mark.parametrize("keep", [1, 4, 7])
def test_what_is_cut_off_below_the_anchor_is_a_rollback(place: Workplace, keep: int) -> None:
    """With heads and views cut to fit, only the anchor can tell; it is not called tampering."""
    place.add(8)
    place.sign()
    cut_off(place, keep)
    found = place.verify(level=Level.TREE)
    assert found.outcome is Outcome.TRUNCATED
    assert f"anchor size 9, database size {keep + 1}" in str(found.findings)


@pytest.mark.parametrize("keep", [8, 9])
def test_what_is_cut_off_above_the_anchor_leaves_a_window_that_is_not_called_ok(
    place: Workplace, keep: int
) -> None:
    """Events after the anchor are said to be unanchored, however many are left of them."""
    place.add(7)
    place.sign()
    place.add(3)
    cut_off(place, keep)
    found = place.verify(level=Level.TREE)
    assert found.outcome is Outcome.INCOMPLETE
    assert (found.anchored, found.window) == (8, keep - 7)
    assert "not anchored" in str(found.findings)
    assert place.outcome(level=Level.TREE, is_anchored_only=True) is Outcome.VERIFIED


def test_a_head_that_names_more_than_there_is_tells_of_what_was_cut_off(place: Workplace) -> None:
    """Above the anchor too, where somebody forgot the head."""
    place.add(4)
    place.sign()
    place.add(3)
    place.delete_events(scope=LOCAL, after=5)
    found = place.verify(level=Level.TREE)
    assert found.outcome is Outcome.TRUNCATED
    assert any(finding.table == "scopes" for finding in found.findings)


# --- 4 and 5: rewriting ---------------------------------------------------------------------------


def rewrite(place: Workplace, *, start: int = 1, scope: str = LOCAL) -> None:
    """Tell another history from a link on, sealed as if it had always been so."""
    rows = place.query(
        "SELECT n, previous, body FROM events WHERE scope = :scope ORDER BY n", scope=scope
    )
    previous = genesis_seal(scope) if start == 1 else rows[start - 1].previous
    for row in rows[start - 1 :]:
        body = bytes(row.body).replace(b"refuses", b"accepts")
        sealed = seal(previous, body)
        place.damage(
            "UPDATE events SET previous = :p, seal = :s, body = :b WHERE scope = :scope AND n = :n",
            p=previous,
            s=sealed,
            b=body,
            scope=scope,
            n=row.n,
        )
        previous = sealed
    place.damage("UPDATE scopes SET seal = :s WHERE scope = :scope", s=previous, scope=scope)


def tree_of(place: Workplace) -> CompactRange:
    """Grow the tree over what is stored."""
    tree = CompactRange()
    for page in place.store.tree.pages(after=0, upto=place.store.tree.size()):
        for row in page:
            tree.append(leaf_hash(row[1], row[2], row[4]))
    return tree


def resign(place: Workplace, key: SigningKey) -> None:
    """Sign what is stored now, in the place of every stored checkpoint, with tiles to fit."""
    tree = tree_of(place)
    note = sign_note(str(Checkpoint(ORIGIN, tree.size, tree.root())), [key])
    leaves = b"".join(
        leaf_hash(row[1], row[2], row[4])
        for page in place.store.tree.pages(after=0, upto=tree.size)
        for row in page
    )
    place.damage(
        "DELETE FROM checkpoints",
        "INSERT INTO checkpoints (origin, size, note) VALUES (:origin, :size, :note)",
        origin=ORIGIN,
        size=tree.size,
        note=str(note),
    )
    place.damage("UPDATE tiles SET hashes = :h WHERE level = 0 AND number = 0", h=leaves)


@pytest.mark.parametrize("start", [1, 3])
def test_a_rewritten_history_of_equal_length_is_a_fork(place: Workplace, start: int) -> None:
    """From the first link or from a later one, every seal and every tile made to fit."""
    place.add(6)
    place.sign()
    rewrite(place, start=start)
    assert place.outcome(level=Level.LINKS) is Outcome.VERIFIED  # the chain alone is in order
    resign(place, SigningKey(ORIGIN, SignatureKind.NOTE, bytes(range(32))))
    found = place.verify(level=Level.TREE)
    assert found.outcome is Outcome.FORK
    assert "are not those that the anchor was signed for" in str(found.findings)


def test_a_rewritten_history_signed_with_another_key_is_found(
    place: Workplace, tmp_path: Path
) -> None:
    """In the database, and even where the anchor was replaced: the pinned key did not sign."""
    place.add(6)
    anchor = place.sign()
    thief = SigningKey(ORIGIN, SignatureKind.NOTE, b"t" * 32)
    rewrite(place)
    resign(place, thief)
    found = place.verify(level=Level.TREE)
    assert found.outcome in {Outcome.FORK, Outcome.TAMPERED}
    tree = tree_of(place)
    note = sign_note(str(Checkpoint(ORIGIN, tree.size, tree.root())), [thief])
    place.trust.write_anchor(note)
    found = place.verify(level=Level.TREE)
    assert found.outcome is Outcome.TAMPERED
    assert "the anchor cannot be believed" in str(found.findings)
    assert anchor.note != note
    assert tmp_path.exists()


def test_a_rewritten_suffix_above_the_anchor_is_only_seen_as_unanchored(place: Workplace) -> None:
    """The documented limit: until it is signed, nothing shows what was there."""
    place.add(4)
    place.sign()
    place.add(3)
    rewrite(place, start=6)
    assert place.outcome(level=Level.TREE) is Outcome.INCOMPLETE


# --- 6: a scope -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", [LOCAL, TEAM])
def test_a_deleted_scope_is_found(place: Workplace, scope: ScopeId) -> None:
    """With its head, its views and its receipts: its places in the global order are empty."""
    place.add(3)
    place.add(4, scope=TEAM)
    place.add(2)
    place.sign()
    place.delete_events(scope=scope)
    for table in ("views", "receipts", "scopes"):
        place.damage(f"DELETE FROM {table} WHERE scope = '{scope}'")
    found = place.verify()
    assert found.outcome is not Outcome.VERIFIED
    assert found.outcome is not Outcome.INCOMPLETE
    words = str(found.findings)
    assert "there is no event at position" in words or "rollback" in words


def test_a_deleted_scope_whose_places_were_closed_up_is_found(place: Workplace) -> None:
    """Even with every position moved, the tree is another one."""
    place.add(3)
    place.add(4, scope=TEAM)
    place.sign()
    place.add(4)
    place.sign()
    place.delete_events(scope=TEAM)
    place.damage(f"DELETE FROM scopes WHERE scope = '{TEAM}'")
    table = "events" if place.is_sqlite else "positions"
    for new, old in enumerate(range(9, 13), start=5):
        place.damage(f"UPDATE {table} SET position = {new} WHERE position = {old}")
    assert place.outcome(level=Level.TREE) in {Outcome.TAMPERED, Outcome.TRUNCATED, Outcome.FORK}
