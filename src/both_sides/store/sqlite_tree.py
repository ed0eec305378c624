"""Read events by position from a SQLite ledger, and keep its tree.

A position is the key of the row, given under the file's write lock, so it follows the commits and
has no gaps. *This module does not* open the file.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects import sqlite as sqlite_dialect

from both_sides.domain.ids import ScopeId
from both_sides.store.sql_tree import SQLITE_POSITION, Connect, SqlTree
from both_sides.store.tables import events, tiles
from both_sides.store.tree_port import PlacedEvent

EVENTS_A_PAGE: Final = 512

_LAST: Final = select(events.c.position).order_by(events.c.position.desc()).limit(1)
_PAGE: Final = f"""SELECT position, scope, n, previous, seal, type, at, body FROM events
WHERE position > ? AND position <= ? ORDER BY position LIMIT {EVENTS_A_PAGE}"""  # noqa: S608  # nosec B608 # a constant

_insert_tile = sqlite_dialect.insert(tiles)
_UPSERT_TILE: Final = _insert_tile.on_conflict_do_update(
    index_elements=["level", "number"], set_={"hashes": _insert_tile.excluded.hashes}
)


class SqliteTree(SqlTree):
    """Keep the tree in a SQLite file.

    Args:
        connect: Lends a connection for reading.
        transaction: Lends a connection in a transaction that is committed at the end.
    """

    def __init__(self, connect: Connect, transaction: Connect) -> None:
        super().__init__(connect, transaction, _UPSERT_TILE)

    def sequence(self) -> int:
        """Tell how many events there are: each was given its position with its commit."""
        return self.size()

    def size(self) -> int:
        """Tell how many events there are."""
        with self._connect() as connection:
            return connection.execute(_LAST).scalar_one_or_none() or 0

    def pages(self, *, after: int, upto: int) -> Iterator[Sequence[PlacedEvent]]:
        """Read events by position, each page in a statement of its own."""
        while after < upto:
            with self._connect() as connection:
                page = _read_page(connection.connection.dbapi_connection, after, upto)
            if page:
                yield page
            if len(page) < EVENTS_A_PAGE:
                return
            after = page[-1][0]

    def position(self, scope: ScopeId, n: int) -> int | None:
        """Find the position of an event."""
        with self._connect() as connection:
            place = {"scope": scope, "n": n}
            found: int | None = connection.execute(SQLITE_POSITION, place).scalar_one_or_none()
        return found


def _read_page(connection: sqlite3.Connection, after: int, upto: int) -> list[PlacedEvent]:
    """Read a page with the driver's own reader of texts, which takes half the time of ours."""
    factory = connection.text_factory
    connection.text_factory = str
    try:
        return connection.execute(_PAGE, (after, upto)).fetchall()
    except sqlite3.OperationalError as error:
        if "UTF-8" not in str(error):
            raise
    finally:
        connection.text_factory = factory
    return connection.execute(_PAGE, (after, upto)).fetchall()
