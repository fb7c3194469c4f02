"""Warnings that would otherwise fill the log."""

import logging
import time
from collections.abc import Mapping
from typing import Final

SECONDS: Final = 10.0


class RareLog:
    """Logs only a few warnings in ten seconds, and how many more there were."""

    def __init__(self, log: logging.Logger, most: int = 1) -> None:
        self._log = log
        self._most = most
        self._logged = 0
        self._until = 0.0
        self._left_out = 0

    def warning(self, message: str, *values: object, extra: Mapping[str, object] | None = None) -> None:
        present = time.monotonic()
        if present >= self._until:
            self._until, self._logged = present + SECONDS, 0
        if self._logged >= self._most:
            self._left_out += 1
            return
        more = f" ({self._left_out} more before)" if self._left_out else ""
        self._log.warning(message + more, *values, extra=extra)
        self._logged += 1
        self._left_out = 0
