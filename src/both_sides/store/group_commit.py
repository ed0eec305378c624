"""Let one thread at a time run the writes of all that wait, and commit them together.

A durable commit costs the same for one write as for many. The first thread that comes leads: it
takes what waits, runs it in one transaction, wakes the others and passes the lead on. Nobody waits
for company: what comes in during a commit goes into the next. *This module does not* know what a
transaction is; the store passes a function that runs a batch.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")

MOST_TOGETHER: Final = 256


class Job(Generic[T]):
    """Hold one write that waits, and what came of it.

    Args:
        work: What is to be run inside the transaction, given the connection.
    """

    __slots__ = ("_answer", "_error", "_wake", "is_done", "leads", "work")

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.is_done = False
        self.leads = False
        self._answer: T | None = None
        self._error: BaseException | None = None
        self._wake = threading.Lock()
        self._wake.acquire()

    def run(self, connection: Any) -> None:  # noqa: ANN401 - the store's own
        """Run the work and remember its answer; what it raises goes through."""
        self._answer = self.work(connection)

    def forget(self) -> None:
        """Forget what came of it: it is about to run again, in a transaction of its own."""
        self._answer = self._error = None

    def fail(self, error: BaseException) -> None:
        """Remember what is to be raised instead of an answer."""
        self._error = error

    @property
    def has_failed(self) -> bool:
        """Tell whether something will be raised."""
        return self._error is not None

    def sleep(self) -> None:
        """Wait until somebody has done the work or passed on the lead."""
        self._wake.acquire()

    def wake(self) -> None:
        """Wake the thread that waits."""
        self._wake.release()

    def outcome(self) -> T:
        """Give the answer, or raise what went wrong."""
        if self._error is not None:
            raise self._error
        return self._answer  # type: ignore[return-value] # the work has run


class GroupCommit:
    """Run writes of many threads, one transaction after the other.

    Args:
        commit: Runs a batch of jobs in one transaction. It must let every job either run or fail.
    """

    def __init__(self, commit: Callable[[Sequence[Job[Any]]], None]) -> None:
        self._commit = commit
        self._mutex = threading.Lock()
        self._waiting: list[Job[Any]] = []
        self._is_led = False

    def run(self, work: Callable[[Any], T]) -> T:
        """Run a write, together with those of others, and return when it is committed."""
        return self.run_job(Job(work))

    def run_job(self, job: Job[T]) -> T:
        """Run a job as `run` does."""
        with self._mutex:
            self._waiting.append(job)
            job.leads = not self._is_led
            self._is_led = True
        if not job.leads:
            self._await(job)
        if not job.is_done:
            self._lead(job)
        return job.outcome()

    def _await(self, job: Job[Any]) -> None:
        try:
            job.sleep()
        except BaseException:  # the thread was interrupted: its write must not be waited for
            with self._mutex:
                if job in self._waiting:
                    self._waiting.remove(job)
                if job.leads and not job.is_done:
                    self._pass_on()
            raise

    def _lead(self, job: Job[Any]) -> None:
        with self._mutex:
            batch = self._waiting[:MOST_TOGETHER]
            del self._waiting[:MOST_TOGETHER]
        try:
            self._commit(batch)
        finally:
            with self._mutex:
                self._pass_on()
            for other in batch:
                other.is_done = True
                if other is not job:
                    other.wake()

    def _pass_on(self) -> None:
        """Make the first that waits the leader; the mutex is held."""
        self._is_led = bool(self._waiting)
        if self._waiting:
            self._waiting[0].leads = True
            self._waiting[0].wake()
