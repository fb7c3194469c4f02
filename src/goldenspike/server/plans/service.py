"""Keeps the plans of people and brings them up to date. Nothing that is done to a plan changes its table.

A plan is stored with the position at which it begins. It is brought up to date whenever it is opened, and stored anew only when
its owner changes it.
"""

import asyncio
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Final

import msgspec
from cachetools import LRUCache
from sqlalchemy import bindparam, delete, func, insert, select, update

from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.ids import Holder, Player
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.state import State
from goldenspike.plans import (
    Line,
    Outcome,
    carried,
    completed,
    grounded,
    outcome,
    remaining,
    replay,
    taken_back,
    unknown_holders,
)
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.record.wire import Wire, to_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.names import clean_name
from goldenspike.server.plans.links import PlanLink
from goldenspike.server.plans.plan import OpenPlan, Plan, holder_name, packed, unpacked
from goldenspike.server.problems import Problem, not_found, refused, stale
from goldenspike.server.storage.schema import EntryRow, MoveRow, PlanRow
from goldenspike.server.storage.tokens import new_id, now
from goldenspike.server.table.automatic import automatic_passes
from goldenspike.server.table.keeping import Position, check_position, offload_if_slow
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.log_lines import moves_undone
from goldenspike.server.table.packing import unpack_action
from goldenspike.server.table.service import Tables

MOST_PLANS: Final = 12
"""Of a person at one table."""
MOST_MOVES: Final = 200
MOST_MONEY: Final = 1_000_000
MOST_LINKS: Final = 500
MOST_LINES: Final = 4 * MOST_PLANS
"""Replayed plans that are kept in memory, for a few people who look at all of theirs."""
_OF_PERSON: Final = (
    select(PlanRow.__table__)
    .where(PlanRow.user_id == bindparam("person"), PlanRow.table_id == bindparam("table"))
    .order_by(PlanRow.made_at, PlanRow.id)
)


