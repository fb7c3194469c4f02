"""Starting the server: `goldenspike serve`."""

import asyncio
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import msgspec
import uvicorn
from litestar import Litestar
from sqlalchemy.exc import OperationalError

from goldenspike.server.app import create_app
from goldenspike.server.services import prepare
from goldenspike.server.settings import BadSettings, Settings
from goldenspike.server.storage.database import database_url
from goldenspike.server.warm import tune_gc


def serve(settings: Settings, *, open_browser: bool = False, announce: Callable[[str], None] | None = None) -> None:
    """Serve until interrupted. The database is created or migrated first."""
    _make_folder(settings.database)
    try:
        settings = msgspec.structs.replace(settings, secret=settings.secret or asyncio.run(prepare(settings)))
    except (OperationalError, OSError) as error:
        raise BadSettings(f"the database cannot be opened: {str(error).splitlines()[0]}") from None
    host, port = settings.host, settings.port
    if announce is not None:
        announce(f"Golden Spike on http://{host}:{port}/ (stop it with Ctrl+C)")
    settings.to_worker_environment()
    if open_browser:
        timer = threading.Timer(1.0, webbrowser.open, (f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}/",))
        timer.daemon = True
        timer.start()
    uvicorn.run(
        "goldenspike.server.run:app_for_worker",
        factory=True,
        host=host,
        port=port,
        workers=settings.workers,
        log_level="warning",
        # Live connections never end on their own, so shutting down does not wait for them.
        timeout_graceful_shutdown=2,
        # A busy moment must not look like an idle connection: closing one while its next request is on the way is an error
        # to whoever sent it.
        timeout_keep_alive=75,
        server_header=False,
        date_header=True,
    )


def app_for_worker() -> Litestar:
    tune_gc()
    return create_app(Settings.from_worker_environment())


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
