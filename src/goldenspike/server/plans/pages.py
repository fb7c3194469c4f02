"""Trying things out at a table: the page of a plan and its forms. They work without scripts; each loads the page anew."""

import asyncio
import time
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, PathParameter
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike import svg
from goldenspike.core.game import player_of
from goldenspike.core.reasons import IllegalAction
from goldenspike.record.wire import to_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.plans.page import (
    PlanPage,
    assumed_shown,
    line_shown,
    misfit_of,
    moves_shown,
    now_shown,
    plan_path,
    present_plan,
    waits_for,
)
from goldenspike.server.plans.plan import OpenPlan
from goldenspike.server.problems import Problem, not_found, refused
from goldenspike.server.requests import AnyRequest, Form, Number, TableId, TheServices, TheWords, Visitor
from goldenspike.server.security import required
from goldenspike.server.services import Services
from goldenspike.server.table.keeping import offload_if_slow
from goldenspike.server.table.news import csrf_field, templates_of
from goldenspike.server.table.pages import action_in, actions_in, number_in, position_in
from goldenspike.server.table.panel import encode
from goldenspike.server.table.parts import PARTS_OF_A_POSITION, render_parts
from goldenspike.server.table.quick_pages import SECONDS, figures
from goldenspike.server.table.refusals import why_not_here
from goldenspike.view import preview
from goldenspike.view.prospects import lay_prospects

PlanId = Annotated[str, PathParameter(max_length=24, pattern="^[a-z0-9]+$")]
_ASSUMED = "assumed-"


def _to(opened: OpenPlan) -> Redirect:
    return Redirect(plan_path(opened), status_code=HTTP_303_SEE_OTHER)


def _to_table(table_id: str) -> Redirect:
    return Redirect(f"/t/{table_id}", status_code=HTTP_303_SEE_OTHER)


