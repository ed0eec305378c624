"""Index the texts of views in SQLite by letters in threes, so that words are found inside others.

The index is kept by the writer, beside the rows: triggers may not touch a virtual table in a ledger
that trusts no schema. Where the SQLite library has no FTS5, there is no index and a search reads
the rows. *This module does not* decide what is found; see `has_words`.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, Integer, column, text

from both_sides.domain.ids import ScopeId
from both_sides.store.port import ViewKey
from both_sides.store.tables import views

_CREATE: Final = """CREATE VIRTUAL TABLE view_texts USING fts5(
    text, content='views', content_rowid='id', tokenize='trigram')"""
_FORGET: Final = "INSERT INTO view_texts(view_texts, rowid, text) VALUES ('delete', ?, ?)"
# Row by row with its values: an INSERT from a SELECT makes the index write what it had gathered at
# every statement, which takes twenty times as long.
_LEARN: Final = "INSERT INTO view_texts(rowid, text) VALUES (?, ?)"
_ROWS: Final = (
    "SELECT id, text FROM views WHERE scope = ? AND kind = ? AND text IS NOT NULL AND key IN"
)
KEYS_A_QUERY: Final = 500
_SHORTEST_INDEXED_WORD: Final = 3


class TextIndex:
    """Keep the index of one scope beside its view rows.

    Args:
        connection: The writer's, in its transaction.
        scope: Which scope.
    """

    def __init__(self, connection: Connection, scope: ScopeId) -> None:
        self._connection = connection
        self._scope = scope

    def forget(self, keys: Iterable[ViewKey]) -> None:
        """Take rows out of the index, before they are replaced or removed."""
        self._run(_FORGET, keys)

    def learn(self, keys: Iterable[ViewKey]) -> None:
        """Take rows into the index, after they were written."""
        self._run(_LEARN, keys)

    def _run(self, statement: str, keys: Iterable[ViewKey]) -> None:
        by_kind: dict[str, list[str]] = {}
        for key in keys:
            by_kind.setdefault(key.kind, []).append(key.key)
        for kind, names in by_kind.items():
            for start in range(0, len(names), KEYS_A_QUERY):
                some = names[start : start + KEYS_A_QUERY]
                query = f"{_ROWS} ({', '.join('?' * len(some))})"
                found = self._connection.exec_driver_sql(query, (self._scope, kind, *some))
                rows = [(row[0], row[1]) for row in found]
                if rows:
                    self._connection.exec_driver_sql(statement, rows)


def create_index(connection: Connection) -> None:
    """Make the index in a new ledger, where the library can."""
    options = connection.exec_driver_sql("PRAGMA compile_options").scalars()
    if "ENABLE_FTS5" in set(options):
        connection.exec_driver_sql(_CREATE)


def has_index(connection: Connection) -> bool:
    """Tell whether a ledger has the index."""
    query = "SELECT count(*) FROM sqlite_schema WHERE name = 'view_texts'"
    return bool(connection.exec_driver_sql(query).scalar_one())


def narrow_by_index(words: Sequence[str]) -> ColumnElement[bool] | None:
    """Ask the index for the words that are long enough for it; None where none is."""
    long = [word for word in words if len(word) >= _SHORTEST_INDEXED_WORD]
    if not long:
        return None
    quoted = ['"' + word.replace('"', '""') + '"' for word in long]
    query = text("SELECT rowid FROM view_texts WHERE view_texts MATCH :match")
    found = query.bindparams(match=" AND ".join(quoted)).columns(column("rowid", Integer))
    return views.c.id.in_(found)
