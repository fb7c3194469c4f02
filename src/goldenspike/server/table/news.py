"""What a page that is open in a browser is sent when the table has changed: the parts that differ from its own."""

from dataclasses import dataclass
from typing import Any

import msgspec
from jinja2 import Environment
from litestar.response import Template

from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.server.accounts.people import Person
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, provide_person, provide_services, words_of
from goldenspike.server.services import Services
from goldenspike.server.table.answers import Answer
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.log_lines import event_names
from goldenspike.server.table.parts import PARTS, TABLE_PARTS, parts_of_view, render_parts
from goldenspike.server.table.position_page import first_tab_of, round_kind_of, views_of
from goldenspike.server.table.present import present_table
from goldenspike.server.table.shown import Query, Shown
from goldenspike.server.words import Words

MOVES_HEARD = 5
"""Of so many of the last moves a page that was away for longer hears."""


def shown_by(request: AnyRequest) -> Shown:
    """What the page that sends a request has and shows."""
    try:
        return Shown.of(msgspec.convert(dict(request.query_params), Query, strict=False), PARTS)
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
        past = None if shown.ply is None or shown.ply >= table.ply else shown.ply
        state = table.state if past is None else await self.services.tables.live.state_at(table, past)
        wanted = _wanted(shown, table.setup, state)
        known = {name: shown.versions[name] for name in wanted if name in shown.versions}
        if reader is not None:
            return await self._news(table, reader, shown, past, wanted, known)
        # Everybody who only watches gets the same, whatever else is on the page.
        position = table.id, table.revision, self.words.language, await self.services.hub.present(table.id)
        key = (*position, shown.asked, shown.at, tuple(wanted), tuple(known.items()))
        return await self.services.answers.get(key, lambda: self._news(table, None, shown, past, wanted, known))

    async def _news(
        self, table: LiveTable, reader: Person | None, shown: Shown, past: int | None, wanted: list[str], known: dict[str, str]
    ) -> Answer:
        services = self.services
        seat, run = (shown.seat, shown.run) if shown.at == table.ply else (None, None)
        page = await present_table(services, table, reader, self.words, past, seat, shown.log == "all", run, self.address)
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


def _wanted(shown: Shown, setup: Setup, state: State) -> list[str]:
    """The names of the parts to send if the page does not have them as they are now."""
    have = list(shown.versions) or list(TABLE_PARTS)
    if not shown.first:
        return have
    # The page may be about to show other parts: those of another kind of round.
    view = views_of(setup, round_kind_of(state))[0]
    first = {*shown.first, *shown.coming, *parts_of_view(view), first_tab_of(state)}
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