class Plans:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._links: LRUCache[Hashable, PlanLink] = LRUCache(MOST_LINKS)
        self._lines: LRUCache[Hashable, Line] = LRUCache(MOST_LINES)
        self._outcomes: LRUCache[Hashable, Outcome] = LRUCache(MOST_LINES)

    # --- reading

    async def of(self, person: Person, table: LiveTable) -> list[Plan]:
        """A person's plans at a table, the oldest first; those of seats that the person no longer has are left out."""
        found = await self._tables.database.all(_OF_PERSON, {"person": person.id, "table": table.id})
        plans = [unpacked(table, row) for row in found]
        return [plan for plan in plans if table.controls(person, plan.seat)]

    async def find(self, person: Person, table: LiveTable, plan_id: str) -> Plan:
        plan = next((plan for plan in await self.of(person, table) if plan.id == plan_id), None)
        if plan is None:
            raise not_found("plan")
        return plan

    async def open(self, person: Person, table_id: str, plan_id: str) -> OpenPlan:
        table = await self._tables.live.get(table_id)
        return await self.bring_up_to_date(table, await self.find(person, table, plan_id))

    async def open_all(self, person: Person, table: LiveTable) -> list[OpenPlan]:
        return [await self.bring_up_to_date(table, plan) for plan in await self.of(person, table)]

    async def bring_up_to_date(self, table: LiveTable, plan: Plan) -> OpenPlan:
        """Replay a plan at the present position."""
        setup, assumed = table.setup, plan.assumed
        ply, planned = await self._with_undone(table, plan)
        made = await self._made_since(table, ply) if ply < table.ply else ()
        unknown = unknown_holders(setup, table.state, plan.seat)
        # If the plan began at a position that was undone, nobody can tell what was paid since.
        if made and unknown and ply == plan.ply:
            assumed = carried(setup, await self._tables.live.state_at(table, ply), table.state, assumed)
        assumed = completed(setup, table.state, plan.seat, assumed)
        start = grounded(setup, table.state, plan.seat, assumed)
        moves = remaining(setup, start, plan.seat, planned, made)
        line = await self._replay(table, start, moves, (plan.seat, *assumed.items()))
        return OpenPlan(plan, table, assumed, line, len(made))

    async def outcome_of(self, opened: OpenPlan, until: int | None = None) -> Outcome:
        """What a plan leads to, or the first moves of it. Figures take a while, so not on the event loop, and only once."""
        table, line = opened.table, Line(opened.start, opened.line.steps[:until])
        key = (table.id, table.undos, table.ply, opened.seat, *opened.assumed.items(), line.actions)
        found = self._outcomes.get(key)
        if found is None:
            found = self._outcomes[key] = await asyncio.to_thread(outcome, table.setup, line.state, opened.seat)
        return found

    async def _with_undone(self, table: LiveTable, plan: Plan) -> tuple[int, tuple[Action, ...]]:
        """The last position before the plan's beginning that no undo has taken back, and the plan's moves from there on."""
        ply, moves = plan.ply, plan.moves
        if plan.undos >= table.undos:
            return ply, moves
        async with self._tables.database.read() as connection:
            found = await connection.execute(
                select(EntryRow.ply, EntryRow.text, EntryRow.data)
                .where(EntryRow.table_id == table.id, EntryRow.kind == "undo")
                .order_by(EntryRow.id.desc())
                .limit(table.undos - plan.undos)
            )
            # Of undos long ago only the number of moves is known.
            undos = [(row.ply - (moves_undone(row.text) or len(_undone(row.data))), _undone(row.data)) for row in found]
        for target, undone in reversed(undos):
            if target < ply:
                lost = [unpack_action(table.setup, packed) for packed in undone[: ply - target]]
                ply, moves = target, taken_back(table.setup, table.state, plan.seat, lost, moves)
        return ply, moves[:MOST_MOVES]

    async def _made_since(self, table: LiveTable, ply: int) -> tuple[Action, ...]:
        async with self._tables.database.read() as connection:
            found = await connection.execute(
                select(MoveRow.action)
                .where(MoveRow.table_id == table.id, MoveRow.ply > ply, MoveRow.ply <= table.ply)
                .order_by(MoveRow.ply)
            )
            return tuple(unpack_action(table.setup, row.action) for row in found)

    async def links(self, person: Person, table: LiveTable) -> tuple[PlanLink, ...]:
        """The plans for the page of the table."""
        if table.status is not Status.RUNNING:
            return ()
        return tuple([await self._link(table, plan) for plan in await self.of(person, table)])

    async def _link(self, table: LiveTable, plan: Plan) -> PlanLink:
        """A page that is open asks whenever anything changes at the table; the position seldom does."""
        stand_in = table.seats[plan.seat].stand_in
        what = (plan.id, plan.name, plan.ply, plan.undos, plan.moves, tuple(plan.assumed.items()))
        key = (*what, table.undos, table.ply, stand_in)
        link = self._links.get(key)
        if link is None:
            opened = await self.bring_up_to_date(table, plan)
            to_send = len(opened.to_send)
            link = PlanLink(plan.id, plan.name, to_send, opened.line.misfit is not None)
            if to_send:
                link = replace(link, ply=table.ply, undos=table.undos)
            self._links[key] = link
        return link

    # --- changing

    async def create(
        self,
        person: Person,
        table_id: str,
        name: str = "",
        wires: Sequence[Wire] = (),
        assumed: Mapping[str, int] | None = None,
        seat: int | None = None,
    ) -> OpenPlan:
        """A new plan, with moves that must be legal."""
        table = await self._tables.live.get(table_id)
        _check_running(table)
        if not table.setup.has_map:
            raise Problem(409, "needs_map")
        own = table.seats_of(person)
        chosen = table.speaking_seat(person) if seat is None else next((number for number in own if number == seat), None)
        if chosen is None:
            raise Problem(403, "not_your_seat")
        others = await self.of(person, table)
        taken = self.read_assumed(table, chosen, assumed or {})
        plan = Plan(new_id(), chosen, clean_name(name) or _new_name(others), table.ply, table.undos, (), taken)
        opened = await self.bring_up_to_date(table, plan)
        if wires:
            opened = await self._extend(opened, [self._tables.read_action(table, wire) for wire in wires], automatic=False)
        await self._insert(person, opened)
        return opened

    async def copy(self, person: Person, table_id: str, plan_id: str) -> OpenPlan:
        """Another line that begins with the same moves."""
        opened = await self.open(person, table_id, plan_id)
        others = await self.of(person, opened.table)
        twin = replace(opened, plan=replace(opened.plan, id=new_id(), name=_new_name(others)))
        await self._insert(person, twin)
        return twin

    async def act(self, person: Person, table_id: str, plan_id: str, ply: int, wires: Sequence[Wire]) -> OpenPlan:
        """Try moves of one seat at the end of a plan; what no longer fits is dropped. Seats without a decision then pass."""
        opened = await self.open(person, table_id, plan_id)
        _check_running(opened.table)
        if ply != opened.table.ply + len(opened.line.steps):
            raise stale(opened.table.ply, opened.table.undos)
        actions = [self._tables.read_action(opened.table, wire) for wire in wires]
        return await self._keep(person, await self._extend(opened, actions, automatic=True))

    async def change(
        self,
        person: Person,
        table_id: str,
        plan_id: str,
        name: str | None = None,
        wires: Sequence[Wire] | None = None,
        assumed: Mapping[str, int] | None = None,
    ) -> OpenPlan:
        """Change what is given: all of it or, if anything is refused, nothing."""
        opened = await self.open(person, table_id, plan_id)
        if name is not None:
            opened = _renamed(opened, name)
        if assumed is not None:
            opened = await self._with_assumed(opened, assumed)
        if wires is not None:
            opened = await self._with_moves(opened, wires)
        return await self._keep(person, opened)

    async def undo(self, person: Person, table_id: str, plan_id: str, to_ply: int | None) -> OpenPlan:
        """Take moves back: to a position, or the last one."""
        opened = await self.open(person, table_id, plan_id)
        steps = len(opened.line.steps)
        # A move that does not fit is taken back first.
        target = steps - (opened.line.misfit is None) if to_ply is None else to_ply - opened.table.ply
        return await self._keep(person, _cut(opened, min(max(0, target), steps)))

    async def assume(self, person: Person, table_id: str, plan_id: str, assumed: Mapping[str, int]) -> OpenPlan:
        """Take hidden money to be something else, and replay."""
        opened = await self.open(person, table_id, plan_id)
        return await self._keep(person, await self._with_assumed(opened, assumed))

    async def rename(self, person: Person, table_id: str, plan_id: str, name: str) -> OpenPlan:
        return await self._keep(person, _renamed(await self.open(person, table_id, plan_id), name))

    async def discard(self, person: Person, table_id: str, plan_id: str) -> None:
        table = await self._tables.live.get(table_id)
        await self._delete(person, await self.find(person, table, plan_id))

    async def _delete(self, person: Person, plan: Plan) -> None:
        async with self._tables.database.write() as connection:
            await connection.execute(delete(PlanRow).where(PlanRow.id == plan.id, PlanRow.user_id == person.id))

    async def send(
        self, person: Person, table_id: str, plan_id: str, position: Position | None = None
    ) -> tuple[LiveTable, OpenPlan | None]:
        """Make the planner's own moves at the beginning of a plan, as if they were typed. What is left of it is kept.

        If it is sent several times at once, one of the requests makes the moves and the others are refused. With a
        `position`, nothing is sent anywhere else.
        """
        opened = await self.open(person, table_id, plan_id)
        table = opened.table
        if position is not None:
            check_position(table, position)
        if not opened.to_send:
            raise Problem(409, "plan_not_due")
        wires = [to_wire(table.setup, action) for action in opened.to_send]
        after = await self._tables.act(person, table_id, Position(table.ply, table.undos), wires, automatic=True)
        sent = replace(opened.plan, ply=table.ply, undos=table.undos, moves=opened.all_moves, assumed=opened.assumed)
        left = await self.bring_up_to_date(after, sent)
        if not left.all_moves:
            await self._delete(person, opened.plan)
            return after, None
        return after, await self._keep(person, left)

    # --- steps

    def read_assumed(self, table: LiveTable, seat: Player, assumed: Mapping[str, int]) -> dict[Holder, int]:
        """Amounts by the names of those whose money is hidden."""
        unknown = {holder_name(table, holder): holder for holder in unknown_holders(table.setup, table.state, seat)}
        for name, amount in assumed.items():
            if name not in unknown or not 0 <= amount <= MOST_MONEY:
                raise Problem(422, "bad_assumption", name=name)
        return {unknown[name]: amount for name, amount in assumed.items()}

    async def _with_assumed(self, opened: OpenPlan, assumed: Mapping[str, int]) -> OpenPlan:
        table, moves = opened.table, opened.all_moves
        given = {**opened.assumed, **self.read_assumed(table, opened.seat, assumed)}
        taken = completed(table.setup, table.state, opened.seat, given)
        start = grounded(table.setup, table.state, opened.seat, taken)
        return replace(opened, assumed=taken, line=await self._replay(table, start, moves, (opened.seat, *taken.items())))

    async def _with_moves(self, opened: OpenPlan, wires: Sequence[Wire]) -> OpenPlan:
        """Begin again, with other moves."""
        _check_running(opened.table)
        actions = [self._tables.read_action(opened.table, wire) for wire in wires]
        return await self._extend(_cut(opened, 0), actions, automatic=False)

    async def _replay(self, table: LiveTable, start: State, moves: tuple[Action, ...], known: Hashable) -> Line:
        """Not on the event loop, and not again for the same position, as far as it is `known` to the planner, and moves."""
        key = (table.id, table.undos, table.ply, known, moves)
        line = self._lines.get(key)
        if line is None:
            line = await asyncio.to_thread(replay, table.setup, start, moves)
            self._lines[key] = line
        return line

    async def _extend(self, opened: OpenPlan, actions: Sequence[Action], automatic: bool) -> OpenPlan:
        table = opened.table
        try:
            moves = await offload_if_slow(actions, lambda: _pushed(opened, actions, automatic))
        except IllegalAction as error:
            raise refused(error.refusal, table.context) from None
        if len(moves) > MOST_MOVES:
            raise Problem(409, "plan_too_long", most=MOST_MOVES)
        line = await offload_if_slow(moves, lambda: replay(table.setup, opened.start, moves))
        return replace(opened, line=line)

    async def _insert(self, person: Person, opened: OpenPlan) -> None:
        async with self._tables.database.write() as connection:
            here = (PlanRow.user_id == person.id) & (PlanRow.table_id == opened.table.id)
            count = await connection.execute(select(func.count()).select_from(PlanRow).where(here))
            if count.scalar_one() >= MOST_PLANS:
                raise Problem(409, "too_many_plans", most=MOST_PLANS)
            await connection.execute(
                insert(PlanRow).values(
                    id=opened.plan.id, table_id=opened.table.id, user_id=person.id, made_at=now(), **packed(opened)
                )
            )

    async def _keep(self, person: Person, opened: OpenPlan) -> OpenPlan:
        async with self._tables.database.write() as connection:
            here = (PlanRow.id == opened.plan.id) & (PlanRow.user_id == person.id)
            await connection.execute(update(PlanRow).where(here).values(**packed(opened)))
        return opened


