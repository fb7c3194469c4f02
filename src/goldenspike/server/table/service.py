"""Operations on a table: act, try out, chat. Pages, API and bots all use this service."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from goldenspike.core.actions import Action, Correction
from goldenspike.core.events import Event
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.reasons import IllegalAction, Refusal
from goldenspike.core.state import State
from goldenspike.protocol.messages import News, Status
from goldenspike.record.errors import RecordError
from goldenspike.record.wire import Wire, from_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.live.hub import Hub
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.notices.outbox import Told, tell
from goldenspike.server.problems import Problem, refused, stale
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import MoveRow
from goldenspike.server.table.automatic import automatic_passes
from goldenspike.server.table.changes import add_entry, bump, require_account
from goldenspike.server.table.keeping import Position, TableKeeper, check_not_ended, check_position, offload_if_slow, one_line
from goldenspike.server.table.live_table import AppliedMove, LiveTable
from goldenspike.server.table.packing import unpack_action
from goldenspike.server.table.quota import Quota
from goldenspike.server.table.receipts import Receipt
from goldenspike.server.table.undoing import Undoing
from goldenspike.view import learned_something, refusal_for
from goldenspike.view.shortcuts import follows


@dataclass(frozen=True, slots=True)
class Trial:
    """What some actions of a seat would lead to."""

    seat: Player
    events: list[Event]
    state: State


class Tables(TableKeeper):
    def __init__(self, database: Database, hub: Hub, quota: Quota) -> None:
        super().__init__(database, hub, quota)
        self.undoing = Undoing(self)
        self.settle_stand_in: Callable[[LiveTable], Awaitable[LiveTable]] = _as_it_is
        """Called by `settle`: does what those who remain have agreed on about a stand-in, or about leaving."""
        self.settle_time_out: Callable[[LiveTable], Awaitable[LiveTable]] = _as_it_is
        """Called by `settle`: does what those who remain have voted for about a player whose time is up."""

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
            check_position(table, position)
            if table.seats[seat].stand_in:
                raise Problem(409, "stand_in_plays")
            await self.quota.check_move(table)
            return await self._do(table, actions, seat, person.id, automatic, receipt)

    async def act_for_bot(self, table: LiveTable, action: Action) -> LiveTable:
        """Perform a bot's action if the position is still the same."""
        async with self.live.queue(table.id):
            present = await self.live.get(table.id)
            if present.status is Status.ENDED or not present.seats[player_of(action)].played_by:
                # The table has ended, or the player is back.
                raise stale(present.ply, present.undos)
            check_position(present, Position(table.ply, table.undos))
            return await self._do(present, [action], player_of(action), None, True)

    def read_action(self, table: LiveTable, wire: Wire) -> Action:
        try:
            action = from_wire(table.setup, wire)
        except RecordError as error:
            raise Problem(400, "bad_action", message=str(error)) from None
        if player_of(action) == CHANCE:
            raise Problem(403, "not_your_seat")
        if isinstance(action, Correction):
            raise Problem(403, "needs_agreement")
        return action

    def seat_of(self, person: Person, table: LiveTable, action: Action) -> Player:
        """The acting seat, if this person controls it."""
        seat = player_of(action)
        if not table.controls(person, seat):
            raise Problem(403, "not_your_seat")
        return seat

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
            return await self.make_moves(table, actions, apply, user_id, receipt=receipt)
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

    # --- chat

    async def chat(self, person: Person, table_id: str, text: str) -> None:
        table = await self.live.get(table_id)
        own = table.seats_of(person)
        check_not_ended(table)
        if not table.may_talk(person):
            raise Problem(403, "not_at_this_table")
        spoken = one_line(text)
        if not spoken:
            raise Problem(422, "empty_message")
        await self.quota.check_line(person.id)
        async with self.database.write() as connection:
            await require_account(connection, person.id)
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

    async def settle(self, table: LiveTable) -> LiveTable:
        """After somebody has left or a bot has taken over, in the table's queue: those who remain may have agreed already."""
        table = await self.settle_stand_in(await self.undoing.settle(table))
        return await self.settle_time_out(table)


async def _as_it_is(table: LiveTable) -> LiveTable:
    return table
