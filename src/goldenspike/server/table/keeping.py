"""Storing the moves of a table, with those that orders add."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from secrets import SystemRandom
from typing import Any, Final, TypeVar

from goldenspike.bots.chance import draw
from goldenspike.core.actions import Action, ContestRun, RunTrains
from goldenspike.core.events import RoundStarted
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind
from goldenspike.orders import Followed, Stopped
from goldenspike.protocol import messages
from goldenspike.protocol.messages import News, NewsKind, Status
from goldenspike.protocol.orders import Ending
from goldenspike.server.clocks.keeping import Moved, keep_clocks
from goldenspike.server.live.hub import Hub
from goldenspike.server.notices.outbox import tell_asked, tell_over, tell_report
from goldenspike.server.operation.metrics import ACTIONS
from goldenspike.server.orders.keeping import (
    KeptOrder,
    OrdersChanged,
    check_unchanged,
    followed_at,
    keep_followed,
    lock_orders,
    read_standing,
)
from goldenspike.server.problems import Problem, stale
from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.automatic import automatic_passes
from goldenspike.server.table.changes import (
    add_entry,
    add_moves,
    mark_asked,
    move_values,
    pack_redo,
    pack_request,
    time_at,
    touch,
)
from goldenspike.server.table.live_table import AppliedMove, LiveTable, Move, Redo
from goldenspike.server.table.live_tables import LiveTables
from goldenspike.server.table.quota import Quota
from goldenspike.server.table.receipts import Receipt, keep_answer

MOST_AT_ONCE = 20
"""Moves that are made and packed on the event loop; more take too long."""
LONGEST_TEXT = 500
"""Letters in a message or a reason."""
_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Among them those that change the direction of what follows."""
MOST_BY_ORDER = 200
"""Moves by orders in a row."""

_ATTEMPTS = 20
"""How often a change is tried while other processes change the table too."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Position:
    """The position that an action was made for. Without `undos` only the ply is compared."""

    ply: int
    undos: int | None = None


class TableKeeper:
    """Stores what happens at tables and notifies their pages."""

    def __init__(self, database: Database, hub: Hub, quota: Quota) -> None:
        self.database = database
        self.hub = hub
        self.quota = quota
        self.live = LiveTables(database)
        self.after_change: Callable[[LiveTable], None] = lambda table: None
        """Called with every new position; wakes the bots."""
        self.now = now
        """The time for clocks; tests set it."""
        self._random = SystemRandom()

    async def in_queue(self, table_id: str, change: Callable[[LiveTable], Awaitable[LiveTable]]) -> LiveTable:
        """Run a change in the table's queue; again if another process has changed the table at the same time."""
        async with self.live.queue(table_id):
            for _ in range(_ATTEMPTS - 1):
                try:
                    return await change(await self.live.get(table_id))
                except Problem as problem:
                    if problem.code != "stale":
                        raise
            return await change(await self.live.get(table_id))

    def draw(self, game: Game) -> list[AppliedMove]:
        """Make all random draws that are due, and record them (C-2.1)."""
        drawn: list[AppliedMove] = []
        while game.actors == (CHANCE,):
            action = draw(game, self._random)
            drawn.append(AppliedMove(action, CHANCE, game.push(action), game.state))
        return drawn

    async def keep(
        self,
        table: LiveTable,
        done: list[AppliedMove],
        user_id: str | None,
        write: Callable[[Querying], Awaitable[None]],
        redo: Redo = (),
        redone_by: str = "",
        receipt: Receipt | None = None,
    ) -> LiveTable:
        """Store moves; `write` stores what else has changed, in the same transaction."""
        ply = table.ply + len(done)
        game = Game(table.setup, done[-1].state)
        status = Status.OVER if game.is_over else Status.RUNNING
        # A player who moves is back, so no stand-in is needed.
        proposal = table.stand_in_request
        if proposal is not None:
            is_back = proposal.seat == done[0].seat and not proposal.leaves
            proposal = None if is_back or status is Status.OVER else proposal
        changes: dict[str, Any] = {"undo_request": None, "stand_in_request": pack_request(proposal), "redo": pack_redo(redo)}
        time = time_at(table)

        def pack() -> list[dict[str, Any]]:
            makers = [table.owner_of(move.seat) if move.by_order or redone_by else user_id for move in done]
            return [
                move_values(table.id, table.setup, number, move, maker, time)
                for number, (move, maker) in enumerate(zip(done, makers, strict=True), table.ply + 1)
            ]

        packed = await asyncio.to_thread(pack) if len(done) > MOST_AT_ONCE else pack()
        async with self.database.write() as connection:
            revision = await touch(connection, table, ply=ply, status=status.value, **changes)
            await write(connection)
            await add_moves(connection, packed)
            if game.actors != table.actors:
                asked = await mark_asked(connection, table.id, game.actors)
                await tell_asked(connection, table, game, asked, turn_id(ply, table.undos), user_id)
            if status is Status.OVER or _ends_round(table, done):
                await tell_report(connection, table, turn_id(ply, table.undos))
            if status is Status.OVER:
                await tell_over(connection, table, turn_id(ply, table.undos), user_id)
            if receipt is not None:
                await keep_answer(connection, receipt, messages.Position(ply, table.undos, revision, status))
            if redone_by:
                await add_entry(connection, table, "redo", redone_by, text=str(len(done)), user_id=user_id)
            after = replace(moved_on(table, done, status, revision, time), stand_in_request=proposal, redo=redo)
            moved = Moved.of(table.state, done)
            after = replace(after, clocks=await keep_clocks(connection, after, self.now(), moved))
        for move in done:
            by = "chance" if move.seat == CHANCE else "order" if move.by_order else "bot" if user_id is None else "person"
            ACTIONS.labels(table.setup.title.name, by).inc()
        return await self.announce(after, "game")

    async def announce(self, table: LiveTable, kind: NewsKind) -> LiveTable:
        """Keep the table that is now on disk, and notify all pages."""
        table = replace(table, updated_at=time_at(table))
        self.live.keep(table)
        await self.hub.publish(table.id, News(kind, table.revision, table.ply))
        self.after_change(table)
        return table

    # --- orders

    async def make_moves(
        self,
        table: LiveTable,
        actions: Sequence[Action],
        apply: Callable[[Game], list[AppliedMove]],
        user_id: str | None,
        redo: Redo = (),
        redone_by: str = "",
        receipt: Receipt | None = None,
        reason: str = "",
    ) -> LiveTable:
        """Make moves and carry out the orders that they trigger, in one transaction."""
        while True:
            orders = await read_standing(self.database, table.id)
            followed = followed_at(table, orders)

            def move(followed: Followed = followed) -> list[AppliedMove]:
                game = Game(table.setup, table.state)
                done = apply(game)
                see_moves(followed, table.state, done)
                return done + self.follow(table, game, followed)

            done = await offload_if_slow(actions, move, has_orders=bool(orders))
            if not done and not followed.stopped:
                return table

            async def write(
                connection: Querying,
                done: Sequence[AppliedMove] = done,
                followed: Followed = followed,
                orders: Sequence[KeptOrder] = orders,
            ) -> None:
                await check_unchanged(connection, table, orders)
                await keep_followed(connection, table, followed, done, orders, user_id)
                if reason:
                    await add_entry(connection, table, "reason", "", text=reason, user_id=user_id)

            try:
                if not done:
                    return await self._keep_stopped(table, write)
                return await self.keep(table, done, user_id, write, redo, redone_by, receipt)
            except OrdersChanged:
                continue

    async def carry_out_orders(self, table: LiveTable, user_id: str) -> LiveTable:
        """In the table's queue, when a player is back: orders that have waited act if the game waits for them."""
        try:
            return await self.make_moves(table, (), lambda game: [], user_id)
        except Problem as problem:
            if problem.code != "stale":
                raise
            # Another process has moved on, and carried them out.
            return await self.live.get(table.id)

    async def _keep_stopped(self, table: LiveTable, write: Callable[[Querying], Awaitable[None]]) -> LiveTable:
        """Store that orders have stopped although nobody moved. Nobody else notices."""
        async with self.database.write() as connection:
            try:
                await lock_orders(connection, table)
            except OrdersChanged:
                raise stale(table.ply, table.undos) from None
            await write(connection)
        return table

    def follow(self, table: LiveTable, game: Game, followed: Followed) -> list[AppliedMove]:
        """Let the orders act as long as the game waits for one of them, with the passes that then follow by themselves.

        Orders that would go on without end stop.
        """
        done: list[AppliedMove] = []
        while (found := followed.next(game.state)) is not None:
            order, action = found
            if sum(move.order is not None for move in done) >= MOST_BY_ORDER:
                followed.stop(order, Stopped(Ending.FAILED))
                continue
            before = game.state
            made = [AppliedMove(action, order.seat, game.push(action), game.state, order), *self.draw(game)]
            made += automatic_passes(table, game)
            see_moves(followed, before, made)
            done += made
        return done


