"""Connections that nobody uses: they end after a while, and there are never too many.

Every connection is an open file. Whoever opens many and sends nothing, or never the end of a request, would shut others out.
"""

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.auto import AutoHTTPProtocol

_Protocol: Any = AutoHTTPProtocol
"""That of httptools where it is installed, otherwise that of h11."""


class GuardedProtocol(_Protocol):  # type: ignore[misc]
    most: ClassVar[int] = 8_000
    """Connections of this process."""
    seconds: ClassVar[float] = 20.0
    """Within which a request must be complete, except for its body."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._deadline = self.loop.call_later(self.seconds, self._give_up)
        if len(self.connections) > self.most:
            # Somebody else's unused connection, or else this one.
            unused = next((one for one in self.connections if one is not self and not one.is_serving), self)
            unused.transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.is_serving:
            self._stop_waiting()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.seconds, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def is_serving(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if not self.is_serving and not self.transport.is_closing():
            self.transport.close()
