"""Warnings that would otherwise fill the log."""

import logging
import time
from collections.abc import Mapping
from typing import Final

SECONDS: Final = 10.0


class _Allowance:
    """So many warnings in ten seconds."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._logged = 0
        self._until = 0.0
        self._left_out = 0

    def take(self) -> str | None:
        """What to add about earlier warnings that were left out, or None if this one is left out as well."""
        present = time.monotonic()
        if present >= self._until:
            self._until, self._logged = present + SECONDS, 0
        if self._logged >= self._most:
            self._left_out += 1
            return None
        more = f" ({self._left_out} more before)" if self._left_out else ""
        self._logged += 1
        self._left_out = 0
        return more


class RareLog:
    """Logs only a few warnings in ten seconds, and how many more there were."""

    def __init__(self, log: logging.Logger, most: int = 1) -> None:
        self._log = log
        self._allowance = _Allowance(most)

    def warning(self, message: str, *values: object, extra: Mapping[str, object] | None = None) -> None:
        more = self._allowance.take()
        if more is not None:
            self._log.warning(message + more, *values, extra=extra)


class RareWarnings(logging.Filter):
    """Lets each warning of another package pass once in ten seconds; strangers may cause them as often as they like."""

    def __init__(self) -> None:
        super().__init__()
        self._allowances: dict[str, _Allowance] = {}
        """By the message without its values, of which there are few."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        more = self._allowances.setdefault(str(record.msg), _Allowance(1)).take()
        if more is None:
            return False
        record.msg = f"{record.msg}{more}"
        return True
