"""Run plain functions in threads, handed over with as little ado as can be.

A handler is a plain function that may wait for the disk, so it runs in a thread. Handing it to the
framework's own pool costs more than most answers: with 16 connections on two cores, empty answers
came 11,900 times a second from the loop, 9,500 through this pool, 4,700 through the framework's.
*This module does not* limit how long a function runs.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from both_sides.errors import StoreUnavailableError

T = TypeVar("T")
Job = tuple["asyncio.Future[Any]", Callable[[], Any], asyncio.AbstractEventLoop]

# Fewer than the connections of a store's pool, so that no handler waits for one.
THREADS: Final = 8


class WorkerThreads:
    """Run functions in a fixed number of threads.

    Args:
        count: How many threads; they are started when the first function comes.
    """

    def __init__(self, count: int = THREADS) -> None:
        self.count = count
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._is_closed = False

    def run(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> Awaitable[T]:  # noqa: ANN401
        """Run a function in a thread; what it returns or raises is awaited.

        Raises:
            StoreUnavailableError: The threads were closed.
        """
        if not self._threads:
            self._start()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put((future, partial(work, *args, **kwargs), loop))
        return future

    def close(self) -> None:
        """Let the threads end after the work that is waiting, and wait for them."""
        with self._lock:
            self._is_closed = True
            threads, self._threads = self._threads, []
        for _ in threads:
            self._jobs.put(None)
        for thread in threads:
            thread.join()

    def _start(self) -> None:
        with self._lock:
            if self._is_closed:
                raise StoreUnavailableError(
                    "the server is ending", hint="send the request again when it is back"
                )
            if not self._threads:
                self._threads = [
                    threading.Thread(target=self._work, name=f"handler-{number}", daemon=True)
                    for number in range(self.count)
                ]
                for thread in self._threads:
                    thread.start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, work, loop = job
            try:
                result, error = work(), None
            except BaseException as raised:  # noqa: BLE001 - it is raised where it is awaited
                result, error = None, raised
            try:
                loop.call_soon_threadsafe(_tell, future, result, error)
            except RuntimeError:  # the loop has ended; nobody waits for the answer
                return
            del job, future, work, result, error


def _tell(future: "asyncio.Future[Any]", result: object, error: BaseException | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
