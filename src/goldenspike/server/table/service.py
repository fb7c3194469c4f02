"""Operations on a table: act, undo, chat. Pages, API and bots all use this service."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from secrets import SystemRandom
from typing import Any, TypeVar

from sqlalchemy import select

from goldenspike.bots.chance import draw
from goldenspike.core.actions import Action, ContestRun, RunTrains
from goldenspike.core.events import Event, RoundStarted
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.reasons import IllegalAction, Refusal
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind
from goldenspike.orders import Followed, Stopped
from goldenspike.protocol import messages
from goldenspike.protocol.messages import News, NewsKind, Status
from goldenspike.protocol.orders import Ending
from goldenspike.record.errors import RecordError
from goldenspike.record.wire import Wire, from_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.keeping import keep_clocks
from goldenspike.server.live.hub import Hub
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.notices.outbox import Told, tell, tell_asked, tell_over, tell_report
from goldenspike.server.operation.metrics import ACTIONS
from goldenspike.server.orders.keeping import (
    KeptOrder,
    OrdersChanged,
    check_unchanged,
    followed_at,
    keep_followed,
    lock_orders,
    read_standing,
    restore_orders,
)
from goldenspike.server.problems import Problem, refused, stale
from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.schema import MoveRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.automatic import automatic_passes, may_pass_itself, passes_itself
from goldenspike.server.table.changes import (
    add_entry,
    add_move,
    bump,
    mark_asked,
    pack_redo,
    pack_request,
    remove_moves,
    time_at,
    touch,
)
from goldenspike.server.table.live_table import AppliedMove, LiveTable, Move, Redo, UndoRequest, UndoTarget
from goldenspike.server.table.live_tables import LiveTables
from goldenspike.server.table.packing import unpack_action
from goldenspike.server.table.receipts import Receipt, keep_answer
from goldenspike.view import learned_something, refusal_for
from goldenspike.view.shortcuts import follows

LONGEST_CHAT = 500
MOST_BY_ORDER = 200
"""Moves by orders in a row."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Position:
    """The position that an action was made for. Without `undos` only the ply is compared."""

    ply: int
    undos: int | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """What some actions of a seat would lead to."""

    seat: Player
    events: list[Event]
    state: State


