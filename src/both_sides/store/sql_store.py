"""Read a ledger that lies in a database, whatever the database: what both stores share.

How a scope is locked, what an error of the driver means and how a search is narrowed differ; those
stand with each store. *This module does not* write.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, Engine
from sqlalchemy.exc import DBAPIError

from both_sides.chain.seal import Head
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError
from both_sides.store import sql_reading
from both_sides.store.port import EventRow, Unwatched, ViewRow, WriteSession, WriteWatcher

T = TypeVar("T")


class SqlStore:
    """Read links and views in a database.

    Args:
        engine: Gives connections to it.
        address: What other processes open it by.
    """

    def __init__(self, engine: Engine, address: str) -> None:
        self.address = address
        self._engine = engine
        self._watcher: WriteWatcher = Unwatched()

    def write(self, scope: ScopeId, work: Callable[[WriteSession], T]) -> T:
        """Lock a scope, run `work`, and commit what it wrote.

        Raises:
            StoreUnavailableError: The lock or the disk could not be had; nothing was kept.
        """
        self._watcher.before_write()
        answer, appended = self._write(scope, work)
        self._watcher.after_write(appended)
        return answer

    def watch(self, watcher: WriteWatcher) -> None:
        """Tell this of every write from now on, and of the end."""
        self._watcher = watcher

    def head(self, scope: ScopeId) -> Head:
        """Read the end of a chain."""
        with self._connect() as connection:
            return sql_reading.read_head(connection, scope)

    def read(
        self, scope: ScopeId, *, after: int = 0, upto: int | None = None
    ) -> Iterator[EventRow]:
        """Read links in order, page by page."""
        return sql_reading.read_events(self._connect, scope, after=after, upto=upto)

    def view(self, scope: ScopeId, kind: str, key: str) -> ViewRow | None:
        """Read one view row."""
        with self._connect() as connection:
            return sql_reading.read_view(connection, scope, kind, key)

    def views(
        self, scope: ScopeId, kind: str | None = None, *, after: int | None = None
    ) -> Iterator[ViewRow]:
        """Read view rows by ordinal, page by page."""
        return sql_reading.read_views(self._connect, scope, kind, after=after)

    def search(
        self, scope: ScopeId, kind: str, words: Sequence[str], *, after: int = -1
    ) -> Iterator[ViewRow]:
        """Find view rows by their text."""
        return sql_reading.search_views(
            self._connect, scope, kind, words, after=after, narrowed=self._narrowed(words)
        )

    def scopes(self) -> tuple[ScopeId, ...]:
        """List the scopes that have a link."""
        with self._connect() as connection:
            return sql_reading.read_scopes(connection)

    def heads(self) -> Iterator[tuple[ScopeId, Head]]:
        """Read the ends of all chains, page by page."""
        return sql_reading.read_heads(self._connect)

    def close(self) -> None:
        """Close all connections."""
        self._watcher.before_close()
        self._engine.dispose()

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        """Lend a connection, and say what the driver's own errors mean for the caller."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except (DBAPIError, self._driver_error()) as error:
            raise self._told(error) from error

    def _told(self, error: Exception) -> Exception:
        """Turn what the driver raised, also bare where it is asked itself, into one of ours."""
        if isinstance(error, self._driver_error()):
            error = DBAPIError(None, None, error)
        return self._explained(error) if isinstance(error, DBAPIError) else error

    def _write(self, scope: ScopeId, work: Callable[[WriteSession], T]) -> tuple[T, int]:
        """Lock, run and commit; give the answer and how many links were appended."""
        raise NotImplementedError

    def _explained(self, error: DBAPIError) -> LedgerError:
        """Turn an error of the driver into one of ours."""
        raise NotImplementedError

    def _driver_error(self) -> type[Exception]:
        """Name what the driver raises."""
        raise NotImplementedError

    def _narrowed(self, words: Sequence[str]) -> ColumnElement[bool] | None:  # noqa: ARG002 - some databases cannot
        """Ask the database's own index for words; None where it has none."""
        return None
