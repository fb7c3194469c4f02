"""Warming up: texts and templates before the first request, drawings in the background after it.

Reading the texts of a language or compiling a template would block the event loop for the first visitor who needs it.

Garbage collection is tuned too: by default Python often scans all objects, which takes a third of a second with a thousand open
pages and blocks every request. Objects created at startup live as long as the process; of the others nearly all die young,
and what closed connections leave behind can wait some minutes.
"""

import asyncio
import atexit
import gc
import threading
import time
from collections.abc import Callable, Collection, Iterator
from functools import partial

from jinja2 import Environment

from goldenspike import svg
from goldenspike.server.live.connections import Connections
from goldenspike.server.words import Words
from goldenspike.text import LANGUAGES, translations
from goldenspike.text.catalogue import dialect
from goldenspike.titles.catalogue import CATALOGUE, make

NEVER = 1_000_000
TIDY_SECONDS = 600
PAUSE = 5
MOST_ENDED = 1_000
"""Live connections that may end before a full collection; each leaves 24 KB behind."""


def read_texts(templates: Environment) -> None:
    """Read all texts, also those that a title words differently, and compile all templates."""
    for language in LANGUAGES:
        for title in CATALOGUE:
            translations(dialect(language, title.name))
    for name in templates.list_templates():
        templates.get_template(name)


def draw_boards(is_stopping: threading.Event) -> None:
    """Draw what every title prints, and let garbage collection pass over all that was made until now.

    The process cannot end before the thread does, so the next drawing is not begun once it is to stop.
    """
    for draw in _drawings():
        if is_stopping.is_set():
            return
        draw()
    settle()


def _drawings() -> Iterator[Callable[[], object]]:
    words = Words(LANGUAGES[0]).pictures()
    for entry in CATALOGUE:
        setup = make(entry.name, None, entry.versions[0].players[0])
        yield partial(svg.board, setup, theme="page", words=words)
        yield partial(svg.market, setup, theme="page", words=words)
        for tile in setup.all_tiles:
            yield partial(svg.tile, setup, tile, 0, theme="page")


def settle() -> None:
    """Exclude all objects created so far from garbage collection."""
    gc.collect()
    gc.freeze()


def tune_gc() -> None:
    """Collect only the youngest generation automatically; `tidy_up` does the rest.

    What outlives one collection is in a cache or belongs to an open page. To look at it again takes a tenth of a second in which
    nobody is answered, and finds next to nothing. At the end nothing is collected, which would take half a second of processor
    time.
    """
    gc.set_threshold(20_000, NEVER, NEVER)
    atexit.register(gc.freeze)


async def tidy_up(connections: Connections, seconds: float = TIDY_SECONDS, pause: float = PAUSE) -> None:
    """Run a full collection periodically, and earlier if many live connections have ended."""
    while True:
        ended, next_time = connections.ended, time.monotonic() + seconds
        while time.monotonic() < next_time and connections.ended - ended < MOST_ENDED:
            await asyncio.sleep(pause)
        gc.collect()


async def end_tasks(tasks: Collection[asyncio.Task[None]], patience: float = 1) -> None:
    """Cancel tasks and wait until they have released what they hold, such as connections to the database.

    A driver may turn the cancellation into an error of its own, after which a task that survives errors goes on: cancel again.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=patience)
