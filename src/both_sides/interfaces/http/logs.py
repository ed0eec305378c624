"""Write what happened as JSON lines to standard error: no names, no scopes, no secrets, no paths.

A line about a request names the route by its template, never the address that was asked, for an
address can hold the key of a shared link. *This module does not* decide what is worth a line.

    {"at":"2026-10-03T09:30:00.000000Z","level":"info","event":"request","route":"/api/v1/rulings",…}
"""

import logging
import sys
from typing import Any, BinaryIO, Final

import orjson
import structlog

LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


def make_log(level: str, stream: BinaryIO | None = None) -> Any:  # noqa: ANN401 - structlog's own
    """Make a log.

    Args:
        level: The least important of what is written.
        stream: Where to; None for standard error.
    """
    out = sys.stderr.buffer if stream is None else stream
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


def _dumps(members: Any, **_: object) -> bytes:  # noqa: ANN401 - any event
    return orjson.dumps(members, default=str)
