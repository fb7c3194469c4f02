"""Pages to print from: the components of a title or of a table, the position of a table, and its result."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from litestar import Controller, Response, get
from litestar.params import FromPath
from litestar.response import Template

from goldenspike.core.ids import Player
from goldenspike.core.title import RoundKind, Setup
from goldenspike.printing import (
    KINDS,
    PAPERS,
    Page,
    Wanted,
    component_pages,
    is_installed,
    name_kind,
    position_pages,
    score_pages,
)
from goldenspike.server.accounts.people import Person
from goldenspike.server.offload import offload
from goldenspike.server.problems import Problem, bad_setup, not_found
from goldenspike.server.requests import AnyRequest, TableId, TheServices, TheWords, Visitor, address_of
from goldenspike.server.services import Services
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.words import Words
from goldenspike.titles.catalogue import CATALOGUE, BadSetup, Entry, make

_PAGE = "print.html"
_PLAYERS = 4
"""The number of players for the aids, if none is given."""


def _entry(title: str) -> Entry:
    for entry in CATALOGUE:
        if entry.name == title:
            return entry
    raise not_found("title")


def _kinds(query: Mapping[str, str]) -> Sequence[str]:
    """The kinds whose boxes are ticked; all if none is."""
    return [kind for kind in KINDS if kind in query] or KINDS


def _wanted(query: Mapping[str, str]) -> Wanted:
    paper = PAPERS.get(query.get("paper", "a4"))
    if paper is None:
        raise Problem(422, "bad_paper", known=", ".join(PAPERS))
    return Wanted(paper, "duplex" in query, "one_sheet" in query)


def _setup(entry: Entry, query: Mapping[str, str]) -> Setup:
    players = query.get("players", "")
    try:
        return make(entry.name, query.get("version") or entry.versions[0].name, int(players) if players.isdecimal() else _PLAYERS)
    except BadSetup as error:
        raise bad_setup(error) from None


class PrintPages(Controller):
    path = "/"
    include_in_schema = False

    @get("/print/{title:str}")
    async def components(self, title: FromPath[str], person: Visitor, words: TheWords) -> Template:
        """Which components to print, and how."""
        entry = _entry(title)
        context = {"versions": entry.versions, "players": entry.versions[0].players, "table": None}
        return Template(_PAGE, context={"person": person, **_context(title, words.at(title)), **context})

    @get("/print/{title:str}/pdf", media_type="application/pdf")
    async def components_pdf(
        self, title: FromPath[str], request: AnyRequest, services: TheServices, words: TheWords
    ) -> Response[bytes]:
        query, entry = dict(request.query_params), _entry(title)
        wanted, kinds, own = _wanted(query), _kinds(query), words.at(entry.name)
        setup = await offload(_setup, entry, query)
        return await _answer(
            services, request, f"{title}-{setup.title.version}", lambda: component_pages(setup, own, kinds, wanted)
        )

    @get("/t/{table_id:str}/print")
    async def at_table(self, table_id: TableId, person: Visitor, services: TheServices, words: TheWords) -> Template:
        """What can be printed of a table."""
        table = await services.tables.live.get(table_id)
        context = {"table": table, "versions": (), "players": (), "is_over": table.state.round == RoundKind.OVER}
        title = table.setup.title.name
        return Template(_PAGE, context={"person": person, **_context(title, words.at(title)), **context})

    @get("/t/{table_id:str}/print/{what:str}", media_type="application/pdf")
    async def of_table(
        self,
        table_id: TableId,
        what: FromPath[str],
        request: AnyRequest,
        person: Visitor,
        services: TheServices,
        words: TheWords,
    ) -> Response[bytes]:
        """The components of a table with its options, its position as the reader sees it, or its result."""
        table = await services.tables.live.get(table_id)
        query = dict(request.query_params)
        wanted, kinds = _wanted(query), _kinds(query)
        own = words.at(table.setup.title.name)
        setup, state, names, seat = table.setup, table.state, table.names, _seat_of(table, person)

        def pages() -> list[Page]:
            if what == "components":
                return component_pages(setup, own, kinds, wanted)
            make_pages = position_pages if what == "position" else score_pages
            return make_pages(setup, state, names, own, wanted.paper, seat)

        if what not in ("components", "position", "scores"):
            raise not_found("act")
        if what == "scores" and state.round != RoundKind.OVER:
            raise Problem(409, "not_over")
        return await _answer(services, request, f"{table.id}-{what}", pages)


def _seat_of(table: LiveTable, person: Person | None) -> Player | None:
    """Whose view is printed: the reader's own seat; a spectator's for those with none or several."""
    own = table.seats_of(person) if person is not None else ()
    return own[0] if len(own) == 1 else None


def _context(title: str, words: Words) -> dict[str, Any]:
    return {
        "title": title,
        "words": words,
        "kinds": [(kind, name_kind(kind, words)) for kind in KINDS],
        "papers": [(name, name.title() if name != "a4" else "A4") for name in PAPERS],
        "can_print": is_installed(),
    }


async def _answer(services: Services, request: AnyRequest, name: str, make_pages: Callable[[], list[Page]]) -> Response[bytes]:
    address = address_of(request)
    services.limits.for_computing(address)
    pages = await offload(make_pages)
    if not pages:
        raise Problem(404, "nothing_to_print")
    written, seconds = await services.printer.pdf(pages, f"Golden Spike {name}")
    services.limits.charge(address, seconds)
    headers = {"content-disposition": f'inline; filename="goldenspike-{name}.pdf"', "cache-control": "private, no-store"}
    return Response(written, media_type="application/pdf", headers=headers)
