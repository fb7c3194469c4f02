"""What a page that is open in a browser is sent when the table has changed: the parts that differ from its own."""

from typing import Annotated, Any

import msgspec
from jinja2 import Environment
from litestar.response import Template

from goldenspike.server.accounts.people import Person
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, provide_person, provide_services, words_of
from goldenspike.server.table.answers import Answer
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.log_lines import event_names
from goldenspike.server.table.part_cache import PartCache
from goldenspike.server.table.parts import PARTS, TABLE_PARTS, parts_of_view, render_parts
from goldenspike.server.table.present import present_table
from goldenspike.server.table.rendered_part import RenderedPart
from goldenspike.server.table.table_page import TablePage

MOVES_HEARD = 5
"""Of so many of the last moves a page that was away for longer hears."""

_Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Shown(msgspec.Struct, frozen=True):
    """What the page in the browser has and shows; the query of its requests."""

    have: str = ""
    """Its parts: name:key,name:key … Parts that are not named are not sent, unless none is."""
    first: str = ""
    """The names of the parts to send now, if not all; the others are asked for later."""
    at: _Number | None = None
    """The ply of its position."""
    seat: _Number | None = None
    """The seat chosen by the reader, if the table is still at that ply."""
    run: _Number | None = None
    """The set of routes chosen by the reader, likewise."""
    ply: _Number | None = None
    """An earlier position to show."""
    log: str = ""
    """`all` for the whole log."""

    @staticmethod
    def of(request: AnyRequest) -> "Shown":
        try:
            return msgspec.convert(dict(request.query_params), Shown, strict=False)
        except msgspec.ValidationError:
            raise Problem(400, "bad_request") from None


async def news_for(request: AnyRequest, table: LiveTable) -> Answer:
    """What the page has to show now, and the parts that it does not have.

    Where a form's token goes, parts have a placeholder, which the page's script fills in.
    """
    services, shown, words = provide_services(request), Shown.of(request), words_of(request)
    reader = _reader(table, provide_person(request))
    if reader is not None:
        return await _news(request, table, shown, reader)
    # Everybody who only watches gets the same.
    key = (table.id, table.revision, words.language, await services.hub.present(table.id), shown)
    return await services.answers.get(key, lambda: _news(request, table, shown, None))


def _reader(table: LiveTable, person: Person | None) -> Person | None:
    """Somebody without a seat sees what anybody does, except for deadlines in the own time zone."""
    return person if table.clock is not None or table.seats_of(person) else None


async def _news(request: AnyRequest, table: LiveTable, shown: Shown, reader: Person | None) -> Answer:
    services = provide_services(request)
    past = None if shown.ply is None or shown.ply >= table.ply else shown.ply
    seat, run = (shown.seat, shown.run) if shown.at == table.ply else (None, None)
    address = address_of_server(request)
    page = await present_table(services, table, reader, words_of(request), past, seat, shown.log == "all", run, address)
    known = dict(part.split(":", 1) for part in shown.have.split(",") if ":" in part)
    wanted = _wanted(shown, known, page)
    parts = await render_parts(templates_of(request), page, wanted, known)
    moves = await services.tables.live.moves(table)
    heard = moves[max(shown.at, table.ply - MOVES_HEARD) :] if shown.at is not None else ()
    return Answer.of(
        {
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
            "current": wanted,
            "parts": {name: _news_of(part, known.get(name, ""), services.parts) for name, part in parts.items()},
        }
    )


def _wanted(shown: Shown, known: dict[str, str], page: TablePage) -> list[str]:
    """The names of the parts to render."""
    have = [name for name in known if name in PARTS] or list(TABLE_PARTS)
    if not shown.first:
        return have
    # The page may be about to show other parts: those of another kind of round.
    first = {*shown.first.split(","), *parts_of_view(page.views[0]), page.first_tab}
    return [name for name in have if name in first]


def _news_of(part: RenderedPart, known: str, cache: PartCache) -> dict[str, Any]:
    """The whole part, or only its pieces that differ from those of the known version."""
    pieces = cache.changes(known, part)
    if pieces is None:
        return {"key": part.version, "html": part.html}
    return {"key": part.version, "of": known, "pieces": pieces}


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
