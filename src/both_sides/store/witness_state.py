"""Keep the last checkpoint that a witness has cosigned of each log: one file a log.

Comparing what is known and keeping what is new is one step, alone among threads and processes, and
it is on the disk before anybody hears of a cosignature. *This module does not* decide.
"""

import contextlib
import fcntl
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from both_sides.chain.checkpoint import Checkpoint, checkpoint_of
from both_sides.chain.signed_note import SignedNote, parse_note
from both_sides.store.durable_file import make_directory, read_file, unwritable, write_durably

T = TypeVar("T")


class WitnessState:
    """Keep checkpoints in a directory.

    Args:
        directory: Where; it is made when it is not there.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def swap(
        self, origin: str, decide: Callable[[Checkpoint | None], tuple[T, SignedNote | None]]
    ) -> T:
        """Show what is known of a log, and keep what the decision says, in one step.

        Args:
            origin: Which log.
            decide: Given the last checkpoint or None, gives an answer and what to keep, or None.

        Raises:
            StoreUnavailableError: It cannot be read or kept; then nothing may be cosigned.

        *Source:* C2SP tlog-witness: "must be performed atomically".
        """
        make_directory(self._directory, mode=0o750)
        name = sha256(origin.encode()).hexdigest()
        path = self._directory / name
        try:
            descriptor = os.open(self._directory / f"{name}.lock", os.O_RDWR | os.O_CREAT, 0o640)
        except OSError as error:
            raise unwritable(path, error) from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            data = read_file(path)
            known = None if data is None else checkpoint_of(parse_note(data))
            answer, note = decide(known)
            if note is not None:
                write_durably(path, str(note).encode())
            return answer
        finally:
            with contextlib.suppress(OSError):
                os.close(descriptor)