def seats_to_try(table: LiveTable) -> LiveTable:
    """The table with all its seats in the planner's hands."""
    seats = tuple(
        replace(seat, kind=SeatKind.LOCAL, user_id=None, bot="", stand_in="", name=seat.name or str(seat.number + 1))
        for seat in table.seats
    )
    return replace(table, seats=seats)


def _pushed(opened: OpenPlan, actions: Sequence[Action], automatic: bool) -> tuple[Action, ...]:
    game = Game(opened.table.setup, opened.line.state)
    moves = [*opened.line.actions]
    for action in actions:
        game.push(action)
        moves.append(action)
    if automatic:
        moves += [move.action for move in automatic_passes(seats_to_try(opened.table), game)]
    return tuple(moves)


def _cut(opened: OpenPlan, steps: int) -> OpenPlan:
    return replace(opened, line=Line(opened.start, opened.line.steps[:steps]))


def _renamed(opened: OpenPlan, name: str) -> OpenPlan:
    return replace(opened, plan=replace(opened.plan, name=clean_name(name) or opened.plan.name))


def _check_running(table: LiveTable) -> None:
    if table.status is not Status.RUNNING:
        raise Problem(409, "nothing_to_plan")


def _new_name(others: Sequence[Plan]) -> str:
    """The first letter that none of them has as its name."""
    taken = {plan.name for plan in others}
    return next(letter for letter in ascii_uppercase if letter not in taken)


def _undone(data: str | None) -> list[str]:
    return msgspec.json.decode(data, type=dict[str, list[str]])["actions"] if data else []
