"""Connections that nobody uses: they end after a while, and there are never too many.

Every connection is an open file. Whoever opens many and sends nothing, or never the end of a request, or takes no answer, would
shut others out.
"""

import asyncio
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from goldenspike.server.handover import Handover

_Protocol: Any = H11Protocol
"""Not that of httptools, even where it is installed: it keeps reading requests from somebody who takes no answers."""
MOST_HEAD: Final = 64 * 1024
"""Bytes of a request before its body."""


class GuardedProtocol(_Protocol):  # type: ignore[misc]
    most: ClassVar[int] = 8_000
    """Connections of this process."""
    seconds: ClassVar[float] = 20.0
    """Within which a request must be complete, and a reader must go on reading."""
    handover: ClassVar[Handover | None] = None
    """Where other workers can take connections."""

    received: bytes = b""
    """What another worker has received from the connection."""
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    """Set while more has been sent than the reader has taken."""
    _head = 0
    """Bytes of a request whose head is not complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._deadline = self.loop.call_later(self.seconds, self._give_up)
        if len(self.connections) > self.most:
            # Somebody else's unused connection, or else this one.
            unused = next((one for one in self.connections if one is not self and not one.is_serving), self)
            unused.transport.abort()
        if self.received and not transport.is_closing():
            self.data_received(self.received)
        self.received = b""

    def data_received(self, data: bytes) -> None:
        if self.handover is not None and self._is_idle and self.handover.pass_on(self.transport, data):
            return
        super().data_received(data)
        if self.is_serving:
            self._stop_waiting()
            self._head = 0
            return
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.seconds, self._give_up)
        if self.cycle is None or self.cycle.response_complete:
            self._head += len(data)
            if self._head > MOST_HEAD:
                self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._stop_watching()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(self.seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_watching()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Whoever has not taken the whole answer by now never will, and closing would wait for it."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            super().timeout_keep_alive_handler()

    def send_400_response(self, msg: str) -> None:
        """What is malformed may be the body of a request that is being answered, or has been."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        super().send_400_response(msg)
        if self.cycle is not None:
            # There is no other answer.
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    @property
    def is_serving(self) -> bool:
        """Whether a request has arrived and is being answered."""
        return self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body

    @property
    def _is_idle(self) -> bool:
        """Whether the next byte begins a request."""
        return self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]

    def _give_up(self) -> None:
        self._deadline = None
        if not self.is_serving:
            self.transport.abort()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_watching(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
