"""Share work out: over processes where Python does it, over threads where machine code does.

Results come in the order of the work, and only a few pieces are under way at a time, so memory
stays flat. An interruption ends the work soon and leaves no process behind. *This module does not*
know what the work is.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from queue import Full, Queue
from threading import Event, Thread
from typing import Final, TypeVar

from both_sides.errors import StoreUnavailableError

Item = TypeVar("Item")
Result = TypeVar("Result")

UNDER_WAY: Final = 2  # pieces a worker, so that none waits for the next one
_ALL_DONE: Final = object()
_PATIENCE_SECONDS: Final = 0.1


def usable_cores() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def over_processes(
    work: Callable[[Item], Result], items: Iterable[Item], *, cores: int
) -> Generator[Result]:
    """Work on items in several processes, and give the results in their order.

    Args:
        work: A function of a module, which another process can import.
        items: Taken as they are needed.
        cores: How many processes; with 1 this one does the work.

    Raises:
        StoreUnavailableError: A process died, for example because the memory was used up.
    """
    if cores == 1:
        yield from map(work, items)
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy threads that hold locks
    pool = ProcessPoolExecutor(cores, mp_context=context, initializer=_ignore_interrupts)
    try:
        yield from _in_order(pool, work, items, cores)
    except BrokenProcessPool:
        raise StoreUnavailableError(
            "a process that did part of the work died",
            hint="there may be too little memory: run the same command again with --cores 1; what"
            " is finished is kept",
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def over_threads(
    work: Callable[[Item], Result], items: Iterable[Item], *, cores: int
) -> Generator[Result]:
    """Work on items in several threads, and give the results in their order.

    With one core a thread works ahead of whoever takes the results all the same.
    """
    pool = ThreadPoolExecutor(cores, thread_name_prefix="batch")
    try:
        yield from _in_order(pool, work, items, cores)
    finally:
        pool.shutdown(cancel_futures=True)


def ahead(items: Iterable[Item], *, most: int = 8) -> Generator[Item]:
    """Take items in a thread of their own, some ahead of whoever wants them.

    Args:
        items: What to take; errors come out where they belong in the order.
        most: How many may wait.
    """
    waiting: Queue[object] = Queue(most)
    is_over = Event()

    def put(item: object) -> bool:
        while not is_over.is_set():
            try:
                waiting.put(item, timeout=_PATIENCE_SECONDS)
            except Full:
                continue
            return True
        return False

    def run() -> None:
        try:
            for item in items:
                if not put(item):
                    return
        except BaseException as error:  # noqa: BLE001 - it is raised on the other side
            put(_Raised(error))
        else:
            put(_ALL_DONE)

    thread = Thread(target=run, name="ahead", daemon=True)
    thread.start()
    try:
        while (item := waiting.get()) is not _ALL_DONE:
            if isinstance(item, _Raised):
                raise item.error
            yield item  # type: ignore[misc] # what was taken from the items
    finally:
        is_over.set()
        thread.join()


class _Raised:
    """Carry an error from one thread to another."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


def _in_order(
    pool: Executor, work: Callable[[Item], Result], items: Iterable[Item], cores: int
) -> Iterator[Result]:
    futures: deque[Future[Result]] = deque()
    for item in items:
        futures.append(pool.submit(work, item))
        if len(futures) >= cores * UNDER_WAY:
            yield futures.popleft().result()
    while futures:
        yield futures.popleft().result()


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that shares the work out; it reaches all at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
