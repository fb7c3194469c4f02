"""Bots at tables. They run in separate processes, so that no page waits for them.

If a bot fails, the simple built-in bot answers instead, and the table's log says so. A bot that fails repeatedly is replaced by
that bot for as long as the server runs.
"""

import asyncio
import logging
from random import Random

from cachetools import LRUCache
from sqlalchemy import exists, or_, select

from goldenspike.bots.base import Table, list_actions
from goldenspike.bots.greedy import GreedyBot
from goldenspike.core.actions import Action
from goldenspike.core.game import Game, player_of
from goldenspike.core.ids import Player
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.record.errors import RecordError
from goldenspike.record.wire import from_wire
from goldenspike.server.problems import Problem
from goldenspike.server.rare_log import RareLog
from goldenspike.server.security import Limits
from goldenspike.server.storage.database import DATABASE_TROUBLE
from goldenspike.server.storage.schema import SeatRow, TableRow
from goldenspike.server.table.bot_names import bot_name
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.pool import Rank, Thinkers, WorkerFailed
from goldenspike.server.thinking.questions import BotSeat, Move, Turn, place_of
from goldenspike.server.thinking.roster import Roster
from goldenspike.view import seen_state

_log = logging.getLogger(__name__)
_trouble = RareLog(_log)
PATIENCE = 3
"""How often a bot may fail at a table before it is replaced."""


DATABASE_SECONDS = 2.0
"""How long bots wait when the database does not answer."""
WAKING_SECONDS = 60
FINISHED = (Status.OVER, Status.ENDED)
MOST_REMEMBERED = 10_000
"""How many tables and failures are remembered."""


