"""Pages that are sent what changes over their live connections, so that they need not ask for it.

A page tells with each request which live connection it has. So the server knows what the page has, as far as the request reaches
the process that holds the connection. If it does not, the next thing that is sent does not fit, and the page asks.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

import msgspec

from goldenspike.server.storage.tokens import new_id
from goldenspike.server.table.answers import Answer
from goldenspike.server.table.shown import Shown


def _set_event() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@dataclass(eq=False)
class OpenPage:
    table_id: str
    shown: Shown
    revision: int = -1
    """Of the table as the page shows it, -1 if that is not known."""
    id: str = field(default_factory=lambda: new_id(16))
    idle: asyncio.Event = field(default_factory=_set_event)
    """Cleared while a form of the page is being answered: the answer brings what has changed."""

    def take(self, shown: Shown, answer: Answer) -> None:
        """The page has received an answer to what it has shown."""
        # What is out of view is asked for without telling what is in view.
        first = shown.first or self.shown.first
        if answer.revision >= self.revision:
            self.shown, self.revision = shown.after(answer), answer.revision
        self.shown = msgspec.structs.replace(self.shown, first=first)


class OpenPages:
    """The pages whose live connections this process holds."""

    def __init__(self) -> None:
        self._pages: WeakValueDictionary[str, OpenPage] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._pages)

    def open(self, table_id: str, shown: Shown) -> OpenPage:
        page = OpenPage(table_id, shown)
        self._pages[page.id] = page
        return page

    def find(self, id: str, table_id: str) -> OpenPage | None:
        page = self._pages.get(id)
        return page if page is not None and page.table_id == table_id else None

    @contextmanager
    def answering(self, id: str, table_id: str) -> Iterator[None]:
        """A form of that page is being answered."""
        page = self.find(id, table_id)
        if page is None:
            yield
            return
        page.idle.clear()
        try:
            yield
        finally:
            page.idle.set()
