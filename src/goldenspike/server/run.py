"""Starting the server: `goldenspike serve`."""

import asyncio
import contextlib
import logging
import os
import socket
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import msgspec
import uvicorn
from litestar import Litestar
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from goldenspike.server.app import create_app
from goldenspike.server.connections import GuardedProtocol
from goldenspike.server.handover import Handover, can_hand_over
from goldenspike.server.live.connections import raise_file_limit
from goldenspike.server.live.hub import HubUnreachable
from goldenspike.server.operation.logs import configure_logging
from goldenspike.server.operation.metrics import DIRECTORY_VARIABLE, forget_process
from goldenspike.server.services import prepare
from goldenspike.server.settings import BadSettings, Settings
from goldenspike.server.storage.database import DATABASE_TROUBLE, database_url
from goldenspike.server.warm import tune_gc

_log = logging.getLogger(__name__)
_LOOK = 0.05
"""Seconds between two looks for signals, and for workers that have ended."""
_REACHABLE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a browser on this machine finds a server that listens on all addresses."""


def serve(settings: Settings, *, open_browser: bool = False, announce: Callable[[str], None] | None = None) -> None:
    """Serve until interrupted. The database is created or migrated first."""
    tune_gc()
    configure_logging(settings.log_format, settings.log_level)
    raise_file_limit()
    _make_folder(settings.database)
    try:
        secret = asyncio.run(prepare(settings))
    except HubUnreachable as error:
        raise BadSettings(f"Redis cannot be reached: {error}") from None
    except (*DATABASE_TROUBLE, OSError) as error:
        raise BadSettings(f"the database cannot be opened: {str(error).splitlines()[0]}") from None
    settings = msgspec.structs.replace(settings, secret=settings.secret or secret)
    host, port = settings.host, settings.port
    listening = _listen(host, port)
    if announce is not None:
        announce(f"Golden Spike on {settings.address}/ (stop it with Ctrl+C)")
    settings.to_worker_environment()
    if open_browser:
        here = msgspec.structs.replace(settings, public_url="", host=_REACHABLE.get(host, host))
        timer = threading.Timer(1.0, webbrowser.open, (f"{here.address}/",))
        timer.daemon = True
        timer.start()
    config = uvicorn.Config(
        "goldenspike.server.run:app_for_worker",
        factory=True,
        http=GuardedProtocol,
        # There are none, even if a library for them is installed.
        ws="none",
        # The watchdog knows only this loop; uvloop would save a twentieth of the processor time at most.
        loop="asyncio",
        host=host,
        port=port,
        workers=settings.workers,
        log_config=None,
        log_level="warning",
        access_log=False,
        forwarded_allow_ips=settings.forwarders,
        # Live connections end at the signal to stop; the rest has this many seconds.
        timeout_graceful_shutdown=2,
        # A busy moment must not look like an idle connection: closing one while its next request is on the way is an error
        # to whoever sent it.
        timeout_keep_alive=75,
        server_header=False,
        date_header=True,
    )
    if settings.workers > 1:
        _serve_with_workers(config, listening)
    else:
        config.load()
        server = uvicorn.Server(config)
        with contextlib.suppress(KeyboardInterrupt):
            server.run([listening])
        if not server.started:
            raise BadSettings("the server cannot start")


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket. Connections inherit that nothing is held back (TCP_NODELAY)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listening.bind((host, port))
    except (OSError, UnicodeError) as error:
        listening.close()
        raise BadSettings(f"{host}:{port}: {getattr(error, 'strerror', None) or error}") from None
    listening.set_inheritable(True)
    return listening


class _Server(uvicorn.Server):
    """One of several workers, which hand connections to each other."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if GuardedProtocol.handover is not None:
            GuardedProtocol.handover.listen(self._make_protocol)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if GuardedProtocol.handover is not None:
            await GuardedProtocol.handover.close()
        await super().shutdown(sockets=sockets)

    def _make_protocol(self, received: bytes) -> GuardedProtocol:
        protocol = GuardedProtocol(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        protocol.received = received
        return protocol


class _Worker(Process):
    def target(self, sockets: list[socket.socket] | None = None) -> None:
        tune_gc()
        # Now, while a signal to stop still ends the process at once.
        self.config.load()
        super().target(sockets)

    @property
    def server(self) -> uvicorn.Server:
        if self._server is None:
            self._server = _Server(self.config)
        return self._server


class _Workers(Multiprocess):
    """Replaces workers that have ended, and logs why.

    It asks none whether it is alive, unlike its base class: it would miss signals while it waits for the answer of one that
    starts on a busy machine.
    """

    has_failed = False

    def run(self) -> None:
        self.init_processes()
        while not self.should_exit.wait(_LOOK):
            self.handle_signals()
            self.keep_subprocess_alive()
        self.terminate_all()
        self.join_all()

    def init_processes(self) -> None:
        self.processes = [self._start() for _ in range(self.processes_num)]

    def _start(self) -> Process:
        process = _Worker(self.config, self.sockets)
        process.start()
        return process

    def handle_hup(self) -> None:
        """Nothing: the base class would start workers that hand over no connections. So it would at the other two signals."""

    handle_ttin = handle_ttou = handle_hup

    def keep_subprocess_alive(self) -> None:
        for place, process in enumerate(self.processes):
            if process.exitcode is None:
                continue
            if process.pid is not None:
                forget_process(process.pid)
            if process.exitcode == STARTUP_FAILURE:
                _log.error("worker %s cannot start", process.pid)
                self.has_failed = True
                self.should_exit.set()
                return
            _log.warning("worker %s ended (%s); another one is started", process.pid, process.exitcode)
            self.processes[place] = self._start()


def _serve_with_workers(config: uvicorn.Config, listening: socket.socket) -> None:
    with tempfile.TemporaryDirectory(prefix="goldenspike-") as shared:
        os.environ[DIRECTORY_VARIABLE] = shared
        workers = _Workers(config, sockets=[listening])
        workers.run()
    if workers.has_failed:
        raise BadSettings("a worker cannot start")


def app_for_worker() -> Litestar:
    settings = Settings.from_worker_environment()
    configure_logging(settings.log_format, settings.log_level)
    GuardedProtocol.most, GuardedProtocol.seconds = settings.connections, settings.request_wait
    if settings.workers > 1 and can_hand_over():
        GuardedProtocol.handover = Handover(Path(os.environ[DIRECTORY_VARIABLE]), settings.workers)
    return create_app(settings)


def _make_folder(database: str) -> None:
    """Create the directory of an SQLite database; the first migration creates the file."""
    url = database_url(database)
    if url.get_backend_name() != "sqlite" or not url.database:
        return
    folder = Path(url.database).parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSettings(f"{folder}: {error.strerror or 'cannot be created'}") from None
