"""What concerns the history of a table: copies of a position, reports of its rounds and their feed."""

from collections.abc import Sequence

from litestar import Controller, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.server.offload import offload_timed
from goldenspike.server.problems import Problem, not_found
from goldenspike.server.requests import AnyRequest, Form, TableId, TheServices, TheWords, Visitor, address_of
from goldenspike.server.security import required
from goldenspike.server.services import Services
from goldenspike.server.table.copies import Against
from goldenspike.server.table.feed import write_feed
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.news import address_of_server
from goldenspike.server.table.pages import number_in
from goldenspike.server.table.reports import RoundReport, report_picture, round_reports
from goldenspike.server.words import Words


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

    @get("/{table_id:str}/reports")
    async def reports(
        self, table_id: TableId, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Template:
        """The reports of the last rounds, to read and to pass on."""
        table, found = await _reports(services, request, table_id, words)
        return Template("reports.html", context={"table": table, "reports": found, "person": person, "words": words})

    @get("/{table_id:str}/reports/{ply:int}/text", media_type="text/plain")
    async def report_text(
        self, table_id: TableId, ply: FromPath[int], request: AnyRequest, services: TheServices, words: TheWords
    ) -> Response[str]:
        _, report = await _report(services, request, table_id, ply, words)
        return Response(report.text, media_type="text/plain", headers={"cache-control": "private, max-age=300"})

    @get("/{table_id:str}/reports/{ply:int}/picture", media_type="image/svg+xml")
    async def report_picture(
        self, table_id: TableId, ply: FromPath[int], request: AnyRequest, services: TheServices, words: TheWords
    ) -> Response[str]:
        table, report = await _report(services, request, table_id, ply, words)
        state = await services.tables.live.state_at(table, report.ply)
        picture = report_picture(table, state, report, words.at(table.setup.title.name))
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=300"})

    @post("/{table_id:str}/copy", status_code=HTTP_200_OK)
    async def copy(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Redirect:
        """Play from a position alone, at a table of one's own."""
        owner = required(person)
        ply = number_in(data, "ply")
        against = data.get("against", "")
        if ply is None or against not in tuple(Against):
            raise Problem(400, "bad_number", field="ply" if ply is None else "against")
        services.limits.for_new_tables(owner, address_of(request))
        copy_id = await services.copies.copy(owner, table_id, ply, Against(against), words)
        return Redirect(f"/t/{copy_id}", status_code=HTTP_303_SEE_OTHER)


async def _reports(
    services: Services, request: AnyRequest, table_id: str, words: Words
) -> tuple[LiveTable, Sequence[RoundReport]]:
    address = address_of(request)
    services.limits.for_computing(address)
    table = await services.tables.live.get(table_id)
    moves = await services.tables.live.moves(table)
    found, seconds = await offload_timed(round_reports, table, tuple(moves), words.at(table.setup.title.name))
    services.limits.charge(address, seconds)
    return table, found


async def _report(
    services: Services, request: AnyRequest, table_id: str, ply: int, words: Words
) -> tuple[LiveTable, RoundReport]:
    table, found = await _reports(services, request, table_id, words)
    report = next((one for one in found if one.ply == ply), None)
    if report is None:
        raise not_found("ply")
    return table, report
