"""The big screen: what everybody at a real table may see, on a laptop, a television or a projector."""

from collections.abc import Sequence
from itertools import pairwise

from litestar import Controller, get
from litestar.response import Template

from goldenspike.core.holders import CHANCE
from goldenspike.core.title import RoundKind
from goldenspike.protocol.messages import SeatKind
from goldenspike.server.qr import picture_of
from goldenspike.server.requests import AnyRequest, TableId, TheServices, TheWords, Visitor
from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.table.news import address_of_server
from goldenspike.server.table.part_context import roundels_of
from goldenspike.server.table.present import present_whole_table
from goldenspike.server.table.table_page import TablePage
from goldenspike.view.model import CompanyView, PrivateView

LINES = 5
"""The last moves that are told."""
BREAK = 30 * 60_000
"""Milliseconds; when nobody has moved for longer, people were not thinking: they ate, slept or met again a week later."""


def operating_order(page: TablePage) -> list[CompanyView]:
    """The railroads that operate, in order."""
    running = [company for company in page.whole_view.companies if company.order is not None]
    return sorted(running, key=lambda company: company.order or 0)


def private_companies(page: TablePage) -> Sequence[PrivateView]:
    """All of them while they are sold at the beginning: no railroad operates yet."""
    return page.whole_view.privates if page.state.round <= RoundKind.AUCTION else ()


def invitation(table: LiveTable, address: str) -> str:
    """Where somebody without an account takes a seat by typing a name."""
    return f"{address}/t/{table.id}/join/{table.invite}"


def thinking_times(moves: Sequence[Move], players: int) -> list[int]:
    """Milliseconds that each seat has taken for its moves; a break counts for nobody."""
    total = [0] * players
    for before, move in pairwise(moves):
        taken = move.made_at - before.made_at
        if move.seat != CHANCE and 0 <= taken <= BREAK:
            total[move.seat] += taken
    return total


def _is_open(table: LiveTable) -> bool:
    return any(seat.kind is SeatKind.OPEN for seat in table.seats)


class ScreenPages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}/screen")
    async def screen(
        self, table_id: TableId, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Template:
        """As a spectator sees it, whoever looks: hidden money stays hidden."""
        table = await services.tables.live.get(table_id)
        page = await present_whole_table(services, table, None, words)
        is_at_table = person is not None and (person.id == table.host_id or bool(table.seats_of(person)))
        address = invitation(table, address_of_server(request)) if _is_open(table) and is_at_table else ""
        moves = [line for line in page.log if line.kind == "move"]
        return Template(
            "screen.html",
            context={
                "page": page,
                "table": table,
                "view": page.whole_view,
                "setup": table.setup,
                "names": table.names,
                "words": page.words,
                "order": operating_order(page),
                "for_sale": () if address else private_companies(page),
                "roundels": roundels_of(table.setup),
                "last": moves[-LINES:],
                "invitation": address,
                "code": picture_of(address) if address else "",
                "times": thinking_times(page.moves, len(table.seats)),
                "waited": services.tables.now() - page.moves[-1].made_at if page.moves else 0,
            },
        )
