"""The page of a plan: the parts of the table page for a position that only its planner sees."""

from dataclasses import dataclass
from functools import cached_property

from goldenspike.core.actions import Action
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE, company_of_holder, is_player
from goldenspike.core.ids import Holder, Player
from goldenspike.core.interrupts import OFFERS
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind
from goldenspike.plans import Outcome, Risk, own_part
from goldenspike.protocol.messages import Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.plans.plan import OpenPlan, holder_name
from goldenspike.server.plans.service import seats_to_try
from goldenspike.server.services import Services
from goldenspike.server.table.derived import ASKED, derived
from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.table.rendered_part import content_hash
from goldenspike.server.table.table_page import TablePage, start_of_turn
from goldenspike.server.words import Words
from goldenspike.view import Visibility, has_secrets


class PlanTable(LiveTable):
    """The table as the planner imagines it; it exists only as a page."""

    plan_path: str = ""

    @property
    def path(self) -> str:
        return self.plan_path


def table_of(opened: OpenPlan) -> PlanTable:
    """The table at the end of a plan. Each position has an id of its own, under which its rendered parts are kept."""
    table, line = seats_to_try(opened.table), opened.line
    what = (table.ply, table.undos, table.revision, line.actions, sorted(opened.assumed.items()))
    tried = PlanTable(
        id=f"{opened.plan.id}-{content_hash(repr(what))}",
        name=table.name,
        setup=table.setup,
        options=table.options,
        host_id=None,
        invite="",
        listed=False,
        status=Status.OVER if line.state.round == RoundKind.OVER else Status.RUNNING,
        seats=table.seats,
        state=line.state,
        ply=table.ply + len(line.steps),
        undos=table.undos,
        revision=table.revision,
        undo_request=None,
        updated_at=table.updated_at,
    )
    tried.plan_path = plan_path(opened)
    return tried


def plan_path(opened: OpenPlan) -> str:
    return f"/t/{opened.table.id}/plans/{opened.plan.id}"


@dataclass(eq=False)
class PlanPage(TablePage):
    opened: OpenPlan | None = None

    @property
    def plan(self) -> OpenPlan:
        assert self.opened is not None
        return self.opened

    @cached_property
    def visibility(self) -> Visibility:
        """Nothing is hidden from the planner: what is not known is assumed."""
        setup = self.table.setup
        return Visibility((True,) * setup.players, (True,) * len(setup.all_companies))

    @property
    def history_seat(self) -> Player | None:
        return self.plan.seat if has_secrets(self.table.setup, self.state) else None

    @property
    def is_waiting(self) -> bool:
        return False

    @property
    def can_redo(self) -> bool:
        return False

    @property
    def is_drawn(self) -> bool:
        """Whether something is to be drawn, so that the plan ends."""
        return Game(self.table.setup, self.state).actors == (CHANCE,)

    async def load(self) -> None:
        live, real, steps = self.services.tables.live, self.plan.table, self.plan.line.steps
        made = await live.moves(real)
        tried = [
            Move(ply, player_of(step.action), step.events, real.updated_at) for ply, step in enumerate(steps, start=real.ply + 1)
        ]
        self.moves = [*made, *tried]
        standings = self.services.standings
        self.standings = await standings.find(real, standings.course(real, made))
        self.found_runs = await self.find_runs()
        self.found_ahead = await self.find_ahead()
        if self.state.round == RoundKind.STOCK and self.state.acted:
            start = start_of_turn(self.moves, self.ply, self.state.turn)
            self.turn_state = self._state_after(start - real.ply) if start >= real.ply else await live.state_at(real, start)

    def _state_after(self, steps: int) -> State:
        line = self.plan.line
        return line.steps[steps - 1].state if steps else line.start

    async def action_at(self, ply: int) -> Action | None:
        step = ply - self.plan.table.ply
        if step > 0:
            return self.plan.line.steps[step - 1].action
        return await self.services.tables.action_at(self.plan.table, ply)

    @derived(*ASKED)
    def can_undo(self) -> bool:
        return bool(self.plan.line.steps)

    @derived(*ASKED)
    def turn_start(self) -> int | None:
        """The list of moves leads back to every position."""
        return None


