"""Measures what blocks the event loop.

Every request waits while a step of another one runs, so no step may take long. Processor time of the loop's thread is measured:
unlike the time on the clock it does not depend on how busy the machine is. Garbage collection is left out.
"""

import asyncio
import gc
import logging
import time
from collections import deque
from contextvars import Context, ContextVar
from dataclasses import dataclass
from typing import Any, Final

from goldenspike.server.operation.current_request import CURRENT
from goldenspike.server.operation.metrics import LOOP_BLOCKS
from goldenspike.server.rare_log import RareLog

LONGEST: Final = 0.05
"""Seconds that a step may take."""
SHORTEST: Final = 0.005
"""Shorter steps are not worth a look."""
MOST_REMEMBERED: Final = 100


ASIDE: Final[ContextVar[bool]] = ContextVar("aside", default=False)
"""Set where an event loop runs in a thread of its own, for work that takes long: nobody waits for its steps."""


@dataclass(frozen=True, slots=True)
class Block:
    """A step that took too long."""

    seconds: float
    what: str
    request: str = ""
    """The id of the request to which it belongs, empty if it belongs to none."""


class Watchdog:
    """Times every step of the event loops of this process from `start` until `stop`."""

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._log = RareLog(logging.getLogger(__name__))
        self.blocks: deque[Block] = deque(maxlen=MOST_REMEMBERED)

    def start(self) -> None:
        _active.add(self)

    def stop(self) -> None:
        _active.discard(self)

    def look(self, handle: asyncio.Handle, seconds: float) -> None:
        """Called after each step that is worth a look."""
        if seconds > self._longest:
            block = describe(handle, seconds)
            self.blocks.append(block)
            LOOP_BLOCKS.inc()
            # In the context of the step, so that the log names its request.
            context: Context = handle._context  # type: ignore[attr-defined]
            context.run(self._log.warning, "%s blocked the event loop for %d ms", block.what, round(seconds * 1000))


def describe(handle: asyncio.Handle, seconds: float) -> Block:
    """A step, named by the request or the task to which it belongs."""
    request = handle._context.get(CURRENT)  # type: ignore[attr-defined]
    if request is not None:
        return Block(seconds, f"{request.method} {request.find_route()}", request.id)
    callback = handle._callback  # type: ignore[attr-defined]
    return Block(seconds, repr(getattr(callback, "__self__", callback))[:200])


_active: Final[set[Watchdog]] = set()
_run: Final = asyncio.Handle._run
_collecting = _collected = 0.0


def _timed(handle: asyncio.Handle) -> None:
    if not _active:
        return _run(handle)
    start, collected = time.thread_time(), _collected
    _run(handle)
    seconds = time.thread_time() - start
    if seconds > SHORTEST and not handle._context.get(ASIDE):  # type: ignore[attr-defined]
        for watchdog in tuple(_active):
            watchdog.look(handle, seconds - (_collected - collected))
    return None


def _collect(phase: str, _: Any) -> None:
    global _collecting, _collected
    if phase == "start":
        _collecting = time.thread_time()
    else:
        _collected += time.thread_time() - _collecting


asyncio.Handle._run = _timed  # type: ignore[assignment, method-assign]
gc.callbacks.append(_collect)
