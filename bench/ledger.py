"""Measure a ledger beside bare fsyncs and hashing: append, in groups, sign, verify, prove.

    python -m bench.ledger [DIRECTORY]

The rows are those of spec/ledger.md, 7. One append is one call, so the median is its p50. The bare
programs write as many bytes as an event has to a file that grows, and wait for the disk. The
directory should be on the disk that a ledger would be on; by default it is that of temporary files.
"""

import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha384
from itertools import count, cycle
from pathlib import Path

from bench.harness import Way, compare, run

from both_sides.chain.checkpoint import leaf_hash
from both_sides.chain.payload import encode_event, type_of
from both_sides.chain.seal import Head, next_link, seal
from both_sides.domain.commands import AddClaims, NewClaim
from both_sides.domain.decide import decide
from both_sides.domain.events import ClaimCreated
from both_sides.domain.ids import ClaimId, ScopeId
from both_sides.service.ledger import Ledger
from both_sides.service.requests import Decision, Request
from both_sides.service.trust.checkpointing import Checkpointer
from both_sides.service.trust.keys import create_key, keys_from_directory
from both_sides.service.trust.proving import Prover
from both_sides.service.verifying.findings import Level
from both_sides.service.verifying.verification import VerifyOptions, verify
from both_sides.service.wiring import utc_now
from both_sides.store import sqlite
from both_sides.store.port import Batch, EventRow, WriteSession
from both_sides.store.sqlite import SqliteStore
from both_sides.store.trust_directory import TrustDirectory

SCOPE = ScopeId("bench")
AT = "2026-10-03T00:00:00.000Z"
SINGLE_ROUNDS = 100
BULK_ROUNDS = 9
EVENTS_A_COMMIT = 1_000
CLIENTS = 64
GROUPED = 960
VERIFIED = 600_000
STATEMENT = "The service refuses a request whose token has expired."


class Appender:
    """Append events to one ledger, by the whole way or straight into the store."""

    def __init__(self, path: Path) -> None:
        self.store = SqliteStore(path)
        self._ledger = Ledger(self.store, utc_now)
        self._numbers = count(1)

    def claims(self, number: int) -> None:
        """Register claims: decide, seal, fold, write, commit."""
        command = AddClaims((NewClaim(STATEMENT),) * number)
        request = Request(lambda state, _at: Decision(decide(state, command)), "bench")
        self._ledger.record(SCOPE, request)

    def links(self, number: int) -> None:
        """Seal events and write their links in one transaction, with no view."""

        def work(session: WriteSession) -> None:
            head, rows = session.head, []
            for _ in range(number):
                event = ClaimCreated(ClaimId(f"CLM-{next(self._numbers):04}"), STATEMENT)
                body = encode_event(event, actor="bench", at=AT)
                link = next_link(head, SCOPE, body)
                head = Head(link.n, link.seal_hex, AT)
                rows.append(EventRow(link, type_of(event), AT))
            session.write(Batch(events=rows))

        self.store.write(SCOPE, work)


@contextmanager
def bare_file(path: Path, synchronise: Callable[[int], None]) -> Iterator[Callable[[], None]]:
    """Give a function that writes an event's bytes to a file, and waits for the disk."""
    body = encode_event(ClaimCreated(ClaimId("CLM-0001"), STATEMENT), actor="bench", at=AT)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def append() -> None:
        os.write(descriptor, body)
        synchronise(descriptor)

    yield append
    os.close(descriptor)


def file_system(directory: Path) -> str:
    """Name the file system that a directory is on."""
    best = ("", "unknown")
    mounts = Path("/proc/mounts")
    for line in mounts.read_text().splitlines() if mounts.exists() else []:
        _, place, kind, *_ = line.split()
        if directory.resolve().is_relative_to(place) and len(place) >= len(best[0]):
            best = (place, kind)
    return best[1]


def compare_single(directory: Path, fsync: Callable[[], None], service: Appender) -> None:
    """Append one event and wait for the disk; also with the journal that a repaired SQLite has."""
    store = Appender(directory / "store.db")
    with journal("WAL"):
        logged = Appender(directory / "logged.db")
    ways = [
        Way("write + fsync", fsync, "", _nothing),
        Way("store: link alone", lambda: store.links(1), "", _nothing),
        Way("ledger: a claim", lambda: service.claims(1), "time <= 3.00", _nothing),
        Way("ledger: a claim, WAL", lambda: logged.claims(1), "time <= 3.00", _nothing),
    ]
    compare("one durable append", ways, unit="append", rounds=SINGLE_ROUNDS)
    store.store.close()
    logged.store.close()


@contextmanager
def journal(mode: str) -> Iterator[None]:
    """Let new connections use a journal mode that this library would not be trusted with."""
    kept = sqlite.journal_mode
    sqlite.journal_mode = lambda: mode
    try:
        yield
    finally:
        sqlite.journal_mode = kept


