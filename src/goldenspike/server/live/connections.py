"""Limits live connections, so that nobody can use up what others need."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Connections:
    """Counts live connections, overall and by network."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._open: Counter[str] = Counter()
        self.ended = 0
        """How many have ended until now."""

    @property
    def count(self) -> int:
        return self._open.total()

    @contextmanager
    def hold(self, address: str) -> Iterator[bool]:
        """Hold a place; False if there is none left."""
        if self._open.total() >= self._most or self._open[address] >= self._most_of_one:
            yield False
            return
        self._open[address] += 1
        try:
            yield True
        finally:
            self.ended += 1
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


def raise_file_limit() -> None:
    """Every connection is an open file: use all that the system allows."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
