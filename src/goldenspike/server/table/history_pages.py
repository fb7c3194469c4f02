"""What concerns the history of a table: copies of a position, and the feed of its rounds."""

from litestar import Controller, Response, get, post
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.server.offload import offload_timed
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, Form, TableId, TheServices, TheWords, Visitor, address_of
from goldenspike.server.security import required
from goldenspike.server.table.copies import Against
from goldenspike.server.table.feed import write_feed
from goldenspike.server.table.news import address_of_server
from goldenspike.server.table.pages import number_in


class HistoryPages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}/feed", media_type="application/atom+xml")
    async def feed(self, table_id: TableId, request: AnyRequest, services: TheServices, words: TheWords) -> Response[bytes]:
        """A report of each round that has ended."""
        address = address_of(request)
        services.limits.for_computing(address)
        table = await services.tables.live.get(table_id)
        moves = await services.tables.live.moves(table)
        title = table.setup.title.name
        feed, seconds = await offload_timed(write_feed, table, tuple(moves), words.at(title), address_of_server(request))
        services.limits.charge(address, seconds)
        return Response(feed, media_type="application/atom+xml", headers={"cache-control": "private, max-age=300"})

    @post("/{table_id:str}/copy", status_code=HTTP_200_OK)
    async def copy(self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Redirect:
        """Play from a position alone, at a table of one's own."""
        owner = required(person)
        ply = number_in(data, "ply")
        against = data.get("against", "")
        if ply is None or against not in tuple(Against):
            raise Problem(400, "bad_number", field="ply" if ply is None else "against")
        services.limits.for_new_tables(owner, address_of(request))
        copy_id = await services.copies.copy(owner, table_id, ply, Against(against))
        return Redirect(f"/t/{copy_id}", status_code=HTTP_303_SEE_OTHER)