@dataclass(frozen=True, slots=True)
class MoveShown:
    """A move in the list of those that a plan consists of."""

    ply: int
    """Of the position before it."""
    name: str
    text: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line in the comparison."""

    id: str
    name: str
    outcome: Outcome
    moves: int
    risks: tuple[str, ...]
    misfit: str
    is_shown: bool = False


@dataclass(frozen=True, slots=True)
class AmountShown:
    """Money that is assumed."""

    field: str
    name: str
    amount: int


def moves_shown(page: PlanPage) -> tuple[MoveShown, ...]:
    plan, words = page.plan, page.words
    context, before = page.table.context, plan.table.ply
    return tuple(
        MoveShown(
            ply,
            page.table.names[player_of(step.action)],
            words.join(words.say(step.events, context, preview=True)) or words.label(step.action, plan.start, context),
            player_of(step.action) == plan.seat,
        )
        for ply, step in enumerate(plan.line.steps, start=before)
    )


def waits_for(plan: OpenPlan) -> str:
    """Who must answer an offer of the planner before the rest of the plan can be sent; empty if nobody."""
    own = len(own_part(plan.seat, plan.line.actions))
    state = plan.line.steps[own - 1].state if own else plan.start
    offer = state.pending[-1] if state.pending else None
    return plan.table.names[offer.player] if isinstance(offer, OFFERS) and offer.proposer == plan.seat else ""


def misfit_of(plan: OpenPlan, words: Words) -> str:
    """The first move that no longer fits, and why; empty if all fit."""
    misfit, context = plan.line.misfit, plan.table.context
    if misfit is None:
        return ""
    reason = words("plan.drawn") if misfit.refusal is None else words.why(misfit.refusal, context, misfit.action)
    move = words.label(misfit.action, plan.line.state, context)
    return words("plan.misfit", name=plan.table.names[player_of(misfit.action)], move=move, reason=reason)


def line_shown(plan: OpenPlan, found: Outcome, words: Words, shown: str = "") -> LineShown:
    risks = tuple(_say_risk(risk, plan.table, words) for risk in found.risks)
    name, moves = plan.plan.name, len(plan.all_moves)
    return LineShown(plan.plan.id, name, found, moves, risks, misfit_of(plan, words), plan.plan.id == shown)


def now_shown(plan: OpenPlan, found: Outcome, words: Words) -> LineShown:
    """The present position, to compare with."""
    risks = tuple(_say_risk(risk, plan.table, words) for risk in found.risks)
    return LineShown("", words("plan.now"), found, 0, risks, "")


def _say_risk(risk: Risk, table: LiveTable, words: Words) -> str:
    name = table.names[risk.seat] if risk.seat is not None else ""
    return words(
        f"plan.risk.{risk.kind.value}",
        company=risk.company,
        amount=words.money(risk.amount),
        purchases=risk.purchases,
        name=name,
        units=risk.units,
    )


def assumed_shown(plan: OpenPlan) -> tuple[AmountShown, ...]:
    return tuple(
        AmountShown(holder_name(plan.table, holder), _name_holder(plan.table, holder), amount)
        for holder, amount in plan.assumed.items()
    )


def _name_holder(table: LiveTable, holder: Holder) -> str:
    return table.names[holder] if is_player(holder) else table.setup.title.companies[company_of_holder(holder)].id


def present_plan(
    services: Services, opened: OpenPlan, person: Person, words: Words, seat: int | None = None, run: int | None = None
) -> PlanPage:
    table = table_of(opened)
    setup, actors = table.setup, table.actors
    speaking = next((actor for actor in actors if actor == seat), None)
    if speaking is None:
        # The planner's own turn first, if several players are asked.
        speaking = opened.seat if opened.seat in actors or actors in ((), (CHANCE,)) else actors[0]
    return PlanPage(
        services=services,
        table=table,
        state=opened.line.state,
        ply=table.ply,
        person=person,
        own=setup.all_players,
        seat=speaking,
        words=words.at(setup.title.name),
        present=frozenset(),
        run=run,
        opened=opened,
    )
