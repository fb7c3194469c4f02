"""Plans: moves tried out on a private branch, and sent when their turn comes."""

from typing import Annotated

from litestar import Controller
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from goldenspike.plans import Outcome
from goldenspike.protocol.messages import MisfitInfo, OutcomeInfo, PlanChange, PlanInfo, PlanRequest, PlanSent, RiskInfo
from goldenspike.record.wire import to_wire
from goldenspike.server.api.describe import describe_position
from goldenspike.server.api.routes import doing, ending, reading_own
from goldenspike.server.plans.plan import OpenPlan, holder_name
from goldenspike.server.plans.service import Plans
from goldenspike.server.requests import TableId, TheServices, TheWords, Visitor
from goldenspike.server.security import required
from goldenspike.server.words import Words

PlanId = Annotated[str, PathParameter(max_length=24, pattern="^[a-z0-9]+$")]


class PlansApi(Controller):
    path = "/tables/{table_id:str}/plans"
    tags = ["plans"]  # noqa: RUF012 (Litestar reads it from the class)

    @reading_own("/", summary="Your plans at a table, replayed at the present position")
    async def plans(self, table_id: TableId, person: Visitor, services: TheServices, words: TheWords) -> list[PlanInfo]:
        planner = required(person)
        services.limits.for_plans(planner)
        table = await services.tables.live.get(table_id)
        return [await describe_plan(services.plans, plan, words) for plan in await services.plans.open_all(planner, table)]

    @doing("/", summary="Try moves out; nobody else sees them", status_code=HTTP_201_CREATED)
    async def make_plan(
        self, table_id: TableId, data: JSONBody[PlanRequest], person: Visitor, services: TheServices, words: TheWords
    ) -> PlanInfo:
        planner = required(person)
        services.limits.for_plans(planner)
        made = await services.plans.create(planner, table_id, data.name, data.actions, data.assumed, data.seat)
        return await describe_plan(services.plans, made, words)

    @reading_own("/{plan_id:str}", summary="A plan, replayed at the present position")
    async def plan(self, table_id: TableId, plan_id: PlanId, person: Visitor, services: TheServices, words: TheWords) -> PlanInfo:
        planner = required(person)
        services.limits.for_plans(planner)
        return await describe_plan(services.plans, await services.plans.open(planner, table_id, plan_id), words)

    @doing("/{plan_id:str}", summary="Change a plan: its name, its moves or what it assumes", status_code=HTTP_200_OK)
    async def change_plan(
        self,
        table_id: TableId,
        plan_id: PlanId,
        data: JSONBody[PlanChange],
        person: Visitor,
        services: TheServices,
        words: TheWords,
    ) -> PlanInfo:
        planner = required(person)
        services.limits.for_plans(planner)
        changed = await services.plans.change(planner, table_id, plan_id, data.name, data.actions, data.assumed)
        return await describe_plan(services.plans, changed, words)

    @ending("/{plan_id:str}", summary="Discard a plan")
    async def discard_plan(self, table_id: TableId, plan_id: PlanId, person: Visitor, services: TheServices) -> None:
        planner = required(person)
        services.limits.for_plans(planner)
        await services.plans.discard(planner, table_id, plan_id)

    @doing("/{plan_id:str}/send", summary="Make your own moves at the beginning of a plan", status_code=HTTP_200_OK)
    async def send_plan(
        self, table_id: TableId, plan_id: PlanId, person: Visitor, services: TheServices, words: TheWords
    ) -> PlanSent:
        planner = required(person)
        services.limits.for_actions(planner)
        table, left = await services.plans.send(planner, table_id, plan_id)
        return PlanSent(describe_position(table), None if left is None else await describe_plan(services.plans, left, words))


async def describe_plan(plans: Plans, opened: OpenPlan, words: Words) -> PlanInfo:
    table, line = opened.table, opened.line
    return PlanInfo(
        id=opened.plan.id,
        name=opened.plan.name,
        seat=opened.seat,
        ply=table.ply,
        undos=table.undos,
        actions=[to_wire(table.setup, action) for action in line.actions],
        misfit=_misfit(opened, words),
        rest=[to_wire(table.setup, action) for action in line.rest],
        to_send=len(opened.to_send),
        assumed={holder_name(table, holder): amount for holder, amount in opened.assumed.items()},
        outcome=_outcome(await plans.outcome_of(opened)),
    )


def _misfit(opened: OpenPlan, words: Words) -> MisfitInfo | None:
    misfit, table = opened.line.misfit, opened.table
    if misfit is None:
        return None
    wire = to_wire(table.setup, misfit.action)
    if misfit.refusal is None:
        return MisfitInfo(wire, "drawn", "", words("plan.drawn"))
    reason = misfit.refusal.reason
    return MisfitInfo(wire, reason.code, reason.paragraph, words.why(misfit.refusal, table.context, misfit.action))


def _outcome(found: Outcome) -> OutcomeInfo:
    return OutcomeInfo(
        found.money,
        list(found.wealth),
        list(found.income),
        [RiskInfo(risk.kind.value, risk.company, risk.amount, risk.purchases, risk.seat, risk.units) for risk in found.risks],
    )
