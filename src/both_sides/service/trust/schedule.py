"""Sign in the background: every second or every thousand events, and when the program ends.

A failure is reported and tried again with the next tick; after a rollback or a fork nothing more is
tried. *This module does not* decide what is signed.
"""

import threading
from collections.abc import Callable
from typing import Final

from both_sides.errors import ForkError, LedgerError, RolledBackError

EVERY_SECONDS: Final = 1.0
EVERY_EVENTS: Final = 1_000


class CheckpointSchedule:
    """Call something that signs, in a thread of its own.

    Args:
        sign: Signs what there is.
        report: Told of what went wrong.
        every_seconds: How long an event waits at most.
        every_events: After how many events it does not wait.
    """

    def __init__(
        self,
        sign: Callable[[], object],
        report: Callable[[LedgerError], None],
        *,
        every_seconds: float = EVERY_SECONDS,
        every_events: int = EVERY_EVENTS,
    ) -> None:
        self._sign = sign
        self._report = report
        self._every_seconds = every_seconds
        self._every_events = every_events
        self._pending = 0
        self._is_over = False
        self._wake = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def appended(self, events: int) -> None:
        """Tell that events were committed."""
        with self._wake:
            self._pending += events
            self._wake.notify()

    def stop(self) -> None:
        """Sign what is left, and end."""
        with self._wake:
            self._is_over = True
            self._wake.notify()
        self._thread.join()

    def _run(self) -> None:
        is_over = False
        while not is_over:
            pending, is_over = self._wait()
            if not pending:
                continue
            try:
                self._sign()
            except LedgerError as error:
                self._report(error)
                if isinstance(error, RolledBackError | ForkError):
                    return
                self._wait_to_try_again(pending)

    def _wait(self) -> tuple[int, bool]:
        """Wait until something is to be signed or all is over; tell how much, and whether."""
        with self._wake:
            self._wake.wait_for(lambda: self._pending or self._is_over)
            self._wake.wait_for(self._is_due, timeout=self._every_seconds)
            pending, self._pending = self._pending, 0
            return pending, self._is_over

    def _wait_to_try_again(self, pending: int) -> None:
        with self._wake:
            self._pending += pending
            self._wake.wait_for(lambda: self._is_over, timeout=self._every_seconds)

    def _is_due(self) -> bool:
        return self._is_over or self._pending >= self._every_events
