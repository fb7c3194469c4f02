"""The client for programs that use asyncio."""

from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Any, Self

import httpx

from goldenspike.client import calls
from goldenspike.client.answers import REPEATS, EventReader, problem_in, read, request_of
from goldenspike.client.calls import Answer, Call
from goldenspike.core.game import Game
from goldenspike.protocol.messages import (
    ActionWire,
    AnalysisAnswer,
    Catalogue,
    Created,
    HintAnswer,
    LegalAnswer,
    ListedTable,
    LogAnswer,
    News,
    OrderInfo,
    OrderPreview,
    PersonalData,
    PersonInfo,
    PlanChange,
    PlanInfo,
    PlanRequest,
    PlanSent,
    Position,
    PreviewAnswer,
    PriceInfo,
    Section,
    TableInfo,
    TablePage,
    TableRequest,
    TimeOutChoice,
    ViewAnswer,
    WhyAnswer,
)
from goldenspike.protocol.orders import Order
from goldenspike.record.native import Record, load_record


class AsyncClient:
    """A connection to a server. `token` authenticates; `guest`, `log_in` and `register` set it."""

    def __init__(self, server: str, token: str = "", language: str = "en", http: httpx.AsyncClient | None = None) -> None:
        self.token = token
        self._http = http or httpx.AsyncClient(timeout=30)
        self._http.base_url = httpx.URL(server)
        self._http.headers["accept-language"] = language

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()

    async def send(self, call: Call[Answer]) -> Answer:
        """Send a request; raises ApiProblem if the server refuses."""
        request = request_of(call, self.token)
        attempts = 1 + REPEATS if call.may_be_repeated else 1
        while True:
            attempts -= 1
            try:
                return read(call, await self._http.request(**request))
            except httpx.TransportError:
                if not attempts:
                    raise

    async def titles(self) -> Catalogue:
        """Titles, versions, options and bots."""
        return await self.send(calls.titles())

    async def guest(self, name: str, label: str = "") -> str:
        """Become a guest; the client uses the token from now on."""
        self.token = (await self.send(calls.guest(name, label))).token
        return self.token

    async def log_in(self, name: str, password: str, label: str = "") -> str:
        """Log in; the client uses the token from now on."""
        self.token = (await self.send(calls.log_in(name, password, label))).token
        return self.token

    async def register(self, name: str, password: str, label: str = "") -> str:
        """Register a name; a guest keeps the seats. The client uses the new token from now on."""
        self.token = (await self.send(calls.register(name, password, label))).token
        return self.token

    async def log_out(self) -> None:
        """Revoke the token."""
        await self.send(calls.log_out())

    async def me(self) -> PersonInfo:
        """The person whom the token authenticates."""
        return await self.send(calls.me())

    async def my_data(self) -> PersonalData:
        """Everything stored about the token's owner."""
        return await self.send(calls.my_data())

    async def lobby(self) -> list[ListedTable]:
        """Your first tables, and those with open seats."""
        return await self.send(calls.lobby())

    async def tables(self, section: Section, page: int = 1, size: int = 20) -> TablePage:
        """A page of one of the lists of the lobby."""
        return await self.send(calls.tables(section, page, size))

    async def create(self, table: TableRequest) -> Created:
        """Set up a table."""
        return await self.send(calls.create(table))

    async def import_record(self, record: Any) -> Created:
        """A table from a record or an 18xx.games export, as plain data."""
        return await self.send(calls.import_record(record))

    async def table(self, id: str) -> TableInfo:
        """Seats, options and position."""
        return await self.send(calls.table(id))

    async def join(self, id: str, invite: str = "", seat: int | None = None) -> TableInfo:
        """Take an open seat; the invitation may be left out at tables in the lobby."""
        return await self.send(calls.join(id, invite, seat))

    async def leave(self, id: str) -> TableInfo:
        """Leave the table."""
        return await self.send(calls.leave(id))

    async def seat_bot(self, id: str, seat: int, bot: str) -> TableInfo:
        """Let a bot take an open seat."""
        return await self.send(calls.seat_bot(id, seat, bot))

    async def view(self, id: str, seat: int | None = None, ply: int | None = None) -> ViewAnswer:
        """What a seat sees, now or after any ply."""
        return await self.send(calls.view(id, seat, ply))

    async def legal(self, id: str, seat: int | None = None) -> LegalAnswer:
        """What a seat may do now."""
        return await self.send(calls.legal(id, seat))

    async def act(self, id: str, ply: int, action: ActionWire, undos: int | None = None) -> Position:
        """Perform an action. It is sent again if the connection breaks, and done only once."""
        return await self.send(calls.act(id, ply, action, undos))

    async def preview(self, id: str, actions: Sequence[ActionWire]) -> PreviewAnswer:
        """What would happen, without doing it."""
        return await self.send(calls.preview(id, actions))

    async def plans(self, id: str) -> list[PlanInfo]:
        """Your plans at a table, replayed at the present position."""
        return await self.send(calls.plans(id))

    async def plan(self, id: str, plan: str) -> PlanInfo:
        """A plan, replayed at the present position."""
        return await self.send(calls.plan(id, plan))

    async def make_plan(self, id: str, plan: PlanRequest) -> PlanInfo:
        """Try moves out; nobody else sees them."""
        return await self.send(calls.make_plan(id, plan))

    async def change_plan(self, id: str, plan: str, change: PlanChange) -> PlanInfo:
        """Change the name, the moves or the assumptions of a plan."""
        return await self.send(calls.change_plan(id, plan, change))

    async def discard_plan(self, id: str, plan: str) -> None:
        """Discard a plan."""
        await self.send(calls.discard_plan(id, plan))

    async def send_plan(self, id: str, plan: str) -> PlanSent:
        """Make your own moves at the beginning of a plan."""
        return await self.send(calls.send_plan(id, plan))

    async def orders(self, id: str) -> list[OrderInfo]:
        """Your orders at a table: those in force, then those that have ended."""
        return await self.send(calls.orders(id))

    async def preview_order(self, id: str, order: Order, seat: int | None = None) -> OrderPreview:
        """What an order would do, without giving it."""
        return await self.send(calls.preview_order(id, order, seat))

    async def give_order(self, id: str, order: Order, seat: int | None = None) -> OrderInfo:
        """Give an order. If the game is waiting for the seat, it takes effect at once."""
        return await self.send(calls.give_order(id, order, seat))

    async def cancel_order(self, id: str, order: str) -> None:
        """Cancel an order, or remove one that has ended from the list."""
        await self.send(calls.cancel_order(id, order))

    async def prices(self, id: str) -> list[PriceInfo]:
        """Public prices: what players would sell, and for how much."""
        return await self.send(calls.prices(id))

    async def propose_stand_in(self, id: str, seat: int, bot: str) -> TableInfo:
        """Propose that a bot plays for somebody who is away."""
        return await self.send(calls.propose_stand_in(id, seat, bot))

    async def answer_stand_in(self, id: str, agree: bool, request: str | None = None) -> TableInfo:
        """Agree to a stand-in, or to let somebody leave, or not."""
        return await self.send(calls.answer_stand_in(id, agree, request))

    async def end_stand_in(self, id: str, seat: int) -> TableInfo:
        """Take your seat back from a stand-in."""
        return await self.send(calls.end_stand_in(id, seat))

    async def ask_to_leave(self, id: str) -> TableInfo:
        """Ask the others for their consent to leave the game."""
        return await self.send(calls.ask_to_leave(id))

    async def vote_on_time_out(self, id: str, seat: int, choice: TimeOutChoice) -> TableInfo:
        """Vote on what happens to a player whose time is up."""
        return await self.send(calls.vote_on_time_out(id, seat, choice))

    async def why(self, id: str, action: ActionWire) -> WhyAnswer:
        """Why an action would be refused."""
        return await self.send(calls.why(id, action))

    async def undo(self, id: str, ply: int, undos: int | None = None, to_ply: int | None = None) -> Position:
        """Undo, or ask the others to agree."""
        return await self.send(calls.undo(id, ply, undos, to_ply))

    async def answer_undo(self, id: str, grant: bool, request: str | None = None) -> Position:
        """Agree to an undo, or not."""
        return await self.send(calls.answer_undo(id, grant, request))

    async def hint(self, id: str, seat: int | None = None) -> HintAnswer:
        """What the baron would do, and why."""
        return await self.send(calls.hint(id, seat))

    async def chat(self, id: str, text: str) -> None:
        """Say something at the table."""
        await self.send(calls.chat(id, text))

    async def log(self, id: str, after_ply: int | None = None, after_entry: int | None = None) -> LogAnswer:
        """What happened, and what was said."""
        return await self.send(calls.log(id, after_ply, after_entry))

    async def record(self, id: str) -> Record:
        """The game as a record."""
        return await self.send(calls.record(id))

    async def analysis(self, id: str) -> AnalysisAnswer:
        """The analysis of a finished game, as far as it has been computed."""
        return await self.send(calls.analysis(id))

    async def game(self, id: str) -> Game:
        """The game at the current position, for programs that use the engine; refused while money is hidden."""
        return load_record(await self.record(id))

    async def live(self, id: str) -> AsyncIterator[News]:
        """What changes at a table, from now on. The first message tells the current revision."""
        request = request_of(Call("GET", f"/tables/{id}/live", News), self.token)
        reader = EventReader()
        async with self._http.stream(**request, timeout=None) as response:
            if response.is_error:
                await response.aread()
                raise problem_in(response)
            async for line in response.aiter_lines():
                for news in reader.feed(line):
                    yield news