def one_line(text: str) -> str:
    """What somebody has typed, on one line and not too long, without characters that control how it is shown."""
    return _CONTROLS.sub("", " ".join(text.split()))[:LONGEST_TEXT].strip()


def turn_id(ply: int, undos: int) -> str:
    """Identifies a position within a table; a notice of a turn is named after the position at which it began."""
    return f"{undos}.{ply}"


async def offload_if_slow(actions: Sequence[Action], work: Callable[[], Answer], has_orders: bool = False) -> Answer:
    """Try actions. Finding the best routes and following orders may take a while, so it must not block other pages."""
    searches = any(isinstance(action, RunTrains | ContestRun) for action in actions)
    slow = has_orders or searches or len(actions) > MOST_AT_ONCE
    return await asyncio.to_thread(work) if slow else work()


def see_moves(followed: Followed, before: State, moves: Sequence[AppliedMove]) -> None:
    for move in moves:
        followed.see(before, move.seat, move.events, move.state)
        before = move.state


def _ends_round(table: LiveTable, done: list[AppliedMove]) -> bool:
    started = any(isinstance(event, RoundStarted) for move in done for event in move.events)
    return started and table.state.round != RoundKind.SEATING


def moved_on(table: LiveTable, done: list[AppliedMove], status: Status, revision: int, time: int) -> LiveTable:
    """The table after some moves that were made at this time."""
    moves = table.moves
    if moves is not None:
        made = [
            Move(table.ply + 1 + number, move.seat, tuple(move.events), time, move.by_order, move.automatic)
            for number, move in enumerate(done)
        ]
        moves = [*moves, *made]
    return replace(
        table,
        state=done[-1].state if done else table.state,
        ply=table.ply + len(done),
        status=status,
        revision=revision,
        undo_request=None,
        moves=moves,
    )


def check_not_ended(table: LiveTable) -> None:
    if table.status is Status.ENDED:
        raise Problem(409, "table_ended")


def check_position(table: LiveTable, position: Position) -> None:
    check_not_ended(table)
    if table.status is Status.WAITING:
        raise Problem(409, "not_started")
    if position.ply != table.ply or position.undos not in (None, table.undos):
        raise stale(table.ply, table.undos)
