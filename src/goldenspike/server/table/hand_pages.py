"""A player's phone at a real table: one card at a time, for the turn, the papers in hand and the railroads."""

from typing import Any

from litestar import Controller, Response, get
from litestar.response import Redirect

from goldenspike.server.requests import AnyRequest, Number, TableId, TheServices, TheWords, Visitor
from goldenspike.server.table.news import address_of_server
from goldenspike.server.table.pages import show_page
from goldenspike.server.table.parts import HAND_PARTS
from goldenspike.server.table.present import present_table


class HandPages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}/hand")
    async def hand(
        self,
        table_id: TableId,
        request: AnyRequest,
        person: Visitor,
        services: TheServices,
        words: TheWords,
        seat: Number = None,
    ) -> Response[Any]:
        """Those who only watch have nothing in hand: they get the whole table."""
        table = await services.tables.live.get(table_id)
        if not table.seats_of(person):
            return Redirect(table.path)
        page = await present_table(services, table, person, words, seat=seat, address=address_of_server(request))
        return await show_page(page, request, "hand.html", HAND_PARTS)
