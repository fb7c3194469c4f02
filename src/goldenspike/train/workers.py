"""Games in processes: orders go out, reports come back as games end.

Each process plays several games side by side. It looks for cyclic garbage between them only, because recorded decisions are so
many objects that Python's own searches would take a sixth of its time.
"""

import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context

from goldenspike.train.games import Order, play_all
from goldenspike.train.samples import Report


def play_undisturbed(orders: Sequence[Order]) -> list[Report]:
    """Play games side by side, and tidy up afterwards."""
    gc.freeze()
    gc.disable()
    reports = play_all(orders)
    gc.collect()
    return reports


class Workers:
    """A pool of processes that always has games to play while somebody asks for reports."""

    def __init__(self, count: int, at_once: int = 1) -> None:
        self.count = count
        self.at_once = at_once
        """How many games a process plays side by side."""
        # The processes inherit this, and numpy reads it there: several threads of each would only be in each other's way.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        self._pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
        self._running: set[Future[list[Report]]] = set()

    def reports(self, make_order: Callable[[], Order], seconds: float, most: int | None = None) -> Iterator[Report]:
        """Reports until the time is over; games that are still running then are forgotten."""
        until = time.monotonic() + seconds
        ordered = given = 0
        while time.monotonic() < until and given != most:
            while len(self._running) < self.count + self.count // 2 + 1 and ordered != most:
                games = self.at_once if most is None else min(self.at_once, most - ordered)
                self._running.add(self._pool.submit(play_undisturbed, [make_order() for _ in range(games)]))
                ordered += games
            done, _ = wait(self._running, timeout=max(0.0, until - time.monotonic()), return_when=FIRST_COMPLETED)
            for future in done:
                self._running.discard(future)
                for report in future.result():
                    given += 1
                    yield report
        self.drop()

    def drop(self) -> None:
        for future in self._running:
            future.cancel()
        self._running.clear()

    def close(self) -> None:
        """End the processes at once, in the middle of games too."""
        self.drop()
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
