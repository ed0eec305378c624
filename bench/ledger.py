"""Measure durable appends to a SQLite ledger, beside a bare fsync of the same file system.

    python -m bench.ledger [DIRECTORY]

One append is one call, so the median is its p50. The bare programs write as many bytes as an event
has to a file that grows, and wait for the disk. The directory should be on the disk that a ledger
would be on; by default it is that of temporary files.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from bench.harness import Way, compare, run

from both_sides.chain.payload import encode_event, type_of
from both_sides.chain.seal import Head, next_link
from both_sides.domain.commands import AddClaims, NewClaim
from both_sides.domain.decide import decide
from both_sides.domain.events import ClaimCreated
from both_sides.domain.ids import ClaimId, ScopeId
from both_sides.service.ledger import Decision, Ledger, Request
from both_sides.service.wiring import utc_now
from both_sides.store.port import Batch, EventRow, WriteSession
from both_sides.store.sqlite import SqliteStore, journal_mode

SCOPE = ScopeId("bench")
AT = "2026-10-03T00:00:00.000Z"
SINGLE_ROUNDS = 300
BULK_ROUNDS = 15
EVENTS_A_COMMIT = 1_000
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


def main() -> None:
    """Print the tables."""
    parent = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(dir=parent) as name:
        directory = Path(name)
        service, store = (Appender(directory / f"{name}.db") for name in ("service", "store"))
        print(f"file system {file_system(directory)}, journal mode {journal_mode()}")
        with (
            bare_file(directory / "fdatasync", os.fdatasync) as fdatasync,
            bare_file(directory / "fsync", os.fsync) as fsync,
        ):
            compare(
                "one durable append",
                [
                    Way("write + fsync", fsync, "", _nothing),
                    Way("write + fdatasync", fdatasync, "", _nothing),
                    Way("store: link alone", lambda: store.links(1), "", _nothing),
                    Way("ledger: a claim", lambda: service.claims(1), "time <= 3.00", _nothing),
                ],
                unit="append",
                rounds=SINGLE_ROUNDS,
            )
            many = EVENTS_A_COMMIT
            compare(
                f"{many:,} events a commit, beside as many appends of their own",
                [
                    Way("write + fdatasync, each", lambda: [fdatasync() for _ in range(many)]),
                    Way("store: links alone", lambda: store.links(many), "rate >= 10.00", _nothing),
                    Way("ledger: claims", lambda: service.claims(many), "rate >= 10.00", _nothing),
                ],
                unit="event",
                amount=many,
                rounds=BULK_ROUNDS,
            )
        service.store.close()
        store.store.close()


def _nothing() -> None:
    """Prepare nothing; a call with a preparation is a round of its own."""


if __name__ == "__main__":
    sys.exit(run(main))
