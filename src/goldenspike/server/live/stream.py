"""The live connection of a page: server-sent events.

Each message has the table's revision as its id. The first message after a (re)connection carries the current revision, so a
browser that missed messages fetches what changed.
"""

import asyncio
from collections.abc import AsyncIterator
from functools import lru_cache

import msgspec
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from goldenspike.protocol.messages import News
from goldenspike.server.accounts.people import Person
from goldenspike.server.live.hub import CHECK
from goldenspike.server.services import Services
from goldenspike.server.storage.database import DATABASE_TROUBLE
from goldenspike.server.table.live_table import LiveTable

_LATER = 30_000
"""Milliseconds after which a page tries again if there is no place for it."""


async def live_stream(services: Services, table_id: str, person: Person | None, address: str) -> ServerSentEvent:
    """A live connection; if there are too many, one that ends at once, so that the page catches up now and again."""
    table = await services.tables.live.get(table_id)
    return ServerSentEvent(_held(services, table, person, address))


async def _held(
    services: Services, table: LiveTable, person: Person | None, address: str
) -> AsyncIterator[ServerSentEventMessage]:
    with services.connections.hold(address) as has_place:
        if not has_place:
            yield _message(News("hello", table.revision, table.ply), _LATER)
            return
        async for message in _messages(services, table.id, person, address):
            yield message


async def _messages(
    services: Services, table_id: str, person: Person | None, address: str
) -> AsyncIterator[ServerSentEventMessage]:
    hub = services.hub
    async with hub.listen(table_id) as queue:
        if person is not None:
            await hub.arrive(table_id, person.id)
        try:
            # The subscription is active, so no message can be lost between this read and the first one.
            table = await services.tables.live.get(table_id)
            services.bots.wake(table)
            yield _message(News("hello", table.revision, table.ply))
            while True:
                try:
                    async with asyncio.timeout(services.settings.heartbeat):
                        news = await queue.get()
                except TimeoutError:
                    if person is not None:
                        await hub.stay(table_id, person.id)
                    yield ServerSentEventMessage(comment="still here")
                    continue
                if news is None:
                    return
                if news is CHECK:
                    if services.bans.covers(address, person.id if person is not None else None):
                        return
                    continue
                yield _message(news)
        except DATABASE_TROUBLE:
            # The page connects again.
            return
        finally:
            if person is not None:
                await hub.leave(table_id, person.id)


class _Encoded(ServerSentEventMessage):
    """A message that is encoded once, for all pages."""

    encoded: bytes

    def encode(self) -> bytes:
        return self.encoded


@lru_cache(maxsize=256)
def _message(news: News, retry: int = 1500) -> ServerSentEventMessage:
    data = msgspec.json.encode(news).decode()
    message = _Encoded()
    message.encoded = ServerSentEventMessage(data=data, event="changed", id=news.revision or None, retry=retry).encode()
    return message
