"""The live connection of a page or a program: server-sent events.

Each message has the table's revision as its id. The first message after a (re)connection carries the current revision, so a
browser that missed messages fetches what changed. A page that tells what it has is sent what changes; others are told only that
something has changed.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import msgspec
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from goldenspike.protocol.messages import News
from goldenspike.server.accounts.people import Person
from goldenspike.server.live.hub import CHECK, MISSED
from goldenspike.server.problems import Problem
from goldenspike.server.services import Services
from goldenspike.server.storage.database import DATABASE_TROUBLE
from goldenspike.server.table.answers import GZIP_START, squeeze
from goldenspike.server.table.live_table import LiveTable

_LATER = 30_000
"""Milliseconds after which a page tries again if there is no place for it."""
_SOON = 1_500
Message = tuple[bytes, bytes]
"""Plain, and compressed for compressed streams."""
_STILL_HERE = b": still here\r\n\r\n"


class StreamEnded(Exception):
    """The reader has logged out or been banned; the page connects again."""


class Hello(News, frozen=True, omit_defaults=True):
    """The first message to a page that is sent what changes."""

    live: str = ""
    """Names the connection in the page's requests."""


class Teller(Protocol):
    """Tells a page what has changed."""

    @property
    def id(self) -> str: ...

    async def tell(self, news: News) -> Message | None:
        """None if the page knows already; raises StreamEnded."""


@dataclass(frozen=True, slots=True)
class Listener:
    services: Services
    table_id: str
    person: Person | None
    address: str
    teller: Teller | None = None
    is_squeezed: bool = False
    """Whether the stream is compressed."""


async def live_stream(listener: Listener) -> ServerSentEvent:
    """A live connection; if there are too many, one that ends at once, so that the page still catches up now and then."""
    table = await listener.services.tables.live.get(listener.table_id)
    headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"} if listener.is_squeezed else {}
    return _Encoded(_written(listener, table), headers)


class _Encoded(ServerSentEvent):
    """Messages that have been encoded, once for all pages."""

    def __init__(self, messages: AsyncIterator[bytes], headers: dict[str, str]) -> None:
        super().__init__(messages, headers=headers)
        # Not the one that would encode each message.
        self.iterator = messages


async def _written(listener: Listener, table: LiveTable) -> AsyncIterator[bytes]:
    """What is sent, compressed if the reader wants it so."""
    start = GZIP_START if listener.is_squeezed else b""
    async for plain, squeezed in _held(listener, table):
        yield start + (squeezed if listener.is_squeezed else plain)
        start = b""


def _begins_too_often(listener: Listener) -> bool:
    try:
        listener.services.limits.for_live(listener.address)
    except Problem:
        return True
    return False


async def _held(listener: Listener, table: LiveTable) -> AsyncIterator[Message]:
    with listener.services.connections.hold(listener.address) as has_place:
        if not has_place or _begins_too_often(listener):
            yield _message(News("hello", table.revision, table.ply), _LATER)
            return
        async for message in _messages(listener):
            yield message


async def _messages(listener: Listener) -> AsyncIterator[Message]:
    services, table_id, person, teller = listener.services, listener.table_id, listener.person, listener.teller
    hub = services.hub
    async with hub.listen(table_id) as queue:
        if person is not None:
            await hub.arrive(table_id, person.id)
        try:
            # The subscription is active, so no message can be lost between this read and the first one.
            table = await services.tables.live.get(table_id)
            services.bots.wake(table)
            if teller is None:
                yield _message(News("hello", table.revision, table.ply))
            else:
                yield _encode(Hello("hello", table.revision, table.ply, teller.id), _SOON)
            while True:
                try:
                    async with asyncio.timeout(services.settings.heartbeat):
                        news = await queue.get()
                except TimeoutError:
                    if person is not None:
                        await hub.stay(table_id, person.id)
                    yield _STILL_HERE, _SQUEEZED_STILL_HERE
                    continue
                if news is None:
                    return
                if news is CHECK:
                    if services.bans.covers(listener.address, person.id if person is not None else None):
                        return
                    continue
                if news == MISSED:
                    news = await _present(services, table_id)
                message = _message(news) if teller is None else await teller.tell(news)
                if message is not None:
                    yield message
        except (StreamEnded, *DATABASE_TROUBLE):
            # The page connects again.
            return
        finally:
            if person is not None:
                await hub.leave(table_id, person.id)


async def _present(services: Services, table_id: str) -> News:
    try:
        table = await services.tables.live.get(table_id)
    except Problem:
        # It is gone, or damaged; the reader finds out when asking for it.
        return MISSED
    return News("game", table.revision, table.ply)


_SQUEEZED_STILL_HERE = squeeze(_STILL_HERE)


@lru_cache(maxsize=256)
def _message(news: News, retry: int = _SOON) -> Message:
    return _encode(news, retry)


def _encode(news: News, retry: int) -> Message:
    data = msgspec.json.encode(news).decode()
    encoded = ServerSentEventMessage(data=data, event="changed", id=news.revision or None, retry=retry).encode()
    return encoded, squeeze(encoded)
