"""The hub: one queue per open page, within one process or across several through Redis."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from cachetools import TTLCache

from goldenspike.protocol.messages import News
from goldenspike.server.rare_log import RareLog

_foreign_log = RareLog(logging.getLogger(__name__))
_PREFIX = "goldenspike:"
_MOST_WAITING = 64
"""Queue length; a page that falls further behind gets one message to reload."""
_PRESENT_SECONDS = 45
_KNOWN_SECONDS = 5
_MOST_KNOWN = 10_000
"""Tables of which a process remembers for that long who is present; what changes it is told to all."""
_CHECK_SECONDS = 5


class HubUnreachable(Exception):
    """Redis does not answer."""


MISSED = News("game")
"""Something may have been missed; a live connection tells what there is now instead."""
CHECK = News("presence", -1)
"""Tells a live connection to check whether it may go on; it is not sent to the page."""


class Hub:
    """Live updates within one process."""

    def __init__(self) -> None:
        self._queues: dict[str, set[asyncio.Queue[News | None]]] = {}
        self._present: dict[str, dict[str, int]] = {}
        self._has_ended = False

    async def start(self) -> None:
        """Start the hub."""

    async def check(self) -> None:
        """Whether other processes can be reached; raises HubUnreachable otherwise."""

    def end_streams(self) -> None:
        """End all live connections, also those that begin later."""
        self._has_ended = True
        for queues in self._queues.values():
            for queue in queues:
                _put(queue, None)

    def check_streams(self) -> None:
        """Let all live connections of this process check whether they may go on."""
        for queues in self._queues.values():
            for queue in queues:
                _put(queue, CHECK)

    async def close(self) -> None:
        self.end_streams()

    async def publish(self, table_id: str, news: News) -> None:
        self.deliver(table_id, news)

    def deliver(self, table_id: str, news: News) -> None:
        for queue in self._queues.get(table_id, ()):
            _put(queue, news)

    @asynccontextmanager
    async def listen(self, table_id: str) -> AsyncIterator[asyncio.Queue[News | None]]:
        queue: asyncio.Queue[News | None] = asyncio.Queue(_MOST_WAITING)
        self._queues.setdefault(table_id, set()).add(queue)
        if self._has_ended:
            _put(queue, None)
        try:
            yield queue
        finally:
            queues = self._queues.get(table_id, set())
            queues.discard(queue)
            if not queues:
                self._queues.pop(table_id, None)

    async def claim(self, name: str, seconds: int) -> bool:
        """Whether this process does something that only one may do; nobody else can for some time."""
        return True

    # --- presence

    async def arrive(self, table_id: str, user_id: str) -> None:
        """A person has opened a page; there may be several."""
        pages = self._present.setdefault(table_id, {})
        pages[user_id] = pages.get(user_id, 0) + 1
        if pages[user_id] == 1:
            await self.publish(table_id, News("presence"))

    async def stay(self, table_id: str, user_id: str) -> None:
        """The page is still open."""

    async def leave(self, table_id: str, user_id: str) -> None:
        pages = self._present.get(table_id, {})
        pages[user_id] = pages.get(user_id, 1) - 1
        if pages[user_id] <= 0:
            pages.pop(user_id)
            await self.publish(table_id, News("presence"))
        if not pages:
            self._present.pop(table_id, None)

    async def present(self, table_id: str) -> frozenset[str]:
        return frozenset(self._present.get(table_id, ()))


class RedisHub(Hub):
    """Live updates between several processes."""

    def __init__(self, url: str) -> None:
        super().__init__()
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url)
        self._known: TTLCache[str, frozenset[str]] = TTLCache(_MOST_KNOWN, _KNOWN_SECONDS)
        self._forgotten = 0
        """How often it has been forgotten who is present somewhere."""
        self._reader: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.check()
        self._reader = asyncio.create_task(self._read())

    async def check(self) -> None:
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                await self._redis.ping()
        except (OSError, _redis_errors()) as error:
            raise HubUnreachable(str(error) or "no answer") from None

    async def _read(self) -> None:
        """Forward what any process publishes; after Redis was down, open pages are told to refresh."""
        was_down = False
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.psubscribe(f"{_PREFIX}*")
                    async for message in channel.listen():
                        if message["type"] == "psubscribe" and was_down:
                            # From now on nothing is missed; before, something may have been.
                            was_down = False
                            self._known.clear()
                            self._forgotten += 1
                            for table_id in tuple(self._queues):
                                self.deliver(table_id, MISSED)
                        if message["type"] == "pmessage":
                            self._forward(message["channel"], message["data"])
            except (OSError, ConnectionError, _redis_errors()):
                was_down = True
                await asyncio.sleep(0.5)

    def _forward(self, channel: bytes, data: bytes) -> None:
        try:
            table_id, news = channel.decode().removeprefix(_PREFIX), msgspec.json.decode(data, type=News)
        except (UnicodeDecodeError, msgspec.DecodeError):
            _foreign_log.warning("a message of another program in a channel of Golden Spike is ignored")
            return
        if news.kind == "presence":
            self._forget(table_id)
        self.deliver(table_id, news)

    def _forget(self, table_id: str) -> None:
        self._known.pop(table_id, None)
        self._forgotten += 1

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        await super().close()
        await self._redis.aclose()

    async def publish(self, table_id: str, news: News) -> None:
        try:
            await self._redis.publish(_PREFIX + table_id, msgspec.json.encode(news))
        except (OSError, _redis_errors()):
            # The move is on disk; at least notify the pages of this process.
            self.deliver(table_id, news)

    async def claim(self, name: str, seconds: int) -> bool:
        try:
            return bool(await self._redis.set(f"{_PREFIX}claim:{name}", 1, ex=seconds, nx=True))
        except (OSError, _redis_errors()):
            return False

    def _key(self, table_id: str) -> str:
        """The people present at a table, sorted by when they will be considered gone."""
        return f"{_PREFIX}present:{table_id}"

    async def arrive(self, table_id: str, user_id: str) -> None:
        await self.stay(table_id, user_id)
        await self.publish(table_id, News("presence"))

    async def stay(self, table_id: str, user_id: str) -> None:
        key = self._key(table_id)
        with contextlib.suppress(OSError, _redis_errors()):
            async with self._redis.pipeline(transaction=True) as changes:
                changes.zadd(key, {user_id: time.time() + _PRESENT_SECONDS}).expire(key, _PRESENT_SECONDS)
                await changes.execute()
        if user_id not in self._known.get(table_id, ()):
            self._forget(table_id)

    async def leave(self, table_id: str, user_id: str) -> None:
        """If the person has another page open, its next keep-alive restores the entry."""
        with contextlib.suppress(OSError, _redis_errors()):
            await self._redis.zrem(self._key(table_id), user_id)
        self._forget(table_id)
        await self.publish(table_id, News("presence"))

    async def present(self, table_id: str) -> frozenset[str]:
        known = self._known.get(table_id)
        if known is not None:
            return known
        forgotten, people = self._forgotten, frozenset[str]()
        with contextlib.suppress(OSError, _redis_errors()):
            found = await self._redis.zrangebyscore(self._key(table_id), time.time(), "+inf")
            people = frozenset(user.decode() for user in found)
            if forgotten == self._forgotten:
                self._known[table_id] = people
        return people


def _redis_errors() -> type[Exception]:
    from redis.exceptions import RedisError

    return RedisError


def _put(queue: asyncio.Queue[News | None], news: News | None) -> None:
    """Never wait for a slow page: drop the oldest message, because only the newest revision matters."""
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(news)


def make_hub(redis: str | None) -> Hub:
    return RedisHub(redis) if redis else Hub()
