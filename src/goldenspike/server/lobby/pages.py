"""Lobby, new table, import and help."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, ParamSpec, TypeVar

from litestar import Controller, Response, get, post
from litestar.datastructures import Cookie, UploadFile
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike import svg
from goldenspike.protocol.messages import SeatKind, SeatRequest, Section, TableRequest
from goldenspike.server.accounts.pages import person_or_guest
from goldenspike.server.errors import retry_after, wants_page
from goldenspike.server.lobby.form import DEFAULT_PLAYERS, board_of, is_as_shown, make_form, request_in
from goldenspike.server.lobby.help import help_sections, ruling_sections
from goldenspike.server.lobby.summary import ago
from goldenspike.server.lobby.welcome import turn_pictures
from goldenspike.server.offload import offload_timed
from goldenspike.server.problem_codes import known_problems
from goldenspike.server.problems import Problem, not_found
from goldenspike.server.requests import AnyRequest, Form, Number, TableId, TheServices, TheWords, Visitor, address_of
from goldenspike.server.security import required
from goldenspike.server.services import Services
from goldenspike.server.table.log_lines import clock
from goldenspike.server.table.records import MOST_BYTES
from goldenspike.server.table.seating import limit_new_table
from goldenspike.titles.catalogue import CATALOGUE, find_version, make

SHORT_LIST = 8
"""Tables of each list on the first page of the lobby."""
LONG_LIST = 20
"""Tables on a page of a single list."""
GAMES = tuple(f"{entry.name}/{version.name}" for entry in CATALOGUE for version in entry.versions)


@cache
def _small_board(title: str, version: str) -> str:
    found = find_version(title, version)
    return svg.thumbnail(make(title, version, max(found.players)))


Answer = TypeVar("Answer")
Parameters = ParamSpec("Parameters")


async def _compute(
    services: Services,
    request: AnyRequest,
    work: Callable[Parameters, Answer],
    *values: Parameters.args,
    **named: Parameters.kwargs,
) -> Answer:
    """Do something that may generate a random map; nobody can keep the processor busy with it."""
    address = address_of(request)
    services.limits.for_computing(address)
    answer, seconds = await offload_timed(work, *values, **named)
    services.limits.charge(address, seconds)
    return answer


class LobbyPages(Controller):
    path = "/"
    include_in_schema = False

    @get("/")
    async def lobby(
        self,
        person: Visitor,
        services: TheServices,
        words: TheWords,
        show: FromQuery[str] = "",
        game: FromQuery[str] = "",
        page: Number = None,
    ) -> Template:
        """All lists, shortened; or one of them, page by page. `game` filters by a version, such as "1830/classic"."""
        chosen = next((section for section in Section if section == show), None)
        sections = [one for one in Section if one is not Section.ARCHIVE] if chosen is None else [chosen]
        size = SHORT_LIST if chosen is None else LONG_LIST
        wanted = game if game in GAMES else ""
        pages = await services.lobby.pages(sections, person, page or 1, size, wanted)
        tables = [table for found in pages.values() for table in found.tables]
        has_clocks = person is not None and any(table.deadline for table in tables)
        today = services.puzzles.today
        context = {
            "today": today,
            "today_solved": today.id in await services.puzzles.solved(person),
            "person": person,
            "words": words,
            "pages": pages,
            "chosen": chosen,
            "game": wanted,
            "games": GAMES,
            "is_new": await services.lessons.is_new(person),
            "turn": turn_pictures(),
            "summaries": await services.summaries.of(services.lobby, tables, person, words),
            "iso": clock,
            "now": services.tables.now(),
            "zone": (await services.clocks.calendar(required(person))).zone if has_clocks else "UTC",
            "ago": lambda milliseconds: ago(milliseconds, words.language),
        }
        return Template("lobby.html", context=context)

    @get("/next")
    async def next(
        self, person: Visitor, services: TheServices, after: Annotated[str, QueryParameter(name="from", max_length=24)] = ""
    ) -> Response[Any]:
        """To the table that has been waiting longest for the reader; to the lobby if none waits."""
        waiting = await services.lobby.next_waiting(person, after) if person is not None else None
        return Redirect("/" if waiting is None else f"/t/{waiting.id}", status_code=HTTP_303_SEE_OTHER)

    @post("/remove/{table_id:str}", status_code=HTTP_200_OK)
    async def remove(self, table_id: TableId, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        """Archive a finished game, or a table that nobody else needs."""
        await services.lobby.remove(required(person), table_id)
        return Redirect("/", status_code=HTTP_303_SEE_OTHER)

    @post("/take-back/{table_id:str}", status_code=HTTP_200_OK)
    async def take_back(self, table_id: TableId, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        """Take a table back from the archive."""
        await services.lobby.take_back(required(person), table_id)
        return Redirect("/", status_code=HTTP_303_SEE_OTHER)

    @get("/new")
    async def new(self, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords) -> Template:
        form = {name: value for name, value in request.query_params.items() if isinstance(value, str)}
        shown = await _compute(services, request, make_form, form, words, services.roster)
        return Template("new.html", context={"person": person, "words": words, "form": shown, "board": ""})

    @post("/new", status_code=HTTP_200_OK)
    async def create(
        self, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        # Checking the options may generate a random map, so it runs in a thread.
        form = await _compute(services, request, make_form, data, words, services.roster)
        context = {"person": person, "words": words, "form": form, "board": ""}
        if form.conflict:
            return Template("new.html", context=context, status_code=422)
        if data.get("do") == "check" or not is_as_shown(data):
            board = await _compute(services, request, board_of, data, words)
            return Template("new.html", context={**context, "board": board})
        host, cookies = person, list[Cookie]()
        try:
            host, cookies = await person_or_guest(services, request, person, data.get("my_name", ""))
            requested = request_in(data, services.roster)
            limit_new_table(services.limits, host, address_of(request), requested)
            table_id = await services.seating.create(host, requested)
        except Problem as problem:
            if not wants_page(request):
                raise
            again = {**context, "person": host, "form": replace(form, conflict=words.problem(problem))}
            headers = retry_after(problem)
            return Template("new.html", context=again, status_code=problem.status, headers=headers, cookies=cookies)
        table = await services.tables.live.get(table_id)
        # Whoever takes no seat at a real table opens it on the laptop in the middle, for the phones of the others.
        is_big_screen = not table.setup.has_map and not table.seats_of(host)
        path = f"{table.path}/screen" if is_big_screen else table.path
        return Redirect(path, status_code=HTTP_303_SEE_OTHER, cookies=cookies)

    @post("/quick", status_code=HTTP_200_OK)
    async def quick(
        self, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """A game against bots with one click."""
        host, cookies = await person_or_guest(services, request, person, data.get("name", "") or words("lobby.newcomer"))
        services.limits.for_new_tables(host, address_of(request))
        entry = CATALOGUE[0]
        bots = [SeatRequest("bot", bot=services.roster.default_bot) for _ in range(DEFAULT_PLAYERS - 1)]
        requested = TableRequest(
            title=entry.name,
            version="classic",
            options={"knowledge": "open"},
            seats=[SeatRequest("me"), *bots],
            listed=False,
        )
        table_id = await services.seating.create(host, requested)
        return Redirect(f"/t/{table_id}", status_code=HTTP_303_SEE_OTHER, cookies=cookies)

    @post("/import", status_code=HTTP_200_OK, request_max_body_size=MOST_BYTES)
    async def import_(self, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords) -> Response[Any]:
        data = await request.form()
        file = data.get("record")
        if not isinstance(file, UploadFile):
            raise Problem(422, "no_file")
        name = data.get("name", "")
        host, cookies = await person_or_guest(
            services, request, person, name if isinstance(name, str) and name else words("lobby.newcomer")
        )
        kind = SeatKind.OPEN if data.get("phones") else SeatKind.LOCAL
        table_id = await services.records.import_(host, await file.read(), address_of(request), kind=kind)
        screen = "/screen" if kind is SeatKind.OPEN else ""
        return Redirect(f"/t/{table_id}{screen}", status_code=HTTP_303_SEE_OTHER, cookies=cookies)

    @get("/board/{title:str}/{version:str}", media_type="image/svg+xml")
    async def board(self, title: FromPath[str], version: FromPath[str]) -> Response[str]:
        """A small picture of a version's board at the start."""
        if f"{title}/{version}" not in GAMES:
            raise not_found("version")
        picture = await asyncio.to_thread(_small_board, title, version)
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})

    @get("/help")
    async def help(self, person: Visitor, words: TheWords) -> Template:
        sections = await asyncio.to_thread(help_sections, words.language)
        return Template("help.html", context={"person": person, "words": words, "sections": sections})

    @get("/help/problems")
    async def problems(self, person: Visitor, words: TheWords) -> Template:
        """The codes of problem documents, where their `type` leads."""
        context = {"person": person, "words": words, "problems": known_problems(words.language)}
        return Template("problems.html", context=context)

    @get("/help/rulings")
    async def rulings(self, person: Visitor, words: TheWords) -> Template:
        """How ambiguous rules are read."""
        context = {"person": person, "words": words, "sections": ruling_sections(words.language)}
        return Template("rulings.html", context=context)
