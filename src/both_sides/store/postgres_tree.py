"""Give events of a PostgreSQL ledger their positions, and keep the tree.

Writers of different scopes commit in parallel, so no writer can know its position. One sequencer,
alone by an advisory lock, gives positions to what is committed. A sequence would have gaps.
*This module does not* decide when; the checkpoint does.
"""

from typing import Final

from sqlalchemy import bindparam, text

from both_sides.store.sql_tree import EVENTS_A_PAGE, Connect, SqlTree

SEQUENCER_LOCK: Final = 0x42534C47_0001  # "BSLG", 1

_LAST: Final = text("SELECT coalesce(max(position), 0) FROM positions")
_LOCK: Final = text("SELECT pg_advisory_xact_lock(:key)").bindparams(
    bindparam("key", SEQUENCER_LOCK)
)
# Each statement of a READ COMMITTED transaction sees what was committed before it began: a head
# that is seen comes with all its events.
_PLACE: Final = text("""
    INSERT INTO positions (position, scope, n)
    SELECT :last + row_number() OVER (ORDER BY events.scope, events.n), events.scope, events.n
    FROM scopes LEFT JOIN sequenced ON sequenced.scope = scopes.scope
    JOIN events ON events.scope = scopes.scope
        AND events.n > coalesce(sequenced.n, 0) AND events.n <= scopes.n
    WHERE scopes.n > coalesce(sequenced.n, 0)
""")
_REMEMBER: Final = text("""
    INSERT INTO sequenced (scope, n)
    SELECT scope, max(n) FROM positions WHERE position > :last GROUP BY scope
    ON CONFLICT (scope) DO UPDATE SET n = excluded.n
""")
_POSITION: Final = "SELECT position FROM positions WHERE scope = ? AND n = ?"
_PAGE: Final = f"""
    SELECT positions.position, events.scope, events.n, previous, seal, type, at, body
    FROM positions JOIN events ON events.scope = positions.scope AND events.n = positions.n
    WHERE position > ? AND position <= ? ORDER BY position LIMIT {EVENTS_A_PAGE}
"""  # noqa: S608 - a constant


class PostgresTree(SqlTree):
    """Keep the tree in a PostgreSQL database.

    Args:
        connect: Lends a connection for reading.
        transaction: Lends a connection in a transaction that is committed at the end.
    """

    def __init__(self, connect: Connect, transaction: Connect) -> None:
        super().__init__(connect, transaction, page=_PAGE, position=_POSITION)

    def sequence(self) -> int:
        """Give every committed event its position."""
        with self._transaction() as connection:
            connection.execute(_LOCK)
            last: int = connection.execute(_LAST).scalar_one()
            placed: int = connection.execute(_PLACE, {"last": last}).rowcount
            if placed:
                connection.execute(_REMEMBER, {"last": last})
        return last + placed

    def size(self) -> int:
        """Tell how many events have a position."""
        with self._connect() as connection:
            last: int = connection.execute(_LAST).scalar_one()
        return last