class Tables:
    def __init__(self, database: Database, hub: Hub) -> None:
        self.database = database
        self.hub = hub
        self.live = LiveTables(database)
        self.after_change: Callable[[LiveTable], None] = lambda table: None
        """Called with every new position; wakes the bots."""
        self.settle_stand_in: Callable[[LiveTable], Awaitable[LiveTable]] = _as_it_is
        """Called by `settle`: does what those who remain have agreed on about a stand-in, or about leaving."""
        self.now = now
        """The time for clocks; tests set it."""
        self._random = SystemRandom()

    # --- actions

    async def act(
        self,
        person: Person,
        table_id: str,
        position: Position,
        wires: Sequence[Wire],
        automatic: bool = False,
        receipt: Receipt | None = None,
    ) -> LiveTable:
        """Perform actions of one seat that the person controls. The returned table is on disk.

        The first must be legal; the others follow as long as they are, and as long as nobody else comes in between. If
        `automatic`, seats without a decision then pass. The answer is kept for whoever asks again with the `receipt`.
        """
        async with self.live.queue(table_id):
            table = await self.live.get(table_id)
            actions = [self.read_action(table, wire) for wire in wires]
            seat = self.seat_of(person, table, actions[0])
            if any(player_of(action) != seat for action in actions):
                raise Problem(403, "not_your_seat")
            self._check_position(table, position)
            if table.seats[seat].stand_in:
                raise Problem(409, "stand_in_plays")
            return await self._do(table, actions, seat, person.id, automatic, receipt)

    async def act_for_bot(self, table: LiveTable, action: Action) -> LiveTable:
        """Perform a bot's action if the position is still the same."""
        async with self.live.queue(table.id):
            present = await self.live.get(table.id)
            if present.status is Status.ENDED or not present.seats[player_of(action)].played_by:
                # The table has ended, or the player is back.
                raise stale(present.ply, present.undos)
            self._check_position(present, Position(table.ply, table.undos))
            return await self._do(present, [action], player_of(action), None, True)

    def read_action(self, table: LiveTable, wire: Wire) -> Action:
        try:
            action = from_wire(table.setup, wire)
        except RecordError as error:
            raise Problem(400, "bad_action", message=str(error)) from None
        if player_of(action) == CHANCE:
            raise Problem(403, "not_your_seat")
        return action

    def seat_of(self, person: Person, table: LiveTable, action: Action) -> Player:
        """The acting seat, if this person controls it."""
        seat = player_of(action)
        if not table.controls(person, seat):
            raise Problem(403, "not_your_seat")
        return seat

    def _check_position(self, table: LiveTable, position: Position) -> None:
        check_not_ended(table)
        if table.status is Status.WAITING:
            raise Problem(409, "not_started")
        if position.ply != table.ply or position.undos not in (None, table.undos):
            raise stale(table.ply, table.undos)

    async def _do(
        self,
        table: LiveTable,
        actions: Sequence[Action],
        seat: Player,
        user_id: str | None,
        automatic: bool,
        receipt: Receipt | None = None,
    ) -> LiveTable:
        def apply(game: Game) -> list[AppliedMove]:
            return self._apply(table, game, actions, seat, automatic)

        try:
            return await self._with_orders(table, actions, apply, user_id, receipt=receipt)
        except IllegalAction as error:
            raise refused(error.refusal, table.context) from None

    def _apply(self, table: LiveTable, game: Game, actions: Sequence[Action], seat: Player, automatic: bool) -> list[AppliedMove]:
        done: list[AppliedMove] = []
        for action in actions:
            if done and (done[-1].seat == CHANCE or not follows(game, seat, action)):
                break
            done.append(AppliedMove(action, seat, game.push(action), game.state))
            done.extend(self.draw(game))
        if automatic:
            done.extend(automatic_passes(table, game))
        return done

    # --- orders

    async def _with_orders(
        self,
        table: LiveTable,
        actions: Sequence[Action],
        apply: Callable[[Game], list[AppliedMove]],
        user_id: str | None,
        redo: Redo = (),
        redone_by: str = "",
        receipt: Receipt | None = None,
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

            try:
                if not done:
                    return await self._keep_stopped(table, write)
                return await self.keep(table, done, user_id, write, redo, redone_by, receipt)
            except OrdersChanged:
                continue

    async def carry_out_orders(self, table: LiveTable, user_id: str) -> LiveTable:
        """In the table's queue, when a player is back: orders that have waited act if the game waits for them."""
        try:
            return await self._with_orders(table, (), lambda game: [], user_id)
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
        async with self.database.write() as connection:
            revision = await touch(connection, table, ply=ply, status=status.value, **changes)
            await write(connection)
            for number, move in enumerate(done):
                maker = table.owner_of(move.seat) if move.by_order or redone_by else user_id
                await add_move(connection, table, table.ply + 1 + number, move, maker)
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
                await add_entry(connection, table, "redo", redone_by, text=str(len(done)))
            after = replace(moved_on(table, done, status, revision), stand_in_request=proposal, redo=redo)
            moved = {move.seat for move in done if move.seat != CHANCE}
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

    async def why_not(self, person: Person, table_id: str, wire: Wire) -> Refusal | None:
        """Why an action of one's own seat is illegal now; None if it is legal."""
        table = await self.live.get(table_id)
        action = self.read_action(table, wire)
        seat = self.seat_of(person, table, action)
        return await offload_if_slow([action], lambda: refusal_for(table.setup, table.state, seat, action))

    async def try_out(self, person: Person, table_id: str, wires: Sequence[Wire]) -> tuple[LiveTable, Trial]:
        """Push actions of one's own seat on a copy of the position. Random draws and what is hidden stay so."""
        table = await self.live.get(table_id)
        if table.status is Status.WAITING:
            raise Problem(409, "not_started")
        actions = [self.read_action(table, wire) for wire in wires]
        if not actions:
            raise Problem(400, "bad_action", message="no action")
        seat = self.seat_of(person, table, actions[0])

        def push() -> Trial:
            game = Game(table.setup, table.state)
            events: list[Event] = []
            for action in actions:
                self.seat_of(person, table, action)
                events += game.push(action)
            return Trial(seat, events, game.state)

        try:
            trial = await offload_if_slow(actions, push)
        except IllegalAction as error:
            raise refused(error.refusal, table.context) from None
        if learned_something(table.setup, table.state, trial.state, (seat,)):
            raise Problem(403, "preview_reveals")
        return table, trial

    async def action_at(self, table: LiveTable, ply: int) -> Action | None:
        """The action that led to a position."""
        async with self.database.read() as connection:
            found = await connection.execute(select(MoveRow.action).where(MoveRow.table_id == table.id, MoveRow.ply == ply))
            packed = found.scalar_one_or_none()
        return None if packed is None else unpack_action(table.setup, packed)

    # --- undo

    async def undo(self, person: Person, table_id: str, position: Position, to_ply: int | None = None) -> LiveTable:
        """Undo at once if that is free, otherwise ask the others."""
        async with self.live.queue(table_id):
            table = await self.live.get(table_id)
            own = table.seats_of(person)
            if not own:
                raise Problem(403, "not_your_seat")
            self._check_position(table, position)
            moves = await self.live.moves(table)
            target = await self._last_decision(table, moves, own) if to_ply is None else to_ply
            if target is None or not _may_return(table, moves, target):
                raise Problem(409, "nothing_to_undo")
            if table.is_one_screen(person) or await self._is_free(table, moves, own, target):
                return await self._go_back(table, target, table.name_of(person))
            request = UndoRequest(person.id, table.name_of(person), target)
            return await self._settle_request(table, request, table.name_of(person), "undo_asked")

    async def undo_target(self, table: LiveTable, own: tuple[Player, ...]) -> UndoTarget | None:
        """Where an undo leads these seats, None if there is nothing to undo."""
        moves = await self.live.moves(table)
        target = await self._last_decision(table, moves, own)
        if target is None or not _may_return(table, moves, target):
            return None
        for move in moves[target:]:
            if move.seat not in own and not await self._was_automatic(table, move):
                return UndoTarget(target, takes_others=True)
        return UndoTarget(target, takes_others=False)

    async def _last_decision(self, table: LiveTable, moves: list[Move], own: tuple[Player, ...]) -> int | None:
        """The position before one's own last move that was not an automatic pass."""
        for move in reversed(moves):
            if move.seat in own and not await self._was_automatic(table, move):
                return move.ply - 1
        return None

    async def _was_automatic(self, table: LiveTable, move: Move) -> bool:
        """Whether a move was a pass without a decision."""
        if not may_pass_itself(table, move.seat):
            return False
        return passes_itself(table, table.setup, await self.live.state_at(table, move.ply - 1))

    async def _is_free(self, table: LiveTable, moves: list[Move], own: tuple[Player, ...], target: int) -> bool:
        """Within one's own turn, if nothing hidden has been revealed. Automatic passes after it do not count."""
        decided = [move for move in moves[target:] if not await self._was_automatic(table, move)]
        if any(move.seat not in own for move in decided):
            return False
        last = await self.live.state_at(table, decided[-1].ply if decided else target)
        if not any(seat in own for seat in (*Game(table.setup, last).actors, *table.actors)):
            return False
        before = await self.live.state_at(table, target)
        return not learned_something(table.setup, before, table.state, table.setup.all_players)

    async def redo(self, person: Person, table_id: str, position: Position) -> LiveTable:
        """Make the moves again that were undone last."""
        async with self.live.queue(table_id):
            table = await self.live.get(table_id)
            self._check_position(table, position)
            if not table.may_redo(person):
                raise Problem(409, "nothing_to_redo")
            undone = [(unpack_action(table.setup, move.action), move.by_order) for move in table.redo[-1]]
            actions = [action for action, _ in undone]
            return await self._with_orders(
                table, actions, lambda game: _replay(game, undone), person.id, table.redo[:-1], person.name
            )

    async def answer_undo(self, person: Person, table_id: str, grant: bool) -> LiveTable:
        async with self.live.queue(table_id):
            table = await self.live.get(table_id)
            request = table.undo_request
            if request is None:
                raise Problem(409, "no_undo_request")
            if person.id not in table.people:
                raise Problem(403, "not_your_seat")
            if not grant:
                kind = "undo_withdrawn" if person.id == request.user_id else "undo_declined"
                return await self._keep_request(table, None, table.name_of(person), kind)
            if person.id == request.user_id:
                raise Problem(403, "not_your_own_request")
            granted = UndoRequest(request.user_id, request.name, request.to_ply, (*request.granted, person.id))
            return await self._settle_request(table, granted, table.name_of(person), "undo_granted")

    async def settle(self, table: LiveTable) -> LiveTable:
        """After somebody has left or a bot has taken over, in the table's queue: those who remain may have agreed already."""
        return await self.settle_stand_in(await self._settle_undo(table))

    async def _settle_undo(self, table: LiveTable) -> LiveTable:
        request = table.undo_request
        if request is None or not _all_agree(table, request):
            return table
        try:
            return await self._go_back(table, request.to_ply, request.name)
        except Problem as problem:
            if problem.code != "stale":
                raise
            # Another process has moved on, and the request went with the position.
            return await self.live.get(table.id)

    async def _settle_request(self, table: LiveTable, request: UndoRequest, name: str, kind: str) -> LiveTable:
        if _all_agree(table, request):
            return await self._go_back(table, request.to_ply, request.name)
        return await self._keep_request(table, request, name, kind)

    async def _keep_request(self, table: LiveTable, request: UndoRequest | None, name: str, kind: str) -> LiveTable:
        async with self.database.write() as connection:
            revision = await touch(connection, table, undo_request=pack_request(request))
            await add_entry(connection, table, kind, name)
            if request is not None and not request.granted:
                others = [Told(person) for person in table.awake - {request.user_id}]
                await tell(connection, table, Kind.UNDO, f"request {revision}", others, name)
        return await self.announce(replace(table, undo_request=request, revision=revision), "undo")

    async def _go_back(self, table: LiveTable, target: int, name: str) -> LiveTable:
        moves = await self.live.moves(table)
        state = await self.live.state_at(table, target)
        changes: dict[str, Any] = {"ply": target, "undos": table.undos + 1, "undo_request": None}
        async with self.database.write() as connection:
            undone = await remove_moves(connection, table, target)
            actions, redo = [move.action for move in undone], (*table.redo, tuple(undone))
            revision = await touch(connection, table, status=Status.RUNNING.value, redo=pack_redo(redo), **changes)
            game = Game(table.setup, state)
            asked = await mark_asked(connection, table.id, game.actors)
            await tell_asked(connection, table, game, asked, turn_id(target, table.undos + 1), None)
            await add_entry(connection, table, "undo", name, text=str(table.ply - target), data={"actions": actions})
            after = replace(
                table,
                state=state,
                status=Status.RUNNING,
                revision=revision,
                moves=moves[:target],
                redo=redo,
                **changes,
            )
            granted = table.undo_request is not None
            clocks = await keep_clocks(connection, after, self.now(), undone=True, granted=granted)
            after = replace(after, clocks=clocks)
            await restore_orders(connection, table, after)
        return await self.announce(after, "game")

    # --- chat

    async def chat(self, person: Person, table_id: str, text: str) -> None:
        table = await self.live.get(table_id)
        own = table.seats_of(person)
        check_not_ended(table)
        if not table.may_talk(person):
            raise Problem(403, "not_at_this_table")
        spoken = " ".join(text.split())[:LONGEST_CHAT]
        if not spoken:
            raise Problem(422, "empty_message")
        async with self.database.write() as connection:
            seat = own[0] if own else None
            await add_entry(connection, table, "chat", table.name_of(person), spoken, seat, user_id=person.id)
            revision = await bump(connection, table)
            others = [Told(other) for other in table.people - {person.id}]
            await tell(connection, table, Kind.CHAT, f"message {revision}", others, table.name_of(person), spoken)
        await self.hub.publish(table.id, News("chat", revision, table.ply))

    async def note(self, table: LiveTable, kind: str, name: str, seat: Player | None = None, text: str = "") -> None:
        """Add a log entry that changes nothing else."""
        async with self.database.write() as connection:
            await add_entry(connection, table, kind, name, text=text, seat=seat)
            revision = await bump(connection, table)
        await self.hub.publish(table.id, News("chat", revision, table.ply))

    # --- for other services

    async def in_queue(self, table_id: str, change: Callable[[LiveTable], Awaitable[LiveTable]]) -> LiveTable:
        """Run a change in the table's queue."""
        async with self.live.queue(table_id):
            return await change(await self.live.get(table_id))


def turn_id(ply: int, undos: int) -> str:
    """Identifies a position within a table; a notice of a turn is named after the position at which it began."""
    return f"{undos}.{ply}"


async def _as_it_is(table: LiveTable) -> LiveTable:
    return table


def check_not_ended(table: LiveTable) -> None:
    if table.status is Status.ENDED:
        raise Problem(409, "table_ended")


async def offload_if_slow(actions: Sequence[Action], work: Callable[[], Answer], has_orders: bool = False) -> Answer:
    """Try actions. Finding the best routes and following orders may take a while, so it must not block other pages."""
    slow = has_orders or any(isinstance(action, RunTrains | ContestRun) for action in actions)
    return await asyncio.to_thread(work) if slow else work()


def see_moves(followed: Followed, before: State, moves: Sequence[AppliedMove]) -> None:
    for move in moves:
        followed.see(before, move.seat, move.events, move.state)
        before = move.state


def _replay(game: Game, undone: Sequence[tuple[Action, bool]]) -> list[AppliedMove]:
    """Make moves again; those by order stay so."""
    return [
        AppliedMove(action, player_of(action), game.push(action), game.state, was_by_order=by_order)
        for action, by_order in undone
    ]


def _ends_round(table: LiveTable, done: list[AppliedMove]) -> bool:
    started = any(isinstance(event, RoundStarted) for move in done for event in move.events)
    return started and table.state.round != RoundKind.SEATING


def _may_return(table: LiveTable, moves: list[Move], target: int) -> bool:
    """Random draws cannot be undone."""
    drawn = max((move.ply for move in moves if move.seat == CHANCE), default=0)
    return drawn <= target < table.ply


def _all_agree(table: LiveTable, request: UndoRequest) -> bool:
    return table.awake <= {request.user_id, *request.granted}


def moved_on(table: LiveTable, done: list[AppliedMove], status: Status, revision: int) -> LiveTable:
    """The table after some moves."""
    moves = table.moves
    if moves is not None:
        made = [
            Move(table.ply + 1 + number, move.seat, tuple(move.events), time_at(table), move.by_order)
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
