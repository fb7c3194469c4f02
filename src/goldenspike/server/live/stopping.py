"""Ends live connections when the process is told to stop.

The web server waits until all responses are complete before it stops the application, and live connections never end on their
own. So they end at the signal itself.
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from goldenspike.server.live.hub import Hub


def end_streams_on_signal(hub: Hub) -> Callable[[], None]:
    """Install signal handlers in front of those of the web server; returns a function that removes them."""
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    loop = asyncio.get_running_loop()
    found = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    earlier: dict[int, Callable[[int, FrameType | None], Any]] = {n: handler for n, handler in found.items() if callable(handler)}

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(hub.end_streams)
        earlier[number](number, frame)

    def remove() -> None:
        for number, handler in earlier.items():
            signal.signal(number, handler)

    for number in earlier:
        signal.signal(number, handle)
    return remove