class BotRunner:
    """Wakes when a position changes, and plays until no bot is to move."""

    def __init__(self, tables: Tables, thinkers: Thinkers, roster: Roster, limits: Limits, pause: float, seconds: float) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._roster = roster
        self._limits = limits
        self._pause = pause
        self._seconds = seconds
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        """Tables whose position has changed since their task last looked."""
        self._met: LRUCache[str, bool] = LRUCache(MOST_REMEMBERED)
        """Tables whose bots are kept in a process."""
        self._spent: LRUCache[str, bool] = LRUCache(MOST_REMEMBERED)
        """Tables that know that their host has no thinking time left."""
        self._failures: LRUCache[tuple[str, int], int] = LRUCache(MOST_REMEMBERED)
        self._waking: asyncio.Task[None] | None = None
        self._is_closing = False
        tables.after_change = self.wake

    def wake(self, table: LiveTable) -> None:
        """Wake the runner if a bot is to move, or if the game is over and its bots can be released."""
        if self._is_closing or (not self._asked(table) and not (table.status in FINISHED and table.id in self._met)):
            return
        self._woken.add(table.id)
        task = self._tasks.get(table.id)
        # A finished task will not look again, even if its callback has not run yet.
        if task is None or task.done():
            self._tasks[table.id] = task = asyncio.create_task(self._play(table.id))
            task.add_done_callback(lambda ended: self._end(table.id, ended))

    def _end(self, table_id: str, ended: asyncio.Task[None]) -> None:
        if self._tasks.get(table_id) is ended:
            del self._tasks[table_id]

    def _asked(self, table: LiveTable) -> list[Player]:
        return [seat for seat in table.actors if seat >= 0 and table.seats[seat].played_by]

    def count_before(self, table: LiveTable) -> int | None:
        """How many others a bot of the table waits for; None if none of its bots is to move."""
        return self._thinkers.count_before(table.id) if self._asked(table) else None

    def start(self) -> None:
        self._waking = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        """After a start: wake the bots of all games that wait for one, unless another process does."""
        if not await self._tables.hub.claim("waking", WAKING_SECONDS):
            return
        for table_id in await self._tables.database.aside(self._tables_with_bots):
            try:
                self.wake(await self._tables.live.get(table_id))
            except (Problem, *DATABASE_TROUBLE) as problem:
                _log.warning("the bots of table %s stay asleep: %s", table_id, problem)
            # Requests go first.
            await asyncio.sleep(0)

    async def _tables_with_bots(self) -> list[str]:
        """The games in progress at which bots play, the latest first."""
        plays = or_(SeatRow.kind == SeatKind.BOT.value, SeatRow.stand_in != "")
        async with self._tables.database.read() as connection:
            found = await connection.execute(
                select(TableRow.id)
                .where(TableRow.status == Status.RUNNING.value, exists().where(SeatRow.table_id == TableRow.id, plays))
                .order_by(TableRow.updated_at.desc())
            )
            return list(found.scalars())

    async def _play(self, table_id: str) -> None:
        """Play until no bot is to move; while the database does not answer, wait."""
        while True:
            try:
                return await self._play_on(table_id)
            except DATABASE_TROUBLE as error:
                _trouble.warning("bots wait for the database: %s", str(error).partition("\n")[0])
                await asyncio.sleep(DATABASE_SECONDS)

    async def _play_on(self, table_id: str) -> None:
        while not self._is_closing:
            self._woken.discard(table_id)
            table = await self._tables.live.get(table_id)
            if table.status in FINISHED:
                await self._forget(table_id)
            if not self._asked(table):
                # Somebody may have moved while the table was being read.
                if table_id in self._woken:
                    continue
                return
            if self._pause:
                await asyncio.sleep(self._pause)
            try:
                await self._move(table)
            except Problem as problem:
                if problem.code != "stale":
                    _log.exception("bot at table %s cannot go on", table_id)
                    return
            except DATABASE_TROUBLE:
                raise
            except Exception:
                _log.exception("bot at table %s failed", table_id)
                return

    async def _move(self, table: LiveTable) -> None:
        seat = speaker = self._asked(table)[0]
        if self._is_trusted(table, seat) and await self._may_think(table):
            try:
                action = await self._think(table)
                speaker = self._speaker(table, seat, action)
                await self._tables.act_for_bot(table, action)
                return
            except (WorkerFailed, RecordError) as error:
                await self._complain(table, seat, str(error))
            except Problem as problem:
                if problem.code == "stale":
                    raise
                await self._complain(table, speaker, problem.code)
                if speaker != seat:
                    # Another seat acted out of turn; the seat to move has not answered yet.
                    return
        await self._tables.act_for_bot(table, await asyncio.to_thread(simple_answer, table, seat))

    def _speaker(self, table: LiveTable, asked: Player, action: Action) -> Player:
        """The bot whose action it is; by default the one that was asked."""
        seat = player_of(action)
        may_speak = 0 <= seat < len(table.seats) and bool(table.seats[seat].played_by) and self._is_trusted(table, seat)
        return seat if may_speak else asked

    async def _may_think(self, table: LiveTable) -> bool:
        """Whether the host has thinking time left; if not, the table is notified once."""
        try:
            self._limits.for_thinking(self._owner(table))
        except Problem:
            if table.id not in self._spent:
                self._spent[table.id] = True
                await self._tables.note(table, "thinking_spent", "")
            return False
        self._spent.pop(table.id, None)
        return True

    def _owner(self, table: LiveTable) -> str:
        return self._limits.owner(table.host_id or table.id)

    def _is_trusted(self, table: LiveTable, seat: Player) -> bool:
        return self._failures.get((table.id, seat), 0) < PATIENCE

    async def _think(self, table: LiveTable) -> Action:
        self._met[table.id] = True
        asked = self._asked(table)
        players = [BotSeat(seat.number, self._roster.maker(seat.played_by)) for seat in table.seats if seat.played_by]
        turn = Turn(
            table.id,
            place_of(table.setup, table.state),
            [player for player in players if player.seat in asked],
            [player for player in players if player.seat not in table.actors and self._is_trusted(table, player.seat)],
            self._seconds,
        )
        rank = Rank.WITH_PEOPLE if table.people else Rank.BOTS_ONLY
        is_quick = all(self._roster.is_quick(seat.played_by) for seat in table.seats if seat.played_by)
        move = await self._thinkers.ask(turn, Move, table.id, self._owner(table), rank, is_quick)
        for seat, reason in move.trouble.items():
            if (table.id, seat) not in self._failures:
                await self._complain(table, seat, reason)
        return from_wire(table.setup, move.action)

    async def _complain(self, table: LiveTable, seat: Player, reason: str) -> None:
        """Log the failure; the table is notified the first time only, without the reason."""
        count = self._failures[table.id, seat] = self._failures.get((table.id, seat), 0) + 1
        _log.warning("%s at seat %d of table %s: %s", table.seats[seat].played_by, seat, table.id, reason)
        if count == 1:
            who = table.seats[seat]
            await self._tables.note(table, "bot_trouble", bot_name(who.stand_in, seat) if who.stand_in else who.name, seat)

    async def _forget(self, table_id: str) -> None:
        for key in [key for key in self._failures if key[0] == table_id]:
            del self._failures[key]
        self._met.pop(table_id, None)
        await self._thinkers.forget(table_id)

    async def close(self) -> None:
        """End all games of bots. A cancellation may get lost where a wait ends at the same moment, so it is repeated."""
        self._is_closing = True
        pending = {task for task in (self._waking, *self._tasks.values()) if task is not None}
        while pending:
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=1)


def simple_answer(table: LiveTable, seat: Player) -> Action:
    """The move of the simple bot; any legal action if that fails too."""
    game = Game(table.setup, seen_state(table.setup, table.state, seat))
    try:
        return GreedyBot(Random(f"{table.id}:{table.ply}")).choose(Table(game, seat))
    except Exception:
        _log.exception("the simple player failed at table %s", table.id)
        actions = list_actions(game, seat)
        return actions[0] if actions else game.legal_for(seat).offers()[0].action
