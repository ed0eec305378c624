"""A ledger with its trust directory, on either database, that a test can use, damage and verify."""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, make_url, text

from both_sides.chain.note_keys import SigningKey, VerifierKey
from both_sides.domain.commands import AddClaims, NewClaim
from both_sides.domain.decide import decide
from both_sides.domain.ids import ScopeId
from both_sides.service.ledger import Ledger
from both_sides.service.requests import Decision, Receipt, Request
from both_sides.service.trust.anchoring import AnchorGuard
from both_sides.service.trust.checkpointing import Checkpointer, SignedCheckpoint
from both_sides.service.trust.keys import create_key, keys_from_directory
from both_sides.service.trust.notary import Finality, Notary
from both_sides.service.trust.watching import TrustWatcher
from both_sides.service.trust.witnessing import Witnesses
from both_sides.service.verifying.findings import Outcome, Verification
from both_sides.service.verifying.verification import VerifyOptions, verify
from both_sides.store.opening import open_store
from both_sides.store.port import LedgerStore
from both_sides.store.trust_directory import TrustDirectory
from both_sides.upstream.limits import Limits
from both_sides.upstream.witness_client import WitnessClient
from tests.samples import Clock

LOCAL = ScopeId("local")
ORIGIN = "example.org/ledger"
STATEMENT = "The service refuses a request whose token has expired."


def claims_request(number: int, *, key: str | None, statement: str = STATEMENT) -> Request:
    """Ask to record claims."""
    command = AddClaims((NewClaim(statement),) * number)
    members = {"statement": statement, "number": number}
    return Request(lambda s, _at: Decision(decide(s, command)), "ada", members, key)


@dataclass
class Workplace:
    """Hold one ledger, its trust directory, and everything that works on them.

    Args:
        address: The ledger.
        trust: Its trust directory.
        clock: The time.
        witness_seconds: How long a witness is waited for.
    """

    address: str
    trust: TrustDirectory
    clock: Clock = field(default_factory=Clock)
    witness_seconds: float = 60.0

    def __post_init__(self) -> None:
        self.open()

    def open(self) -> None:
        """Open the ledger as a program does at its start."""
        self.store: LedgerStore = open_store(self.address, create=True)
        self.guard = AnchorGuard(self.store, self.trust)
        self.store.watch(TrustWatcher(self.guard, lambda: False, lambda: None))
        self.ledger = Ledger(self.store, self.clock)
        keys = keys_from_directory(self.trust)
        self.checkpointer = Checkpointer(self.store, self.trust, keys, self.clock, guard=self.guard)
        self.notary = Notary(self.checkpointer, self._witnesses)

    def _witnesses(self) -> Witnesses | None:
        policy = self.trust.policy()
        return None if policy is None else Witnesses(self.store.tree, policy, self._witness_client)

    def _witness_client(self, name: str, url: str, key: VerifierKey) -> WitnessClient:
        seconds = self.witness_seconds
        limits = Limits(read_seconds=seconds, total_seconds=seconds, reply_bytes=10_000)
        return WitnessClient(name, url, key, user_agent="tests", limits=limits)

    def waiting(self, finality: Finality) -> Ledger:
        """Give the ledger with receipts that wait."""
        return Ledger(self.store, self.clock, settle=lambda: self.notary.settle(finality))

    def reopen(self) -> None:
        """Close the ledger and open it again."""
        self.close()
        self.open()

    def close(self) -> None:
        """Let go of the ledger."""
        self.store.close()

    @property
    def is_sqlite(self) -> bool:
        """Tell which database it is."""
        return "://" not in self.address

    def make_key(self, *, seed: bytes = bytes(range(32)), origin: str = ORIGIN) -> SigningKey:
        """Make the first key."""
        return create_key(self.ledger, self.trust, seed=seed, origin=origin, actor="ada").key

    def add(
        self,
        number: int = 1,
        *,
        scope: ScopeId = LOCAL,
        key: str | None = None,
        statement: str = STATEMENT,
    ) -> Receipt:
        """Record claims, each an event."""
        return self.ledger.record(scope, claims_request(number, key=key, statement=statement))

    def sign(self) -> SignedCheckpoint:
        """Sign the ledger as it is."""
        return self.checkpointer.checkpoint()

    def verify(self, **options: Any) -> Verification:  # noqa: ANN401 - as VerifyOptions
        """Verify the ledger, in this process."""
        return verify(self.store, self.trust, VerifyOptions(**options))

    def outcome(self, **options: Any) -> Outcome:  # noqa: ANN401 - as VerifyOptions
        """Verify the ledger, and say only how that ended."""
        return self.verify(**options).outcome

    # --- damage -------------------------------------------------------------------

    @contextmanager
    def behind_the_guards(self) -> Iterator[Any]:
        """Lend a connection on which no trigger and no foreign key holds."""
        engine = create_engine(
            f"sqlite:///{self.address}" if self.is_sqlite else make_url(self.address)
        )
        with engine.begin() as connection:
            triggers: Sequence[Any] = ()
            if self.is_sqlite:
                query = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
                triggers = connection.execute(text(query)).all()
                for name, _ in triggers:
                    connection.execute(text(f'DROP TRIGGER "{name}"'))
            else:
                connection.execute(text("SET session_replication_role = replica"))
            yield connection
            for _, sql in triggers:  # nobody is to see that they were away
                connection.exec_driver_sql(sql)
        engine.dispose()

    def damage(self, *statements: str, **values: object) -> None:
        """Change what is stored, as somebody does who can write to the database."""
        with self.behind_the_guards() as connection:
            for statement in statements:
                connection.execute(text(statement), values)

    def query(self, statement: str, **values: object) -> Sequence[Any]:
        """Read what is stored."""
        with self.behind_the_guards() as connection:
            rows: Sequence[Any] = connection.execute(text(statement), values).all()
        return rows

    def delete_events(self, *, scope: str, after: int = 0, only: int | None = None) -> None:
        """Delete the events of a scope after a link, or one, with their positions."""
        condition = "scope = :scope AND n > :n" if only is None else "scope = :scope AND n = :n"
        tables = ("events",) if self.is_sqlite else ("positions", "events")
        for table in tables:
            statement = f"DELETE FROM {table} WHERE {condition}"
            self.damage(statement, scope=scope, n=after if only is None else only)

    def drop_uniqueness(self) -> None:
        """Let events of one place stand twice, as somebody does who rewrites the table."""
        if self.is_sqlite:
            self.damage(
                "CREATE TABLE copied AS SELECT * FROM events",
                "DROP TABLE events",
                "ALTER TABLE copied RENAME TO events",
            )
        else:
            self.damage(
                "ALTER TABLE positions DROP CONSTRAINT positions_scope_n_fkey",
                "ALTER TABLE events DROP CONSTRAINT events_pkey",
            )

    # --- copies (SQLite) ------------------------------------------------------------

    def copy_to(self, path: Path) -> None:
        """Copy the database while nobody writes, as a backup does."""
        source = sqlite3.connect(self.address)
        target = sqlite3.connect(path)
        with target:
            source.backup(target)
        target.close()
        source.close()

    def replace_by(self, path: Path) -> None:
        """Put a copy in the place of the database."""
        self.close()
        for suffix in ("-wal", "-shm", "-journal"):
            Path(self.address + suffix).unlink(missing_ok=True)
        shutil.copyfile(path, self.address)
        os.sync()
        self.open()
