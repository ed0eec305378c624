"""Keep the tree and what was signed of it in the shared tables, whatever the database.

How events get their positions and how they are read in that order differ; those stand with each
store. *This module does not* hash or sign.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select

from both_sides.chain.merkle import HASH_SIZE
from both_sides.chain.tiles import Tile
from both_sides.domain.ids import ScopeId
from both_sides.store.driver_reading import fetch_page
from both_sides.store.sql_values import as_bytes, as_integer, as_text, for_driver
from both_sides.store.tables import checkpoints, closures, cosignatures, tiles
from both_sides.store.tree_port import Closure, PlacedEvent, StoredCheckpoint

EVENTS_A_PAGE: Final = 512
NOTES_A_PAGE: Final = 100

Connect = Callable[[], Any]  # a context manager that gives a Connection

_TILE: Final = select(tiles.c.hashes).where(
    tiles.c.level == bindparam("level"), tiles.c.number == bindparam("number")
)
_OF_ORIGIN: Final = select(checkpoints).where(checkpoints.c.origin == bindparam("origin"))
_NOTE: Final = _OF_ORIGIN.where(checkpoints.c.size == bindparam("size"))
_LAST_NOTE: Final = _OF_ORIGIN.order_by(checkpoints.c.size.desc()).limit(1)
_NOTES: Final = (
    _OF_ORIGIN.where(checkpoints.c.size > bindparam("after"))
    .order_by(checkpoints.c.size)
    .limit(NOTES_A_PAGE)
)
_LINES: Final = (
    select(cosignatures.c.size, cosignatures.c.line)
    .where(
        cosignatures.c.origin == bindparam("origin"),
        cosignatures.c.size >= bindparam("first"),
        cosignatures.c.size <= bindparam("last"),
    )
    .order_by(cosignatures.c.size, cosignatures.c.line)
)
_CLOSURE: Final = select(closures).order_by(closures.c.id.desc()).limit(1)
_UPSERT_TILE: Final = """INSERT INTO tiles (level, number, hashes) VALUES (?, ?, ?)
    ON CONFLICT (level, number) DO UPDATE SET hashes = excluded.hashes"""


class SqlTree:
    """Keep the tree in a database.

    Args:
        connect: Lends a connection for reading.
        transaction: Lends a connection in a transaction that is committed at the end.
        page: Selects the events after one position, up to another, by position, a page of them.
        position: Selects the position of an event, by scope and n.
    """

    def __init__(self, connect: Connect, transaction: Connect, *, page: str, position: str) -> None:
        self._connect = connect
        self._transaction = transaction
        self._page = page
        self._position = position

    def sequence(self) -> int:
        """Give every committed event its position; each database does that its own way."""
        raise NotImplementedError

    def size(self) -> int:
        """Tell how many events have a position; each database does that its own way."""
        raise NotImplementedError

    def pages(self, *, after: int, upto: int) -> Iterator[Sequence[PlacedEvent]]:
        """Read events by position, each page in a statement of its own."""
        while after < upto:
            with self._connect() as connection:
                page: list[PlacedEvent] = fetch_page(connection, self._page, (after, upto))
            if page:
                yield page
            if len(page) < EVENTS_A_PAGE:
                return
            after = page[-1][0]

    def position(self, scope: ScopeId, n: int) -> int | None:
        """Find the position of an event, or answer None where it was not given one yet."""
        with self._connect() as connection:
            statement = for_driver(connection, self._position)
            found = connection.exec_driver_sql(statement, (scope, n)).scalar_one_or_none()
        return None if found is None else as_integer(found)

    def tile(self, tile: Tile) -> bytes:
        """Read a tile, or as much as is there of it."""
        with self._connect() as connection:
            place = {"level": tile.level, "number": tile.number}
            hashes = connection.execute(_TILE, place).scalar_one_or_none()
        return b"" if hashes is None else as_bytes(hashes)[: tile.width * HASH_SIZE]

    def origins(self) -> tuple[str, ...]:
        """List the names under which checkpoints were signed."""
        with self._connect() as connection:
            names = connection.execute(select(checkpoints.c.origin).distinct()).scalars()
            return tuple(sorted(map(as_text, names)))

    def checkpoint(self, origin: str, size: int | None = None) -> StoredCheckpoint | None:
        """Read the checkpoint of a size, or the last one, with its cosignatures."""
        wanted = {"origin": origin} if size is None else {"origin": origin, "size": size}
        with self._connect() as connection:
            rows = connection.execute(_LAST_NOTE if size is None else _NOTE, wanted).all()
            found = _with_lines(connection, origin, rows)
        return found[0] if found else None

    def checkpoints(self, origin: str, *, after: int = -1) -> Iterator[StoredCheckpoint]:
        """Read the checkpoints by size, in pages."""
        while True:
            with self._connect() as connection:
                rows = connection.execute(_NOTES, {"origin": origin, "after": after}).all()
                found = _with_lines(connection, origin, rows)
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
            place = {"origin": checkpoint.origin, "size": checkpoint.size}
            kept = connection.execute(_NOTE, place).one_or_none()
            if kept is None:
                connection.execute(insert(checkpoints), {**place, "note": checkpoint.note})
            else:
                known = set(as_text(kept.note).splitlines())
                lines = [line for line in checkpoint.note.splitlines() if line not in known]
                _add_lines(connection, checkpoint, lines)

    def keep_cosignatures(self, checkpoint: StoredCheckpoint, lines: Sequence[str]) -> None:
        """Add signature lines to a checkpoint that is kept."""
        with self._transaction() as connection:
            _add_lines(connection, checkpoint, lines)

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
            rows = [(tile.level, tile.number, hashes) for tile, hashes in new]
            connection.exec_driver_sql(for_driver(connection, _UPSERT_TILE), rows)


def _with_lines(connection: Connection, origin: str, rows: Sequence[Any]) -> list[StoredCheckpoint]:
    """Put the signature lines that came in later behind their notes."""
    if not rows:
        return []
    bounds = {"origin": origin, "first": rows[0].size, "last": rows[-1].size}
    lines: dict[int, list[str]] = {}
    for row in connection.execute(_LINES, bounds):
        lines.setdefault(row.size, []).append(f"{as_text(row.line)}\n")
    return [
        StoredCheckpoint(
            origin, as_integer(row.size), as_text(row.note) + "".join(lines.get(row.size, ()))
        )
        for row in rows
    ]


def _add_lines(connection: Connection, checkpoint: StoredCheckpoint, lines: Sequence[str]) -> None:
    origin, size = checkpoint.origin, checkpoint.size
    bounds = {"origin": origin, "first": size, "last": size}
    known = {as_text(row.line) for row in connection.execute(_LINES, bounds)}
    rows = [
        {"origin": origin, "size": size, "line": line}
        for line in dict.fromkeys(lines)
        if line not in known
    ]
    if rows:
        connection.execute(insert(cosignatures), rows)
