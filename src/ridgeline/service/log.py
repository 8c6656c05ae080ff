"""The log of the service: on standard error, and never more than a few lines a second, whatever clients do.

Libraries would each configure it in their own way. One of them puts a handler on the root that imports modules when it
first reports an exception, which fails when no file can be opened, and then ends the service.
"""

import logging
import time
from typing import Final

_LINES: Final = 20  # that are written
_SECONDS: Final = 10.0  # in so long a time
_MAX_CHARACTERS: Final = 4_000  # of a record; tracebacks can be long


def configure() -> None:
    """Write the warnings of all libraries to standard error, in place of what any of them may have configured."""
    handler = logging.StreamHandler()
    handler.addFilter(Limit())
    handler.setFormatter(_Formatter("ridgeline: %(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


class Limit(logging.Filter):
    """Lets a few records pass in any ten seconds; the first one after a gap says how many did not."""

    def __init__(self) -> None:
        """Let the next records pass."""
        super().__init__()
        self._begin = time.monotonic()
        self._passed = self._dropped = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written. The lock of the handler is not held."""
        now = time.monotonic()
        if now - self._begin > _SECONDS:
            self._begin, self._passed = now, 0
        self._passed += 1
        if self._passed > _LINES:
            self._dropped += 1
            return False
        if self._dropped:
            record.msg = f"{record.getMessage()} ({self._dropped:,} lines before this one were not written)"
            record.args, self._dropped = None, 0
        return True


class _Formatter(logging.Formatter):
    """Writes a record, or the beginning and the end of a long one."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        half = _MAX_CHARACTERS // 2
        return text if len(text) <= _MAX_CHARACTERS else f"{text[:half]}\n…\n{text[-half:]}"
