"""What the table page asks the coach: advice, what is at stake, whether a move was good, why bots did what they did, and which
decisions mattered most.
"""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK

from goldenspike.server.errors import wants_page
from goldenspike.server.requests import AnyRequest, Form, TableId, TheServices, TheWords, Visitor
from goldenspike.server.security import required
from goldenspike.server.services import Services
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.panel import encode
from goldenspike.server.words import Words


class CoachPages(Controller):
    path = "/t"
    include_in_schema = False

    @post("/{table_id:str}/coach", status_code=HTTP_200_OK)
    async def advise(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """What is to be decided, which choices there are, and which one the coach would make."""
        asking = required(person)
        services.limits.for_coach(asking)
        table = await services.tables.live.get(table_id)
        words = words.at(table.setup.title.name)
        table, advice = await services.coaching.advise(asking, table_id, words)
        actions = [encode(choice.action) for choice in advice.choices] if advice is not None else []
        return _answer(request, "advice", table, words, advice=advice, actions=actions)

    @post("/{table_id:str}/stakes", status_code=HTTP_200_OK)
    async def stakes(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """What is at stake now."""
        table, words = await _asked(services, person, table_id, words)
        return _answer(
            request, "stakes", table, words, stakes=await services.coaching.at_stake(required(person), table_id, words)
        )

    @post("/{table_id:str}/judge", status_code=HTTP_200_OK)
    async def judge(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """Whether the last decision was good."""
        table, words = await _asked(services, person, table_id, words)
        return _answer(request, "judged", table, words, judged=await services.coaching.judge(required(person), table_id, words))

    @post("/{table_id:str}/reasons", status_code=HTTP_200_OK)
    async def reasons(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """Why the bots did what they did."""
        table, words = await _asked(services, person, table_id, words)
        return _answer(
            request, "reasons", table, words, reasons=await services.coaching.reasons(required(person), table_id, words)
        )

    @get("/{table_id:str}/decisions")
    async def decisions(
        self, table_id: TableId, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """After a game: the decisions that mattered most."""
        table, words = await _asked(services, person, table_id, words)
        back = await services.looking_back.decisions(required(person), table_id, words)
        return _answer(request, "decisions", table, words, back=back)


async def _asked(services: Services, person: Visitor, table_id: str, words: Words) -> tuple[LiveTable, Words]:
    services.limits.for_coach(required(person))
    table = await services.tables.live.get(table_id)
    return table, words.at(table.setup.title.name)


def _answer(request: AnyRequest, piece: str, table: LiveTable, words: Words, **said: Any) -> Response[Any]:
    """A piece of the page for scripts, a page of its own without JavaScript."""
    name = "coach.html" if wants_page(request) else f"pieces/{piece}.html"
    context = {"person": request.scope.get("user"), "words": words, "table": table, "piece": f"pieces/{piece}.html", **said}
    return Template(name, context=context)
