"""Connections move to the worker that looks after the table they ask about.

What a table looks like is worked out once in each process that shows it. So with several workers every table belongs to one of
them: if a connection's next request is about a table of another worker, it is handed to that one, together with what has been
received of the request. This only saves work. Every worker can answer every request, and does so if the other one cannot take
the connection.
"""

import asyncio
import logging
import os
import re
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from goldenspike.server.rare_log import RareLog

_log = RareLog(logging.getLogger(__name__))
_ABOUT_TABLE: Final = re.compile(rb"[A-Z]+ /(?:t|api/v1/tables)/([a-z0-9]+)")
MOST_BYTES: Final = 64 * 1024
"""Of a request that is handed over; more does not fit into one message."""
_MOST_WAITING: Final = 1024
PAUSE: Final = 1.0
"""Seconds until a worker looks again whether the one that it replaces has ended, or whether it has descriptors again."""


def can_hand_over() -> bool:
    return hasattr(socket, "send_fds") and hasattr(socket, "SOCK_SEQPACKET")


def _listen(path: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        listening.setblocking(False)
        listening.bind(str(path))
        listening.listen(_MOST_WAITING)
    except OSError:
        listening.close()
        raise
    return listening


class Handover:
    """One worker's part. The workers find each other in a folder."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder = folder
        self._workers = workers
        self.number: int | None = None
        """Of this worker, None until one is free."""
        self._make_protocol: Callable[[bytes], asyncio.Protocol] | None = None
        self._claim: Any = None
        self._listening: socket.socket | None = None
        self._looking: asyncio.TimerHandle | None = None
        """Set while it waits for a number, or for descriptors."""
        self._arriving: set[socket.socket] = set()
        """Channels that were accepted, and on which nothing has arrived yet."""
        self._accepting: set[asyncio.Task[Any]] = set()

    # --- taking connections

    def listen(self, make_protocol: Callable[[bytes], asyncio.Protocol]) -> None:
        """Take connections from now on; the protocol is made with what has been received."""
        loop = asyncio.get_running_loop()
        self._make_protocol = make_protocol
        self.number = self._find_number()
        if self.number is None:
            self._looking = loop.call_later(PAUSE, self.listen, make_protocol)
            return
        path = self._path(self.number)
        try:
            path.unlink(missing_ok=True)
            self._listening = _listen(path)
        except OSError as error:
            # The path is too long, or the system has no such sockets.
            _log.warning("connections stay with the worker that accepts them: %s", error)
            return
        loop.add_reader(self._listening, self._accept, self._listening)

    def _find_number(self) -> int | None:
        """One that no other worker has; the lock ends with the process."""
        import fcntl

        for number in range(self._workers):
            claim = (self._folder / f"worker-{number}.lock").open("w")
            try:
                fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                claim.close()
                continue
            self._claim = claim
            return number
        return None

    def _path(self, number: int) -> Path:
        return self._folder / f"worker-{number}.sock"

    def _accept(self, listening: socket.socket) -> bool:
        """Whether another worker was there."""
        loop = asyncio.get_running_loop()
        try:
            channel, _ = listening.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return False
        except OSError as error:
            # It has no descriptors left; until then, whoever waits would wake it again and again.
            _log.warning("no connection can be taken from other workers: %s", error)
            loop.remove_reader(listening)
            self._looking = loop.call_later(PAUSE, loop.add_reader, listening, self._accept, listening)
            return False
        channel.setblocking(False)
        self._arriving.add(channel)
        loop.add_reader(channel, self._receive, channel)
        return True

    def _receive(self, channel: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(channel)
        self._arriving.discard(channel)
        try:
            with channel:
                received, files, _, _ = socket.recv_fds(channel, MOST_BYTES, 1)
        except OSError:
            return
        assert self._make_protocol is not None
        make_protocol = partial(self._make_protocol, received)
        for file in files:
            os.set_inheritable(file, False)
            accepting = loop.create_task(loop.connect_accepted_socket(make_protocol, socket.socket(fileno=file)))
            self._accepting.add(accepting)
            accepting.add_done_callback(self._accepting.discard)

    async def close(self) -> None:
        """Take what has been handed over, and no more: nobody else has those connections."""
        if self._listening is not None and self.number is not None:
            self._path(self.number).unlink(missing_ok=True)
            asyncio.get_running_loop().remove_reader(self._listening)
            while self._accept(self._listening):
                pass
            self._listening.close()
            self._listening = None
        if self._looking is not None:
            self._looking.cancel()
        for channel in tuple(self._arriving):
            # Who has not sent the connection yet cannot any more, and answers itself.
            self._receive(channel)
        await asyncio.gather(*self._accepting, return_exceptions=True)
        if self._claim is not None:
            self._claim.close()

    # --- handing connections over

    def pass_on(self, transport: asyncio.Transport, received: bytes) -> bool:
        """Hand a connection over if its request is about a table of another worker; whether it has gone."""
        found = _ABOUT_TABLE.match(received)
        if found is None or len(received) > MOST_BYTES or transport.get_write_buffer_size():
            return False
        owner = crc32(found[1]) % self._workers
        if owner == self.number:
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
                channel.setblocking(False)
                channel.connect(str(self._path(owner)))
                socket.send_fds(channel, [received], [transport.get_extra_info("socket").fileno()])
        except OSError:
            # It is starting, or has too many waiting.
            return False
        # This only closes it here.
        transport.abort()
        return True
