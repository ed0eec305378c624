"""Know the heads of a SQLite ledger without reading them again as long as nobody writes.

SQLite counts the commits of all other connections, those of other processes too, in a number that
a connection reads in a few microseconds (`PRAGMA data_version`). As long as it is the same, so are
the heads. Nothing here ever waits: where a writer holds the file, the head is not known.

*This module does not* read links or views.
"""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Final

from both_sides.chain.seal import Head, genesis_seal
from both_sides.domain.ids import ScopeId

_VERSION: Final = "PRAGMA data_version"
_HEAD: Final = "SELECT n, seal, at FROM scopes WHERE scope = ?"
MOST_SCOPES: Final = 10_000


class HeadWatch:
    """Keep the heads that were read, and forget them when the file changes.

    Args:
        path: The ledger's file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._version = -1
        self._heads: dict[ScopeId, Head] = {}
        self._lock = threading.Lock()

    def head(self, scope: ScopeId) -> Head | None:
        """Give the end of a chain, or None where it cannot be told at once."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            return self._head(scope)
        except sqlite3.Error:  # a writer holds the file, or the store will say what is wrong
            return None
        finally:
            self._lock.release()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _head(self, scope: ScopeId) -> Head | None:
        if self._connection is None:
            self._connection = sqlite3.connect(
                f"{self._path.absolute().as_uri()}?mode=ro",
                uri=True,
                timeout=0,
                isolation_level=None,
                check_same_thread=False,
            )
        with closing(self._connection.execute(_VERSION)) as cursor:
            version = int(cursor.fetchone()[0])
        if version != self._version or len(self._heads) > MOST_SCOPES:
            self._heads.clear()
            self._version = version
        known = self._heads.get(scope)
        if known is not None:
            return known
        with closing(self._connection.execute(_HEAD, (scope,))) as cursor:
            row = cursor.fetchone()
        if row is not None and not (
            isinstance(row[0], int) and isinstance(row[1], str) and isinstance(row[2], str)
        ):
            return None  # somebody damaged it; the store says so in words
        head = Head(0, genesis_seal(scope)) if row is None else Head(*row)
        self._heads[scope] = head
        return head
