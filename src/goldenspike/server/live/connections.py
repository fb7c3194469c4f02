"""Limits live connections, so that nobody can use up what others need."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from goldenspike.server.networks import NETWORKS_OF_SITE, site_of


class Connections:
    """Counts live connections: overall, by network, and by the site to which an IPv6 network belongs."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._total = 0
        self._open: Counter[str] = Counter()
        self.ended = 0
        """How many have ended until now."""

    @property
    def count(self) -> int:
        return self._total

    @contextmanager
    def hold(self, address: str) -> Iterator[bool]:
        """Hold a place; False if there is none left."""
        counted = [(address, self._most_of_one)]
        if site := site_of(address):
            counted.append((site, NETWORKS_OF_SITE * self._most_of_one))
        if self._total >= self._most or any(self._open[network] >= most for network, most in counted):
            yield False
            return
        self._total += 1
        for network, _ in counted:
            self._open[network] += 1
        try:
            yield True
        finally:
            self.ended += 1
            self._total -= 1
            for network, _ in counted:
                self._open[network] -= 1
                if not self._open[network]:
                    del self._open[network]


def raise_file_limit() -> None:
    """Every connection is an open file: use all that the system allows."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
