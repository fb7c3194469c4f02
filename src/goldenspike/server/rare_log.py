"""Warnings that would otherwise fill the log."""

import logging
import time
from typing import Final

SECONDS: Final = 10.0


class RareLog:
    """Logs at most one warning every ten seconds, and how many there were in between."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._next = 0.0
        self._left_out = 0

    def warning(self, message: str, *values: object) -> None:
        present = time.monotonic()
        if present < self._next:
            self._left_out += 1
            return
        more = f" ({self._left_out} more before)" if self._left_out else ""
        self._log.warning(message + more, *values)
        self._next = present + SECONDS
        self._left_out = 0
