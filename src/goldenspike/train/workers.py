"""Games in processes: orders go out, reports come back as games end."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context

from goldenspike.train.games import Order, Report, play


class Workers:
    """A pool of processes that always has games to play while somebody asks for reports."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
        self._running: set[Future[Report]] = set()

    def reports(self, make_order: Callable[[], Order], seconds: float, most: int | None = None) -> Iterator[Report]:
        """Reports until the time is over; games that are still running then are forgotten."""
        until = time.monotonic() + seconds
        ordered = given = 0
        while time.monotonic() < until and given != most:
            while len(self._running) < self.count + self.count // 2 + 1 and ordered != most:
                self._running.add(self._pool.submit(play, make_order()))
                ordered += 1
            done, _ = wait(self._running, timeout=max(0.0, until - time.monotonic()), return_when=FIRST_COMPLETED)
            for future in done:
                self._running.discard(future)
                given += 1
                yield future.result()
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
