"""Do long work after the answer: it can be asked how far it is, and cancelled.

Jobs live as long as the process; what they recorded stays. A job belongs to a scope, and nobody
else is told that it exists. *This module does not* know what the work is.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from both_sides.domain.ids import ScopeId, format_number
from both_sides.errors import LedgerError, NotFoundError
from both_sides.request_errors import BusyError

WORKERS: Final = 2
MOST_WAITING: Final = 32
MOST_KEPT: Final = 500
RETRY_SECONDS: Final = 10


class JobState(StrEnum):
    """Say how far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more will happen."""
        return self not in {JobState.WAITING, JobState.RUNNING}


class JobCancelledError(Exception):
    """End a job from within, because somebody asked for it."""


@dataclass
class Job:
    """Hold one job; its members change while it works.

    Args:
        job_id: Its id, `JOB-0001`; ids are given anew when the process starts anew.
        scope: Whose it is.
        kind: What it does, in a word.
        actor: Who asked for it.
        at: When it was asked for, UTC.
        state: How far it is.
        progress: How far the work itself is, as members that an answer can show.
        result: What came of it, or None.
        error: Why it failed, or None.
    """

    job_id: str
    scope: ScopeId
    kind: str
    actor: str
    at: str
    state: JobState = JobState.WAITING
    progress: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] | None = None
    error: LedgerError | None = None
    _wants_end: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def is_unwanted(self) -> bool:
        """Tell whether somebody wants it to end."""
        return self._wants_end.is_set()

    def report(self, progress: dict[str, Any]) -> None:
        """Say how far the work is; the work calls this often.

        Raises:
            JobCancelledError: Somebody wants it to end.
        """
        self.progress = progress
        self.check()

    def check(self) -> None:
        """End the work where somebody wants it to end.

        Raises:
            JobCancelledError: Somebody does.
        """
        if self.is_unwanted:
            raise JobCancelledError


Work = Callable[[Job], dict[str, Any]]


class JobBoard:
    """Hold jobs, and do a few of them at a time.

    Args:
        workers: How many at a time.
        unexpected: Is told of an error that is a fault of this program.
    """

    def __init__(
        self,
        workers: int = WORKERS,
        unexpected: Callable[[Exception], LedgerError] | None = None,
    ) -> None:
        self.unexpected = unexpected
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="job")
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._given = 0

    def start(  # noqa: PLR0913 - a job
        self,
        scope: ScopeId,
        kind: str,
        work: Work,
        *,
        actor: str,
        at: str,
        abandon: Callable[[], None] = lambda: None,
    ) -> Job:
        """Take a job on.

        Args:
            scope: Whose it is.
            kind: What it does, in a word.
            work: Does it; it reports its progress to the job it is handed, and returns what came
                of it.
            actor: Who asks for it.
            at: The present instant, UTC.
            abandon: Is called where the work never begins.

        Raises:
            BusyError: Too many are waiting.
        """
        with self._lock:
            waiting = sum(job.state is JobState.WAITING for job in self._jobs.values())
            if waiting >= MOST_WAITING:
                raise BusyError(
                    f"{waiting} jobs are waiting already",
                    hint=f"ask again in {RETRY_SECONDS} seconds",
                    retry_seconds=RETRY_SECONDS,
                )
            self._given += 1
            job = Job(format_number("JOB", self._given), scope, kind, actor, at)
            self._jobs[job.job_id] = job
            self._forget_oldest()
        self._pool.submit(self._do, job, work, abandon)
        return job

    def find(self, scope: ScopeId, job_id: str) -> Job:
        """Find a job of a scope.

        Raises:
            NotFoundError: There is none, or it is another scope's.
        """
        job = self._jobs.get(job_id.upper()[:40])
        if job is None or job.scope != scope:
            raise NotFoundError(
                f"there is no job {job_id[:40]!r}",
                hint="jobs are known until the server starts anew; what they recorded stays",
                job=job_id[:40],
            )
        return job

    def of(self, scope: ScopeId) -> tuple[Job, ...]:
        """List the jobs of a scope, the last one first."""
        with self._lock:
            return tuple(job for job in reversed(self._jobs.values()) if job.scope == scope)

    def cancel(self, scope: ScopeId, job_id: str) -> Job:
        """Ask a job to end; it does so at its next report. One that is over stays as it is.

        Raises:
            NotFoundError: There is none, or it is another scope's.
        """
        job = self.find(scope, job_id)
        with self._lock:
            job._wants_end.set()  # noqa: SLF001 - the board is the job's only keeper
            if job.state is JobState.WAITING:
                job.state = JobState.CANCELLED
        return job

    def close(self) -> None:
        """Ask all jobs to end, and wait until they have."""
        with self._lock:
            for job in self._jobs.values():
                job._wants_end.set()  # noqa: SLF001 - as above
        self._pool.shutdown(wait=True)

    def _do(self, job: Job, work: Work, abandon: Callable[[], None]) -> None:
        with self._lock:
            is_wanted = job.state is JobState.WAITING and not job.is_unwanted
            job.state = JobState.RUNNING if is_wanted else JobState.CANCELLED
        if not is_wanted:
            abandon()
            return
        try:
            job.result = work(job)
            job.state = JobState.DONE
        except JobCancelledError:
            job.state = JobState.CANCELLED
        except LedgerError as error:
            job.error, job.state = error, JobState.FAILED
        except Exception as error:
            if self.unexpected is None:
                raise
            job.error, job.state = self.unexpected(error), JobState.FAILED

    def _forget_oldest(self) -> None:
        for job_id in [key for key, job in self._jobs.items() if job.state.is_over]:
            if len(self._jobs) <= MOST_KEPT:
                return
            del self._jobs[job_id]
