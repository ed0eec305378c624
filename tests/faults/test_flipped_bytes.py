"""Whichever byte of a stored event is flipped, a replay names the event's row."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from both_sides.domain.ids import ClaimId, RulingId, ScopeId
from both_sides.errors import TamperedError
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.store.memory import MemoryStore
from both_sides.store.port import EventRow, LedgerStore
from both_sides.store.sqlite import SqliteStore
from tests.replayed import require_replay
from tests.samples import QUESTION, Clock, osaka

LOCAL = ScopeId("local")


def record(store: LedgerStore) -> None:
    """Record three links: an import, a ruling, its revision."""
    desk = Desk(Ledger(store, Clock()), LOCAL)
    import_entities(desk, [osaka()], actor="ada")
    desk.rule(RuleRequest(QUESTION, ClaimId("a"), "Why.", "ada"))
    desk.revise(RulingId("RUL-0001"), "Because.", actor="eve")


@pytest.mark.slow
@pytest.mark.parametrize("place", [1, 2, 3])
def test_every_byte_of_a_body_is_covered_by_its_seal(place: int) -> None:
    """All of them, one after the other, with one bit and with all bits flipped."""
    store = MemoryStore()
    record(store)
    events = store._scopes[LOCAL].events
    kept = events[place - 1]
    for flipped in _flipped(kept):
        events[place - 1] = flipped
        found = replay_scope(store, LOCAL).first_broken
        assert found is not None
        assert (found.n, found.finding) == (place, "its seal is not that of its body")
    events[place - 1] = kept
    require_replay(store)


def _flipped(row: EventRow) -> Iterator[EventRow]:
    body = row.link.body
    for index in range(len(body)):
        mask = (1 << index % 8) if index % 3 else 0xFF
        changed = body[:index] + bytes([body[index] ^ mask]) + body[index + 1 :]
        yield replace(row, link=replace(row.link, body=changed))


@pytest.mark.slow
def test_every_byte_of_a_row_in_the_file_is_covered(tmp_path: Path) -> None:
    """Seals, type, time and body of the second event, flipped on the disk itself."""
    path = tmp_path / "ledger.db"
    store = SqliteStore(path)
    record(store)
    store.close()
    whole = path.read_bytes()
    connection = sqlite3.connect(path)
    row = connection.execute(
        "SELECT previous, seal, type, at, body FROM events WHERE n = 2"
    ).fetchone()
    connection.close()
    pieces = [piece.encode() if isinstance(piece, str) else piece for piece in row]
    start = whole.index(b"".join(pieces[:4]))  # columns stand one after the other
    stop = start + sum(map(len, pieces))
    checked = 0
    for index in [*range(start, start + 230, 3), *range(start + 230, stop, 41)]:
        changed = bytearray(whole)
        changed[index] ^= 1 << (index % 8)
        path.write_bytes(changed)
        named = _named(path)
        assert named == 2 or (named is None and index >= stop), index
        checked += 1
    assert checked > 100


def _named(path: Path) -> int | None:
    """Give the place that a replay of this file names."""
    store = SqliteStore(path, create=False)
    try:
        found = replay_scope(store, LOCAL).first_broken
    except TamperedError:  # SQLite itself calls the file malformed
        return 2
    finally:
        store.close()
    return None if found is None else found.n
