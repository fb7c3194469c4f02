"""The table page, its parts and forms."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from jinja2 import pass_context
from jinja2.runtime import Context as TemplateContext
from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, ServerSentEvent, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER
from markupsafe import Markup, escape

from goldenspike import svg
from goldenspike.core.reasons import IllegalAction
from goldenspike.record.wire import Wire
from goldenspike.server.accounts.pages import person_or_guest
from goldenspike.server.accounts.people import Person
from goldenspike.server.api.describe import describe_position
from goldenspike.server.errors import wants_page
from goldenspike.server.live.stream import live_stream
from goldenspike.server.lobby.form import differences_of
from goldenspike.server.problems import Problem, not_found, refused
from goldenspike.server.requests import (
    AnyRequest,
    Form,
    Number,
    TableId,
    TheServices,
    TheWords,
    Visitor,
    provide_person,
    provide_services,
)
from goldenspike.server.security import required
from goldenspike.server.services import Services
from goldenspike.server.table.keeping import Position, offload_if_slow
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.news import address_of_server, csrf_field, live_id, news_for, templates_of
from goldenspike.server.table.parts import TABLE_PARTS, render_parts
from goldenspike.server.table.present import present_table
from goldenspike.server.table.refusals import why_not_here
from goldenspike.server.table.table_page import TablePage
from goldenspike.server.table.telling import listener_of
from goldenspike.server.words import Words
from goldenspike.view import preview


def number_in(form: dict[str, str], name: str) -> int | None:
    """The integer in a form field, None if the field is empty or missing."""
    text = form.get(name, "").strip()
    if not text:
        return None
    try:
        return int(text)
    except ValueError:
        raise Problem(400, "bad_number", field=name) from None


def position_in(form: dict[str, str]) -> Position:
    ply = number_in(form, "ply")
    if ply is None:
        raise Problem(400, "bad_number", field="ply")
    return Position(ply, number_in(form, "undos"))


def action_in(form: dict[str, str]) -> Wire:
    """The action's JSON with the chosen amount."""
    try:
        wire: Wire = msgspec.json.decode(form.get("action", ""), type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        raise Problem(400, "bad_action", message="JSON") from None
    each = [number_in(form, name) for name in sorted(name for name in form if name.startswith("chosen."))]
    if each:
        wire["earned"] = [amount or 0 for amount in each]
        return wire
    amount = number_in(form, "chosen")
    if amount is None and "chosen" in form:
        raise Problem(422, "amount_missing")
    if amount is not None:
        field = next((name for name in ("amount", "cost", "earned") if name in wire), "price")
        wire[field] = [amount] if field == "earned" else amount
    return wire


def actions_in(form: dict[str, str]) -> list[Wire]:
    """One action, or several that one button makes."""
    if "actions" not in form:
        return [action_in(form)]
    try:
        wires = msgspec.json.decode(form["actions"], type=list[dict[str, Any]])
    except (msgspec.DecodeError, RecursionError):
        raise Problem(400, "bad_action", message="JSON") from None
    if not wires:
        raise Problem(400, "bad_action", message="JSON")
    return wires


class TablePages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}")
    async def show(
        self,
        table_id: TableId,
        request: AnyRequest,
        person: Visitor,
        services: TheServices,
        words: TheWords,
        ply: Number = None,
        seat: Number = None,
        log: FromQuery[str] = "",
        run: Number = None,
    ) -> Template:
        table = await services.tables.live.get(table_id)
        services.bots.wake(table)
        page = await present_table(services, table, person, words, ply, seat, log == "all", run, address_of_server(request))
        return await show_page(page, request)

    @get("/{table_id:str}/parts")
    async def parts(self, table_id: TableId, request: AnyRequest, services: TheServices) -> Response[bytes]:
        """The parts of the page that differ from those in the browser, see `Shown`."""
        return await _answer(request, await services.tables.live.get(table_id))

    @get("/{table_id:str}/live")
    async def live(self, table_id: TableId, request: AnyRequest, person: Visitor) -> ServerSentEvent:
        return await live_stream(listener_of(request, table_id, person))

    @get("/{table_id:str}/record")
    async def record(self, table_id: TableId, person: Visitor, services: TheServices) -> Response[bytes]:
        record = await services.records.export(person, table_id)
        name = f"{record.title}-{table_id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(msgspec.json.encode(record), media_type="application/json", headers=headers)

    @get("/{table_id:str}/tile/{tile:str}/{rotation:int}", media_type="image/svg+xml")
    async def tile(self, table_id: TableId, tile: FromPath[str], rotation: FromPath[int], services: TheServices) -> Response[str]:
        """A tile as a picture, for choosing."""
        setup = (await services.tables.live.get(table_id)).setup
        if tile not in setup.tile_index or not 0 <= rotation < 6:
            raise not_found("tile")
        picture = svg.tile(setup, setup.tile_index[tile], rotation, theme="page")
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})

    @get("/{table_id:str}/thumbnail", media_type="image/svg+xml")
    async def thumbnail(self, table_id: TableId, services: TheServices) -> Response[str]:
        """A small picture of the board; pages add the position to the address, so it can be cached."""
        table = await services.tables.live.get(table_id)
        key = ("thumbnail", table.id, table.undos, table.ply)
        picture = services.pictures.get(key, lambda: svg.thumbnail(table.setup, table.state))
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})

    @get("/{table_id:str}/chart", media_type="image/svg+xml")
    async def chart(
        self, table_id: TableId, services: TheServices, words: TheWords, theme: FromQuery[str] = "light"
    ) -> Response[str]:
        """The upgrades of every tile; pages with the style sheet of the pictures use the theme "page"."""
        setup = (await services.tables.live.get(table_id)).setup
        chosen = theme if theme in svg.THEMES else "light"
        picture = svg.upgrade_chart(setup, theme=chosen, columns=9, words=words.pictures())
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})

    # --- actions

    @post("/{table_id:str}/act", status_code=HTTP_200_OK)
    async def act(self, table_id: TableId, data: Form, request: AnyRequest) -> Response[Any]:
        # Injected, these two would be resolved side by side, which takes longer than they do.
        actor, services = required(provide_person(request)), provide_services(request)
        services.limits.for_actions(actor)
        with services.open_pages.answering(live_id(request), table_id):
            table = await services.tables.act(actor, table_id, position_in(data), actions_in(data), automatic=True)
            if "have" in request.query_params and not wants_page(request):
                return await _answer(request, table)
            return await done(request, table)

    @post("/{table_id:str}/undo", status_code=HTTP_200_OK)
    async def undo(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        actor = required(person)
        services.limits.for_actions(actor)
        table = await services.tables.undoing.undo(actor, table_id, position_in(data), number_in(data, "to_ply"))
        return await done(request, table)

    @post("/{table_id:str}/undo/vote", status_code=HTTP_200_OK)
    async def vote(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        voter = required(person)
        services.limits.for_seats(voter)
        table = await services.tables.undoing.answer_undo(voter, table_id, data.get("grant") == "yes", data.get("request"))
        return await done(request, table)

    @post("/{table_id:str}/chat", status_code=HTTP_200_OK)
    async def chat(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        speaker = required(person)
        services.limits.for_talk(speaker)
        await services.tables.chat(speaker, table_id, data.get("text", ""))
        return await done(request, await services.tables.live.get(table_id))

    @post("/{table_id:str}/bot", status_code=HTTP_200_OK)
    async def seat_bot(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        seat = number_in(data, "seat")
        host = required(person)
        services.limits.for_seats(host)
        table = await services.seating.seat_bot(host, table_id, -1 if seat is None else seat, data.get("bot", ""))
        return await done(request, table)

    @post("/{table_id:str}/leave", status_code=HTTP_200_OK)
    async def leave(self, table_id: TableId, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        leaver = required(person)
        services.limits.for_seats(leaver)
        await services.seating.leave(leaver, table_id)
        return Redirect("/", status_code=HTTP_303_SEE_OTHER)

    @post("/{table_id:str}/why", status_code=HTTP_200_OK)
    async def why(self, table_id: TableId, data: Form, person: Visitor, services: TheServices, words: TheWords) -> dict[str, Any]:
        """Why an action is illegal, or why nothing can be built on a hex, in a sentence; empty if it is legal."""
        if "hex" in data:
            return await self._why_here(table_id, data["hex"], required(person), services, words)
        refusal = await services.tables.why_not(required(person), table_id, action_in(data))
        table = await services.tables.live.get(table_id)
        return {"sentence": "" if refusal is None else words.why(refusal, table.context)}

    async def _why_here(self, table_id: str, hex: str, person: Person, services: Services, words: Words) -> dict[str, Any]:
        table = await services.tables.live.get(table_id)
        seat = table.speaking_seat(person)
        if hex not in table.setup.hex_index:
            raise not_found("hex")
        if seat is None or seat not in table.actors:
            return {"sentence": ""}
        return {"sentence": why_not_here(table.setup, table.state, seat, table.setup.hex_index[hex], words, table.context)}

    @post("/{table_id:str}/preview", status_code=HTTP_200_OK)
    async def preview(
        self, table_id: TableId, data: Form, person: Visitor, services: TheServices, words: TheWords
    ) -> dict[str, Any]:
        """The effects of an action: sentences, and the board if it changes; nothing if the position has changed."""
        table = await services.tables.live.get(table_id)
        if number_in(data, "ply") not in (None, table.ply):
            return {"lines": [], "view": None}
        action = services.tables.read_action(table, action_in(data))
        seat = services.tables.seat_of(required(person), table, action)
        try:
            shown = await offload_if_slow([action], lambda: preview(table.setup, table.state, seat, action))
        except IllegalAction as error:
            raise refused(error.refusal, table.context) from None
        return {"lines": words.say(shown.events, table.context, preview=True), "view": shown.view}

    # --- joining

    @get(["/{table_id:str}/join", "/{table_id:str}/join/{invite:str}"])
    async def invitation(
        self, table_id: TableId, person: Visitor, services: TheServices, words: TheWords, invite: FromPath[str] = ""
    ) -> Response[Any]:
        """Join by invitation, or from the lobby."""
        table = await services.tables.live.get(table_id)
        if not table.admits(invite):
            raise Problem(403, "bad_invitation")
        if person is not None and table.seats_of(person):
            return Redirect(table.player_path)
        title = table.setup.title
        differences = differences_of(title.name, title.version, table.options, words.language)
        context = {"table": table, "person": person, "words": words, "invite": invite, "differences": differences}
        return Template("join.html", context=context)

    @post(["/{table_id:str}/join", "/{table_id:str}/join/{invite:str}"], status_code=HTTP_200_OK)
    async def join(
        self,
        table_id: TableId,
        data: Form,
        request: AnyRequest,
        person: Visitor,
        services: TheServices,
        invite: FromPath[str] = "",
    ) -> Response[Any]:
        guest, cookies = await person_or_guest(services, request, person, data.get("name", ""))
        services.limits.for_seats(guest)
        table = await services.seating.join(guest, table_id, invite, number_in(data, "seat"))
        return Redirect(table.player_path, status_code=HTTP_303_SEE_OTHER, cookies=cookies)


_CITED = re.compile(r"\[([^\[\]]+)\]\s*$")


@pass_context
def cited(context: TemplateContext, sentence: str) -> Markup:
    """A reason whose paragraph links to the rules as they are played at the table."""
    address = f"{context['table'].path}/rules"
    return Markup(_CITED.sub(lambda found: f'[<a href="{address}#rule-{found[1]}">{found[1]}</a>]', str(escape(sentence))))


async def _answer(request: AnyRequest, table: LiveTable) -> Response[bytes]:
    """What the page that sends a request has to show now. It is compressed here: others are sent most of the same."""
    answer = await news_for(request, table)
    headers = {"cache-control": "no-store", "vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(answer.plain, media_type=MediaType.JSON, headers=headers)
    return Response(answer.compressed, media_type=MediaType.JSON, headers=headers | {"content-encoding": "gzip"})


async def done(request: AnyRequest, table: LiveTable) -> Response[Any]:
    """Redirect a browser to the table; send a script the new position, and what its page is to show first."""
    if wants_page(request):
        return Redirect(f"/t/{table.id}", status_code=HTTP_303_SEE_OTHER)
    if "have" in request.query_params:
        answer = await news_for(request, table)
        return Response(answer.plain, media_type=MediaType.JSON, headers={"cache-control": "no-store"})
    return Response(describe_position(table), media_type=MediaType.JSON)


async def show_page(
    page: TablePage, request: AnyRequest, template: str = "table.html", names: Iterable[str] = TABLE_PARTS
) -> Template:
    """The whole page."""
    parts = await render_parts(templates_of(request), page, names)
    csrf = csrf_field(request)
    context = {
        "page": page,
        "table": page.table,
        "setup": page.table.setup,
        "person": page.person,
        "words": page.words,
        "parts": {name: {"version": part.version, "html": part.with_csrf(csrf)} for name, part in parts.items()},
    }
    return Template(template, context=context)
