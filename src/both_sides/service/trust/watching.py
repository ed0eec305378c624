"""Stand beside a store: refuse writes to a database that is not the one that was signed, sign soon.

A ledger with a key is signed every second or thousand events while it is written to, and when it is
closed. A ledger without a key is left alone. *This module does not* print; what goes wrong in the
background is logged.
"""

import logging
import threading
from collections.abc import Callable

from both_sides.errors import LedgerError
from both_sides.service.trust.anchoring import AnchorGuard
from both_sides.service.trust.schedule import CheckpointSchedule

_LOG = logging.getLogger("both_sides.trust")


class TrustWatcher:
    """Guard the writes of one store, and have it signed.

    Args:
        guard: Lets no write through to a database that is not the one that was signed.
        may_sign: Tells whether there is a key.
        sign: Signs what there is, and asks the witnesses.
    """

    def __init__(
        self, guard: AnchorGuard, may_sign: Callable[[], bool], sign: Callable[[], object]
    ) -> None:
        self._guard = guard
        self._may_sign = may_sign
        self._sign = sign
        self._schedule: CheckpointSchedule | None = None
        self._lock = threading.Lock()

    def before_write(self) -> None:
        """Hold the database against its anchor, once."""
        self._guard.check()

    def after_write(self, events: int) -> None:
        """Have what was appended signed soon."""
        if not events:
            return
        with self._lock:
            if self._schedule is None and self._may_sign():
                self._schedule = CheckpointSchedule(self._sign, _report)
                self._schedule.start()
        if self._schedule is not None:
            self._schedule.appended(events)

    def before_close(self) -> None:
        """Have what is left signed now."""
        with self._lock:
            schedule, self._schedule = self._schedule, None
        if schedule is not None:
            schedule.stop()


def _report(error: LedgerError) -> None:
    _LOG.warning(
        "the ledger was not signed: %s [%s]\n hint: %s", error.message, error.code, error.hint
    )
