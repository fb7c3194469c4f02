"""Bots at tables: they answer in a thread of their own, so that no page waits for them."""

import asyncio
import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor

from goldenspike.bots.base import Bot, Table
from goldenspike.bots.roster import BOTS, make_bot
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.server.problems import Problem
from goldenspike.server.table.room import Room, SeatKind, Status
from goldenspike.server.table.service import Tables
from goldenspike.view import seen_state

_log = logging.getLogger(__name__)


class BotRunner:
    """Wakes when a position changes, and plays until no bot is asked any more."""

    def __init__(self, tables: Tables, pause: float) -> None:
        self._tables = tables
        self._pause = pause
        self._bots: dict[tuple[str, int, str], Bot] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="bot")
        tables.after_change = self.wake

    def wake(self, room: Room) -> None:
        if room.status is Status.RUNNING and room.id not in self._tasks and self._asked(room):
            task = asyncio.create_task(self._play(room.id))
            self._tasks[room.id] = task
            task.add_done_callback(lambda _: self._tasks.pop(room.id, None))

    def _asked(self, room: Room) -> list[int]:
        return [seat for seat in room.actors if room.seats[seat].kind is SeatKind.BOT]

    async def _play(self, table_id: str) -> None:
        while True:
            room = await self._tables.rooms.get(table_id)
            if room.status is Status.OVER:
                self._forget(table_id)
            if room.status is not Status.RUNNING or not self._asked(room):
                return
            if self._pause:
                await asyncio.sleep(self._pause)
            try:
                action = await self._answer(room)
                await self._tables.act_for_bot(room, action)
            except Problem as problem:
                if problem.code != "stale":
                    _log.exception("bot at table %s cannot go on", table_id)
                    return
            except Exception:
                _log.exception("bot at table %s failed", table_id)
                return

    async def _answer(self, room: Room) -> Action:
        """Somebody may speak up although others are asked; else the first bot that is asked answers."""
        loop = asyncio.get_running_loop()
        seat = self._asked(room)[0]
        for other in room.seats:
            if other.kind is SeatKind.BOT and other.number not in room.actors:
                said = await loop.run_in_executor(self._threads, self._interject, room, other.number)
                if said is not None:
                    return said
        return await loop.run_in_executor(self._threads, self._choose, room, seat)

    def _bot(self, room: Room, seat: int) -> Bot:
        key = (room.id, seat, room.seats[seat].bot)
        if key not in self._bots:
            name = room.seats[seat].bot
            self._bots[key] = make_bot(name if name in BOTS else next(iter(BOTS)), f"{room.id}:{seat}")
        return self._bots[key]

    def _forget(self, table_id: str) -> None:
        for key in [key for key in self._bots if key[0] == table_id]:
            del self._bots[key]

    def _choose(self, room: Room, seat: int) -> Action:
        return self._bot(room, seat).choose(_table(room, seat))

    def _interject(self, room: Room, seat: int) -> Action | None:
        return self._bot(room, seat).interject(_table(room, seat))

    async def close(self) -> None:
        for task in tuple(self._tasks.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._threads.shutdown(wait=False, cancel_futures=True)


def _table(room: Room, seat: int) -> Table:
    """What lies on the table for a bot: it knows no more than a person in its seat."""
    return Table(Game(room.setup, seen_state(room.setup, room.state, seat)), seat)
