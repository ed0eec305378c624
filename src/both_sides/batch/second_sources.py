"""Keep the texts of second sources on disk, and read the figures of each entity once.

A dump holds no second source; a file of texts may be given beside it, one text an entity. They are
put into a small SQLite file, so that memory stays flat however many there are, and every process
looks up what it needs. *This module does not* read figures by itself; see
`both_sides.scoring.figures`.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from both_sides.scoring.figures import corroborating, read_figures

_SCHEMA: Final = "CREATE TABLE texts (entity TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID"
_REMEMBERED: Final = 64  # an entity's disputes come one after the other


class Figures(NamedTuple):
    """Hold the figures of one text by what they can corroborate."""

    of_dates: tuple[float, ...]
    of_quantities: tuple[float, ...]


NO_FIGURES: Final = Figures((), ())


def figures_of_text(text: str) -> Figures:
    """Read the figures of a text, once for both kinds of claims.

    *Source:* spec/engine.md, "Figures in a text"; `exchange.engine_lines.figures_in`.
    """
    figures = read_figures(text)
    of_dates, of_quantities = (
        tuple(float(figure.value) for figure in corroborating(figures, claim_is_date=is_date))
        for is_date in (True, False)
    )
    return Figures(of_dates, of_quantities)


def write_texts(path: Path, texts: Iterable[tuple[str, str]]) -> int:
    """Write texts by entity; the last of several for one entity is kept.

    Returns:
        How many entities have one.
    """
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(_SCHEMA)
        database.executemany("INSERT OR REPLACE INTO texts VALUES (?, ?)", texts)
        count: int = database.execute("SELECT count(*) FROM texts").fetchone()[0]
    return count


class SecondSources:
    """Look up the figures of the second source of an entity.

    Args:
        path: A file that `write_texts` wrote; None for no texts at all.
    """

    def __init__(self, path: str | None) -> None:
        self._database = None if path is None else sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self._of = lru_cache(maxsize=_REMEMBERED)(self._read)

    def figures(self, entity_id: str, *, claim_is_date: bool) -> tuple[float, ...]:
        """Give the figures that may corroborate claims about an entity."""
        if self._database is None:
            return ()
        found = self._of(entity_id)
        return found.of_dates if claim_is_date else found.of_quantities

    def close(self) -> None:
        """Close the file of texts."""
        if self._database is not None:
            self._database.close()

    def _read(self, entity_id: str) -> Figures:
        assert self._database is not None  # asked only where there is one
        rows = self._database.execute("SELECT text FROM texts WHERE entity = ?", (entity_id,))
        row = rows.fetchone()
        return NO_FIGURES if row is None else figures_of_text(row[0])


NO_TEXTS: Final = SecondSources(None)
