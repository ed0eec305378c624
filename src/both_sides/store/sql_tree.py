"""Keep the tree and what was signed of it in the shared tables, whatever the database.

How events get their positions and how they are read in that order differ; those stand with each
store. *This module does not* hash or sign.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.sql.dml import Insert

from both_sides.chain.merkle import HASH_SIZE
from both_sides.chain.tiles import Tile
from both_sides.domain.ids import ScopeId
from both_sides.store.sql_values import as_bytes, as_integer, as_text
from both_sides.store.tables import checkpoints, closures, cosignatures, events, tiles
from both_sides.store.tree_port import Closure, PlacedEvent, StoredCheckpoint

NOTES_A_PAGE: Final = 100

Connect = Callable[[], Any]  # a context manager that gives a Connection

_TILE: Final = select(tiles.c.hashes).where(
    tiles.c.level == bindparam("level"), tiles.c.number == bindparam("number")
)
_NOTE: Final = select(checkpoints).where(checkpoints.c.size == bindparam("size"))
_LAST_NOTE: Final = select(checkpoints).order_by(checkpoints.c.size.desc()).limit(1)
_NOTES: Final = (
    select(checkpoints)
    .where(checkpoints.c.size > bindparam("after"))
    .order_by(checkpoints.c.size)
    .limit(NOTES_A_PAGE)
)
_LINES: Final = (
    select(cosignatures)
    .where(cosignatures.c.size >= bindparam("first"), cosignatures.c.size <= bindparam("last"))
    .order_by(cosignatures.c.size, cosignatures.c.line)
)
_CLOSURE: Final = select(closures).order_by(closures.c.id.desc()).limit(1)
SQLITE_POSITION: Final = select(events.c.position).where(
    events.c.scope == bindparam("scope"), events.c.n == bindparam("n")
)


class SqlTree:
    """Keep the tree in a database.

    Args:
        connect: Lends a connection for reading.
        transaction: Lends a connection in a transaction that is committed at the end.
        upsert_tile: The database's own insert-or-replace for `tiles`.
    """

    def __init__(self, connect: Connect, transaction: Connect, upsert_tile: Insert) -> None:
        self._connect = connect
        self._transaction = transaction
        self._upsert_tile = upsert_tile

    def sequence(self) -> int:
        """Give every committed event its position; each database does that its own way."""
        raise NotImplementedError

    def pages(self, *, after: int, upto: int) -> Iterator[Sequence[PlacedEvent]]:
        """Read events by position; each database does that its own way."""
        raise NotImplementedError

    def position(self, scope: ScopeId, n: int) -> int | None:
        """Find the position of an event; each database does that its own way."""
        raise NotImplementedError

    def tile(self, tile: Tile) -> bytes:
        """Read a tile, or as much as is there of it."""
        with self._connect() as connection:
            place = {"level": tile.level, "number": tile.number}
            hashes = connection.execute(_TILE, place).scalar_one_or_none()
        return b"" if hashes is None else as_bytes(hashes)[: tile.width * HASH_SIZE]

    def checkpoint(self, size: int | None = None) -> StoredCheckpoint | None:
        """Read the checkpoint of a size, or the last one, with its cosignatures."""
        with self._connect() as connection:
            if size is None:
                rows = connection.execute(_LAST_NOTE).all()
            else:
                rows = connection.execute(_NOTE, {"size": size}).all()
            found = _with_lines(connection, rows)
        return found[0] if found else None

    def checkpoints(self, *, after: int = -1) -> Iterator[StoredCheckpoint]:
        """Read the checkpoints by size, in pages."""
        while True:
            with self._connect() as connection:
                rows = connection.execute(_NOTES, {"after": after}).all()
                found = _with_lines(connection, rows)
            yield from found
            if len(rows) < NOTES_A_PAGE:
                return
            after = rows[-1].size

    def keep_tiles(self, tiles: Sequence[tuple[Tile, bytes]]) -> None:
        """Insert or replace tiles."""
        with self._transaction() as connection:
            self._write_tiles(connection, tiles)

    def keep_checkpoint(
        self, checkpoint: StoredCheckpoint, tiles: Sequence[tuple[Tile, bytes]]
    ) -> None:
        """Insert a checkpoint and replace tiles, in one transaction."""
        with self._transaction() as connection:
            self._write_tiles(connection, tiles)
            kept = connection.execute(_NOTE, {"size": checkpoint.size}).one_or_none()
            if kept is None:
                values = {"size": checkpoint.size, "note": checkpoint.note}
                connection.execute(insert(checkpoints), values)
            else:
                known = set(as_text(kept.note).splitlines())
                lines = [line for line in checkpoint.note.splitlines() if line not in known]
                _add_lines(connection, checkpoint.size, lines)

    def keep_cosignatures(self, size: int, lines: Sequence[str]) -> None:
        """Add signature lines to the checkpoint of a size."""
        with self._transaction() as connection:
            _add_lines(connection, size, lines)

    def closure(self) -> Closure | None:
        """Tell whether the ledger is closed, and why."""
        with self._connect() as connection:
            row = connection.execute(_CLOSURE).one_or_none()
        return None if row is None or not row.is_closed else Closure(row.reason, row.at)

    def close_appends(self, reason: str, *, at: str) -> None:
        """Refuse every append from now on; a trigger on the table of events sees to it."""
        if self.closure() is None:
            self._write_closure(reason, at, is_closed=True)

    def open_appends(self, reason: str, *, at: str) -> None:
        """Allow appends again."""
        if self.closure() is not None:
            self._write_closure(reason, at, is_closed=False)

    def _write_closure(self, reason: str, at: str, *, is_closed: bool) -> None:
        values = {"is_closed": is_closed, "reason": reason, "at": at}
        with self._transaction() as connection:
            connection.execute(insert(closures), values)

    def _write_tiles(self, connection: Connection, new: Sequence[tuple[Tile, bytes]]) -> None:
        if new:
            rows = [
                {"level": tile.level, "number": tile.number, "hashes": hashes}
                for tile, hashes in new
            ]
            connection.execute(self._upsert_tile, rows)


def _with_lines(connection: Connection, rows: Sequence[Any]) -> list[StoredCheckpoint]:
    """Put the signature lines that came in later behind their notes."""
    if not rows:
        return []
    bounds = {"first": rows[0].size, "last": rows[-1].size}
    lines: dict[int, list[str]] = {}
    for row in connection.execute(_LINES, bounds):
        lines.setdefault(row.size, []).append(f"{as_text(row.line)}\n")
    return [
        StoredCheckpoint(as_integer(row.size), as_text(row.note) + "".join(lines.get(row.size, ())))
        for row in rows
    ]


def _add_lines(connection: Connection, size: int, lines: Sequence[str]) -> None:
    known = set(
        connection.execute(select(cosignatures.c.line).where(cosignatures.c.size == size)).scalars()
    )
    rows = [{"size": size, "line": line} for line in dict.fromkeys(lines) if line not in known]
    if rows:
        connection.execute(insert(cosignatures), rows)
