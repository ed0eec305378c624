"""Read events by position from a SQLite ledger, and keep its tree.

A position is the key of the row, given under the file's write lock, so it follows the commits and
has no gaps. *This module does not* open the file.
"""

from typing import Final

from both_sides.store.sql_tree import EVENTS_A_PAGE, Connect, SqlTree

_LAST: Final = "SELECT max(position) FROM events"
_PAGE: Final = f"""SELECT position, scope, n, previous, seal, type, at, body FROM events
    WHERE position > ? AND position <= ? ORDER BY position LIMIT {EVENTS_A_PAGE}"""  # noqa: S608 - a constant
_POSITION: Final = "SELECT position FROM events WHERE scope = ? AND n = ?"


class SqliteTree(SqlTree):
    """Keep the tree in a SQLite file.

    Args:
        connect: Lends a connection for reading.
        transaction: Lends a connection in a transaction that is committed at the end.
    """

    def __init__(self, connect: Connect, transaction: Connect) -> None:
        super().__init__(connect, transaction, page=_PAGE, position=_POSITION)

    def sequence(self) -> int:
        """Tell how many events there are: each was given its position with its commit."""
        return self.size()

    def size(self) -> int:
        """Tell how many events there are."""
        with self._connect() as connection:
            return connection.exec_driver_sql(_LAST).scalar_one() or 0
