"""The operations of the API as plain data: which request is sent, and which type comes back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from uuid import uuid4

from goldenspike.protocol.messages import (
    ActionRequest,
    ActionWire,
    AnalysisAnswer,
    BotRequest,
    Catalogue,
    ChatRequest,
    Created,
    GuestRequest,
    HintAnswer,
    JoinRequest,
    LegalAnswer,
    ListedTable,
    LogAnswer,
    OrderInfo,
    OrderPreview,
    OrderRequest,
    PersonalData,
    PersonInfo,
    PlanChange,
    PlanInfo,
    PlanRequest,
    PlanSent,
    Position,
    PreviewAnswer,
    PreviewRequest,
    PriceInfo,
    RegisterRequest,
    SeatWanted,
    Section,
    StandInRequest,
    StandInVote,
    TableInfo,
    TablePage,
    TableRequest,
    TimeOutChoice,
    TimeOutVote,
    TokenAnswer,
    TokenRequest,
    UndoRequest,
    UndoVote,
    ViewAnswer,
    WhyAnswer,
    WhyRequest,
)
from goldenspike.protocol.orders import Order
from goldenspike.record.native import Record

Answer = TypeVar("Answer")
Nothing = type(None)


@dataclass(frozen=True, slots=True)
class Call(Generic[Answer]):
    method: str
    path: str
    """Below /api/v1."""
    answer: type[Answer]
    body: Any = None
    params: Mapping[str, int | None] = field(default_factory=dict)
    key: str = ""
    """The idempotency key. Calls with one, and those that only read, may be repeated."""

    @property
    def may_be_repeated(self) -> bool:
        return self.method == "GET" or bool(self.key)


def titles() -> Call[Catalogue]:
    return Call("GET", "/titles", Catalogue)


def guest(name: str, label: str = "") -> Call[TokenAnswer]:
    return Call("POST", "/guests", TokenAnswer, GuestRequest(name, label))


def log_in(name: str, password: str, label: str = "") -> Call[TokenAnswer]:
    return Call("POST", "/tokens", TokenAnswer, TokenRequest(name, password, label))


def register(name: str, password: str, label: str = "") -> Call[TokenAnswer]:
    return Call("POST", "/people", TokenAnswer, RegisterRequest(name, password, label))


def log_out() -> Call[None]:
    return Call("DELETE", "/tokens/current", Nothing)


def me() -> Call[PersonInfo]:
    return Call("GET", "/me", PersonInfo)


def my_data() -> Call[PersonalData]:
    return Call("GET", "/me/data", PersonalData)


def lobby() -> Call[list[ListedTable]]:
    return Call("GET", "/tables", list[ListedTable])


def tables(section: Section, page: int = 1, size: int = 20) -> Call[TablePage]:
    return Call("GET", f"/tables/sections/{section.value}", TablePage, params={"page": page, "size": size})


def create(table: TableRequest) -> Call[Created]:
    return Call("POST", "/tables", Created, table)


def import_record(record: Any) -> Call[Created]:
    return Call("POST", "/tables/import", Created, record)


def table(id: str) -> Call[TableInfo]:
    return Call("GET", f"/tables/{id}", TableInfo)


def join(id: str, invite: str = "", seat: int | None = None) -> Call[TableInfo]:
    return Call("POST", f"/tables/{id}/join", TableInfo, JoinRequest(invite, seat))


def leave(id: str) -> Call[TableInfo]:
    return Call("POST", f"/tables/{id}/leave", TableInfo)


def seat_bot(id: str, seat: int, bot: str) -> Call[TableInfo]:
    return Call("POST", f"/tables/{id}/bots", TableInfo, BotRequest(seat, bot))


def view(id: str, seat: int | None = None, ply: int | None = None) -> Call[ViewAnswer]:
    return Call("GET", f"/tables/{id}/view", ViewAnswer, params={"seat": seat, "ply": ply})


def legal(id: str, seat: int | None = None) -> Call[LegalAnswer]:
    return Call("GET", f"/tables/{id}/legal", LegalAnswer, params={"seat": seat})


def act(id: str, ply: int, action: ActionWire, undos: int | None = None) -> Call[Position]:
    return Call("POST", f"/tables/{id}/actions", Position, ActionRequest(ply, action, undos), key=uuid4().hex)


def preview(id: str, actions: Sequence[ActionWire]) -> Call[PreviewAnswer]:
    return Call("POST", f"/tables/{id}/preview", PreviewAnswer, PreviewRequest(list(actions)))


def plans(id: str) -> Call[list[PlanInfo]]:
    return Call("GET", f"/tables/{id}/plans", list[PlanInfo])


def plan(id: str, plan: str) -> Call[PlanInfo]:
    return Call("GET", f"/tables/{id}/plans/{plan}", PlanInfo)


def make_plan(id: str, plan: PlanRequest) -> Call[PlanInfo]:
    return Call("POST", f"/tables/{id}/plans", PlanInfo, plan)


def change_plan(id: str, plan: str, change: PlanChange) -> Call[PlanInfo]:
    return Call("POST", f"/tables/{id}/plans/{plan}", PlanInfo, change)


def discard_plan(id: str, plan: str) -> Call[None]:
    return Call("DELETE", f"/tables/{id}/plans/{plan}", Nothing)


def send_plan(id: str, plan: str) -> Call[PlanSent]:
    return Call("POST", f"/tables/{id}/plans/{plan}/send", PlanSent)


def orders(id: str) -> Call[list[OrderInfo]]:
    return Call("GET", f"/tables/{id}/orders", list[OrderInfo])


def preview_order(id: str, order: Order, seat: int | None = None) -> Call[OrderPreview]:
    return Call("POST", f"/tables/{id}/orders/preview", OrderPreview, OrderRequest(order, seat))


def give_order(id: str, order: Order, seat: int | None = None) -> Call[OrderInfo]:
    return Call("POST", f"/tables/{id}/orders", OrderInfo, OrderRequest(order, seat))


def cancel_order(id: str, order: str) -> Call[None]:
    return Call("DELETE", f"/tables/{id}/orders/{order}", Nothing)


def prices(id: str) -> Call[list[PriceInfo]]:
    return Call("GET", f"/tables/{id}/prices", list[PriceInfo])


def propose_stand_in(id: str, seat: int, bot: str) -> Call[TableInfo]:
    return Call("POST", f"/tables/{id}/stand-in", TableInfo, StandInRequest(seat, bot))


def answer_stand_in(id: str, agree: bool, request: str | None = None) -> Call[TableInfo]:
    return Call("POST", f"/tables/{id}/stand-in/vote", TableInfo, StandInVote(agree, request))


def end_stand_in(id: str, seat: int) -> Call[TableInfo]:
    return Call("POST", f"/tables/{id}/stand-in/end", TableInfo, SeatWanted(seat))


def ask_to_leave(id: str) -> Call[TableInfo]:
    return Call("POST", f"/tables/{id}/leave/ask", TableInfo)


def vote_on_time_out(id: str, seat: int, choice: TimeOutChoice) -> Call[TableInfo]:
    return Call("POST", f"/tables/{id}/time-out/vote", TableInfo, TimeOutVote(seat, choice))


def why(id: str, action: ActionWire) -> Call[WhyAnswer]:
    return Call("POST", f"/tables/{id}/why", WhyAnswer, WhyRequest(action))


def undo(id: str, ply: int, undos: int | None = None, to_ply: int | None = None) -> Call[Position]:
    return Call("POST", f"/tables/{id}/undo", Position, UndoRequest(ply, undos, to_ply))


def answer_undo(id: str, grant: bool, request: str | None = None) -> Call[Position]:
    return Call("POST", f"/tables/{id}/undo/vote", Position, UndoVote(grant, request))


def hint(id: str, seat: int | None = None) -> Call[HintAnswer]:
    return Call("POST", f"/tables/{id}/hint", HintAnswer, params={"seat": seat})


def chat(id: str, text: str) -> Call[None]:
    return Call("POST", f"/tables/{id}/chat", Nothing, ChatRequest(text))


def log(id: str, after_ply: int | None = None, after_entry: int | None = None) -> Call[LogAnswer]:
    return Call("GET", f"/tables/{id}/log", LogAnswer, params={"after_ply": after_ply, "after_entry": after_entry})


def record(id: str) -> Call[Record]:
    return Call("GET", f"/tables/{id}/record", Record)


def analysis(id: str) -> Call[AnalysisAnswer]:
    return Call("GET", f"/tables/{id}/analysis", AnalysisAnswer)