class PlanPages(Controller):
    path = "/t/{table_id:str}/plans"
    include_in_schema = False

    @post("/", status_code=HTTP_200_OK)
    async def create(self, table_id: TableId, data: Form, person: Visitor, services: TheServices) -> Redirect:
        """Try it out: a new plan that begins at the present position."""
        planner = required(person)
        services.limits.for_plans(planner)
        return _to(await services.plans.create(planner, table_id))

    @get("/{plan_id:str}")
    async def show(
        self,
        table_id: TableId,
        plan_id: PlanId,
        request: AnyRequest,
        person: Visitor,
        services: TheServices,
        words: TheWords,
        seat: Number = None,
        run: Number = None,
    ) -> Template:
        planner = required(person)
        services.limits.for_plans(planner)
        opened = await services.plans.open(planner, table_id, plan_id)
        return await _template(present_plan(services, opened, planner, words, seat, run), planner, request)

    @post("/{plan_id:str}/act", status_code=HTTP_200_OK)
    async def act(self, table_id: TableId, plan_id: PlanId, data: Form, person: Visitor, services: TheServices) -> Redirect:
        """Try a move of whoever is asked."""
        planner = required(person)
        services.limits.for_plans(planner)
        ply = number_in(data, "ply")
        if ply is None:
            raise Problem(400, "bad_number", field="ply")
        return _to(await services.plans.act(planner, table_id, plan_id, ply, actions_in(data)))

    @post("/{plan_id:str}/undo", status_code=HTTP_200_OK)
    async def undo(self, table_id: TableId, plan_id: PlanId, data: Form, person: Visitor, services: TheServices) -> Redirect:
        planner = required(person)
        services.limits.for_plans(planner)
        return _to(await services.plans.undo(planner, table_id, plan_id, number_in(data, "to_ply")))

    @post("/{plan_id:str}/assume", status_code=HTTP_200_OK)
    async def assume(self, table_id: TableId, plan_id: PlanId, data: Form, person: Visitor, services: TheServices) -> Redirect:
        """Assume how much money somebody has: a field `assumed-PRR` for each."""
        planner = required(person)
        services.limits.for_plans(planner)
        fields = [name for name in data if name.startswith(_ASSUMED)]
        amounts = {name.removeprefix(_ASSUMED): number_in(data, name) for name in fields}
        known = {name: amount for name, amount in amounts.items() if amount is not None}
        return _to(await services.plans.assume(planner, table_id, plan_id, known))

    @post("/{plan_id:str}/rename", status_code=HTTP_200_OK)
    async def rename(self, table_id: TableId, plan_id: PlanId, data: Form, person: Visitor, services: TheServices) -> Redirect:
        planner = required(person)
        services.limits.for_plans(planner)
        return _to(await services.plans.rename(planner, table_id, plan_id, data.get("name", "")))

    @post("/{plan_id:str}/copy", status_code=HTTP_200_OK)
    async def copy(self, table_id: TableId, plan_id: PlanId, data: Form, person: Visitor, services: TheServices) -> Redirect:
        """Another line with the same moves, to go on differently."""
        planner = required(person)
        services.limits.for_plans(planner)
        return _to(await services.plans.copy(planner, table_id, plan_id))

    @post("/{plan_id:str}/discard", status_code=HTTP_200_OK)
    async def discard(self, table_id: TableId, plan_id: PlanId, data: Form, person: Visitor, services: TheServices) -> Redirect:
        planner = required(person)
        services.limits.for_plans(planner)
        try:
            await services.plans.discard(planner, table_id, plan_id)
        except Problem as problem:
            if not await _is_late(services, planner, table_id, problem):
                raise
        return _to_table(table_id)

    @post("/{plan_id:str}/send", status_code=HTTP_200_OK)
    async def send(self, table_id: TableId, plan_id: PlanId, data: Form, person: Visitor, services: TheServices) -> Redirect:
        """Make one's own moves at the beginning of the plan."""
        planner = required(person)
        services.limits.for_actions(planner)
        try:
            await services.plans.send(planner, table_id, plan_id, position_in(data) if "ply" in data else None)
        except Problem as problem:
            if not await _is_late(services, planner, table_id, problem):
                raise
        return _to_table(table_id)

    # --- what the scripts of the board ask for

    @get("/{plan_id:str}/rules")
    async def rules(self, table_id: TableId, plan_id: PlanId) -> Redirect:
        return Redirect(f"/t/{table_id}/rules")

    @get("/{plan_id:str}/tile/{tile:str}/{rotation:int}", media_type="image/svg+xml")
    async def tile(
        self, table_id: TableId, plan_id: PlanId, tile: FromPath[str], rotation: FromPath[int], services: TheServices
    ) -> Response[str]:
        """A tile as a picture, for choosing."""
        setup = (await services.tables.live.get(table_id)).setup
        if tile not in setup.tile_index or not 0 <= rotation < 6:
            raise not_found("tile")
        picture = svg.tile(setup, setup.tile_index[tile], rotation, theme="page")
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})

    @get("/{plan_id:str}/lays/{hex:str}")
    async def lays(
        self,
        table_id: TableId,
        plan_id: PlanId,
        hex: FromPath[str],
        person: Visitor,
        services: TheServices,
        words: TheWords,
    ) -> Response[dict[str, Any]]:
        """For each tile that fits on a hex: how many are left, its cost, and what the railroad could earn with it."""
        page = await _open(services, required(person), table_id, plan_id, words)
        setup, number = page.table.setup, page.table.setup.hex_index.get(hex)
        if number is None:
            raise not_found("hex")
        seat = page.seat
        if seat is None or seat not in page.actors:
            return Response({"ply": page.ply, "lays": {}})
        async with services.prospects:
            end = time.monotonic() + SECONDS
            found = await asyncio.to_thread(lay_prospects, setup, page.state, seat, number, lambda: time.monotonic() > end)
        said = {encode(to_wire(setup, lay.action)): figures(lay, found, page.words, page.table.context) for lay in found.lays}
        return Response({"ply": page.ply, "lays": said}, headers={"cache-control": "no-store"})

    @post("/{plan_id:str}/why", status_code=HTTP_200_OK)
    async def why(
        self, table_id: TableId, plan_id: PlanId, data: Form, person: Visitor, services: TheServices, words: TheWords
    ) -> dict[str, Any]:
        """Why nothing can be built on a hex, in a sentence."""
        page = await _open(services, required(person), table_id, plan_id, words)
        setup, hex = page.table.setup, data.get("hex", "")
        if hex not in setup.hex_index:
            raise not_found("hex")
        if page.seat is None or page.seat not in page.actors:
            return {"sentence": ""}
        found = why_not_here(setup, page.state, page.seat, setup.hex_index[hex], page.words, page.table.context)
        return {"sentence": found}

    @post("/{plan_id:str}/preview", status_code=HTTP_200_OK)
    async def preview(
        self, table_id: TableId, plan_id: PlanId, data: Form, person: Visitor, services: TheServices, words: TheWords
    ) -> dict[str, Any]:
        """The effects of a move, as sentences."""
        page = await _open(services, required(person), table_id, plan_id, words)
        if number_in(data, "ply") not in (None, page.ply):
            return {"lines": []}
        setup, action = page.table.setup, services.tables.read_action(page.table, action_in(data))
        try:
            shown = await offload_if_slow([action], lambda: preview(setup, page.state, player_of(action), action))
        except IllegalAction as error:
            raise refused(error.refusal, page.table.context) from None
        return {"lines": page.words.say(shown.events, page.table.context, preview=True)}


async def _is_late(services: Services, player: Person, table_id: str, problem: Problem) -> bool:
    """Whether a plan was already sent or discarded, by a double click or in another window: the table shows what became of it."""
    is_late = problem.code in ("no_such_plan", "plan_not_due", "stale")
    return is_late and bool((await services.tables.live.get(table_id)).seats_of(player))


async def _open(services: Services, person: Person, table_id: str, plan_id: str, words: TheWords) -> PlanPage:
    services.limits.for_actions(person)
    return present_plan(services, await services.plans.open(person, table_id, plan_id), person, words)


async def _template(page: PlanPage, planner: Person, request: AnyRequest) -> Template:
    plan, words, services = page.plan, page.words, page.services
    title = page.table.setup.title
    lacking = {"privates": not title.privates, "auction": not title.privates}
    parts = await render_parts(templates_of(request), page, [name for name in PARTS_OF_A_POSITION if not lacking.get(name)])
    csrf = csrf_field(request)
    others = await services.plans.open_all(planner, plan.table)
    outcome_of = services.plans.outcome_of
    lines = [now_shown(plan, await outcome_of(plan, 0), words)]
    lines += [line_shown(one, await outcome_of(one), words, plan.plan.id) for one in others]
    context = {
        "page": page,
        "plan": plan,
        "path": plan_path(plan),
        "moves": moves_shown(page),
        "misfit": misfit_of(plan, words),
        "waits_for": waits_for(plan),
        "lines": lines,
        "assumed": assumed_shown(plan),
        "table": plan.table,
        "setup": plan.table.setup,
        "person": planner,
        "words": words,
        "parts": {name: {"version": part.version, "html": part.with_csrf(csrf)} for name, part in parts.items()},
    }
    return Template("plan.html", context=context)
