"""Finds requests that block the event loop of an application in this process, however busy the machine is.

The watchdog measures processor time, which does not grow while others have the processor. It does grow on a slower processor, and
if the other half of the core works, so what a step took is compared with what a fixed computation takes at the same moment. A few
requests of each kind may block, because one measurement proves little.
"""

import asyncio
import time
from collections import defaultdict
from typing import Final

from goldenspike.server.operation.metrics import REQUESTS
from goldenspike.server.watchdog import LONGEST, Block, Watchdog, describe

USUAL: Final = 0.003
"""Seconds of processor time that `_compute` takes on an ordinary machine with nothing else to do."""
EXCUSED: Final = 3
"""So many requests of each kind may block."""
SHARE: Final = 0.05
"""Of the others of a kind, so many may: a request that really blocks does so each time."""


def _compute() -> float:
    """A fixed computation; returns the seconds of processor time that it took."""
    start = time.thread_time()
    table: dict[int, str] = {}
    for number in range(12_000):
        table[number % 997] = f"{number}:{len(table)}"
    return time.thread_time() - start


def _count(what: str) -> float:
    """How many requests of a kind there were."""
    method, _, route = what.partition(" ")
    samples = (sample for metric in REQUESTS.collect() for sample in metric.samples if sample.name.endswith("_total"))
    return sum(sample.value for sample in samples if (sample.labels["method"], sample.labels["route"]) == (method, route))


class LoopGuard(Watchdog):
    """Collects what blocks, as the processor's speed at the moment has it."""

    def __init__(self, longest: float = LONGEST, usual: float = USUAL, excused: int = EXCUSED) -> None:
        super().__init__(longest)
        self._usual = usual
        self._excused = excused
        self._known: defaultdict[str, set[str]] = defaultdict(set)
        """The requests of each kind that have blocked."""

    def look(self, handle: asyncio.Handle, seconds: float) -> None:
        if seconds > self._longest and seconds / max(1.0, _compute() / self._usual) > self._longest:
            self.blocks.append(describe(handle, seconds))

    def new_blocks(self) -> list[Block]:
        """What has blocked since the last time, of kinds that block too often."""
        found = [self.blocks.popleft() for _ in range(len(self.blocks))]
        return [block for block in found if block.request and self._is_one_too_many(block)]

    def _is_one_too_many(self, block: Block) -> bool:
        known = self._known[block.what]
        known.add(block.request)
        return len(known) > self._excused + SHARE * max(0.0, _count(block.what) - self._excused)
