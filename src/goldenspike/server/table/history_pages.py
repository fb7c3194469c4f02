"""Forms of the history bar."""

from litestar import Controller, post
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, Form, TableId, TheServices, Visitor, address_of
from goldenspike.server.security import required
from goldenspike.server.table.copies import Against
from goldenspike.server.table.pages import number_in


class HistoryPages(Controller):
    path = "/t"
    include_in_schema = False

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
