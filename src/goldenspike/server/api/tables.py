"""Tables: list, create, join, view, act, undo, chat, export and import."""

import asyncio
from functools import partial
from typing import Annotated

from litestar import Controller, Response
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import ServerSentEvent
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from goldenspike.core.ids import Player
from goldenspike.protocol.messages import (
    ActionRequest,
    AnalysisAnswer,
    BotRequest,
    ChatRequest,
    Created,
    JoinRequest,
    LegalAnswer,
    ListedTable,
    LogAnswer,
    Position,
    PreviewAnswer,
    PreviewRequest,
    Section,
    TableInfo,
    TablePage,
    TableRequest,
    UndoRequest,
    UndoVote,
    ViewAnswer,
    WhyAnswer,
    WhyRequest,
)
from goldenspike.record.native import Record
from goldenspike.record.wire import Wire, event_to_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.api.describe import (
    describe_analysis,
    describe_choices,
    describe_listed,
    describe_log,
    describe_position,
    describe_table,
)
from goldenspike.server.api.routes import doing, reading
from goldenspike.server.live.stream import Listener, live_stream
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, Number, TableId, TheServices, TheWords, Visitor, address_of
from goldenspike.server.security import required
from goldenspike.server.table import keeping
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.receipts import Receipt, first_answer
from goldenspike.server.table.records import MOST_BYTES
from goldenspike.server.table.seating import limit_new_table
from goldenspike.server.table.standings import history_of
from goldenspike.view import choices_for, figures, public_figures, seat_view, visible_events


def seat_for(table: LiveTable, person: Person | None, seat: int | None) -> Player | None:
    """The seat whose view is shown: one of the caller's, or None for a spectator."""
    if seat is None:
        return table.speaking_seat(person)
    if not table.controls(person, seat):
        raise Problem(403, "not_your_seat")
    return table.seats[seat].number


MOST_LISTED = 100
"""Tables of each kind in a listing."""


IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="idempotency-key",
        min_length=1,
        max_length=64,
        description="A new one for each action. A request repeated with the same key within a day gets the first response.",
    ),
]


def _created(table_id: str, invite: str | None = None) -> Response[Created]:
    return Response(Created(table_id, invite), headers={"location": f"/api/v1/tables/{table_id}"})


_LONG_LOG = 200
"""Moves; telling more takes long enough for others to notice."""


