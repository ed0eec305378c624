"""Run the parts of a verification: here, or in processes that each open the ledger by themselves.

Results come in the order of the tasks, with a few tasks under way ahead of them, so memory does not
grow with the ledger. *This module does not* know what the parts mean.
"""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, Protocol, TypeVar

from both_sides.domain.ids import ScopeId
from both_sides.service.verifying.segments import check_segment
from both_sides.service.verifying.stretches import SegmentResult, SegmentTask
from both_sides.service.verifying.views import ViewsResult, check_views
from both_sides.store.opening import open_store
from both_sides.store.port import LedgerStore

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 2  # tasks under way for each process


class Workers(Protocol):
    """Run parts of a verification."""

    def segments(self, tasks: Iterable[SegmentTask]) -> Iterator[SegmentResult]:
        """Verify stretches of the global order; results come in their order."""
        ...

    def views(self, scopes: Iterable[tuple[ScopeId, int]]) -> Iterator[ViewsResult]:
        """Rebuild and compare the views of scopes up to links; results come in their order."""
        ...


class Inline:
    """Run everything in this process.

    Args:
        store: The ledger.
    """

    def __init__(self, store: LedgerStore) -> None:
        self._store = store

    def segments(self, tasks: Iterable[SegmentTask]) -> Iterator[SegmentResult]:
        """Verify stretches one after the other."""
        for task in tasks:
            yield check_segment(self._store.tree, task)

    def views(self, scopes: Iterable[tuple[ScopeId, int]]) -> Iterator[ViewsResult]:
        """Rebuild and compare views, scope after scope."""
        for scope, upto in scopes:
            yield check_views(self._store, scope, upto=upto)


class Processes:
    """Run parts in processes.

    Args:
        pool: Their pool; each process has opened the ledger.
        ahead: How many tasks may be under way.
    """

    def __init__(self, pool: ProcessPoolExecutor, ahead: int) -> None:
        self._pool = pool
        self._ahead = ahead

    def segments(self, tasks: Iterable[SegmentTask]) -> Iterator[SegmentResult]:
        """Verify stretches side by side."""
        return self._in_order(_check_segment, tasks)

    def views(self, scopes: Iterable[tuple[ScopeId, int]]) -> Iterator[ViewsResult]:
        """Rebuild and compare views, several scopes side by side."""
        return self._in_order(_check_views, scopes)

    def _in_order(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        running: deque[Future[R]] = deque()
        for task in tasks:
            running.append(self._pool.submit(work, task))
            if len(running) >= self._ahead:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


@contextmanager
def workers(store: LedgerStore, processes: int) -> Iterator[Workers]:
    """Give workers: processes where the ledger can be opened by its address, else this process.

    Args:
        store: The ledger.
        processes: How many.
    """
    if processes <= 1 or not store.address:
        yield Inline(store)
        return
    pool = ProcessPoolExecutor(
        processes,
        mp_context=multiprocessing.get_context("spawn"),  # threads of ours do not survive a fork
        initializer=_open,
        initargs=(store.address,),
    )
    try:
        yield Processes(pool, AHEAD * processes)
    finally:
        pool.shutdown(cancel_futures=True)


_opened: dict[str, Any] = {}  # the ledger of a worker process


def _open(address: str) -> None:
    _opened["store"] = open_store(address, create=False)


def _check_segment(task: SegmentTask) -> SegmentResult:
    return check_segment(_opened["store"].tree, task)


def _check_views(task: tuple[ScopeId, int]) -> ViewsResult:
    scope, upto = task
    return check_views(_opened["store"], scope, upto=upto)
