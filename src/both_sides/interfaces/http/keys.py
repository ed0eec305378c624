"""Know which idempotency keys are being worked on, so that a second sending is told to wait.

What was answered under a key is kept by the ledger, in the transaction that recorded it. *This
module does not* know of other processes; between them the ledger's lock makes the second sending
wait, and it gets the first one's answer.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from both_sides.domain.ids import ScopeId
from both_sides.request_errors import KeyInFlightError


class KeysInFlight:
    """Hold the keys that are being worked on."""

    def __init__(self) -> None:
        self._keys: set[tuple[ScopeId, str]] = set()
        self._lock = threading.Lock()

    @contextmanager
    def hold(self, scope: ScopeId, key: str | None) -> Iterator[None]:
        """Hold a key as long as its request is worked on; None holds nothing.

        Raises:
            KeyInFlightError: The same key is being worked on.
        """
        if key is None:
            yield
            return
        with self._lock:
            if (scope, key) in self._keys:
                raise KeyInFlightError(
                    "a request with this idempotency key is being worked on",
                    hint="wait for its answer, or send it again in a second: it happens once",
                    retry_seconds=1,
                )
            self._keys.add((scope, key))
        try:
            yield
        finally:
            with self._lock:
                self._keys.discard((scope, key))
