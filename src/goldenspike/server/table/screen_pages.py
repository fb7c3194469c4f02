"""The big screen: what everybody at a real table may see, on a laptop, a television or a projector."""

from litestar import Controller, get
from litestar.response import Template

from goldenspike.server.requests import TableId, TheServices, TheWords
from goldenspike.server.table.parts import roundels_of
from goldenspike.server.table.present import TablePage, present_table
from goldenspike.view.model import CompanyView

LINES = 5
"""The last moves that are told."""


def operating_order(page: TablePage) -> list[CompanyView]:
    """The railroads that operate, in order."""
    running = [company for company in page.view.companies if company.order is not None]
    return sorted(running, key=lambda company: company.order or 0)


class ScreenPages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}/screen")
    async def screen(self, table_id: TableId, services: TheServices, words: TheWords) -> Template:
        """As a spectator sees it, whoever looks: hidden money stays hidden."""
        table = await services.tables.live.get(table_id)
        page = await present_table(services, table, None, words)
        await page.load()
        moves = [line for line in page.log if line.kind == "move"]
        return Template(
            "screen.html",
            context={
                "page": page,
                "table": table,
                "view": page.view,
                "setup": table.setup,
                "names": table.names,
                "words": page.words,
                "order": operating_order(page),
                "roundels": roundels_of(table.setup),
                "last": moves[-LINES:],
                "waited": services.tables.now() - page.moves[-1].made_at if page.moves else 0,
            },
        )
