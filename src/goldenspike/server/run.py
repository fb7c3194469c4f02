"""Starting the server: `goldenspike serve`."""

import asyncio
import shlex
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import uvicorn
from litestar import Litestar
from sqlalchemy.exc import ArgumentError, OperationalError

from goldenspike.server.app import create_app
from goldenspike.server.services import prepare
from goldenspike.server.settings import Settings, default_folder, sqlite_url
from goldenspike.server.storage.database import UnknownDatabase, database_url
from goldenspike.server.thinking.roster import BadProgram, Roster
from goldenspike.server.warm import calm_collector


class BadServer(ValueError):
    """The server cannot be started as asked; the message is one clear line."""


def make_settings(
    data: Path | None,
    database: str | None,
    workers: int,
    redis: str | None,
    secure: bool,
    limits: bool = True,
    thinkers: int = 0,
    programs: Sequence[str] = (),
    absence: float = 10,
) -> Settings:
    if data is not None and database is not None:
        raise BadServer("give --data or --database, not both")
    if workers < 1:
        raise BadServer(f"--workers {workers}: at least 1")
    if thinkers < 0:
        raise BadServer(f"--thinkers {thinkers}: at least 0")
    if not 0 <= absence < 1e6:
        raise BadServer(f"--absence {absence}: minutes from 0 on")
    offered = dict(_program(text) for text in programs)
    if database is None:
        folder = data or default_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadServer(f"{folder}: {error.strerror or 'cannot be created'}") from None
        database = sqlite_url(folder)
    try:
        kind = database_url(database).get_backend_name()
    except (UnknownDatabase, ArgumentError, ValueError) as error:
        raise BadServer(f"--database: {str(error).splitlines()[0]}; known are sqlite:/// and postgresql://") from None
    if workers > 1 and (kind == "sqlite" or redis is None):
        raise BadServer("several workers need --database postgresql://… and --redis redis://…")
    return Settings(
        database=database,
        redis=redis,
        secure_cookies=secure,
        limits=limits,
        thinkers=thinkers,
        programs=offered,
        absence=60 * absence,
    )


def _program(text: str) -> tuple[str, str]:
    """NAME=COMMAND."""
    name, _, command = text.partition("=")
    try:
        if not shlex.split(command):
            raise BadServer(f"--program {text}: NAME=COMMAND is wanted")
        Roster({name: command})
    except BadProgram:
        raise BadServer(f"--program {text}: a name of small letters, digits and dashes that no other bot has") from None
    except ValueError as error:
        raise BadServer(f"--program {text}: {error}") from None
    return name, command


def serve(
    host: str = "127.0.0.1",
    port: int = 1830,
    data: Path | None = None,
    database: str | None = None,
    workers: int = 1,
    redis: str | None = None,
    *,
    open_browser: bool = False,
    secure_cookies: bool = False,
    limits: bool = True,
    thinkers: int = 0,
    programs: Sequence[str] = (),
    absence: float = 10,
    announce: Callable[[str], None] | None = None,
) -> None:
    """Serve until interrupted. The database is created or brought up to date first."""
    settings = make_settings(data, database, workers, redis, secure_cookies, limits, thinkers, programs, absence)
    try:
        settings = msgspec.structs.replace(settings, secret=asyncio.run(prepare(settings)))
    except (OperationalError, OSError) as error:
        raise BadServer(f"the database cannot be opened: {str(error).splitlines()[0]}") from None
    if announce is not None:
        announce(f"Golden Spike on http://{host}:{port}/ (stop it with Ctrl+C)")
    settings.to_environment()
    if open_browser:
        timer = threading.Timer(1.0, webbrowser.open, (f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}/",))
        timer.daemon = True
        timer.start()
    uvicorn.run(
        "goldenspike.server.run:app_from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        # Live connections never end by themselves: a stop does not wait for them.
        timeout_graceful_shutdown=2,
        # A busy moment must not look like an idle connection: closing one while its next request is on the way is an error
        # to whoever sent it.
        timeout_keep_alive=75,
        server_header=False,
        date_header=True,
    )


def app_from_environment() -> Litestar:
    calm_collector()
    return create_app(Settings.from_environment())
