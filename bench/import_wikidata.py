"""Measure a whole import of Wikidata entities into SQLite, and where its time goes.

    python -m bench.import_wikidata [FILE]

The baseline reads the same file with gzip and json from the standard library, and does nothing
with it. Reading alone is measured more closely by `bench.read_wikidata`.
"""

import gzip
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from bench.harness import Way, compare, run, shared

from both_sides.chain.payload import encode_event, type_of
from both_sides.chain.seal import Head, genesis_seal, next_link
from both_sides.domain.commands import ImportEntity
from both_sides.domain.decide import decide
from both_sides.domain.entities import Entity
from both_sides.domain.events import Event, Recorded
from both_sides.domain.ids import ScopeId
from both_sides.exchange.dump_lines import read_entities
from both_sides.service.desk import Desk
from both_sides.service.fold import Fold
from both_sides.service.importing import ENTITIES_A_BATCH, Selection, import_files
from both_sides.service.ledger import Ledger
from both_sides.store.memory import MemoryStore
from both_sides.store.port import Batch, EventRow, LedgerStore
from both_sides.store.sqlite import SqliteStore

SCOPE = ScopeId("bench")
AT = "2026-10-03T00:00:00.000Z"
ROUNDS = 3


def gzip_and_json(path: Path) -> int:
    """Read the file and do nothing with it."""
    with gzip.open(path) as lines:
        return sum(1 for line in lines if json.loads(line))


def read(path: Path) -> list[Entity]:
    """Read the entities and keep them."""
    with path.open("rb") as stream:
        found = read_entities(stream, source=path.name)
        return [entity.entity for entity in found if entity.entity is not None]


def import_into(store: LedgerStore, path: Path) -> None:
    """Import a file, as `both-sides import wikidata` does."""
    desk = Desk(Ledger(store, lambda: AT), SCOPE)
    import_files(desk, [path], Selection(), actor="bench")


class Stores:
    """Make a fresh SQLite ledger before every call, and keep one that is full."""

    def __init__(self, directory: Path, path: Path) -> None:
        self.fresh = self.full = SqliteStore(directory / "full.db")
        self._directory = directory
        self._number = 0
        import_into(self.full, path)

    def renew(self) -> None:
        """Begin with an empty ledger."""
        self._number += 1
        self.fresh = SqliteStore(self._directory / f"{self._number}.db")


def decide_all(entities: Sequence[Entity]) -> list[list[Event]]:
    """Decide the import of every entity into an empty scope, a batch at a time."""
    batches: list[list[Event]] = []
    remaining = iter(entities)
    while some := list(islice(remaining, ENTITIES_A_BATCH)):
        events = [decide(Fold(_nothing), ImportEntity(entity)) for entity in some]
        batches.append([event for decided in events for event in decided])
    return batches


def _nothing(_kind: str, _key: str) -> None:
    """Find no view row, as in an empty scope."""


def fold_all(batches: Sequence[Sequence[Event]]) -> Iterator[Batch]:
    """Fold the events of each batch into its view rows."""
    n = 0
    for batch in batches:
        fold = Fold(_nothing)
        for event in batch:
            n += 1
            fold.apply(Recorded(event, "bench", AT, n))
        yield Batch(dropped=fold.dropped_keys(), views=fold.changed_rows())


def seal_all(batches: Sequence[Sequence[Event]]) -> list[list[EventRow]]:
    """Write the events as canonical JSON, and seal them."""
    head = Head(0, genesis_seal(SCOPE))
    rows: list[list[EventRow]] = []
    for batch in batches:
        rows.append([])
        for event in batch:
            link = next_link(head, SCOPE, encode_event(event, actor="bench", at=AT))
            head = Head(link.n, link.seal_hex)
            rows[-1].append(EventRow(link, type_of(event), AT))
    return rows


def write_all(store: LedgerStore, batches: Sequence[Batch]) -> None:
    """Write batches that are ready, each in a transaction of its own."""
    for batch in batches:
        store.write(SCOPE, lambda session, batch=batch: session.write(batch))  # type: ignore[misc] # the batch of this round


def main() -> None:
    """Print the tables."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else shared("data/wikidata/dev.ndjson.gz")
    entities = read(path)
    events = decide_all(entities)
    batches = [
        Batch(rows, folded.dropped, folded.views)
        for rows, folded in zip(seal_all(events), fold_all(events), strict=True)
    ]
    statements = sum(len(group.statements) for entity in entities for group in entity.groups)
    print(f"{path.name}: {len(entities):,} entities, {statements:,} statements")
    with tempfile.TemporaryDirectory() as directory:
        stores = Stores(Path(directory), path)
        whole = Way("import into SQLite", lambda: import_into(stores.fresh, path), "", stores.renew)
        ways = [
            Way("gzip + json alone", lambda: gzip_and_json(path)),
            Way("read claims alone", lambda: read(path)),
            Way("import into memory", lambda: import_into(MemoryStore(), path)),
            whole,
            Way("the same file again", lambda: import_into(stores.full, path)),
        ]
        measured = compare("import", ways, unit="entity", amount=len(entities), rounds=ROUNDS)
        parts = [
            whole,
            Way("read", lambda: read(path)),
            Way("decide", lambda: decide_all(entities)),
            Way("encode and seal", lambda: seal_all(events)),
            Way("fold, encode views", lambda: list(fold_all(events))),
            Way("write", lambda: write_all(stores.fresh, batches), "", stores.renew),
        ]
        compare("where the time goes", parts, unit="entity", amount=len(entities), rounds=ROUNDS)
    seconds = measured[ways.index(whole)].median
    print(f"\nimport into SQLite: {statements / seconds:,.0f} statements/s")


if __name__ == "__main__":
    sys.exit(run(main))