def compare_groups(directory: Path, service: Appender) -> None:
    """Append from many threads at once, beside one after the other."""
    with journal("WAL"):
        logged = Appender(directory / "grouped.db")

    def together(appender: Appender) -> None:
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(lambda _: appender.claims(1), range(GROUPED)))

    def alone() -> None:
        for _ in range(GROUPED // 16):
            service.claims(1)

    ways = [
        Way("one client", lambda: [alone() for _ in range(16)], "", _nothing),
        Way(f"{CLIENTS} clients", lambda: together(service), "rate >= 3, 10,000/s", _nothing),
        Way(f"{CLIENTS} clients, WAL", lambda: together(logged), "rate >= 3, 10,000/s", _nothing),
    ]
    compare("appends of many clients", ways, unit="event", amount=GROUPED, rounds=5)
    logged.store.close()


def compare_bulk(directory: Path, service: Appender) -> None:
    """Write many events in one transaction, beside the same rows in a table without guards."""
    guarded = Appender(directory / "guarded.db")
    bare = sqlite3.connect(directory / "bare.db", isolation_level=None)
    bare.execute("PRAGMA journal_mode = TRUNCATE")
    bare.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, n, previous, seal, type, at, body)")
    body = encode_event(ClaimCreated(ClaimId("CLM-0001"), STATEMENT), actor="bench", at=AT)

    def insert() -> None:
        seal_hex, rows = "0" * 96, []
        for n in range(EVENTS_A_COMMIT):
            previous, seal_hex = seal_hex, seal(seal_hex, body)
            rows.append((n, previous, seal_hex, "claim.created", AT, body))
        bare.execute("BEGIN IMMEDIATE")
        statement = "INSERT INTO rows (n, previous, seal, type, at, body) VALUES (?, ?, ?, ?, ?, ?)"
        bare.executemany(statement, rows)
        bare.execute("COMMIT")

    many = EVENTS_A_COMMIT
    ways = [
        Way("hash and insert, no guards", insert, "", _nothing),
        Way("store: links", lambda: guarded.links(many), "50,000/s", _nothing),
        Way("ledger: claims with views", lambda: service.claims(many), "50,000/s", _nothing),
        Way("as many single fsyncs", lambda: _fsyncs(directory, body, many), "", _nothing),
    ]
    compare(f"{many:,} events a commit", ways, unit="event", amount=many, rounds=BULK_ROUNDS)
    bare.close()
    guarded.store.close()


def _fsyncs(directory: Path, body: bytes, number: int) -> None:
    with (directory / "fsyncs").open("ab", buffering=0) as file:
        for _ in range(number):
            file.write(body)
            os.fsync(file.fileno())


def compare_reading(directory: Path) -> None:
    """Sign, verify and prove a ledger, beside hashing the same bytes."""
    appender = Appender(directory / "read.db")
    trust = TrustDirectory(directory / "trust")
    ledger = Ledger(appender.store, utc_now)
    create_key(ledger, trust, seed=bytes(32), origin="example.org/bench", actor="bench")
    for _ in range(VERIFIED // EVENTS_A_COMMIT):
        appender.links(EVENTS_A_COMMIT)
    keys = keys_from_directory(trust)
    checkpointer = Checkpointer(appender.store, trust, keys, utc_now)
    checkpointer.checkpoint()

    def sign() -> None:
        appender.links(1)
        checkpointer.checkpoint()

    ways = [Way("append one, sign", sign, "1 s", _nothing)]
    compare("from event to signed checkpoint", ways, unit="checkpoint", rounds=20)
    rows = [row.link for row in appender.store.read(SCOPE)]
    data = [link.previous_hex.encode() + link.body for link in rows]

    def check(level: Level, processes: int) -> Callable[[], object]:
        options = VerifyOptions(level=level, processes=processes)
        return lambda: verify(appender.store, trust, options)

    ways = [
        Way("SHA-384 of the same bytes", lambda: [sha384(some).digest() for some in data]),
        Way("links", check(Level.LINKS, 1), "rate >= 0.35", _nothing),
        Way("links, 2 processes", check(Level.LINKS, 2), "1.7 x one", _nothing),
        Way("everything but views", check(Level.WITNESSES, 1), "", _nothing),
        Way("the same, 2 processes", check(Level.WITNESSES, 2), "400,000/s", _nothing),
    ]
    compare("verify", ways, unit="event", amount=len(rows), rounds=3)
    prover = Prover(appender.store, trust)
    numbers = cycle(range(1, VERIFIED, 997))
    proof = prover.prove(SCOPE, VERIFIED // 2).proof
    leaf = leaf_hash(SCOPE, VERIFIED // 2, rows[VERIFIED // 2 - 1].seal_hex)
    ways = [
        Way("make, and check", lambda: prover.prove(SCOPE, next(numbers)), "1 ms"),
        Way("check", lambda: proof.verify(leaf, log_keys=trust.pinned()), "1 ms"),
    ]
    compare(f"proofs of {len(str(proof))} bytes", ways, unit="proof")
    appender.store.close()


def main() -> None:
    """Print the tables."""
    parent = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(dir=parent) as name:
        directory = Path(name)
        service = Appender(directory / "service.db")
        print(f"file system {file_system(directory)}, journal mode {sqlite.journal_mode()}")
        with bare_file(directory / "fsync", os.fsync) as fsync:
            compare_single(directory, fsync, service)
        compare_groups(directory, service)
        compare_bulk(directory, service)
        service.store.close()
        compare_reading(directory)


def _nothing() -> None:
    """Prepare nothing; a call with a preparation is a round of its own."""


if __name__ == "__main__":
    sys.exit(run(main))
