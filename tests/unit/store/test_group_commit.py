"""Writes of many threads share commits, each succeeds or fails by itself, and none is forgotten."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from both_sides.chain.seal import Link, next_link
from both_sides.domain.ids import ScopeId
from both_sides.errors import LedgerError, StoreUnavailableError
from both_sides.store.group_commit import GroupCommit, Job
from both_sides.store.port import Batch, EventRow, WriteSession
from both_sides.store.sqlite import SqliteStore
from tests.replayed import require_links

LOCAL = ScopeId("local")


class Commits:
    """Run batches one after the other, as slowly as it is told, and remember them."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.may_go_on = threading.Event()
        self.has_begun = threading.Event()
        self.error: Exception | None = None

    def __call__(self, jobs: Sequence[Job[Any]]) -> None:
        """Run a batch."""
        self.batches.append(len(jobs))
        self.has_begun.set()
        self.may_go_on.wait()
        for job in jobs:
            if self.error is not None:
                job.fail(self.error)
            else:
                job.run(None)


def gathered(group: GroupCommit, number: int) -> bool:
    """Wait until as many writes wait as are expected."""
    while len(group._waiting) < number:
        time.sleep(0.001)
    return True


def test_what_comes_during_a_commit_goes_into_the_next_together() -> None:
    """One commit for the first, one for the twenty that came meanwhile."""
    commits = Commits()
    group = GroupCommit(commits)
    with ThreadPoolExecutor(21) as pool:
        first = pool.submit(group.run, lambda _connection: "first")
        commits.has_begun.wait()
        others = [pool.submit(group.run, lambda _connection, n=n: n) for n in range(20)]
        assert gathered(group, 20)
        commits.may_go_on.set()
        assert first.result() == "first"
        assert [other.result() for other in others] == list(range(20))
    assert commits.batches == [1, 20]
    assert group.run(lambda _connection: "later") == "later"


def test_a_failed_commit_fails_everybody_in_it() -> None:
    """And nobody after it."""
    commits = Commits()
    commits.may_go_on.set()
    commits.error = StoreUnavailableError("the disk is full", hint="free some space")
    group = GroupCommit(commits)
    with pytest.raises(StoreUnavailableError):
        group.run(lambda _connection: None)
    commits.error = None
    assert group.run(lambda _connection: 1) == 1


class Interrupted(Job[None]):
    """Be the write of a thread that is interrupted when it is woken."""

    def sleep(self) -> None:
        """Wait, and be interrupted."""
        super().sleep()
        raise KeyboardInterrupt


def test_an_interrupted_thread_does_not_keep_the_others_waiting() -> None:
    """The one that was to lead next passes the lead on."""
    commits = Commits()
    group = GroupCommit(commits)
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(group.run, lambda _connection: 1)
        commits.has_begun.wait()
        second = pool.submit(group.run_job, Interrupted(lambda _connection: None))
        assert gathered(group, 1)
        third = pool.submit(group.run, lambda _connection: 3)
        assert gathered(group, 2)
        commits.may_go_on.set()
        assert first.result() == 1
        assert isinstance(second.exception(), KeyboardInterrupt)
        assert third.result() == 3
    assert commits.batches == [1, 1]


def append(session: WriteSession, *, body: bytes) -> int:
    """Append one body."""
    link = next_link(session.head, LOCAL, body)
    session.write(Batch(events=[EventRow(link, "test.happened", "")]))
    return link.n


def jobs_of(*works: Callable[[WriteSession], int]) -> list[Job[int]]:
    """Make the jobs that a store makes of writes."""

    def job(work: Callable[[WriteSession], int]) -> Job[int]:
        return Job(lambda sessions: work(sessions.of(LOCAL)))

    return list(map(job, works))


@pytest.mark.slow
def test_writes_of_many_threads_are_committed_in_groups(tmp_path: Path) -> None:
    """Fewer commits than writes, every place given once, in one line."""
    store = SqliteStore(tmp_path / "ledger.db")
    batches: list[int] = []
    commit = store._group._commit

    def counted(jobs: Sequence[Job[Any]]) -> None:
        batches.append(len(jobs))
        commit(jobs)

    store._group._commit = counted
    barrier = threading.Barrier(16)

    def run(worker: int) -> list[int]:
        barrier.wait()
        return [store.write(LOCAL, partial(append, body=b"%d.%d" % (worker, n))) for n in range(20)]

    with ThreadPoolExecutor(16) as pool:
        places = [place for found in pool.map(run, range(16)) for place in found]
    assert sorted(places) == list(range(1, 321))
    assert sum(batches) == 320
    assert len(batches) < 160
    require_links(store, LOCAL, 320)
    store.close()


def test_a_write_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    """In one transaction: refusals, errors of the database, and what is in order."""
    store = SqliteStore(tmp_path / "ledger.db")
    store.write(LOCAL, partial(append, body=b"first"))

    def refuse(session: WriteSession) -> int:
        append(session, body=b"lost")
        raise KeyError("refused")

    def forge(session: WriteSession) -> int:
        link = Link(LOCAL, session.head.n + 1, "f" * 96, "0" * 96, b"forged")
        session.write(Batch(events=[EventRow(link, "forged", "")]))
        return 0

    works = [partial(append, body=b"%d" % n) for n in range(4)]
    jobs = jobs_of(works[0], refuse, works[1], forge, works[2], refuse, works[3])
    store._commit(jobs)
    assert [job.outcome() for job in jobs[::2]] == [2, 3, 4, 5]
    for job, kind in ((jobs[1], KeyError), (jobs[3], LedgerError), (jobs[5], KeyError)):
        with pytest.raises(kind):
            job.outcome()
    require_links(store, LOCAL, 5)
    store.close()


def test_an_interrupted_commit_keeps_nothing(tmp_path: Path) -> None:
    """The thread that leads raises the interrupt, the others an error that says to try again."""
    store = SqliteStore(tmp_path / "ledger.db")

    def interrupt(_session: WriteSession) -> int:
        raise KeyboardInterrupt

    jobs = jobs_of(partial(append, body=b"1"), interrupt)
    with pytest.raises(KeyboardInterrupt):
        store._commit(jobs)
    with pytest.raises(StoreUnavailableError):
        jobs[0].outcome()
    assert store.head(LOCAL).n == 0
    assert store.write(LOCAL, partial(append, body=b"1")) == 1
    store.close()