class TablesApi(Controller):
    path = "/tables"
    tags = ["tables"]  # noqa: RUF012 (Litestar reads it from the class)

    @reading("/", summary="Your first tables, and those with open seats")
    async def tables(self, person: Visitor, services: TheServices) -> list[ListedTable]:
        sections = (Section.OPEN, Section.TURN, Section.MINE, Section.FINISHED)
        pages = await services.lobby.pages(sections, person, size=MOST_LISTED)
        found = {table.id: table for page in pages.values() for table in page.tables}
        return [describe_listed(table) for table in found.values()]

    @reading(
        "/sections/{section:str}", summary="A list of the lobby, page by page: waiting for you, yours, open, running, finished"
    )
    async def section(
        self,
        section: Annotated[Section, PathParameter()],
        person: Visitor,
        services: TheServices,
        page: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
        size: Annotated[int, QueryParameter(ge=1, le=MOST_LISTED)] = 20,
    ) -> TablePage:
        found = await services.lobby.page(section, person, page, size)
        return TablePage(section, found.number, found.last, found.total, [describe_listed(table) for table in found.tables])

    @doing("/", summary="Set up a new table", status_code=HTTP_201_CREATED)
    async def create(
        self, data: JSONBody[TableRequest], request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Created]:
        host = required(person)
        limit_new_table(services.limits, host, address_of(request), data)
        table_id = await services.seating.create(host, data)
        return _created(table_id, (await services.tables.live.get(table_id)).invite)

    @doing(
        "/import",
        summary="A table from a record, or from an 18xx.games export",
        status_code=HTTP_201_CREATED,
        request_max_body_size=MOST_BYTES,
    )
    async def import_record(
        self, data: JSONBody[Wire], request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Created]:
        host = required(person)
        return _created(await services.records.import_(host, await request.body(), address_of(request)))

    @reading("/{table_id:str}", summary="A table: seats, options, position")
    async def table(self, table_id: TableId, person: Visitor, services: TheServices) -> TableInfo:
        return describe_table(await services.tables.live.get(table_id), person)

    @doing(
        "/{table_id:str}/join", summary="Take an open seat: by invitation, or at a table in the lobby", status_code=HTTP_200_OK
    )
    async def join(self, table_id: TableId, data: JSONBody[JoinRequest], person: Visitor, services: TheServices) -> TableInfo:
        guest = required(person)
        services.limits.for_seats(guest)
        return describe_table(await services.seating.join(guest, table_id, data.invite, data.seat), guest)

    @doing("/{table_id:str}/leave", summary="Leave: the seat becomes open", status_code=HTTP_200_OK)
    async def leave(self, table_id: TableId, person: Visitor, services: TheServices) -> TableInfo:
        guest = required(person)
        services.limits.for_seats(guest)
        return describe_table(await services.seating.leave(guest, table_id), guest)

    @doing("/{table_id:str}/bots", summary="Let a bot take an open seat", status_code=HTTP_200_OK)
    async def seat_bot(self, table_id: TableId, data: JSONBody[BotRequest], person: Visitor, services: TheServices) -> TableInfo:
        host = required(person)
        services.limits.for_seats(host)
        return describe_table(await services.seating.seat_bot(host, table_id, data.seat, data.bot), host)

    @reading("/{table_id:str}/view", summary="What a seat sees, now or after any ply")
    async def view(
        self,
        table_id: TableId,
        person: Visitor,
        services: TheServices,
        seat: Number = None,
        ply: Number = None,
    ) -> ViewAnswer:
        table = await services.tables.live.get(table_id)
        viewer = seat_for(table, person, seat)
        shown = table.ply if ply is None else ply
        state = await services.tables.live.state_at(table, shown)
        moves = (await services.tables.live.moves(table))[:shown]
        course = services.standings.course(table, moves)
        standings = await services.standings.find(table, course)
        return ViewAnswer(
            shown,
            table.undos,
            table.revision,
            table.status,
            seat_view(table.setup, state, viewer),
            figures(table.setup, state, viewer, public=public_figures(table.setup, state, table.sales)),
            history_of(table, standings, course, state, viewer),
        )

    @reading("/{table_id:str}/legal", summary="What a seat may do now")
    async def legal(self, table_id: TableId, person: Visitor, services: TheServices, seat: Number = None) -> LegalAnswer:
        table = await services.tables.live.get(table_id)
        acting = seat_for(table, person, seat)
        choices = choices_for(table.setup, table.state, acting if table.actors else None)
        return describe_choices(table.setup, table.ply, table.undos, acting, choices)

    @doing("/{table_id:str}/why", summary="Why an action is not allowed", status_code=HTTP_200_OK)
    async def why(
        self, table_id: TableId, data: JSONBody[WhyRequest], person: Visitor, services: TheServices, words: TheWords
    ) -> WhyAnswer:
        asking = required(person)
        refusal = await services.tables.why_not(asking, table_id, data.action)
        if refusal is None:
            return WhyAnswer(True)
        table = await services.tables.live.get(table_id)
        sentence = words.why(refusal, table.context)
        return WhyAnswer(False, refusal.reason.code, refusal.reason.paragraph, sentence)

    @doing("/{table_id:str}/actions", summary="Act for your seat", status_code=HTTP_200_OK)
    async def act(
        self,
        table_id: TableId,
        data: JSONBody[ActionRequest],
        person: Visitor,
        services: TheServices,
        key: IdempotencyKey = None,
    ) -> Position:
        actor = required(person)
        services.limits.for_actions(actor)
        position = keeping.Position(data.ply, data.undos)
        if key is None:
            return describe_position(await services.tables.act(actor, table_id, position, [data.action]))
        receipt = Receipt.of(actor.id, key, table_id, data)
        try:
            return await first_answer(services.database, receipt) or describe_position(
                await services.tables.act(actor, table_id, position, [data.action], receipt=receipt)
            )
        except Problem as problem:
            # The same request may have been carried out a moment ago.
            answer = await first_answer(services.database, receipt) if problem.code == "stale" else None
            if answer is None:
                raise
            return answer

    @doing("/{table_id:str}/preview", summary="What would happen, without doing it", status_code=HTTP_200_OK)
    async def preview(
        self, table_id: TableId, data: JSONBody[PreviewRequest], person: Visitor, services: TheServices, words: TheWords
    ) -> PreviewAnswer:
        asking = required(person)
        services.limits.for_actions(asking)
        table, tried = await services.tables.try_out(asking, table_id, data.actions)
        events = visible_events(table.setup, table.state, tuple(tried.events), tried.seat)
        return PreviewAnswer(
            [event_to_wire(table.setup, event) for event in events],
            words.say(events, table.context),
            seat_view(table.setup, tried.state, tried.seat),
        )

    @reading("/{table_id:str}/analysis", summary="The analysis of a finished game, as far as it has been computed")
    async def analysis(self, table_id: TableId, person: Visitor, services: TheServices, words: TheWords) -> AnalysisAnswer:
        table = await services.tables.live.get(table_id)
        known, is_done = await services.analyses.look(table, person)
        return AnalysisAnswer(is_done) if known is None else describe_analysis(table, known, is_done, words.language)

    @doing("/{table_id:str}/undo", summary="Undo, or ask the others to agree", status_code=HTTP_200_OK)
    async def undo(self, table_id: TableId, data: JSONBody[UndoRequest], person: Visitor, services: TheServices) -> Position:
        actor = required(person)
        services.limits.for_actions(actor)
        position = keeping.Position(data.ply, data.undos)
        return describe_position(await services.tables.undoing.undo(actor, table_id, position, data.to_ply))

    @doing("/{table_id:str}/undo/vote", summary="Agree to an undo, or not", status_code=HTTP_200_OK)
    async def answer_undo(self, table_id: TableId, data: JSONBody[UndoVote], person: Visitor, services: TheServices) -> Position:
        voter = required(person)
        services.limits.for_seats(voter)
        return describe_position(await services.tables.undoing.answer_undo(voter, table_id, data.grant, data.request))

    @doing("/{table_id:str}/chat", summary="Say something at the table", status_code=HTTP_201_CREATED)
    async def chat(self, table_id: TableId, data: JSONBody[ChatRequest], person: Visitor, services: TheServices) -> None:
        speaker = required(person)
        services.limits.for_talk(speaker)
        await services.tables.chat(speaker, table_id, data.text)

    @reading("/{table_id:str}/log", summary="What happened, and what was said")
    async def log(
        self,
        table_id: TableId,
        person: Visitor,
        services: TheServices,
        words: TheWords,
        after_ply: Number = None,
        after_entry: Number = None,
    ) -> LogAnswer:
        table = await services.tables.live.get(table_id)
        moves = await services.tables.live.moves(table)
        entries = await services.tables.live.entries(table_id, after_entry or 0)
        telling = partial(describe_log, table, tuple(moves), entries, table.speaking_seat(person), words, after_ply or 0)
        return await asyncio.to_thread(telling) if len(moves) > _LONG_LOG else telling()

    @reading("/{table_id:str}/record", summary="Export the game")
    async def record(self, table_id: TableId, person: Visitor, services: TheServices) -> Record:
        return await services.records.export(person, table_id)

    @reading("/{table_id:str}/live", summary="Server-sent events: what changes", media_type="text/event-stream")
    async def live(self, table_id: TableId, request: AnyRequest, person: Visitor, services: TheServices) -> ServerSentEvent:
        return await live_stream(Listener(services, table_id, person, address_of(request)))
