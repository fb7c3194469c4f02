"""Forms of the table page for hints, stand-ins and reminders."""

from dataclasses import asdict
from typing import Any

from litestar import Controller, Response, get, post
from litestar.status_codes import HTTP_200_OK

from goldenspike.server.errors import wants_page
from goldenspike.server.notices.nudging import nudge
from goldenspike.server.problems import not_found
from goldenspike.server.requests import AnyRequest, Form, TableId, TheServices, TheWords, Visitor
from goldenspike.server.security import required
from goldenspike.server.table.news import address_of_server
from goldenspike.server.table.pages import done, number_in, show_page
from goldenspike.server.table.panel import encode
from goldenspike.server.table.present import present_table
from goldenspike.server.table.table_page import HintShown


def seat_in(form: dict[str, str]) -> int:
    seat = number_in(form, "seat")
    if seat is None:
        raise not_found("seat")
    return seat


class ThinkingPages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}/queue")
    async def queue(self, table_id: TableId, services: TheServices, words: TheWords) -> dict[str, Any]:
        """Whether a bot is to move, and how many requests of others it waits for, in words."""
        before = services.bots.count_before(await services.tables.live.get(table_id))
        return {"asked": before is not None, "text": words("table.queue", count=before) if before else ""}

    @post("/{table_id:str}/hint", status_code=HTTP_200_OK)
    async def hint(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """A hint: JSON for scripts, the whole page without JavaScript."""
        asking = required(person)
        services.limits.for_hints(asking)
        hinted = await services.hints.ask(asking, table_id, number_in(data, "seat"))
        table = hinted.table
        said = HintShown(hinted.move(words), hinted.why(words), encode(hinted.wire), table.ply, table.undos)
        if not wants_page(request):
            return Response(asdict(said))
        address = address_of_server(request)
        page = await present_table(services, hinted.table, person, words, seat=hinted.seat, address=address)
        page.hint = said
        return await show_page(page, request)

    @post("/{table_id:str}/stand-in", status_code=HTTP_200_OK)
    async def stand_in(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        asking = required(person)
        services.limits.for_seats(asking)
        table = await services.stand_ins.propose(asking, table_id, seat_in(data), data.get("bot", ""))
        return await done(request, table)

    @post("/{table_id:str}/stand-in/vote", status_code=HTTP_200_OK)
    async def vote(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        voter = required(person)
        services.limits.for_seats(voter)
        table = await services.stand_ins.vote(voter, table_id, data.get("agree") == "yes", data.get("request"))
        return await done(request, table)

    @post("/{table_id:str}/leave/ask", status_code=HTTP_200_OK)
    async def ask_to_leave(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        """Ask the others for their consent to leave the game."""
        asking = required(person)
        services.limits.for_seats(asking)
        return await done(request, await services.stand_ins.ask_to_leave(asking, table_id))

    @post("/{table_id:str}/stand-in/end", status_code=HTTP_200_OK)
    async def take_back(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        owner = required(person)
        services.limits.for_seats(owner)
        table = await services.stand_ins.take_back(owner, table_id, seat_in(data))
        return await done(request, table)

    @post("/{table_id:str}/nudge", status_code=HTTP_200_OK)
    async def nudge(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        """Remind a player whom the game is waiting for."""
        asking = required(person)
        services.limits.for_seats(asking)
        return await done(request, await nudge(services.tables, asking, table_id, seat_in(data)))
