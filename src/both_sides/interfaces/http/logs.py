"""Write what happened as JSON lines to standard error: no names, no scopes, no secrets, no paths.

A line about a request names the route by its template, never the address that was asked, for an
address can hold the key of a shared link. Where nobody reads the lines, they are left out and
counted: the service goes on. *This module does not* decide what is worth a line.

    {"at":"2026-10-03T09:30:00.000000Z","level":"info","event":"request","route":"/api/v1/rulings",…}
"""

import logging
import os
import select
import sys
from datetime import UTC, datetime
from typing import Any, BinaryIO, Final

import orjson
import structlog

LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}

# How long the rest of a line may wait that was begun.
REST_WITHIN_MS: Final = 200


class NeverBlocking:
    """Write lines to a file descriptor, and leave out what would have to wait.

    A pipe that nobody reads, or a terminal that was stopped, takes no more at some point; whoever
    writes on would stand still with it. The descriptor stays as it is, for it may be shared.

    Args:
        descriptor: Where to.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._asked = select.poll()
        self._asked.register(descriptor, select.POLLOUT)
        self._left_out = 0
        self._is_within_line = False

    def write(self, line: bytes) -> int:
        """Write a line; one that cannot be written at once is left out, and counted."""
        if self._left_out:
            count = {"level": "warning", "event": "lines_left_out", "count": self._left_out}
            told = _dumps({"at": _now(), **count}) + b"\n"
            if self._write_whole(b"\n" + told if self._is_within_line else told):
                self._left_out = 0
        if self._left_out or not self._write_whole(line):
            self._left_out += 1
        return len(line)

    def flush(self) -> None:
        """Do nothing: nothing is held back."""

    def _write_whole(self, line: bytes) -> bool:
        """Write in pieces that go in at once where the descriptor is ready for one at all.

        Of a long line the first pieces may be out when the next would have to wait; that is waited
        for, but not long.
        """
        rest, wait_ms = memoryview(line), 0
        try:
            while rest:
                if not self._asked.poll(wait_ms):
                    return False
                written = os.write(self._descriptor, rest[: select.PIPE_BUF])
                rest, wait_ms = rest[written:], REST_WITHIN_MS
                self._is_within_line = bool(rest)
        except OSError:  # nobody will read it any more
            return False
        return True


def make_log(level: str, stream: BinaryIO | None = None) -> Any:  # noqa: ANN401 - structlog's own
    """Make a log.

    Args:
        level: The least important of what is written.
        stream: Where to; None for standard error, which is never waited for.
    """
    out: Any = NeverBlocking(sys.stderr.fileno()) if stream is None else stream
    return structlog.wrap_logger(
        structlog.BytesLogger(out),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        cache_logger_on_first_use=True,
    ).bind()


def join_server_log(log: Any) -> None:  # noqa: ANN401 - structlog's own
    """Let what the HTTP server itself says of its start, end and faults go the same way."""
    handler = _Handler(log)
    for name in ("uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name == "uvicorn" else []
        logger.propagate = name != "uvicorn"
        logger.setLevel(logging.WARNING)


class _Handler(logging.Handler):
    def __init__(self, log: Any) -> None:  # noqa: ANN401 - structlog's own
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        level = min(max(record.levelno, logging.DEBUG), logging.ERROR)
        self._log.log(level, "server", message=record.getMessage(), exc_info=record.exc_info)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _dumps(members: Any, **_: object) -> bytes:  # noqa: ANN401 - any event
    return orjson.dumps(members, default=str)
