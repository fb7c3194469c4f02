"""What a signal to stop does to this process.

While it starts, the process ends at once: nobody waits for an answer yet. Later the web server waits until all responses are
complete before it stops the application, and live connections never end on their own. So they end at the signal itself.
"""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from goldenspike.server.live.hub import Hub


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Instead of the handlers of the web server, which would let the process start first."""
    earlier = _handlers()
    for number in earlier:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)


def end_streams_on_signal(hub: Hub) -> Callable[[], None]:
    """Install signal handlers in front of those of the web server; returns a function that removes them."""
    earlier = _handlers()
    if not earlier:
        return lambda: None
    loop = asyncio.get_running_loop()

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(hub.end_streams)
        earlier[number](number, frame)

    def remove() -> None:
        for number, handler in earlier.items():
            signal.signal(number, handler)

    for number in earlier:
        signal.signal(number, handle)
    return remove


def _handlers() -> dict[int, Callable[[int, FrameType | None], Any]]:
    """Those of the web server; only the main thread may change them."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    found = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    return {number: handler for number, handler in found.items() if callable(handler)}
