"""Measure seals, replays and canonical JSON, beside bare hashing and other writers of JSON.

    python -m bench.chain

The events are those of an audit, and imports of real entities, which are large.
Nothing can be faster than hashing the bytes: that is the baseline. Every replay here checks as
much as `both-sides replay` does of what it is given.
"""

import gzip
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha384
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
import rfc8785
from bench.harness import Way, compare, run, shared

from both_sides.chain.canonical import canonicalise
from both_sides.chain.payload import encode_event
from both_sides.chain.replay import replay
from both_sides.chain.seal import Head, Link, genesis_seal, next_link
from both_sides.domain.commands import AddEvidence, NewClaim, RecordVerdict
from both_sides.domain.events import EntityImported
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ScopeId
from both_sides.domain.verdicts import Conclusion
from both_sides.exchange.dump_lines import read_entities
from both_sides.service.audit import Audit
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.store.memory import MemoryStore
from both_sides.store.port import Batch
from both_sides.store.sqlite import SqliteStore

SCOPE = ScopeId("bench")
AT = "2026-10-03T00:00:00.000Z"
CLAIMS = 1_500
IMPORTS = 300
DOCUMENTS = 500


def audited() -> MemoryStore:
    """Audit claims, each with an item of evidence and a verdict that cites it."""
    store = MemoryStore()
    audit = Audit(Ledger(store, lambda: AT), SCOPE)
    for n in range(CLAIMS):
        statement = f"The service refuses a request whose token has expired, case {n}."
        claim_id = audit.add_claims([NewClaim(statement)], actor="ada").claims[0].claim_id
        item = audit.add_evidence(
            AddEvidence(
                claim_id=claim_id,
                stance=Stance.SUPPORTS,
                kind=EvidenceKind.TEST,
                locator=f"tests/test_tokens.py::test_an_expired_token_is_refused[{n}]",
                summary="A request with an expired token is answered with 401 and no body.",
            ),
            actor="ada",
        ).item
        audit.record_verdict(
            RecordVerdict(
                claim_id=claim_id,
                conclusion=Conclusion.SUPPORTED,
                rationale="The test sends an expired token, and reads the refusal off the answer.",
                auditor="ada",
                citations=(item.evidence_id,),
            ),
            actor="ada",
        )
    return store


def imports() -> list[bytes]:
    """Make imports of real entities."""
    with shared("data/wikidata/dev.ndjson.gz").open("rb") as stream:
        found = islice(read_entities(stream, source="bench"), IMPORTS)
        entities = [read.entity for read in found if read.entity is not None]
    return [encode_event(EntityImported(entity), actor="bench", at=AT) for entity in entities]


def links_of(bodies: Sequence[bytes]) -> Iterator[Link]:
    """Seal events one after the other."""
    head = Head(0, genesis_seal(SCOPE))
    for body in bodies:
        link = next_link(head, SCOPE, body)
        head = Head(link.n, link.seal_hex)
        yield link


def compare_chain(title: str, bodies: Sequence[bytes]) -> None:
    """Seal and replay, beside hashing the same bytes."""
    links = list(links_of(bodies))
    hashed = [link.previous_hex.encode() + link.body for link in links]
    compare(
        f"{title}: {len(bodies):,} of {sum(map(len, bodies)) / len(bodies):,.0f} bytes",
        [
            Way("SHA-384 of the same bytes", lambda: [sha384(data).digest() for data in hashed]),
            Way("seal", lambda: list(links_of(bodies))),
            Way("replay, stored bytes", lambda: replay(SCOPE, links), "rate >= 0.70"),
        ],
        unit="event",
        amount=len(bodies),
    )


def compare_writers(title: str, documents: Sequence[Any]) -> None:
    """Write canonical JSON, beside the reference and the standard library."""

    def standard(document: object) -> str:
        return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    compare(
        f"canonical JSON, {title}",
        [
            Way("rfc8785", lambda: [rfc8785.dumps(document) for document in documents]),
            Way("json.dumps, sorted", lambda: [standard(document) for document in documents]),
            Way("canonicalise", lambda: [canonicalise(document) for document in documents]),
        ],
        unit="document",
        amount=len(documents),
    )


def compare_sqlite(kept: MemoryStore, directory: Path) -> None:
    """Replay a ledger in SQLite, beside hashing the same bytes."""
    store = SqliteStore(directory / "ledger.db")
    batch = Batch(events=[*kept.read(SCOPE)], views=[*kept.views(SCOPE)])
    store.write(SCOPE, lambda session: session.write(batch))
    hashed = [row.link.previous_hex.encode() + row.link.body for row in store.read(SCOPE)]
    connection = sqlite3.connect(store.path)
    query = "SELECT n, previous, seal, body FROM events ORDER BY n"
    compare(
        f"replay of a SQLite ledger of {len(hashed):,} events",
        [
            Way("SHA-384 of the same bytes", lambda: [sha384(data).digest() for data in hashed]),
            Way("SELECT of the events alone", lambda: connection.execute(query).fetchall()),
            Way(
                "read, seals",
                lambda: replay(SCOPE, (row.link for row in store.read(SCOPE))),
                "rate >= 0.35",
            ),
            Way("read, seals, columns, views", lambda: replay_scope(store, SCOPE)),
        ],
        unit="event",
        amount=len(hashed),
    )
    connection.close()
    store.close()


def main() -> None:
    """Print the tables."""
    kept = audited()
    bodies = [row.link.body for row in kept.read(SCOPE)]
    compare_chain("events of an audit", bodies)
    compare_chain("imports", imports())
    compare_writers("text and whole numbers: the fast path", [*map(orjson.loads, bodies)])
    with gzip.open(shared("vectors/engine.jsonl.gz")) as lines:
        answers = [json.loads(line)["output"] for line in islice(lines, DOCUMENTS)]
    compare_writers("with fractions", answers)
    with tempfile.TemporaryDirectory() as directory:
        compare_sqlite(kept, Path(directory))


if __name__ == "__main__":
    sys.exit(run(main))
