"""What a page that is open in a browser is sent when the table has changed: the parts that differ from its own."""

from dataclasses import dataclass
from typing import Any

import msgspec
from jinja2 import Environment
from litestar.response import Template

from goldenspike.server.accounts.people import Person
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, provide_person, provide_services, words_of
from goldenspike.server.services import Services
from goldenspike.server.table.answers import Answer
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.log_lines import event_names
from goldenspike.server.table.parts import PARTS, TABLE_PARTS, parts_of_view, render_parts
from goldenspike.server.table.present import present_table
from goldenspike.server.table.shown import Shown
from goldenspike.server.table.table_page import TablePage
from goldenspike.server.words import Words

MOVES_HEARD = 5
"""Of so many of the last moves a page that was away for longer hears."""


def shown_by(request: AnyRequest) -> Shown:
    """What the page that sends a request has and shows."""
    try:
        return msgspec.convert(dict(request.query_params), Shown, strict=False)
    except msgspec.ValidationError:
        raise Problem(400, "bad_request") from None


async def news_for(request: AnyRequest, table: LiveTable) -> Answer:
    """What the page has to show now, and the parts that it does not have."""
    shown = shown_by(request)
    answer = await Browser.of(request).news(table, provide_person(request), shown)
    page = provide_services(request).open_pages.find(live_id(request), table.id)
    if page is not None:
        page.take(shown, answer)
    return answer


def live_id(request: AnyRequest) -> str:
    """The live connection of the page that sends a request."""
    return str(request.query_params.get("live", ""))


@dataclass(frozen=True, slots=True)
class Browser:
    """Where a page is open: the language, and the address by which the server is known there."""

    services: Services
    templates: Environment
    words: Words
    address: str

    @staticmethod
    def of(request: AnyRequest) -> "Browser":
        return Browser(provide_services(request), templates_of(request), words_of(request), address_of_server(request))

    async def news(self, table: LiveTable, person: Person | None, shown: Shown) -> Answer:
        """What a page has to show now, and the parts that it does not have.

        Where a form's token goes, parts have a placeholder, which the page's script fills in.
        """
        reader = _reader(table, person)
        if reader is not None:
            return await self._news(table, reader, shown)
        # Everybody who only watches gets the same.
        key = (table.id, table.revision, self.words.language, await self.services.hub.present(table.id), shown)
        return await self.services.answers.get(key, lambda: self._news(table, None, shown))

    async def _news(self, table: LiveTable, reader: Person | None, shown: Shown) -> Answer:
        services = self.services
        past = None if shown.ply is None or shown.ply >= table.ply else shown.ply
        seat, run = (shown.seat, shown.run) if shown.at == table.ply else (None, None)
        page = await present_table(services, table, reader, self.words, past, seat, shown.log == "all", run, self.address)
        known = shown.versions
        wanted = _wanted(shown, known, page)
        parts = await render_parts(self.templates, page, wanted, known)
        moves = await services.tables.live.moves(table)
        heard = moves[max(shown.at, table.ply - MOVES_HEARD) :] if shown.at is not None else ()
        values = {
            "events": event_names(table, heard, page.seat),
            "ply": table.ply,
            "shown": page.ply,
            "undos": table.undos,
            "revision": table.revision,
            "my_turn": page.is_awaited,
            "seat": page.seat,
            "first": page.first_tab,
            "focus": page.focus,
            "view": page.views[0],
            "asked": shown.asked,
            "current": wanted,
        }
        told = [services.parts.news(name, known.get(name, ""), part) for name, part in parts.items()]
        versions = {name: part.version for name, part in parts.items()}
        return Answer(msgspec.json.encode(values), told, table.ply, table.revision, versions)


def _reader(table: LiveTable, person: Person | None) -> Person | None:
    """Somebody without a seat sees what anybody does, except for deadlines in the own time zone."""
    return person if table.clock is not None or table.seats_of(person) else None


def _wanted(shown: Shown, known: dict[str, str], page: TablePage) -> list[str]:
    """The names of the parts to render."""
    have = [name for name in known if name in PARTS] or list(TABLE_PARTS)
    if not shown.first:
        return have
    # The page may be about to show other parts: those of another kind of round.
    first = {*shown.first.split(","), *shown.coming.split(","), *parts_of_view(page.views[0]), page.first_tab}
    return [name for name in have if name in first]


def address_of_server(request: AnyRequest) -> str:
    return (provide_services(request).settings.public_url or str(request.base_url)).rstrip("/")


def templates_of(request: AnyRequest) -> Environment:
    engine: Any = request.app.template_engine
    environment: Environment = engine.engine
    return environment


def csrf_field(request: AnyRequest) -> str:
    """The form field with the reader's CSRF token."""
    context = Template("table.html").create_template_context(request)
    return str(context["csrf_input"])
