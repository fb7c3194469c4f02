"""`goldenspike serve`: the web application.

The server is a room beside this one, so it is called by its name and not imported.
"""

import importlib
from pathlib import Path
from typing import Any

from goldenspike.cli.output import BadInput, say


def run(
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    workers: int,
    redis: str | None,
    secure: bool,
    show: bool,
    thinkers: int,
    programs: list[str],
    absence: float,
    unlimited: bool,
) -> None:
    server: Any = importlib.import_module("goldenspike.server.run")
    try:
        server.serve(
            host,
            port,
            data,
            database,
            workers,
            redis,
            secure_cookies=secure,
            open_browser=show,
            thinkers=thinkers,
            programs=programs,
            absence=absence,
            limits=not unlimited,
            announce=say,
        )
    except server.BadServer as error:
        raise BadInput(str(error)) from None
