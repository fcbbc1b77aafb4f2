"""Structured logs: one JSON object per line on the error stream, without secrets.

No cookie, invitation or seed is ever logged. The id of a table is all that a spectator needs, so only its first
characters are logged: enough to follow one table through the log.
"""

import json
import logging
import sys
import time
import traceback
from typing import Any

_LOGGER = logging.getLogger("pawnstorm.server")


class _JsonFormatter(logging.Formatter):
    """Writes a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {"at": round(record.created, 3), "level": record.levelname.lower()}
        line["event"] = record.getMessage() if record.name.startswith("pawnstorm") else "library"
        if line["event"] == "library":
            line |= {"logger": record.name, "text": record.getMessage()}
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["trace"] = traceback.format_exception(*record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up() -> None:
    """Send our events and the warnings of the libraries to the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    _LOGGER.setLevel(logging.INFO)


def event(name: str, **facts: object) -> None:
    """Something that an operator may want to know."""
    if _LOGGER.isEnabledFor(logging.INFO):
        _LOGGER.info(name, extra={"facts": facts})


def failure(name: str, error: BaseException | None = None, **facts: object) -> None:
    """Something that should not have happened, with a trace if an error of ours caused it."""
    _LOGGER.error(name, exc_info=error, extra={"facts": facts})


def short(table: str) -> str:
    """The id of a table as a log may show it."""
    return table[:6]


def now() -> float:
    """A clock for measuring how long something took."""
    return time.perf_counter()
